"""Puzzles: positions from bots' games in which one action is far better than every other and not easily seen.

`puzzle` is what a puzzle says and the file of those that are shipped, `contest` tells whether an action stands clear of all others,
`mining` looks for puzzles in games, `themes` says what they are about and `explaining` why the answer is right, `rating` is how hard they
are and how well somebody solves them.
"""

from __future__ import annotations

from allaboard.puzzles.puzzle import Puzzle, shipped_puzzles

__all__ = ["Puzzle", "shipped_puzzles"]
