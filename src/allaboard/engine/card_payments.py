"""Which of the cards that others drew was paid when, as a seat may believe: one of the ways that explain every payment (R-CLAIM-8).

A way gives every hidden card that was paid a place, where it was drawn; it stands for as many worlds as there are cards to choose from, and
ways to deal the others. Dealing these is `card_worlds`'.
"""

from __future__ import annotations

from typing import Annotated, Final

from allaboard.engine.bits import wide
from allaboard.engine.card_log import PAID, RESHUFFLED, is_bound, is_place, kind_of, seat_of
from allaboard.engine.chance import below, fraction
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.records import CARD_LOG, State
from allaboard.engine.row_bounds import share_of_bounds
from allaboard.engine.typed_records import Int16s, Int64s, Record, Records, Words, dtype_of

__all__ = ["OPEN", "PAYMENTS", "exchange_places", "place_payments"]

STEPS: Final = 32
"""Exchanges tried for each payment."""
MOVES: Final = 400
"""Payments that are placed, for each that there is, before a way is given up: others give way where a payment has no card left."""
OPEN: Final = -1  # a place whose card was not paid


class Payments(Record):
    """Which card drawn was paid when."""

    deck: Annotated[Int16s, CARD_LOG]  # the deck of every event
    place: Annotated[Int16s, CARD_LOG]  # of a payment: where its card was drawn
    paid: Annotated[Int16s, CARD_LOG]  # of a draw: the payment of its card, or OPEN
    waiting: Annotated[Int16s, CARD_LOG]  # payments without a place


PAYMENTS = dtype_of(Payments)


@compiled
def place_payments(state: State, seat: int, cards: Int64s, left: Int64s, sizes: Int64s, ways: Records[Payments], stream: Words) -> bool:
    """Find a place for every hidden card that others paid; returns whether all have one."""
    payments = ways[0]
    deck, waiting, count = 0, 0, 0
    for position in range(state.card_log_size):
        event = wide(state.card_log[position])
        payments.deck[position] = deck
        payments.paid[position] = OPEN
        deck += event == RESHUFFLED
    for position in range(state.card_log_size):
        event = wide(state.card_log[position])
        if event < PAID or is_bound(event) or seat_of(event) == seat:
            continue
        count += 1
        payments.waiting[waiting] = position
        waiting += 1
        moves = 0
        while waiting > 0:
            waiting -= 1
            waiting = place_payment(state, cards, left, sizes, payments, wide(payments.waiting[waiting]), waiting, stream)
            moves += 1
            if moves > MOVES * count or waiting < 0:
                return False
    return True


@inlined
def place_payment(
    state: State, cards: Int64s, left: Int64s, sizes: Int64s, payments: Payments, payment: int, waiting: int, stream: Words
) -> int:
    """Give a payment a place, by the chance of each that its card was drawn there; returns how many wait, with those that gave way.

    Returns -1 where the payer never drew from a deck that held such a card.
    """
    event = wide(state.card_log[payment])
    kind, payer = kind_of(event), seat_of(event)
    total = 0.0
    for position in range(payment):
        if is_place(state, payer, position) and payments.paid[position] == OPEN:
            deck = payments.deck[position]
            total += left[deck, kind] / max(1, sizes[deck])
    drawn, place, ways = total * fraction(stream), -1, 0
    for position in range(payment):
        if not is_place(state, payer, position):
            continue
        deck = payments.deck[position]
        if total > 0.0:
            if payments.paid[position] == OPEN and left[deck, kind] > 0 and drawn >= 0.0:
                drawn -= left[deck, kind] / sizes[deck]
                place = position
        elif cards[deck, kind] > 0:
            ways += 1
            if below(stream, ways) == 0:
                place = position
    if place < 0:
        return -1
    deck = wide(payments.deck[place])
    if payments.paid[place] != OPEN:
        waiting = give_way(state, left, sizes, payments, wide(payments.paid[place]), waiting)
    if left[deck, kind] == 0:
        # somebody else's payment of such a card of this deck gives way
        other, ways = -1, 0
        for position in range(state.card_log_size):
            paid = payments.paid[position]
            if payments.deck[position] == deck and paid != OPEN and kind_of(wide(state.card_log[paid])) == kind:
                ways += 1
                if below(stream, ways) == 0:
                    other = paid
        waiting = give_way(state, left, sizes, payments, other, waiting)
    settle(state, left, sizes, payments, payment, place)
    return waiting


