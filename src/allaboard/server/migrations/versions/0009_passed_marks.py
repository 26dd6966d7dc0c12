"""Who has tried a mark of a finished game again, and passed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "passed_marks",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_index("passed_marks_by_guest", "passed_marks", ["guest"])


def downgrade() -> None:
    op.drop_table("passed_marks")
