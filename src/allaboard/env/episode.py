"""One game, stepped by choices: what every single-game environment stands on, so that all of them play the same game.

It knows whose move it is and what it was worth; how an API wants to hear of it is that API's module to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

import numpy as np

from allaboard.actions import Action, action_space
from allaboard.editions import Edition, edition_ids
from allaboard.editions import get_edition as find_edition
from allaboard.engine.entry import begin, new_states, resampled
from allaboard.engine.journal import no_journal
from allaboard.engine.legal import REFUSALS
from allaboard.engine.seeding import game_seed, seed_words
from allaboard.engine.typed_records import Bytes, Floats, Int8s, Int32s, Words
from allaboard.env.action_encoding import ActionEncoding, Choices
from allaboard.env.observation_layout import Layout
from allaboard.env.rewards import RewardKind, reward_code
from allaboard.env.stepping import observe_game, step_game
from allaboard.game import Game, IllegalAction, check_players, seed_bytes
from allaboard.observation import Observation, acting_seats, observe
from allaboard.runner.play import action_number
from allaboard.validation import quoted

__all__ = ["Episode", "IllegalChoice", "check_illegal"]

NO_ACTION = -1

IllegalChoice: TypeAlias = Literal["raise", "first"]

Made: TypeAlias = tuple[Edition | str, int, int | None, ActionEncoding, RewardKind]
"""What an episode is made of: edition, players, starting seat, encoding, reward."""


def check_illegal(rule: str) -> None:
    """Refuse what is no way to treat an illegal choice."""
    if rule not in get_args(IllegalChoice):
        raise ValueError(f"an illegal choice cannot be treated as '{rule}'; allowed: {', '.join(get_args(IllegalChoice))}")


class Episode:
    """A game in progress with the rewards of its last step. `begin` starts another."""

    def __init__(
        self,
        edition: Edition | str,
        players: int = 2,
        *,
        start: int | None = None,
        actions: ActionEncoding = "exact",
        reward: RewardKind = "win",
    ) -> None:
        self.layout = Layout(edition, players)
        self.edition, self.players = self.layout.edition, players
        check_players(self.edition, players, start)
        self.actions = action_space(self.edition)
        self.choices, self._exact = Choices(self.actions, actions), Choices(self.actions)
        self.start = start
        self.reward: RewardKind = reward
        self._reward = reward_code(reward)
        self._states = new_states()
        self._potentials = np.zeros(players)
        self.rewards: Floats = np.zeros(players)
        self.scores: Int32s = np.zeros(players, dtype=np.int32)
        self.shares: Floats = np.zeros(players)
        self.acting: tuple[int, ...] = ()
        self.steps = 0

    def begin(self, seed: int | bytes | None = None, number: int = 0) -> None:
        """Set up game `number` of a seed."""
        words = seed_words(game_seed(seed_bytes(seed), number))
        begin(self.actions.boards, self._states, self.players, -1 if self.start is None else self.start, words, no_journal())
        for array in (self._potentials, self.rewards, self.scores, self.shares):
            array[:] = 0
        self.acting = acting_seats(self._states[0])
        self.steps = 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.acting

    @property
    def seat(self) -> int:
        """The seat to move: at set-up, the first that has not chosen."""
        return self.acting[0]

    def step(self, choice: int) -> None:
        """Carry out a choice of the seat to move; IllegalAction leaves the game as it was."""
        self._carry_out(int(choice), self.choices)

    def play(self, action: Action | int, seat: int) -> None:
        """Carry out an action of the seat to move, as a value or by its id, whatever the encoding: what bots do."""
        number = action_number(self.actions, self._states, seat, action)
        self._carry_out(NO_ACTION if number is None else number, self._exact)

    def _carry_out(self, choice: int, choices: Choices) -> None:
        if self.over:
            raise IllegalAction("R-END-1", "the game is over: begin another")
        worth = (self._potentials, self.rewards, self.scores, self.shares)
        code = step_game(self.actions.boards, self._states, choice, choices.encodings, self._reward, *worth)
        if code != 0:
            rule, reason = REFUSALS[int(code)]
            tried = choices.describe(choice)
            if choices is self._exact:  # somebody who knows actions, not choices
                raise IllegalAction(rule, f"seat {self.seat} cannot {quoted(tried)}: {reason}")
            raise IllegalAction(rule, f"seat {self.seat} cannot make choice {choice} ({tried}): {reason}; legal choices have 1 in the mask")
        self.acting = acting_seats(self._states[0])
        self.steps += 1

    def encode(self, seat: int | None) -> tuple[Bytes, Int8s]:
        """What a seat (None: a spectator behind seat 0) observes, and the mask of its legal choices, as new arrays."""
        observation = np.empty(self.layout.size, dtype=np.uint8)
        mask = np.empty(self.choices.size, dtype=np.int8)
        states = self._states if seat is not None else self.observe(None).states
        observe_game(self.actions.boards, states, seat or 0, self.choices.encodings, self.layout.starts, observation, mask)
        return observation, mask

    def observe(self, seat: int | None) -> Observation:
        """What a seat (None: a spectator) sees, for bots and for rendering."""
        return observe(self.actions, self._states, seat)

    def game(self) -> Game:
        """The whole truth from here on as a game, for tests and tools."""
        return Game.from_states(self.edition, self._states)

    def resampled(self, seat: int, stream: Words) -> Episode:
        """An episode that a seat cannot tell from this one: what is hidden from it is dealt anew by a stream of numbers."""
        twin = self.copy()
        resampled(self.actions.boards, self.observe(seat).states, seat, stream, twin._states)
        return twin

    def copy(self) -> Episode:
        """An episode that goes its own way from here."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        for name in ARRAYS:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Episode:
        """Boards and tables are the same for all episodes."""
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Episode], tuple[Made, dict[str, bytes], int]]:
        """Pickle what differs from a new episode, and an edition of ours by its name."""
        ours = self.edition.id in edition_ids() and find_edition(self.edition.id).hash == self.edition.hash
        made_of = (self.edition.id if ours else self.edition, self.players, self.start, self.choices.encoding, self.reward)
        return _restored, (made_of, {name: getattr(self, name).tobytes() for name in ARRAYS}, self.steps)


ARRAYS = ("_states", "_potentials", "rewards", "scores", "shares")
"""What a step changes."""


def _restored(made_of: Made, arrays: dict[str, bytes], steps: int) -> Episode:
    edition, players, start, actions, reward = made_of
    episode = Episode(edition, players, start=start, actions=actions, reward=reward)
    for name, content in arrays.items():
        array = getattr(episode, name)
        array[:] = np.frombuffer(content, dtype=array.dtype)
    episode.steps = steps
    if episode._states[0].players:  # begun
        episode.acting = acting_seats(episode._states[0])
    return episode
