"""What all forms share: how they are checked, the fields that many have, and how a form is made from a class that states its fields."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator
from pydantic.config import JsonDict

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Form", "Name", "SeatNumber", "form_of", "may_be_missing"]

SURROGATE = re.compile("[\ud800-\udfff]")
MOST_FIELDS = 100
MOST_VALUES = 100_000
DEEPEST = 32
LONGEST_STEP = 40
Place: TypeAlias = "tuple[Place | None, object]"
Name = Annotated[str, Field(max_length=80, examples=["Ann"])]
SeatNumber = Annotated[int, Field(ge=0, le=4)]


def may_be_missing(description: str | None = None) -> Any:  # what pydantic's own Field returns
    """Return what makes a field of an answer one that is not always there, and never null."""

    def without_default(schema: JsonDict) -> None:
        schema.pop("default", None)

    return Field(None, description=description, json_schema_extra=without_default)


def form_of(
    stated: type[DataclassInstance],
    name: str,
    /,
    *,
    without: Collection[str] = (),
    missing: Collection[str] = (),
    **more: tuple[object, object],
) -> type[BaseModel]:
    """Return the form of an answer that has the fields of a dataclass, so that none is stated twice.

    Fields in `without` are left out, those in `missing` may be missing, and `more` gives others, or another type, as (type, field).
    """
    hints = get_type_hints(stated)
    kept = [field.name for field in fields(stated) if field.name not in without]
    facts: dict[str, Any] = {field: (hints[field], may_be_missing() if field in missing else ...) for field in kept}
    return create_model(name, __config__=ConfigDict(extra="forbid"), __doc__=stated.__doc__, **(facts | more))


def faulty_text(given: object) -> str | None:
    """Return what is wrong with plain data as such, and where: too much of it, too deep, or a text that is none; None if it is well.

    Places are kept as links to the part around them and told in words only for a fault: no request makes them long.
    """
    parts: list[tuple[object, Place | None, int]] = [(given, None, 0)]
    room = MOST_VALUES
    while parts:
        part, place, depth = parts.pop()
        if isinstance(part, str):
            if not part.isascii() and SURROGATE.search(part):
                return f"{told(place)}: a text holds half of a surrogate pair, which is no character"
            if "\0" in part:
                return f"{told(place)}: a text holds the character U+0000, which no text has"
            continue
        if not isinstance(part, (dict, list)):
            continue
        room -= len(part)
        if room < 0:
            return f"has more than {MOST_VALUES:,} values"
        if depth == DEEPEST:
            return f"{told(place)}: is nested more than {DEEPEST} deep"
        inner: Iterable[tuple[object, object]] = part.items() if isinstance(part, dict) else enumerate(part)
        parts += [(value, (place, key), depth + 1) for key, value in inner if isinstance(value, (str, dict, list))]
        if isinstance(part, dict):
            parts += [(key, (place, None), depth) for key in part]  # taken first: a place is named by keys that are texts
    return None


def told(place: Place | None) -> str:
    """Return a place in words: the fields and numbers that lead to it, each cut where it is long; a field's own name has none."""
    if place is not None and place[1] is None:
        return f"a field of {told(place[0])}"
    steps: list[str] = []
    while place is not None:
        place, step = place
        steps.append(str(step)[:LONGEST_STEP])
    return ".".join(reversed(steps)) or "the form"


class Form(BaseModel):
    """What is asked: unknown fields are refused, so that a misspelt one is noticed, and what is no text; of thousands none is read.

    Nothing is taken for something else: neither "1", 1.0 nor true is the number 1. A whole number stands for the same number of seconds.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _is_text(cls, given: object) -> object:
        """Refuse what no database keeps and no answer could repeat, U+0000 and halves of surrogate pairs, and more than anybody asks."""
        if isinstance(given, dict) and len(given) > MOST_FIELDS:
            raise ValueError(f"has {len(given)} fields; allowed: {', '.join(cls.model_fields)}")
        if (fault := faulty_text(given)) is not None:
            raise ValueError(fault)
        return given
