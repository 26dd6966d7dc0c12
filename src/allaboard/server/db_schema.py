"""The tables of the database. A game is its row in `tables` and its lines in `log`; all else in a row is there to be found by.

Times are milliseconds since 1970. Migrations stand in `migrations/`; a test keeps them and this module equal.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

__all__ = [
    "LIVE",
    "editions",
    "game_time",
    "guests",
    "log",
    "metadata",
    "passed_marks",
    "pulse",
    "puzzle_attempts",
    "puzzle_levels",
    "puzzle_solvers",
    "reviews",
    "seats",
    "tables",
]

LIVE = text("status = 'playing' AND listed")
"""Games that anybody may find and watch; SQLite uses their index only where it is asked for in these very words."""

OWNED = text("author IS NOT NULL")

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),  # derived from the cookie, which is stored nowhere
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, server_default=text("0")),  # when they were last here, to a day
)

editions = Table(
    "editions",
    metadata,
    Column("key", String(40), primary_key=True),  # a hash of both texts
    Column("id", String(64), nullable=False),
    Column("hash", String(16), nullable=False),
    Column("edition_text", Text, nullable=False),
    Column("board_name", String(128), nullable=False),
    Column("board_text", Text, nullable=False),
    # None: nobody's. One of our own, or one whose owner has deleted it, kept so that its games can be replayed.
    Column("owner", String(32), nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("last_used", BigInteger, nullable=False, server_default="0"),  # uploaded, or a table opened on it; 0: deleted
    Index("editions_by_owner", "owner"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("status", String(8), nullable=False),  # open, playing, over, closed, record
    Column("edition", String(64), nullable=False),
    Column("edition_hash", String(16), nullable=False),
    Column("edition_key", String(40), ForeignKey("editions.key"), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("start", Integer, nullable=True),  # None: drawn from the seed
    Column("options", JSON, nullable=False),
    Column("host", String(32), nullable=True),
    Column("invite", String(32), nullable=False, unique=True),
    Column("code", String(8), nullable=True, unique=True),  # only while seats can be taken
    Column("seed", String(64), nullable=True),
    Column("commitment", String(64), nullable=True),
    Column("deal", JSON, nullable=True),
    Column("position", JSON, nullable=True),
    Column("n", Integer, nullable=False),
    Column("acting", JSON, nullable=False),
    Column("due", BigInteger, nullable=True),  # when a bot is to act
    Column("leased", BigInteger, nullable=True),  # until when one process has taken that work upon itself
    Column("deadline", BigInteger, nullable=True),  # when a clock runs out
    Column("rematch", String(24), nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("key", String(64), nullable=True, unique=True),  # the Idempotency-Key of its creation
    Column("asked", String(32), nullable=True),  # a hash of the request that the key belongs to
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("result", JSON, nullable=True),  # totals and winners, when the game is over
    Column("aside", Text, nullable=True),  # why nobody may go on here: the server came to grief over this table
    # only tables that wait for something: most never do, and a move should not pay for them
    Index("tables_by_due", "due", sqlite_where=text("due IS NOT NULL"), postgresql_where=text("due IS NOT NULL")),
    Index("tables_by_deadline", "deadline", sqlite_where=text("deadline IS NOT NULL"), postgresql_where=text("deadline IS NOT NULL")),
    Index("tables_by_host", "host"),
    Index("tables_by_edition", "edition_key"),
    Index("tables_live", "created", sqlite_where=LIVE, postgresql_where=LIVE),
)

game_time = Table(
    "game_time",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # one row, 1
    Column("ahead", BigInteger, nullable=False),  # of the clock, since it was set
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # person, bot, open, remote
    Column("guest", String(32), nullable=True),
    Column("name", String(64), nullable=False),
    Column("bot", String(64), nullable=True),
    Column("token", String(64), nullable=True),  # a hash: whoever reads the database cannot act
    Column("away", Boolean, nullable=False),
    Column("author", String(32), nullable=True),  # the person whose word the name is
    Index("seats_by_guest", "guest"),
    Index("seats_by_author", "author", sqlite_where=OWNED, postgresql_where=OWNED),
)

log = Table(
    "log",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # The heart of it all: two processes can never both write line n.
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("action", Integer, nullable=True),
    Column("outcome", JSON, nullable=True),
    Column("data", JSON, nullable=True),
    Column("at", BigInteger, nullable=False),
    Column("key", String(64), nullable=True),
    Column("author", String(32), nullable=True),  # the person whose words or name the line holds
    Column("asked", String(32), nullable=True),  # a hash of the request that the key belongs to
    UniqueConstraint("table_id", "key", name="log_once_per_key"),
    Index("log_by_author", "author", sqlite_where=OWNED, postgresql_where=OWNED),
    sqlite_with_rowid=False,
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("engine", String(40), primary_key=True),  # what judged: another version comes to another review
    Column("leased", BigInteger, nullable=True),  # until when one process has taken the work upon itself
    Column("done", Float, nullable=False),
    Column("found", JSON, nullable=True),  # these two until the review is done
    Column("played", LargeBinary, nullable=True),
    Column("review", JSON, nullable=True),
    Column("updated", BigInteger, nullable=False),
    Index("reviews_by_age", "updated"),
)

passed_marks = Table(
    "passed_marks",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(32), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # the number of the action
    Index("passed_marks_by_guest", "guest"),
)

puzzle_solvers = Table(
    "puzzle_solvers",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("puzzle_solvers_by_age", "updated"),
)

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("guest", String(32), ForeignKey("puzzle_solvers.guest", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("choice", String(500), nullable=True),  # the first; None: they asked for the solution
    Column("passed", Boolean, nullable=False),  # at the first try
    Column("solved", Boolean, nullable=False),  # at any
    Column("shown", Boolean, nullable=False),  # the solution
    Column("tries", Integer, nullable=False),
    Column("day", Integer, nullable=True),  # whose puzzle it was, when it was solved on that day
    Column("rating", Float, nullable=False),  # the solver's, after the first try
    Column("change", Float, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("puzzle_attempts_by_puzzle", "puzzle"),
)

puzzle_levels = Table(
    "puzzle_levels",
    metadata,
    Column("puzzle", String(16), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("passed", Integer, nullable=False),
)

# One row, written again and again to see that writing works.
pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
