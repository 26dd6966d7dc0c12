"""Events as the document describes them: made from the classes that the game tells them by, so that no field is stated twice."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from allaboard.events import Event, EventBase
from allaboard.server.schemas.common import may_be_missing

__all__ = ["EventModel"]


def event_model(event: type[EventBase]) -> type[BaseModel]:
    """Return the form of an event as somebody is told it: what is its seat's alone may be missing."""
    hints = get_type_hints(event)
    facts: dict[str, Any] = {
        field.name: (hints[field.name], may_be_missing() if field.name in event.secret else ...) for field in fields(event)
    }
    facts["kind"] = (Literal[event.kind], ...)
    facts["words"] = (str, may_be_missing("the event as an English sentence, where that was asked for"))
    return create_model(f"{event.__name__}Event", __config__=ConfigDict(extra="forbid"), __doc__=event.__doc__, **facts)


EventModel: TypeAlias = Annotated[Union[tuple(event_model(event) for event in get_args(Event))], Field(discriminator="kind")]  # type: ignore[valid-type] # noqa: UP007
