"""Sets of routes as two 64-bit words: counting, picking and walking their members.

Plain Python keeps them, and any set of small numbers, in one integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import SupportsInt, TypeAlias, cast

import numpy as np
from llvmlite.ir import IRBuilder, Value
from numba import types
from numba.core import cgutils
from numba.core.base import BaseContext
from numba.core.typing.context import Context
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from allaboard.engine.jit import INTERPRETED, inlined
from allaboard.engine.typed_records import Word, Words

__all__ = ["bit", "count_bits", "has_bit", "lowest_bit", "members", "nth_bit", "pop_bit", "route_set", "wide"]

ONE = np.uint64(1)

Intrinsic: TypeAlias = tuple[Signature, Callable[[BaseContext, IRBuilder, Signature, Sequence[Value]], Value]]

if INTERPRETED:

    def count_bits(word: Word) -> int:
        """How many bits are set."""
        return int(word).bit_count()

    def lowest_bit(word: Word) -> int:
        """The index of the lowest bit set; the word is not zero."""
        return (int(word) & -int(word)).bit_length() - 1

else:

    @intrinsic
    def count_bits(typingctx: Context, word: types.Integer) -> Intrinsic:
        """How many bits are set."""

        def emit(context: BaseContext, builder: IRBuilder, signature: Signature, args: Sequence[Value]) -> Value:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), emit

    @intrinsic
    def lowest_bit(typingctx: Context, word: types.Integer) -> Intrinsic:
        """The index of the lowest bit set; the word is not zero."""

        def emit(context: BaseContext, builder: IRBuilder, signature: Signature, args: Sequence[Value]) -> Value:
            return builder.cttz(args[0], cgutils.true_bit)

        return types.int64(types.uint64), emit


wide = cast(Callable[[SupportsInt], int], np.int64)
"""A field of few bits as a number to reckon with."""


@inlined
def bit(index: int) -> Word:
    """A word with one bit set, for index modulo 64."""
    return ONE << np.uint64(index & 63)


@inlined
def has_bit(words: Words, index: int) -> bool:
    """Whether a set of two words holds this index."""
    return ((words[index >> 6] >> np.uint64(index & 63)) & ONE) != np.uint64(0)


@inlined
def pop_bit(low: Word, high: Word) -> tuple[int, Word, Word]:
    """The lowest member of a set that is not empty, and the two words without it: how sets are walked."""
    if low != np.uint64(0):
        return lowest_bit(low), low & (low - ONE), high
    return 64 + lowest_bit(high), low, high & (high - ONE)


@inlined
def nth_bit(low: Word, high: Word, n: int) -> int:
    """The index of the nth member (from 0) of the set given by two words."""
    base = 0
    word = low
    in_low = count_bits(low)
    if n >= in_low:
        n -= in_low
        word = high
        base = 64
    for _ in range(n):
        word &= word - ONE
    return base + lowest_bit(word)


def route_set(words: Words) -> int:
    """A set of routes as one integer, from the two words that the engine keeps it in."""
    return int(words[0]) | int(words[1]) << 64


def members(bits: int) -> Iterator[int]:
    """The members of a set, ascending."""
    return (index for index in range(bits.bit_length()) if bits >> index & 1)
