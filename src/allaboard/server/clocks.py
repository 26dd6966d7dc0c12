"""Clocks: how long each seat has been thinking, from the times of the log's lines alone. Who plays at time-out is decided by the lobby.

Nothing gives time back: an action taken back was never made, so that its increment is gone and its thinking time runs on; and who leaves
and comes back before a bot has acted goes on where they were. More time is given once: for the whole game where the clock is for the whole
game, otherwise for the action that is next, and it stays with that action when it is taken back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from allaboard.server.models import ClockTerms

__all__ = ["MORE", "Clock"]

MORE: Final = 30_000
"""Milliseconds that who is to act may have more, once a game."""


class ThinkingTime(NamedTuple):
    """How a seat's time stood before an action: since when it was thinking, and what it had spent, with more time or not."""

    seat: int
    since: int
    spent: int
    more: bool


class Clock:
    """The time of a table's seats, in milliseconds.

    `per` is "move" (so many seconds for every action) or "player" (so many for the whole game, plus an increment for each action).
    """

    def __init__(self, terms: ClockTerms | None) -> None:
        self.per: str | None = terms["per"] if terms else None
        self.allowed: int = int(terms["seconds"] * 1000) if terms else 0
        self.increment: int = int(terms.get("increment", 0) * 1000) if terms else 0
        self.spent: dict[int, int] = {}
        self.since: dict[int, int] = {}
        self.resting: dict[int, int] = {}
        """Seats that a bot plays for, with what the person had thought about the action that the bot is to make."""
        self.given: set[int] = set()
        """Seats that had more time in this game: they have it once."""
        self._more: set[int] = set()
        """Seats that have more time for what is next."""
        self._actions: list[ThinkingTime] = []

    def acted(self, seat: int, at: int) -> None:
        """Book the thinking time of a seat that has acted, and the increment if no bot acted for it."""
        thought, spent = self._thought(seat, at), self.spent.get(seat, 0)
        if self.per is not None:
            self._actions.append(ThinkingTime(seat, at - thought, spent, seat in self._more))
        if self.per == "move":
            self._more.discard(seat)
        self.spent[seat] = spent + thought - (0 if seat in self.resting else self.increment)
        self.since.pop(seat, None)

    def undone(self, at: int, actions: int = 1) -> None:
        """Take the last actions back: the seat of the first of them has been thinking all the while."""
        for _ in range(min(actions, len(self._actions))):
            seat, since, self.spent[seat], more = self._actions.pop()
            self.since[seat] = since
            if more:
                self._more.add(seat)
            if seat in self.resting:
                self.resting[seat] = max(0, at - since)

    def give_more(self, seat: int) -> None:
        """Give a seat more time, which nothing gives again."""
        self.given.add(seat)
        self._more.add(seat)

    def leave(self, seat: int, at: int) -> None:
        """Stop a person's time: a bot takes over."""
        self.resting.setdefault(seat, self._thought(seat, at))

    def come_back(self, seat: int, at: int) -> None:
        """Go on with a person's time: what a bot took does not count, the person's own does."""
        thought = self.resting.pop(seat, None)
        if thought is not None and seat in self.since:
            self.since[seat] = at - thought

    def wait_for(self, seats: Iterable[int], at: int) -> None:
        """Let these seats be to act from now on, unless they were already."""
        acting = set(seats)
        self.since = {seat: self.since.get(seat, at) for seat in acting}
        self.resting = {seat: thought if seat in acting else 0 for seat, thought in self.resting.items()}

    def deadline(self, seat: int) -> int | None:
        """Return when an acting seat's time runs out; None where there is no clock."""
        if self.per is None or seat not in self.since:
            return None
        return self.since[seat] + self._allowance(seat)

    def run_out(self, seat: int, at: int) -> bool:
        """Return whether a person who sat down now would have no time left for the action that is next."""
        return self.per is not None and self._thought(seat, at) >= self._allowance(seat)

    def undo_runs_out(self, at: int, actions: int = 1) -> bool:
        """Return whether the time of who takes so many actions back would be over at once."""
        if self.per is None:
            return False
        seat, since, spent, more = self._actions[-actions]
        return at - since >= self._allowed(spent, more=more or seat in self._more)

    def left(self, seat: int, at: int) -> int | None:
        """Return how much time a seat has left; None where there is no clock for the whole game."""
        if self.per != "player":
            return None
        return max(0, self._allowance(seat) - self._thought(seat, at))

    def _allowance(self, seat: int) -> int:
        return self._allowed(self.spent.get(seat, 0), more=seat in self._more)

    def _allowed(self, spent: int, *, more: bool) -> int:
        return self.allowed - (spent if self.per == "player" else 0) + (MORE if more else 0)

    def _thought(self, seat: int, at: int) -> int:
        """Return how long a person has been thinking about the action that is next."""
        return self.resting[seat] if seat in self.resting else max(0, at - self.since.get(seat, at))
