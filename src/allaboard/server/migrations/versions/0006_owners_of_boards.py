"""Boards are found by their owners and by the tables that use them, and know when they were last used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("editions", sa.Column("last_used", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE editions SET last_used = created")
    op.create_index("editions_by_owner", "editions", ["owner"])
    op.create_index("tables_by_edition", "tables", ["edition_key"])


def downgrade() -> None:
    op.drop_index("tables_by_edition", "tables")
    op.drop_index("editions_by_owner", "editions")
    op.drop_column("editions", "last_used")
