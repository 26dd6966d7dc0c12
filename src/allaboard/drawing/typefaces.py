"""The two typefaces of the boards: measured for the layout, embedded in SVG, named to the rasteriser.

Limelight sets titles, Cabin Condensed everything else. Both are under the SIL Open Font License; the texts stand beside the files.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["DISPLAY", "MEDIUM", "NAMES", "Face", "embedded", "fitting", "font_files", "text_width"]

_FOLDER = Path(__file__).parent / "fonts"


@dataclass(frozen=True, slots=True)
class Face:
    """One weight of a typeface; only an `extended` one has letters beyond Latin-1, in a second file."""

    family: str
    weight: int
    stem: str
    extended: bool = False


DISPLAY = Face("Limelight", 400, "limelight-400")
NAMES = Face("Cabin Condensed", 700, "cabin-condensed-700", extended=True)
# A family of its own: that is how the font file names itself, and rasterisers go by the file.
MEDIUM = Face("Cabin Condensed Medium", 500, "cabin-condensed-500")


@cache
def _advances() -> dict[str, dict[str, int]]:
    table: dict[str, dict[str, int]] = json.loads((_FOLDER / "advances.json").read_text(encoding="utf-8"))
    return table


def text_width(text: str, size: float, face: Face = NAMES, spacing: float = 0.0) -> float:
    """Width of a line of text in units, from the font's own advance widths."""
    widths = _advances()[face.family]
    return sum(widths.get(letter, 600) for letter in text) * size / 1000 + spacing * len(text)


def fitting(face: Face, text: str) -> Face:
    """The face itself, or that of the names when the text has letters that only it can set."""
    return NAMES if _beyond(text) and not face.extended else face


def _beyond(text: str) -> bool:
    return any(0x100 <= ord(letter) < 0x2000 for letter in text)


def embedded(faces: Iterable[Face], text: str) -> str:
    """CSS that carries the faces inside the document; letters beyond Latin-1 are added only when `text` has some."""
    return "".join(_rule(face, extended) for face in faces for extended in ((False, True) if _beyond(text) and face.extended else (False,)))


@cache
def _rule(face: Face, extended: bool) -> str:
    name = f"{face.stem}-latin-ext.woff2" if extended else f"{face.stem}-latin.woff2"
    data = base64.b64encode((_FOLDER / name).read_bytes()).decode("ascii")
    reach = "unicode-range:U+0100-1FFF;" if extended else ""
    return (
        f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};{reach}src:url(data:font/woff2;base64,{data}) format('woff2')}}"
    )


def font_files() -> list[Path]:
    """The same faces as TrueType files."""
    return sorted(_FOLDER.glob("*.ttf"))
