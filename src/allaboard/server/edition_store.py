"""Editions as tables need them: our own, and boards that people uploaded, both kept in the database by their texts.

A game can so be replayed when the edition that came with the program has changed since. Reading and checking is the loader's work; an
upload is read in a process that can be killed, and nothing of it is kept unless it can be played.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
import tomllib
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from allaboard.actions import EDITIONS_KEPT, ActionSpace, action_space
from allaboard.editions import Edition, EditionError, edition_ids, get_edition, load_text
from allaboard.editions import Fault as EditionFault
from allaboard.server.identity import ASKED, Asked
from allaboard.server.json_body import need_uploads
from allaboard.server.limits import Limits
from allaboard.server.models import Header, now
from allaboard.server.problems import Problem
from allaboard.server.replay_queue import ReplayJob, ReplayQueue
from allaboard.server.schemas import Fault
from allaboard.server.settings import Settings
from allaboard.server.store import Store
from allaboard.server.upload_jobs import Upload, read_upload
from allaboard.server.upload_workers import JobFailed, UploadWorkers

__all__ = ["UPLOADED_PREFIX", "EditionStore", "ReadBoard"]

UPLOADED_PREFIX: Final = "own-"
NEW_A_DAY: Final = 100
"""New boards that one address may upload in a day: a class with three for everybody."""
DAY: Final = 24 * 3600 * 1000
BOARD_REPLAYS: Final = 20
"""So many replays are counted at most for making a board ready that was uploaded and is not in memory: it may take most of a second."""
REPLAY_SECONDS: Final = 0.04
"""Seconds of processor time that one replay stands for: what an address may ask for in a second comes to half a core."""


@dataclass(slots=True)
class ReadBoard:
    """An edition that was read, and its actions, once a game has needed them."""

    edition: Edition
    actions: ActionSpace | None = None


class EditionStore:
    """Editions by key: the id of a built-in one, or `own-…` for a board that somebody uploaded."""

    def __init__(self, settings: Settings, store: Store, workers: UploadWorkers, limits: Limits) -> None:
        self._settings, self._store, self._workers, self._limits = settings, store, workers, limits
        self._read: OrderedDict[str, ReadBoard] = OrderedDict()
        self._reading = ReplayQueue(1)  # one board at a time, and addresses take turns
        self._kept: dict[str, str] = {}
        self._day, self._new = 0, Counter[str]()

    async def get(self, name: str, *, play: bool = False) -> Edition:
        """Return an edition by its id or by the key of an uploaded one; to `play`, with its actions made ready as well."""
        if name in edition_ids():
            return get_edition(name)
        if (key := _own_key(name)) and await self._store.has_edition(key):
            reading = self._reading_job(key, play=play)
            if (found := reading if isinstance(reading, ReadBoard) else await self._in_turn(reading)) is not None:
                return found.edition
        raise _unknown(name)

    async def of(self, header: Header, begin: Callable[[ReplayJob[Any]], None] | None = None) -> ReadBoard:
        """Return the very edition that a table is played with, ready to be played on.

        Where it has to be read first, `begin` is told what is done for that, and lets it wait for the turns of those who ask.
        """
        if _is_ours(header):
            return ReadBoard(get_edition(header.edition))
        reading = self._reading_job(header.edition_key, play=True)
        found = reading if isinstance(reading, ReadBoard) else await self._in_turn(reading, begin)
        if found is None or found.edition.hash != header.edition_hash:
            known = "is not at hand" if found is None else f"gives {found.edition.hash}"
            raise Problem(409, "unplayable", f"the game was played with version {header.edition_hash} of {header.edition}, which {known}")
        return found

    def _reading_job(self, key: str, *, play: bool) -> ReadBoard | ReplayJob[ReadBoard | None]:
        """Return an uploaded board, or what makes it ready, which is counted for the request under way."""
        asked = ASKED.get()
        return self._at_hand(key, play=play) or self._reading.job(lambda: self._make_ready(key, asked, play=play))

    async def _in_turn(self, job: ReplayJob[ReadBoard | None], begin: Callable[[ReplayJob[Any]], None] | None = None) -> ReadBoard | None:
        if begin is None:
            job.wait_as(ASKED.get().address)
        else:
            begin(job)
        return await job.answer

    def _at_hand(self, key: str, *, play: bool) -> ReadBoard | None:
        found = self._read.get(key)
        if found is None or (play and found.actions is None):
            return None
        self._read.move_to_end(key)
        return found

    async def _make_ready(self, key: str, asked: Asked, *, play: bool) -> ReadBoard | None:
        """Make a board ready now that its turn has come, and count what that took; None where there is none."""
        if (found := self._at_hand(key, play=play)) is not None:  # others who asked for it had their turn before
            return found
        caller = None if asked.listens else asked.caller
        if caller is not None and not asked.completes:
            self._limits.need_some("replay", caller.who, caller.address)
        found = self._read.get(key)
        row = await self._store.edition(key) if found is None else None
        if found is None and row is None:
            return None
        seconds = 0.0

        def work() -> ReadBoard:
            nonlocal seconds
            begun = time.thread_time()
            try:
                # a few thousandths of a second, and half a second for a board made to hurt
                made = found or ReadBoard(load_text(row["edition_text"], lambda _: row["board_text"]))  # type: ignore[index]
                if play:  # a game is about to need it, and on a board made to hurt it takes a third of a second
                    made.actions = action_space(made.edition)
                return made
            finally:
                seconds = time.thread_time() - begun

        try:
            made = await asyncio.to_thread(work)
        except EditionError as error:
            raise Problem(409, "unplayable", f"the board cannot be read by this version: {error}") from error
        finally:
            if caller is not None:
                self._limits.note_spent("replay", caller.who, caller.address, min(BOARD_REPLAYS, seconds / REPLAY_SECONDS))
        self._remember(key, made)
        return made

    async def keep(self, name: str) -> str:
        """Keep the texts of an edition that a table is about to use; returns their key. A deleted board takes no new table."""
        if key := _own_key(name):
            if not await self._store.use_edition(key, now()):
                raise _unknown(name)
            return key
        if name not in self._kept:
            path = get_edition(name).path
            assert path is not None
            text = path.read_text(encoding="utf-8")
            board_name = str(tomllib.loads(text)["board"])
            board_text = (path.parent / board_name).read_text(encoding="utf-8")
            self._kept[name] = await self._add(_key(text, board_text), get_edition(name), text, board_name, board_text)
        return self._kept[name]

    async def upload(self, text: str, board_text: str | None, owner: str, who: str) -> tuple[str, Upload]:
        """Read, check and keep somebody's own edition; the board may be one of ours. Returns its key, and what was read."""
        need_uploads(self._settings)
        try:
            read = await self._workers.run(who, self._settings.upload_seconds, read_upload, text, board_text)
        except EditionError as error:
            faults = [_told(fault) for fault in error.faults]
            raise Problem(422, "invalid", str(error), faults=faults) from error
        except JobFailed as error:
            raise Problem(422, "invalid", f"edition, board: they cannot be checked: {error}", code="upload-heavy") from error
        key = _key(text, read.board_text, owner)
        mine = await self._store.edition_keys_of(owner)
        if key not in mine:
            if len(mine) >= self._settings.editions_per_guest:
                most = self._settings.editions_per_guest
                raise Problem(429, "limit", f"you have uploaded {len(mine)} boards; delete some first", code="your-boards-full", most=most)
            self._count_new(who)
            await self._make_room()
        await self._add(key, read.edition, text, read.board_name, read.board_text, owner)
        self._remember(key, ReadBoard(read.edition))
        return f"{UPLOADED_PREFIX}{key}", read

    def _count_new(self, who: str) -> None:
        """Count a new board of an address: boards of others make way for it, and that should take a stranger long."""
        day, passed = divmod(now(), DAY)
        if day != self._day:
            self._day = day
            self._new.clear()
        if self._settings.rate_limits and self._new[who] >= NEW_A_DAY:
            seconds, words = (DAY - passed) // 1000 + 1, f"{NEW_A_DAY} boards were uploaded from here today; try again tomorrow"
            raise Problem(429, "limit", words, headers={"Retry-After": str(seconds)}, code="requests", seconds=seconds)
        self._new[who] += 1

    async def _make_room(self) -> None:
        """Let go of boards where the server has as many as it keeps, so that nobody can close it to others. Games go on with theirs."""
        most = self._settings.max_own_editions
        if most == 0:
            raise Problem(429, "limit", "the server keeps no uploaded boards", code="boards-full", most=most)
        if (excess := await self._store.uploaded_editions() - most + 1) > 0:
            await self._delete(await self._store.editions_to_go(excess))

    async def keys_of(self, owner: str) -> list[str]:
        """Return the keys of the boards that somebody has uploaded, the oldest first."""
        return [f"{UPLOADED_PREFIX}{key}" for key in await self._store.edition_keys_of(owner)]

    async def delete(self, name: str, owner: str) -> None:
        """Delete a board of somebody's own. Tables that were opened on it keep it among themselves: nobody's, for no new table."""
        key = _own_key(name)
        row = None if key is None else await self._store.edition(key)
        if key is None or row is None:
            raise _unknown(name)
        if row["owner"] != owner:
            raise Problem(403, "not-allowed", "only who uploaded a board may delete it", code="not-your-board")
        await self._delete([key])

    async def _delete(self, keys: list[str]) -> None:
        await self._store.delete_editions(keys)
        for key in keys:
            self._read.pop(key, None)

    async def _add(self, key: str, made: Edition, text: str, board_name: str, board_text: str, owner: str | None = None) -> str:
        await self._store.add_edition(
            key=key,
            id=made.id,
            hash=made.hash,
            edition_text=text,
            board_name=board_name,
            board_text=board_text,
            owner=owner,
            created=now(),
            last_used=now(),
        )
        return key

    def _remember(self, key: str, made: ReadBoard) -> None:
        self._read[key] = made
        self._read.move_to_end(key)
        while len(self._read) > EDITIONS_KEPT:
            self._read.popitem(last=False)


def _told(fault: EditionFault) -> Fault:
    told: Fault = {"where": f"{fault.file} {fault.row} {fault.field}".strip(), "what": fault.message}
    if fault.code is not None:
        told |= {"code": fault.code, "values": dict(fault.values)}
    return told


def _is_ours(header: Header) -> bool:
    """Return whether a table is played with an edition that comes with the program, as it is now."""
    return header.edition in edition_ids() and get_edition(header.edition).hash == header.edition_hash


def _own_key(name: str) -> str | None:
    """Return the key of an uploaded board that a name holds, if it has the form of one."""
    return name.removeprefix(UPLOADED_PREFIX) if re.fullmatch(rf"{UPLOADED_PREFIX}[0-9a-f]{{32}}", name) else None


def _key(text: str, board_text: str, owner: str = "") -> str:
    """Return a key that tells texts apart, and the same texts of two people: each may delete their own."""
    return hashlib.sha256(f"{len(text)}\n{owner}{text}{board_text}".encode()).hexdigest()[:32]


def _unknown(name: str) -> Problem:
    shown = re.sub(r"[^\w-]", "?", name[:80])
    return Problem(404, "not-found", f"there is no edition “{shown}”; allowed: {', '.join(edition_ids())}, or the key of an uploaded one")
