"""Events as the document describes them: made from the classes that the game tells them by, so that no field is stated twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, Union, get_args

from pydantic import BaseModel, Field

from allaboard.events import Event, EventBase
from allaboard.server.schemas.common import form_of, may_be_missing

__all__ = ["EventModel"]


def event_model(event: type[EventBase]) -> type[BaseModel]:
    """Return the form of an event as somebody is told it: what is its seat's alone may be missing."""
    return form_of(
        event,
        f"{event.__name__}Event",
        missing=event.secret,
        kind=(Literal[event.kind], ...),
        words=(str, may_be_missing("the event as an English sentence, where that was asked for")),
    )


if TYPE_CHECKING:
    EventModel: TypeAlias = dict[str, object]
    """An event as plain data, as `Event.seen_by` gives it."""
else:
    EventModel = Annotated[Union[tuple(event_model(event) for event in get_args(Event))], Field(discriminator="kind")]  # noqa: UP007
