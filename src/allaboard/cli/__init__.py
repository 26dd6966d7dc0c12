"""The command `allaboard`: one module a group of commands. What they do is done elsewhere; here it is asked for and shown."""

from __future__ import annotations

from allaboard.cli.app import app, main

__all__ = ["app", "main"]
