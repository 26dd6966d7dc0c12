"""Dealing the tickets of a world: everybody's tickets and the ticket deck, as a seat may believe them to be (R-SECRET, R-TICKET-3).

The offers of the game are gone through again as the ticket log has them. What others kept and gave back is chosen anew, every way alike,
so that it agrees with all that the seat has seen since; then tickets that the seat has never seen fill the places that are left.

What lies under the deck is a queue, so all see which place of it goes to whom, though not which ticket. `PLAN` has that: choices that lead
a ticket away from where the seat saw it again are not tried, and how many were left out weighs a way against the others.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import numpy as np

from allaboard.editions.bounds import MAX_OFFER, MAX_TICKETS
from allaboard.engine.bits import wide
from allaboard.engine.chance import below, fraction, next_number
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.legal import random_keep
from allaboard.engine.records import (
    CHOOSING,
    IN_DECK,
    IN_QUEUE,
    NO_TICKET,
    OFFER,
    OUT,
    REMOVED,
    SECRETLY_CHOSEN,
    SHUFFLED_TO_BOTTOM,
    UNKNOWN,
    Board,
    State,
)
from allaboard.engine.ticket_log import AT_SETUP, HEAD, entry_size, pattern_of, write_pattern
from allaboard.engine.typed_records import Bytes, Int16s, Int64s, Record, Records, Words, dtype_of, empty_records

__all__ = ["deal_tickets"]

NOBODY_YET: Final = -1
TRIES: Final = 500
"""Times that the offers are gone through until what others did agrees with what the seat saw."""
STEPS: Final = 12
"""Ways weighed against each other where what the seat saw leaves some of them out."""
MAX_LAID: Final = 288
"""Tickets that the log can have gone under the deck, all in all."""


class Plan(Record):
    """Where what was laid under the deck went, as everybody sees it."""

    laid: Annotated[int, np.int32]  # places under the deck, numbered as they were filled
    choosy: Annotated[int, np.int32]  # whether the seat has seen anything again that came from there
    observed: Annotated[Int16s, MAX_LAID]  # what the seat sees of a place, when it draws it or since it laid it there itself; or NO_TICKET
    first: Annotated[Int16s, MAX_LAID]  # where those begin that the seat that drew it laid again, or NOBODY_YET
    again: Annotated[Int16s, MAX_LAID]  # and how many these are
    leads: Annotated[Bytes, (MAX_LAID, MAX_LAID)]  # whether a ticket in one place can have come to the other


PLAN = dtype_of(Plan)


class Numbered(NamedTuple):
    """The tickets of a world, numbered as they were drawn."""

    names: Int64s  # which ticket a number is, as far as the seat knows
    places: Int64s  # who holds it, or where it lies
    queue: Int64s  # the numbers of what lies under the deck


class Offer(NamedTuple):
    """What was offered to a seat, and what everybody knows about it."""

    numbers: Int64s  # of its tickets
    size: int
    returned: int
    at_setup: bool


@compiled
def deal_tickets(board: Board, state: State, seat: int, stream: Words) -> None:
    """Fill what others hold and chose of the tickets, and what is yet to be drawn, in a state that was redacted for a seat."""
    for word in range(4):
        state.ticket_stream[word] = next_number(stream)
    plans = empty_records(1, PLAN)  # handed on as an array: a record alone would not keep its memory
    plan_queue(board, state, seat, plans)
    tickets = Numbered(np.empty(MAX_TICKETS, np.int64), np.empty(MAX_TICKETS, np.int64), np.empty(MAX_LAID, np.int64))
    way, proposal, numbers = np.empty(4, np.uint64), np.empty(4, np.uint64), np.empty(4, np.uint64)
    numbered, weight, tries, steps = wide(0), 0.0, 0, 0
    while (weight == 0.0 and tries < TRIES) or (weight > 0.0 and plans[0].choosy == 1 and steps < STEPS):
        for word in range(4):
            proposal[word] = numbers[word] = next_number(stream)
        numbered, other = retrace(board, state, seat, plans, tickets, numbers)
        tries += weight == 0.0
        steps += weight > 0.0
        if weight == 0.0 or other > weight * fraction(stream):
            weight = other
            for word in range(4):
                way[word] = proposal[word]
    if plans[0].choosy == 1:  # the same numbers lead the same way again
        numbered, weight = retrace(board, state, seat, plans, tickets, way)
    numbered = number_others(board, state, seat, tickets, numbered)
    name_unseen(board, state, tickets.names, numbered, stream)
    write_world(board, state, seat, tickets, numbered)
    if state.phase == CHOOSING:
        for other in range(state.players):
            if state.chosen[other] == SECRETLY_CHOSEN:
                # what was chosen is as unknown as what was dealt
                state.chosen[other] = board.action_pattern[random_keep(board, state, other, stream)]


@inlined
def plan_queue(board: Board, state: State, seat: int, plans: Records[Plan]) -> None:
    """Follow the places under the deck through all offers."""
    plan = plans[0]
    head, tail = 0, under_deck_at_first(board, state)
    for place in range(tail):
        plan.observed[place], plan.first[place], plan.again[place] = NO_TICKET, NOBODY_YET, 0
    plan.choosy = 0
    at = 0
    while at < state.ticket_log_size:
        first, second = wide(state.ticket_log[at]), wide(state.ticket_log[at + 1])
        other, offered, from_queue, returned = first & 7, first >> 3 & 7, second & 7, second >> 3
        for position in range(offered - from_queue, offered):
            if other == seat:
                plan.observed[head] = state.ticket_log[at + HEAD + position]
                plan.choosy = 1
            else:
                plan.first[head], plan.again[head] = tail, returned
            head += 1
        if first < AT_SETUP or board.setup_return != OUT:
            for place in range(tail, tail + returned):
                plan.observed[place], plan.first[place], plan.again[place] = NO_TICKET, NOBODY_YET, 0
            tail += returned
        at += HEAD + offered
    if state.phase == OFFER and state.acting == seat:
        for position in range(state.offer_size[seat] - state.offer_from_queue, state.offer_size[seat]):
            plan.observed[head] = state.offer[seat, position]
            plan.choosy = 1
            head += 1
    for position in range(state.queue_size):
        plan.observed[tail - state.queue_size + position] = state.queue[position]
    plan.laid = tail
    if plan.choosy == 1:
        for place in range(tail - 1, -1, -1):
            for later in range(tail):
                plan.leads[place, later] = place == later
                for step in range(plan.again[place]):
                    plan.leads[place, later] |= plan.leads[plan.first[place] + step, later]


@compiled
def retrace(board: Board, state: State, seat: int, plans: Records[Plan], tickets: Numbered, stream: Words) -> tuple[int, float]:
    """Go through all offers, with choices of others made anew; returns how many tickets were numbered, and how much this way weighs.

    It weighs nothing if the seat saw otherwise. Others' entries of the log, and their offers, get the numbers of the tickets, and the
    pattern by which they kept.
    """
    plan = plans[0]
    names, places, queue = tickets
    numbered = under_deck_at_first(board, state)
    for number in range(numbered):
        names[number], places[number], queue[number] = NO_TICKET, IN_QUEUE, number
    head, tail, weight = 0, numbered, 1.0
    offer = np.empty(MAX_OFFER, np.int64)
    at = 0
    while at < state.ticket_log_size:
        first, second = wide(state.ticket_log[at]), wide(state.ticket_log[at + 1])
        other, offered, from_queue, returned = first & 7, first >> 3 & 7, second & 7, second >> 3
        for position in range(offered):
            if position < offered - from_queue:
                offer[position], names[numbered] = numbered, NO_TICKET
                numbered += 1
            else:
                offer[position] = queue[head]
                head += 1
            places[offer[position]] = other
            if other == seat:
                if not recognise(names, numbered, offer[position], wide(state.ticket_log[at + HEAD + position])):
                    weight = 0.0
            else:
                state.ticket_log[at + HEAD + position] = offer[position]
        pattern = pattern_of(state, at)
        if other != seat:
            pattern, share = choose_pattern(board, plan, names, numbered, Offer(offer, offered, returned, first >= AT_SETUP), tail, stream)
            weight *= share
            write_pattern(state, at, pattern)
        for index in range(returned):
            number = offer[board.keep_returns[pattern, index]]
            if first >= AT_SETUP and board.setup_return == OUT:
                places[number] = REMOVED
            else:
                places[number], queue[tail] = IN_QUEUE, number
                tail += 1
        at += HEAD + offered
        if first >= AT_SETUP and board.setup_return == SHUFFLED_TO_BOTTOM and not at_setup(state, at):
            shuffle_queue(plan, names, numbered, queue, tail, stream)
    if state.phase == OFFER:
        other = wide(state.acting)
        for position in range(state.offer_size[other]):
            if position < state.offer_size[other] - state.offer_from_queue:
                number, names[numbered] = numbered, NO_TICKET
                numbered += 1
            else:
                number = queue[head]
                head += 1
            places[number] = other
            if other != seat:
                state.offer[other, position] = number
            elif not recognise(names, numbered, number, wide(state.offer[other, position])):
                weight = 0.0
    for position in range(state.queue_size):
        queue[position] = queue[head + position]
        if state.queue[position] != NO_TICKET and not recognise(names, numbered, queue[position], wide(state.queue[position])):
            weight = 0.0
    return numbered, weight


@inlined
def at_setup(state: State, at: int) -> bool:
    """Whether an entry of the set-up stands here."""
    return at < state.ticket_log_size and state.ticket_log[at] >= AT_SETUP


@inlined
def under_deck_at_first(board: Board, state: State) -> int:
    """How many tickets lay under the deck before the first entry: those there now, without what was laid, with what was drawn."""
    tickets = wide(state.queue_size) + wide(state.offer_from_queue)
    at = 0
    while at < state.ticket_log_size:
        if state.ticket_log[at] < AT_SETUP or board.setup_return != OUT:
            tickets -= wide(state.ticket_log[at + 1]) >> 3
        tickets += wide(state.ticket_log[at + 1]) & 7
        at += entry_size(state, at)
    return tickets


@inlined
def recognise(names: Int64s, numbered: int, number: int, ticket: int) -> bool:
    """The seat sees which ticket this is; returns whether that can be, by what it saw before."""
    if names[number] == ticket:
        return True
    possible = names[number] == NO_TICKET
    for other in range(numbered):
        if names[other] == ticket:
            names[other] = NO_TICKET
            possible = False
    names[number] = ticket
    return possible


@inlined
def fits_place(plan: Plan, names: Int64s, numbered: int, number: int, place: int, since: int) -> bool:
    """Whether a ticket laid in a place (negative: kept) can come where the seat sees it next, and nowhere where it sees another."""
    if plan.choosy == 0:
        return True
    if names[number] != NO_TICKET:
        for later in range(since, plan.laid):
            if plan.observed[later] == names[number]:
                return place >= 0 and plan.leads[place, later] == 1
    if place < 0 or plan.observed[place] == NO_TICKET:
        return True
    return names[number] == NO_TICKET and not is_named(names, numbered, plan.observed[place])


@inlined
def place_laid(board: Board, pattern: int, position: int, returned: int, first: int) -> int:
    """Where a ticket of an offer is laid if the first of those given back goes to this place; negative if it is kept."""
    for index in range(returned):
        if board.keep_returns[pattern, index] == position:
            return first + index
    return NOBODY_YET


@inlined
def choose_pattern(board: Board, plan: Plan, names: Int64s, numbered: int, offer: Offer, first: int, stream: Words) -> tuple[int, float]:
    """A random way to keep so many of an offer, in an order that the edition leaves to the player; and the share of such ways."""
    numbers, offered, returned, setting_up = offer
    any_order = board.return_chosen == 1 and not setting_up
    ways, fitting, chosen = 0, 0, wide(NOBODY_YET)
    for pattern in range(wide(board.keeps_of[offered]), wide(board.keeps_of[offered + 1])):
        if board.keep_count[pattern] != offered - returned or not (any_order or board.keep_in_order[pattern] == 1):
            continue
        ways += 1
        fits = True
        for position in range(offered):
            # at set-up others are dealt nothing that the seat has seen
            if not setting_up and fits:
                place = place_laid(board, pattern, position, returned, first)
                fits = fits_place(plan, names, numbered, numbers[position], place, first)
        if fits:
            fitting += 1
        if chosen < 0 or (fits and below(stream, fitting) == 0):
            chosen = pattern
    return chosen, fitting / ways


@inlined
def shuffle_queue(plan: Plan, names: Int64s, numbered: int, queue: Int64s, tail: int, stream: Words) -> None:
    """Shuffle what was given back at set-up, so that what the seat gave back can come where it saw it again."""
    tries = 0
    fits = False
    while not fits and tries < TRIES:
        shuffle(queue, tail, stream)
        tries += 1
        fits = True
        for place in range(tail):
            fits = fits and fits_place(plan, names, numbered, queue[place], place, 0)


@inlined
def shuffle(items: Int64s, count: int, stream: Words) -> None:
    """Put the first items in random order."""
    for index in range(count - 1, 0, -1):
        other = below(stream, index + 1)
        items[index], items[other] = items[other], items[index]


@inlined
def number_others(board: Board, state: State, seat: int, tickets: Numbered, numbered: int) -> int:
    """Number what others hold, and what is out of the game, without an entry in the log: a set-up goes on, or a position was built so."""
    names, places = tickets.names, tickets.places
    removed = board.tickets - state.tickets_in_deck - state.queue_size
    logged = numbered
    for other in range(state.players):
        held = state.ticket_count[other] + state.offer_size[other]
        removed -= held
        if other == seat:
            continue
        for number in range(logged):
            held -= places[number] == other
        for index in range(held):
            if state.phase == CHOOSING:
                state.offer[other, index] = numbered
            names[numbered], places[numbered] = NO_TICKET, other
            numbered += 1
    for number in range(logged):
        removed -= places[number] == REMOVED
    for ticket in range(board.tickets):
        removed -= state.place[ticket] == REMOVED and not is_named(names, logged, ticket)
    for _ in range(removed):
        names[numbered], places[numbered] = NO_TICKET, REMOVED
        numbered += 1
    return numbered


@inlined
def is_named(names: Int64s, numbered: int, ticket: int) -> bool:
    """Whether the seat knows under which number a ticket goes."""
    for number in range(numbered):
        if names[number] == ticket:
            return True
    return False


@inlined
def name_unseen(board: Board, state: State, names: Int64s, numbered: int, stream: Words) -> None:
    """Give tickets that the seat has never seen to the numbers without a name, every ticket alike."""
    unseen = np.empty(MAX_TICKETS, np.int64)
    count = 0
    for ticket in range(board.tickets):
        if state.place[ticket] == UNKNOWN and not is_named(names, numbered, ticket):
            unseen[count] = ticket
            count += 1
    shuffle(unseen, count, stream)
    for number in range(numbered):
        if names[number] == NO_TICKET:
            count -= 1
            names[number] = unseen[count]


@inlined
def write_world(board: Board, state: State, seat: int, tickets: Numbered, numbered: int) -> None:
    """Put every ticket where it is in this world, by its name; what was never drawn is in the deck."""
    names, places, queue = tickets
    for number in range(numbered):
        state.place[names[number]] = places[number]
    for ticket in range(board.tickets):
        if state.place[ticket] == UNKNOWN:
            state.place[ticket] = IN_DECK
        elif state.place[ticket] < state.players:
            state.seen[ticket] |= 1 << state.place[ticket]
    for position in range(state.queue_size):
        state.queue[position] = names[queue[position]]
    for other in range(state.players):
        if other != seat:
            for position in range(state.offer_size[other]):
                state.offer[other, position] = names[state.offer[other, position]]
    at = 0
    while at < state.ticket_log_size:
        size, other = entry_size(state, at), wide(state.ticket_log[at]) & 7
        if other != seat:
            for byte in range(at + HEAD, at + size):
                state.ticket_log[byte] = names[state.ticket_log[byte]]
                state.seen[state.ticket_log[byte]] |= 1 << other
        at += size
