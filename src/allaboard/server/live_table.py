"""A live table: the game that its log gives, its seats and its clock. It knows no database: the tables keep it in step with the log.

What a person learns leaves by `LineTeller`, `options` and `Game.view`: events and views redacted for the seats that are theirs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Final, cast

from allaboard.editions import Edition
from allaboard.engine.records import CHOOSING
from allaboard.events import Chosen, Event
from allaboard.game import Entry, Game
from allaboard.observation import Observation
from allaboard.position import Position
from allaboard.sentences import Teller
from allaboard.server.absences import Absences
from allaboard.server.action_data import RefusedRoutes, describe
from allaboard.server.bot_decisions import SeatedBot
from allaboard.server.clocks import MORE, Clock
from allaboard.server.models import ActionNote, Header, Line, Seat
from allaboard.server.schemas import LogLine, Options
from allaboard.server.ticket_status import TicketFacts, ticket_facts

__all__ = ["TAIL", "LineTeller", "LiveTable", "LoggedLine", "begin_game", "names_of", "options_of", "replay_lines", "undone_lines"]

GRACE: Final = 4000
"""Milliseconds that bots wait after an action of a person before they do what would keep it from being taken back."""
LONGEST_GRACE: Final = 30_000
"""Milliseconds that bots wait at most, however long somebody thinks about taking an action back."""
HOST: Final = "Host"
"""Who opened a table and has no name, in English: the page has words of its own."""
LEAST_CLOCK: Final = 30
"""Seconds: where people have less time, nothing is taken back."""
DESERTED: Final = 8
"""So many times slower than the table's pace bots play on where everybody is away who could come back: they should find a game."""
TAIL = 48
"""So many lines are kept with their events; older ones are found by replaying the log."""


