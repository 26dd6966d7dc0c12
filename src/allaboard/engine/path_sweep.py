"""The longest path of a tangled network: a sweep over its locations that follows all ways to leave out routes at once (R-SCORE-5).

The sweep stands on a few locations at a time, each in a slot, and decides route by route whether the path takes it. What lies behind
matters only by how the taken routes arrive: which slots hang together, which have an odd number of them, how many ends the path has. That
is a way, one word; of all that arrive alike only the longest goes on. `editions/sweep_order.py` counts the ways of whole boards, which
bound those of any network (docs/decisions/0007-longest-path.md has the argument and the figures).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from allaboard.editions.bounds import MAX_LOCATIONS, MAX_PIECES, MAX_WAYS
from allaboard.engine.bits import bit, count_bits, lowest_bit, wide
from allaboard.engine.jit import compiled, inlined, merged
from allaboard.engine.records import Board
from allaboard.engine.typed_records import Int16s, Int64s, Word, Words

if TYPE_CHECKING:
    from allaboard.engine.network import Network

__all__ = ["sweep_part"]

NONE = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)

# A way: four bits a slot name the lowest slot it hangs together with, counted from 1 (0: no route taken there). The slot after the last
# stands for the path's first end until it has a second. Then a bit a slot for an odd number of routes, and the number of ends.
LABEL = np.uint64(15)
LABELS = np.uint64((1 << 48) - 1)
EACH = np.uint64(0x1111_1111_1111)
PARITY: Final = 48
ENDS = np.uint64(60)

TAKE: Final = 0  # decide on a route between two slots
LEAVE: Final = 1  # all routes of a location are decided
LISTED: Final = 0xFFFFFFFF
HOPELESS: Final = -10_000
SLACK: Final = (0, 4, MAX_PIECES)
"""How much less than hoped for is asked for, time after time."""
GLANCE: Final = 256
"""So many ways are followed first, at most: mostly there are no more, or what is asked for is among them."""


@compiled
def sweep_part(board: Board, network: Network, part: Word, best: int) -> int:
    """The longest path in a part without dead ends, branches at both its ends included, or `best` if that is longer.

    What could still be gained if routes need not hang together is known for every parity beforehand. Ways that can't reach what is
    asked for are given up; so we ask for the most first, and for less only when that is not to be had.
    """
    steps = np.empty((MAX_PIECES + MAX_LOCATIONS, 4), np.int64)
    count, width = lay_steps(board, network, part, steps)
    hopes = np.empty((count + 1, 3 << width), np.int16)
    hope(network, steps, count, width, hopes)
    most: int = hopes[0, 0]
    for slack in SLACK:
        for room in (GLANCE, MAX_WAYS):
            least: int = max(best + 1, most - slack)
            if least > most:
                return best
            found, complete = follow(network, steps, count, width, hopes, least, room)
            if complete and (found >= least or least == best + 1):
                return max(best, found)
            best = max(best, found) if found >= least else best
            if complete:
                break
    return best


@merged
def lay_steps(board: Board, network: Network, part: Word, steps: Int64s) -> tuple[int, int]:
    """Write down what the sweep does, in the board's order; returns how many steps it takes and how many slots it needs."""
    slot_of = np.empty(MAX_LOCATIONS, np.int64)
    undecided = np.empty(MAX_LOCATIONS, np.int64)
    free = ~NONE
    count = 0
    width = 0
    for position in range(board.locations):
        location: int = board.sweep[position]
        if part & bit(location) == NONE:
            continue
        slot = lowest_bit(free)
        free &= ~bit(slot)
        slot_of[location] = slot
        width = max(width, slot + 1)
        undecided[location] = count_bits(network.around[location])
        for earlier in range(position):
            other: int = board.sweep[earlier]
            routes = network.around[location] & network.around[other]
            while routes != NONE:
                steps[count, 0], steps[count, 1], steps[count, 2] = TAKE, slot, slot_of[other]
                steps[count, 3] = network.length[lowest_bit(routes)]
                routes &= routes - ONE
                count += 1
                for side in range(2):
                    done = other if side == 0 else location
                    undecided[done] -= 1
                    if undecided[done] == 0:
                        steps[count, 0], steps[count, 1], steps[count, 2] = LEAVE, slot_of[done], done
                        free |= bit(slot_of[done])
                        count += 1
    return count, width


@inlined
def may_end(network: Network, location: int) -> bool:
    """Whether the longest path may end here: it can't go on, or there is a branch to go on into."""
    return count_bits(network.around[location]) & 1 == 1 or network.deepest[location, 0] > 0


