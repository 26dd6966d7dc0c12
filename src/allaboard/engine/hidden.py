"""Hidden information: what one seat may know of a state, and a random world that agrees with it (R-SECRET).

`redact` is the one door: whatever leaves the engine for a seat, a spectator or a bot comes out of it. In a redacted state the cards of
other hands that the seat can't tell lie in the deck's counts (`deck_size` and `hand_size` stay true); tickets it can't tell are UNKNOWN.
`resample` deals such a state out again. Tickets that a seat gave back are followed by holder, not by slot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from allaboard.editions.bounds import MAX_OFFER, MAX_PLAYERS, MAX_TICKETS
from allaboard.engine.chance import below, next_number
from allaboard.engine.compiling import rule
from allaboard.engine.layout import (
    CHOOSING,
    IN_BLOCK,
    IN_DECK,
    IN_QUEUE,
    IN_TAIL,
    KINDS,
    NO_TICKET,
    NOT_CHOSEN,
    OUT_OF_GAME,
    REMOVED,
    SECRETLY_CHOSEN,
    UNKNOWN,
    WILD,
    WITH_SEAT,
    Board,
    State,
)
from allaboard.engine.legal import random_keep
from allaboard.engine.market import MAX_MARKET_WILDS, clean_row_exists, market_wilds

__all__ = ["redact", "removed_tickets", "resample"]

ANYWHERE = 255


@rule
def redact(board: Board, state: State, seat: int) -> None:
    """Blank, in place, what a seat cannot know; a negative seat is a spectator (R-SECRET-1 to R-SECRET-3)."""
    state.card_stream[:] = 0
    state.ticket_stream[:] = 0
    for other in range(state.players):
        if other != seat:
            redact_hand(state, other, seat < 0)
            redact_tickets(board, state, other)
    for position in range(state.queue_size):
        if seat < 0 or (state.queue_known[position] >> seat) & 1 == 0:
            state.queue[position] = NO_TICKET
    for ticket in range(board.tickets):
        if state.place[ticket] != seat and not known_under_deck(state, ticket):
            state.place[ticket] = UNKNOWN
            if seat >= 0 and state.whereabouts[seat, ticket] == OUT_OF_GAME:
                state.place[ticket] = REMOVED
    if seat < 0:
        state.known[:] = state.shown


@rule
def redact_hand(state: State, other: int, spectator: bool) -> None:
    """Mix the cards of a hand that cannot be told into the deck."""
    for kind in range(KINDS):
        told = state.shown[other, kind] if spectator else state.known[other, kind]
        state.deck[kind] += state.hands[other, kind] - told
        state.hands[other, kind] = told


@rule
def redact_tickets(board: Board, state: State, other: int) -> None:
    """Hide another seat's offer, its choice at set-up, and what it remembers of tickets given back."""
    for position in range(MAX_OFFER):
        state.offer[other, position] = NO_TICKET
    if state.chosen[other] != NOT_CHOSEN:
        state.chosen[other] = SECRETLY_CHOSEN
    for ticket in range(board.tickets):
        state.whereabouts[other, ticket] = 0


@rule
def known_under_deck(state: State, ticket: int) -> bool:
    """Whether a redacted queue still shows this ticket."""
    for position in range(state.queue_size):
        if state.queue[position] == ticket:
            return True
    return False


@rule
def removed_tickets(board: Board, state: State) -> int:
    """How many tickets are out of the game: those that are with nobody and nowhere in the deck."""
    tickets = board.tickets - state.tickets_in_deck - state.queue_size
    for seat in range(state.players):
        tickets -= state.ticket_count[seat] + state.offer_size[seat]
    return tickets


@rule
def resample(board: Board, state: State, seat: int, stream: Any) -> None:
    """Fill, in place, a state redacted for a seat with a random world that the seat cannot tell from the real one."""
    for word in range(4):
        state.card_stream[word] = next_number(stream)
        state.ticket_stream[word] = next_number(stream)
    resample_hands(state, seat, stream)
    while market_wilds(state) > MAX_MARKET_WILDS and clean_row_exists(state):
        # R-MARKET-2: a row of wilds that was left lying tells that the deck holds hardly anything else
        if not swap_for_wild(state, seat, stream):
            break
    resample_tickets(board, state, seat, stream)
    if state.phase == CHOOSING:
        for other in range(state.players):
            if state.chosen[other] == SECRETLY_CHOSEN:
                # what was chosen is as unknown as what was dealt
                state.chosen[other] = random_keep(board, state, other, stream) - board.first_keep


@rule
def resample_hands(state: State, seat: int, stream: Any) -> None:
    """Deal the cards that cannot be told: every way to fill the hands from what is unseen is equally likely."""
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
            left = below(stream, unseen)
            kind = 0
            while left >= state.deck[kind]:
                left -= state.deck[kind]
                kind += 1
            state.deck[kind] -= 1
            state.hands[other, kind] += 1
            unseen -= 1


