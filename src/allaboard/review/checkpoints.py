"""What a review has played so far, as bytes: whoever takes it over goes on where another was stopped, and comes to the same review.

A review follows from the results of its games, so these are all that is kept, with the budget and the seed that they were played for:
another budget asks for other games. A share of a victory is a whole number of sixtieths, however many seats share it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import Final

import numpy as np

from allaboard.review.futures import Futures

__all__ = ["restore", "save"]

SHARES: Final = 60


def save(futures: Sequence[Futures], budget: int, seed: int) -> bytes:
    """The results of all games so far, to be restored for the same review."""
    shapes = [[list(won.shape) for won in one.played] for one in futures]
    results = b"".join(np.rint(SHARES * won).astype(np.uint8).tobytes() for one in futures for won in one.played)
    return zlib.compress(json.dumps([budget, seed, shapes]).encode() + b"\n" + results)


def restore(futures: Sequence[Futures], saved: bytes, budget: int, seed: int) -> bool:
    """Give a review that has not begun what was played for it before; what was played for another budget, seed or game is left.

    Returns whether it was of the same.
    """
    told, _, results = zlib.decompress(saved).partition(b"\n")
    *played_for, shapes = json.loads(told)
    if played_for != [budget, seed] or len(shapes) != len(futures):
        return False
    shares = np.frombuffer(results, np.uint8) / SHARES
    ends = np.cumsum([0, *(prod(shape) for one in shapes for shape in one)]).tolist()
    parts = (shares[start:end] for start, end in pairwise(ends))
    for one, own in zip(futures, shapes, strict=True):
        one.take_over([next(parts).reshape(shape) for shape in own])
    return True
