"""What a seat may believe of its rivals' tickets, from their claims alone: who has built half of a way is likelier to hold its ticket.

A world is drawn as a particle filter draws: several at random, of which one stays, by how well its tickets explain what the rivals built.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from allaboard.bots.planner.ticket_choice import mean_ticket
from allaboard.bots.search.workspace import TRIAL, WORLD
from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.bits import has_bit
from allaboard.engine.card_worlds import deal_cards
from allaboard.engine.chance import fraction
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.records import Board, Boards, State, States
from allaboard.engine.scoring import on_offer
from allaboard.engine.ticket_worlds import deal_tickets
from allaboard.engine.typed_records import Floats, Int64s, Words

__all__ = ["FAR", "deal_world", "log_odds", "measure_ways", "ticket_odds", "weigh_tickets"]

PARTICLES: Final = 24
"""Worlds drawn for each that is played."""
FAR: Final = 1000

# Log-odds of holding a ticket, fitted to games between planners on three boards, where they tell who holds what with an AUC of 0.87-0.90.
PROGRESS: Final = 4.4  # its way is as good as built, against nothing of it
COMPLETE: Final = 2.2  # and it is complete
BLOCKED: Final = -1.2  # no way is left
POINTS: Final = 1.0  # for each time that it is worth an average ticket: such are kept


@inlined
def weigh_tickets(board: Board, state: State, seat: int, odds: Floats) -> None:
    """Fill the log-odds of every ticket for every rival."""
    before = np.empty((MAX_LOCATIONS, MAX_LOCATIONS), np.int64)
    now = np.empty((MAX_LOCATIONS, MAX_LOCATIONS), np.int64)
    mean = mean_ticket(board)
    measure_ways(board, state, -1, before)
    for other in range(state.players):
        if other == seat:
            continue
        measure_ways(board, state, other, now)
        for ticket in range(board.tickets):
            odds[other, ticket] = log_odds(board, state, other, ticket, before, now, mean)


@inlined
def log_odds(board: Board, state: State, other: int, ticket: int, before: Int64s, now: Int64s, mean: float) -> float:
    """The log-odds that a rival holds a ticket, by the spaces between locations on the empty board and as the rival may claim them now."""
    start, goal = board.ticket_ends[ticket, 0], board.ticket_ends[ticket, 1]
    spaces = now[start, goal]
    odds = POINTS * board.ticket_points[ticket] / mean
    if spaces >= FAR:
        odds += BLOCKED
    elif state.pieces[other] < board.pieces:
        odds += PROGRESS * (1.0 - spaces / max(1, before[start, goal])) + (COMPLETE if spaces == 0 else 0.0)
    return float(odds)


@compiled
def measure_ways(board: Board, state: State, other: int, spaces: Int64s) -> None:
    """The fewest spaces that a rival must still claim between any two locations; on the empty board for a negative one."""
    for start in range(board.locations):
        for goal in range(board.locations):
            spaces[start, goal] = 0 if start == goal else FAR
    for route in range(board.routes):
        length = board.length[route]
        if other >= 0:
            if has_bit(state.claimed[other], route):
                length = 0
            elif not has_bit(state.free, route) or has_bit(state.barred[other], route):
                continue
        near, far = board.ends[route, 0], board.ends[route, 1]
        spaces[near, far] = spaces[far, near] = min(spaces[near, far], length)
    for middle in range(board.locations):
        for start in range(board.locations):
            first = spaces[start, middle]
            if first < FAR:
                for goal in range(board.locations):
                    spaces[start, goal] = min(spaces[start, goal], first + spaces[middle, goal])


@inlined
def likelihood(board: Board, state: State, seat: int, odds: Floats) -> float:
    """How well the tickets that the rivals hold in a world go with what they built, as a weight."""
    total = 0.0
    for ticket in range(board.tickets):
        holder = state.place[ticket]
        if holder >= 0 and holder < state.players and holder != seat and not on_offer(state, holder, ticket):
            total += odds[holder, ticket]
    return float(np.exp(total))


@compiled
def deal_world(board: Board, states: States, slots: States, seat: int, odds: Floats, stream: Words) -> None:
    """Deal a world that the seat cannot rule out into its slot; likely tickets come often."""
    total = 0.0
    for _ in range(PARTICLES):
        slots[TRIAL] = states[0]
        deal_tickets(board, slots[TRIAL], seat, stream)
        weight = likelihood(board, slots[TRIAL], seat, odds)
        total += weight
        if fraction(stream) * total < weight:
            slots[WORLD] = slots[TRIAL]
    deal_cards(slots[WORLD], seat, stream)  # who holds which cards says nothing about tickets


@compiled
def ticket_odds(boards: Boards, states: States, seat: int, odds: Floats) -> None:
    """The door for Python: fill the log-odds for the first state."""
    weigh_tickets(boards[0], states[0], seat, odds)
