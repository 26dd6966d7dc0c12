"""What the search believes of rivals' tickets: claims tell, nothing else does, and no world contradicts what the seat knows."""

from __future__ import annotations

import numpy as np
import pytest

from allaboard import Game, Position
from allaboard.bots.search.beliefs import ticket_odds
from allaboard.bots.search.workspace import SLOTS, WORLD
from allaboard.bots.search.worlds import dealt
from allaboard.editions.bounds import MAX_PLAYERS, MAX_TICKETS
from allaboard.engine.entry import new_states, redacted
from allaboard.observation import Observation


def odds_of(observation: Observation) -> np.ndarray:
    """Log-odds by seat and ticket, as a seat may believe."""
    odds = np.zeros((MAX_PLAYERS, MAX_TICKETS))
    ticket_odds(observation.actions.boards, observation.states, observation.seat, odds)
    return odds


def believed(game: Game, ticket: str, worlds: int) -> float:
    """The share of worlds in which seat 1 holds a ticket, as seat 0 deals them."""
    observation, slots = game.observe(0), new_states(SLOTS)
    odds, number = odds_of(observation), observation.actions.ticket_names.index(ticket)
    held = 0
    for world in range(worlds):
        dealt(observation.actions.boards, observation.states, slots, 0, odds, np.array([1, 2, 3, world], dtype=np.uint64))
        held += slots[WORLD].place[number] == 1
    return held / worlds


def test_who_built_the_way_is_believed_to_hold_the_ticket() -> None:
    """Without claims a cheap ticket is with the rival as seldom as any other; with its whole way built, about every second time."""
    idle, busy = (Position("usa", players=2).tickets(0, "Boston–Miami").tickets(1, "Dallas–New York").turn(0) for _ in range(2))
    busy.claimed(1, "Denver–Santa Fe", "El Paso–Santa Fe")
    before, after = (believed(position.game(), "Denver–El Paso", 1000) for position in (idle, busy))
    assert before < 0.1
    assert after > 0.4


@pytest.mark.parametrize("edition", ["usa", "london"])
def test_beliefs_come_from_what_is_public(edition: str) -> None:
    """Two games that a seat cannot tell apart give it the same odds, and dealt worlds look to it as the table does."""
    game = Game(edition, 3, 4)
    for _ in range(60):
        game.play(game.observe(game.acting[0]).legal_ids[0], game.acting[0])
    seat = game.acting[0]
    observation, slots, seen = game.observe(seat), new_states(SLOTS), new_states()
    odds = odds_of(observation)
    for world in range(20):
        dealt(observation.actions.boards, observation.states, slots, seat, odds, np.array([9, 9, 9, world], dtype=np.uint64))
        redacted(observation.actions.boards, slots[WORLD : WORLD + 1], seat, seen)
        assert seen.tobytes() == observation.states.tobytes()
        assert np.array_equal(odds_of(Observation(observation.edition, observation.actions, seen, seat)), odds)
