"""The harbour: a small valid edition in a folder of its own, to be edited and loaded."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from allaboard.editions import EditionError, Fault, load
from allaboard.editions.sample_boards import SAMPLES

EDITION: Final = "harbour.toml"
BOARD: Final = "harbour.board.toml"
BOARDS: Final = SAMPLES


class Harbour:
    """A copy of the harbour's two files."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / EDITION
        self.board_path = folder / BOARD
        self.restore()

    def restore(self) -> None:
        """Make both files whole again."""
        for path in (self.path, self.board_path):
            shutil.copy(BOARDS / path.name, path)

    def edit(self, old: str, new: str) -> Harbour:
        """Replace a text that occurs once in the two files together."""
        texts = {path: path.read_text("utf-8") for path in (self.path, self.board_path)}
        assert sum(text.count(old) for text in texts.values()) == 1, f"{old!r} does not occur exactly once"
        for path, text in texts.items():
            path.write_text(text.replace(old, new), "utf-8")
        return self

    def faults(self) -> tuple[Fault, ...]:
        """What the loader says against the files; nothing when it likes them."""
        try:
            load(self.path)
        except EditionError as error:
            return error.faults
        return ()
