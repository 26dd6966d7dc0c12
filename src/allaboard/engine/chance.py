"""Everything random in a game: the two streams, the draw from a bag, and the tape that records or replays what chance gave.

A playout hands on None as its tape: nobody will ask for anything of it, so the rules are compiled without whatever writes things down, the
logs of what seats can know included.

A stream gives one number a draw, whatever comes of it, so that a replay from a tape leaves the streams where the game left them.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from allaboard.engine.jit import inlined

__all__ = ["below", "fraction", "is_replaying", "is_torn", "new_tape", "next_number", "no_tape", "noted", "seed_stream", "tear"]

# A tape is an int16 array: its mode, its cursor, then what chance gave.
OFF: Final = 0
RECORDING: Final = 1
REPLAYING: Final = 2
FULL: Final = 3  # a recording ran out of tape
TORN: Final = 4  # a replay asked for what the tape does not hold, or the tape for what cannot be
MODE: Final = 0
CURSOR: Final = 1
FIRST: Final = 2

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


def new_tape(size: int = 256) -> Any:
    """A blank tape that records."""
    tape = np.zeros(size, dtype=np.int16)
    tape[MODE] = RECORDING
    tape[CURSOR] = FIRST
    return tape


@inlined
def no_tape() -> Any:
    """A tape that neither records nor replays; what seats can know is logged."""
    return np.zeros(2, np.int16)


@inlined
def mixed(number: Any) -> Any:
    """SplitMix64's finaliser: every bit of the number touches every bit of the result."""
    number = (number ^ (number >> np.uint64(30))) * MIX_1
    number = (number ^ (number >> np.uint64(27))) * MIX_2
    return number ^ (number >> np.uint64(31))


@inlined
def seed_stream(stream: Any, seed: Any, purpose: int) -> None:
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
def next_number(stream: Any) -> Any:
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
def below(stream: Any, bound: int) -> Any:
    """A number from 0 to bound - 1; the bias of scaling 32 bits to a bound of at most 240 stays under one in ten million."""
    return np.int64(((next_number(stream) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@inlined
def fraction(stream: Any) -> float:
    """A number from 0 up to but not including 1."""
    return (next_number(stream) >> np.uint64(11)) * (1.0 / (1 << 53))


@inlined
def noted(tape: Any, outcome: int) -> Any:
    """What chance gives: the outcome just drawn, written down when recording; the tape's own when replaying."""
    if tape is None:
        return outcome
    mode = tape[MODE]
    if mode == OFF:
        return outcome
    cursor = np.int64(tape[CURSOR])
    if mode == RECORDING:
        if cursor >= tape.size:
            tape[MODE] = FULL
            return outcome
        tape[cursor] = outcome
        tape[CURSOR] = cursor + 1
        return outcome
    if mode == REPLAYING:
        if cursor >= tape.size:
            tape[MODE] = TORN
            return outcome
        tape[CURSOR] = cursor + 1
        return np.int64(tape[cursor])
    return outcome


@inlined
def is_replaying(tape: Any) -> bool:
    """Whether chance gives what the tape says."""
    return False if tape is None else tape[MODE] == REPLAYING


@inlined
def is_torn(tape: Any) -> bool:
    """Whether a replay met what cannot be."""
    return False if tape is None else tape[MODE] == TORN


@inlined
def tear(tape: Any) -> None:
    """End a replay that met what cannot be."""
    if tape is not None:
        tape[MODE] = TORN
