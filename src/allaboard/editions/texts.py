"""Text that strangers wrote: whether it can be shown as it stands, and how it is shown where it cannot.

A title may hold an escape sequence that repaints a terminal, a sign that turns the line around, or a hundred thousand letters.
"""

from __future__ import annotations

from typing import Final

__all__ = ["printable", "shortened"]

LONGEST_SHOWN: Final = 60


def printable(text: str, keep: str = "") -> str:
    r"""The text on one line, with what cannot be printed (control and format signs, lone surrogates) as its escape; `keep` stays.

    >>> printable("Red\x1b[31m\nalert")
    'Red\\x1b[31m\\nalert'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in keep else sign.encode("unicode_escape").decode() for sign in text)


def shortened(text: str, longest: int = LONGEST_SHOWN) -> str:
    """The text, or its beginning and three dots where it is long."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
