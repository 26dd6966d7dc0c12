"""Everything random in a game: streams of numbers, and the draw from a bag. What it gave is written down in the journal.

A stream gives one number a draw, whatever comes of it, so that a replay from a journal leaves the streams where the game left them.
"""

from __future__ import annotations

import numpy as np

from allaboard.engine.bits import wide
from allaboard.engine.jit import inlined
from allaboard.engine.typed_records import Word, Words

__all__ = ["below", "fraction", "next_number", "seed_stream"]

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


@inlined
def mixed(number: Word) -> Word:
    """SplitMix64's finaliser: every bit of the number touches every bit of the result."""
    number = (number ^ (number >> np.uint64(30))) * MIX_1
    number = (number ^ (number >> np.uint64(27))) * MIX_2
    return number ^ (number >> np.uint64(31))


@inlined
def seed_stream(stream: Words, seed: Words, purpose: int) -> None:
    """Set a stream from a seed of four words; streams of different purposes are unrelated."""
    number = mixed(np.uint64(purpose) * GAMMA + GAMMA)
    for word in range(4):
        number = mixed(number ^ seed[word])
    for word in range(4):
        number = mixed(number + seed[word] + GAMMA)
        stream[word] = number
    if (stream[0] | stream[1] | stream[2] | stream[3]) == np.uint64(0):
        stream[0] = GAMMA  # xoshiro never leaves the state of all zeros


@inlined
def next_number(stream: Words) -> Word:
    """The next 64 bits of a stream (xoshiro256++)."""
    s0, s1, s2, s3 = stream[0], stream[1], stream[2], stream[3]
    total = s0 + s3
    number = ((total << np.uint64(23)) | (total >> np.uint64(41))) + s0
    carry = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    stream[1] = s1 ^ s2
    stream[0] = s0 ^ s3
    stream[2] = s2 ^ carry
    stream[3] = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return number


@inlined
def below(stream: Words, bound: int) -> int:
    """A number from 0 to bound - 1; the bias of scaling 32 bits to a bound of at most 240 stays under one in ten million."""
    return wide(((next_number(stream) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@inlined
def fraction(stream: Words) -> float:
    """A number from 0 up to but not including 1."""
    return (next_number(stream) >> np.uint64(11)) * (1.0 / (1 << 53))
