"""The compiled engine plays by RULES.md: in every game, at every step, it agrees with a reference engine written from that page alone."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from allaboard.editions import get_edition as find_edition
from allaboard.engine.jit import INTERPRETED
from builders import TABLES
from games import every_table
from reference import rules, scoring
from reference.boards import SHAPES, small_board
from reference.lockstep import TASTES, Lockstep
from reference.table import OVER

GOLDEN: Final = Path(__file__).parents[1] / "golden"

CORNERS: Final = (
    "a district scores",
    "a ferry is claimed",
    "a ferry is claimed with wilds to spare",
    "a ferry is out of reach for want of wilds",
    "a route is too long for the pieces left",
    "a route lies beside an own one",
    "a row that stayed is cleared after all: claim",
    "a row that stayed is cleared after all: draw deck",
    "a single ticket is left and drawn",
    "a ticket given back is drawn again",
    "a ticket is complete",
    "a tie is broken by the longest path",
    "a tie is broken by tickets",
    "a total is negative",
    "a twin is closed to others",
    "a wild comes blind as the first card",
    "a wild is taken while there is nothing but wilds face up",
    "an attraction scores",
    "both routes of a double route are claimed",
    "fewer tickets are left than are drawn",
    "fewer tickets are left than must be kept",
    "no card can be drawn",
    "no ticket can be drawn",
    "nobody can act",
    "nobody has claimed a route",
    "nothing is left for the second card",
    "nothing is left for the second card, but wilds",
    "one single action is possible",
    "several gaps are filled at once",
    "skipped",
    "skipped in the final round",
    "somebody claims in the final round and is low as well",
    "the discard pile becomes the deck",
    "the final round ends",
    "the longest path is not all that the player owns",
    "the longest path is tied",
    "the row has gaps",
    "the row is cleared",
    "the row is cleared again and again",
    "the row is cleared at set-up",
    "the row stays: it would only change places with the deck",
    "the row stays: too few cards that are not wild",
    "the victory is shared",
    "tickets are drawn and drawn again in one offer",
    "tickets are given back in another order than drawn",
    "tickets of the set-up given back: bottom",
    "tickets of the set-up given back: out",
    "tickets of the set-up given back: shuffled",
)
"""Corners of the rules that the games on small boards must come to, or they prove nothing about them."""

RARE: Final = ("a row that stayed is cleared after all: take", "a tie is broken, and still shared")
"""Corners that only many games come to."""


def play_small_boards(folder: Path, boards: range, wrong_tries: int = 1) -> Counter[str]:
    """Play four games on each of so many boards of every shape, players and tastes in turn; returns the corners met."""
    met: Counter[str] = Counter()
    for shape in SHAPES:
        for seed in boards:
            edition = small_board(folder, shape, seed)
            for number in range(4):
                players, taste = 2 + number % (edition.max_players - 1), list(TASTES)[(seed + number) % len(TASTES)]
                scores = 1.0 if shape == "level" else 0.2
                Lockstep(edition, players, 4 * seed + number, taste, met=met, scores=scores).play(wrong_tries)
    return met


@every_table
def test_editions(edition: str, players: int) -> None:
    """A game of every edition with every number of players."""
    large = find_edition(edition).pieces > 30
    tastes = ("any", "routes") if large else tuple(TASTES)
    Lockstep(find_edition(edition), players, 12, tastes[TABLES.index((edition, players)) % len(tastes)]).play()


def test_small_boards(tmp_path: Path) -> None:
    """Games on small boards come to every corner of the rules, and both engines leave it in the same way."""
    met = play_small_boards(tmp_path, range(1 if INTERPRETED else 5))
    assert INTERPRETED or [corner for corner in CORNERS if not met[corner]] == []


@pytest.mark.parametrize("name", [f"{edition}-{players}" for edition, players in TABLES])
def test_golden_games(name: str) -> None:
    """The reference alone, given nothing but a saved game, comes to the result that stands in it."""
    saved = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    table = rules.set_up(
        find_edition(saved["edition"]), saved["players"], saved["start"], saved["deal"]["cards"] + saved["deal"]["tickets"]
    )
    for line in saved["log"]:
        rules.apply(table, line["seat"], line["action"], line["outcome"])
    sheets = scoring.score(table)
    assert table.phase == OVER
    assert saved["result"]["totals"] == [sheet.total for sheet in sheets]
    assert saved["result"]["winners"] == list(scoring.winners(table, sheets)[0])
    for told, sheet in zip(saved["result"]["sheets"], sheets, strict=True):
        assert {ticket["ticket"]: ticket["points"] for ticket in told["tickets"]} == sheet.tickets
        assert (told["routes"], told["longest_path_points"]) == (sheet.routes, sheet.longest_path_points)
        assert (set(told["attractions"]), set(told["districts"])) == (sheet.attractions, sheet.districts)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_many_games_of_editions(edition: str, players: int) -> None:
    """Many games of every edition with every number of players and every taste."""
    for seed in range(1000, 1000 + (10 if find_edition(edition).pieces < 30 else 4)):
        for taste in TASTES:
            Lockstep(find_edition(edition), players, seed, taste).play(wrong_tries=2)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1160, 40))
def test_many_small_boards(tmp_path: Path, first: int) -> None:
    """More than a thousand games on small boards come to every corner, the rare ones included."""
    met = play_small_boards(tmp_path, range(first, first + 40), wrong_tries=2)
    assert [corner for corner in (*CORNERS, *RARE) if not met[corner]] == []