@inlined
def settle(state: State, left: Int64s, sizes: Int64s, payments: Payments, payment: int, place: int) -> None:
    """Say where the card of a payment was drawn."""
    deck = wide(payments.deck[place])
    left[deck, kind_of(wide(state.card_log[payment]))] -= 1
    sizes[deck] -= 1
    payments.place[payment], payments.paid[place] = place, payment


@inlined
def give_way(state: State, left: Int64s, sizes: Int64s, payments: Payments, payment: int, waiting: int) -> int:
    """Take a payment's place away; it waits for another."""
    place = payments.place[payment]
    deck = wide(payments.deck[place])
    left[deck, kind_of(wide(state.card_log[payment]))] += 1
    sizes[deck] += 1
    payments.paid[place] = OPEN
    payments.waiting[waiting] = payment
    return waiting + 1


@compiled
def exchange_places(state: State, seat: int, left: Int64s, sizes: Int64s, ways: Records[Payments], stream: Words) -> bool:
    """Move payments to other places, or let two change theirs, again and again: every way comes by how many worlds it stands for.

    Returns whether it stands for any: bounds may leave none.
    """
    payments = ways[0]
    count, bounds = 0, False
    for position in range(state.card_log_size):
        event = wide(state.card_log[position])
        if is_bound(event):
            bounds = True
        elif event >= PAID and seat_of(event) != seat:
            payments.waiting[count] = position
            count += 1
    share, broken = share_of_bounds(state, seat, left, payments) if bounds else (1.0, 0)
    steps = 0
    while steps < STEPS * count or (broken > 0 and steps < 8 * STEPS * count):
        steps += 1
        payment = wide(payments.waiting[below(stream, count)])
        event, place = wide(state.card_log[payment]), below(stream, payment)
        if not is_place(state, seat_of(event), place) or payments.paid[place] == payment:
            continue
        before, other = wide(payments.place[payment]), wide(payments.paid[place])
        if other != OPEN and other < before:
            continue  # it was paid before that card was drawn
        deck, there, kind = wide(payments.deck[before]), wide(payments.deck[place]), kind_of(event)
        odds = 1.0
        if deck != there and other == OPEN:
            odds = (sizes[deck] + 1) * left[there, kind] / ((left[deck, kind] + 1) * max(1, sizes[there]))
        elif deck != there and kind_of(wide(state.card_log[other])) != kind:
            back = kind_of(wide(state.card_log[other]))
            odds = left[there, kind] * left[deck, back] / ((left[deck, kind] + 1) * (left[there, back] + 1))
        if odds == 0.0 or (not bounds and fraction(stream) >= odds):
            continue
        move(state, left, sizes, payments, payment, place)
        if bounds:
            moved, newly_broken = share_of_bounds(state, seat, left, payments)
            if fraction(stream) * share >= odds * moved:
                move(state, left, sizes, payments, payment, before)
            else:
                share, broken = moved, newly_broken
    return broken == 0


@inlined
def move(state: State, left: Int64s, sizes: Int64s, payments: Payments, payment: int, place: int) -> None:
    """Give a payment another place; who has that gets its own."""
    before, other = wide(payments.place[payment]), wide(payments.paid[place])
    give_way(state, left, sizes, payments, payment, CARD_LOG - 1)
    if other != OPEN:
        give_way(state, left, sizes, payments, other, CARD_LOG - 1)
        settle(state, left, sizes, payments, other, before)
    settle(state, left, sizes, payments, payment, place)
