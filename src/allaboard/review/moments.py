"""The moments of a finished game: the truth before every action, who acted, and what that seat could know."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from allaboard.actions import ActionSpace, ClaimRoute, KeepTickets
from allaboard.engine.records import CHOOSING, States
from allaboard.game import Entry, Game
from allaboard.notation import text
from allaboard.observation import Observation, observe

__all__ = ["Moment", "ReviewError", "list_moments", "moment_before", "option_key"]


class ReviewError(ValueError):
    """A game that cannot be reviewed; it says why."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The game before its action number `n`, counted from 1, and the action; `given` is what chance gave: cards or tickets by name."""

    n: int
    seat: int
    turn: int
    action: int
    given: tuple[str, ...]
    states: States
    observation: Observation

    @property
    def words(self) -> str:
        """The action in the notation of the game."""
        return self.text(self.action)

    def text(self, action: int) -> str:
        """Any action of this moment in the notation of the game."""
        return text(self.observation.actions.action(action, self.observation.offer))


def list_moments(game: Game) -> list[Moment]:
    """Every moment of a game that is over; a game that goes on is nobody's to review, since a review tells what is hidden."""
    if not game.over:
        raise ReviewError("the game is not over: a review would tell what is still hidden")
    if not game.log:
        raise ReviewError("the game has no actions to review")
    moments, replayed = [], game.at(0)
    for n, entry in enumerate(game.log, start=1):
        moments.append(_moment(replayed, n, entry))
        replayed.replay([entry], tell=False)
    return moments


def moment_before(game: Game, n: int) -> Moment:
    """The moment before action number n of a game that is over."""
    if not game.over:
        raise ReviewError("the game is not over: a review would tell what is still hidden")
    return _moment(game.at(n - 1), n, game.log[n - 1])


def _moment(before: Game, n: int, entry: Entry) -> Moment:
    states, actions = before.states.copy(), before.actions
    state = states[0]
    # set-up is turn 0; a round of the table is one turn of everybody
    turn = 0 if state.phase == CHOOSING else int(state.turns) // int(state.players) + 1
    names = actions.outcome_names(entry.action)
    given = tuple(names[drawn] for drawn in entry.outcome)
    return Moment(n, entry.seat, turn, entry.action, given, states, observe(actions, states, entry.seat))


def option_key(actions: ActionSpace, action: int, offer: tuple[str, ...]) -> Hashable:
    """What an action comes to: actions with the same key leave the same cards, routes and tickets, and are one option.

    Twins of one colour are one route, and in which order tickets are given back does not count.
    """
    named = actions.action(action, offer)
    match named:
        case KeepTickets():
            return frozenset(named.keep)
        case ClaimRoute():
            board, route = actions.boards[0], actions.route_index[named.route]
            twin = int(board.twin[route])
            alike = twin >= 0 and board.colour[twin] == board.colour[route]
            return min(route, twin) if alike else route, tuple(named.payment.items())
    return action
