"""One game between bots, from the first choice to the end: the only loop in Python that asks bots and plays what they choose.

What a bot does that no player may do ends the game with the bot's name. Many games at a time are the workers'.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from allaboard.actions import Action, ActionSpace, action_space, well_formed
from allaboard.bots import Bot, BotError, BrokenBotError, bot_seed, make_bot, prepare
from allaboard.bots.faults import CODE_FAILURES, beginning_of, own_line
from allaboard.editions import Edition
from allaboard.editions.bounds import MAX_OFFER
from allaboard.engine.entry import begin, new_states, scored, step
from allaboard.engine.journal import no_journal
from allaboard.engine.records import OVER, State, States
from allaboard.engine.scoring import TOTAL, new_sheets
from allaboard.engine.seeding import game_seed, seed_words
from allaboard.engine.typed_records import Int32s
from allaboard.game import Game, IllegalAction
from allaboard.notation import NotationError, parse
from allaboard.observation import Observation, acting_seats, observe, offer_of
from allaboard.runner.faults import BotFault
from allaboard.validation import check_players, whole_number

__all__ = [
    "GameSpec",
    "LoggedPlayout",
    "Outcome",
    "Playable",
    "Playout",
    "TimedBot",
    "action_number",
    "play_action",
    "play_actions",
    "play_game",
    "seat_bots",
    "seated",
    "seated_in_game",
    "seats_of",
]

TimeLimit: TypeAlias = Callable[[], AbstractContextManager[object]]
"""What gives a bot so much time and no more; what it raises is the bot's fault."""


class Playable(Protocol):
    """A game that bots can play: `Game`, `Playout`, or an environment's episode."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""

    def observe(self, seat: int) -> Observation:
        """Return what a seat sees."""

    def play(self, action: Action | int, seat: int) -> object:
        """Carry out an action, given as a value or by its id; IllegalAction leaves the game as it was."""


def play_game(game: Playable, bots: Sequence[Bot], names: Sequence[str] = (), *, most: int | None = None) -> int:
    """Play a game to its end and return how many decisions it took; one that takes more than `most` is a bot's fault."""
    decisions = 0
    for decisions in play_actions(game, bots, names, most=most):  # noqa: B007 - the last of them
        pass
    return decisions


def play_actions(game: Playable, bots: Sequence[Bot], names: Sequence[str] = (), *, most: int | None = None) -> Iterator[int]:
    """The same for who wants to tell of each action: gives the number of decisions after every one."""
    decisions = 0
    while not game.over:
        seat = game.acting[0]
        name = names[seat] if names else ""
        if decisions == most:
            raise BotFault(f"sits in a game that does not end: {most} actions were played", "endless", name, seat, decisions)
        play_action(game, bots[seat], seat, decisions, name)
        decisions += 1
        yield decisions


def play_action(game: Playable, bot: Bot, seat: int, decisions: int, name: str = "") -> None:
    """Let a bot act for a seat after so many decisions of the game."""
    observation = game.observe(seat)
    try:
        choice = bot.choose(observation)
    except CODE_FAILURES as error:
        words = f"failed at action {decisions + 1}: {type(error).__name__}: {error}"
        raise BotFault(words, type(error).__name__, name, seat, decisions + 1, own_line(error, bot, "choose")) from error
    try:
        game.play(choice, seat)
    except IllegalAction as error:
        reason = str(error).removeprefix(f"seat {seat} cannot ")
        words, kind = f"chose an illegal action: {reason}", f"illegal action, {error.rule}"
        raise BotFault(words, kind, name, seat, decisions + 1, beginning_of(bot, "choose")) from error


def seat_bots(edition: Edition, specs: Sequence[str], seed: int | bytes, number: int = 0, limit: TimeLimit = nullcontext) -> list[Bot]:
    """Return new bots for every seat of a game, prepared; `number` tells games of one seed apart.

    `limit` is there for each while it is made and while it is prepared.
    """
    bots = [_made(spec, seat, limit) for seat, spec in enumerate(specs)]
    for seat, bot in enumerate(bots):
        try:
            with limit():
                prepare(bot, edition, len(specs), seat, bot_seed(seed, number, seat))
        except BotError as error:  # in words of its own: nothing failed
            raise BotFault(f"refuses the game: {error}", "refusal", specs[seat], seat, 0) from error
        except CODE_FAILURES as error:
            words = f"failed when the game began: {type(error).__name__}: {error}"
            raise BotFault(words, type(error).__name__, specs[seat], seat, 0, own_line(error, bot, "begin")) from error
    return bots


def _made(spec: str, seat: int, limit: TimeLimit) -> Bot:
    """Return a new bot for a seat."""
    try:
        with limit():
            return make_bot(spec)
    except BrokenBotError as error:
        failure = error.__cause__ or error
    except BotError as error:
        raise BotFault(f"cannot be had: {error}", "refusal", spec, seat, 0) from error
    except CODE_FAILURES as error:  # the limit's
        failure = error
    words = f"failed while it was made: {type(failure).__name__}: {failure}"
    raise BotFault(words, type(failure).__name__, spec, seat, 0, own_line(failure)) from failure


@dataclass(frozen=True)
class Outcome:
    """What a game came to: totals, victories and score sheets by seat, who had the first turn, and whether a final round ended it."""

    totals: npt.NDArray[np.int64]
    won: npt.NDArray[np.bool_]
    start: int
    by_final_round: bool
    sheets: Int32s

    @classmethod
    def of(cls, game: Game | Playout) -> Outcome:
        """Return the outcome of a game that is over."""
        sheets, seats = new_sheets(game.players), np.arange(game.players)
        winning, _ = scored(game.actions.boards, game.states, sheets)
        won = (winning >> seats) & 1 == 1
        return cls(sheets[:, TOTAL].astype(np.int64), won, int(game.state.start), game.state.final_turns == 0, sheets)


