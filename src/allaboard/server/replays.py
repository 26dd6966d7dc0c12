"""Replays: a whole game that is over, as a seat or a spectator saw it, made in one pass over its log and kept while it is asked for."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from allaboard.game import Game
from allaboard.observation import Holdings
from allaboard.server.byte_cache import ByteCache
from allaboard.server.http_cache import Content, json_bytes
from allaboard.server.live_table import LiveTable, replay_lines, undone_lines
from allaboard.server.models import Line
from allaboard.server.schemas import GameView, Replay, ReplayStep, game_view
from allaboard.server.tables import Tables

__all__ = ["Replays", "Viewer"]

Viewer: TypeAlias = int | Literal["all"] | None
"""Whose eyes a replay looks through: a seat's, everybody's at once, or a spectator's."""

MOST: Final = 32_000_000
"""Bytes: a long game takes one to two million with every hand open."""


class Replays:
    """The replays that were asked for last. A table's log that has grown, by words or by words erased, gives a new one."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept = ByteCache[tuple[str, int, Viewer], Content](MOST, lambda content: content.size)

    async def get(self, live: LiveTable, seat: Viewer) -> Content:
        """Return the replay of a game that is over, ready to be sent. It is made beside the event loop."""
        wanted = live.header.id, live.n, seat
        if (kept := self._kept.get(wanted)) is not None:
            return kept
        lines = await self._tables.whole_log(live)
        made = await self._tables.beside(lambda: Content.of(json_bytes(replay_of(live, lines, seat))))
        self._kept.put(wanted, made)
        return made


def replay_of(live: LiveTable, lines: list[Line], seat: Viewer) -> Replay:
    """Return the game of a log: how it began, and of each action that stood what it was and what it changed."""
    viewing = range(len(live.seats)) if seat == "all" else () if seat is None else (seat,)
    views: list[GameView] = []
    steps: list[ReplayStep] = []
    undone = undone_lines(lines)
    for logged, game in replay_lines(live.header, live.edition, lines):
        if game is not None and logged.line.kind in ("start", "action") and logged.line.n not in undone:
            views.append(_view(game, seat))
            if logged.line.kind == "action":
                before, after = views[-2:]
                changes = {name: value for name, value in after.items() if value != before[name]}  # type: ignore[literal-required]
                steps.append({"line": live.log_line(logged, viewing), "changes": changes})
    return {"table": live.header.id, "seat": seat, "view": views[0], "steps": steps}


def _view(game: Game, seat: Viewer) -> GameView:
    if seat != "all":
        return game_view(game.view(seat), legal=False)
    hands: list[Holdings] = []
    for each in range(game.players):
        own = game_view(game.view(each), legal=False)["you"]
        assert own is not None
        hands.append(own)
    return {**game_view(game.view(), legal=False), "hands": hands}
