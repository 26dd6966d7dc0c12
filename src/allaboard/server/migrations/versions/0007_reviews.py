"""Reviews are kept with their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("engine", sa.String(40), primary_key=True),
        sa.Column("leased", sa.BigInteger, nullable=True),
        sa.Column("done", sa.Float, nullable=False),
        sa.Column("graph", sa.JSON, nullable=True),
        sa.Column("played", sa.LargeBinary, nullable=True),
        sa.Column("review", sa.JSON, nullable=True),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("reviews_by_age", "reviews", ["updated"])


def downgrade() -> None:
    op.drop_table("reviews")