@merged
def hope(network: Network, steps: Int64s, count: int, width: int, hopes: Int16s) -> None:
    """Fill in the most that is still to be gained before each step, by ends and parity, if routes need not hang together."""
    size = 1 << width
    for index in range(3 * size):
        hopes[count, index] = HOPELESS
    hopes[count, 0] = 0
    hopes[count, 2 * size] = 0
    for step in range(count - 1, -1, -1):
        turned = 1 << steps[step, 1]
        if steps[step, 0] == TAKE:
            turned |= 1 << steps[step, 2]
            for index in range(3 * size):
                hopes[step, index] = max(hopes[step + 1, index], hopes[step + 1, index ^ turned] + steps[step, 3])
            continue
        location = steps[step, 2]
        branch, both = network.deepest[location, 0], network.deepest[location, 0] + network.deepest[location, 1]
        ending = may_end(network, location)
        for index in range(3 * size):
            if index & turned == 0:
                hopes[step, index] = hopes[step + 1, index]
                if branch > 0 and index < size:
                    hopes[step, index] = max(hopes[step, index], hopes[step + 1, index + 2 * size] + both)
            elif ending and index < 2 * size:
                hopes[step, index] = hopes[step + 1, (index ^ turned) + size] + branch
            else:
                hopes[step, index] = HOPELESS


@merged
def follow(network: Network, steps: Int64s, count: int, width: int, hopes: Int16s, least: int, room: int) -> tuple[int, bool]:
    """The longest path of at least so many spaces, or less than that if there is none: follow every way that can be one.

    Where there is no room for all ways, some are not followed; returned is also whether none was lost.
    """
    complete = True
    best = least - 1
    # two rows: the ways of this step, and those of the next
    ways, gains = np.empty((2, GLANCE), np.uint64), np.empty((2, GLANCE), np.int64)
    champions, touched = np.empty((2, 3 << width), np.int64), np.empty((2, 3 << width), np.uint64)
    places = no_places(4 * GLANCE)  # where a way of the next step is listed, with the step to tell it from those of others
    ways[0, 0], gains[0, 0], listed = NONE, 0, 1
    for step in range(count):
        now, then = step & 1, 1 - (step & 1)
        listed_then = 0
        for index in range(3 << width):
            champions[then, index] = -1
        kind, slot, location = steps[step, 0], steps[step, 1], steps[step, 2]
        for number in range(2 * listed):
            way, gain = ways[now, number >> 1], gains[now, number >> 1]
            if step > 0 and is_worse(way, gain, width, champions, touched, now):
                continue
            if kind == TAKE:
                if number & 1 == 1:
                    way, gain = take(way, slot, steps[step, 2]), gain + steps[step, 3]
            else:
                way, gain = end(network, way, gain, slot, location, width, number & 1 == 1)
                if gain < 0:
                    continue
                way, goes_on = leave(way, slot)
                if not goes_on:
                    if way & LABELS == NONE and way >> ENDS != ONE:
                        best = max(best, gain)
                    continue
            index = index_of(way, width)
            if gain + hopes[step + 1, index] <= best:
                continue
            place = place_of(way, places, ways, then, step)
            if places[place] >> 32 == step + 1:
                gains[then, places[place] & LISTED] = max(gain, gains[then, places[place] & LISTED])
            elif listed_then == room:
                complete = False
                continue
            else:
                places[place] = (step + 1) << 32 | listed_then
                ways[then, listed_then], gains[then, listed_then] = way, gain
                listed_then += 1
            slots = taken_slots(way)
            if all_hang_together(way, slots) and (
                gain > champions[then, index] or (gain == champions[then, index] and touched[then, index] & ~slots == NONE)
            ):
                champions[then, index], touched[then, index] = gain, slots
            if listed_then == ways.shape[1]:
                ways, gains, places = widened(ways, gains, then, step)
        listed = listed_then
    return best, complete


@inlined
def no_places(size: int) -> Int64s:
    """Room to note where ways are listed."""
    places = np.empty(size, np.int64)
    for place in range(size):
        places[place] = 0
    return places


@compiled
def widened(ways: Words, gains: Int64s, then: int, step: int) -> tuple[Words, Int64s, Int64s]:
    """The same lists with room for twice as much, and the ways of the next step noted again."""
    size = ways.shape[1]
    wide, wide_gains = np.empty((2, 2 * size), np.uint64), np.empty((2, 2 * size), np.int64)
    places = no_places(8 * size)
    for number in range(size):
        for row in range(2):
            wide[row, number], wide_gains[row, number] = ways[row, number], gains[row, number]
        places[place_of(ways[then, number], places, ways, then, step)] = (step + 1) << 32 | number
    return wide, wide_gains, places


