"""Work that several ask for at the same time, done once: who comes while it is under way waits for the same. What is kept is for others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

__all__ = ["SingleFlight"]

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class SingleFlight(Generic[Key, Made]):
    """Work under way, by key."""

    def __init__(self) -> None:
        self._tasks: dict[Key, asyncio.Task[Made]] = {}

    async def run(self, key: Key, make: Callable[[], Coroutine[Any, Any, Made]]) -> Made:
        """Return what is being made under a key, or make it. Who asked first may go away: the others still wait."""
        if (task := self._tasks.get(key)) is None:
            task = self._tasks[key] = asyncio.create_task(make())
            task.add_done_callback(lambda done: self._end(key, done))
        return await asyncio.shield(task)

    def _end(self, key: Key, done: asyncio.Task[Made]) -> None:
        del self._tasks[key]
        if not done.cancelled():
            done.exception()  # nobody may have waited for it
