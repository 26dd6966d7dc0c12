"""Rewards: what a step is worth to every seat, in one of three kinds, each summing to zero over the seats of a finished game.

`win`: nothing until the end; then 1 for the winner and -1 spread over the others, winners who share the game sharing both.
`score`: nothing until the end; then the seat's points less the mean of the others'.
`shaped`: the same sum, paid out as the game goes: each step brings the change of a potential, the seat's own score as if the game
ended now less the mean of the others' route points. Only at the last step does what was hidden count, so that no reward tells a
seat more than it can see, and as a difference of potentials it changes no best policy.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.jit import inlined
from allaboard.engine.records import CLAIM_ROUTE, KEEP_TICKETS, OVER, Board, State
from allaboard.engine.scoring import ATTRACTIONS, COLUMNS, DISTRICTS, TICKETS, TOTAL, score, score_network, winners
from allaboard.engine.typed_records import Floats, Int32s

__all__ = ["REWARDS", "Payoff", "RewardKind", "Rewards", "payoff_of", "reward_code", "reward_seats"]

RewardKind: TypeAlias = Literal["win", "score", "shaped"]
Rewards: TypeAlias = npt.NDArray[np.float32] | Floats

WIN: Final = 0
SCORE: Final = 1
SHAPED: Final = 2

REWARDS: Final[dict[str, int]] = {"win": WIN, "score": SCORE, "shaped": SHAPED}
"""The kinds of reward by name."""


def reward_code(reward: RewardKind) -> int:
    """The number by which compiled code knows a kind of reward."""
    if reward not in REWARDS:
        raise ValueError(f"'{reward}' is no kind of reward; allowed: {', '.join(REWARDS)}")
    return REWARDS[reward]


class Payoff(NamedTuple):
    """What steps are worth, by the seats of one game or, with a row for each, of many."""

    kind: int  # of reward, by its code
    potentials: Rewards  # what was paid out already of a shaped reward
    rewards: Rewards
    scores: Int32s
    shares: Rewards  # of the win


@inlined
def payoff_of(payoff: Payoff, game: int) -> Payoff:
    """The payoff of one game of many."""
    return Payoff(payoff.kind, payoff.potentials[game], payoff.rewards[game], payoff.scores[game], payoff.shares[game])


@inlined
def reward_seats(board: Board, state: State, action: int, payoff: Payoff) -> None:
    """Write every seat's reward for an action just carried out; at the end of the game its score and its share of the win too."""
    if state.phase == OVER:
        reward_end(board, state, payoff)
    elif payoff.kind == SHAPED and (board.action_kind[action] == CLAIM_ROUTE or board.action_kind[action] == KEEP_TICKETS):
        reward_progress(board, state, payoff)
    else:
        payoff.rewards[:] = 0


@inlined
def reward_end(board: Board, state: State, payoff: Payoff) -> None:
    """The rewards of a game that is over."""
    kind, potentials, rewards, scores, shares = payoff
    players = state.players
    sheets = np.zeros((players, COLUMNS), np.int32)
    score(board, state, sheets)
    winning, _ = winners(board, players, sheets)
    total, sharing = 0, 0
    for seat in range(players):
        total += sheets[seat, TOTAL]
        sharing += (winning >> seat) & 1
    for seat in range(players):
        scores[seat] = sheets[seat, TOTAL]
        shares[seat] = ((winning >> seat) & 1) / sharing
        lead = sheets[seat, TOTAL] - (total - sheets[seat, TOTAL]) / (players - 1)
        if kind == WIN:
            rewards[seat] = (shares[seat] * players - 1) / (players - 1)
        elif kind == SCORE:
            rewards[seat] = lead
        else:
            rewards[seat] = lead - potentials[seat]
            potentials[seat] = lead


@inlined
def reward_progress(board: Board, state: State, payoff: Payoff) -> None:
    """The change of every seat's potential."""
    rewards, potentials = payoff.rewards, payoff.potentials
    players = state.players
    points = 0
    for seat in range(players):
        points += state.points[seat]
    for seat in range(players):
        potential = own_score(board, state, seat) - (points - state.points[seat]) / (players - 1)
        rewards[seat] = potential - potentials[seat]
        potentials[seat] = potential


@inlined
def own_score(board: Board, state: State, seat: int) -> int:
    """What a seat alone would score now: routes, tickets, attractions and districts, but no prize that depends on others."""
    parents = np.empty(MAX_LOCATIONS, np.int64)
    sheet = np.zeros(COLUMNS, np.int32)
    score_network(board, state, seat, state.claimed[seat], parents, sheet)
    return state.points[seat] + sheet[TICKETS] + sheet[ATTRACTIONS] + sheet[DISTRICTS]