@dataclass(frozen=True, slots=True)
class LoggedLine:
    """A line of the log with the events it brought about, and who is to act after it."""

    line: Line
    events: tuple[Event, ...]
    acting: tuple[int, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class LineTeller:
    """Tells lines of a log as somebody may know them whose seats are `viewing`, or as a spectator may; with `words`, in English too."""

    edition: Edition
    names: Sequence[str]
    shown: Callable[[int], int]
    viewing: Collection[int]
    words: bool = False

    def tell(self, logged: LoggedLine) -> LogLine:
        """Return a line as its reader may know it."""
        line, readers = logged.line, [event.seat if event.seat in self.viewing else None for event in logged.events]
        events = [event.seen_by(reader) for event, reader in zip(logged.events, readers, strict=True)]
        if self.words:
            teller = Teller(self.edition, self.names)
            for told, event, reader in zip(events, logged.events, readers, strict=True):
                told["words"] = teller.tell(event, reader)
        whole = {
            "n": line.n,
            "at": self.shown(line.at),
            "kind": line.kind,
            "seat": line.seat,
            "events": events,
            "data": line.data or {},
            "acting": list(logged.acting),
            "over": logged.over,
        }
        return cast(LogLine, whole)  # a line of each kind was written with the data of that kind


def begin_game(header: Header, edition: Edition) -> Game:
    """Return the game as it stood before its first action, as recorded."""
    if header.position is not None:
        return Position.from_json(edition, header.position).game()
    seed = bytes.fromhex(header.seed) if header.seed else None
    deal = None if header.deal is None else tuple(header.deal)
    players = int(header.options["players"])
    game = Game(edition, players, seed, header.start, deal=deal)
    game.start_drawn = bool(header.options.get("start_drawn", header.start is None))
    game.commitment = header.commitment
    if seed is None:
        game.seed = None
    return game


def replay_lines(
    header: Header, edition: Edition, lines: Sequence[Line], no_events_until: int = 0
) -> Iterator[tuple[LoggedLine, Game | None]]:
    """Yield every line with its events and the game after it (the same object all along), from the log alone.

    Up to line `no_events_until` no events are made: nobody asks for them when a table is opened. However much was taken back, every action
    is played once.
    """
    game: Game | None = None
    undone = undone_lines(lines)
    for line in lines:
        events: tuple[Event, ...] = ()
        if line.kind == "start":
            game = begin_game(header, edition)
            events = tuple(game.events)
        elif line.kind == "action":
            assert game is not None
            if line.n in undone:
                game.bookmark()
            game.replay([line.entry], tell=line.n > no_events_until)
            events = tuple(game.events)
        for _ in range(line.undone):
            assert game is not None
            game.undo()
        if game is not None:
            game.events.clear()
        yield LoggedLine(line, events, game.acting if game else (), bool(game and game.over)), game


def undone_lines(lines: Iterable[Line]) -> set[int]:
    """Return the lines whose actions later ones take back."""
    standing: list[int] = []
    undone: set[int] = set()
    for line in lines:
        if line.kind == "action":
            standing.append(line.n)
        for _ in range(min(line.undone, len(standing))):
            undone.add(standing.pop())
    return undone


def names_of(seats: Iterable[Seat], host: str = HOST) -> list[str]:
    """Return how the seats are called; `host` is who opened the table and has no name, and several at one device are told apart."""
    numbers = count(1)

    def called(seat: Seat) -> str:
        if seat.name or seat.kind != "person":
            return seat.name or f"Seat {seat.seat + 1}"
        number = next(numbers)
        return f"{host} {number}" if host and number > 1 else host

    return [called(seat) for seat in seats]


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
        self.tail: deque[LoggedLine] = deque(maxlen=TAIL)
        self._standing: deque[LoggedLine] = deque(maxlen=TAIL)
        """The last actions of the game, as far back as their events were told."""
        self._told_again: tuple[tuple[int, int], list[Event]] = (0, 0), []
        """What the last so many actions up to a line brought about, where it is no longer at hand: who looks again costs nothing."""
        self.clock = Clock(header.options.get("clock"))
        self.absences = Absences(self.clock)
        self.bots: dict[int, SeatedBot] = {}
        self.busy_until = 0
        self.pace: float = header.options["pace"]
        self.hurried: set[int] = set()
        """The seats whose bots had less time than usual for their last action."""
        self._tickets: dict[int, TicketFacts] = {}
        """How the tickets of seats stand, as far as somebody has looked since the game changed: who looks again costs nothing."""
        self.undoable_until: int | None = None
        """Until then bots do nothing that keeps who acted last among people from thinking again; `None`: they do not wait."""
        self._undoer: int | None = None
        self._trial: tuple[tuple[int, int, int], bool] | None = None
        """The game, the seat and the action that were tried last for a bot that waits, and whether that would be the end of taking back."""
        self._longest_grace = 0
        self._at = header.created
        self._acting: tuple[int, ...] = ()
        self._turn: tuple[bool, int] | None = None
        # every action of a person ends the grace of earlier ones, so that only the last can have any
        last = next((line.n for line in reversed(lines) if line.kind == "action" and self._is_persons(line)), 0)
        for logged, game in replay_lines(header, edition, lines, len(lines) - TAIL):
            self.game = game
            self._note(logged, grace=logged.line.n == last)

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

    def take_back(self, actions: int) -> None:
        """Take the last actions of the game back. The caller writes the line, then calls `follow`."""
        assert self.game is not None
        for _ in range(actions):
            self.game.undo()
        self.game.events.clear()
        self.bots.clear()  # they may remember what never happened

    def follow(self, line: Line, events: tuple[Event, ...] = ()) -> LoggedLine:
        """Note a line that the database holds and the game already reflects."""
        logged = LoggedLine(line, events, self.game.acting if self.game else (), bool(self.game and self.game.over))
        self._note(logged)
        return logged

    def catch_up(self, lines: Iterable[Line]) -> bool:
        """Follow lines that others wrote; False when they need more than a replay, so that the table must be read anew."""
        for line in lines:
            if line.kind == "action" and self.game is not None:
                self.game.replay([line.entry])
                events = tuple(self.game.events)
                self.game.events.clear()
                self.follow(line, events)
            elif line.kind in ("more", "chat"):
                self.follow(line)
            else:
                return False
        return True

    def _note(self, logged: LoggedLine, *, grace: bool = True) -> None:
        """Follow a line; without `grace` nobody asks whether bots wait after it."""
        line = logged.line
        self.n = self.header.n = line.n
        self.tail.append(logged)
        if line.kind != "chat":  # who talks keeps no bot from acting
            self._at = line.at
        if line.changes_game:
            self.changed = line.n
            self._tickets.clear()
            if line.kind != "action" or self._undoer is None or line.seat == self._undoer or not self.against_bots(self._undoer):
                self.undoable_until = self._undoer = None
        if line.kind == "start":
            self.started = line.n
        if line.kind in ("action", "undo") and line.seat is not None:
            self.acted[line.seat] = line.n
        if line.kind == "action" and line.seat is not None:
            self.clock.acted(line.seat, line.at)
            note = cast(ActionNote, line.data or {})
            (self.hurried.add if "hurried" in note else self.hurried.discard)(line.seat)
            self.pace = note.get("pace", self.pace)
            if logged.events:
                self._standing.append(logged)
            else:
                self._standing.clear()
        if line.kind == "more" and line.seat is not None:
            self.clock.give_more(line.seat)
        if line.undone:
            self.clock.undone(line.at, line.undone)
            for _ in range(min(line.undone, len(self._standing))):
                self._standing.pop()
        # the choice at set-up is a turn of its own; and when all others are skipped, the same seat has the next turn (R-SETUP-4, R-TURN-2)
        turn = None if self.game is None else (self.game.state.phase == CHOOSING, int(self.game.state.turns))
        self.absences.note(line, logged.acting if turn == self._turn else ())
        self._turn = turn
        if logged.over and self.header.status == "playing":
            self.header.status = "over"
            self.bots.clear()
        self.clock.wait_for(logged.acting, line.at)
        self._acting = logged.acting
        self.header.acting = list(logged.acting)
        if grace and line.kind == "action" and line.seat is not None and self._has_grace(line, line.seat):
            self.undoable_until, self._undoer = line.at + GRACE, line.seat
            self._longest_grace = line.at + LONGEST_GRACE

    # what is next

    def played_by_bot(self, seat: int) -> bool:
        """Return whether a bot of ours acts for a seat now: its own, or the one that stands in for a person."""
        return self.seats[seat].played_by_bot or seat in self.absences.missing

    def due(self) -> int | None:
        """Return when a bot is to act, if it is a bot's turn."""
        if self.bot_to_act() is not None:
            pace = DESERTED * self.header.options["pace"] if self._is_deserted() else self.pace
            # against bots alone it depends on what they do: see `held_until`
            waits = self._undoer is not None and not self.against_bots(self._undoer)
            return max(self._at + int(1000 * pace), self.undoable_until or 0 if waits else 0)
        return None

    def held_until(self, seat: int, action: int, at: int) -> int | None:
        """Return until when a bot waits with an action that would keep a person from taking theirs back; `None`: it does not."""
        if self.undoable_until is None or self._undoer is None or self.undoable_until <= at:
            return None
        tried = self.changed, seat, action
        if self._trial is None or self._trial[0] != tried:  # whoever looks at the table wakes the bot
            assert self.game is not None
            game = self.game.copy()
            self._trial = tried, any(event.reveals_to(self._undoer) for event in game.play(action, seat)) or game.over
        return self.undoable_until if self._trial[1] else None

    def waits_for(self, seat: int) -> bool:
        """Return whether bots wait for a seat that has acted and may think again."""
        return self.undoable_until is not None and self._undoer == seat

    def _is_deserted(self) -> bool:
        """Return whether bots play for every person, and somebody of them can still come back."""
        people = [seat for seat in self.seats if seat.kind == "person"]
        return all(seat.away for seat in people) and any(self.clock.left(seat.seat, self._at) != 0 for seat in people)

    def hold(self, until: int) -> None:
        """Let bots wait until then, or as long as they wait at most; they wait for nobody who has not got a moment to think already."""
        if self.undoable_until is not None:
            self.undoable_until = max(self.undoable_until, min(until, self._longest_grace))

    def bot_to_act(self) -> Seat | None:
        return next((self.seats[seat] for seat in self.acting if self.played_by_bot(seat)), None)

    def deadline(self) -> int | None:
        """Return when the first clock of a person runs out."""
        times = [self.clock.deadline(seat) for seat in self.acting if not self.played_by_bot(seat)]
        return min((time for time in times if time is not None), default=None)

    def shown_deadline(self, seat: int | None = None) -> int | None:
        """Return the deadline as the machine's clock shows it: a seat's own where it is to act, otherwise the first of all."""
        own = seat is not None and seat in self.acting and not self.played_by_bot(seat)
        end = self.clock.deadline(seat) if own and seat is not None else self.deadline()
        return None if end is None else self.shown(end)

    def late(self, at: int) -> list[Seat]:
        """Return the people whose time has run out."""
        acting = (self.seats[seat] for seat in self.acting if not self.played_by_bot(seat))
        return [seat for seat in acting if (end := self.clock.deadline(seat.seat)) is not None and end <= at]

    def stale(self, seat: int, seen: int) -> bool:
        """Return whether a seat that saw the log up to `seen` would act on a game that has changed since."""
        if seen >= self.changed:
            return False
        # R-SETUP-4: all choose at the same time, so the choices of others make nobody late.
        choosing = self.game is not None and self.game.state.phase == CHOOSING and seat in self.acting
        return not (choosing and seen >= max(self.started, self.acted.get(seat, 0)))

    def to_undo(self, seat: int) -> int:
        """Return how many actions a seat takes back with its last one: those after it as well. 0 where it has not acted."""
        log = self.game.log if self.game else []
        return next((back for back, entry in enumerate(reversed(log), start=1) if entry.seat == seat), 0)

    def cannot_undo(self, seat: int, at: int) -> str | None:
        """Return why a seat cannot take its last action back, None when it can (R-SECRET: free until something secret was revealed).

        Who plays against bots alone takes back what these have answered, too.
        """
        game, actions = self.game, self.to_undo(seat)
        if not self.header.options["undo"]:
            return "at this table nothing is taken back"
        if (clock := self.header.options.get("clock")) is not None and clock["seconds"] < LEAST_CLOCK:
            return f"with less than {LEAST_CLOCK} seconds on the clock nothing is taken back"
        if game is None or not actions or self.header.status != "playing":
            return "there is no action to take back"
        if actions > 1 and not self.against_bots(seat):
            return "the last action is another seat's"
        events = self._last_events(actions)
        revealed = next((event.n for event in events if event.reveals_to(seat)), None)
        if revealed == len(game.log) - actions + 1:
            return "the action has shown a card or a ticket that nobody knew (R-SECRET-2, R-SECRET-3)"
        if revealed is not None:
            return "the market has shown a card since that nobody knew (R-SECRET-3)"
        if any(isinstance(event, Chosen) for event in events):
            return "all have chosen their tickets and know how many the others kept (R-SETUP-4)"
        if self.clock.undo_runs_out(at, actions):
            return "no time is left to think again: the clock has run on since before the action"
        return None

    def cannot_have_more(self, seat: int, at: int) -> str | None:
        """Return why a seat cannot have more time now, None when it can."""
        end = self.clock.deadline(seat)
        if self.clock.per is None:
            return "there is no clock at this table"
        if self.seats[seat].kind != "person":
            return "bots have no more time"
        if seat in self.clock.given:
            return f"it had {MORE // 1000} seconds more already, and has them once a game"
        if seat not in self.acting or end is None:
            return "it is not its turn"
        if self.played_by_bot(seat):
            return "a bot plays for it"
        if end <= at:
            return "its time has run out"
        return None

    def against_bots(self, seat: int) -> bool:
        """Return whether all other seats are bots."""
        return all(other.kind == "bot" for other in self.seats if other.seat != seat)

    def _last_events(self, actions: int) -> list[Event]:
        """Return what the last actions of the game brought about: as it was told, or told again where it is no longer at hand."""
        if actions <= len(self._standing):
            return [event for logged in islice(self._standing, len(self._standing) - actions, None) for event in logged.events]
        assert self.game is not None
        if self._told_again[0] != (asked := (self.changed, actions)):
            game = self.game.at(len(self.game.log) - actions)
            game.replay(self.game.log[-actions:])
            self._told_again = asked, game.events
        return self._told_again[1]

    def _has_grace(self, line: Line, seat: int) -> bool:
        """Return whether bots wait after an action: of a person, who can still take it back and does not want their answers at once."""
        by_person = self._is_persons(line) and not (line.data and "stand_in" in line.data)
        if self.pace == 0 and self.against_bots(seat):
            return False
        chosen = self.game is not None and self.game.state.phase != CHOOSING  # R-SETUP-4: all choose at the same time
        return by_person and chosen and self.cannot_undo(seat, line.at) is None

    def _is_persons(self, line: Line) -> bool:
        """Return whether a line is about the seat of a person."""
        return line.seat is not None and self.seats[line.seat].kind == "person"

    # what people may know

    def teller(self, viewing: Collection[int], *, words: bool = False) -> LineTeller:
        """Return what tells lines of this table as somebody may know them now, beside the event loop too."""
        return LineTeller(self.edition, self.names, self.shown, viewing, words)

    def log_line(self, logged: LoggedLine, viewing: Collection[int]) -> LogLine:
        """Return a line as somebody may know it whose seats are `viewing`, or as a spectator may."""
        return self.teller(viewing).tell(logged)

    def recent(self, after: int) -> list[LoggedLine] | None:
        """Return the lines behind a position; None when some of them are no longer at hand."""
        if after >= self.n:
            return []
        if not self.tail or self.tail[0].line.n > after + 1:
            return None
        return [logged for logged in self.tail if logged.line.n > after]

    def erased_since(self, n: int) -> bool:
        """Return whether names or words of earlier lines were erased after line n, or may have been: it is too long ago."""
        recent = self.recent(n)
        return recent is None or any(
            line.kind == "seat" and (line.data or {}).get("why") == "erased" for line in (one.line for one in recent)
        )

    def options(self, observation: Observation) -> Options:
        """Return what the seat of an observation may do now, and why it cannot claim what it cannot."""
        assert self.game is not None and observation.seat is not None
        if (tickets := self._tickets.get(observation.seat)) is None:
            tickets = self._tickets[observation.seat] = ticket_facts(observation)
        return options_of(observation, acting=observation.seat in self.acting, over=self.game.over, tickets=tickets)


def options_of(observation: Observation, *, acting: bool, over: bool, tickets: TicketFacts | None = None) -> Options:
    """Return what the seat of an observation may do, if it is to act, and why it cannot claim what it cannot.

    `tickets` tells how its tickets stand, where that is known.
    """
    claimed = observation.view["routes"]
    refused: list[RefusedRoutes] = []
    for refusal, routes in [] if over else observation.refused_routes():
        if free := [route for route in routes if route not in claimed]:
            told: RefusedRoutes = {"rule": refusal["rule"], "routes": free}
            if "missing" in refusal:
                told["missing"] = refusal["missing"]
            if "card" in refusal:
                told["card"] = refusal["card"]
            refused.append(told)
    legal = zip(observation.legal_actions, observation.legal_texts, strict=True) if acting else ()
    return {
        "legal": [describe(action, words) for action, words in legal],
        "refusals": refused,
        **(ticket_facts(observation) if tickets is None else tickets),
    }
