"""From SVG to PNG, and into files. The drawing itself is made elsewhere."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Final

from PIL import Image
from resvg_py import svg_to_bytes

from allaboard.drawing.typefaces import font_files, foreign

__all__ = ["rasterise", "reduced", "save"]

# What the drawing's style sheet keeps for screens narrower than this; the rasteriser knows no media queries.
_NARROW = 600
COLOURS: Final = 256
_MEDIA = re.compile(r"@media\(max-width:600px\)\{((?:[^{}]*\{[^{}]*\})*)\}")
_FONT_FACE = re.compile(r"@font-face\{[^}]*\}")


def rasterise(svg: str, width: int) -> bytes:
    """A drawing as PNG, `width` pixels wide, with the package's own fonts; the system's set only letters that those lack."""
    if width < 1:
        raise ValueError(f"a picture {width} pixels wide was asked for; allowed: 1 or more")
    svg = _FONT_FACE.sub("", _MEDIA.sub(r"\1" if width <= _NARROW else "", svg))
    files = [str(path) for path in font_files()]
    return svg_to_bytes(svg_string=svg, width=width, font_files=files, skip_system_fonts=not foreign(svg))


def reduced(png: bytes) -> bytes:
    """The same picture in 256 colours, which is a third of the size and looks no different: boards are painted in few."""
    with Image.open(io.BytesIO(png)) as picture:
        written = io.BytesIO()
        picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()


def save(svg: str, path: str | Path, width: int = 1600) -> Path:
    """Write a drawing to a file: as it is when the name ends in .svg, `width` pixels wide when it ends in .png."""
    path = Path(path)
    match path.suffix.lower():
        case ".svg":
            path.write_text(svg, encoding="utf-8")
        case ".png":
            path.write_bytes(rasterise(svg, width))
        case _:
            raise ValueError(f"'{path.name}' names no kind of picture; allowed: .svg, .png")
    return path
