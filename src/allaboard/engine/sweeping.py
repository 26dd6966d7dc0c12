"""The longest path of a tangled network: a sweep over its locations that follows all ways to leave out routes at once (R-SCORE-5).

The sweep stands on a few locations at a time, each in a slot, and decides route by route whether the path takes it. What lies behind
matters only by how the taken routes arrive: which slots hang together, which have an odd number of them, how many ends the path has. That
is a way, one word; of all that arrive alike only the longest goes on. `editions/sweep.py` counts the ways of whole boards, which bound
those of any network; docs/decisions/0007-longest-path.md has the argument and the figures.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from allaboard.editions.bounds import MAX_LOCATIONS, MAX_PIECES, MAX_WAYS
from allaboard.engine.bits import bit, count_bits, lowest_bit
from allaboard.engine.compiling import called, rule
from allaboard.engine.layout import Board

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
HOPELESS: Final = -10_000
SLACK: Final = (0, 4, MAX_PIECES)
"""How much less than hoped for is asked for, time after time."""
GLANCE: Final = 192
"""So many ways are followed first, at most: mostly there are no more, or what is asked for is among them."""


@called
def sweep_part(board: Board, network: Any, part: Any, best: int) -> int:
    """The longest path in a part without dead ends, branches at both its ends included, or `best` if that is longer.

    What could still be gained if routes need not hang together is known for every parity beforehand. Ways that can't reach what is
    asked for are given up; so we ask for the most first, and for less only when that is not to be had.
    """
    steps = np.empty((MAX_PIECES + MAX_LOCATIONS, 4), np.int32)
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


@rule
def lay_steps(board: Board, network: Any, part: Any, steps: Any) -> Any:
    """Write down what the sweep does, in the board's order; says how many steps it takes and how many slots it needs."""
    slot_of = np.zeros(MAX_LOCATIONS, np.int64)
    undecided = np.zeros(MAX_LOCATIONS, np.int64)
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


@rule
def may_end(network: Any, location: int) -> bool:
    """Whether the longest path may end here: it can't go on, or there is a branch to go on into."""
    return count_bits(network.around[location]) & 1 == 1 or network.deepest[location, 0] > 0


@rule
def hope(network: Any, steps: Any, count: int, width: int, hopes: Any) -> None:
    """Fill in the most that is still to be gained before each step, by ends and parity, if routes need not hang together."""
    size = 1 << width
    hopes[count, :] = HOPELESS
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


@rule
def follow(network: Any, steps: Any, count: int, width: int, hopes: Any, least: int, room: int) -> Any:
    """The longest path of at least so many spaces, or less than that if there is none: follow every way that can be one.

    Where there is no room for all ways, some are not followed; says also whether none was lost.
    """
    complete = True
    best = least - 1
    now, gains = np.zeros(256, np.uint64), np.zeros(256, np.int32)
    then, gains_then = np.empty(256, np.uint64), np.empty(256, np.int32)
    places = np.zeros(512, np.int64)  # where a way of the next step is listed, with the step to tell it from those of steps before
    champions, champions_then = np.full(3 << width, -1, np.int32), np.empty(3 << width, np.int32)
    touched, touched_then = np.zeros(3 << width, np.uint64), np.zeros(3 << width, np.uint64)
    ways = 1
    for step in range(count):
        ways_then = 0
        champions_then[:] = -1
        location = steps[step, 2]
        for number in range(ways):
            if is_worse(now[number], gains[number], width, champions, touched):
                continue
            for choice in range(2):
                way, gain = now[number], gains[number]
                if steps[step, 0] == TAKE:
                    if choice == 1:
                        way, gain = take(way, steps[step, 1], steps[step, 2]), gain + steps[step, 3]
                else:
                    if way >> np.uint64(PARITY + steps[step, 1]) & ONE != NONE:
                        if choice == 1 or way >> ENDS == TWO or not may_end(network, location):
                            continue
                        way, gain = end(way, steps[step, 1], width), gain + network.deepest[location, 0]
                    elif choice == 1:
                        if way >> ENDS != NONE or network.deepest[location, 0] == 0 or label_of(way, steps[step, 1]) == NONE:
                            continue
                        way, gain = way | TWO << ENDS, gain + network.deepest[location, 0] + network.deepest[location, 1]
                    way, goes_on = leave(way, steps[step, 1])
                    if not goes_on:
                        if way & LABELS == NONE and way >> ENDS != ONE:
                            best = max(best, gain)
                        continue
                index = index_of(way, width)
                if gain + hopes[step + 1, index] <= best:
                    continue
                if ways_then == len(then):
                    now, gains, then, gains_then = widened(now), widened(gains), widened(then), widened(gains_then)
                    places = np.zeros(4 * ways_then, np.int64)
                    for listed in range(ways_then):
                        places[place_of(then[listed], places, then, step)] = (step + 1) << 32 | listed
                place = place_of(way, places, then, step)
                if places[place] >> 32 != step + 1:
                    if ways_then == room:
                        complete = False
                        continue
                    places[place] = (step + 1) << 32 | ways_then
                    then[ways_then], gains_then[ways_then] = way, gain
                    ways_then += 1
                elif gains_then[places[place] & 0xFFFFFFFF] < gain:
                    gains_then[places[place] & 0xFFFFFFFF] = gain
                slots = taken_slots(way)
                if all_hang_together(way, slots) and (
                    gain > champions_then[index] or (gain == champions_then[index] and touched_then[index] & ~slots == NONE)
                ):
                    champions_then[index], touched_then[index] = gain, slots
        now, gains, then, gains_then, ways = then, gains_then, now, gains, ways_then
        champions, champions_then, touched, touched_then = champions_then, champions, touched_then, touched
    return best, complete


