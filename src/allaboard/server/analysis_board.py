"""The analysis board on the server: positions checked and played on, and how many may be thought about at a time.

Nothing of it is kept: a position comes with every question, and whoever shares one shares it in the link itself.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from allaboard.actions import Action
from allaboard.editions import Edition
from allaboard.game import Game, IllegalAction
from allaboard.position import Position, PositionError
from allaboard.review.analysis_board import laid_out, tried
from allaboard.server.action_data import describe
from allaboard.server.identity import Caller
from allaboard.server.live_table import options_of
from allaboard.server.problems import Problem, invalid, refused
from allaboard.server.schemas import Analysed, PositionMove, Setup, game_view

__all__ = ["Question", "Questions", "after_move", "analysed", "set_up"]

MOST: Final = 32
"""From so many positions on that are thought about in one process, an address has one at most."""
MOST_AT_ALL: Final = 4 * MOST
MOST_OF_ADDRESS: Final = 8
MOST_OF_PERSON: Final = 3


@dataclass(eq=False)
class Question:
    """Who has a position thought about."""

    who: str
    address: str


class Questions:
    """The positions that are thought about in this process."""

    def __init__(self) -> None:
        self._asked: set[Question] = set()

    def __len__(self) -> int:
        return len(self._asked)

    def ask(self, caller: Caller) -> Question:
        """Return leave to have one more position thought about; a Problem where there are too many."""
        people, addresses = Counter(one.who for one in self._asked), Counter(one.address for one in self._asked)
        of_address = MOST_OF_ADDRESS if len(self._asked) < MOST else 1  # a few addresses shut nobody else out
        if len(self._asked) >= MOST_AT_ALL or people[caller.who] >= MOST_OF_PERSON or addresses[caller.address] >= of_address:
            raise Problem(429, "limit", "too many positions are being thought about; wait for one of them", headers={"Retry-After": "5"})
        question = Question(caller.who, caller.address)
        self._asked.add(question)
        return question

    def end(self, question: Question) -> None:
        """Note that a position is thought about no more."""
        self._asked.discard(question)


def set_up(edition: Edition, form: Setup) -> Game:
    """Return the game of a position; a Problem names the field that is wrong, and what is allowed there."""
    try:
        return laid_out(edition, form.position, form.unseen_cards, form.unseen_tickets)
    except PositionError as error:
        raise invalid("position", error) from error


def after_move(edition: Edition, form: PositionMove) -> Analysed:
    """Return the position after an action of the seat to act; what chance gives is always the same."""
    game = set_up(edition, form)
    seat = game.acting[0]
    try:
        after = tried(game, form.action)
    except IllegalAction as error:
        raise refused(error) from error
    done = game.actions.action(after.log[-1].action, game.observe(seat).offer)
    return analysed(form.edition, after, done)


def analysed(edition: str, game: Game, done: Action | None = None) -> Analysed:
    """Return a game that began with a position as the page shows it."""
    seat = None if game.over else game.acting[0]
    observation = game.observe(seat)
    try:
        position = Position.of(game).to_json()
    except PositionError:  # over, or not yet begun
        position = None
    return {
        "edition": edition,
        "position": position,
        "view": game_view(observation.view, legal=False),
        "options": None if seat is None else options_of(observation, acting=True, over=False),
        "done": None if done is None else describe(done),
    }
