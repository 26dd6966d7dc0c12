"""What all forms share: how they are checked, the fields that many have, and how a form is made from a class that states its fields."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator
from pydantic.config import JsonDict

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Form", "Name", "SeatNumber", "form_of", "may_be_missing"]

SURROGATE = re.compile("[\ud800-\udfff]")
MOST_FIELDS = 100
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


def texts_in(given: object) -> Iterator[tuple[str, str]]:
    """Yield every text of plain data, keys included, with the place where it stands."""
    parts: list[tuple[str, object]] = [("", given)]
    while parts:
        where, part = parts.pop()
        if isinstance(part, dict):
            parts += [(f"{where}.{key}".lstrip("."), value) for key, value in part.items()]
            parts += [(f"a field of {where or 'the form'}", key) for key in part]  # taken first: a place is named by keys that are texts
        elif isinstance(part, list):
            parts += [(f"{where}.{index}", value) for index, value in enumerate(part)]
        elif isinstance(part, str):
            yield where, part


class Form(BaseModel):
    """What is asked: unknown fields are refused, so that a misspelt one is noticed, and what is no text; of thousands none is read."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _is_text(cls, given: object) -> object:
        """Refuse what no database keeps and no answer could repeat: U+0000, and halves of surrogate pairs."""
        if isinstance(given, dict) and len(given) > MOST_FIELDS:
            raise ValueError(f"has {len(given)} fields; allowed: {', '.join(cls.model_fields)}")
        for where, text in texts_in(given):
            if not text.isascii() and SURROGATE.search(text):
                raise ValueError(f"{where[:80]}: a text holds half of a surrogate pair, which is no character")
            if "\0" in text:
                raise ValueError(f"{where[:80]}: a text holds the character U+0000, which no text has")
        return given
