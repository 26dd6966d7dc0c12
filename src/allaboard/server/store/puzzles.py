"""Puzzles as rows: what people tried, how well they solve, and how hard the puzzles have proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from allaboard.puzzles.rating import NEW_SOLVER, Rating
from allaboard.server import schema
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
        columns = schema.puzzle_solvers.c
        query = select(columns.rating, columns.deviation, columns.volatility).where(columns.guest == guest)
        async with self.reading() as connection:
            row = (await connection.execute(query)).first()
        return NEW_SOLVER if row is None else Rating(*row)

    async def attempts(self, guest: str) -> list[AttemptRow]:
        """Return everything that a guest has tried, the oldest first."""
        columns = schema.puzzle_attempts.c
        fields = [columns[name] for name in AttemptRow.__slots__]
        query = select(*fields).where(columns.guest == guest).order_by(columns.at, columns.puzzle)
        async with self.reading() as connection:
            return [AttemptRow(*row) for row in (await connection.execute(query)).all()]

    async def levels(self) -> dict[str, LevelRow]:
        """Return what is known of all puzzles that anybody has tried."""
        async with self.reading() as connection:
            rows = (await connection.execute(select(schema.puzzle_levels))).all()
        return {row.puzzle: LevelRow(Rating(row.rating, row.deviation, row.volatility), row.attempts, row.passed) for row in rows}

    async def choices(self, puzzle: str) -> dict[str, int]:
        """Return how many have chosen which action at their first try."""
        columns = schema.puzzle_attempts.c
        query = select(columns.choice, func.count()).where(columns.puzzle == puzzle, columns.choice.is_not(None)).group_by(columns.choice)
        async with self.reading() as connection:
            return {choice: count for choice, count in (await connection.execute(query)).all() if choice is not None}

    async def add_attempt(
        self, guest: str, row: AttemptRow, start: Rating, meet: Callable[[Rating, Rating], tuple[Rating, Rating]]
    ) -> None:
        """Write a first try and what it does to both ratings; Collision where there was one before. `start` is a new puzzle's level."""
        solvers, levels = schema.puzzle_solvers, schema.puzzle_levels

        def add(connection: Connection) -> None:
            found = connection.execute(select(solvers).where(solvers.c.guest == guest)).first()
            own = NEW_SOLVER if found is None else Rating(found.rating, found.deviation, found.volatility)
            known = connection.execute(select(levels).where(levels.c.puzzle == row.puzzle)).first()
            level = start if known is None else Rating(known.rating, known.deviation, known.volatility)
            own_after, level_after = meet(own, level)
            values = {**asdict(own_after), "updated": row.at}
            if found is None:
                connection.execute(insert(solvers).values(guest=guest, **values))
            else:
                connection.execute(update(solvers).where(solvers.c.guest == guest).values(**values))
            rated = {**asdict(row), "rating": own_after.rating, "change": own_after.rating - own.rating}
            connection.execute(insert(schema.puzzle_attempts).values(guest=guest, **rated))
            if known is None:
                connection.execute(insert(levels).values(puzzle=row.puzzle, attempts=1, passed=int(row.passed), **asdict(level_after)))
            else:
                more = {"attempts": levels.c.attempts + 1, "passed": levels.c.passed + int(row.passed)}
                connection.execute(update(levels).where(levels.c.puzzle == row.puzzle).values(**more, **asdict(level_after)))

        await self.transaction(add)

    async def try_again(self, guest: str, puzzle: str, *, solved: bool, shown: bool, day: int | None, tried: bool) -> None:
        """Write a later try: it changes no rating."""
        columns = schema.puzzle_attempts.c
        values: dict[str, object] = {"tries": columns.tries + int(tried)}
        if solved:
            values |= {"solved": True, "day": func.coalesce(columns.day, day)}
        if shown:
            values["shown"] = True
        await self.execute(update(schema.puzzle_attempts).where(columns.guest == guest, columns.puzzle == puzzle).values(**values))

    async def forget_puzzles(self, guest: str) -> None:
        """Remove all that a guest has tried; how hard puzzles have proved stays, since nobody is in it."""
        await self.execute(*(delete(table).where(table.c.guest == guest) for table in (schema.puzzle_attempts, schema.puzzle_solvers)))
