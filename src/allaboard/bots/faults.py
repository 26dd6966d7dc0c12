"""Where a bot's own code went wrong: the innermost line of a traceback that its author wrote."""

from __future__ import annotations

import inspect
import sysconfig
import traceback
from pathlib import Path
from typing import Final

__all__ = ["CODE_FAILURES", "beginning_of", "error_summary", "own_line", "somebodys"]

OURS: Final = Path(__file__).parents[1]
PYTHON: Final = Path(sysconfig.get_path("stdlib"))
INSTALLED: Final = ("site-packages", "dist-packages")
CODE_FAILURES: Final = (Exception, SystemExit)
"""How anybody's code may fail: in any way. What calls `exit()` must not end our command without a word; Ctrl-C is nobody's fault."""


def error_summary(error: BaseException) -> str:
    """Return what went wrong in somebody's code, and where: `KeyError: 'boots' (clumsy.py:7 in choose)`."""
    said = error.msg if isinstance(error, SyntaxError) else error  # its own text names the file once more
    return f"{type(error).__name__}: {said} ({own_line(error)})"


def own_line(error: BaseException, bot: object = None, method: str = "") -> str:
    """Return `file:line in function` of the innermost line that the bot's author wrote; of ours, where the bot is one of ours.

    What is called first outside of this package is the bot; its code is what lies in the same folder or below. What is no Python was never
    called: it says itself where. Where a method of the bot was called and could not even begin, it is the line where that begins.
    """
    if isinstance(error, SyntaxError) and error.filename and somebodys(Path(error.filename)):
        return f"{shown(error.filename)}:{error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    others = [frame for frame in frames if somebodys(Path(frame.filename))]
    if others:
        home = Path(others[0].filename).parent
        frames = traceback.StackSummary.from_list([frame for frame in others if _lies_in(Path(frame.filename), home)])
    elif method and not _ours(bot := _within(bot)) and (begins := beginning_of(bot, method)):
        return begins
    return f"{shown(frames[-1].filename)}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""


def beginning_of(bot: object, method: str) -> str:
    """Return `file:line in method` where a bot's method begins; nothing where that is not known."""
    try:
        code = inspect.unwrap(getattr(type(_within(bot)), method)).__code__
    except (AttributeError, ValueError):
        return ""
    return f"{shown(code.co_filename)}:{code.co_firstlineno} in {method}"


def shown(file: str) -> str:
    """Return a file as a person in this folder would name it."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def _within(bot: object) -> object:
    """Return the bot that one of ours times or doubts; any other is itself."""
    while _ours(bot) and hasattr(bot, "bot"):
        bot = bot.bot
    return bot


def _ours(bot: object) -> bool:
    return type(bot).__module__.startswith("allaboard.")


def somebodys(path: Path) -> bool:
    """Return whether a file is neither ours nor Python's own."""
    return path.is_absolute() and not path.is_relative_to(OURS) and not _lies_in(path, PYTHON)


def _lies_in(path: Path, folder: Path) -> bool:
    return path.is_relative_to(folder) and not any(name in path.relative_to(folder).parts for name in INSTALLED)
