"""The indexes of due work and of deadlines hold only tables that wait for either, so that a move writes less."""

from __future__ import annotations

from alembic import op
from sqlalchemy import text

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in ("due", "deadline"):
        waiting = text(f"{column} IS NOT NULL")
        op.drop_index(f"tables_by_{column}", "tables")
        op.create_index(f"tables_by_{column}", "tables", [column], sqlite_where=waiting, postgresql_where=waiting)


def downgrade() -> None:
    for column in ("due", "deadline"):
        op.drop_index(f"tables_by_{column}", "tables")
        op.create_index(f"tables_by_{column}", "tables", [column])
