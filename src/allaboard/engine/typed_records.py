"""Records whose fields are declared once: as a class, by which type checkers find a misspelt field, and as the dtype that it becomes.

A field is `name: Annotated[int, np.int32]`, or with a shape behind the type `name: Annotated[Array, np.int16, (5, 10)]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, get_type_hints, overload

import numpy as np
import numpy.typing as npt

__all__ = ["Array", "Record", "Records", "dtype_of"]

Array: TypeAlias = npt.NDArray[Any]


class Record:
    """A NumPy record, as type checkers see it; at run time there are only NumPy's own."""

    if TYPE_CHECKING:

        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: object) -> None: ...
        def tobytes(self) -> bytes: ...


R = TypeVar("R", bound=Record)


class Records(Generic[R]):
    """A NumPy array of records, as type checkers see it: what compiled code takes, since a record alone does not keep its memory."""

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> R: ...
        @overload
        def __getitem__(self, index: slice) -> Records[R]: ...
        @overload
        def __getitem__(self, index: str) -> Array: ...
        def __getitem__(self, index: Any) -> Any: ...
        def __setitem__(self, index: int | str | slice, value: object) -> None: ...
        def __len__(self) -> int: ...
        def copy(self) -> Records[R]: ...


def dtype_of(record: type[Record]) -> np.dtype[Any]:
    """Return the dtype of a declared record, its fields in the order of their declaration."""
    hints = get_type_hints(record, include_extras=True)
    return np.dtype((np.record, [(name, *hint.__metadata__) for name, hint in hints.items()]))
