"""Why an option was better: told for certain, and by other worlds than those that picked what to tell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from allaboard import Position
from allaboard.bots.search.worlds import NOTHING
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.records import States
from allaboard.observation import Observation
from allaboard.review.futures import Futures, Line
from allaboard.review.reasons import reasons_for
from allaboard.review.results import Reason

pytestmark = pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")

TICKET = "Lower East Side–Wall Street"


def last_turn() -> Observation:
    """The last turn of a game of New York, in which one claim makes a ticket."""
    return (
        Position("new-york", 2).hand(0, pink=1).claimed(0, "Lower East Side–Chinatown").tickets(0, TICKET)
        .pieces(0, 2).claimed(1, "Lincoln Center–Midtown West", "Gramercy Park–East Village").turn(0)
        .market("blue", "green", "black", "orange", "blue").game(seed=1).observe(0)
    )  # fmt: skip


def lines(observation: Observation) -> list[Line]:
    texts = ("draw deck", "claim Chinatown–Wall Street/pink with 1 pink")
    return [(observation.legal_ids[observation.legal_texts.index(text)], NOTHING) for text in texts]


class Contradicting(Futures):
    """Futures whose every second world says the opposite."""

    def play_ends(self, lines: Sequence[Line], worlds: int, first: int = 0) -> States:
        places = np.arange(2 * worlds).reshape(-1, 2)
        places[1::2] = places[1::2, ::-1].copy()
        return super().play_ends(lines, worlds, first)[places.ravel()]


def test_what_becomes_of_a_ticket_is_told() -> None:
    observation = last_turn()
    assert Reason("ticket", TICKET, 0.0, 1.0) in reasons_for(observation, Futures(observation, 1, 0), lines(observation))


def test_two_lines_that_are_the_same_differ_by_nothing() -> None:
    observation = last_turn()
    assert reasons_for(observation, Futures(observation, 1, 0), [lines(observation)[0]] * 2) == ()


def test_what_other_worlds_do_not_confirm_is_not_told() -> None:
    """However large it is in the worlds that picked it."""
    observation = last_turn()
    assert reasons_for(observation, Contradicting(observation, 1, 0), lines(observation)) == ()