@inlined
def is_worse(way: Word, gain: int, width: int, champions: Int64s, touched: Words, now: int) -> bool:
    """Whether another way is as long, hangs together as a whole, and has taken routes wherever this one has.

    Whatever completes this way completes that one too.
    """
    index = index_of(way, width)
    slots = taken_slots(way)
    if champions[now, index] < gain or slots == NONE or slots & ~touched[now, index] != NONE:
        return False
    return champions[now, index] > gain or touched[now, index] != slots or not all_hang_together(way, slots)


@inlined
def place_of(way: Word, places: Int64s, ways: Words, then: int, step: int) -> int:
    """Where a way of this step is noted, or is to be."""
    last = len(places) - 1
    place = wide((way * np.uint64(0x9E37_79B9_7F4A_7C15)) >> np.uint64(40)) & last
    while places[place] >> 32 == step + 1 and ways[then, places[place] & LISTED] != way:
        place = (place + 1) & last
    return place


@inlined
def index_of(way: Word, width: int) -> int:
    """Ends and parity as one number."""
    return wide(way >> ENDS) << width | wide(way >> np.uint64(PARITY) & np.uint64(0xFFF))


@inlined
def label_of(way: Word, slot: int) -> Word:
    """What a slot hangs together with."""
    return way >> np.uint64(4 * slot) & LABEL


@inlined
def taken_slots(way: Word) -> Word:
    """The slots with routes taken, each as the lowest of its four bits."""
    labels = way & LABELS
    labels |= labels >> ONE
    labels |= labels >> TWO
    return labels & EACH


@inlined
def all_hang_together(way: Word, slots: Word) -> bool:
    """Whether all slots with routes taken, and there are some, have the same label."""
    return slots != NONE and way & LABELS == slots * label_of(way, lowest_bit(slots) >> 2)


@inlined
def having(way: Word, label: Word) -> Word:
    """The slots that have a label (not 0), each as the lowest of its four bits."""
    return EACH & ~taken_slots(way ^ label * EACH)


@inlined
def joined(way: Word, first: Word, second: Word) -> Word:
    """The way with what has one label joined to what has another."""
    return way ^ having(way, max(first, second)) * (first ^ second)


@inlined
def take(way: Word, a: int, b: int) -> Word:
    """The way with a route between two slots taken."""
    way ^= ONE << np.uint64(PARITY + a) | ONE << np.uint64(PARITY + b)
    for side in range(2):
        slot = a if side == 0 else b
        if label_of(way, slot) == NONE:
            way |= np.uint64(slot + 1) << np.uint64(4 * slot)
    return joined(way, label_of(way, a), label_of(way, b))


@inlined
def end(network: Network, way: Word, gain: int, slot: int, location: int, width: int, both: bool) -> tuple[Word, int]:
    """The way with an end of the path in a slot if it is odd, with both ends in its branches if asked for; a gain below 0: impossible.

    A second end hangs together with the first.
    """
    label = label_of(way, slot)
    odd = way >> np.uint64(PARITY + slot) & ONE != NONE
    branch = network.deepest[location, 0]
    if both:
        if odd or way >> ENDS != NONE or branch == 0 or label == NONE:
            return way, -1
        return way | TWO << ENDS, gain + branch + network.deepest[location, 1]
    if not odd:
        return way, gain
    if way >> ENDS == TWO or not may_end(network, location):
        return way, -1
    if way >> ENDS == NONE:
        way |= label << np.uint64(4 * width)
    else:
        way = joined(way, label, label_of(way, width)) & ~(LABEL << np.uint64(4 * width))
    return (way ^ ONE << np.uint64(PARITY + slot)) + (ONE << ENDS), gain + branch


@inlined
def leave(way: Word, slot: int) -> tuple[Word, bool]:
    """The way without a slot, and whether it goes on: not if routes that hung together there hang together with no other slot."""
    label = label_of(way, slot)
    if label == NONE:
        return way, True
    way &= ~(LABEL << np.uint64(4 * slot))
    left = having(way, label)
    if left == NONE:
        return way, False
    # The lowest slot gives the name, and it may be the one that is left.
    return way ^ left * (label ^ np.uint64((lowest_bit(left) >> 2) + 1)), True
