"""Pictures in files: PNG of the size asked for, SVG as it is."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from allaboard.drawing import draw_board, geometry, rasterise, save
from allaboard.drawing.typefaces import NAMES, embedded, font_files, text_width
from allaboard.editions import Edition, get_edition


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_png_has_the_width_asked_for() -> None:
    """The height follows from the board's own proportions."""
    london = get_edition("london")
    _, _, width, height = geometry(london).view
    assert size_of(rasterise(draw_board(london), 400)) == (400, round(400 * height / width))


def test_names_are_set_in_our_typefaces(own_board: Callable[..., Edition]) -> None:
    """Without its names the picture is another one: the rasteriser has found the fonts."""
    svg = draw_board(own_board(), theme="night")
    start, end = svg.index('<g class="names">'), svg.rindex("</svg>")
    assert rasterise(svg, 300) != rasterise(svg[:start] + svg[end:], 300)


def test_narrow_pictures_drop_fine_lines() -> None:
    """The rule for small screens holds for small pictures too: symbols grow and bevels go."""
    svg = draw_board(get_edition("new-york"))
    without = svg.replace("display:none", "opacity:1")
    assert rasterise(svg, 300) != rasterise(without, 300)
    assert rasterise(svg, 601) == rasterise(without, 601)


def test_save(tmp_path: Path) -> None:
    """The ending of the name says what is written."""
    svg = draw_board(get_edition("london"))
    assert save(svg, tmp_path / "board.svg").read_text("utf-8") == svg
    assert size_of(save(svg, str(tmp_path / "board.PNG"), width=200).read_bytes())[0] == 200
    with pytest.raises(ValueError, match=r"'board\.gif' names no kind of picture; allowed: \.svg, \.png"):
        save(svg, tmp_path / "board.gif")


def test_no_picture_without_width() -> None:
    """A width below one pixel is refused."""
    with pytest.raises(ValueError, match="0 pixels wide"):
        rasterise(draw_board(get_edition("london")), 0)


def test_typefaces() -> None:
    """Text is measured letter by letter, fonts are embedded once, and rare letters come only when needed."""
    assert text_width("nn", 10) == 2 * text_width("n", 10)
    assert text_width("n", 20, spacing=3) == text_width("n", 20) + 3
    assert embedded([NAMES], "Montréal").count("@font-face") == 1
    assert embedded([NAMES], "Łódź").count("@font-face") == 2
    assert len(font_files()) == 4
