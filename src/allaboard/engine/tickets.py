"""Tickets: offers, what is kept, what goes back under the deck, and what each seat can tell about a ticket it gave back (R-TICKET)."""

from __future__ import annotations

from typing import Any

from allaboard.editions.bounds import MAX_OFFER
from allaboard.engine.chance import MODE, REPLAYING, TORN, below, noted
from allaboard.engine.compiling import rule
from allaboard.engine.layout import (
    IN_BLOCK,
    IN_DECK,
    IN_QUEUE,
    IN_TAIL,
    NO_TICKET,
    NOT_CHOSEN,
    OUT,
    OUT_OF_GAME,
    REMOVED,
    SHUFFLED_TO_BOTTOM,
    WITH_SEAT,
    Board,
    State,
)

__all__ = ["deal_offer", "draw_offer", "keep_tickets", "settle_choices", "tickets_left"]

UNDER_DECK = IN_BLOCK | IN_TAIL
ANYWHERE = 255


@rule
def tickets_left(state: State) -> int:
    """How many tickets can be drawn: those never seen, and under them those given back."""
    return state.tickets_in_deck + state.queue_size


@rule
def draw_ticket(board: Board, state: State, tape: Any) -> int:
    """Take one of the tickets that nobody has seen; which of them is decided now."""
    drawn = below(state.ticket_stream, state.tickets_in_deck)
    met = 0
    ticket = 0
    for other in range(board.tickets):  # without a branch that chance decides
        met += state.place[other] == IN_DECK
        ticket += met <= drawn
    ticket = noted(tape, ticket)
    if tape[MODE] == REPLAYING and (ticket < 0 or ticket >= board.tickets or state.place[ticket] != IN_DECK):
        tape[MODE] = TORN
        return NO_TICKET
    state.tickets_in_deck -= 1
    return ticket


@rule
def take_into_offer(state: State, seat: int, ticket: int, known_to: int) -> None:
    """Put a ticket before the seat that has to choose."""
    position = state.offer_size[seat]
    state.offer[seat, position] = ticket
    state.offer_known[position] = known_to
    state.offer_size[seat] = position + 1
    state.place[ticket] = seat
    state.whereabouts[seat, ticket] = WITH_SEAT << seat


@rule
def deal_offer(board: Board, state: State, seat: int, tape: Any) -> None:
    """R-SETUP-4: the tickets a seat chooses from before the game."""
    for _ in range(board.setup_offer):
        ticket = draw_ticket(board, state, tape)
        if ticket == NO_TICKET:
            return
        take_into_offer(state, seat, ticket, 0)


@rule
def draw_offer(board: Board, state: State, seat: int, tape: Any) -> None:
    """R-TICKET-1: draw from the top, or what is left if fewer."""
    state.offer_from_block = 0
    state.offer_from_tail = 0
    for _ in range(min(board.offer, tickets_left(state))):
        if state.tickets_in_deck > 0:
            ticket = draw_ticket(board, state, tape)
            known_to = 0
        else:
            known_to = state.queue_known[0]
            ticket = pop_queue(state, tape)
        if ticket == NO_TICKET:
            return
        take_into_offer(state, seat, ticket, known_to)
    trace_offer(board, state, seat)


@rule
def pop_queue(state: State, tape: Any) -> int:
    """Take the uppermost of the tickets given back. The tape notes it too, so that an outcome names every ticket drawn."""
    ticket = state.queue[0]
    if noted(tape, ticket) != ticket:
        tape[MODE] = TORN
        return NO_TICKET
    state.queue_size -= 1
    for position in range(state.queue_size):
        state.queue[position] = state.queue[position + 1]
        state.queue_known[position] = state.queue_known[position + 1]
    state.queue[state.queue_size] = NO_TICKET
    state.queue_known[state.queue_size] = 0
    if state.block_size > 0:
        state.block_size -= 1
        state.offer_from_block += 1
    else:
        state.offer_from_tail += 1
    return ticket


@rule
def push_queue(state: State, ticket: int, known_to: int) -> None:
    """Lay a ticket under all others."""
    state.queue[state.queue_size] = ticket
    state.queue_known[state.queue_size] = known_to
    state.queue_size += 1
    state.place[ticket] = IN_QUEUE


