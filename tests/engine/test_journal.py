"""The journal: what chance gave is recorded and replayed, and what happened is told as long as there is room."""

from __future__ import annotations

import numpy as np
import pytest

from allaboard import Game
from allaboard.actions import action_space
from allaboard.editions import get_edition
from allaboard.engine.entry import begin, new_states, step
from allaboard.engine.journal import (
    CURSOR,
    DREW,
    END,
    FIRST,
    FULL,
    MODE,
    REPLAYING,
    TORN,
    add,
    new_journal,
    no_journal,
    noted,
    replaying_journal,
    tell,
)
from games import states_of


def test_a_journal_gives_back_what_it_recorded() -> None:
    """Recording changes nothing; replaying gives the recorded outcomes whatever was drawn."""
    written = new_journal(8)
    assert [noted(written, outcome) for outcome in (5, 6, 7)] == [5, 6, 7]
    written.chance[MODE], written.chance[CURSOR] = REPLAYING, FIRST
    assert [noted(written, 0) for _ in range(3)] == [5, 6, 7]
    assert noted(no_journal(), 9) == 9


def test_a_journal_that_is_too_short_says_so() -> None:
    """A recording that runs out of room goes on without it; a replay that does is torn, and stays so."""
    written = new_journal(FIRST + 1)
    assert [noted(written, outcome) for outcome in (5, 6, 7)] == [5, 6, 7]
    assert written.chance[MODE] == FULL
    written.chance[MODE], written.chance[CURSOR] = REPLAYING, FIRST
    assert [noted(written, outcome) for outcome in (1, 2, 3)] == [5, 2, 3]
    assert written.chance[MODE] == TORN


def test_events_are_told_while_there_is_room() -> None:
    """An event is its code, its seat, how many values it has, and these; what finds no room leaves the end beyond it."""
    written = new_journal(2)
    assert len(written.events) == FIRST + 8
    for value in (7, 8):
        tell(written, DREW, value)
        add(written, value)
    assert written.events[FIRST:].tolist() == [DREW, 7, 1, 7, DREW, 8, 1, 8]
    assert written.events[END] == len(written.events)
    add(written, 9)
    assert written.events[END] > len(written.events)
    silent = no_journal()
    tell(silent, DREW, 1)
    add(silent, 1)
    assert silent.events.tolist() == [0, 0]


@pytest.mark.parametrize("spoilt", ["card", "wild too many", "market", "ticket", "ticket twice", "short"])
def test_a_deal_that_cannot_be_is_torn(spoilt: str) -> None:
    """A replayed deal names cards and tickets that are there to be drawn, or it is refused."""
    edition = get_edition("new-york")
    deal = list(Game(edition, 2, 1).deal)
    match spoilt:
        case "card":
            deal[0] = 99
        case "wild too many":
            deal[:9] = [0] * 9
        case "market":
            deal[6] = -1
        case "ticket":
            deal[-1] = len(edition.tickets)
        case "ticket twice":
            deal[-1] = deal[-2]
        case "short":
            deal.pop()
    written = replaying_journal(tuple(deal))
    begin(action_space(edition).boards, new_states(), 2, 0, np.zeros(4, dtype=np.uint64), written)
    assert written.chance[MODE] == TORN
    with pytest.raises(ValueError, match="cannot have happened"):
        Game(edition, 2, 1, deal=tuple(deal))


def test_the_shuffle_of_tickets_given_back_is_replayed_too() -> None:
    """R-SETUP-4 in usa: the journal names the shuffled tickets, and no others."""
    game = Game("usa", 2, 3, 0)
    actions = game.actions
    for seat in range(2):
        game.play(game.observe(seat).legal_ids[0], seat)
    shuffled = game.log[-1].outcome
    assert sorted(shuffled) == sorted(game.state.queue[: game.state.queue_size])
    other = game.at(1)
    written = replaying_journal(tuple(reversed(shuffled)))
    states = states_of(other)
    assert step(actions.boards, states, 1, game.log[-1].action, written) == 0
    assert list(states[0].queue[: len(shuffled)]) == list(reversed(shuffled))
    written = replaying_journal((*shuffled[:-1], shuffled[0]))
    step(actions.boards, states_of(other), 1, game.log[-1].action, written)
    assert written.chance[MODE] == TORN
