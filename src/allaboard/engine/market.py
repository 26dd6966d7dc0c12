"""Deck, discard pile and market: drawing from the bag, reshuffling, refilling the row, clearing it of wilds."""

from __future__ import annotations

from allaboard.editions.bounds import MARKET_SIZE
from allaboard.engine.card_log import log_refill, log_reshuffle, log_row
from allaboard.engine.chance import below
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.journal import CLEARED, LAID, NOBODY, RESHUFFLED, Journal, add, is_replaying, is_torn, noted, tear, tell
from allaboard.engine.records import KINDS, NO_CARD, WILD, State

__all__ = [
    "clear_wilds",
    "discard_cards",
    "draw_card",
    "market_cards",
    "market_wilds",
    "refill_market",
    "replace_card",
    "reshuffle",
]

MAX_MARKET_WILDS = 2


@inlined
def draw_card(state: State, journal: Journal | None) -> int:
    """Take a card from the deck, which is not empty: a bag, in which every card is equally likely to be the next.

    The caller puts the card where it belongs and then calls `reshuffle` if this was the last one.
    """
    drawn = below(state.card_stream, state.deck_size)
    met = 0
    kind = 0
    for other in range(KINDS):  # without a branch that chance decides
        met += state.deck[other]
        kind += met <= drawn
    kind = noted(journal, kind)
    if is_replaying(journal) and (kind < 0 or kind >= KINDS or state.deck[kind] <= 0):
        tear(journal)
        return NO_CARD
    state.deck[kind] -= 1
    state.deck_size -= 1
    return kind


@compiled
def reshuffle(state: State, journal: Journal | None) -> None:
    """R-DECK-1: the discard pile becomes the deck at once."""
    if journal is not None:
        log_reshuffle(state)
    for kind in range(KINDS):
        state.deck[kind] = state.discard[kind]
        state.discard[kind] = 0
    state.deck_size = state.discard_size
    state.discard_size = 0
    if state.deck_size > 0:
        tell(journal, RESHUFFLED, NOBODY)
        add(journal, state.deck_size)
    if state.players == 2:
        # the last card of a deck tells a counting player what the only opponent holds
        for seat in range(2):
            for kind in range(KINDS):
                state.known[seat, kind] = state.hands[seat, kind]


@inlined
def discard_cards(state: State, kind: int, cards: int) -> None:
    """Put cards on the discard pile."""
    state.discard[kind] += cards
    state.discard_size += cards


@inlined
def market_cards(state: State) -> int:
    """How many cards lie face up."""
    cards = 0
    for slot in range(MARKET_SIZE):
        if state.market[slot] != NO_CARD:
            cards += 1
    return cards


@inlined
def market_wilds(state: State) -> int:
    """How many wilds lie face up."""
    wilds = 0
    for slot in range(MARKET_SIZE):
        if state.market[slot] == WILD:
            wilds += 1
    return wilds


@inlined
def refill_market(state: State, journal: Journal | None) -> None:
    """Make the row whole and clean (R-MARKET-1, R-MARKET-2), reshuffling where the deck is empty (R-DECK-1)."""
    if state.deck_size == 0 and state.discard_size > 0:
        reshuffle(state, journal)
    fill_row(state, journal)
    clear_wilds(state, journal)


@inlined
def replace_card(state: State, slot: int, journal: Journal | None) -> None:
    """R-DRAW-2: fill the one place of the row that a card was taken from."""
    if state.deck_size > 0:
        fill_slot(state, slot, journal)
        tell_row(state, LAID, journal)
        if state.deck_size == 0:
            reshuffle(state, journal)
    clear_wilds(state, journal)


@inlined
def clear_wilds(state: State, journal: Journal | None) -> None:
    """R-MARKET-2: lay the whole row anew while too many of its cards are wild."""
    while market_wilds(state) > MAX_MARKET_WILDS and not is_torn(journal):
        needed = coloured_needed(state)
        clean = coloured_in_deck(state) >= needed
        if journal is not None and (needed > 0 or not clean):
            log_row(state, needed, clean)
        if not clean:
            return
        tell_row(state, CLEARED, journal)
        for slot in range(MARKET_SIZE):
            if state.market[slot] != NO_CARD:
                discard_cards(state, state.market[slot], 1)
                state.market[slot] = NO_CARD
        if state.deck_size == 0:
            reshuffle(state, journal)
        fill_row(state, journal)


@inlined
def fill_row(state: State, journal: Journal | None) -> None:
    """Turn up cards in the empty places while the deck lasts."""
    laid, ran_out = False, False
    for slot in range(MARKET_SIZE):
        if state.market[slot] == NO_CARD:
            if ran_out:
                reshuffle(state, journal)
                ran_out = False
            if state.deck_size > 0:
                fill_slot(state, slot, journal)
                laid, ran_out = True, state.deck_size == 0
    if laid:
        tell_row(state, LAID, journal)
    if ran_out:
        reshuffle(state, journal)


@inlined
def fill_slot(state: State, slot: int, journal: Journal | None) -> None:
    """Turn up a card of the deck in an empty place; the caller calls `reshuffle` if it was the last one."""
    kind = draw_card(state, journal)
    state.market[slot] = kind
    if journal is not None and state.row_bounds > 0:
        log_refill(state, kind)


@inlined
def tell_row(state: State, code: int, journal: Journal | None) -> None:
    """Tell what lies face up now."""
    tell(journal, code, NOBODY)
    for slot in range(MARKET_SIZE):
        add(journal, state.market[slot])


@inlined
def coloured_in_deck(state: State) -> int:
    """How many cards of the deck are not wild."""
    coloured = 0
    for kind in range(1, KINDS):
        coloured += state.deck[kind]
    return coloured


@inlined
def coloured_needed(state: State) -> int:
    """How many coloured cards the deck must hold for a clean row to be laid: everybody sees what else there is."""
    if state.discard_size == 0 and state.deck_size == MARKET_SIZE:
        # row and deck would change places for ever: the next row is the deck as it is
        return MARKET_SIZE - MAX_MARKET_WILDS
    needed = min(MARKET_SIZE, state.deck_size + state.discard_size + market_cards(state)) - MAX_MARKET_WILDS
    for kind in range(1, KINDS):
        needed -= state.discard[kind]
    for slot in range(MARKET_SIZE):
        if state.market[slot] > WILD:
            needed -= 1
    return needed
