"""What is written down while the rules act: what chance gave, so that it can be replayed, and what happened, for all who want to know.

A playout hands on None as its journal: nobody will ask for anything of it, so the rules are compiled without whatever writes things down,
the logs of what seats can know included.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from allaboard.engine.bits import wide
from allaboard.engine.jit import inlined
from allaboard.engine.typed_records import Int16s, Int32s

__all__ = ["Journal", "add", "is_replaying", "is_torn", "new_journal", "no_journal", "noted", "replaying_journal", "tear", "tell"]

# `chance` is its mode, its cursor, then what chance gave
OFF: Final = 0
RECORDING: Final = 1
REPLAYING: Final = 2
FULL: Final = 3  # a recording found no room for what chance gave
TORN: Final = 4  # a replay asked for what the journal does not hold, or the journal for what cannot be
MODE: Final = 0
CURSOR: Final = 1
FIRST: Final = 2

# `events` is its cursor (0: nobody listens; beyond the end: there was no room), where the last event begins, then event after event: its
# code, the seat, how many values follow, the values
END: Final = 0
LAST: Final = 1
HEAD: Final = 3
# A row of five cards that is laid, cleared and reshuffled for takes 20 numbers; all else in an action takes fewer than a row in all.
EVENTS_TO_CARDS: Final = 5

NOBODY: Final = -1
DEALT: Final = 0  # kinds of the hand
OFFERED: Final = 1  # tickets, as drawn
CHOSE: Final = 2  # how many are kept, those tickets, those given back in their order
CHOSEN: Final = 3  # how many each seat kept
DREW: Final = 4  # the kind
TOOK: Final = 5  # the kind
LAID: Final = 6  # the market
CLEARED: Final = 7  # the market as it was
RESHUFFLED: Final = 8  # cards of the new deck
CLAIMED: Final = 9  # route, colour, wilds, points
KEPT: Final = 10  # as CHOSE
SKIPPED: Final = 11
FINAL_ROUND: Final = 12  # turns that are left
ENDED: Final = 13  # whether nobody can act


class Journal(NamedTuple):
    """Two arrays; how they are filled stands above."""

    chance: Int16s
    events: Int32s


def new_journal(size: int = 256) -> Journal:
    """A blank journal that records, with room for so many numbers of what chance gives and for the events that these bring about."""
    return _journal(np.array([RECORDING, FIRST], dtype=np.int16), size, EVENTS_TO_CARDS * size)


def replaying_journal(outcome: tuple[int, ...], size: int = 256) -> Journal:
    """A journal by which chance gives this, and nothing else; it has as much room for events as one that records."""
    return _journal(np.array([REPLAYING, FIRST, *outcome], dtype=np.int16), FIRST + len(outcome), EVENTS_TO_CARDS * size)


def _journal(head: Int16s, size: int, room: int) -> Journal:
    chance, events = np.zeros(size, dtype=np.int16), np.zeros(max(room, FIRST), dtype=np.int32)
    chance[: len(head)] = head
    events[END] = FIRST
    return Journal(chance, events)


@inlined
def no_journal() -> Journal:
    """A journal that neither records nor replays nor tells; what seats can know is logged."""
    return Journal(np.zeros(FIRST, np.int16), np.zeros(FIRST, np.int32))


@inlined
def noted(journal: Journal | None, outcome: int) -> int:
    """What chance gives: the outcome just drawn, written down when recording; the journal's own when replaying."""
    if journal is None:
        return outcome
    chance = journal.chance
    mode = chance[MODE]
    if mode == OFF:
        return outcome
    cursor = np.int64(chance[CURSOR])
    if mode == RECORDING:
        if cursor >= chance.size:
            chance[MODE] = FULL
            return outcome
        chance[cursor] = outcome
        chance[CURSOR] = cursor + 1
        return outcome
    if mode == REPLAYING:
        if cursor >= chance.size:
            chance[MODE] = TORN
            return outcome
        chance[CURSOR] = cursor + 1
        return wide(chance[cursor])
    return outcome


@inlined
def is_replaying(journal: Journal | None) -> bool:
    """Whether chance gives what the journal says."""
    return False if journal is None else journal.chance[MODE] == REPLAYING


@inlined
def is_torn(journal: Journal | None) -> bool:
    """Whether a replay met what cannot be."""
    return False if journal is None else journal.chance[MODE] == TORN


@inlined
def tear(journal: Journal | None) -> None:
    """End a replay that met what cannot be."""
    if journal is not None:
        journal.chance[MODE] = TORN


@inlined
def tell(journal: Journal | None, code: int, seat: int) -> None:
    """Begin an event; its values are added one by one."""
    if journal is not None:
        events = journal.events
        cursor = np.int64(events[END])
        if cursor == 0:
            return  # nobody listens
        if cursor + HEAD > events.size:
            events[END] = events.size + 1
            return
        events[LAST] = cursor
        events[cursor], events[cursor + 1], events[cursor + 2] = code, seat, 0
        events[END] = cursor + HEAD


@inlined
def add(journal: Journal | None, value: int) -> None:
    """Add a value to the event that was begun last."""
    if journal is not None:
        events = journal.events
        cursor = np.int64(events[END])
        if cursor == 0:
            return
        if cursor >= events.size:
            events[END] = events.size + 1
            return
        events[cursor] = value
        events[END] = cursor + 1
        events[np.int64(events[LAST]) + 2] += 1
