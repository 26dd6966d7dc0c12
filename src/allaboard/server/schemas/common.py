"""What all forms share: how they are checked, and the fields that many have."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

__all__ = ["Form", "Name", "SeatNumber", "may_be_missing"]

SURROGATE = re.compile("[\ud800-\udfff]")
MOST_FIELDS = 100
Name = Annotated[str, Field(max_length=80, examples=["Ann"])]
SeatNumber = Annotated[int, Field(ge=0, le=4)]


def may_be_missing(description: str | None = None) -> Any:
    """Return what makes a field of an answer one that is not always there, and never null."""

    def without_default(schema: dict[str, Any]) -> None:
        schema.pop("default", None)

    return Field(None, description=description, json_schema_extra=without_default)


class Form(BaseModel):
    """What is asked: unknown fields are refused, so that a misspelt one is noticed, and what is no text; of thousands none is read."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _is_text(cls, given: Any) -> Any:
        """Refuse what no database keeps and no answer could repeat: U+0000, and halves of surrogate pairs."""
        if isinstance(given, dict) and len(given) > MOST_FIELDS:
            raise ValueError(f"has {len(given)} fields; allowed: {', '.join(cls.model_fields)}")
        parts: list[tuple[str, Any]] = [("", given)]
        while parts:
            where, part = parts.pop()
            if isinstance(part, dict):
                parts += [(f"a field of {where or 'the form'}", key) for key in part]
                parts += [(f"{where}.{key}".lstrip("."), value) for key, value in part.items()]
            elif isinstance(part, list):
                parts += [(f"{where}.{index}", value) for index, value in enumerate(part)]
            elif isinstance(part, str) and not part.isascii() and SURROGATE.search(part):
                raise ValueError(f"{where[:80]}: a text holds half of a surrogate pair, which is no character")
            elif isinstance(part, str) and "\0" in part:
                raise ValueError(f"{where[:80]}: a text holds the character U+0000, which no text has")
        return given
