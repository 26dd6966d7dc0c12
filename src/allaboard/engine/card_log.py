"""What the table saw of blind cards once a deck has run out: who drew when, from which deck, and which of them were paid since.

Whoever counts knows at every reshuffle what all other hands hold together, so a card drawn before it cannot lie in the deck after it. The
log keeps that: it begins with the first reshuffle, when the hidden cards of all hands are written down, and `redact_card_log` leaves a seat
what it can know of it. Dealing a world from it is `card_worlds`'.

An event is a byte. A deck's draws lie between two reshuffles; payments count what was not shown (R-CLAIM-8).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from allaboard.editions.bounds import MARKET_SIZE
from allaboard.engine.bits import wide
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.records import CARD_LOG, KINDS, WILD, State
from allaboard.engine.typed_records import Int64s

__all__ = ["forget_card_log", "log_card", "log_payment", "log_refill", "log_reshuffle", "log_row", "redact_card_log"]

# a card drawn blind: the seat times 16 plus the kind; a hidden card paid: the same with PAID
PAID: Final = 128
HIDDEN: Final = 15  # the kind of a card that cannot be told
RESHUFFLED: Final = 127
# what a row of wilds that stayed, or did not, tells: the deck holds so many coloured cards behind here that nobody has seen since
AT_MOST: Final = 112  # plus the number
AT_LEAST: Final = 240  # plus the number
LARGEST_BOUND: Final = MARKET_SIZE

ROOMY: Final = CARD_LOG * 3 // 4
"""A log that was full is made at least as short as this."""


@inlined
def is_bound(event: int) -> bool:
    """Whether an event tells of the deck's coloured cards."""
    return (event >= AT_MOST and event <= AT_MOST + LARGEST_BOUND) or event >= AT_LEAST


@inlined
def kind_of(event: int) -> int:
    """The card of a draw or a payment."""
    return event & 15


@inlined
def seat_of(event: int) -> int:
    """Who drew or paid."""
    return event >> 4 & 7


@inlined
def is_place(state: State, seat: int, position: int) -> bool:
    """Whether a seat drew a card here."""
    event = wide(state.card_log[position])
    return event < AT_MOST and event >> 4 == seat


@inlined
def log_event(state: State, event: int) -> None:
    """Write one event, making room first where there is none."""
    if state.card_log_size == CARD_LOG:
        shorten(state)
    state.card_log[state.card_log_size] = event
    state.card_log_size += 1


@inlined
def log_card(state: State, seat: int, kind: int) -> None:
    """A seat drew a card blind."""
    if state.card_log_size > 0:
        log_event(state, seat << 4 | kind)


@inlined
def log_payment(state: State, seat: int, kind: int, cards: int) -> None:
    """A seat paid cards that nobody saw it take."""
    if state.card_log_size > 0:
        for _ in range(cards):
            log_event(state, PAID | seat << 4 | kind)


@compiled
def log_reshuffle(state: State) -> None:
    """The deck has run out: from now on other cards are drawn."""
    if state.card_log_size == 0:
        log_hands(state)
    while state.card_log_size > 0 and is_bound(wide(state.card_log[state.card_log_size - 1])):
        strike(state, state.card_log_size - 1)  # it speaks of cards that all have seen
    if state.card_log_size == 0 or state.card_log[state.card_log_size - 1] != RESHUFFLED:  # nobody has drawn since: nothing to tell apart
        log_event(state, RESHUFFLED)
    state.row_bounds = 0


@inlined
def log_hands(state: State) -> None:
    """Begin the log: all hidden cards come from the first deck, and when they were drawn does not matter."""
    for seat in range(state.players):
        for kind in range(KINDS):
            for _ in range(state.hands[seat, kind] - state.shown[seat, kind]):
                log_event(state, seat << 4 | kind)


@compiled
def log_row(state: State, coloured: int, clean: bool) -> None:
    """R-MARKET-2: a row of wilds is cleared if the deck holds so many coloured cards, and stays if not; note which, where it tells."""
    unseen_wilds, unseen_coloured = 0, 0
    for kind in range(KINDS):
        unseen = wide(state.deck[kind])
        for seat in range(state.players):
            unseen += state.hands[seat, kind] - state.shown[seat, kind]
        if kind == WILD:
            unseen_wilds += unseen
        else:
            unseen_coloured += unseen
    if clean:
        if coloured <= max(0, state.deck_size - unseen_wilds):
            return  # so many are there in any case
        event = AT_LEAST + coloured
    else:
        if min(unseen_coloured, state.deck_size) < coloured:
            return
        event = AT_MOST + coloured - 1
    if state.card_log_size == 0:
        log_hands(state)
    for position in range(state.card_log_size - 1, -1, -1):
        earlier = state.card_log[position]
        if earlier == RESHUFFLED:
            break
        if not clean and earlier >= AT_MOST and earlier <= event:
            return  # what was known before says it already
    log_event(state, event)
    state.row_bounds += 1


