"""Dealing the cards of a world: hands and deck that agree with everything that a seat could count (R-SECRET).

Cards are told apart by the deck that they came from, as the card log has it. Every way to deal the cards of a deck to those who drew from
it is as likely as any other, and so is every way to pay: a hidden card paid may be any card of its kind in the hand. So every payment is
given a place, where its card was drawn; then the places are shuffled among the payments by Metropolis' rule, each way weighing as many
worlds as it stands for; then what is left of every deck is dealt to the places that are left.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from allaboard.engine.bits import wide
from allaboard.engine.card_log import PAID, RESHUFFLED, forget_card_log, is_bound, kind_of, seat_of
from allaboard.engine.card_payments import OPEN, PAYMENTS, Payments, exchange_places, place_payments
from allaboard.engine.chance import below, next_number
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.records import KINDS, WILD, State
from allaboard.engine.row_bounds import count_ways, end_of_deck, list_blocks, share_out
from allaboard.engine.typed_records import Int16s, Int64s, Records, Words, empty_records

__all__ = ["deal_cards"]


ATTEMPTS: Final = 50
"""Ways to pay that are looked for before all that was counted is given up."""


@compiled
def deal_cards(state: State, seat: int, stream: Words) -> None:
    """Fill the hands of others, the deck and what is yet to come from it, in a state that was redacted for a seat."""
    for word in range(4):
        state.card_stream[word] = next_number(stream)
    if state.card_log_size == 0:
        deal_unseen(state, seat, stream)
        return
    decks = 1
    for position in range(state.card_log_size):
        decks += state.card_log[position] == RESHUFFLED
    cards, left, sizes = np.zeros((decks, KINDS), np.int64), np.zeros((decks, KINDS), np.int64), np.zeros(decks, np.int64)
    ways = empty_records(1, PAYMENTS)  # handed on as an array: a record alone would not keep its memory
    count_decks(state, seat, cards)
    for _ in range(ATTEMPTS):
        for deck in range(decks):
            sizes[deck] = 0
            for kind in range(KINDS):
                left[deck, kind] = cards[deck, kind]
                sizes[deck] += cards[deck, kind]
        if place_payments(state, seat, cards, left, sizes, ways, stream) and exchange_places(state, seat, left, sizes, ways, stream):
            fill_places(state, seat, left, ways, stream)
            return
    forget_card_log(state)
    deal_unseen(state, seat, stream)


@inlined
def deal_unseen(state: State, seat: int, stream: Words) -> None:
    """Deal while no deck has run out: every way to fill the hands from what is unseen is equally likely."""
    unseen = 0
    for kind in range(KINDS):
        unseen += state.deck[kind]
    for other in range(state.players):
        if other == seat:
            continue
        missing = state.hand_size[other]
        for kind in range(KINDS):
            missing -= state.hands[other, kind]
        for _ in range(missing):
            kind = draw_kind(state.deck, 0, unseen, stream)
            state.hands[other, kind] += 1
            unseen -= 1


@inlined
def draw_kind(cards: Int16s | Int64s, first: int, count: int, stream: Words) -> int:
    """Take one of so many cards, given by kind from the first kind on."""
    left = below(stream, count)
    kind = first
    while left >= cards[kind]:
        left -= cards[kind]
        kind += 1
    cards[kind] -= 1
    return kind


@inlined
def count_decks(state: State, seat: int, cards: Int64s) -> None:
    """Count the cards of every deck that are hidden from the seat, those paid since among them; what was never drawn is in the last."""
    last = len(cards) - 1
    deck = 0
    for kind in range(KINDS):
        cards[last, kind] = state.deck[kind]
        for other in range(state.players):
            if other != seat:
                cards[last, kind] += state.hands[other, kind] - state.shown[other, kind]
    for position in range(state.card_log_size):
        event = wide(state.card_log[position])
        if event == RESHUFFLED:
            deck += 1
        elif not is_bound(event) and seat_of(event) != seat:
            if event >= PAID:
                cards[last, kind_of(event)] += 1
            elif deck < last:
                cards[deck, kind_of(event)] += 1
                cards[last, kind_of(event)] -= 1


@compiled
def fill_places(state: State, seat: int, left: Int64s, ways_to_pay: Records[Payments], stream: Words) -> None:
    """Deal what is left of every deck to the places where others drew from it; what remains of the last is the deck that lies there."""
    payments = ways_to_pay[0]
    begin = 0
    for deck in range(len(left)):
        end = end_of_deck(state, begin)
        blocks = list_blocks(state, seat, begin, end, left[deck], payments)
        coloured = 0
        for kind in range(1, KINDS):
            coloured += left[deck, kind]
        ways = count_ways(blocks, coloured)
        block, unshared = 0, coloured
        due = share_out(blocks, ways, 0, unshared, stream)
        for position in range(begin, end):
            event = wide(state.card_log[position])
            if is_bound(event):
                block += 1
                unshared -= due
                due = share_out(blocks, ways, block, unshared, stream)
            elif event < PAID and seat_of(event) != seat:
                if payments.paid[position] != OPEN:
                    kind = kind_of(wide(state.card_log[payments.paid[position]]))
                elif below(stream, blocks[block, 0]) < due:
                    kind = draw_kind(left[deck], 1, coloured, stream)
                    coloured -= 1
                    due -= 1
                    unshared -= 1
                    blocks[block, 0] -= 1
                else:
                    kind = WILD
                    left[deck, WILD] -= 1
                    blocks[block, 0] -= 1
                state.card_log[position] = seat_of(event) << 4 | kind
        begin = end + 1
    for kind in range(KINDS):
        state.deck[kind] = left[len(left) - 1, kind]
    fill_hands(state, seat)


@inlined
def fill_hands(state: State, seat: int) -> None:
    """Give the others what they drew and did not pay."""
    for other in range(state.players):
        if other != seat:
            for kind in range(KINDS):
                state.hands[other, kind] = state.shown[other, kind]
    for position in range(state.card_log_size):
        event = wide(state.card_log[position])
        if event != RESHUFFLED and not is_bound(event) and seat_of(event) != seat:
            state.hands[seat_of(event), kind_of(event)] += -1 if event >= PAID else 1