def seated(players: int, rotation: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return who of a lineup sits in each seat once everybody has moved on by so many seats; a row for each of many rotations.

    >>> seated(3, 1).tolist()
    [2, 0, 1]
    """
    return np.asarray((np.arange(players) - np.asarray(rotation)[..., None]) % players)


def seats_of(players: int, rotation: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return where each of a lineup sits then."""
    return seated(players, -np.asarray(rotation))


def seated_in_game(players: int, number: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return who sits in each seat of a simulation's game: from one game to the next everybody moves back by a seat."""
    return seated(players, -np.asarray(number))


@dataclass(frozen=True)
class GameSpec:
    """One game that is to be played: an edition, a bot for each seat, and which game of a seed it is.

    Games with the same `deal` have the same cards and tickets in store; `number` is what tells the bots' own random numbers apart.
    """

    edition: Edition
    bots: tuple[str, ...]
    seed: int
    deal: int
    number: int

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.bots)

    @property
    def deal_seed(self) -> bytes:
        """The seed of the deal."""
        return game_seed(self.seed, self.deal)

    def game(self) -> Game:
        """Return the game at its beginning, with a log to come."""
        return Game(self.edition, self.players, self.deal_seed)

    def playout(self) -> Playout:
        """Return the game at its beginning, without a log."""
        return Playout(self.edition, self.players, self.deal_seed)

    def seat_bots(self, limit: TimeLimit = nullcontext) -> list[Bot]:
        """Return its bots, prepared."""
        return seat_bots(self.edition, self.bots, self.seed, self.number, limit)

    @contextmanager
    def naming_faults(self) -> Iterator[None]:
        """Let a fault of a bot know that it happened in this game."""
        try:
            yield
        except BotFault as fault:
            raise fault.in_game(self) from fault.__cause__

    def play(self) -> Game:
        """Return the game, played to its end."""
        game = self.game()
        with self.naming_faults():
            play_game(game, self.seat_bots(), self.bots)
        return game

    def play_out(self) -> tuple[Outcome, int]:
        """Return what the same game comes to and the number of its decisions: no log, no events, three times faster."""
        game = self.playout()
        with self.naming_faults():
            decisions = play_game(game, self.seat_bots(), self.bots)
        return Outcome.of(game), decisions


class Playout:
    """A game when nobody wants to hear what happened. The rules are the same and asked about every action."""

    def __init__(self, edition: Edition, players: int, seed: int | bytes) -> None:
        players, _ = check_players(edition, players, None)
        self.edition, self.players, self.actions = edition, players, action_space(edition)
        self._states, self._journal = new_states(), no_journal()
        begin(self.actions.boards, self._states, players, -1, seed_words(seed), self._journal)

    @property
    def states(self) -> States:
        """The state as the array of one record that compiled code takes."""
        return self._states

    @property
    def state(self) -> State:
        """The whole truth, as the engine's record."""
        return self._states[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.phase == OVER)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return acting_seats(self._states[0])

    def observe(self, seat: int) -> Observation:
        """Return what a seat sees."""
        return observe(self.actions, self._states, seat)

    def play(self, action: Action | int, seat: int) -> int:
        """Carry out an action, given as a value or by its id, and return its id; IllegalAction leaves the game as it was."""
        number = action_number(self.actions, self._states, seat, action)
        if number is None or step(self.actions.boards, self._states, seat, number, self._journal) != 0:
            # whatever is out of the ordinary is left to a `Game`, which says why it cannot be
            game = Game.from_states(self.edition, self._states)
            game.play(action, seat)
            self._states[0] = game.state
            return game.log[-1].action
        return number


class LoggedPlayout(Playout):
    """The same with what was decided: `log` has a row for each decision, as compiled games write it."""

    def __init__(self, edition: Edition, players: int, seed: int | bytes) -> None:
        super().__init__(edition, players, seed)
        self.log: list[tuple[int, ...]] = []

    def play(self, action: Action | int, seat: int) -> int:
        """Carry out an action, and write it down."""
        size = int(self.state.offer_size[seat])
        offer = self.state.offer[seat, :size].tolist() + [0] * (MAX_OFFER - size)
        number = super().play(action, seat)
        self.log.append((seat, number, *offer))
        return number


def action_number(actions: ActionSpace, states: States, seat: int, action: object) -> int | None:
    """Return the id of what a bot chose, as a plain integer; None when it is no action of the edition or the offer.

    As everywhere, a text need not name the half of a double route that only one legal action can mean.
    """
    number = whole_number(action)
    if isinstance(action, str):
        try:
            action = parse(actions.edition, action, legal=lambda: observe(actions, states, seat).legal_actions)
        except NotationError:
            return None
    if number is None and well_formed(action):
        number = actions.number(action, offer_of(actions, states[0], seat))
    return number if number is not None and 0 <= number < actions.size else None


class TimedBot:
    """A bot whose decisions are timed: `seconds` has an entry for each."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds: list[float] = []

    def choose(self, observation: Observation) -> Action | int:
        """Return what the bot chooses."""
        begun = time.perf_counter()
        choice = self.bot.choose(observation)
        self.seconds.append(time.perf_counter() - begun)
        return choice
