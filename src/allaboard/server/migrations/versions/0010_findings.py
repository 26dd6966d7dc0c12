"""Of a review under way all that was found is kept, and not its graph alone."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE reviews RENAME COLUMN graph TO found")  # of other versions of the judge, which nobody reads


def downgrade() -> None:
    op.execute("ALTER TABLE reviews RENAME COLUMN found TO graph")
