"""Playing at a table: acting, taking back, talking. Whose seat and moment it is, is decided here; what the rules allow, by the game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Never

from allaboard.game import IllegalAction
from allaboard.server.bot_decisions import Decision
from allaboard.server.identity import Caller, IdempotencyKey
from allaboard.server.limits import Limits
from allaboard.server.live_table import LiveTable
from allaboard.server.metrics import MOVES
from allaboard.server.models import ActionNote, LineKind, UndoNote
from allaboard.server.problems import Problem, refused
from allaboard.server.schemas import Act, LogLine
from allaboard.server.schemas.problems import RefusalCode
from allaboard.server.store import Collision
from allaboard.server.tables import ATTEMPTS, Tables, busy, need_room, own_seats, replays_of

__all__ = ["READINGS", "Play", "chosen_seat", "not_playing"]


READINGS: Final = 3
"""So often a long log is told again to somebody who gets or loses a seat meanwhile."""


class AlreadyDoneError(Exception):
    """A request was carried out before, and wrote line `n`. Raised so that the table is free for others while that line is told again."""

    def __init__(self, live: LiveTable, n: int) -> None:
        super().__init__(n)
        self.live, self.n = live, n


class Play:
    """What people and bots do in a game that goes on."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self._tables, self._limits, self._store, self._time = tables, limits, tables.store, tables.time

    async def act(self, table_id: str, caller: Caller, wish: Act, key: IdempotencyKey | None) -> LogLine:
        """Carry out an action for a seat of the caller's; returns what happened as the caller may know it."""
        return await self._once(caller, lambda: self._act(table_id, caller, wish, key))

    async def _act(self, table_id: str, caller: Caller, wish: Act, key: IdempotencyKey | None) -> LogLine:
        seen = wish.seen
        stored = key and key.of(caller)
        for attempt in range(ATTEMPTS):
            # The first time nobody asks the database for news: it would not take an action on an old game, for line n is there.
            # A refusal is another matter, and is decided on the newest game.
            fresh = attempt > 0 or not self._store.shared
            try:
                async with self._tables.at(table_id, fresh=fresh) as live:
                    self._tables.note_visit(live, caller)
                    # somebody wrote first: it may have been this very request
                    if attempt:
                        await self._check_new(live, stored, "action")
                    try:
                        chosen = chosen_seat(live, caller, wish.seat)
                        self._check_moment(live, seen, stale=live.stale(chosen, seen))
                        if chosen in live.absences.missing:
                            raise Problem(409, "not-now", f"the time of seat {chosen} has run out: a bot plays this turn", code="time-out")
                        with self._tables.quarantine.busy(table_id, live.n):
                            entry, events = live.play(chosen, wish.action)
                    except (Problem, IllegalAction) as error:
                        if not fresh:
                            continue
                        await self._check_new(live, stored, "action")
                        self._refused(live, caller, error, seen)
                    note: ActionNote | None = None
                    if wish.pace is not None and wish.pace != live.pace and live.against_bots(chosen):
                        note = {"pace": wish.pace}
                    logged = await self._tables.append(
                        live,
                        "action",
                        seat=chosen,
                        action=entry.action,
                        outcome=entry.outcome,
                        data=note,
                        key=stored,
                        events=events,
                    )
                    MOVES.labels("person").inc()
                    return live.log_line(logged, own_seats(live, caller))
            except Collision:
                continue
        raise busy()

    async def undo(self, table_id: str, caller: Caller, seat: int | None, seen: int, key: IdempotencyKey | None) -> LogLine:
        """Take back the caller's last action and what bots have answered, while nothing secret was shown since."""
        stored = key and key.of(caller)

        async def take_back(live: LiveTable) -> LogLine:
            chosen = chosen_seat(live, caller, seat)
            await self._check_new(live, stored, "undo")
            try:
                # what bots have done meanwhile makes nobody late to think again
                self._check_moment(live, seen, stale=seen < live.acted.get(chosen, 0))
                need_room(live)
                if (reason := live.cannot_undo(chosen, self._time.now())) is not None:
                    raise Problem(409, "not-now", f"seat {chosen} cannot take back: {reason}")
            except Problem as error:
                self._refused(live, caller, error, seen)
            actions = live.to_undo(chosen)
            with self._tables.quarantine.busy(table_id, live.n):
                live.take_back(actions)
            data: UndoNote | None = {"actions": actions} if actions > 1 else None
            logged = await self._tables.append(live, "undo", seat=chosen, data=data, key=stored)
            return live.log_line(logged, own_seats(live, caller))

        return await self._once(caller, lambda: self._tables.change(table_id, take_back))

    async def give_more(self, table_id: str, caller: Caller, seat: int | None, seen: int, key: IdempotencyKey | None) -> LogLine:
        """Give the caller's seat, which is to act, more time: once a game."""
        stored = key and key.of(caller)

        async def give(live: LiveTable) -> LogLine:
            chosen = chosen_seat(live, caller, seat)
            await self._check_new(live, stored, "more")
            try:
                self._check_moment(live, seen, stale=live.stale(chosen, seen))
                # a long log takes these lines too: there is at most one for each seat
                if (reason := live.cannot_have_more(chosen, self._time.now())) is not None:
                    raise Problem(409, "not-now", f"seat {chosen} cannot have more time: {reason}")
            except Problem as error:
                self._refused(live, caller, error, seen)
            logged = await self._tables.append(live, "more", seat=chosen, key=stored)
            return live.log_line(logged, own_seats(live, caller))

        return await self._once(caller, lambda: self._tables.change(table_id, give))

    async def go_on(self, table_id: str, caller: Caller, seat: int | None) -> None:
        """Let bots move at once after the caller's action, which then stands."""
        async with self._tables.at(table_id) as live:
            chosen = chosen_seat(live, caller, seat, acting=False)
            if live.waits_for(chosen):
                live.undoable_until = None
                self._tables.on_change(live)

    async def hold(self, table_id: str, caller: Caller, seat: int | None, seconds: int) -> int | None:
        """Let bots wait while the caller thinks about taking an action back; returns until when, None where they do not wait."""
        async with self._tables.at(table_id) as live:
            chosen, now = chosen_seat(live, caller, seat, acting=False), self._time.now()
            if live.undoable_until is None or live.undoable_until <= now or not live.waits_for(chosen):
                return None
            live.hold(now + 1000 * seconds)
            # no other process takes the bot's work for abandoned
            await self._store.renew([table_id], live.undoable_until + int(1000 * self._tables.settings.lease))
            self._tables.on_change(live)
            return live.shown(live.undoable_until)

    async def held_until(self, table_id: str, seat: int, decision: Decision, seen: int) -> int | None:
        """Return until when a bot waits with what it chose at log position `seen`; None where it does not, or the table has moved on."""
        async with self._tables.at(table_id, fresh=False) as live:
            if live.changed > seen or seat not in live.acting:
                return None
            with self._tables.quarantine.busy(table_id, seen):  # the action is tried
                return live.held_until(seat, decision.action, self._time.now())

    async def act_for_bot(self, table_id: str, seat: int, decision: Decision, seen: int) -> bool:
        """Carry out what a bot chose at log position `seen`; False when the table has moved on."""
        data: ActionNote = {"hurried": round(decision.part, 2)} if decision.hurried else {}
        for fresh in (False, True):  # as for people, nobody asks for news first: an old game takes no line
            try:
                async with self._tables.at(table_id, fresh=fresh) as live:
                    if live.changed > seen or seat not in live.acting or not live.played_by_bot(seat):
                        return False
                    if live.seats[seat].kind != "bot":
                        data["stand_in"] = True
                    with self._tables.quarantine.busy(table_id, seen):
                        entry, events = live.play(seat, decision.action)
                    note = data or None
                    await self._tables.append(
                        live, "action", seat=seat, action=entry.action, outcome=entry.outcome, data=note, events=events
                    )
                    MOVES.labels("bot").inc()
                    return True
            except Collision:
                continue
        return False

    async def chat(self, table_id: str, caller: Caller, seat: int | None, text: str, key: IdempotencyKey | None) -> LogLine:
        """Say something at the table."""
        stored = key and key.of(caller)

        async def say(live: LiveTable) -> LogLine:
            if not live.header.options["chat"]:
                raise Problem(409, "not-now", "there is no chat at this table", code="no-chat")
            chosen = chosen_seat(live, caller, seat, acting=False)
            await self._check_new(live, stored, "chat")
            need_room(live)
            logged = await self._tables.append(live, "chat", seat=chosen, data={"text": text}, key=stored, author=caller.guest)
            return live.log_line(logged, ())

        return await self._once(caller, lambda: self._tables.change(table_id, say))

    def _check_moment(self, live: LiveTable, seen: int, *, stale: bool) -> None:
        if live.header.status != "playing":
            raise not_playing(live)
        if seen > live.n:
            raise Problem(422, "invalid", f"seen: the log has {live.n} lines, so nobody can have seen line {seen}")
        if stale:
            raise Problem(409, "stale", f"the game has changed since line {seen} of the log; it has {live.n} lines now")

    async def _check_new(self, live: LiveTable, key: IdempotencyKey | None, kind: LineKind) -> None:
        """Raise `AlreadyDoneError` where a request with this key was carried out before, and a Problem if it was another request."""
        if key is None or (line := await self._store.line_by_key(live.header.id, key.value)) is None:
            return
        key.check(line.asked, same=line.kind == kind)
        if line.n > live.n:  # another process wrote it just now
            raise Collision
        raise AlreadyDoneError(live, line.n)

    async def _once(self, caller: Caller, do: Callable[[], Awaitable[LogLine]]) -> LogLine:
        """Return what a request is answered; what it was answered before where it is repeated. Nobody waits while that is looked up.

        It is asked anew where the caller has got or lost a seat meanwhile, or words and names were erased.
        """
        for _ in range(READINGS):
            try:
                return await do()
            except AlreadyDoneError as done:
                live, n = done.live, done.n
                self.count_lines(live, caller, n - 1)
                tell = live.teller(own_seats(live, caller)).tell
                if (recent := live.recent(n - 1)) is not None:
                    return tell(recent[0])
                told = await self._tables.told_of(live, lambda table: own_seats(table, caller), n - 1, tell)
                if told is not None:
                    return told[0]
        raise busy()

    def count_lines(self, live: LiveTable, caller: Caller, after: int) -> None:
        """Count that somebody asks for lines behind a position: nothing where they are at hand, otherwise by how long the log is."""
        if live.recent(after) is None:
            self._limits.take("replay", caller.who, caller.address, replays_of(live.n))

    def _refused(self, live: LiveTable, caller: Caller, error: Problem | IllegalAction, seen: int) -> Never:
        """Raise why not, with the news for whose game is an old one. Who has missed more than is at hand reads the log."""
        if isinstance(error, IllegalAction):
            raise refused(error)
        if error.kind == "stale":
            viewing = own_seats(live, caller)
            if (recent := live.recent(seen)) is not None:
                error.more["news"] = [live.log_line(logged, viewing) for logged in recent]
            error.more["n"] = live.n
        raise error