@rule
def is_worse(way: Any, gain: int, width: int, champions: Any, touched: Any) -> bool:
    """Whether another way is as long, hangs together as a whole, and has taken routes wherever this one has.

    Whatever completes this way completes that one too.
    """
    index = index_of(way, width)
    if champions[index] < gain:
        return False
    slots = taken_slots(way)
    if slots == NONE or slots & ~touched[index] != NONE:
        return False
    return champions[index] > gain or touched[index] != slots or not all_hang_together(way, slots)


@rule
def widened(array: Any) -> Any:
    """The same list with room for twice as much."""
    wide = np.zeros(2 * len(array), array.dtype)
    wide[: len(array)] = array
    return wide


@rule
def place_of(way: Any, places: Any, then: Any, step: int) -> Any:
    """Where a way of this step is noted, or is to be."""
    last = len(places) - 1
    place = np.int64((way * np.uint64(0x9E37_79B9_7F4A_7C15)) >> np.uint64(40)) & last
    while places[place] >> 32 == step + 1 and then[places[place] & 0xFFFFFFFF] != way:
        place = (place + 1) & last
    return place


@rule
def index_of(way: Any, width: int) -> Any:
    """Ends and parity as one number."""
    return np.int64(way >> ENDS) << width | np.int64(way >> np.uint64(PARITY) & np.uint64(0xFFF))


@rule
def label_of(way: Any, slot: int) -> Any:
    """What a slot hangs together with."""
    return way >> np.uint64(4 * slot) & LABEL


@rule
def taken_slots(way: Any) -> Any:
    """The slots with routes taken, each as the lowest of its four bits."""
    labels = way & LABELS
    labels |= labels >> ONE
    labels |= labels >> TWO
    return labels & EACH


@rule
def all_hang_together(way: Any, slots: Any) -> bool:
    """Whether all slots with routes taken, and there are some, have the same label."""
    return slots != NONE and way & LABELS == slots * label_of(way, lowest_bit(slots) >> 2)


@rule
def having(way: Any, label: Any) -> Any:
    """The slots that have a label (not 0), each as the lowest of its four bits."""
    return EACH & ~taken_slots(way ^ label * EACH)


@rule
def joined(way: Any, first: Any, second: Any) -> Any:
    """The way with what has one label joined to what has another."""
    return way ^ having(way, max(first, second)) * (first ^ second)


@rule
def take(way: Any, a: int, b: int) -> Any:
    """The way with a route between two slots taken."""
    way ^= ONE << np.uint64(PARITY + a) | ONE << np.uint64(PARITY + b)
    for side in range(2):
        slot = a if side == 0 else b
        if label_of(way, slot) == NONE:
            way |= np.uint64(slot + 1) << np.uint64(4 * slot)
    return joined(way, label_of(way, a), label_of(way, b))


@rule
def end(way: Any, slot: int, width: int) -> Any:
    """The way with an end of the path in a slot; a second end hangs together with the first."""
    label = label_of(way, slot)
    if way >> ENDS == NONE:
        way |= label << np.uint64(4 * width)
    else:
        way = joined(way, label, label_of(way, width)) & ~(LABEL << np.uint64(4 * width))
    return (way ^ ONE << np.uint64(PARITY + slot)) + (ONE << ENDS)


@rule
def leave(way: Any, slot: int) -> Any:
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
