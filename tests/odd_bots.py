"""Bots of somebody else's, well made and not: what the registry and the simulation must cope with."""

from __future__ import annotations

import re

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


class Unready:
    """Is never finished."""

    def __init__(self) -> None:
        self.share = 1 // 0

    def choose(self, observation: Observation) -> int:
        return observation.legal_ids[0]


class Brittle(Hasty):
    """Can be made a few times, and no more."""

    left = 2

    def __init__(self) -> None:
        if not Brittle.left:
            raise OSError("no more of them")
        Brittle.left -= 1


class Stuck(Hasty):
    """Is never made."""

    def __init__(self) -> None:
        while self:
            pass


class Sleepy:
    """Does not wake up when a game begins."""

    def begin(self, edition: Edition, players: int, seat: int, seed: int) -> None:
        raise RuntimeError("five more minutes")

    def choose(self, observation: Observation) -> int:
        return observation.legal_ids[0]


class Quitting:
    """Ends the program in the middle of a game."""

    def choose(self, observation: Observation) -> int:
        raise SystemExit(3)


class Deaf:
    """Cannot be told what it sees."""

    def choose(self) -> int:
        return 0


class Unasked(Hasty):
    """Cannot be told that a game begins."""

    def begin(self) -> None:
        pass


class Chatty:
    """Says what it does, and does it by its text."""

    def choose(self, observation: Observation) -> str:
        print("I choose", observation.legal_texts[0])
        return observation.legal_texts[0]


class Terse:
    """Claims whenever it can, and leaves out which half of a double route where the cards or the board tell it."""

    def choose(self, observation: Observation) -> str:
        line = next((words for words in observation.legal_texts if words.startswith("claim ")), observation.legal_texts[0])
        return re.sub(r"/\S+(?= with \d+ (?!wild))", "", line)


class Moody:
    """Decides by how often anybody asked, whatever it sees."""

    asked = 0

    def choose(self, observation: Observation) -> int:
        Moody.asked += 1
        return observation.legal_ids[Moody.asked % len(observation.legal_ids)]


class MoodyInWords(Moody):
    """The same in words."""

    def choose(self, observation: Observation) -> str:  # type: ignore[override]
        return observation.legal_texts[observation.legal_ids.index(super().choose(observation))]


class Endless:
    """Thinks and thinks."""

    def choose(self, observation: Observation) -> int:
        while observation.legal_ids:
            pass
        return 0


class Dawdling(Hasty):
    """Is never ready for a game."""

    def begin(self, edition: Edition, players: int, seat: int, seed: int) -> None:
        while edition:
            pass


class Lost:
    """Names an action that no edition has."""

    def choose(self, observation: Observation) -> int:
        return 10**6


class Vague:
    """Has a wish that is no action."""

    def choose(self, observation: Observation) -> list[str]:
        return ["something"]


NUMBER = 7
