"""Tickets: offers, what is kept, and what goes back under the deck (R-TICKET)."""

from __future__ import annotations

from allaboard.editions.bounds import MAX_OFFER
from allaboard.engine.chance import below
from allaboard.engine.jit import inlined
from allaboard.engine.journal import CHOSEN, KEPT, NOBODY, OFFERED, Journal, add, is_replaying, noted, tear, tell
from allaboard.engine.records import (
    IN_DECK,
    IN_QUEUE,
    NO_TICKET,
    NOT_CHOSEN,
    OUT,
    REMOVED,
    SHUFFLED_TO_BOTTOM,
    Board,
    State,
)
from allaboard.engine.ticket_log import log_offer

__all__ = ["deal_offer", "draw_offer", "keep_tickets", "settle_choices", "tell_choice", "tickets_left"]


@inlined
def tickets_left(state: State) -> int:
    """How many tickets can be drawn: those never seen, and under them those given back."""
    return state.tickets_in_deck + state.queue_size


@inlined
def draw_ticket(board: Board, state: State, journal: Journal | None) -> int:
    """Take one of the tickets that nobody has seen; which of them is decided now."""
    drawn = below(state.ticket_stream, state.tickets_in_deck)
    met = 0
    ticket = 0
    for other in range(board.tickets):  # without a branch that chance decides
        met += state.place[other] == IN_DECK
        ticket += met <= drawn
    ticket = noted(journal, ticket)
    if is_replaying(journal) and (ticket < 0 or ticket >= board.tickets or state.place[ticket] != IN_DECK):
        tear(journal)
        return NO_TICKET
    state.tickets_in_deck -= 1
    return ticket


@inlined
def take_into_offer(state: State, seat: int, ticket: int) -> None:
    """Put a ticket before the seat that has to choose."""
    position = state.offer_size[seat]
    state.offer[seat, position] = ticket
    state.offer_size[seat] = position + 1
    state.place[ticket] = seat
    state.seen[ticket] |= 1 << seat


@inlined
def deal_offer(board: Board, state: State, seat: int, journal: Journal | None) -> None:
    """R-SETUP-4: the tickets a seat chooses from before the game."""
    tell(journal, OFFERED, seat)
    for _ in range(board.setup_offer):
        ticket = draw_ticket(board, state, journal)
        if ticket == NO_TICKET:
            return
        take_into_offer(state, seat, ticket)
        add(journal, ticket)


@inlined
def draw_offer(board: Board, state: State, seat: int, journal: Journal | None) -> None:
    """R-TICKET-1: draw from the top, or what is left if fewer."""
    tell(journal, OFFERED, seat)
    for _ in range(min(board.offer, tickets_left(state))):
        ticket = draw_ticket(board, state, journal) if state.tickets_in_deck > 0 else pop_queue(state, journal)
        if ticket == NO_TICKET:
            return
        take_into_offer(state, seat, ticket)
        add(journal, ticket)


@inlined
def pop_queue(state: State, journal: Journal | None) -> int:
    """Take the uppermost of the tickets given back. The journal notes it too, so that an outcome names every ticket drawn."""
    ticket = state.queue[0]
    if noted(journal, ticket) != ticket:
        tear(journal)
        return NO_TICKET
    state.offer_from_queue += 1
    state.queue_size -= 1
    for position in range(state.queue_size):
        state.queue[position] = state.queue[position + 1]
        state.queue_known[position] = state.queue_known[position + 1]
    state.queue[state.queue_size] = NO_TICKET
    state.queue_known[state.queue_size] = 0
    return ticket


@inlined
def push_queue(state: State, ticket: int, known_to: int) -> None:
    """Lay a ticket under all others."""
    state.queue[state.queue_size] = ticket
    state.queue_known[state.queue_size] = known_to
    state.queue_size += 1
    state.place[ticket] = IN_QUEUE


@inlined
def keep_tickets(board: Board, state: State, seat: int, pattern: int, journal: Journal | None) -> None:
    """Keep some of an offer in play; the others go under the deck in the pattern's order (R-TICKET-3)."""
    if journal is not None:
        log_offer(board, state, seat, pattern, False)
    tell_choice(board, state, seat, pattern, KEPT, journal)
    for index in range(state.offer_size[seat] - board.keep_count[pattern]):
        push_queue(state, state.offer[seat, board.keep_returns[pattern, index]], 1 << seat)
    state.ticket_count[seat] += board.keep_count[pattern]
    clear_offer(state, seat)


@inlined
def clear_offer(state: State, seat: int) -> None:
    """Nothing lies before the seat any more."""
    for position in range(MAX_OFFER):
        state.offer[seat, position] = NO_TICKET
    state.offer_size[seat] = 0
    state.offer_from_queue = 0


@inlined
def settle_choices(board: Board, state: State, journal: Journal | None) -> None:
    """R-SETUP-4: once every seat has chosen, what was given back goes where the edition says, from the starting seat on."""
    for turn in range(state.players):
        seat = (state.start + turn) % state.players
        pattern = state.chosen[seat]
        if journal is not None:
            log_offer(board, state, seat, pattern, True)
        for index in range(state.offer_size[seat] - board.keep_count[pattern]):
            ticket = state.offer[seat, board.keep_returns[pattern, index]]
            if board.setup_return == OUT:
                state.place[ticket] = REMOVED
            else:
                push_queue(state, ticket, 0 if board.setup_return == SHUFFLED_TO_BOTTOM else 1 << seat)
        state.ticket_count[seat] = board.keep_count[pattern]
        state.chosen[seat] = NOT_CHOSEN
        clear_offer(state, seat)
    tell(journal, CHOSEN, NOBODY)
    for seat in range(state.players):
        add(journal, state.ticket_count[seat])
    if board.setup_return == SHUFFLED_TO_BOTTOM:
        shuffle_queue(state, journal)


@inlined
def tell_choice(board: Board, state: State, seat: int, pattern: int, code: int, journal: Journal | None) -> None:
    """Tell which of an offer a seat keeps, and which it gives back in which order."""
    if journal is not None:
        tell(journal, code, seat)
        add(journal, board.keep_count[pattern])
        for position in range(state.offer_size[seat]):
            if board.keep_mask[pattern] >> position & 1:
                add(journal, state.offer[seat, position])
        for index in range(state.offer_size[seat] - board.keep_count[pattern]):
            add(journal, state.offer[seat, board.keep_returns[pattern, index]])


@inlined
def shuffle_queue(state: State, journal: Journal | None) -> None:
    """Shuffle the tickets given back, one position after the other."""
    for position in range(state.queue_size):
        drawn = position + below(state.ticket_stream, state.queue_size - position)
        wanted = noted(journal, state.queue[drawn])
        if is_replaying(journal):
            drawn = position
            while drawn < state.queue_size and state.queue[drawn] != wanted:
                drawn += 1
            if drawn == state.queue_size:
                tear(journal)
                return
        state.queue[position], state.queue[drawn] = state.queue[drawn], state.queue[position]
