"""Puzzles as rows: what people tried, how well they solve, and how hard the puzzles have proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Column, Connection, Table, delete, func, insert, select, update

from allaboard.puzzles.rating import NEW_SOLVER, Rating
from allaboard.server import db_schema
from allaboard.server.store.database import Database

__all__ = ["AttemptRow", "LevelRow", "PuzzleQueries"]


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """What somebody made of a puzzle: the first choice (None: they asked for the answer), and what came later.

    `passed` is right at the first try, `solved` at any; `shown` is that the answer was shown. `day` is the day whose puzzle it was when it
    was solved, counted from 1970. `rating` is the solver's after the first try, `change` by how much that moved it.
    """

    puzzle: str
    choice: str | None
    passed: bool
    solved: bool
    shown: bool
    tries: int
    day: int | None
    rating: float
    change: float
    at: int


@dataclass(frozen=True, slots=True)
class LevelRow:
    """How hard a puzzle is, and how many have tried it and passed at the first try."""

    level: Rating
    attempts: int
    passed: int


class PuzzleQueries(Database):
    """Queries about attempts at puzzles, by guest and by puzzle."""

    async def solver(self, guest: str) -> Rating:
        query = select(*_rating(db_schema.puzzle_solvers)).where(db_schema.puzzle_solvers.c.guest == guest)
        async with self.reading() as connection:
            row = (await connection.execute(query)).first()
        return NEW_SOLVER if row is None else Rating(*row)

    async def last_tried(self, guest: str) -> int | None:
        """Return when a guest last tried a puzzle, if ever."""
        solvers = db_schema.puzzle_solvers.c
        async with self.reading() as connection:
            at: int | None = (await connection.execute(select(solvers.updated).where(solvers.guest == guest))).scalar()
        return at

    async def attempts(self, guest: str) -> list[AttemptRow]:
        """Return everything that a guest has tried, the oldest first."""
        columns = db_schema.puzzle_attempts.c
        fields = [columns[name] for name in AttemptRow.__slots__]
        query = select(*fields).where(columns.guest == guest).order_by(columns.at, columns.puzzle)
        async with self.reading() as connection:
            return [AttemptRow(*row) for row in (await connection.execute(query)).all()]

    async def levels(self) -> dict[str, LevelRow]:
        """Return what is known of all puzzles that anybody has tried."""
        async with self.reading() as connection:
            rows = (await connection.execute(select(db_schema.puzzle_levels))).all()
        return {row.puzzle: LevelRow(Rating(row.rating, row.deviation, row.volatility), row.attempts, row.passed) for row in rows}

    async def choices(self, puzzle: str) -> dict[str, int]:
        """Return how many have chosen which action at their first try."""
        columns = db_schema.puzzle_attempts.c
        query = select(columns.choice, func.count()).where(columns.puzzle == puzzle, columns.choice.is_not(None)).group_by(columns.choice)
        async with self.reading() as connection:
            return {choice: count for choice, count in (await connection.execute(query)).all() if choice is not None}

    async def attempt(
        self, guest: str, tried: AttemptRow, start: Rating, meet: Callable[[Rating, Rating], tuple[Rating, Rating]]
    ) -> tuple[AttemptRow, Rating, bool]:
        """Write an attempt; a first one is rated. Returns what it all comes to, the solver's rating, and whether it was the first.

        `start` is the level of a puzzle that nobody has tried. Rows are locked in one order, the solver's first: so all who try at
        the same time are rated one after the other, whichever process they asked.
        """
        solvers, levels, attempts = db_schema.puzzle_solvers, db_schema.puzzle_levels, db_schema.puzzle_attempts
        mine = (attempts.c.guest == guest) & (attempts.c.puzzle == tried.puzzle)

        def write(connection: Connection) -> tuple[AttemptRow, Rating, bool]:
            here = self.upsert(solvers).values(guest=guest, updated=tried.at, **asdict(NEW_SOLVER))
            touched = here.on_conflict_do_update(index_elements=[solvers.c.guest], set_={"updated": tried.at})
            own = Rating(**connection.execute(touched.returning(*_rating(solvers))).mappings().one())
            found = connection.execute(select(*(attempts.c[name] for name in AttemptRow.__slots__)).where(mine)).first()
            if found is not None:
                row = _tried_again(AttemptRow(*found), tried)
                connection.execute(update(attempts).where(mine).values(**asdict(row)))
                return row, own, False
            new = self.upsert(levels).values(puzzle=tried.puzzle, attempts=1, passed=int(tried.passed), **asdict(start))
            more = {"attempts": levels.c.attempts + 1, "passed": levels.c.passed + int(tried.passed)}
            counted = new.on_conflict_do_update(index_elements=[levels.c.puzzle], set_=more)
            level = Rating(**connection.execute(counted.returning(*_rating(levels))).mappings().one())
            own_after, level_after = meet(own, level)
            row = replace(tried, rating=own_after.rating, change=own_after.rating - own.rating)
            connection.execute(update(solvers).where(solvers.c.guest == guest).values(**asdict(own_after)))
            connection.execute(update(levels).where(levels.c.puzzle == tried.puzzle).values(**asdict(level_after)))
            connection.execute(insert(attempts).values(guest=guest, **asdict(row)))
            return row, own_after, True

        return await self.transaction(write)

    async def forget_puzzles(self, guest: str) -> None:
        """Remove a solver with all that they have tried; how hard puzzles have proved stays, since nobody is in it."""
        await self.execute(delete(db_schema.puzzle_solvers).where(db_schema.puzzle_solvers.c.guest == guest))


def _rating(table: Table) -> tuple[Column[float], Column[float], Column[float]]:
    return table.c.rating, table.c.deviation, table.c.volatility


def _tried_again(before: AttemptRow, later: AttemptRow) -> AttemptRow:
    """Return what an attempt has come to after a later try: that changes no rating, and who was shown the answer has not found it."""
    solves = later.solved and not before.shown
    return replace(
        before,
        solved=before.solved or solves,
        shown=before.shown or later.shown,
        tries=before.tries + later.tries,
        day=later.day if solves and before.day is None else before.day,
    )
