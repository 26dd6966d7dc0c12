"""The HTTP API under /api/v1, one router a noun. Routes translate between HTTP and the house; they decide nothing."""

from __future__ import annotations

from fastapi import APIRouter

from allaboard.server.api import editions, games, me, play, tables

__all__ = ["router"]

router = APIRouter(prefix="/api/v1")
# routes are tried in this order: first what is asked most
for part in (play.router, tables.router, games.router, me.router, editions.router):
    router.include_router(part)
