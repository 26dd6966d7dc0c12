"""Clocks: how long each seat has been thinking, told by the times of the log's lines alone. Who plays at time-out is the table's to say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["Clock"]


class Clock:
    """The time of a table's seats, in milliseconds.

    `per` is "move" (so many seconds for every action) or "player" (so many for the whole game, plus an increment for each action).
    """

    def __init__(self, terms: dict[str, Any] | None) -> None:
        self.per: str | None = terms["per"] if terms else None
        self.allowed: int = int(terms["seconds"] * 1000) if terms else 0
        self.increment: int = int(terms.get("increment", 0) * 1000) if terms else 0
        self.spent: dict[int, int] = {}
        self.since: dict[int, int] = {}
        self.resting: set[int] = set()

    def acted(self, seat: int, at: int) -> None:
        """A seat has acted: its thinking time is booked, unless a bot thought for it."""
        if seat not in self.resting:
            self._book(seat, at)
            self.spent[seat] -= self.increment
        self.since.pop(seat, None)

    def leave(self, seat: int, at: int) -> None:
        """A bot takes over: the person's time stands still."""
        if seat in self.since:
            self._book(seat, at)
        self.resting.add(seat)

    def wait_for(self, seats: Iterable[int], at: int) -> None:
        """These seats are to act from now on, unless they were already."""
        acting = set(seats)
        self.since = {seat: began for seat, began in self.since.items() if seat in acting}
        for seat in acting:
            self.since.setdefault(seat, at)

    def come_back(self, seat: int, at: int) -> None:
        """The person sits down again: the time that a bot took does not count."""
        self.resting.discard(seat)
        if seat in self.since:
            self.since[seat] = at

    def _book(self, seat: int, at: int) -> None:
        self.spent[seat] = self.spent.get(seat, 0) + max(0, at - self.since.get(seat, at))

    def deadline(self, seat: int) -> int | None:
        """When an acting seat's time runs out; None where there is no clock."""
        if self.per is None or seat not in self.since:
            return None
        return self.since[seat] + (self.allowed if self.per == "move" else self.allowed - self.spent.get(seat, 0))

    def left(self, seat: int, at: int) -> int | None:
        """How much time a seat has left; None where there is no clock for the whole game."""
        if self.per != "player":
            return None
        running = at - self.since[seat] if seat in self.since and seat not in self.resting else 0
        return max(0, self.allowed - self.spent.get(seat, 0) - running)