@compiled
def log_refill(state: State, kind: int) -> None:
    """A card was turned up: of those that bounds speak of, one less is unseen."""
    for position in range(state.card_log_size - 1, -1, -1):
        event = state.card_log[position]
        if event == RESHUFFLED:
            break
        if kind != WILD and is_bound(event) and event != AT_MOST and event != AT_LEAST:
            state.card_log[position] = event - 1


@inlined
def forget_card_log(state: State) -> None:
    """Leave nothing of the log; behind its end there is nothing in any case."""
    for position in range(state.card_log_size):
        state.card_log[position] = 0
    state.card_log_size = 0
    state.row_bounds = 0


@inlined
def redact_card_log(state: State, seat: int) -> None:
    """Leave what a seat (negative: a spectator) can know: its own cards, and of a deck that ran out what the others drew together."""
    if state.card_log_size == 0:
        return
    counts = np.zeros(HIDDEN + 1, np.int64)  # what was redacted before has hidden cards, which are counted in vain
    begin = 0
    for end in range(state.card_log_size):
        event = wide(state.card_log[end])
        if event == RESHUFFLED:
            write_sorted(state, seat, begin, end, counts)
            begin = end + 1
        elif event < AT_MOST and event >> 4 != seat:
            counts[event & 15] += 1
    for position in range(begin, state.card_log_size):
        event = state.card_log[position]
        if event < AT_MOST and event >> 4 != seat:
            state.card_log[position] = event | HIDDEN


@inlined
def write_sorted(state: State, seat: int, begin: int, end: int, counts: Int64s) -> None:
    """Give the cards of a deck to those who drew from it in the order of their kinds; empties the counts."""
    kind = 0
    for position in range(begin, end):
        event = wide(state.card_log[position])
        if event < AT_MOST and event >> 4 != seat:
            while counts[kind] == 0:
                kind += 1
            counts[kind] -= 1
            state.card_log[position] = event & ~15 | kind


@compiled
def shorten(state: State) -> None:
    """Make room: strike out payments whose deck is certain, and where that is not enough forget which of the two oldest decks was which."""
    strike_payments(state)
    while state.card_log_size > ROOMY and merge_oldest_decks(state):
        strike_payments(state)


@inlined
def strike_payments(state: State) -> None:
    """A payment by a seat whose hidden cards all come from one deck is struck out with the card that it was.

    Which of its cards that is, is secret: the seat's first place in that deck goes, and its card moves to the place of the card paid.
    """
    position = 0
    while position < state.card_log_size:
        event = wide(state.card_log[position])
        if event < PAID or is_bound(event):
            position += 1
            continue
        first, paid = places_of_payment(state, position, event)
        if first < 0:
            position += 1
            continue
        state.card_log[paid] = state.card_log[first]
        strike(state, position)
        strike(state, first)
        position -= 1


@inlined
def places_of_payment(state: State, position: int, event: int) -> tuple[int, int]:
    """The payer's first place in the only deck that the card can come from, and a place of such a card; -1 where decks may differ."""
    first, paid, deck, deck_of_first = -1, -1, 0, 0
    for earlier in range(position):
        other = wide(state.card_log[earlier])
        if other == RESHUFFLED:
            deck += 1
        elif is_bound(other):
            if first >= 0:
                return -1, -1  # it matters on which side of the bound the card was drawn
        elif other >> 4 & 7 != event >> 4 & 7:
            continue
        elif other >= PAID:
            return -1, -1
        else:
            if first < 0:
                first, deck_of_first = earlier, deck
            elif deck != deck_of_first:
                return -1, -1
            if other & 15 == event & 15:
                paid = earlier
    return first, paid


@inlined
def merge_oldest_decks(state: State) -> bool:
    """Forget the first reshuffle, and what bounds say of the decks before and behind it; returns whether there was one."""
    position, reshuffles = 0, 0
    while position < state.card_log_size and reshuffles < 2:
        event = wide(state.card_log[position])
        if event == RESHUFFLED:
            reshuffles += 1
        if is_bound(event) or (event == RESHUFFLED and reshuffles == 1):
            strike(state, position)
        else:
            position += 1
    if reshuffles == 1:
        state.row_bounds = 0
    return reshuffles > 0


@inlined
def strike(state: State, position: int) -> None:
    """Take one event out."""
    state.card_log_size -= 1
    for later in range(position, state.card_log_size):
        state.card_log[later] = state.card_log[later + 1]
    state.card_log[state.card_log_size] = 0
