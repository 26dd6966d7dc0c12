"""Who is absent: turns that were missed because time ran out, and seats that a bot keeps meanwhile, from the lines of the log alone.

A turn that is missed is played by a bot, and the next is the person's again. After three in a row, or when the time for a whole game is
used up, the bot stays until the person says that they are back: then the seat itself is `away`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

from allaboard.server.clocks import Clock
from allaboard.server.models import Line

__all__ = ["MOST_MISSED", "Absences"]

MOST_MISSED: Final = 3
"""So many turns in a row are played by a bot before it stays."""


class Absences:
    """The seats whose turn a bot plays, and how many turns in a row each seat has missed; the clock rests meanwhile."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._away: set[int] = set()
        self.missing: set[int] = set()
        """Seats whose turn is being missed: a bot plays it, and it alone."""
        self.missed: Counter[int] = Counter()

    def stays(self, seat: int) -> bool:
        """Return whether the bot stays that plays for a seat whose time has run out now."""
        return self._clock.per == "player" or self.missed[seat] + 1 >= MOST_MISSED

    def note(self, line: Line, going_on: Collection[int]) -> None:
        """Follow a line, after which the turns of these seats go on: they are to act, and nothing else has begun for them."""
        seat = line.seat
        if seat is None:
            return
        if line.kind == "seat":
            self._note_seat(line, seat)
        elif line.kind == "action" and seat in self.missing:
            if seat not in going_on:
                self.missing.discard(seat)
                self._clock.come_back(seat, line.at)
        elif line.kind == "action" and seat not in self._away:
            self.missed.pop(seat, None)

    def _note_seat(self, line: Line, seat: int) -> None:
        data = line.data or {}
        away, why = bool(data.get("away")), data.get("why")
        (self._away.add if away else self._away.discard)(seat)
        if away:
            self.missing.discard(seat)
        if why == "time":
            self.missed[seat] += 1
            if not away:
                self.missing.add(seat)
        elif why == "came back":
            self.missed.pop(seat, None)
            # who comes back too late for a turn has the next one
            if self._clock.run_out(seat, line.at):
                self.missing.add(seat)
        if away or seat in self.missing:
            self._clock.leave(seat, line.at)
        else:
            self._clock.come_back(seat, line.at)
