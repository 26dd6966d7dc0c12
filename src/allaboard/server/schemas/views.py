"""Views as they are sent: what lies on the table, what the reader's own seat holds, and what changes from one moment to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NotRequired, TypeAlias, cast, get_type_hints

from pydantic import ConfigDict, Field, create_model

from allaboard.observation import Holdings, View, ViewBase
from allaboard.server.schemas.common import may_be_missing

__all__ = ["GameView", "SeatHoldings", "ViewChanges", "game_view"]


class SeatHoldings(Holdings):
    """What only the seat itself may know."""

    legal: NotRequired[Annotated[list[str], Field(description="what it may do, as text, where `options` does not tell it as data")]]


class GameView(ViewBase):
    """What a seat, or a spectator, may know of a game."""

    you: SeatHoldings | None
    hands: NotRequired[Annotated[list[Holdings], Field(description="a replay with every hand open: what each seat holds")]]


if TYPE_CHECKING:
    ViewChanges: TypeAlias = dict[str, object]
else:
    ViewChanges = create_model(
        "ViewChanges",
        __config__=ConfigDict(extra="forbid"),
        __doc__="Those fields of a view that are not what they were a moment before.",
        **{name: (hint, may_be_missing()) for name, hint in get_type_hints(GameView).items()},
    )


def game_view(view: View, *, legal: bool) -> GameView:
    """Return a view as it is sent: with what the seat may do as text, or without where `options` tells it, or nobody can act any more."""
    own = view["you"]
    if legal or own is None:
        return cast(GameView, view)
    return cast(GameView, {**view, "you": {name: value for name, value in own.items() if name != "legal"}})
