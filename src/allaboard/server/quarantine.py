"""Which tables a process was busy with when it died: one that brings the server down again and again is set aside, and the others go on.

What is under way stands in a small file of the process, mapped into memory: a mark costs no more than writing a few bytes, and outlives the
process, though not the machine. Marks of dead processes are counted at the next start.
"""

from __future__ import annotations

import json
import mmap
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

import structlog
from structlog.typing import FilteringBoundLogger

from allaboard.precompile import try_lock

__all__ = ["STRIKES", "Quarantine"]

logger: FilteringBoundLogger = structlog.get_logger("allaboard.quarantine")

STRIKES: Final = 3
"""So many processes in a row must have died over the same position of a table. One or two may have been ended by hand."""
SLOT: Final = 64
SLOTS: Final = 256


class Quarantine:
    """The marks of this process, in a folder that it may share with others."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._free = list(range(SLOTS))
        self._marks: mmap.mmap | None = None
        self._file: IO[bytes] | None = None

    def open(self) -> list[str]:
        """Begin to mark; returns the tables over which processes have died too often."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            guilty = self._count()
            self._file = (self._folder / f"busy-{secrets.token_hex(8)}").open("w+b")
            self._file.write(bytes(SLOT * SLOTS))
            self._file.flush()
            try_lock(self._file)
            self._marks = mmap.mmap(self._file.fileno(), 0)
        except OSError as error:  # a full or read-only disk is told elsewhere, and keeps nobody from playing
            logger.warning("what is under way cannot be marked", cause=str(error))
            return []
        return guilty

    def close(self) -> None:
        """Remove the marks of this process: nothing is under way any more."""
        marks, self._marks = self._marks, None
        if marks is not None:
            marks.close()
        if self._file is not None:
            self._file.close()
            Path(self._file.name).unlink(missing_ok=True)

    @contextmanager
    def busy(self, table_id: str | None, n: int) -> Iterator[None]:
        """Mark a table for the length of the block, with where its game stands; None where it is about no table.

        What a thread does is marked on that thread: it works on when nobody waits for it any more.
        """
        try:
            slot = self._free.pop() if table_id is not None else None
        except IndexError:  # all are taken
            slot = None
        if slot is None:
            yield
            return
        self._write(slot, f"{table_id} {n}".encode("ascii"))
        try:
            yield
        finally:
            self._write(slot, b"")
            self._free.append(slot)

    def _write(self, slot: int, mark: bytes) -> None:
        if (marks := self._marks) is not None:
            with suppress(ValueError):  # they were closed under a thread that came back late
                marks[slot * SLOT : (slot + 1) * SLOT] = mark[:SLOT].ljust(SLOT, b"\0")

    def _count(self) -> list[str]:
        """Count the deaths by table and position. Who got further since, or was not busy this time, is no suspect any more."""
        died, marks = False, set[str]()
        for file in self._folder.glob("busy-*"):
            try:
                handle = file.open("r+b")
            except FileNotFoundError:
                continue  # another process that starts as well has counted it
            with handle:
                if not try_lock(handle):
                    continue  # its process lives
                found = handle.read()
            died = True
            marks |= {found[at : at + SLOT].rstrip(b"\0").decode("ascii", "replace") for at in range(0, len(found), SLOT)} - {""}
            file.unlink(missing_ok=True)
        if not died:
            return []
        book = self._folder / "suspects.json"
        try:
            before = dict(json.loads(book.read_text(encoding="ascii")))
        except (OSError, ValueError, TypeError):
            before = {}
        counts = {mark: int(before.get(mark, 0)) + 1 for mark in marks}
        book.write_text(json.dumps({mark: count for mark, count in counts.items() if count < STRIKES}), encoding="ascii")
        return sorted({mark.split()[0] for mark, count in counts.items() if count >= STRIKES})
