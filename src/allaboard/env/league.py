"""A league for self-play: a pool of past selves, of which those are met most often that still win.

Who plays in the games and how a self is stored is the caller's; the league draws, and keeps the accounts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from allaboard.engine.typed_records import Floats

__all__ = ["League", "Member"]

P = TypeVar("P")


@dataclass
class Member(Generic[P]):
    """A past self, and how it has done of late against those who met it."""

    name: str
    player: P
    games: float = 0.0
    won: float = 0.0

    @property
    def strength(self) -> float:
        """Its share of the wins, one half until something is known."""
        return (self.won + 1) / (self.games + 2)


class League(Generic[P]):
    """Past selves, drawn by how hard they still are: a member that wins with p is met with a weight of p to the power of `keenness`.

    What was played long ago counts less: with every result a member's older ones keep `memory` of their weight. When the league is
    full, the weakest makes room.

    >>> league = League(size=2, seed=1)
    >>> league.add("first", None), league.add("second", None)
    (None, None)
    >>> league.report(league.members[0], won=0, games=50)
    >>> league.report(league.members[1], won=40, games=50)
    >>> [round(float(chance), 2) for chance in league.chances()]
    [0.0, 1.0]
    >>> league.draw().name
    'second'
    """

    def __init__(self, size: int = 16, *, seed: int = 0, keenness: float = 2.0, memory: float = 0.9) -> None:
        if size < 1:
            raise ValueError(f"a league of {size} members was asked for; allowed: 1 or more")
        self.members: list[Member[P]] = []
        self.size, self.keenness, self.memory = size, keenness, memory
        self._random = np.random.default_rng(seed)

    def add(self, name: str, player: P) -> None:
        """Take a self in; a full league lets its weakest go."""
        if len(self.members) == self.size:
            self.members.remove(min(self.members, key=lambda member: member.strength))
        self.members.append(Member(name, player))

    def chances(self) -> Floats:
        """How likely each member is to be drawn."""
        weights = np.array([member.strength for member in self.members]) ** self.keenness
        return weights / weights.sum()

    def draw(self) -> Member[P]:
        """Return who is met next."""
        if not self.members:
            raise ValueError("nobody is in the league yet: add a self first")
        return self.members[int(self._random.choice(len(self.members), p=self.chances()))]

    def report(self, member: Member[P], *, won: float, games: float) -> None:
        """Write down how many of so many games a member won; a shared win is a part of one."""
        if not 0 <= won <= games:
            raise ValueError(f"{won} of {games} games cannot be won")
        member.won = self.memory * member.won + won
        member.games = self.memory * member.games + games
