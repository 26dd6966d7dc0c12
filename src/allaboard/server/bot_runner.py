"""The bots of this process: they play off the event loop, paced so that people can follow, each when the scheduler gives it its turn.

At most one decision of a table is under way or waits for its turn. Bots see what their seat may know and nothing else. A worker that dies
leaves its tables to the others when its lease ends; the key (table, n) keeps two workers from both playing a move.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final

import structlog
from structlog.typing import FilteringBoundLogger

from allaboard.bots import bot_seed
from allaboard.bots.registry import BUILT_IN
from allaboard.editions import edition_ids
from allaboard.observation import Observation
from allaboard.server.bot_decisions import Decision, SeatedBot, random_decision
from allaboard.server.fairqueue import Path
from allaboard.server.identity import ASKED, NOBODY
from allaboard.server.live_table import LiveTable
from allaboard.server.lobby import Lobby
from allaboard.server.metrics import BOT_SECONDS
from allaboard.server.models import Header, Seat
from allaboard.server.play import Play
from allaboard.server.presence import UnwatchedTables
from allaboard.server.problems import Problem
from allaboard.server.scheduler import UNWATCHED, WATCHED, Hung, Scheduler, Turn
from allaboard.server.settings import Settings
from allaboard.server.store import Collision, Round, StoreDown
from allaboard.server.tables import Tables

__all__ = ["BotRunner"]

logger: FilteringBoundLogger = structlog.get_logger("allaboard.bots")

FAILURES: Final = 5
WARMING: Final = 500
"""Milliseconds until a bot is looked at again whose code is still being compiled."""
REST: Final = 300.0
"""Seconds until a table is looked at again where nothing could be done for its bots."""
CLOSING: Final = 2.0
"""Seconds that looks at clocks have to come to an end when the work ends."""
CLOCK: Final = "clock "
UNATTENDED: Final = 600_000
"""Milliseconds for which bots and clocks of a table wait in vain only where no process can open it."""
HANGS: Final = 2
"""So often a bot may fail to come back on a board; then chance plays for it there."""
MOST_ABANDONED: Final = 8
"""With so many threads lost, only our own bots may still think, on our own boards."""


class BotRunner:
    """The bots of this process, and the clocks that run out."""

    def __init__(self, settings: Settings, tables: Tables, play: Play, lobby: Lobby, scheduler: Scheduler) -> None:
        self._settings, self._tables, self._acting, self._lobby = settings, tables, play, lobby
        self._scheduler, self._time = scheduler, tables.time
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._dues: dict[str, int] = {}
        self._waiting: dict[str, asyncio.Event] = {}
        self._leases: dict[str, int] = {}
        self._resting: dict[str, float] = {}
        self._queued: dict[str, Path] = {}
        """Where bots wait for a turn of the scheduler."""
        self._unwatched = UnwatchedTables(tables.presence)
        self._refused: set[str] = set()
        """Tables that wait in the database from now on: whoever finds them next may attend to them."""
        self._hung: Counter[tuple[str, str]] = Counter()
        self._polling: asyncio.Task[None] | None = None
        self._due: Round | None = None
        self._overdue: Round | None = None
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self.is_warm: Callable[[str], bool] = lambda _: True
        tables.on_change = self.look_after

    def start(self) -> None:
        """Begin to look for work."""
        self._polling = asyncio.create_task(self._poll())

    async def stop(self) -> None:
        """End the work; what a bot has not played yet will be played by the next process."""
        if self._polling is not None:
            self._polling.cancel()
            await asyncio.gather(self._polling, return_exceptions=True)
        for alarm in self._alarms.values():
            alarm.cancel()
        tasks = [*self._tasks.values()]
        if clocks := [task for name, task in self._tasks.items() if name.startswith(CLOCK)]:
            # there may be many at once: who is stopped while it connects to the database leaves a connection behind
            await asyncio.wait(clocks, timeout=CLOSING)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._scheduler.threads.close()

    def look_after(self, live: LiveTable) -> None:
        """Let the table's bots play, if it is their turn, and wake when a person's clock runs out."""
        table_id = live.header.id
        if (due := live.due()) is not None:
            self._resting.pop(table_id, None)
            self._attend(table_id, live.header.host, due)
        if (alarm := self._alarms.pop(table_id, None)) is not None:
            alarm.cancel()
        if (deadline := live.deadline()) is not None and (wait := self._time.until(deadline)) < 3600:
            self._alarms[table_id] = asyncio.get_running_loop().call_later(max(0.0, wait), self._ring, table_id)

    def _ring(self, table_id: str) -> None:
        """Look at a clock that has run out, unless somebody does already: nobody else's waits for it."""
        if (alarm := self._alarms.pop(table_id, None)) is not None:
            alarm.cancel()
        if (name := _clock(table_id)) not in self._tasks:
            task = self._tasks[name] = asyncio.create_task(self._time_out(table_id))
            task.add_done_callback(lambda _: self._tasks.pop(name, None))

    def _attend(self, table_id: str, host: str | None, due: int) -> None:
        # before the start bots are being compiled; the first look for work will find the table
        if self._polling is None:
            return
        if table_id in self._tasks:
            self._dues[table_id] = due
            if (waiting := self._waiting.get(table_id)) is not None:
                waiting.set()  # it may be due sooner than it was
            self._hurry(table_id, host)
        elif self._unwatched.take_place(table_id, host):
            self._begin(table_id, host, due)
        else:
            self._refused.add(table_id)  # it stays due in the database, and is found again

    def _begin(self, table_id: str, host: str | None, due: int) -> None:
        self._refused.discard(table_id)
        self._dues[table_id] = due
        self._tasks[table_id] = asyncio.create_task(self._play(table_id, host))

    def _hurry(self, table_id: str, host: str | None) -> None:
        """Let a bot that waits for a turn where nobody looks wait among the others, when somebody does."""
        queued = self._queued.get(table_id)
        if queued is not None and queued[0] == UNWATCHED and (path := self._tables.presence.path(table_id, host))[0] == WATCHED:
            self._scheduler.move(queued, path)
            self._queued[table_id] = path

    async def _poll(self) -> None:
        """Find what nobody attends to: after a start, and when another worker has died. Renew what waits here, and look at the clock."""
        store = self._tables.store
        while True:
            try:
                await self._time.keep(store)
                moment = self._time.now()
                lease = int(1000 * self._settings.lease)
                until = moment + lease
                ending = [table_id for table_id, end in self._leases.items() if end < moment + lease // 2]
                await store.renew(ending, until)
                self._leases |= {table_id: until for table_id in ending if table_id in self._leases}  # some may have played meanwhile
                refused, self._refused = self._refused, set()
                await store.renew(refused, None)
                self._resting = {table_id: end for table_id, end in self._resting.items() if end > self._time.monotonic()}
                await self._find_due(moment, until)
                await self._find_overdue(moment)
            except (StoreDown, Collision) as error:
                logger.warning("no look for work", cause=str(error))
            except Exception as error:  # whatever it was: bots and clocks go on
                logger.exception("no look for work", cause=type(error).__name__)
            await asyncio.sleep(self._settings.poll)

    async def _find_due(self, moment: int, until: int) -> None:
        """Attend to the next tables whose bots are to act, as far as there are places for them."""
        looking = self._due or Round(moment)
        page = await self._tables.store.due(looking, moment)
        self._due = looking.behind(page)
        waiting = [one for one in page if one.table_id not in self._tasks and one.table_id not in self._resting]
        found = {one.table_id: one.host for one in waiting if self._unwatched.take_place(one.table_id, one.host)}
        leased: Collection[str] = ()
        try:
            leased = await self._tables.store.lease(found, moment, until)
        finally:
            for table_id, host in found.items():
                if table_id in self._tasks:
                    continue  # somebody has come meanwhile
                if table_id in leased:
                    self._begin(table_id, host, moment)
                else:
                    self._unwatched.leave(table_id)

    async def _find_overdue(self, moment: int) -> None:
        """Look at the next clocks that have run out."""
        looking = self._overdue or Round(moment)
        page = await self._tables.store.overdue(looking)
        self._overdue = looking.behind(page)
        for _, table_id, _ in page:
            if _clock(table_id) not in self._resting:
                self._ring(table_id)

    async def _time_out(self, table_id: str) -> None:
        ASKED.set(NOBODY)  # whose request has set a clock does not wait for it
        try:
            await self._lobby.time_out(table_id)
        except Exception as error:  # of whatever kind: other tables have nothing to do with it
            if await self._note_failure("a clock could not be stopped", table_id, error):
                self._resting[_clock(table_id)] = self._time.monotonic() + REST

    async def _note_failure(self, what: str, table_id: str, error: Exception) -> bool:
        """Log what could not be done at a table; returns whether it never can. Such a table waits for bots and clocks no more.

        Unless another process may play there that has other rules, as while one worker after the other is updated: it would have, by then.
        """
        logger.warning(what, table=table_id, cause=f"{type(error).__name__}: {error}")
        if not isinstance(error, Problem) or error.kind not in ("unplayable", "not-found"):
            return False
        with suppress(StoreDown):  # then it is found again
            await self._tables.store.stop(table_id, self._time.now() - (UNATTENDED if self._tables.store.shared else 0))
        return True

    async def _play(self, table_id: str, host: str | None) -> None:
        """Play for the bots of a table until it is a person's turn."""
        ASKED.set(NOBODY)  # whose request has woken them does not wait for them
        try:
            await self._play_on(table_id, host)
        finally:  # at once, so that nobody takes a task that has ended for one that goes on
            self._tasks.pop(table_id, None)
            self._dues.pop(table_id, None)
            self._unwatched.leave(table_id)

    async def _play_on(self, table_id: str, host: str | None) -> None:
        failures = 0
        while (due := self._dues.pop(table_id, None)) is not None:
            try:
                if not await self._wait(table_id, due):
                    continue
                self._leases[table_id] = due + int(1000 * self._settings.lease)
                await self._play_one(table_id)
                failures = 0
                if table_id in self._dues and not self._unwatched.take_place(table_id, host):
                    self._refused.add(table_id)
                    return
            except Exception as error:  # of whatever kind: other tables have nothing to do with it
                failures += 1
                if await self._note_failure("a bot could not play", table_id, error) or failures >= FAILURES:
                    self._resting[table_id] = self._time.monotonic() + REST
                    return
                self._dues.setdefault(table_id, self._time.now() + 200 * 2**failures)
            finally:
                self._leases.pop(table_id, None)

    async def _wait(self, table_id: str, due: int) -> bool:
        """Wait until a bot is due; False when another time was set meanwhile."""
        changed = self._waiting[table_id] = asyncio.Event()
        try:
            async with asyncio.timeout(max(0.0, self._time.until(due))):
                await changed.wait()
        except TimeoutError:
            return True
        finally:
            del self._waiting[table_id]
        return False

    async def _play_one(self, table_id: str) -> None:
        """Play one action of a bot, if it is a bot's turn."""
        # Before the turn, and not in it: a table that is read, with its board, may keep who waits for it waiting, and nobody else's bots.
        async with self._tables.at(table_id) as opened:
            if self._seat_to_play(opened) is None:
                return
        path = self._queued[table_id] = self._tables.presence.path(table_id, opened.header.host)
        del opened  # while it waits it may leave memory
        try:
            async with self._scheduler.turn(path) as turn:
                if (live := self._tables.at_hand(table_id)) is None:
                    self._dues.setdefault(table_id, self._time.now())  # it has left memory, or somebody is there: look again
                    return
                if (seat := self._seat_to_play(live)) is None or live.game is None:
                    return
                seen = live.n
                decision = await self._decide(turn, live, seat, live.game.observe(seat.seat), seen)
        finally:
            del self._queued[table_id]
        # a decision that took c seconds is paid for by c / share seconds in all
        rest = max(0.0, decision.seconds / self._settings.table_cpu - decision.seconds)
        live.busy_until = self._time.now() + int(1000 * rest)
        while (until := await self._acting.held_until(table_id, seat.seat, decision, seen)) is not None:
            await self._wait(table_id, until)
        if not await self._acting.act_for_bot(table_id, seat.seat, decision, seen):
            self._dues.setdefault(table_id, self._time.now())  # somebody else was there: look again

    def _seat_to_play(self, live: LiveTable) -> Seat | None:
        """Return the seat whose bot is to act now. Where it is too early, the table is looked at again when it is time."""
        table_id, seat, due = live.header.id, live.bot_to_act(), live.due()
        if seat is None or due is None or live.game is None:
            return None
        due = max(due, live.busy_until)
        if not self.is_warm(_bot_of(live, seat)):
            due = self._time.now() + WARMING
        if due > self._time.now():
            self._dues[table_id] = due
            return None
        return seat

    async def _decide(self, turn: Turn, live: LiveTable, seat: Seat, observation: Observation, seen: int) -> Decision:
        """Return what the bot of a seat chooses, or chance for one that cannot; it never takes longer than the scheduler's limit."""
        name = _bot_of(live, seat)
        table_id, player = live.header.id, live.bots.get(seat.seat)
        seed = bot_seed(live.game.seed or b"" if live.game else b"", 0, seat.seat)
        suspect = (name, live.header.edition_key)
        if self._is_refused(name, live.header):
            return random_decision(observation, "refused")

        def think() -> tuple[SeatedBot, Decision]:
            chosen = player or SeatedBot(name, observation, seed)
            return chosen, chosen.decide(observation, turn.seconds(chosen.wanted))

        try:
            live.bots[seat.seat], decision = await turn.run(think, self._tables.quarantine.busy(table_id, seen))
        except Hung as error:
            live.bots.pop(seat.seat, None)
            self._hung[suspect] += 1
            decision = random_decision(observation, str(error), self._scheduler.threads.limit)
        except Exception as error:  # the bot cannot even be made
            decision = random_decision(observation, f"{type(error).__name__}: {error}")
        BOT_SECONDS.inc(decision.seconds)
        if decision.error is not None:
            logger.error("a bot failed, and chance plays for it", table=table_id, bot=name, cause=decision.error)
        return decision

    def _is_refused(self, name: str, header: Header) -> bool:
        """Return whether a bot may not think on a board: after it has hung there, or when too many threads are lost to take a risk."""
        if self._hung[name, header.edition_key] >= HANGS:
            return True
        ours = name in BUILT_IN and header.edition in edition_ids()
        return not ours and len(self._scheduler.threads.abandoned) >= MOST_ABANDONED


def _clock(table_id: str) -> str:
    """Return what stands for the clocks of a table, where the table itself stands for its bots."""
    return f"{CLOCK}{table_id}"


def _bot_of(live: LiveTable, seat: Seat) -> str:
    """Return the bot that plays for a seat: its own, or the one that stands in for a person."""
    return seat.bot if seat.kind == "bot" and seat.bot else str(live.header.options["stand_in"])
