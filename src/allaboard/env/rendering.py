"""Pictures of an episode for people who watch: text for terminals and pixels of our own drawing. They show what is public, and no more."""

from __future__ import annotations

from io import BytesIO
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from allaboard.drawing import draw_board, rasterise
from allaboard.env.episode import Episode
from allaboard.observation import SeatView

__all__ = ["RENDER_MODES", "RenderMode", "check_render_mode", "render"]

RenderMode: TypeAlias = Literal["ansi", "rgb_array", "human"]
RENDER_MODES: tuple[str, ...] = get_args(RenderMode)

WIDTH = 960


def check_render_mode(mode: str | None) -> None:
    """Refuse what is no way to render."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"'{mode}' is no render_mode; allowed: {', '.join(RENDER_MODES)}, None")


def render(episode: Episode, mode: RenderMode) -> str | npt.NDArray[np.uint8] | None:
    """The table as text (`ansi`), as pixels (`rgb_array`), or printed (`human`)."""
    if mode == "rgb_array":
        return pixels(episode)
    shown = text(episode)
    if mode == "ansi":
        return shown
    print(shown)
    return None


def text(episode: Episode) -> str:
    """What a spectator sees, in a few lines."""
    view = episode.observe(None).view
    cards = ", ".join(name or "–" for name in view["market"])
    final = "" if view["final_turns"] is None else f", final round: {view['final_turns']} turns left"
    acting = ", ".join(str(seat) for seat in view["acting"])
    lines = [
        f"{episode.edition.title}, turn {view['turns'] + 1}: {view['phase']}{f' of seat {acting}' if acting else ''}{final}",
        f"market: {cards}; deck {view['deck']}, tickets {view['ticket_deck']}",
    ]
    lines += [_seat(seat, view["routes"]) for seat in view["seats"]]
    if episode.over:
        lines.append(f"scores: {', '.join(str(int(score)) for score in episode.scores)}")
    return "\n".join(lines)


def _seat(seat: SeatView, owners: dict[str, int]) -> str:
    claimed = ", ".join(name for name, owner in owners.items() if owner == seat["seat"]) or "no route yet"
    return f"seat {seat['seat']}: {seat['cards']} cards, {seat['tickets']} tickets, {seat['pieces']} pieces; {claimed}"


def pixels(episode: Episode) -> npt.NDArray[np.uint8]:
    """The board with the routes claimed, as rows of red, green and blue."""
    from PIL import Image

    index = episode.actions.route_index
    owners = {index[name]: seat for name, seat in episode.observe(None).view["routes"].items()}
    picture = Image.open(BytesIO(rasterise(draw_board(episode.edition, owners=owners), WIDTH)))
    return np.asarray(picture.convert("RGB"))
