"""A word before the compiler keeps somebody waiting, in Python as on the command line: said once, as a warning of the log.

Where code comes from disk nothing is said, and nothing where whoever compiles has told it already.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event as numba_event

__all__ = ["known_to_compile"]

logger = logging.getLogger("allaboard.compile")
events: Any = numba_event  # Numba states no types


class Notice(events.Listener):  # type: ignore[misc]  # Numba states no types
    """Hears when a function is compiled, and tells of the first one of ours."""

    said = False

    def on_start(self, event: Any) -> None:
        """Tell that compiling begins."""
        if not Notice.said and event.data["dispatcher"].py_func.__module__.startswith("allaboard."):
            Notice.said = True
            logger.warning(
                "All Aboard compiles what is used for the first time: a minute or two, once (ahead: allaboard compile --for all)"
            )

    def on_end(self, event: Any) -> None:
        """Say nothing when it ends."""


@contextmanager
def known_to_compile() -> Iterator[None]:
    """Say nothing meanwhile: it is known."""
    before, Notice.said = Notice.said, True
    try:
        yield
    finally:
        Notice.said = before


events.register("numba:compile", Notice())
