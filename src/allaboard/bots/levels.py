"""Levels for people: easy, normal, hard and expert, each a player with a character of its own.

Weaker levels are the planner with less in sight and simpler habits: they plan for one ticket at a time, overlook what others do, forget
which cards are gone. Nobody makes a silly move on purpose; what a level sees, it plays well. The strongest one thinks for a while.

Each is made to beat the one below it by `STEP`, at every table of every edition: it is seated among copies of the lower one, and with
more than two players its victories are set against those that one of the others has (`step_of`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

import numpy as np

from allaboard.bots.planner.bot import Planner
from allaboard.bots.planner.constants import Changes, Constants, constants_of
from allaboard.bots.search.bot import Search
from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.network import find, join_locations
from allaboard.engine.records import NO_CARD, UNKNOWN, Board, State, States
from allaboard.engine.typed_records import Records
from allaboard.observation import Observation

__all__ = ["LEVELS", "STEP", "Easy", "Expert", "Hard", "Level", "Normal", "step_of"]

STEP: Final = (0.65, 0.8)
"""The least and the most of its games that a level should win against the one below it."""

GAMES_A_PLAYER: Final = 100
"""Games that the expert plays for a decision, for each player of the table."""

Blinker = Callable[[Board, State, int], None]
"""Takes something out of a seat's observation, in place."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level by its name: who it is in one line, and the seconds that it may think about a decision."""

    name: str
    character: str
    seconds: float


def step_of(share: float, players: int) -> float:
    """What a share of the victories among copies of one other bot comes to with two players: equal odds against each of the others.

    >>> step_of(0.7, 2), step_of(0.5, 4), step_of(0.25, 4)
    (0.7, 0.75, 0.5)
    """
    one_other = (1.0 - share) / (players - 1)
    return round(share / (share + one_other), 9)


def overlook_rivals(board: Board, state: State, seat: int) -> None:
    """Routes that are taken are taken, but whose they are, and how soon others will be done, goes unnoticed."""
    for other in range(state.players):
        if other != seat:
            state.claimed[other] = 0
            state.pieces[other] = board.pieces
            state.hand_size[other] = 0


def forget_cards(board: Board, state: State, seat: int) -> None:
    """What lies in the discard or was taken face up might come from the deck any moment."""
    state.deck[:] = board.cards
    state.discard[:] = 0
    state.known[:] = 0


def see_one_ticket(board: Board, state: State, seat: int) -> None:
    """Of the tickets that are still to be made, only the first."""
    place, offer = state.place, state.offer[seat, : state.offer_size[seat]].tolist()
    kept = [ticket for ticket in np.flatnonzero(place == seat).tolist() if ticket not in offer]
    if len(kept) < 2:
        return
    parents = np.empty(MAX_LOCATIONS, np.int64)
    join_locations(board, state.claimed[seat], parents)
    ends = board.ticket_ends
    to_make = [ticket for ticket in kept if find(parents, ends[ticket, 0]) != find(parents, ends[ticket, 1])]
    for ticket in kept:
        if ticket not in to_make[:1]:
            place[ticket] = UNKNOWN


def pass_the_market(board: Board, state: State, seat: int) -> None:
    """Cards face up stay unseen as long as there is a deck to draw from."""
    if state.deck_size > 0:
        state.market[:] = NO_CARD


class Blinkered(Planner):
    """A planner that overlooks some things; its habits are constants that differ from the planner's.

    What costs a game in a country is hardly felt in a city, which is done in a dozen turns: some habits are stronger there.
    """

    blinkers: ClassVar[tuple[Blinker, ...]] = ()
    habits: ClassVar[Changes] = {}

    def __init__(self) -> None:
        super().__init__()

    def constants_on(self, board: Board, players: int) -> Records[Constants]:
        """The planner's constants but for its habits."""
        return constants_of(board, players, changes=self.habits)

    def choose(self, observation: Observation) -> int:
        """What the planner would do if it knew no more than this."""
        assert observation.seat is not None, "a spectator has nothing to choose"
        states: States = observation.states.copy()
        for overlook in self.blinkers:
            overlook(observation.actions.boards[0], states[0], observation.seat)
        return super().choose(Observation(observation.edition, observation.actions, states, observation.seat))


class Easy(Blinkered):
    """A first-time traveller who wants every ticket, goes for one after the other, and draws blind."""

    blinkers = (overlook_rivals, forget_cards, see_one_ticket, pass_the_market)
    habits: ClassVar[Changes] = {
        "appetite": 1.0,
        "confidence": (1.1, 1.2),
        "filler": 0.0,
        "late": (12.0, 6.0),
        "more_tickets": 0.0,
        "needed_card": (1.0, 2.0),
        "pieces_for_more": 0.6,
        "points_share": (0.0, 1.045),
        "progress": 0.5,
        "stretch": (0.5, 0.0),  # this and `urge`: what the planner does in a country among many, with two as well
        "time_for_more": 1.0,
        "turn_worth": (3.5, 6.237),
        "urge": (2.279, 3.5),
    }


class Normal(Blinkered):
    """A Sunday player who goes for one ticket after the other, takes the cards that lie open, and never looks up."""

    blinkers = (overlook_rivals, forget_cards, see_one_ticket)
    habits: ClassVar[Changes] = {"appetite": (0.6, 0.0), "blind": (-1.0, 0.0), "filler": 0.13}


class Hard(Planner):
    """A regular who plans all tickets as one network, counts cards and turns, and knows when to end the game."""

    def __init__(self) -> None:
        super().__init__()


class Expert(Search):
    """A champion who tries every good action in hundreds of possible worlds before making it.

    Without options it plays a hundred games for each player of the table, and thinks for a second at most. Options are the budget of a
    decision, as `search` takes them: `expert:300ms`, `expert:2sx2`.
    """

    def __init__(self, options: str = "") -> None:
        super().__init__(options or "1s")
        if not options:
            self.budget = replace(self.budget, games_a_player=GAMES_A_PLAYER)


LEVELS: Final = tuple(
    Level(kind.__name__.lower(), (kind.__doc__ or "").partition("\n")[0], seconds)
    for kind, seconds in ((Easy, 0.0), (Normal, 0.0), (Hard, 0.0), (Expert, 1.0))
)
"""The levels, weakest first. `make_bot` knows them by name."""
