"""A live table: the game that its log tells, its seats and its clock. It knows no database: the tables keep it in step with the log.

Everything a person is told leaves by `told`, `view` and `options`, and comes from events and views redacted for the seats that are theirs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from allaboard.actions import ClaimRoute, DrawTickets, KeepTickets, TakeCard
from allaboard.editions import Edition
from allaboard.events import Event
from allaboard.game import Entry, Game
from allaboard.notation import text
from allaboard.observation import Observation
from allaboard.position import Position
from allaboard.server.bot_decisions import Player
from allaboard.server.clocks import Clock
from allaboard.server.models import Header, Line, Seat
from allaboard.server.ticket_status import ticket_statuses
from allaboard.server.words import sentence

__all__ = ["LiveTable", "Told", "begin_game", "names_of", "retell"]

TAIL = 48
"""So many lines are kept ready to be told; older ones are told by replaying the log."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the log with the events it brought about, and who is to act after it."""

    line: Line
    events: tuple[Event, ...]
    acting: tuple[int, ...]
    over: bool


def begin_game(header: Header, edition: Edition) -> Game:
    """The game as it stood before its first action, as recorded."""
    if header.position is not None:
        return Position.from_json(edition, header.position).game()
    seed = bytes.fromhex(header.seed) if header.seed else None
    deal = None if header.deal is None else tuple(header.deal)
    players = int(header.options["players"])
    game = Game(edition, players, seed, header.start, deal=deal)
    game.start_drawn = bool(header.options.get("start_drawn", header.start is None))
    if seed is None:
        game.seed = None
    return game


def retell(header: Header, edition: Edition, lines: Iterable[Line], silent_until: int = 0) -> Iterator[tuple[Told, Game | None]]:
    """Every line with its events and the game after it (the same object all along), from the log alone.

    Up to line `silent_until` no events are made: nobody asks for them when a table is opened.
    """
    game: Game | None = None
    for line in lines:
        events: tuple[Event, ...] = ()
        if line.kind == "start":
            game = begin_game(header, edition)
            events = tuple(game.events)
        elif line.kind == "action":
            assert game is not None
            game.replay([line.entry], tell=line.n > silent_until)
            events = tuple(game.events)
        elif line.kind == "undo":
            assert game is not None
            game.undo()
        if game is not None:
            game.events.clear()
        yield Told(line, events, game.acting if game else (), bool(game and game.over)), game


def names_of(seats: Iterable[Seat]) -> list[str]:
    """How the seats are called."""
    return [seat.name or f"Seat {seat.seat + 1}" for seat in seats]


