"""The typefaces of boards and posters: measured for the layout, embedded in SVG, named to the rasteriser.

Limelight sets titles, League Gothic names and points on posters, Cabin Condensed everything else. All are under the SIL Open Font License;
the texts stand beside the files.
"""

from __future__ import annotations

import base64
import json
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = [
    "DISPLAY",
    "GOTHIC",
    "MEDIUM",
    "NAMES",
    "Face",
    "cut_to",
    "embedded",
    "fitting",
    "font_files",
    "foreign",
    "settable",
    "text_width",
    "wrapped",
]

RIGHT_TO_LEFT = "\u200f"
JOINTS = "\u200d\ufe0e\ufe0f\u20e3"
"""What joins pictographs, or says how one looks."""
_FOLDER = Path(__file__).parent / "fonts"


@dataclass(frozen=True, slots=True)
class Face:
    """One weight of a typeface; only an `extended` one has letters beyond Latin-1, in a second file."""

    family: str
    weight: int
    stem: str
    extended: bool = False


DISPLAY = Face("Limelight", 400, "limelight-400")
GOTHIC = Face("League Gothic", 400, "league-gothic-400", extended=True)
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
    return sum(widths.get(letter) or _unknown(letter) for letter in text) * size / 1000 + spacing * len(text)


def _unknown(letter: str) -> int:
    """The advance of a letter that another face will set: those of East Asia are as wide as they are high."""
    if letter == RIGHT_TO_LEFT:
        return 0
    return 1000 if unicodedata.east_asian_width(letter) in "WF" else 600


def cut_to(text: str, width: float, size: float, face: Face = NAMES) -> str:
    """The text, or as much of its beginning as fits into a width, with an ellipsis."""
    if text_width(text, size, face) <= width:
        return text
    while text and text_width(f"{text}…", size, face) > width:
        text = text[:-1]
    # an ellipsis takes the direction of the line, unless a mark tells it that of the words
    return f"{text.rstrip()}…{RIGHT_TO_LEFT if _leftward(text) else ''}"


def _leftward(text: str) -> bool:
    """Whether a text is written from right to left: its first letter says so."""
    return next((kind for kind in map(unicodedata.bidirectional, text) if kind in {"L", "R", "AL"}), "L") != "L"


def settable(text: str) -> str:
    """The text without pictographs, which rasterisers have no face for; a text of nothing else stays as it is."""
    plain = "".join(letter for letter in text if unicodedata.category(letter) not in {"So", "Sk", "Cs"} and letter not in JOINTS)
    return " ".join(plain.split()) or text


def wrapped(text: str, width: float, size: float, face: Face = NAMES) -> list[str]:
    """The text in lines no wider than that, broken between words; a word that is wider by itself is cut."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, face) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(cut_to(word, width, size, face))
    return lines


def foreign(text: str) -> bool:
    """Whether a text has letters that none of the faces can set."""
    return any(letter not in _advances()[NAMES.family] for letter in set(text) if letter.isprintable())


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
