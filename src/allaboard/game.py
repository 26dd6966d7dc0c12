"""A game: an edition, its seats and the log of what was done. The rules are the engine's, what a seat may see is the view's."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from allaboard.actions import Action, ActionSpace, ClaimRoute, KeepTickets, action_space, well_formed
from allaboard.drawing import draw_board
from allaboard.editions import Edition, edition_ids
from allaboard.editions import get_edition as find_edition
from allaboard.editions.bounds import MAX_TICKETS
from allaboard.engine.entry import begin, new_states, step
from allaboard.engine.journal import CURSOR, END, FIRST, FULL, MODE, TORN, Journal, new_journal, replaying_journal
from allaboard.engine.legal import KEEP_MORE, NO_OFFER, NO_SUCH_ACTION, NOT_THE_OFFER, ORDER_NOT_CHOSEN, REFUSALS, why_no_payment
from allaboard.engine.records import OVER, State, States
from allaboard.engine.typed_records import Array
from allaboard.events import Event, named_events
from allaboard.notation import NotationError, parse, text
from allaboard.observation import PHASES, Observation, View, acting_seats, claimed_routes, observe, offer_of
from allaboard.result import Result, result_of
from allaboard.validation import brief, check_players, edition_of, quoted, seat_number, seed_bytes, whole_number

if TYPE_CHECKING:
    from allaboard.record import PlayerData, Record

__all__ = ["RULES_VERSION", "Entry", "Game", "IllegalAction", "check_players", "commitment", "seed_bytes"]

RULES_VERSION = 1
"""Bumped when the same log could lead to another game."""

JOURNAL = 256
LONGEST_JOURNAL = 32_000
SNAPSHOT_EVERY = 64
"""Actions between two states that are kept, from which `undo` and `at` play on."""
IMPOSSIBLE = "the recorded outcome cannot have happened: it names cards or tickets that were not there to be drawn"


class IllegalAction(ValueError):  # noqa: N818 - what happened is a move, not a fault
    """An action that the rules refuse now; `rule` names the rule. The game is as it was."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: who did what, and what chance gave, as the engine's numbers."""

    seat: int
    action: int
    outcome: tuple[int, ...]


def commitment(seed: bytes) -> str:
    """What can be shown before the game to prove later that the seed was fixed: its SHA-256."""
    return hashlib.sha256(seed).hexdigest()


