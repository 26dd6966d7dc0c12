"""Steps from each form of the database to the next, for Alembic."""
