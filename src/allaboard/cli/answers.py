"""What a command answers where nothing is drawn: JSON on standard output, complaints on standard error. Light enough for every start."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from typing import Final, TextIO

__all__ = ["Failure", "answering", "complain", "print_json"]

_answers: Final[ContextVar[TextIO | None]] = ContextVar("answers", default=None)
"""Where JSON goes while everything else that is printed goes to standard error."""


class Failure(Exception):  # noqa: N818 - not the program's error
    """Something that was asked for correctly and could not be done; its text is the one line that the user sees."""


def complain(message: str, code: int) -> int:
    """Say in one line what went wrong; gives the exit code back."""
    from allaboard.editions.texts import printable

    print(f"allaboard: {printable(message)}", file=sys.stderr)
    return code


@contextmanager
def answering(*, as_json: bool) -> Iterator[None]:
    """Keep standard output for the answer of a command that prints JSON: what a bot prints meanwhile goes to standard error."""
    if not as_json:
        yield
        return
    kept = _answers.set(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _answers.reset(kept)


def print_json(data: object) -> None:
    """One object on standard output; what cannot be printed is escaped as JSON does it."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    print("".join(sign if sign.isprintable() or sign == "\n" else _escaped(sign) for sign in text), file=_answers.get())


def _escaped(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