class LiveTable:
    """A table in memory. Methods that change it take what the database already holds, or what it is about to hold."""

    def __init__(
        self, header: Header, seats: list[Seat], edition: Edition, lines: Sequence[Line], shown: Callable[[int], int] = lambda at: at
    ) -> None:
        self.header, self.seats, self.edition, self.shown = header, seats, edition, shown
        self.game: Game | None = None
        self.n = 0
        self.started = 0
        self.changed = 0
        self.acted: dict[int, int] = {}
        self.tail: deque[Told] = deque(maxlen=TAIL)
        self.clock = Clock(header.options.get("clock"))
        self.bots: dict[int, Player] = {}
        self.busy_until = 0
        self.hurried: set[int] = set()
        """The seats whose bots had less time than usual for their last action."""
        self._at = header.created
        self._acting: tuple[int, ...] = ()
        for told, game in retell(header, edition, lines, len(lines) - TAIL):
            self.game = game
            self._note(told)

    @property
    def names(self) -> list[str]:
        return names_of(self.seats)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self._acting if self.header.status == "playing" else ()

    def play(self, seat: int, action: str | int) -> tuple[Entry, tuple[Event, ...]]:
        """Act on the game; IllegalAction leaves it as it was. The caller writes the line, then calls `follow`."""
        assert self.game is not None
        events = tuple(self.game.play(action, seat))
        self.game.events.clear()
        return self.game.log[-1], events

    def take_back(self) -> None:
        """Take the last action of the game back. The caller writes the line, then calls `follow`."""
        assert self.game is not None
        self.game.undo()
        self.game.events.clear()

    def follow(self, line: Line, events: tuple[Event, ...] = ()) -> Told:
        """Note a line that the database holds and the game already reflects."""
        told = Told(line, events, self.game.acting if self.game else (), bool(self.game and self.game.over))
        self._note(told)
        return told

    def catch_up(self, lines: Iterable[Line]) -> bool:
        """Follow lines that others wrote; False when they need more than a replay, so that the table must be read anew."""
        for line in lines:
            if line.kind == "action" and self.game is not None:
                self.game.replay([line.entry])
                events = tuple(self.game.events)
                self.game.events.clear()
                self.follow(line, events)
            elif line.kind == "chat":
                self.follow(line)
            else:
                return False
        return True

    def _note(self, told: Told) -> None:
        line = told.line
        self.n = self.header.n = line.n
        self.tail.append(told)
        self._at = line.at
        if line.changes_game:
            self.changed = line.n
        if line.kind == "start":
            self.started = line.n
        if line.kind in ("action", "undo") and line.seat is not None:
            self.acted[line.seat] = line.n
        if line.kind == "action" and line.seat is not None:
            self.clock.acted(line.seat, line.at, final=bool(line.outcome))
            (self.hurried.add if line.data and "hurried" in line.data else self.hurried.discard)(line.seat)
        if line.kind == "undo":
            self.clock.undone(line.at)
        if line.kind == "seat" and line.seat is not None:
            away = bool(line.data and line.data.get("away"))
            (self.clock.leave if away else self.clock.come_back)(line.seat, line.at)
        if told.over and self.header.status == "playing":
            self.header.status = "over"
        self.clock.wait_for(told.acting, line.at)
        self._acting = told.acting
        self.header.acting = list(told.acting)

    # what is next

    def due(self) -> int | None:
        """When a bot is to act, if it is a bot's turn."""
        if any(self.seats[seat].played_by_bot for seat in self.acting):
            return self._at + int(1000 * self.header.options["pace"])
        return None

    def bot_to_act(self) -> Seat | None:
        return next((self.seats[seat] for seat in self.acting if self.seats[seat].played_by_bot), None)

    def deadline(self) -> int | None:
        """When the first clock of a person runs out."""
        times = [self.clock.deadline(seat) for seat in self.acting if not self.seats[seat].played_by_bot]
        return min((time for time in times if time is not None), default=None)

    def shown_deadline(self) -> int | None:
        """The same as the machine's clock tells it."""
        return None if (end := self.deadline()) is None else self.shown(end)

    def late(self, at: int) -> list[Seat]:
        """The people whose time has run out."""
        acting = (self.seats[seat] for seat in self.acting if not self.seats[seat].played_by_bot)
        return [seat for seat in acting if (end := self.clock.deadline(seat.seat)) is not None and end <= at]

    def stale(self, seat: int, seen: int) -> bool:
        """Whether a seat that saw the log up to `seen` would act on a game that has changed since."""
        if seen >= self.changed:
            return False
        # R-SETUP-4: all choose at the same time, so the choices of others make nobody late.
        choosing = self.game is not None and len(self.game.log) < self.game.players and seat in self.acting
        return not (choosing and seen >= max(self.started, self.acted.get(seat, 0)))

    def cannot_undo(self, seat: int, at: int) -> str | None:
        """Why a seat cannot take its last action back; None when it can (R-SECRET: free until something secret was revealed)."""
        game = self.game
        if not self.header.options["undo"]:
            return "at this table nothing is taken back"
        if game is None or not game.log or self.header.status != "playing":
            return "there is no action to take back"
        last = game.log[-1]
        if last.seat != seat:
            return "the last action is another seat's"
        if last.outcome or last.action == game.actions.draw_tickets:
            return "the action has shown a card or a ticket that nobody knew (R-SECRET-2, R-SECRET-3)"
        if len(game.log) == game.players:
            return "all have chosen their tickets and know how many the others kept (R-SETUP-4)"
        if self.clock.undo_runs_out(at):
            return "no time is left to think again: the clock has run on since before the action"
        return None

    # what people are told

    def tell(self, told: Told, eyes: Collection[int]) -> dict[str, Any]:
        """A line as somebody may know it whose seats are `eyes`; nobody's seats make a spectator."""
        line, names = told.line, self.names
        events = []
        for event in told.events:
            seen = event.seen_by(event.seat if event.seat in eyes else None)
            events.append({**seen, "words": sentence(seen, names)})
        return {
            "n": line.n,
            "at": self.shown(line.at),
            "kind": line.kind,
            "seat": line.seat,
            "events": events,
            "data": line.data or {},
            "acting": list(told.acting),
            "over": told.over,
        }

    def recent(self, after: int) -> list[Told] | None:
        """The lines behind a position; None when some of them are no longer at hand."""
        if after >= self.n:
            return []
        if not self.tail or self.tail[0].line.n > after + 1:
            return None
        return [told for told in self.tail if told.line.n > after]

    def options(self, observation: Observation) -> dict[str, Any]:
        """What the seat of an observation may do now, and why it cannot claim what it cannot."""
        assert self.game is not None
        seat = observation.seat
        assert seat is not None
        legal = [] if seat not in self.acting else [describe(action) for action in observation.legal_actions]
        return {
            "n": self.n,
            "seat": seat,
            "legal": legal,
            "refusals": {} if self.game.over else observation.refusals(),
            "ways": ticket_statuses(observation),
        }


def describe(action: Any) -> dict[str, Any]:
    """An action as its text and as data."""
    told: dict[str, Any] = {"action": text(action)}
    match action:
        case TakeCard(card):
            return {**told, "kind": "take", "card": card}
        case ClaimRoute(route):
            return {**told, "kind": "claim", "route": route, "payment": action.payment}
        case DrawTickets():
            return {**told, "kind": "draw tickets"}
        case KeepTickets(keep, give_back):
            return {**told, "kind": "keep", "keep": list(keep), "give_back": list(give_back)}
    return {**told, "kind": "draw deck"}
