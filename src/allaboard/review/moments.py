"""The moments of a finished game: the truth before every action, who acted, and what that seat could know."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from allaboard.actions import ActionSpace, ClaimRoute, KeepTickets
from allaboard.engine.bits import has_bit
from allaboard.engine.claiming import free_for
from allaboard.engine.records import CHOOSING, State, States
from allaboard.game import Entry, Game
from allaboard.notation import text
from allaboard.observation import Observation, observe

__all__ = ["Moment", "ReviewError", "Taken", "list_moments", "moment_before", "option_key", "taken_after"]


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


class Taken(NamedTuple):
    """Who took a route from a seat, in which turn, and whether that was before the seat had another turn."""

    seat: int
    turn: int
    next: bool


def taken_after(moments: Sequence[Moment], end: State, moment: Moment, action: int) -> Taken | None:
    """Who closed the route to the seat that an action of a moment claims, if somebody else did; `end` is the game as it ended.

    A twin of its colour is as good; with few players one who claims any twin closes the other (R-CLAIM-7).
    """
    actions, seat = moment.observation.actions, moment.seat
    named = actions.action(action, moment.observation.offer)
    if not isinstance(named, ClaimRoute):
        return None
    board, route = actions.boards[0], actions.route_index[named.route]
    twin = int(board.twin[route])
    alike = {route, twin} if twin >= 0 and board.colour[twin] == board.colour[route] else {route}
    following = moments[moment.n :]
    for by, after in zip(moments[moment.n - 1 :], [*(later.states[0] for later in following), end], strict=True):
        if any(has_bit(after.claimed[seat], one) for one in (route, twin) if one >= 0):
            return None
        if not any(free_for(after, seat) >> one & 1 for one in alike):
            between = following[: by.n - moment.n - 1]
            return Taken(by.seat, by.turn, all(one.seat != seat or one.turn == moment.turn for one in between))
    return None