class Game:
    """A game in progress.

    >>> import allaboard
    >>> game = allaboard.Game("new-york", players=2, seed=7, start=0)
    >>> game.acting
    (0, 1)
    >>> for seat in game.acting:
    ...     _ = game.play(game.legal_actions(seat)[0], seat)
    >>> game
    <Game new-york, 2 players, 2 actions: seat 0, turn>
    """

    def __init__(
        self,
        edition: Edition | str,
        players: int = 2,
        seed: int | bytes | None = None,
        start: int | None = None,
        *,
        deal: tuple[int, ...] | None = None,
    ) -> None:
        """Set up a game. The starting seat is drawn from the seed unless `start` names it; `deal` replays a recorded set-up."""
        self.edition = edition_of(edition)
        players, start = check_players(self.edition, players, start)
        self.seed: bytes | None = seed_bytes(seed)
        self.commitment: str | None = commitment(self.seed)  # told before the first card, and kept where the seed is not known
        self.start_drawn = start is None
        self.position: Mapping[str, object] | None = None
        self.actions: ActionSpace = action_space(self.edition)
        words = np.frombuffer(self.seed, dtype="<u8").astype(np.uint64)
        self._states = new_states()
        first = -1 if start is None else start
        recorded = None if deal is None else _drawn(deal)
        _, self.deal, written = self._act(partial(begin, self.actions.boards, self._states, players, first, words), recorded)
        self._begin_log(named_events(self.actions, 0, written))

    def _begin_log(self, events: list[Event]) -> None:
        self.log: list[Entry] = []
        self.events = events
        self._undone: list[Entry] = []
        self._snapshots = [(0, self._states.copy())]
        """States with the number of actions before them: every 64th, and those that were bookmarked."""

    @classmethod
    def from_states(cls, edition: Edition, states: States) -> Game:
        """A game that goes on from a state of one's own making, with no seed to prove it by."""
        game = cls.__new__(cls)
        game.edition, game.actions, game.seed, game.deal = edition, action_space(edition), None, ()
        game.start_drawn, game.position, game.commitment = False, None, None
        game._states = states.copy()
        game._begin_log([])
        return game

    @property
    def states(self) -> States:
        """The state as the array of one record that compiled code takes; for tools, as `state`."""
        return self._states

    @property
    def state(self) -> State:
        """The whole truth, as the engine's record. For tests and tools: players and bots get `view` and `observe`."""
        return self._states[0]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.state.players)

    @property
    def start(self) -> int:
        """The seat that has the first turn."""
        return int(self.state.start)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now: several while tickets are chosen at set-up, none at the end."""
        return acting_seats(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.phase == OVER)

    def observe(self, seat: int | None = None) -> Observation:
        """What a seat (None: a spectator) sees, for bots: a redacted state, its plain view and the legal actions."""
        return observe(self.actions, self._states, None if seat is None else seat_number(seat, self.players))

    def view(self, seat: int | None = None) -> View:
        """What a seat (None: a spectator) may know, as plain data ready for JSON."""
        return self.observe(seat).view

    def legal_actions(self, seat: int | None = None) -> list[Action]:
        """What a seat may do now, sorted; without a seat, the only one acting."""
        if self.over and seat is None:
            return []
        return list(observe(self.actions, self._states, self._seat(seat)).legal_actions)

    def play(self, action: Action | str | int, seat: int | None = None) -> list[Event]:
        """Carry out an action, its text or its id, and return what happened; IllegalAction leaves the game as it was."""
        if self.over:
            raise IllegalAction("R-END-1", "the game is over")
        seat = self._seat(seat)
        events = self._append(seat, self._number(action, seat), None)
        self._undone.clear()
        return events

    def undo(self) -> Entry:
        """Take back the last action; `redo` plays it again with the same outcome."""
        if not self.log:
            raise ValueError("there is no action to take back")
        entry = self.log[-1]
        self._rewind(len(self.log) - 1)
        self._undone.append(entry)
        return entry

    def bookmark(self) -> None:
        """Keep the state as it is now until it is come back to: taking back what follows then plays nothing again."""
        if self._snapshots[-1][0] < len(self.log):
            self._snapshots.append((len(self.log), self._states.copy()))

    def redo(self) -> list[Event]:
        """Play again what `undo` took back."""
        if not self._undone:
            raise ValueError("there is no action to play again")
        entry = self._undone.pop()
        return self._append(entry.seat, entry.action, entry.outcome)

    def at(self, n: int) -> Game:
        """The game as it was after its first n actions, as a game of its own that may go another way."""
        moment = whole_number(n)
        if moment is None or not 0 <= moment <= len(self.log):
            raise ValueError(f"the log has {len(self.log)} actions, so a moment is a number from 0 to {len(self.log)}, not {brief(n)}")
        game = self.copy()
        game._undone.clear()
        game._rewind(moment)
        return game

    def copy(self) -> Game:
        """A game that goes its own way from here."""
        game = Game.__new__(Game)
        game.__dict__.update(self.__dict__)
        game._states = self._states.copy()
        game.log, game.events, game._undone, game._snapshots = self.log[:], self.events[:], self._undone[:], self._snapshots[:]
        return game

    def replay(self, entries: Iterable[Entry], *, tell: bool = True) -> None:
        """Play recorded entries with their recorded outcomes; an entry that the rules refuse raises IllegalAction.

        Without `tell` no events are made of them, which takes a third of the time.
        """
        if not isinstance(entries, Iterable):
            raise ValueError(f"the log has entries, and is not {brief(entries)}")
        for entry in entries:
            if not isinstance(entry, Entry):
                raise ValueError(f"the log has entries, not {brief(entry)}")
            self._append(seat_number(entry.seat, self.players), entry.action, _drawn(entry.outcome), tell=tell)
            self._undone.clear()

    def result(self) -> Result:
        """Score sheets, winners and how a tie was broken: final when the game is over, otherwise as if it ended now."""
        return result_of(self.actions, self._states)

    def record(self, seats: Sequence[PlayerData] = ()) -> Record:
        """The game as a record that can be saved, replayed and verified; `seats` tells who played, where it is known."""
        from allaboard.record import Record

        return Record.of(self, seats=seats)

    def owners(self) -> dict[int, int]:
        """Route index → the seat that claimed it."""
        return {route: seat for seat in range(self.players) for route in claimed_routes(self.state, seat)}

    def _repr_svg_(self) -> str:
        return draw_board(self.edition, owners=self.owners())

    def __repr__(self) -> str:
        seats = ", ".join(str(seat) for seat in self.acting)
        now = "over" if self.over else f"seat{'s' if len(self.acting) > 1 else ''} {seats}, {PHASES[int(self.state.phase)]}"
        return f"<Game {self.edition.id}, {self.players} players, {len(self.log)} actions: {now}>"

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        """Pickle how the game began and its log, from which all else follows; an edition of ours by its name."""
        ours = self.edition.id in edition_ids() and find_edition(self.edition.id).hash == self.edition.hash
        before = self.events[: bisect_right(self.events, 0, key=lambda event: event.n)]
        told = (self.seed, self.commitment, self.deal, self.start_drawn, self.position, before)
        log, undone = ([(entry.seat, entry.action, entry.outcome) for entry in entries] for entries in (self.log, self._undone))
        return _restored, (self.edition.id if ours else self.edition, cast(Array, self._snapshots[0][1]).tobytes(), told, log, undone)

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat_number(seat, self.players)
        if len(self.acting) != 1:
            raise ValueError(f"seats {', '.join(map(str, self.acting))} may act now: say which seat is meant")
        return self.acting[0]

    def _number(self, action: object, seat: int) -> object:
        """The id that is meant; ids themselves are not looked at."""
        if isinstance(action, str):
            try:
                action = parse(self.edition, action, legal=partial(self.legal_actions, seat))
            except NotationError as error:
                raise IllegalAction(error.rule, str(error)) from error
        if not well_formed(action):
            return action
        offer = offer_of(self.actions, self.state, seat)
        number = self.actions.number(action, offer)
        if number is None:
            raise self._unlisted(action, offer)
        return number

    def _unlisted(self, action: Action, offer: tuple[str, ...]) -> IllegalAction:
        """Why an action has no id: no such payment for the route, no such tickets on offer, or an order that is not the player's."""
        rule, reason = "R-TURN-1", f"there is no such action in {self.edition.id}"
        if isinstance(action, ClaimRoute) and action.route in self.actions.route_index:
            route = self.actions.route_index[action.route]
            rule, reason = why_no_payment(self.actions.boards[0], route, action.cards, action.wilds)
        elif isinstance(action, KeepTickets):
            named = sorted(action.keep + action.give_back)
            code = NO_OFFER if not offer else NOT_THE_OFFER if named != sorted(offer) else ORDER_NOT_CHOSEN if action.keep else KEEP_MORE
            rule, reason = REFUSALS[code]
        return IllegalAction(rule, f"{quoted(text(action))} is not possible: {reason}")

    def _refused(self, seat: int, tried: str, code: int) -> IllegalAction:
        rule, reason = REFUSALS[code]
        return IllegalAction(rule, f"seat {seat} cannot {tried}: {reason}")

    def _words(self, seat: int, number: int) -> str:
        try:
            return f"“{text(self.actions.action(number, offer_of(self.actions, self.state, seat)))}”"
        except ValueError:
            return f"take action {number}"  # it chooses among more or fewer tickets than are on offer

    def _append(self, seat: int, action: object, outcome: tuple[int, ...] | None, *, tell: bool = True) -> list[Event]:
        """Let the engine act. Compiled code only ever meets plain integers: it would be compiled anew for any other type."""
        number = whole_number(action)
        if number is None or not 0 <= number < self.actions.size:
            rule, words = REFUSALS[NO_SUCH_ACTION]
            raise IllegalAction(rule, f"{words}: {brief(action)}; allowed: an action, its text, or an id from 0 to {self.actions.size - 1}")
        code, drawn, written = self._act(partial(step, self.actions.boards, self._states, seat, number), outcome, tell=tell)
        if code:
            raise self._refused(seat, self._words(seat, number), code)
        self.log.append(Entry(seat, number, drawn))
        if len(self.log) % SNAPSHOT_EVERY == 0:
            self._snapshots.append((len(self.log), self._states.copy()))
        if not tell:
            return []
        events = named_events(self.actions, len(self.log), written)
        self.events += events
        return events

    def _act(
        self, act: Callable[[Journal], int | None], outcome: tuple[int, ...] | None, *, tell: bool = True
    ) -> tuple[int, tuple[int, ...], Journal]:
        """Act on the state while chance gives what it gives, or what was recorded.

        Returns the code of a refusal, what chance gave, and the journal.
        """
        before = self._states.copy()
        size = JOURNAL
        while True:
            written = new_journal(size) if outcome is None else replaying_journal(outcome, size if tell else FIRST)
            code = int(act(written) or 0)
            mode, room = written.chance[MODE], len(written.events)
            if outcome is not None and not code and (mode == TORN or written.chance[CURSOR] != len(written.chance)):
                self._states[:] = before
                raise ValueError(IMPOSSIBLE)
            if mode != FULL and (written.events[END] <= room or not tell):
                drawn = tuple(written.chance[FIRST : written.chance[CURSOR]].tolist()) if outcome is None else outcome
                return code, drawn, written
            self._states[:] = before  # the row was cleared over and over: the same again with more room
            if size >= LONGEST_JOURNAL:
                raise RuntimeError("the market was cleared thousands of times in one action")
            size = min(4 * size, LONGEST_JOURNAL)

    def _rewind(self, n: int) -> None:
        """Go back to the state after n actions: from the last one kept before it."""
        while self._snapshots[-1][0] > n:
            self._snapshots.pop()
        kept, states = self._snapshots[-1]
        later = self.log[kept:n]
        del self.log[kept:]
        self.events = self.events[: bisect_right(self.events, n, key=lambda event: event.n)]
        self._states = states.copy()
        if kept % SNAPSHOT_EVERY:
            self._snapshots.pop()
        for entry in later:
            self._append(entry.seat, entry.action, entry.outcome, tell=False)


def _restored(
    edition: Edition | str,
    state: bytes,
    told: tuple[bytes | None, str | None, tuple[int, ...], bool, Mapping[str, object] | None, list[Event]],
    log: list[tuple[int, int, tuple[int, ...]]],
    undone: list[tuple[int, int, tuple[int, ...]]],
) -> Game:
    """A game as it was before it was pickled."""
    states = new_states()
    states.view(np.uint8)[:] = np.frombuffer(state, np.uint8)
    game = Game.from_states(edition_of(edition), states)
    game.seed, game.commitment, game.deal, game.start_drawn, game.position, events = told
    game.events += events
    game.replay(Entry(*entry) for entry in log)
    game._undone = [Entry(*entry) for entry in undone]
    return game


def _drawn(outcome: object) -> tuple[int, ...]:
    """A recorded outcome as plain integers that fit a journal."""
    numbers = tuple(whole_number(drawn) for drawn in outcome) if isinstance(outcome, tuple | list) else (None,)
    known = tuple(number for number in numbers if number is not None and 0 <= number < MAX_TICKETS)
    if len(known) != len(numbers) or len(known) > LONGEST_JOURNAL:
        raise ValueError(IMPOSSIBLE)
    return known
