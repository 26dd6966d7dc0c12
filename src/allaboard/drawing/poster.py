"""Pictures to share of a board and of who did what on it: a poster to print, and a preview for the link to a game.

Each is one SVG that needs nothing else, always by day. What the words say is the caller's; where they stand, and what is cut where a
name is too long, is decided here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from allaboard.drawing.board import draw_board
from allaboard.drawing.geometry import geometry
from allaboard.drawing.svg import number, quoted, rectangle, text
from allaboard.drawing.tokens import theme, tokens
from allaboard.drawing.typefaces import DISPLAY, GOTHIC, MEDIUM, NAMES, Face, cut_to, embedded, fitting, settable, text_width, wrapped
from allaboard.editions.edition import Edition

__all__ = ["POSTER", "PREVIEW", "Standing", "draw_poster", "draw_preview"]

POSTER: Final = (1600, 1420)
PREVIEW: Final = (1200, 630)

UPRIGHT: Final = 1.1
"""A board that is less wide than that, in parts of its height, stands beside the words instead of above them."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings; `remark` stands under the name on a poster, `figure` behind it on a preview where points are not meant."""

    seat: int
    name: str
    place: int
    points: int
    remark: str = ""
    figure: str = ""


class Area(NamedTuple):
    """A rectangle of a picture, by its left upper corner."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, across: float, down: float) -> Area:
        return Area(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


def draw_poster(
    edition: Edition, standings: Sequence[Standing], line: str, *, owners: Mapping[int, int], path: Collection[int] = ()
) -> str:
    """The board over a band with its title, a line under that, and the standings; an upright board has the band beside it."""
    width, height = POSTER
    frame = Area(45.5, 45.5, width - 91, height - 91)
    inner = frame.inset(11.5, 11.5)
    if upright := _aspect(edition) < UPRIGHT:
        board = Area(inner.x, inner.y, inner.height * _aspect(edition), inner.height)
        band = Area(board.x + board.width + 10, inner.y, inner.width - board.width - 10, inner.height)
    else:
        board = Area(inner.x, inner.y, inner.width, 1012)
        band = Area(inner.x, board.y + 1022, inner.width, inner.height - 1022)
    parts = [
        rectangle(width, height, x=0, y=0, more=f'fill="{INK["paper"]}"'),
        _box(frame, f'fill="{INK["snow"]}" stroke="{INK["ink"]}" stroke-width="3"'),
        _placed(draw_board(edition, owners=owners, path=path), board),
        _box(band, f'fill="{INK["teal"]}"'),
    ]
    title, listed = (band.inset(44, 60),) * 2 if upright else (Area(band.x + 44, band.y, 600, band.height), band.inset(44, 0))
    parts += _poster_title(edition.board.title, line, title, centred=not upright)
    parts += _poster_standings(standings, listed if upright else listed._replace(x=listed.x + 644, width=listed.width - 644), upright)
    return _document(POSTER, f"{edition.board.title}: {line}", parts, _letters(standings, edition.board.title, line))


def draw_preview(
    edition: Edition,
    heading: str,
    standings: Sequence[Standing],
    caption: str,
    closing: str,
    *,
    owners: Mapping[int, int] | None = None,
    path: Collection[int] = (),
) -> str:
    """The board on paper with a caption, and beside it a heading, the standings and a closing line."""
    width, height = PREVIEW
    across = min(752.0, 504 * _aspect(edition))
    board = Area(24, 24, max(across, text_width(caption, 30, GOTHIC) + 40, 400), 504)
    left = board.x + board.width + 24
    panel = Area(left + 6, 0, width - left - 6, height)
    words = panel.inset(28, 34)
    drawn = _within(board, _aspect(edition))
    parts = [
        rectangle(width, height, x=0, y=0, more=f'fill="{INK["paper"]}"'),
        '<filter id="soft"><feGaussianBlur stdDeviation="9"/></filter>',
        _box(drawn._replace(y=drawn.y + 10), f'fill="{INK["shade"]}" opacity=".3" filter="url(#soft)"'),
        _placed(draw_board(edition, owners=owners, path=path, names=False), drawn),
        text(caption, board.x + board.width / 2, 580, 30, "gothic dark", more='letter-spacing=".9"'),
        rectangle(2, height, x=left, y=0, more=f'fill="{INK["numeral"]}"'),
        rectangle(2, height, x=left + 4, y=0, more=f'fill="{INK["numeral"]}"'),
        _box(panel, f'fill="{INK["teal"]}"'),
        _wordmark(words.x, 53, 30),
    ]
    heading = settable(heading)
    size, lines = _fitted(heading, words.width, 40 if words.width < 400 else 60, lines=3)
    y = 80.0
    for line in lines:
        y += 1.08 * size
        parts.append(text(line, words.x, y, size, "display", anchor="start"))
    y += 0.15 * size
    for standing in standings:
        y += 58
        parts.append(_place(standing, words.x, y, words.width))
    closing_lines = wrapped(closing, words.width, 21, NAMES)[: 4 if standings else 9]
    y = height - 38 - 30.0 * (len(closing_lines) - 1) if standings else y + 58
    for index, line in enumerate(closing_lines):
        parts.append(text(line, words.x, y + 30 * index, 21, "words", anchor="start"))
    return _document(PREVIEW, f"{heading}. {caption}", parts, _letters(standings, heading, caption, closing))


INK: Final = theme("light").inks
DOTS: Final = f'stroke="{INK["numeral"]}" stroke-opacity=".62" stroke-width="2" stroke-dasharray="0 4.5" stroke-linecap="round"'
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")


def _poster_title(title: str, line: str, area: Area, *, centred: bool) -> Iterable[str]:
    """The wordmark, the title as large as it fits, and what is told under it: at the top of an area, or in its middle."""
    face = fitting(DISPLAY, title)
    most = 3 if not centred else 1 if text_width(title, 60, face) <= area.width else 2
    size, lines = _fitted(title, area.width, 76, lines=most)
    under = wrapped(line, area.width, 22)[:3]
    y = area.y + ((area.height - 54 - 1.05 * size * len(lines) - 30 * len(under)) / 2 if centred else 0)
    yield _wordmark(area.x, y + 26, 32)
    y += 44 - 0.25 * size
    for words in lines:
        y += 1.05 * size
        yield text(words, area.x, y, size, "display", anchor="start")
    y += 0.25 * size + 2
    for words in under:
        y += 30
        yield text(words, area.x, y, 22, "words", anchor="start")


def _poster_standings(standings: Sequence[Standing], area: Area, upright: bool) -> Iterable[str]:
    """In two columns in the middle of an area, or in one at its foot."""
    columns, pitch = (1, 108) if upright else (2, 88)
    across = (area.width - 40 * (columns - 1)) / columns
    height = pitch * -(-len(standings) // columns) - pitch + 72
    top = area.y + (area.height - height) / (1 if upright else 2)
    for index, standing in enumerate(standings):
        yield _entry(standing, area.x + (across + 40) * (index % columns), top + pitch * (index // columns), across)


def _entry(standing: Standing, x: float, y: float, width: float) -> str:
    """A player on the poster: emblem, name, place, points."""
    points = _signed(standing.points)
    room = width - 72 - text_width(points, 64, GOTHIC) - 20
    remark_size, remark = _shrunk(", ".join(filter(None, (ORDINALS[standing.place - 1], standing.remark))), room, 18, 14, NAMES)
    name_size, name = _shrunk(settable(standing.name), room, 34, 22, GOTHIC)
    return "".join(
        (
            f'<path d="M{number(x)} {number(y)}h{number(width)}" {DOTS}/>',
            _emblem(standing.seat, x, y + 16, 56),
            text(name, x + 72, y + 44, name_size, "gothic", anchor="start", more='letter-spacing=".6"'),
            text(remark, x + 72, y + 67, remark_size, "words", anchor="start"),
            text(points, x + width, y + 67, 64, "gothic", anchor="end"),
        )
    )


def _place(standing: Standing, x: float, y: float, width: float) -> str:
    """A player on the preview, with dots that lead to the points; `y` is the baseline."""
    points = standing.figure or _signed(standing.points)
    end = x + width - text_width(points, 40, GOTHIC) - 10
    room = end - x - 72 - 24
    size, name = _shrunk(settable(standing.name), room, 30, 20, GOTHIC)
    start = x + 72 + text_width(name, size + 1, GOTHIC) + 12
    return "".join(
        (
            text(str(standing.place), x + 3, y - 4, 24, "gothic", anchor="middle"),
            _emblem(standing.seat, x + 32, y - 27, 28),
            text(name, x + 72, y, size, "gothic", anchor="start", more='letter-spacing=".6"'),
            f'<path d="M{number(start)} {number(y)}H{number(end)}" {DOTS}/>' if end > start else "",
            text(points, x + width, y + 4, 40, "gothic", anchor="end"),
        )
    )


def _shrunk(words: str, width: float, size: float, least: float, face: Face) -> tuple[float, str]:
    """A size at which words fit, smaller where they are long, and the words: cut where the least is not enough."""
    # letters are spaced a little: that is as if they were one unit larger
    fitted = max(least, min(size, (size + 1) * width / max(text_width(words, size + 1, face), 1.0) - 1.1))
    return fitted, cut_to(words, width, fitted + 1, face)


def _signed(points: int) -> str:
    return str(points).replace("-", "–")  # the faces have no minus; their dash is as wide


def _emblem(seat: int, x: float, y: float, size: float) -> str:
    """The sign of a seat on its colour."""
    player = tokens().players[seat]
    edge = size / 22
    paint = f'fill="{player.body}" stroke="{INK["numeral"]}" stroke-width="{number(edge)}"'
    half = size / 2
    return (
        rectangle(size - edge, size - edge, size / 11, x=x + edge / 2, y=y + edge / 2, more=paint)
        + f'<path d="{player.emblem}" fill="{player.windows}" '
        + f'transform="translate({number(x + half)} {number(y + half)})scale({size / 34:.3f})"/>'
    )


def _wordmark(x: float, y: float, size: float) -> str:
    second = x + text_width("All ", size, DISPLAY, 0.02 * size)
    spaced = f'letter-spacing="{number(0.02 * size)}"'
    return text("All", x, y, size, "display", anchor="start", more=spaced) + text(
        "Aboard", second, y, size, "display", anchor="start", more=f'{spaced} style="fill:{INK["cab"]}"'
    )


def _fitted(words: str, width: float, size: float, *, lines: int) -> tuple[float, list[str]]:
    """A heading as large as it may be in so many lines: smaller where it is long, cut where that is not enough."""
    face = fitting(DISPLAY, words)
    least = size / 2
    while size > least and (len(wrapped(words, width, size, face)) > lines or _broken(words, width, size)):
        size -= 2
    found = wrapped(words, width, size, face)
    if len(found) > lines:
        found[lines - 1 :] = [cut_to(" ".join(found[lines - 1 :]), width, size, face)]
    return size, found


def _broken(words: str, width: float, size: float) -> bool:
    return any(text_width(word, size, fitting(DISPLAY, words)) > width for word in words.split())


def _aspect(edition: Edition) -> float:
    _, _, width, height = geometry(edition).view
    return width / height


def _within(area: Area, aspect: float) -> Area:
    """The largest area of an aspect in the middle of another."""
    width = min(area.width, area.height * aspect)
    height = width / aspect
    return Area(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)


def _box(area: Area, more: str) -> str:
    return rectangle(area.width, area.height, x=area.x, y=area.y, more=more)


def _placed(board: str, area: Area) -> str:
    """A drawing inside another."""
    x, y, width, height = map(number, area)
    return board.replace("<svg ", f'<svg x="{x}" y="{y}" width="{width}" height="{height}" ', 1)


def _letters(standings: Iterable[Standing], *words: str) -> str:
    return "".join((*words, *(standing.name + standing.remark + standing.figure for standing in standings)))


def _document(size: tuple[int, int], label: str, parts: Iterable[str], letters: str) -> str:
    width, height = size
    text_face = f'font-family:"{MEDIUM.family}","{NAMES.family}",sans-serif;font-weight:500'
    display = DISPLAY if fitting(DISPLAY, letters) is DISPLAY else NAMES
    rules = {
        "display": f'font-family:"{DISPLAY.family}","{NAMES.family}",serif',
        "gothic": f'font-family:"{GOTHIC.family}","{NAMES.family}",sans-serif',
        "words": text_face,
    }
    sheet = "".join(f".sheet .{name}{{{rule};fill:{INK['numeral']}}}" for name, rule in rules.items())
    faces = embedded(dict.fromkeys((DISPLAY, GOTHIC, MEDIUM, display)), letters)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" class="sheet" role="img" aria-label={quoted(label)}>'
        f"<style>{faces}{sheet}.sheet .dark{{fill:{INK['ink']}}}</style>{''.join(parts)}</svg>\n"
    )
