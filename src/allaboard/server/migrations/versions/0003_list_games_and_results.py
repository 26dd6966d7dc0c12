"""Games that are listed for watching, found by an index of their own, and results that need no replay."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

LIVE = sa.text("status = 'playing' AND listed")


def upgrade() -> None:
    op.add_column("tables", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("result", sa.JSON, nullable=True))
    op.create_index("tables_live", "tables", ["created"], sqlite_where=LIVE, postgresql_where=LIVE)


def downgrade() -> None:
    op.drop_index("tables_live", "tables")
    op.drop_column("tables", "result")
    op.drop_column("tables", "listed")
