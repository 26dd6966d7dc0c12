"""What a row of wilds that stayed, or was cleared, tells of the cards drawn since: bounds on the coloured ones among them (R-MARKET-2).

The draws from a deck are cut into blocks at its bounds. A way to deal coloured cards to the blocks is as likely as the number of ways to
deal them within each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from allaboard.editions.bounds import MAX_CARDS
from allaboard.engine.bits import wide
from allaboard.engine.card_log import AT_LEAST, AT_MOST, PAID, RESHUFFLED, is_bound, kind_of
from allaboard.engine.chance import fraction
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.records import KINDS, WILD, State
from allaboard.engine.typed_records import Floats, Int64s, Words

if TYPE_CHECKING:
    from allaboard.engine.card_payments import Payments

__all__ = ["count_ways", "end_of_deck", "list_blocks", "share_of_bounds", "share_out"]

HARDLY: Final = 1e-12


@compiled
def share_of_bounds(state: State, seat: int, left: Int64s, payments: Payments) -> tuple[float, int]:
    """The share of the ways to deal what is left that keep all bounds, and of how many decks none does, which then count as hardly any."""
    share, broken = 1.0, 0
    begin = 0
    for deck in range(len(left)):
        end = end_of_deck(state, begin)
        blocks = list_blocks(state, seat, begin, end, left[deck], payments)
        if len(blocks) > 1:
            coloured, cards = 0, left[deck, WILD]
            for kind in range(1, KINDS):
                coloured += left[deck, kind]
            ways = count_ways(blocks, coloured)[0, coloured]
            broken += ways == 0.0
            share *= ways / binomial(cards + coloured, coloured) if ways > 0.0 else HARDLY
        begin = end + 1
    return share, broken


@inlined
def end_of_deck(state: State, begin: int) -> int:
    """Where the draws from a deck end that begin here."""
    end = begin
    while end < state.card_log_size and state.card_log[end] != RESHUFFLED:
        end += 1
    return end


@inlined
def list_blocks(state: State, seat: int, begin: int, end: int, left: Int64s, payments: Payments) -> Int64s:
    """The draws from a deck, cut at its bounds: for each block the cards to deal, and what its bound leaves for it and those behind.

    Each row is: places to fill, the fewest and the most coloured cards in this block and all later ones. What is not drawn yet is
    behind the last bound.
    """
    count = 1
    for position in range(begin, end):
        count += is_bound(state.card_log[position])
    blocks = np.zeros((count, 3), np.int64)
    size = 0
    for kind in range(KINDS):
        size += left[kind]
    blocks[0, 2] = MAX_CARDS
    block = 0
    for position in range(begin, end):
        event = wide(state.card_log[position])
        if is_bound(event):
            block += 1
            blocks[block, 1] = event - AT_LEAST if event >= AT_LEAST else 0
            blocks[block, 2] = MAX_CARDS if event >= AT_LEAST else event - AT_MOST
        elif event < PAID:
            paid = position if event >> 4 == seat else wide(payments.paid[position])  # its own cards a seat knows without paying them
            if paid < 0:
                blocks[block, 0] += 1
                size -= 1
            elif kind_of(wide(state.card_log[paid])) != WILD:
                for earlier in range(1, block + 1):
                    blocks[earlier, 1] -= 1
                    blocks[earlier, 2] -= 1
    blocks[count - 1, 0] += size
    return blocks


@inlined
def count_ways(blocks: Int64s, coloured: int) -> Floats:
    """For every block and every number of coloured cards, the ways to deal these to it and the later ones within all bounds."""
    count = len(blocks)
    ways = np.zeros((count + 1, coloured + 1), np.float64)
    ways[count, 0] = 1.0
    if count == 1:
        return ways  # no bounds, nothing to share
    for block in range(count - 1, -1, -1):
        for cards in range(coloured + 1):
            if cards < blocks[block, 1] or cards > blocks[block, 2]:
                continue
            for here in range(min(cards, blocks[block, 0]) + 1):
                if ways[block + 1, cards - here] > 0.0:
                    ways[block, cards] += binomial(blocks[block, 0], here) * ways[block + 1, cards - here]
    return ways


@inlined
def share_out(blocks: Int64s, ways: Floats, block: int, coloured: int, stream: Words) -> int:
    """How many of the coloured cards go to a block, the rest to later ones."""
    if block == len(blocks) - 1:
        return coloured
    drawn = ways[block, coloured] * fraction(stream)
    share = 0
    for here in range(min(coloured, blocks[block, 0]) + 1):
        way = ways[block + 1, coloured - here]
        if drawn >= 0.0 and way > 0.0:
            drawn -= binomial(blocks[block, 0], here) * way
            share = here
    return share


@inlined
def binomial(n: int, k: int) -> float:
    """The number of ways to choose k of n."""
    ways = 1.0
    for factor in range(min(k, n - k)):
        ways = ways * (n - factor) / (factor + 1)
    return ways
