"""How much may be thought about one decision, and how that is written."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Budget"]


@dataclass(frozen=True, slots=True)
class Budget:
    """So many games to the end, or so many seconds, on so many threads."""

    games: int = 0
    seconds: float = 0.0
    threads: int = 1

    @classmethod
    def parse(cls, options: str) -> Budget:
        """Read `200ms`, `1s` or `400` (games), with `x2` behind it for two threads."""
        amount, _, threads = options.partition("x")
        try:
            number = int(threads or "1")
            if amount.endswith("ms"):
                budget = cls(seconds=float(amount[:-2]) / 1000.0, threads=number)
            elif amount.endswith("s"):
                budget = cls(seconds=float(amount[:-1]), threads=number)
            else:
                budget = cls(games=int(amount), threads=number)
        except ValueError as error:
            raise ValueError(_refusal(options)) from error
        if budget.threads < 1 or budget.games < 0 or budget.seconds < 0.0:
            raise ValueError(_refusal(options))
        return budget

    @property
    def nothing(self) -> bool:
        """Whether there is no time to think at all."""
        return self.games == 0 and self.seconds == 0.0


def _refusal(options: str) -> str:
    return f"{options!r} is no budget; allowed: 200ms, 1s or 400 (games), and x2 behind it for two threads"
