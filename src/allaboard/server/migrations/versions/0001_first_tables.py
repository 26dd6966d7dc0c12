"""The first form of the database: guests, editions, tables, seats, log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "editions",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(16), nullable=False),
        sa.Column("edition_text", sa.Text, nullable=False),
        sa.Column("board_name", sa.String(128), nullable=False),
        sa.Column("board_text", sa.Text, nullable=False),
        sa.Column("owner", sa.String(32), nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("edition_hash", sa.String(16), nullable=False),
        sa.Column("edition_key", sa.String(40), sa.ForeignKey("editions.key"), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("start", sa.Integer, nullable=True),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("host", sa.String(32), nullable=True),
        sa.Column("invite", sa.String(32), nullable=False, unique=True),
        sa.Column("code", sa.String(8), nullable=True, unique=True),
        sa.Column("seed", sa.String(64), nullable=True),
        sa.Column("commitment", sa.String(64), nullable=True),
        sa.Column("deal", sa.JSON, nullable=True),
        sa.Column("position", sa.JSON, nullable=True),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("acting", sa.JSON, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=True),
        sa.Column("leased", sa.BigInteger, nullable=True),
        sa.Column("deadline", sa.BigInteger, nullable=True),
        sa.Column("rematch", sa.String(24), nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String(64), nullable=True, unique=True),
    )
    op.create_index("tables_by_due", "tables", ["due"])
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    op.create_index("tables_by_host", "tables", ["host"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("guest", sa.String(32), nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(64), nullable=True),
        sa.Column("token", sa.String(64), nullable=True),
        sa.Column("away", sa.Boolean, nullable=False),
    )
    op.create_index("seats_by_guest", "seats", ["guest"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("action", sa.Integer, nullable=True),
        sa.Column("outcome", sa.JSON, nullable=True),
        sa.Column("data", sa.JSON, nullable=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
        sa.UniqueConstraint("table_id", "key", name="log_once_per_key"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for name in ("log", "seats", "tables", "editions", "guests"):
        op.drop_table(name)
