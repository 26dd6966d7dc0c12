"""Posters and link previews: what they say, where it fits, and that long or foreign names are cut and set rather than spilt."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from allaboard.drawing.poster import POSTER, PREVIEW, Standing, draw_poster, draw_preview
from allaboard.drawing.raster import rasterise, reduced
from allaboard.drawing.svg import escaped, quoted
from allaboard.drawing.typefaces import GOTHIC, cut_to, foreign, settable, text_width, wrapped
from allaboard.editions import Edition, get_edition

MOVES = ("Sault St. Marie – Winnipeg", "Draw from the deck", "Keep " + "Los Angeles – New York City, " * 4)
NAMES = ("Robin", "Wilhelmina von und zu Hohenstein-Langenburg", "Łukasz", "Old Conductor", "<&\"'>")
LINE = "North America by rail, 16 November 2026, 41 minutes"


def standings(players: int) -> list[Standing]:
    return [Standing(seat, NAMES[seat], seat + 1, 140 - 37 * seat, "longest path of 33 trains" * (seat == 0)) for seat in range(players)]


def texts(svg: str) -> list[tuple[str, float, float, float, str]]:
    """Every line of the sheet, but for those of the board: words, x, baseline, size and anchor."""
    root = ElementTree.fromstring(svg)
    return [
        (line.text or "", float(line.attrib["x"]), float(line.attrib["y"]), float(line.attrib["font-size"]), line.attrib["text-anchor"])
        for line in root.findall("{http://www.w3.org/2000/svg}text")
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_words_stay_inside_the_picture(built_in: Edition, players: int) -> None:
    """Nothing within 24 pixels of an edge, with the longest names, for every board and number of players."""
    ranked = standings(players)
    caption = f"{built_in.title}, 30 September 2026"
    poster = draw_poster(built_in, ranked, LINE, owners={0: 0}, path=[0])
    preview = draw_preview(built_in, f"{NAMES[1]} and {NAMES[2]} arrive first", ranked, caption, "Watch the game, or play your own.")
    for drawn, (width, height) in ((poster, POSTER), (preview, PREVIEW)):
        lines = texts(drawn)
        assert len(lines) > 2 * players
        for words, x, y, size, anchor in lines:
            wide = text_width(words, size, GOTHIC)
            left = x - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
            assert left >= 24 and left + wide <= width - 24, words
            assert y - 0.75 * size >= 24 and y <= height - 24, words


def test_no_two_lines_of_the_standings_meet() -> None:
    rows = sorted(y for words, _, y, _, anchor in texts(draw_preview(get_edition("usa"), "x", standings(5), "c", "d")) if anchor == "end")
    assert len(rows) == 5
    assert min(later - sooner for sooner, later in pairwise(rows)) >= 40


def test_the_longest_path_lies_on_one_band(built_in: Edition) -> None:
    plain = draw_poster(built_in, standings(2), LINE, owners={0: 0, 1: 0})
    banded = draw_poster(built_in, standings(2), LINE, owners={0: 0, 1: 0}, path=[0, 1])
    assert 'class="band"' not in plain
    assert banded.count('class="band"') == 2  # the band and its keyline
    [course] = set(re.findall(r'<path d="([^"]*)" class="band"', banded))
    assert course.count("M") == 2


def test_a_preview_has_no_names_of_locations() -> None:
    """They would be too small to read."""
    edition = get_edition("usa")
    assert ">Denver<" in draw_poster(edition, standings(2), LINE, owners={})
    assert ">Denver<" not in draw_preview(edition, "x", (), "c", "d")


def test_a_board_of_ones_own_has_a_poster(own_board: Callable[..., Edition]) -> None:
    drawn = draw_poster(own_board(), standings(5), LINE, owners={0: 4})
    assert rasterise(drawn, 400).startswith(b"\x89PNG")
    assert "@font-face" in drawn
    assert "http" not in drawn.replace("http://www.w3.org/", "")


def test_pictures_of_256_colours_are_a_third_of_the_size() -> None:
    png = rasterise(draw_preview(get_edition("new-york"), "x", standings(2), "c", "d"), 600)
    small = reduced(png)
    assert small[25] == 3  # the colour type of a palette
    assert len(small) < len(png) / 2


def test_texts_are_broken_between_words_and_cut_where_that_is_not_enough() -> None:
    assert wrapped("one two three", text_width("one two", 10), 10) == ["one two", "three"]
    assert cut_to("Wilhelmina", text_width("Wilhelm", 10), 10).endswith("…")
    assert text_width(cut_to("Wilhelmina", 30, 10), 10) <= 30
    assert [foreign(name) for name in ("Łukasz", "Ирина", "花子")] == [False, True, True]
    assert text_width("花", 10) == 10


@pytest.mark.parametrize("edition", ["new-york", "london", "usa"])
def test_a_name_of_24_letters_is_set_smaller_before_it_is_cut(edition: str) -> None:
    name = "Wilhelmina von Hohenstei"
    ranked = [Standing(0, name, 1, -8, "longest path of 33 trains"), *standings(5)[1:]]
    poster = draw_poster(get_edition(edition), ranked, LINE, owners={})
    for drawn in (poster, draw_preview(get_edition(edition), "x", ranked, "c", "d")):
        told = {words for words, *_ in texts(drawn)}
        assert name in told
        assert "–8" in told, "with a dash as long as a minus"
    assert "first, longest path of 33 trains" in {words for words, *_ in texts(poster)}


def test_names_are_told_without_pictographs_and_cut_in_the_direction_of_their_letters() -> None:
    """No face of a picture has pictographs; the dots of a name that is written from right to left stand at its left."""
    assert [settable(name) for name in ("🚂 Ada 🎉👩🏽\u200d🚀 King", "Łukasz", "🚂🚃", "花子")] == ["Ada King", "Łukasz", "🚂🚃", "花子"]
    assert cut_to("אברהם בן יצחק", 60, 20).endswith("…\u200f")
    assert text_width("א\u200f", 10) == text_width("א", 10)
    drawn = draw_preview(get_edition("usa"), "🎩 Ada arrives first", [Standing(0, "🚂 Ada", 1, 3)], "c", "d")
    assert not {"🚂", "🎩"} & set("".join(words for words, *_ in texts(drawn)))


def test_moves_are_set_smaller_before_they_are_cut() -> None:
    """A card of a position: each move with its chance behind it; only what is far too long ends in dots."""
    moves = [Standing(0, words, place, 0, figure=f"{50 - place} ± 2") for place, words in enumerate(MOVES, start=1)]
    drawn = draw_preview(get_edition("usa"), "What first?", moves, "North America, 3 players", "Chances to win.", owners={0: 1})
    told = ["".join(element.itertext()) for element in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert {"49 ± 2", "48 ± 2", "47 ± 2", MOVES[0], MOVES[1]} <= set(told)
    assert MOVES[2] not in told
    assert any(text.startswith("Keep Los Angeles") and text.endswith("…") for text in told)


def test_a_picture_is_sound_whatever_the_names_hold() -> None:
    """No XML holds control characters or halves of surrogate pairs, not even escaped; what may stand there stays as it is."""
    names = ("A\x1b[2J", "\ud800\x00\ufffe", "Zoë\u00a0\u202f🚂")
    standing = [Standing(seat, name, seat + 1, 100 - seat, "") for seat, name in enumerate(names)]
    usa = get_edition("usa")
    for drawn in (draw_poster(usa, standing, LINE, owners={}, path=[]), draw_preview(usa, names[0], standing, names[1], names[2])):
        drawn.encode()
        words = " ".join(text for text, *_ in texts(drawn))
        assert "A\ufffd[2J" in words
        assert "Zoë" in words
    assert escaped(names[2]) == names[2]
    assert ElementTree.fromstring(f"<a b={quoted(names[1])}/>").attrib["b"] == "\ufffd" * 3
