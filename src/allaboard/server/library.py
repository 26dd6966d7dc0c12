"""Editions as tables need them: our own, and boards that people uploaded, both kept in the database by their texts.

A game can so be replayed when the edition that came with the program has changed since. Reading and checking is the loader's work.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
import tomllib
from pathlib import Path

from allaboard.editions import Edition, EditionError, edition, edition_ids, load
from allaboard.server.problems import Problem
from allaboard.server.rows import Header, now
from allaboard.server.store import Store

__all__ = ["Library"]

OWN = "own-"


class Library:
    """Editions by key: the id of a built-in one, or `own-…` for a board that somebody uploaded."""

    def __init__(self, store: Store, most: int) -> None:
        self._store, self._most = store, most
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._read: dict[str, Edition] = {}
        self._kept: dict[str, str] = {}

    def close(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    async def get(self, name: str) -> Edition:
        """An edition by its id or by the key of an uploaded one."""
        if name in edition_ids():
            return edition(name)
        if name.startswith(OWN) and (found := await self._by_key(name.removeprefix(OWN))) is not None:
            return found
        raise Problem(
            404, "not-found", f"there is no edition “{name[:80]}”; allowed: {', '.join(edition_ids())}, or the key of an uploaded one"
        )

    async def of(self, header: Header) -> Edition:
        """The very edition that a table is played with."""
        if header.edition in edition_ids() and edition(header.edition).hash == header.edition_hash:
            return edition(header.edition)
        found = await self._by_key(header.edition_key)
        if found is None or found.hash != header.edition_hash:
            known = "is not at hand" if found is None else f"gives {found.hash}"
            raise Problem(409, "unplayable", f"the game was played with version {header.edition_hash} of {header.edition}, which {known}")
        return found

    async def keep(self, name: str) -> str:
        """Keep the texts of an edition that a table is about to use; returns their key."""
        if name.startswith(OWN):
            return name.removeprefix(OWN)
        if name not in self._kept:
            path = edition(name).path
            text = path.read_text(encoding="utf-8")
            board_name = str(tomllib.loads(text)["board"])
            self._kept[name] = await self._add(
                name, edition(name), text, board_name, (path.parent / board_name).read_text(encoding="utf-8")
            )
        return self._kept[name]

    async def upload(self, text: str, board_text: str | None, owner: str) -> tuple[str, Edition]:
        """Read, check and keep somebody's own edition; the board may be one of ours."""
        try:
            board_name = tomllib.loads(text).get("board")
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise Problem(422, "invalid", f"the edition is not TOML: {error}") from error
        if not isinstance(board_name, str) or not re.fullmatch(r"[\w-]{1,80}\.board\.toml", board_name, re.ASCII):
            raise Problem(422, "invalid", "the edition must name its board file: letters, digits and hyphens, then “.board.toml”")
        if board_text is None:
            ours = {path.name: path for one in edition_ids() for path in edition(one).path.parent.glob("*.board.toml")}
            if board_name not in ours:
                raise Problem(422, "invalid", f"the board {board_name} was not sent along; without it, allowed: {', '.join(sorted(ours))}")
            board_text = ours[board_name].read_text(encoding="utf-8")
        try:
            key = _key(text, board_text)
            made = self._load(key, text, board_name, board_text)
        except EditionError as error:
            faults = [{"where": f"{fault.file} {fault.row} {fault.field}".strip(), "what": fault.message} for fault in error.faults]
            raise Problem(422, "invalid", str(error), faults=faults) from error
        if await self._store.edition(key) is None and await self._store.own_editions() >= self._most:
            raise Problem(429, "limit", f"the server keeps at most {self._most} uploaded boards, and has them")
        await self._add(made.id, made, text, board_name, board_text, owner)
        return f"{OWN}{key}", made

    async def _add(self, name: str, made: Edition, text: str, board_name: str, board_text: str, owner: str | None = None) -> str:
        key = _key(text, board_text)
        await self._store.add_edition(
            key=key,
            id=name[:64],
            hash=made.hash,
            edition_text=text,
            board_name=board_name,
            board_text=board_text,
            owner=owner,
            created=now(),
        )
        return key

    async def _by_key(self, key: str) -> Edition | None:
        if key in self._read:
            return self._read[key]
        row = await self._store.edition(key)
        return None if row is None else self._load(key, row["edition_text"], row["board_name"], row["board_text"])

    def _load(self, key: str, text: str, board_name: str, board_text: str) -> Edition:
        """Read an edition from its texts: the loader reads files, so they become files first."""
        if key not in self._read:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="allaboard-editions-")
            folder = Path(self._folder.name) / key
            folder.mkdir(exist_ok=True)
            (folder / board_name).write_text(board_text, encoding="utf-8")
            (folder / "edition.toml").write_text(text, encoding="utf-8")
            self._read[key] = load(folder / "edition.toml")
        return self._read[key]


def _key(text: str, board_text: str) -> str:
    return hashlib.sha256(f"{len(text)}\n{text}{board_text}".encode()).hexdigest()[:32]
