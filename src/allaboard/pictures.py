"""Pictures to share of games and positions: what posters, cards and previews of links say. How they look is for `drawing.poster`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from allaboard.drawing.poster import POSTER, PREVIEW, Standing, draw_poster, draw_preview
from allaboard.drawing.raster import rasterise, reduced
from allaboard.editions import Edition
from allaboard.result import Result

__all__ = [
    "PICTURES",
    "FinishedGame",
    "Picture",
    "PositionCard",
    "as_png",
    "edition_preview",
    "game_picture",
    "headline",
    "listed",
    "order",
    "position_card",
    "puzzle_card",
]

Picture = Literal["poster", "preview"]
PICTURES = {"poster": POSTER, "preview": PREVIEW}


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """What a picture shows of a game: whose routes are whose, how it was scored, who played, and when and how long where that is known."""

    edition: Edition
    owners: Mapping[int, int]
    result: Result
    names: Sequence[str]
    day: date | None = None
    minutes: int | None = None


def game_picture(game: FinishedGame, picture: Picture) -> str:
    """The poster of a game or the preview of its link, as SVG."""
    edition, result = game.edition, game.result
    day = [] if game.day is None else [f"{game.day.day} {game.day:%B %Y}"]
    path = {edition.board.route_name(index): index for index in range(len(edition.board.routes))}
    longest = [path[name] for sheet in result.sheets if sheet.longest_path_points for name in sheet.longest_path_routes]
    standings = _standings(game)
    if picture == "poster":
        spent = [] if game.minutes is None else [f"{game.minutes} {'minute' if game.minutes == 1 else 'minutes'}"]
        return draw_poster(edition, standings, ", ".join((edition.board.subtitle, *day, *spent)), owners=game.owners, path=longest)
    heading = headline([game.names[seat] for seat in result.winners])
    caption = ", ".join((edition.title, *day))
    return draw_preview(edition, heading, standings, caption, "Watch the game, or play your own.", owners=game.owners, path=longest)


@dataclass(frozen=True, slots=True)
class PositionCard:
    """What a card says of a position that was analysed, in the reader's language; `moves` are the best ones, each with its chance."""

    heading: str
    caption: str
    closing: str
    moves: Sequence[tuple[str, str]]


def position_card(edition: Edition, owners: Mapping[int, int], seat: int, card: PositionCard) -> str:
    """A card to share of a position, as SVG of a preview's size: the board, and the best moves of the seat to act."""
    moves = [Standing(seat, words, place, 0, figure=chance) for place, (words, chance) in enumerate(card.moves, start=1)]
    return draw_preview(edition, card.heading, moves, card.caption, card.closing, owners=owners)


def puzzle_card(edition: Edition, players: int) -> PositionCard:
    """What the preview of a puzzle says: the question, and nothing that would help to answer it."""
    return PositionCard(
        "What would you do?", f"{edition.title}, {players} players", "One move is far better than every other. Can you find it?", ()
    )


def edition_preview(edition: Edition) -> str:
    """The preview of a link to something that is not over, as SVG: the board as it lies in the box."""
    return draw_preview(edition, edition.board.title, (), edition.title, edition.summary)


def as_png(svg: str, picture: Picture) -> bytes:
    """A picture as PNG of its own size, in 256 colours."""
    return reduced(rasterise(svg, PICTURES[picture][0]))


def headline(winners: Sequence[str]) -> str:
    """Who won, in a few words.

    >>> headline(["Robin"]), headline(["Robin", "Ada"])
    ('Robin arrives first', 'Robin and Ada arrive first')
    """
    return f"{listed(winners)} {'arrives' if len(winners) == 1 else 'arrive'} first"


def listed(names: Sequence[str]) -> str:
    """Names one after the other, the last behind "and"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def order(totals: Sequence[int], winners: Sequence[int]) -> list[tuple[int, int]]:
    """Seats with their places, the winners first; who is equal in points behind them shares a place.

    >>> order([30, 40, 40, 30], [2])
    [(2, 1), (1, 2), (0, 3), (3, 3)]
    """
    seats = sorted(range(len(totals)), key=lambda seat: (seat not in winners, -totals[seat]))
    places: list[tuple[int, int]] = []
    for index, seat in enumerate(seats):
        before = places[-1] if places else None
        level = before is not None and totals[before[0]] == totals[seat] and (before[0] in winners) == (seat in winners)
        places.append((seat, before[1] if level and before else index + 1))
    return places


def _standings(game: FinishedGame) -> list[Standing]:
    sheets = game.result.sheets
    standings = []
    for seat, place in order([sheet.total for sheet in sheets], game.result.winners):
        pieces = f"{sheets[seat].longest_path} {game.edition.piece_plural}"
        remark = f"longest path of {pieces}" if sheets[seat].longest_path_points else ""
        standings.append(Standing(seat, game.names[seat], place, sheets[seat].total, remark))
    return standings
