"""Random games for tests: any edition and number of players, played with a taste for cards, routes or tickets, in as few lines as can be.

Chance alone seldom empties a deck or reaches the tickets given back, so a taste leads a game there.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from allaboard import Edition, Game
from allaboard.engine.entry import new_states, redacted
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.records import CLAIM_ROUTE, DRAW_DECK, DRAW_TICKETS, TAKE_CARD
from builders import TABLES

TASTES: Final = {"any": None, "cards": (12, 1, 1), "routes": (6, 12, 1), "tickets": (2, 1, 6)}
"""How much a player likes to draw cards, to claim a route, to draw tickets; None: every action alike."""

FEW: Final = (("new-york", 2), ("london", 3), ("usa", 2), ("usa-anniversary", 4))
every_table = pytest.mark.parametrize(("edition", "players"), FEW if INTERPRETED else TABLES)
"""Every edition with every number of players; interpreted, every edition once, since a step costs a hundred times more."""

seeds = st.integers(min_value=0, max_value=2**32 - 1)
tastes = st.sampled_from(sorted(TASTES))


def examples(compiled: int, interpreted: int = 1) -> settings:
    """So many examples of a whole game each: fewer where the engine is interpreted."""
    slow_is_fine = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
    return settings(max_examples=interpreted if INTERPRETED else compiled, suppress_health_check=slow_is_fine)


def pick(game: Game, seat: int, chance: random.Random, taste: str = "any") -> int:
    """A legal action of a seat, by its id."""
    numbers = game.observe(seat).legal_ids
    likes = TASTES[taste]
    if likes is None or game.actions.needs_offer(numbers[0]):
        return chance.choice(numbers)
    actions = game.actions
    groups = (
        [number for number in numbers if actions.kinds[number] in (DRAW_DECK, TAKE_CARD)],
        [number for number in numbers if actions.kinds[number] == CLAIM_ROUTE],
        [number for number in numbers if actions.kinds[number] == DRAW_TICKETS],
    )
    return chance.choice(chance.choices(groups, [like if group else 0 for like, group in zip(likes, groups, strict=True)])[0])


def play_on(game: Game, chance: random.Random, taste: str = "any") -> Iterator[Game]:
    """Play to the end; yields the game before the first action and after each."""
    yield game
    while not game.over:
        seat = chance.choice(game.acting)
        game.play(pick(game, seat, chance, taste), seat)
        yield game


def game_at(edition: str | Edition, players: int, seed: int, moment: float = 1.0, taste: str = "any") -> Game:
    """A random game, played for a share of what a game usually takes: 0 is the deal, 1 most likely the end."""
    game, chance = Game(edition, players, seed), random.Random(seed)
    decisions = int(moment * (100 if game.edition.pieces < 30 else 200) * players)
    for n, _ in enumerate(play_on(game, chance, taste)):
        if n == decisions:
            break
    return game


def whole(game: Game) -> tuple[bytes, tuple[object, ...], tuple[object, ...]]:
    """All there is of a game: the state byte for byte, the log and the events."""
    return game.state.tobytes(), tuple(game.log), tuple(game.events)


def as_json(data: Any) -> bytes:
    """Plain data as bytes."""
    return json.dumps(data, ensure_ascii=False, sort_keys=False).encode()


def redacted_states(game: Game, seat: int | None) -> Any:
    """The state as a seat (None: a spectator) may know it, in an array of its own."""
    states = new_states()
    redacted(game.actions.boards, states_of(game), -1 if seat is None else seat, states)
    return states


def states_of(game: Game) -> Any:
    """A copy of the true state, as the array of one record that compiled code takes."""
    states = new_states()
    states[0] = game.state
    return states


def stream_of(seed: int) -> Any:
    """A stream of random numbers for compiled code."""
    return np.random.default_rng(seed).integers(1, 2**63, 4, dtype=np.uint64)


def observers(game: Game) -> tuple[int | None, ...]:
    """Everybody who looks at a game: the seats, and a spectator."""
    return (*range(game.players), None)
