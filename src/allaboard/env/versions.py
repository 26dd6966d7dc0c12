"""The version of the environments: bumped when the same choices could give another game, observation or reward."""

from typing import Final

__all__ = ["ENV_VERSION"]

ENV_VERSION: Final = 0
"""Its history is in docs/environments.md."""