def chosen_seat(live: LiveTable, caller: Caller, seat: int | None, *, acting: bool = True) -> int:
    """Return the seat that a caller means: the one named, or the only one possible."""
    own = own_seats(live, caller)
    if not own:
        raise Problem(403, "not-allowed", "you have no seat at this table", code="no-seat")
    if seat is not None:
        if seat not in own:
            raise Problem(403, "not-allowed", f"seat {seat} is not yours; yours: {', '.join(map(str, own))}", code="not-your-seat")
        return seat
    ready = [mine for mine in own if mine in live.acting]
    if len(own) == 1 or not acting:
        return own[0]
    if len(ready) == 1:
        return ready[0]
    raise Problem(422, "invalid", f"seat: you have seats {', '.join(map(str, own))}; say which is meant")


def not_playing(live: LiveTable) -> Problem:
    """Return why nobody can act."""
    status = live.header.status
    reasons: dict[str, tuple[str, RefusalCode]] = {
        "open": ("the game has not begun", "game-not-begun"),
        "over": ("the game is over", "game-over"),
        "closed": ("the table is closed", "table-closed"),
        "record": ("this is a record", "game-over"),
    }
    words, code = reasons[status]
    return Problem(409, "not-now", words, code=code, rule="R-END-1" if status == "over" else None)
