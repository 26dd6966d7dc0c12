"""What all forms share: how they are checked, the fields that many have, and how a form is made from a class that states its fields."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.config import JsonDict

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Form", "Name", "SeatNumber", "form_of", "may_be_missing"]

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


class Form(BaseModel):
    """What is asked: unknown fields are refused, so that a misspelt one is noticed.

    Nothing is taken for something else: neither "1", 1.0 nor true is the number 1. A whole number stands for the same number of seconds.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
