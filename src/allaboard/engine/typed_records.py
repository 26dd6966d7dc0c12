"""Records whose fields are declared once: as a class, by which type checkers find a misspelt field, and as the dtype that it becomes.

A number is `name: Annotated[int, np.int32]`; an array is `name: Annotated[Int16s, (5, 10)]`, by the type of its elements and its shape.
What stands behind that is a note on the field, for `notes_of`.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, cast, get_args, get_type_hints, overload

import numpy as np
import numpy.typing as npt

__all__ = [
    "Array",
    "Bytes",
    "Flags",
    "Floats",
    "Int8s",
    "Int16s",
    "Int32s",
    "Int64s",
    "Record",
    "RecordType",
    "Records",
    "Word",
    "Words",
    "blank_records",
    "dtype_of",
    "empty_records",
    "joined_records",
    "notes_of",
]

Bytes: TypeAlias = npt.NDArray[np.uint8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]
Int8s: TypeAlias = npt.NDArray[np.int8]
Int16s: TypeAlias = npt.NDArray[np.int16]
Int32s: TypeAlias = npt.NDArray[np.int32]
Int64s: TypeAlias = npt.NDArray[np.int64]
Word: TypeAlias = np.uint64
Words: TypeAlias = npt.NDArray[np.uint64]

Array: TypeAlias = npt.NDArray[Any]
"""An array whose elements depend on a field's name, or do not matter."""


if TYPE_CHECKING:

    class Record:
        """One record of a NumPy array, whose fields are attributes."""

        def tobytes(self) -> bytes: ...

else:

    class Record(np.void):
        """One record of a NumPy array, whose fields are attributes; those of `np.record` take five times as long to read."""

        __setattr__ = np.void.__setitem__  # and no other name than a field's


E = TypeVar("E", bound=np.generic)
N = TypeVar("N")
R = TypeVar("R", bound=Record)


class RecordType(Generic[R]):
    """The dtype of a record, as type checkers see it."""

    if TYPE_CHECKING:
        itemsize: int
        names: tuple[str, ...]


class Records(Generic[R]):
    """A NumPy array of records, as type checkers see it: what compiled code takes, since a record alone does not keep its memory."""

    if TYPE_CHECKING:
        shape: tuple[int, ...]

        @overload
        def __getitem__(self, index: int | tuple[int, int]) -> R: ...
        @overload
        def __getitem__(self, index: slice | Int64s | tuple[slice, None] | None) -> Records[R]: ...
        @overload
        def __getitem__(self, index: str) -> Array: ...
        def __getitem__(self, index: object) -> R | Records[R] | Array: ...
        def __setitem__(self, index: int | str | slice | tuple[slice, int, int], value: object) -> None: ...
        def __len__(self) -> int: ...
        def copy(self) -> Records[R]: ...
        def repeat(self, repeats: int, axis: int | None = None) -> Records[R]: ...
        def reshape(self, *shape: int) -> Records[R]: ...
        def view(self, dtype: type[E]) -> npt.NDArray[E]: ...
        def setflags(self, *, write: bool) -> None: ...


if TYPE_CHECKING:

    def blank_records(count: int, dtype: RecordType[R]) -> Records[R]:
        """So many records of zeros."""

    def empty_records(count: int, dtype: RecordType[R]) -> Records[R]:
        """Room for so many records, filled with anything."""

    def joined_records(parts: Sequence[Records[R]]) -> Records[R]:
        """The records of several arrays in one."""

else:
    # NumPy's own, so that compiled code may call them
    blank_records, empty_records, joined_records = np.zeros, np.empty, np.concatenate


def dtype_of(record: type[R]) -> RecordType[R]:
    """Return the dtype of a declared record, its fields in the order of their declaration, each where a processor reads it at once."""
    hints = get_type_hints(record, include_extras=True)
    fields = [(name, *_element(hint.__origin__), hint.__metadata__[0]) for name, hint in hints.items()]
    for name in hints:
        setattr(record, name, property(itemgetter(name)))
    return cast(RecordType[R], np.dtype((record, np.dtype(fields, align=True))))


def notes_of(record: type[Record], kind: type[N]) -> dict[str, N]:
    """Return the notes of a kind on a record's fields, by their names."""
    hints = get_type_hints(record, include_extras=True)
    return {name: note for name, hint in hints.items() for note in hint.__metadata__ if isinstance(note, kind)}


def _element(kind: type) -> tuple[type[np.generic], ...]:
    """Return the type of an array's elements; that of a number stands beside it."""
    return get_args(get_args(kind)[1]) if get_args(kind) else ()
