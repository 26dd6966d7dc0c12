"""Drawing cards: blind from the deck or face up from the market, one or two in a turn (R-DRAW)."""

from __future__ import annotations

from allaboard.editions.bounds import MARKET_SIZE
from allaboard.engine.card_log import log_card
from allaboard.engine.jit import inlined
from allaboard.engine.journal import DREW, TOOK, Journal, add, tell
from allaboard.engine.market import clear_wilds, draw_card, replace_card, reshuffle
from allaboard.engine.records import NO_CARD, SECOND_CARD, WILD, State

__all__ = ["draw_deck", "drawing_possible", "hold_shown_card", "in_market", "may_take", "second_card_possible", "take_card"]


@inlined
def in_market(state: State, kind: int) -> bool:
    """Whether a card of this kind lies face up."""
    found = False
    for slot in range(MARKET_SIZE):
        if state.market[slot] == kind:
            found = True
    return found


@inlined
def may_take(state: State, kind: int) -> bool:
    """Whether a card of this kind may be taken now if it lies face up: a wild is no second card (R-DRAW-3)."""
    return kind != WILD or state.phase != SECOND_CARD


@inlined
def second_card_possible(state: State) -> bool:
    """R-DRAW-3: anything but a face-up wild may be the second card."""
    if state.deck_size > 0:
        return True
    for slot in range(MARKET_SIZE):
        if state.market[slot] > WILD:
            return True
    return False


@inlined
def draw_deck(state: State, seat: int, journal: Journal | None) -> bool:
    """Draw blind; returns whether the turn is over."""
    kind = draw_card(state, journal)
    if kind == NO_CARD:
        return True
    state.hands[seat, kind] += 1
    state.hand_size[seat] += 1
    if journal is not None:
        log_card(state, seat, kind)
    tell(journal, DREW, seat)
    add(journal, kind)
    if state.deck_size == 0:
        reshuffle(state, journal)
    clear_wilds(state, journal)  # a row that had to stay may have become one that can be cleaned
    return drawing_over(state, False)


@inlined
def take_card(state: State, seat: int, kind: int, journal: Journal | None) -> bool:
    """Take a face-up card, which is replaced at once (R-DRAW-2); returns whether the turn is over."""
    slot = slot_of(state, kind)
    state.market[slot] = NO_CARD
    hold_shown_card(state, seat, kind)
    tell(journal, TOOK, seat)
    add(journal, kind)
    replace_card(state, slot, journal)
    return drawing_over(state, kind == WILD)


@inlined
def hold_shown_card(state: State, seat: int, kind: int) -> None:
    """Add a card that everybody has seen to a hand."""
    state.hands[seat, kind] += 1
    state.hand_size[seat] += 1
    state.shown[seat, kind] += 1
    state.known[seat, kind] += 1


@inlined
def slot_of(state: State, kind: int) -> int:
    """The first place in the row that shows this kind, without a branch that chance decides."""
    found = 0
    for slot in range(MARKET_SIZE - 1, -1, -1):
        if state.market[slot] == kind:
            found = slot
    return found


@inlined
def drawing_over(state: State, took_wild: bool) -> bool:
    """R-DRAW-1, R-DRAW-3, R-DRAW-6: two cards, or one face-up wild, or one card when nothing is left to take."""
    if state.phase == SECOND_CARD or took_wild:
        return True
    state.phase = SECOND_CARD
    return not second_card_possible(state)


@inlined
def drawing_possible(state: State) -> bool:
    """Whether a turn can begin with a card (R-DRAW-6)."""
    if state.deck_size > 0:
        return True
    for slot in range(MARKET_SIZE):
        if state.market[slot] != NO_CARD:
            return True
    return False
