"""The compiled sampler: only legal choices, each as often as it should be."""

from __future__ import annotations

import numpy as np
import pytest

from allaboard.engine.jit import INTERPRETED
from allaboard.env import MaskedSampler

ROWS = 400 if INTERPRETED else 40_000


def test_all_legal_choices_are_drawn_alike() -> None:
    masks = np.zeros((ROWS, 9), np.int8)
    masks[:, [1, 4, 8]] = 1
    counts = np.bincount(MaskedSampler(seed=3)(masks), minlength=9)
    assert counts[[0, 2, 3, 5, 6, 7]].sum() == 0
    assert counts[[1, 4, 8]] == pytest.approx(ROWS / 3, abs=5 * np.sqrt(ROWS))


def test_logits_decide_how_often() -> None:
    """By their softmax over what is legal, however large they are."""
    masks = np.tile(np.array([1, 0, 1, 1], np.int8), (ROWS, 1))
    logits = np.tile(np.array([1000, 2000, 1000 + np.log(2), 1000 + np.log(5)], np.float32), (ROWS, 1))
    shares = np.bincount(MaskedSampler(seed=4)(masks, logits), minlength=4) / ROWS
    assert shares == pytest.approx([1 / 8, 0, 2 / 8, 5 / 8], abs=3 / np.sqrt(ROWS))


def test_flags_will_do_as_masks_and_seeds_repeat() -> None:
    masks = np.random.default_rng(1).random((50, 12)) < 0.5
    masks[7] = False
    drawn = [MaskedSampler(seed=9)(part) for part in (masks, masks.astype(np.int8))]
    assert (drawn[0] == drawn[1]).all()
    assert drawn[0][7] == -1, "where nothing is legal there is nothing to draw"
    assert masks[np.arange(50) != 7, drawn[0][np.arange(50) != 7]].all()
    with pytest.raises(ValueError, match="were given for masks of the shape"):
        MaskedSampler()(masks, np.zeros((50, 3), np.float32))
