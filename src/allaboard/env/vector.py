"""Many games at once: a batch stepped by one call, in compiled code on all cores, into arrays made once.

What is observed and rewarded is stated by the layout, the choices and the rewards; here batches are kept, checked, saved and restored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import cast

import numpy as np
import numpy.typing as npt

from allaboard.actions import action_space
from allaboard.editions import Edition
from allaboard.engine.entry import new_states
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.legal import REFUSALS
from allaboard.engine.records import STATE
from allaboard.engine.seeding import seed_words
from allaboard.engine.typed_records import Array, Bytes, Flags, Int8s, Int32s
from allaboard.env.action_encoding import ActionEncoding, Choices
from allaboard.env.observation_layout import Layout
from allaboard.env.rewards import Payoff, RewardKind, reward_code
from allaboard.env.stepping import Batch, Codec, Deal, begin_games, check_choices, observe_games, step_games
from allaboard.game import RULES_VERSION, IllegalAction, check_players
from allaboard.observation import Observation, acting_seats, observe

__all__ = ["VectorGames"]

FEWEST_A_THREAD = 64
"""Below so many games a second thread costs more than it brings."""


class VectorGames:
    """A batch of games, each at its own moment.

    Arrays that every call writes anew, so copy what is to be kept: `observations`, `masks` and `seats` are those of the seat to move,
    `rewards` has a column for every seat, `dones` says which games ended with this step. Such a game has left `scores` and `shares`
    (of the win), and the next one has begun in its place: place i plays the games i, i + games, i + 2·games and so on of the seed,
    so that game n is the same whatever the batch.

    >>> games = VectorGames("new-york", players=2, games=3, seed=7)
    >>> games.observations.shape, games.masks.shape
    ((3, 280), (3, 238))
    >>> games.step(games.masks.argmax(axis=1))
    >>> games.seats
    array([1, 1, 1], dtype=int32)
    """

    def __init__(
        self,
        edition: Edition | str,
        players: int = 2,
        games: int = 1024,
        *,
        seed: int | bytes | None = None,
        start: int | None = None,
        actions: ActionEncoding = "exact",
        reward: RewardKind = "win",
        threads: int | None = None,
    ) -> None:
        """Set up games 0 to games - 1 of a seed; `start` names the starting seat of all, otherwise each draws its own."""
        if games < 1:
            raise ValueError(f"a batch of {games} games was asked for; allowed: 1 or more")
        self.layout = Layout(edition, players)
        self.edition = self.layout.edition
        check_players(self.edition, players, start)
        self.players, self.games = players, games
        self.actions = action_space(self.edition)
        self.choices = Choices(self.actions, actions)
        self.reward: RewardKind = reward
        self._codec = Codec(self.actions.boards, self.choices.encodings, self.layout.starts)
        self._deal = Deal(players, -1 if start is None else start, seed_words(seed))
        self._states = new_states(games)
        self._potentials = np.zeros((games, players), dtype=np.float32)
        self.numbers = np.arange(games, dtype=np.int64)
        """Which game of the seed every place is playing."""
        self.observations: Bytes = np.zeros((games, self.layout.size), dtype=np.uint8)
        self.masks: Int8s = np.zeros((games, self.choices.size), dtype=np.int8)
        self.seats: Int32s = np.zeros(games, dtype=np.int32)
        self.rewards: npt.NDArray[np.float32] = np.zeros((games, players), dtype=np.float32)
        self.dones: Flags = np.zeros(games, dtype=np.bool_)
        self.scores: Int32s = np.zeros((games, players), dtype=np.int32)
        self.shares: npt.NDArray[np.float32] = np.zeros((games, players), dtype=np.float32)
        payoff = Payoff(reward_code(reward), self._potentials, self.rewards, self.scores, self.shares)
        self._batch = Batch(self._states, self.numbers, self.seats, self.observations, self.masks, self.dones, payoff)
        self._ranges = _ranges(games, threads)
        self._pool = ThreadPoolExecutor(len(self._ranges) - 1, "games") if len(self._ranges) > 1 else None
        self.reset()

    def __repr__(self) -> str:
        kinds = f"{self.choices.encoding} choices, reward {self.reward}"
        return f"<VectorGames {self.edition.id}, {self.players} players: {self.games} games, {kinds}>"

    @property
    def bytes_per_game(self) -> int:
        """Memory that a game takes beside the arrays that are written for the caller."""
        return sum(array.nbytes for array in self._own_arrays()) // self.games

    def _own_arrays(self) -> tuple[Array, ...]:
        """What the games to come depend on."""
        return cast(Array, self._states), self._potentials, self.numbers

    def reset(self, seed: int | bytes | None = None) -> None:
        """Begin again with the first games of a seed; without one, of the same seed."""
        if seed is not None:
            self._deal.seed[:] = seed_words(seed)
        self.numbers[:] = np.arange(self.games)
        self.rewards[:], self.dones[:], self.scores[:], self.shares[:] = 0, False, 0, 0
        begin_games(self._codec, self._batch, self._deal, 0, self.games)
        self._observe()

    @property
    def threads(self) -> int:
        """How many work on the batch."""
        return len(self._ranges)

    def renumber(self, seed: int | bytes | None = None) -> None:
        """Let every place play its first game of a seed next; without one, the one after its last."""
        if seed is None:
            self.numbers += self.games
            return
        self._deal.seed[:] = seed_words(seed)
        self.numbers[:] = np.arange(self.games)

    def run(self, work: Callable[[Codec, Batch, Deal, int, int], None]) -> None:
        """Do some compiled work on every range of games, with what the batch is made of: what other steps than ours are built on."""
        self._spread(partial(work, self._codec, self._batch, self._deal))

    def step(self, choices: npt.NDArray[np.integer], *, exact: bool = False) -> None:
        """Carry out one choice in every game, -1 to let a game wait; an illegal one raises IllegalAction and no game moves.

        With `exact` the choices are ids of actions whatever the encoding, so that bots can play every payment against a compact learner.
        """
        chosen = np.ascontiguousarray(choices, dtype=np.int64)
        if chosen.shape != (self.games,):
            raise ValueError(f"{self.games} choices are needed, one for each game, not an array of shape {chosen.shape}")
        game, reason = check_choices(self.actions.boards, self._states, chosen, exact, self.choices.encodings)
        if reason != 0:
            raise self._refused(int(game), int(chosen[game]), int(reason), exact)
        self._spread(partial(step_games, self._codec, self._batch, self._deal, chosen, exact))

    def observe(self, game: int) -> Observation:
        """What the seat to move in a game sees, for a bot to choose by; its answer goes to `step` with `exact`."""
        return observe(self.actions, self._states[game : game + 1], int(self.seats[game]))

    def get_state(self) -> bytes:
        """Everything that the games to come depend on; `set_state` goes on from there, in this process or another."""
        header = json.dumps({**self._header(), "seed": [int(word) for word in self._deal.seed]}).encode()
        return b"".join((len(header).to_bytes(4, "little"), header, *(part.tobytes() for part in self._own_arrays())))

    def set_state(self, state: bytes) -> None:
        """Go on from a saved state, which must be of the same edition, players, number of games, reward and version."""
        size = int.from_bytes(state[:4], "little")
        try:
            header = json.loads(state[4 : 4 + size])
        except ValueError as error:
            raise ValueError("these bytes are no saved state of VectorGames") from error
        for name, expected in self._header().items():
            if header.get(name) != expected:
                raise ValueError(f"the saved state has {name} {header.get(name)!r}, these games have {expected!r}")
        cursor = 4 + size
        for part in self._own_arrays():
            part[:] = np.frombuffer(state, dtype=part.dtype, count=part.size, offset=cursor).reshape(part.shape)
            cursor += part.nbytes
        self._deal.seed[:] = np.array(header["seed"], dtype=np.uint64)
        self.rewards[:], self.dones[:] = 0, False
        for game in range(self.games):
            self.seats[game] = acting_seats(self._states[game])[0]
        self._observe()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def _header(self) -> dict[str, str | int]:
        return {
            "edition": f"{self.edition.id} {self.edition.hash}",
            "players": self.players,
            "games": self.games,
            "start": self._deal.start,
            "reward": self.reward,
            "rules_version": RULES_VERSION,
            "bytes": STATE.itemsize,
        }

    def _observe(self) -> None:
        self._spread(partial(observe_games, self._codec, self._batch))

    def _spread(self, work: Callable[[int, int], None]) -> None:
        """Do some work on every range of games, each in a thread of its own."""
        if self._pool is None:
            work(0, self.games)
            return
        others = [self._pool.submit(work, first, last) for first, last in self._ranges[1:]]
        work(*self._ranges[0])
        for other in others:
            other.result()

    def _refused(self, game: int, choice: int, code: int, exact: bool) -> IllegalAction:
        rule, reason = REFUSALS[code]
        seat, tried = int(self.seats[game]), (Choices(self.actions) if exact else self.choices).describe(choice)
        return IllegalAction(
            rule, f"in game {game}, seat {seat} cannot make choice {choice} ({tried}): {reason}; legal choices have 1 in masks"
        )


def _ranges(games: int, threads: int | None) -> list[tuple[int, int]]:
    """Which games every thread steps; by default there are as many threads as cores, but none with only a few games."""
    if threads is not None and threads < 1:
        raise ValueError(f"{threads} threads were asked for; allowed: 1 or more")
    if INTERPRETED:
        return [(0, games)]  # plain Python holds the interpreter's lock: threads would gain nothing
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = min(games, threads) if threads is not None else max(1, min(cores, games // FEWEST_A_THREAD))
    edges = [games * part // count for part in range(count + 1)]
    return list(pairwise(edges))
