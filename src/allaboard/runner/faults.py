"""What a bot did that no player may do, in one line: who, what, where in its code, in which game, and the command that repeats it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING

from allaboard.bots import BotError
from allaboard.editions import Edition, edition_ids

if TYPE_CHECKING:
    from allaboard.runner.play import GameSpec

__all__ = ["BotFault", "debug_command", "grouped"]


class BotFault(BotError):  # noqa: N818 - the bot's fault, not the program's
    """A fault of one bot. `kind` is the same for all faults of a sort; `game` and `repeat` are known where the game is one of a seed.

    `seat` is an index; the text counts seats as people do, from 1.
    """

    def __init__(self, what: str, kind: str, bot: str, seat: int, action: int, line: str = "", game: str = "", repeat: str = "") -> None:
        super().__init__(what, kind, bot, seat, action, line, game, repeat)  # a worker's fault is pickled by these
        self.what, self.kind, self.bot, self.seat, self.action = what, kind, bot, seat, action
        self.line, self.game, self.repeat = line, game, repeat

    def __str__(self) -> str:
        named = f"‘{self.bot}’ " if self.bot else ""
        parts = [f"the bot {named}in seat {self.seat + 1} {self.what}" + (f" ({self.line})" if self.line else "")]
        if self.game:
            parts.append(f"{self.game}, action {self.action}")
        if self.repeat:
            parts.append(f"to repeat it: {self.repeat}")
        return "; ".join(parts)

    def in_game(self, spec: GameSpec) -> BotFault:
        """Return the same fault with the game it happened in."""
        game = f"{spec.edition.id} with {', '.join(spec.bots)}, seed {spec.seed}, game {spec.number}"
        words: list[object] = ["--bots", ",".join(spec.bots), "--seed", spec.seed, "--game", spec.number]
        if spec.deal != spec.number:
            game += f", deal {spec.deal}"
            words += ["--deal", spec.deal]
        repeat = debug_command(self.bot, spec.edition, *words)
        fault = BotFault(self.what, self.kind, self.bot, self.seat, self.action, self.line, game, repeat)
        return fault.with_traceback(self.__traceback__)


def debug_command(bot: str, edition: Edition, *words: object) -> str:
    """Return the command that repeats a game of a bot; `words` are its other options."""
    known = edition.id in edition_ids()
    named = edition.id if known or edition.path is None else str(edition.path)
    return shlex.join(["allaboard", "bot", "debug", bot, "--edition", named, *map(str, words)])


def grouped(faults: Iterable[BotFault]) -> list[tuple[BotFault, int]]:
    """Return the first fault of each kind, by bot and line, and how often it happened."""
    groups: dict[tuple[str, str, str], list[BotFault]] = {}
    for fault in faults:
        groups.setdefault((fault.bot, fault.kind, fault.line), []).append(fault)
    return [(group[0], len(group)) for group in groups.values()]
