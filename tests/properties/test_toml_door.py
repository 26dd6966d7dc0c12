"""The TOML door: an edition and its board that were changed in odd ways are refused in our own words, or can be dealt and drawn."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

import pytest

from allaboard import Edition, EditionError, Game
from allaboard.actions import action_space
from allaboard.editions import load_text
from allaboard.notation import parse, texts
from fuzzing import in_time
from mutants import mutated_board

CASES: Final = 400
MANY: Final = 100_000
DEALT: Final = 20
"""One of so many boards that can be played is: making the tables of its rules takes far longer than reading it."""


def read(body: dict[str, Any]) -> Edition | EditionError:
    """The edition that two texts make, or what is wrong with it, in words that are short and can be printed."""
    with in_time():
        try:
            return load_text(body["edition"], lambda name: body["board"])
        except EditionError as error:
            assert error.faults
            assert len(str(error)) < 50_000
            assert all(line.isprintable() for line in str(error).split("\n"))
            return error


def set_up(edition: Edition) -> None:
    """Every number of players can be dealt, and what the notation writes is read back."""
    actions = action_space(edition)
    assert all(actions.number(parse(edition, words, exact=True)) == number for number, words in texts(actions).items())
    for players in range(edition.min_players, edition.max_players + 1):
        game = Game(edition, players, seed=1)
        assert all(game.legal_actions(seat) for seat in game.acting)


def fuzz(cases: int, seed: str) -> None:
    chance, seen = random.Random(seed), Counter[str]()
    while sum(seen.values()) < cases:
        body = mutated_board(chance)
        if not isinstance(body["edition"], str) or not isinstance(body["board"], str):
            continue  # no texts: these are for the HTTP door
        made = read(body)
        seen["refused" if isinstance(made, EditionError) else "read"] += 1
        if isinstance(made, Edition) and seen["read"] % DEALT == 1:
            set_up(made)
    assert min(seen["refused"], seen["read"]) > cases // 10


def test_odd_boards_get_our_own_errors() -> None:
    """Boards: refused in words and in time, or taken and dealt."""
    fuzz(CASES, "short")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_many_odd_boards_get_our_own_errors(part: int) -> None:
    """The same, a hundred thousand times."""
    fuzz(MANY // 8, f"long {part}")
