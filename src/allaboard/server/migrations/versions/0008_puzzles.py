"""Who solved which puzzle, how well people solve, and how hard puzzles are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_solvers",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("puzzle_solvers_by_age", "puzzle_solvers", ["updated"])
    op.create_table(
        "puzzle_attempts",
        sa.Column("guest", sa.String(32), sa.ForeignKey("puzzle_solvers.guest", ondelete="CASCADE"), primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("choice", sa.String(500), nullable=True),
        sa.Column("passed", sa.Boolean, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("day", sa.Integer, nullable=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("change", sa.Float, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("puzzle_attempts_by_puzzle", "puzzle_attempts", ["puzzle"])
    op.create_table(
        "puzzle_levels",
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("passed", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("puzzle_levels")
    op.drop_table("puzzle_attempts")
    op.drop_table("puzzle_solvers")