@rule
def trace_offer(board: Board, state: State, drawer: int) -> None:
    """Every other seat follows the tickets it once gave back: they may now be with the seat that drew."""
    here = WITH_SEAT << drawer
    for seat in range(state.players):
        if seat == drawer:
            continue
        for position in range(state.offer_size[drawer]):
            if (state.offer_known[position] >> seat) & 1:
                state.whereabouts[seat, state.offer[drawer, position]] = here
        if state.offer_from_block + state.offer_from_tail == 0:
            continue
        for ticket in range(board.tickets):
            places = int(state.whereabouts[seat, ticket])
            if places & UNDER_DECK == 0 or places == IN_TAIL:
                continue  # IN_TAIL alone: the seat laid it there itself and would know if it had been drawn
            if (places & IN_BLOCK and state.offer_from_block > 0) or (places & IN_TAIL and state.offer_from_tail > 0):
                state.whereabouts[seat, ticket] = places | here


@rule
def trace_returns(board: Board, state: State, drawer: int) -> None:
    """Some of an offer went back: the others can't tell which, so what they saw in it may be kept or under the deck."""
    here = WITH_SEAT << drawer
    for seat in range(state.players):
        if seat == drawer:
            continue
        for position in range(state.offer_size[drawer]):
            if state.whereabouts[seat, state.offer[drawer, position]] & here:
                state.whereabouts[seat, state.offer[drawer, position]] |= IN_TAIL
        if state.offer_from_block + state.offer_from_tail == 0:
            continue
        for ticket in range(board.tickets):
            places = int(state.whereabouts[seat, ticket])
            if places & here and places != here:
                state.whereabouts[seat, ticket] = places | IN_TAIL


@rule
def trace_empty_parts(board: Board, state: State) -> None:
    """Where nothing lies under the deck any more no ticket can be. Only a settled offer tells: before, it may yet go back there."""
    gone = (IN_BLOCK if state.block_size == 0 else 0) | (IN_TAIL if state.queue_size == state.block_size else 0)
    for seat in range(state.players):
        for ticket in range(board.tickets):
            state.whereabouts[seat, ticket] &= ANYWHERE ^ gone


@rule
def keep_tickets(board: Board, state: State, seat: int, pattern: int) -> None:
    """Keep some of an offer in play; the others go under the deck in the pattern's order (R-TICKET-3)."""
    returned = state.offer_size[seat] - board.keep_count[pattern]
    if returned > 0:
        trace_returns(board, state, seat)
    for index in range(returned):
        ticket = state.offer[seat, board.keep_returns[pattern, index]]
        push_queue(state, ticket, 1 << seat)
        state.whereabouts[seat, ticket] = IN_TAIL
    if state.offer_from_block + state.offer_from_tail > 0:
        trace_empty_parts(board, state)
    state.ticket_count[seat] += board.keep_count[pattern]
    clear_offer(state, seat)


@rule
def clear_offer(state: State, seat: int) -> None:
    """Nothing lies before the seat any more."""
    for position in range(MAX_OFFER):
        state.offer[seat, position] = NO_TICKET
        state.offer_known[position] = 0
    state.offer_size[seat] = 0
    state.offer_from_block = 0
    state.offer_from_tail = 0


@rule
def settle_choices(board: Board, state: State, tape: Any) -> None:
    """R-SETUP-4: once every seat has chosen, what was given back goes where the edition says, from the starting seat on."""
    for turn in range(state.players):
        seat = (state.start + turn) % state.players
        pattern = state.chosen[seat]
        for index in range(state.offer_size[seat] - board.keep_count[pattern]):
            ticket = state.offer[seat, board.keep_returns[pattern, index]]
            if board.setup_return == OUT:
                state.place[ticket] = REMOVED
                state.whereabouts[seat, ticket] = OUT_OF_GAME
            elif board.setup_return == SHUFFLED_TO_BOTTOM:
                push_queue(state, ticket, 0)
                state.whereabouts[seat, ticket] = IN_BLOCK
            else:
                push_queue(state, ticket, 1 << seat)
                state.whereabouts[seat, ticket] = IN_TAIL
        state.ticket_count[seat] = board.keep_count[pattern]
        state.chosen[seat] = NOT_CHOSEN
        clear_offer(state, seat)
    if board.setup_return == SHUFFLED_TO_BOTTOM:
        shuffle_queue(state, tape)
        state.block_size = state.queue_size


@rule
def shuffle_queue(state: State, tape: Any) -> None:
    """Shuffle the tickets given back, one position after the other."""
    for position in range(state.queue_size):
        drawn = position + below(state.ticket_stream, state.queue_size - position)
        wanted = noted(tape, state.queue[drawn])
        if tape[MODE] == REPLAYING:
            drawn = position
            while drawn < state.queue_size and state.queue[drawn] != wanted:
                drawn += 1
            if drawn == state.queue_size:
                tape[MODE] = TORN
                return
        state.queue[position], state.queue[drawn] = state.queue[drawn], state.queue[position]
