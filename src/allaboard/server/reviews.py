"""Reviews of finished games, made while somebody waits for them: queued and shared fairly like bots' thinking, kept with the game.

A review is done in jobs of a fraction of a second, each in a turn of the scheduler. It ends when nobody listens any more; what was played
for it and found is kept, so that whoever asks next, after whatever happened to this process, goes on from there.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, TypeVar

import structlog
from structlog.typing import FilteringBoundLogger

from allaboard.__about__ import __version__
from allaboard.engine.code_cache import ROOT, sources_hash
from allaboard.game import Game
from allaboard.review import Findings, Graph, Jobs, News, Progress, Review, Reviewing, default_games
from allaboard.server.fairqueue import Path
from allaboard.server.identity import Caller
from allaboard.server.metrics import BOT_SECONDS
from allaboard.server.models import now
from allaboard.server.problems import Problem
from allaboard.server.review_findings import FindingsSoFar, finished, nothing_found, told_of
from allaboard.server.scheduler import REVIEWS, Scheduler
from allaboard.server.schemas import ReviewNews, ReviewStatus
from allaboard.server.settings import Settings
from allaboard.server.store import ReviewRow
from allaboard.server.streams import Subscription
from allaboard.server.tables import Tables

__all__ = ["Reviews", "engine_version"]

logger: FilteringBoundLogger = structlog.get_logger("allaboard.reviews")
Result = TypeVar("Result")

PATIENCE: Final = 5.0
"""Seconds after which a review ends that nobody listens to: who lost the connection comes back within them."""
SAVE: Final = 2.0
"""Seconds between two times that what was played is kept."""
LOOK: Final = 1.0
"""Seconds between two looks at what another process does."""
MOST: Final = 64
"""From so many reviews on that are under way in one process, an address has one at most."""
MOST_AT_ALL: Final = 4 * MOST
MOST_OF_ADDRESS: Final = 12
MOST_OF_PERSON: Final = 3
SECONDS: Final = 0.005
"""Of a processor for an action and a route of the board, about, with as many games as a review has: what is said before it is begun."""
ENOUGH: Final = 0.03
"""Share of a review after which its own pace tells how long the rest takes."""
ALMOST: Final = 0.99
"""How far a review is at most while it is not done."""


@cache
def engine_version() -> str:
    """What stands for everything that a review depends on: another version judges otherwise."""
    digest, judge = hashlib.sha256(), ROOT / "review"
    for source in sorted([*judge.rglob("*.py"), judge / "levels.json"]):
        digest.update(source.read_bytes())
    return f"{sources_hash('bots')[:8]} {digest.hexdigest()[:8]} {__version__}"[:40]


class Unwanted(Exception):  # noqa: N818 - nothing failed
    """Nobody listens any more."""


@dataclass(slots=True)
class ReviewJob:
    """A review under way. `n` counts its news; `begun` is when it first came further than what was kept of it, and how far it was then."""

    table_id: str
    game: Game
    holders: tuple[str, str]
    path: Path
    state: Literal["computing", "done", "failed"] = "computing"
    done: float = 0.0
    kept: float = 0.0
    begun: tuple[float, float] | None = None
    seconds: int | None = None
    found: FindingsSoFar = field(default_factory=FindingsSoFar)
    n: int = 1
    heard: float = field(default_factory=time.monotonic)
    task: asyncio.Task[None] | None = None

    @property
    def topic(self) -> str:
        """What those listen to who wait for it."""
        return f"review {self.table_id}"

    async def lines_after(self, after: int) -> list[ReviewNews]:
        """Return what is new behind a position: how far it is, and what was found since."""
        if self.n <= after:
            if self.state != "computing":
                raise Problem(409, "not-now", "the review has ended")  # and with it the stream
            return []
        return [{"n": self.n, "kind": self.state, "done": self.done, "seconds": self.seconds, **self.found.after(after)}]

    def reach(self, done: float, moment: float) -> None:
        """Note how far it is, and by its own pace how long the rest takes."""
        self.done = rounded(done)
        if self.begun is None and done > self.kept:
            self.begun = moment, done
        elif self.begun is not None and done - self.begun[1] >= ENOUGH:
            self.seconds = math.ceil((1 - done) * (moment - self.begun[0]) / (done - self.begun[1]))


class Reviews:
    """The reviews of this process."""

    def __init__(self, settings: Settings, tables: Tables, scheduler: Scheduler) -> None:
        self._settings, self._tables, self._store, self._streams = settings, tables, tables.store, tables.streams
        self._scheduler = scheduler
        self._jobs: dict[str, ReviewJob] = {}

    async def status(self, table_id: str, game: Game, *, brief: bool = False) -> ReviewStatus:
        """Return what is there of a review, or how far it is alone; nothing is begun by asking."""
        if brief:
            done = await self._store.review_done(table_id, engine_version())
            row = None if done is None else ReviewRow(done, None, None, {} if done == 1.0 else None)
        else:
            row = await self._store.review(table_id, engine_version())
        if row is None:
            return {**nothing_found(), "kind": "none", "done": 0.0, "seconds": self._usual(game), "review": None}
        if row.review is None:
            seconds, found = math.ceil((1 - row.done) * self._usual(game)), row.found or {}
            return {**nothing_found(), **found, "kind": "computing", "done": row.done, "seconds": seconds, "review": None}  # type: ignore[typeddict-item]
        return {**nothing_found(), "review": None, **row.review, "kind": "done", "done": 1.0, "seconds": None}  # type: ignore[typeddict-item]

    def _usual(self, game: Game) -> int:
        """Return about how many seconds a review of a game takes when nobody else waits for one."""
        share = (self._settings.review_games or default_games(game.edition)) / default_games(game.edition)
        return math.ceil(SECONDS * len(game.log) * len(game.edition.board.routes) * share / self._settings.bot_threads)

    def listen(self, table_id: str, game: Game, caller: Caller) -> Subscription:
        """Return a stream of how far the review of a game that is over is. It is made for as long as somebody listens."""
        job = self._jobs.get(table_id)
        if job is not None:
            return self._streams.open(job.topic, caller, job.lines_after, 0)
        holders = f"who {caller.who}", f"address {caller.address}"
        held = Counter(holder for one in self._jobs.values() for holder in one.holders)
        of_address = MOST_OF_ADDRESS if len(self._jobs) < MOST else 1  # a few addresses shut nobody else out
        if len(self._jobs) >= MOST_AT_ALL or held[holders[0]] >= MOST_OF_PERSON or held[holders[1]] >= of_address:
            raise Problem(429, "limit", "too many games are being reviewed; wait for one of them", headers={"Retry-After": "10"})
        job = ReviewJob(table_id, game, holders, (REVIEWS, caller.address, caller.who, table_id))
        listening = self._streams.open(job.topic, caller, job.lines_after, 0)
        self._jobs[table_id] = job
        job.task = asyncio.create_task(self._run(job))
        return listening

    async def stop(self) -> None:
        """End the work; what was kept of it is there for the next process."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, job: ReviewJob) -> None:
        try:
            await self._wait_for_lease(job)
            if job.state == "computing":
                await self._review(job)
        except Unwanted:
            logger.info("a review ended that nobody waited for", table=job.table_id, done=round(job.done, 2))
        except Exception as error:  # of whatever kind: other reviews have nothing to do with it
            logger.exception("a review failed", table=job.table_id, cause=f"{type(error).__name__}: {error}")
            self._tell(job, state="failed")
        finally:
            self._jobs.pop(job.table_id, None)

    async def _wait_for_lease(self, job: ReviewJob) -> None:
        """Take the work upon this process, or follow what another does until it is done or has died."""
        while not await self._lease(job):
            row = await self._store.review(job.table_id, engine_version())
            if row is not None and row.review is not None:
                self._tell(job, state="done")
                return
            if row is not None:
                self._tell(job, done=row.done, found=row.found)
            await asyncio.sleep(LOOK)
            self._check_wanted(job)

    async def _lease(self, job: ReviewJob) -> bool:
        moment = self._tables.time.now()
        return await self._store.lease_review(job.table_id, engine_version(), moment, self._lease_end(), now())

    def _lease_end(self) -> int:
        return self._tables.time.now() + int(1000 * (self._settings.lease + SAVE))

    async def _review(self, job: ReviewJob) -> None:
        row = await self._store.review(job.table_id, engine_version())
        played = row.played if row is not None else None
        reviewing, steps, resumed = await self._compute(job, lambda: self._begin(job.game, played))
        if row is not None and resumed:
            job.kept = row.done
            self._tell(job, done=row.done, found=row.found)
        saved, due = time.monotonic(), False

        def go_on() -> tuple[News | Jobs | None, bytes | None, Any]:
            step = next(steps, None)
            told: Any = None
            if isinstance(step, Graph | Findings):
                told = told_of(job.game, step, job.found)
            elif isinstance(step, Review):
                told = finished(job.game, step)
            return step, reviewing.save() if due else None, told

        def kept_now(played: bytes) -> ReviewRow:
            return ReviewRow(job.done, {**job.found.after(0)}, played, None)

        try:
            reached = 0.0
            while True:
                due = time.monotonic() - saved > SAVE
                step, kept, told = await self._compute(job, go_on)
                if kept is not None:
                    await self._save(job, kept_now(kept), self._lease_end())
                    saved = time.monotonic()
                match step:
                    case tuple():
                        await self._do(job, step)
                    case Progress():
                        reached = rounded(step.done)
                        self._tell(job, done=max(job.done, reached))
                    case Graph() | Findings() if reached >= job.kept:  # before that, more is known than what comes again
                        self._tell(job, found=told)
                    case Review():
                        await self._save(job, ReviewRow(1.0, None, None, told), None)
                        self._tell(job, state="done")
                        return
        except Unwanted:
            await self._save(job, kept_now(await asyncio.to_thread(reviewing.save)), None)
            raise

    def _begin(self, game: Game, played: bytes | None) -> tuple[Reviewing, Iterator[News | Jobs], bool]:
        reviewing = Reviewing(game, self._settings.review_games or None)
        resumed = played is not None and reviewing.restore(played)
        return reviewing, reviewing.steps(), resumed

    async def _save(self, job: ReviewJob, row: ReviewRow, leased: int | None) -> None:
        await self._store.save_review(job.table_id, engine_version(), row, leased, now())

    async def _do(self, job: ReviewJob, jobs: Jobs) -> None:
        """Do jobs, as many at a time as there are threads; each waits for its turn. All are done, or nobody listens any more."""
        left = deque(jobs)

        async def work() -> None:
            while left and self._wanted(job):
                await self._compute(job, left.popleft())

        while left:  # somebody may come back just when it was to end
            async with asyncio.TaskGroup() as group:
                for _ in range(self._settings.bot_threads):
                    group.create_task(work())
            self._check_wanted(job)

    async def _compute(self, job: ReviewJob, work: Callable[[], Result]) -> Result:
        async with self._scheduler.turn(job.path) as turn:
            begun = time.perf_counter()
            result = await turn.run(work, self._tables.quarantine.busy(job.table_id, len(job.game.log)))
            BOT_SECONDS.inc(time.perf_counter() - begun)
            return result

    def _wanted(self, job: ReviewJob) -> bool:
        moment = time.monotonic()
        if self._streams.is_open(job.topic):
            job.heard = moment
        return moment - job.heard < PATIENCE

    def _check_wanted(self, job: ReviewJob) -> None:
        if not self._wanted(job):
            raise Unwanted

    def _tell(
        self,
        job: ReviewJob,
        *,
        state: Literal["computing", "done", "failed"] = "computing",
        done: float | None = None,
        found: Any = None,
    ) -> None:
        job.n += 1
        job.state = state
        if state == "done":
            job.done, job.seconds = 1.0, None
        elif done is not None:
            job.reach(done, time.monotonic())
        if found is not None:
            job.found.take(found, job.n)
        self._streams.notify(job.topic)


def rounded(done: float) -> float:
    """Return how far a review is as it is told: never all of it while it is not done."""
    return round(min(done, ALMOST), 3)
