"""Boards as pictures and figures for the page: each is made once, kept while it is asked for, and made for all who wait for it.

Our own boards are drawn on a thread; boards that people uploaded, and pictures to share, in a process that can be killed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final, TypeVarTuple

from allaboard.drawing import ThemeName
from allaboard.editions import Edition
from allaboard.engine.records import States
from allaboard.pictures import Picture, PositionCard, puzzle_card
from allaboard.puzzles.puzzle import Puzzle
from allaboard.server.byte_cache import ByteCache
from allaboard.server.edition_store import UPLOADED_PREFIX, EditionStore
from allaboard.server.problems import Problem
from allaboard.server.settings import Settings
from allaboard.server.single_flight import SingleFlight
from allaboard.server.upload_jobs import PictureFacts, edition_preview_of, game_picture_of, geometry_of, picture_of, position_card_of
from allaboard.server.upload_workers import JobFailed, UploadWorkers

__all__ = ["Drawings"]

MOST: Final = 32_000_000
"""Bytes: a board takes up to half a million in one of its looks, a poster as much."""
PICTURE_SECONDS: Final = 60.0
"""For a picture to share. The largest takes three seconds of processor time; until then nobody's upload or drawing comes to its turn."""
PATIENCE: Final = 20.0
"""Seconds that somebody waits for a drawing; then they are told to ask again, and what others may ask for is made meanwhile."""
How = TypeVarTuple("How")


class Drawings:
    """What was drawn last, by edition or table and kind."""

    def __init__(self, settings: Settings, editions: EditionStore, workers: UploadWorkers) -> None:
        self._settings, self._editions, self._workers = settings, editions, workers
        self._kept = ByteCache[tuple[str, ...], bytes](MOST, len)
        self._drawing = SingleFlight[tuple[str, ...], bytes]()

    async def geometry(self, key: str, who: str) -> bytes:
        """Return where everything on a board stands, as JSON."""
        return await self._of_edition((key, "geometry"), who, geometry_of)

    async def picture(self, key: str, theme: ThemeName, routes: bool, who: str) -> bytes:
        """Return the whole board, or the map under the routes, as SVG."""
        return await self._of_edition((key, theme, "board" if routes else "background"), who, picture_of, theme, routes)

    async def edition_preview(self, key: str, who: str) -> bytes:
        """Return the preview of a link to an edition, as PNG."""
        made = await self._editions.get(key)
        return await self._get((key, "preview"), lambda: self._in_process(who, PICTURE_SECONDS, edition_preview_of, made))

    async def game_picture(
        self, table_id: str, made: Edition, states: States, facts: PictureFacts, picture: Picture, png: bool, who: str
    ) -> bytes:
        """Return the poster or the preview of a game that is over. Names belong to what is kept: they may be erased."""
        return await self._get(
            (table_id, picture, "png" if png else "svg", *facts.names),
            lambda: self._in_process(who, PICTURE_SECONDS, game_picture_of, made, states, facts, picture, png, rules=True),
        )

    async def position_card(self, made: Edition, owners: Mapping[int, int], seat: int, card: PositionCard, who: str) -> bytes:
        """Return the card of a position; nobody else will ask for the same, so that it is not kept."""
        async with _patience("the picture takes too long; try again"):
            return await self._in_process(who, PICTURE_SECONDS, position_card_of, made, owners, seat, card)

    async def puzzle_preview(self, puzzle: Puzzle, who: str) -> bytes:
        """Return the preview of a link to a puzzle: what lies on its board, and nothing of its answer."""
        made = await self._editions.get(puzzle.edition)
        owners = await asyncio.to_thread(lambda: dict(puzzle.game.owners()))
        card = puzzle_card(made, puzzle.players)
        return await self._get(
            (f"puzzle {puzzle.id}", "preview"),
            lambda: self._in_process(who, PICTURE_SECONDS, position_card_of, made, owners, puzzle.seat, card),
        )

    def keep_geometry(self, key: str, plan: bytes) -> None:
        """Keep what the check of an upload has worked out."""
        self._kept.put((key, "geometry"), plan)

    def forget(self, key: str) -> None:
        """Drop all drawings of a board."""
        for kept in [kept for kept in self._kept if kept[0] == key]:
            self._kept.drop(kept)

    async def _of_edition(self, wanted: tuple[str, ...], who: str, draw: Callable[[Edition, *How], bytes], *how: *How) -> bytes:
        made = await self._editions.get(wanted[0])
        if wanted[0].startswith(UPLOADED_PREFIX):
            return await self._get(wanted, lambda: self._in_process(who, self._settings.upload_seconds, draw, made, *how))
        return await self._get(wanted, lambda: asyncio.to_thread(draw, made, *how))

    async def _get(self, wanted: tuple[str, ...], draw: Callable[[], Awaitable[bytes]]) -> bytes:
        if (kept := self._kept.get(wanted)) is not None:
            return kept
        async with _patience("the picture is still being made; try again"):
            return await self._drawing.run(wanted, lambda: self._draw(wanted, draw))

    async def _draw(self, wanted: tuple[str, ...], draw: Callable[[], Awaitable[bytes]]) -> bytes:
        drawn = await draw()
        self._kept.put(wanted, drawn)
        return drawn

    async def _in_process(self, who: str, seconds: float, draw: Callable[[*How], bytes], *how: *How, rules: bool = False) -> bytes:
        try:
            return await self._workers.run(who, seconds, draw, *how, rules=rules)
        except JobFailed as error:
            raise Problem(503, "unavailable", f"the board cannot be drawn: {error}", headers={"Retry-After": "60"}) from error


@asynccontextmanager
async def _patience(words: str) -> AsyncIterator[None]:
    """Wait for a drawing as long as anybody does; a Problem afterwards, in these words."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except TimeoutError as error:
        raise Problem(503, "unavailable", words, headers={"Retry-After": "3"}) from error
