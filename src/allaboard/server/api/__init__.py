"""The HTTP API under /api/v1, one router a noun. Routes translate between HTTP and the services; they decide nothing."""

from __future__ import annotations

from allaboard.server.api import analysis, editions, games, me, play, puzzles, reviews, tables

__all__ = ["routes"]

# Routes are tried in this order: first what is asked most. They stand in one list, since every router inside a router is searched twice.
routes = [route for part in (play, tables, games, reviews, analysis, puzzles, me, editions) for route in part.router.routes]
