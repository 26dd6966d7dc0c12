"""Bots of somebody else's, well made and not: what the registry and the simulation must cope with."""

from __future__ import annotations

from allaboard import Observation
from allaboard.editions import Edition


class Hasty:
    """Does the first thing that comes to mind.

    More words.
    """

    def choose(self, observation: Observation) -> int:
        return observation.legal_ids[0]


class Careful:
    """Does nothing without options."""

    def __init__(self, pace: str) -> None:
        if pace != "slow":
            raise ValueError(f"the pace is 'slow', not '{pace}'")
        self.pace = pace

    def choose(self, observation: Observation) -> int:
        return observation.legal_ids[0]


class Listening(Hasty):
    """Remembers how its game began."""

    heard: tuple[str, int, int, int] | None = None

    def begin(self, edition: Edition, players: int, seat: int, seed: int) -> None:
        self.heard = (edition.id, players, seat, seed)


class Cheating:
    """Wants what is not allowed."""

    def choose(self, observation: Observation) -> int:
        return observation.actions.draw_tickets


class Clumsy:
    """Falls over its own feet."""

    def choose(self, observation: Observation) -> int:
        raise KeyError("boots")


class Mute:
    """Has nothing to say."""


class Moody:
    """Decides by how often anybody asked, whatever it sees."""

    asked = 0

    def choose(self, observation: Observation) -> int:
        Moody.asked += 1
        return observation.legal_ids[Moody.asked % len(observation.legal_ids)]


class Lost:
    """Names an action that no edition has."""

    def choose(self, observation: Observation) -> int:
        return 10**6


class Vague:
    """Has a wish that is no action."""

    def choose(self, observation: Observation) -> list[str]:
        return ["something"]


NUMBER = 7
