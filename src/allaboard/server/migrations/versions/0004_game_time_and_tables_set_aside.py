"""By how much game time is ahead of the clock, and why a table was set aside."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    game_time = op.create_table(
        "game_time",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ahead", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(game_time, [{"id": 1, "ahead": 0}])
    op.add_column("tables", sa.Column("aside", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "aside")
    op.drop_table("game_time")
