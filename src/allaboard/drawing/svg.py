"""Writing SVG: numbers, text that is safe inside XML, and the few element forms that all modules share.

What is drawn, and with which ink, is for the modules that call it.
"""

from __future__ import annotations

import re
from typing import Final
from xml.sax.saxutils import escape, quoteattr

__all__ = ["escaped", "number", "place", "quoted", "rectangle", "text"]

NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Control characters and halves of surrogate pairs: no XML holds them, escaped or not."""


def number(value: float) -> str:
    """A number as SVG likes it: at most two decimals, no trailing zero, no minus zero."""
    digits = f"{value:.2f}".rstrip("0").removesuffix(".")
    return "0" if digits == "-0" else digits


def place(x: float, y: float, angle: float = 0.0, scale: str = "") -> str:
    """A transform attribute that moves, then turns, then scales."""
    turn = f"rotate({number(angle)})" if angle else ""
    return f'transform="translate({number(x)} {number(y)}){turn}{scale}"'


def rectangle(width: float, height: float, radius: float = 0.0, *, x: float | None = None, y: float | None = None, more: str = "") -> str:
    """A rectangle; centred on the origin unless its left upper corner is given."""
    left, top = -width / 2 if x is None else x, -height / 2 if y is None else y
    corners = f'rx="{number(radius)}" ' if radius else ""
    return f'<rect x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}" {corners}{more}/>'


def text(words: str, x: float, y: float, size: float, style: str, *, anchor: str = "middle", more: str = "") -> str:
    """One line of text in a style of the sheet; the words may hold any characters."""
    return (
        f'<text x="{number(x)}" y="{number(y)}" class="{style}" font-size="{number(size)}" '
        f'text-anchor="{anchor}"{" " if more else ""}{more}>{escaped(words)}</text>'
    )


def escaped(value: str) -> str:
    """A text as the content of an element."""
    return escape(_legal(value))


def quoted(value: str) -> str:
    """A text as an attribute value, quotes included."""
    return quoteattr(_legal(value))


def _legal(value: str) -> str:
    """The text with the replacement character for what XML cannot hold."""
    return NOT_IN_XML.sub("\ufffd", value)
