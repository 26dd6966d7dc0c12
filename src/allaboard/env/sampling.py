"""Choosing by masks in compiled code: uniformly, or by a net's logits, a choice for each row of a batch.

The same seed and the same masks give the same choices; what the rows are and what is done with the choices is the caller's.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from allaboard.engine.chance import fraction
from allaboard.engine.jit import compiled
from allaboard.engine.typed_records import Int8s, Int64s, Words

__all__ = ["MaskedSampler", "new_stream", "new_streams"]

Float32s = npt.NDArray[np.float32]


def new_stream(seed: int) -> Words:
    """A stream of random numbers for compiled code."""
    return new_streams(seed, 1)[0]


def new_streams(seed: int, count: int) -> Words:
    """So many streams of random numbers, a row each."""
    return np.random.SeedSequence(seed).generate_state(4 * count, np.uint64).astype(np.uint64).reshape(count, 4)


class MaskedSampler:
    """Draws a legal choice for each row of masks: any of them alike, or by the softmax of logits.

    >>> sampler = MaskedSampler(seed=1)
    >>> masks = np.array([[0, 1, 0], [1, 0, 0]], np.int8)
    >>> sampler(masks)
    array([1, 0])
    >>> sampler(masks, np.zeros((2, 3), np.float32))
    array([1, 0])
    """

    def __init__(self, seed: int = 0) -> None:
        self._stream = new_stream(seed)

    def __call__(self, masks: Int8s, logits: Float32s | None = None) -> Int64s:
        """Return a choice for each row, -1 for a row of which nothing is legal."""
        if masks.dtype == np.bool_:
            masks = masks.view(np.int8)
        chosen = np.empty(len(masks), np.int64)
        if logits is None:
            sample_alike(masks, self._stream, chosen)
        elif logits.shape != masks.shape:
            raise ValueError(f"logits of the shape {logits.shape} were given for masks of the shape {masks.shape}")
        else:
            sample_by_logits(masks, np.ascontiguousarray(logits, np.float32), self._stream, chosen)
        return chosen


@compiled
def sample_alike(masks: Int8s, stream: Words, chosen: Int64s) -> None:
    """Draw one of the legal choices of each row, all alike."""
    for row in range(len(masks)):
        mask = masks[row]
        legal = 0
        for choice in range(len(mask)):
            legal += mask[choice] != 0
        left = int(fraction(stream) * legal)
        chosen[row] = -1
        for choice in range(len(mask)):
            if mask[choice] != 0:
                if left == 0:
                    chosen[row] = choice
                    break
                left -= 1


@compiled
def sample_by_logits(masks: Int8s, logits: Float32s, stream: Words, chosen: Int64s) -> None:
    """Draw one of the legal choices of each row by the softmax of its logits."""
    for row in range(len(masks)):
        mask, worths = masks[row], logits[row]
        highest, total, chosen[row] = -np.inf, 0.0, -1
        for choice in range(len(mask)):
            if mask[choice] != 0 and worths[choice] > highest:
                highest = worths[choice]
        for choice in range(len(mask)):
            if mask[choice] != 0:
                total += np.exp(worths[choice] - highest)
        left = fraction(stream) * total
        for choice in range(len(mask)):
            if mask[choice] != 0:
                chosen[row] = choice  # the last one stays where rounding leaves a rest
                left -= np.exp(worths[choice] - highest)
                if left < 0:
                    break