@rule
def swap_for_wild(state: State, seat: int, stream: Any) -> bool:
    """Exchange a random coloured card of the deck for a wild that an opponent was dealt; says whether there was one."""
    left = below(stream, state.deck_size - state.deck[WILD])
    kind = WILD + 1
    while left >= state.deck[kind]:
        left -= state.deck[kind]
        kind += 1
    for other in range(state.players):
        if other != seat and state.hands[other, WILD] > state.known[other, WILD]:
            state.hands[other, WILD] -= 1
            state.hands[other, kind] += 1
            state.deck[WILD] += 1
            state.deck[kind] -= 1
            return True
    return False


@rule
def resample_tickets(board: Board, state: State, seat: int, stream: Any) -> None:
    """Give every unknown ticket a slot; tickets that the seat has seen only go where it must believe them to be."""
    slots = np.empty(MAX_TICKETS, np.int64)
    free = list_slots(board, state, seat, slots)
    shuffle(slots, free, stream)
    taken_by = np.full(MAX_TICKETS, NO_TICKET, np.int64)
    for seen_before in (True, False):
        for ticket in range(board.tickets):
            if state.place[ticket] != UNKNOWN:
                continue
            places = state.whereabouts[seat, ticket] if seat >= 0 else 0
            if (places != 0) == seen_before:
                settle_ticket(state, seat, ticket, slots, free, taken_by)
    for slot in range(free):
        place_ticket(state, slots[slot], taken_by[slot])


@rule
def list_slots(board: Board, state: State, seat: int, slots: Any) -> int:
    """Write every slot that holds an unknown ticket, as its set of places times 256 plus an index; says how many there are."""
    free = 0
    for other in range(state.players):
        if other != seat:
            for index in range(state.offer_size[other] + state.ticket_count[other]):
                slots[free] = (WITH_SEAT << other) << 8 | index
                free += 1
    for position in range(state.queue_size):
        if state.queue[position] == NO_TICKET:
            slots[free] = (IN_BLOCK if position < state.block_size else IN_TAIL) << 8 | position
            free += 1
    removed = removed_tickets(board, state)
    for ticket in range(board.tickets):
        if state.place[ticket] == REMOVED:
            removed -= 1
    for _ in range(removed):
        slots[free] = OUT_OF_GAME << 8
        free += 1
    for _ in range(state.tickets_in_deck):
        slots[free] = 0  # the deck: no ticket that was seen can be there
        free += 1
    return free


@rule
def shuffle(items: Any, count: int, stream: Any) -> None:
    """Put the first items in random order."""
    for index in range(count - 1, 0, -1):
        other = below(stream, index + 1)
        items[index], items[other] = items[other], items[index]


@rule
def admits(state: State, seat: int, ticket: int, slot: int) -> bool:
    """Whether a slot may hold a ticket, as far as the seat can tell."""
    places = state.whereabouts[seat, ticket] if seat >= 0 else 0
    return places == 0 or (slot >> 8) & places != 0


@rule
def settle_ticket(state: State, seat: int, ticket: int, slots: Any, free: int, taken_by: Any) -> None:
    """Find a slot for a ticket, moving earlier ones along a chain where all that fit are taken (an augmenting path)."""
    reached_from = np.full(MAX_TICKETS, -2, np.int64)
    queue = np.empty(MAX_TICKETS, np.int64)
    queue[0] = ticket
    head, tail = 0, 1
    source = np.full(MAX_TICKETS, -1, np.int64)  # the slot that a queued ticket holds now
    while head < tail:
        moving, held = queue[head], source[head]
        head += 1
        for slot in range(free):
            if reached_from[slot] != -2 or not admits(state, seat, moving, slots[slot]):
                continue
            reached_from[slot] = held
            if taken_by[slot] != NO_TICKET:
                queue[tail], source[tail] = taken_by[slot], slot
                tail += 1
                continue
            while reached_from[slot] != -1:
                taken_by[slot] = taken_by[reached_from[slot]]
                slot = reached_from[slot]
            taken_by[slot] = ticket
            return


@rule
def place_ticket(state: State, slot: int, ticket: int) -> None:
    """Put a ticket into its slot."""
    places, index = slot >> 8, slot & 255
    if places == 0:
        state.place[ticket] = IN_DECK
    elif places == OUT_OF_GAME:
        state.place[ticket] = REMOVED
    elif places in (IN_BLOCK, IN_TAIL):
        state.place[ticket] = IN_QUEUE
        state.queue[index] = ticket
        for seat in range(MAX_PLAYERS):
            if (state.queue_known[index] >> seat) & 1:
                state.whereabouts[seat, ticket] = places
    else:
        other = 0
        while places != WITH_SEAT << other:
            other += 1
        state.place[ticket] = other
        state.whereabouts[other, ticket] = places
        if index < state.offer_size[other]:
            state.offer[other, index] = ticket
