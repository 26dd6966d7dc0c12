"""What a link shows where people send it to each other (Open Graph): a title, a sentence and a picture in the head of the page.

Nothing here is secret: of a game that goes on it tells who sits at the table, as every spectator may know, and shows the empty board; of
a puzzle the question and the routes that are claimed.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from fastapi import Request

from allaboard.editions import Edition, edition_ids, get_edition
from allaboard.pictures import PICTURES, headline, listed, order, puzzle_card
from allaboard.server.api.common import PREFIX, TABLE_ID
from allaboard.server.identity import ASKED, Asked, caller
from allaboard.server.live_table import names_of
from allaboard.server.models import Header, Seat
from allaboard.server.problems import Problem
from allaboard.server.puzzles import found
from allaboard.server.services import Services
from allaboard.server.store import StoreDown

__all__ = ["PREVIEWS", "LinkPreview", "home_preview", "shared_preview"]

ID_FORM: Final = re.compile(TABLE_ID)
WHAT: Final = "A board game of train routes, against bots or friends, free, nothing to install."
INVITATION: Final = "Watch the game, or play your own."


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The words of a preview and the path of its picture."""

    title: str
    description: str
    image: str

    def tags(self, base: str, path: str) -> str:
        """Return the elements for the head of a page; crawlers want whole addresses."""
        width, height = PICTURES["preview"]
        told = {
            "og:site_name": "All Aboard",
            "og:type": "website",
            "og:url": f"{base}{path}",
            "og:title": self.title,
            "og:description": self.description,
            "og:image": f"{base}{PREFIX}{self.image}",
            "og:image:type": "image/png",
            "og:image:width": str(width),
            "og:image:height": str(height),
            "og:image:alt": self.title,
        }
        elements = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in told.items()]
        return "".join((*elements, '<meta name="twitter:card" content="summary_large_image" />'))


def home_preview() -> LinkPreview:
    """Return the preview of the page itself: also of invitations, whose secret stands behind the #."""
    return LinkPreview("All Aboard", WHAT, f"/editions/{edition_ids()[0]}/preview.png")


async def table_preview(services: Services, table_id: str) -> LinkPreview | None:
    """Return the preview of a link to a table, its replay or its review; None where there is no such table."""
    try:
        header = await services.store.header(table_id) if ID_FORM.fullmatch(table_id) else None
        if header is None:
            return None
        if header.status == "closed" or not header.options["watch"]:
            return home_preview()
        return _preview(header, await services.store.seats(table_id), (await services.editions.of(header)).edition)
    except (Problem, StoreDown):
        return home_preview()  # the page itself says what is amiss


async def puzzle_preview(_: Services, puzzle_id: str) -> LinkPreview | None:
    """Return the preview of a link to a puzzle, which tells nothing of its answer; None where there is no such puzzle."""
    try:
        puzzle = found(puzzle_id)
    except Problem:
        return None
    card = puzzle_card(get_edition(puzzle.edition), puzzle.players)
    return LinkPreview(f"{card.caption}: {card.heading[0].lower()}{card.heading[1:]}", card.closing, f"/puzzles/{puzzle.id}/preview.png")


PREVIEWS: Final[Mapping[str, Callable[[Services, str], Awaitable[LinkPreview | None]]]] = {
    "table": table_preview,
    "replay": table_preview,
    "review": table_preview,
    "puzzles": puzzle_preview,
}
"""The screens that links lead to which people send each other: what a preview tells of the table or puzzle behind each."""


async def shared_preview(request: Request, screen: str, shared_id: str) -> LinkPreview | None:
    """Return the preview of a link, counted as a look at what it leads to; None where that is not there."""
    services: Services = request.app.state.services
    asking = await caller(request)
    services.limits.take("read", asking.who, asking.address)
    ASKED.set(Asked(asking))
    return await PREVIEWS[screen](services, shared_id)


def _preview(header: Header, seats: Sequence[Seat], edition: Edition) -> LinkPreview:
    board, names = f"/editions/{header.edition}/preview.png", names_of(seats)
    if header.result is not None:
        totals, winners = header.result["totals"], header.result["winners"]
        standings = ", ".join(f"{names[seat]} {totals[seat]}" for seat, _ in order(totals, winners))
        title = headline([names[seat] for seat in winners])
        return LinkPreview(title, f"{edition.title}: {standings}. {INVITATION}", f"/tables/{header.id}/pictures/preview.png")
    if header.status == "record":
        return LinkPreview(f"{edition.title}: a recorded game", INVITATION, board)
    seated = listed([name for name, seat in zip(names, seats, strict=True) if seat.kind != "open"])
    if header.status == "open":
        free = sum(seat.kind == "open" for seat in seats)
        left = {0: "All seats are taken.", 1: "One seat is free."}.get(free, f"{free} seats are free.")
        return LinkPreview(f"{edition.title}: a table is open", f"At the table: {seated}. {left}", board)
    return LinkPreview(f"{edition.title}: a game is on", f"At the table: {seated}. {INVITATION}", board)
