"""The candidates of a decision in numbers: what each is worth to the planner, and what it does to plan, hand, rivals and final score.

Every number is declared once and written by its name, a share of what the board offers like those of the situation.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from allaboard.bots.distilled.finale import foresee_end
from allaboard.bots.distilled.rivals import Rivals, blocked_points
from allaboard.bots.distilled.situation import FINALE, Share, bounded, par
from allaboard.bots.planner.cards import NO_TARGET, blind_gain, hand_worth
from allaboard.bots.planner.claims import claim_price, claim_worth
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.scratch import Scratch
from allaboard.bots.planner.ticket_choice import keep_worth, mean_ticket
from allaboard.editions.bounds import MAX_LENGTH
from allaboard.engine.bits import count_bits, has_bit, pop_bit, wide
from allaboard.engine.claiming import can_pay, closes_twins, most_of_a_colour
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.network import find
from allaboard.engine.records import CLAIM_ROUTE, DRAW_DECK, DRAW_TICKETS, GREY, KEEP_TICKETS, WILD, Board, State
from allaboard.engine.scoring import district_parts, route_gain
from allaboard.engine.turn import starts_final_round
from allaboard.engine.typed_records import Int64s, Record, dtype_of

__all__ = ["OPTION", "Candidate", "Option", "describe_option"]

ONE = np.uint64(1)
NONE = np.uint64(0)
CANDIDATES: Final = 8.0


class Option(Record):
    """What is to be said of one candidate; what does not concern its kind is nought."""

    is_choice: Share  # the planner's
    deck: Share
    colour_card: Share
    wild_card: Share
    claim: Share
    draw_tickets: Share
    keep: Share
    rank: Share
    worth: Share
    behind: Share  # how far from the worth of the planner's choice
    # a claim
    length: Share
    points: Share
    in_plan: Share
    beside_plan: Share
    urgency: Share
    weight: Share
    cards_paid: Share
    wilds_paid: Share
    price: Share
    claim_worth: Share
    wanted: Share
    loss: Share
    turns: Share
    pieces_after: Share
    plan_pieces_after: Share
    ends_game: Share
    ending_lead: Share
    new_attractions: Share
    grey: Share
    twin_open: Share
    touches: Share
    joins: Share  # two parts of the network; less than nought within one
    rivals_touch: Share
    rival_joins: Share
    hand_after: Share
    tickets_done: Share
    plan_left: Share
    need: Share  # the rivals'
    block: Share
    rival_ready: Share
    threat: Share
    plan_turns_after: Share
    plan_late: Share
    payable_after: Share
    payable_lost: Share
    district_step: Share
    district_done: Share
    tempo: Share
    # what it comes to if the game ends soon
    final_gain: Share
    next_gain: Share
    both_gains: Share
    # a card
    gain: Share
    over_blind: Share
    held: Share
    in_market: Share
    in_deck: Share
    colour_needed: Share
    completes: Share
    likely_useful: Share
    # tickets
    offer_worth: Share
    kept: Share
    kept_points: Share
    kept_value: Share
    kept_turns: Share
    kept_pieces: Share
    kept_planned: Share
    kept_missed: Share


OPTION = dtype_of(Option)


class Candidate(NamedTuple):
    """An action as the planner lists it."""

    action: int
    place: int
    worth: float
    behind: float  # how far from the worth of the planner's choice


@compiled
def describe_option(
    board: Board,
    state: State,
    seat: int,
    constants: Constants,
    scratch: Scratch,
    rivals: Rivals,
    parents: Int64s,
    candidate: Candidate,
    row: Option,
) -> None:
    """Fill a row of noughts for a candidate: its worth beside that of the planner's choice, and more."""
    action, place, worth, behind = candidate
    row.is_choice = 1.0 if place == 0 else 0.0
    row.rank = place / CANDIDATES
    kind = board.action_kind[action]
    if kind == KEEP_TICKETS:
        row.keep = 1.0
        describe_keep(board, state, seat, constants, scratch, action, row)
        return
    turn = constants.turn_worth
    row.worth = bounded(worth / (4.0 * turn), 4.0)
    row.behind = bounded(behind / (2.0 * turn), 4.0)
    if scratch.turns_left <= FINALE:
        now, then = foresee_end(board, state, seat, scratch, action, parents)
        points = par(board)
        row.final_gain, row.next_gain, row.both_gains = now / points, then / points, (now + then) / points
    if kind == CLAIM_ROUTE:
        row.claim = 1.0
        describe_claim(board, state, seat, constants, scratch, rivals, parents, action, row)
    elif kind == DRAW_TICKETS:
        row.draw_tickets = 1.0
        row.offer_worth = max(-2.0, worth / par(board))
    else:
        describe_card(board, state, seat, constants, scratch, action, kind == DRAW_DECK, row)


@inlined
def describe_claim(
    board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, rivals: Rivals, parents: Int64s, action: int, row: Option
) -> None:
    """A route to claim, what it is paid with, and what it leaves."""
    route, wilds = wide(board.action_route[action]), wide(board.action_wilds[action])
    points, longest, pieces, turn = par(board), float(board.longest_route), float(board.pieces), constants.turn_worth
    length, inside, rank = wide(board.length[route]), has_bit(scratch.plan, route), scratch.rank[route]
    row.length = length / longest
    row.points = board.route_points[length] / float(board.route_points[board.longest_route])
    row.in_plan = 1.0 if inside else 0.0
    if rank != NO_TARGET:
        row.beside_plan = 0.0 if inside else 1.0
        row.urgency = 1.0 / (1.0 + rank)
        row.weight = min(3.0, scratch.weight[rank])
    row.cards_paid, row.wilds_paid = (length - wilds) / longest, wilds / longest
    price = claim_price(board, state, seat, constants, scratch, route, hand_worth(board, constants, scratch, NO_TARGET))[1]
    row.price = min(4.0, price / (2.0 * turn))
    row.claim_worth = min(4.0, claim_worth(board, state, seat, constants, scratch, route) / (4.0 * turn))
    row.wanted = scratch.wanted[route]
    row.loss = scratch.loss[route] / points if inside else 0.0
    row.turns = scratch.turns[route] / 4.0
    left = state.pieces[seat] - length
    row.pieces_after = left / pieces
    row.plan_pieces_after = (left - scratch.plan_pieces + (length if inside else 0)) / pieces
    lead = bounded(scratch.lead / points, 2.0)
    if starts_final_round(board, left) and state.final_turns < 0:
        row.ends_game, row.ending_lead = 1.0, lead
    row.tempo = lead * length / longest
    row.grey = 1.0 if board.colour[route] == GREY else 0.0
    twin = board.twin[route]
    row.twin_open = 1.0 if twin >= 0 and has_bit(state.free, twin) and not closes_twins(board, state) else 0.0
    row.hand_after = (state.hand_size[seat] - length) / pieces
    row.plan_left = (count_bits(scratch.plan[0]) + count_bits(scratch.plan[1]) - (1 if inside else 0)) / 8.0
    row.need = rivals.need[route] / points
    row.block = blocked_points(board, state, rivals, route) / points
    row.rival_ready = rivals.ready[route]
    row.threat = row.need * row.rival_ready * (scratch.loss[route] / mean_ticket(board) if inside else 0.0)
    describe_network(board, state, seat, scratch, parents, route, row)
    describe_plan_after(board, state, seat, constants, scratch, route, wide(board.action_colour[action]), wilds, row)


@inlined
def describe_network(board: Board, state: State, seat: int, scratch: Scratch, parents: Int64s, route: int, row: Option) -> None:
    """What a route does to the networks: it joins parts, makes tickets, reaches attractions, goes where rivals are."""
    points = par(board)
    near, far = np.uint64(board.ends[route, 0]), np.uint64(board.ends[route, 1])
    first, second = find(parents, wide(board.ends[route, 0])), find(parents, wide(board.ends[route, 1]))
    for other in range(state.players):
        touching = wide((scratch.touched[other] >> near) & ONE) + wide((scratch.touched[other] >> far) & ONE)
        if other == seat:
            row.touches = touching / 2.0
            row.joins = 1.0 if touching == 2 and first != second else -1.0 if first == second else 0.0
        else:
            row.rivals_touch = max(row.rivals_touch, touching / 2.0)
            row.rival_joins += 1.0 if touching == 2 else 0.0
    gain = route_gain(board, route, scratch.ticket[: scratch.tickets], scratch.touched[seat], parents)
    row.new_attractions = gain.attractions / 2.0
    row.tickets_done, row.district_done = gain.tickets / points, gain.districts / points
    if first == second:
        return
    for district in range(board.districts):
        size, here, there = district_parts(board, district, first, second, parents)
        if here > 0 and there > 0:
            row.district_step += 1.0 / max(1, size - 1) * board.district_points[district] / points


@inlined
def describe_plan_after(
    board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, route: int, colour: int, wilds: int, row: Option
) -> None:
    """What is left of the plan once a route is paid for: the turns that it takes with the cards left, and what can be claimed at once."""
    spent = board.length[route] - wilds
    most, most_left = most_of_a_colour(board, state, seat), 0
    wilds_left = state.hands[seat, WILD] - wilds
    for kind in range(1, board.kinds):
        most_left = max(most_left, state.hands[seat, kind] - (spent if kind == colour else 0))
    turns, payable, lost = 0.0, 0.0, 0.0
    low, high = scratch.plan[0], scratch.plan[1]
    while low | high != NONE:
        other, low, high = pop_bit(low, high)
        if other == route:
            continue
        asked = board.colour[other]
        held = most_left if asked == GREY else state.hands[seat, asked] - (spent if asked == colour else 0)
        missing = max(0.0, board.length[other] - constants.hand_share * (held + 0.5 * wilds_left))
        turns += 1.0 + 0.5 * constants.draws_per_card * missing * (constants.grey_ease if asked == GREY else 1.0)
        if board.fewest_wilds[other, min(held, MAX_LENGTH)] <= wilds_left:
            payable += 1.0
        elif can_pay(board, state, seat, other, most):
            lost += 1.0
    row.plan_turns_after = turns / board.pieces
    row.plan_late = min(2.0, (turns + 1.0) / scratch.turns_left)
    row.payable_after, row.payable_lost = payable / 4.0, lost / 4.0


@inlined
def describe_card(
    board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, action: int, hidden: bool, row: Option
) -> None:
    """A card to draw, and what it is good for."""
    longest, unseen = float(board.longest_route), 0.0
    blind = blind_gain(board, state, constants, scratch) if state.deck_size > 0 else 0.0
    for kind in range(board.kinds):
        unseen += state.deck[kind]
    if hidden:
        row.deck = 1.0
        row.gain = blind / constants.needed_card
        useful = 0.0
        for kind in range(board.kinds):
            if scratch.gain[kind] > 0.5 * constants.needed_card:
                useful += state.deck[kind]
        row.likely_useful = useful / max(1.0, unseen)
        row.in_deck = state.deck[WILD] / max(1.0, unseen)
        return
    kind = wide(board.action_card[action])
    if kind == WILD:
        row.wild_card = 1.0
    else:
        row.colour_card = 1.0
    row.gain = scratch.gain[kind] / constants.needed_card
    row.over_blind = (scratch.gain[kind] - blind) / constants.needed_card
    row.held = state.hands[seat, kind] / longest
    row.in_deck = state.deck[kind] / max(1.0, unseen)
    for slot in range(state.market.size):
        if state.market[slot] == kind:
            row.in_market += 1.0 / state.market.size
    needed, completed = 0.0, 0.0
    for index in range(scratch.targets):
        route = scratch.target[index]
        colour = board.colour[route]
        if colour != GREY and (kind == WILD or colour == kind):
            if colour == kind:
                needed += scratch.weight[index] * board.length[route] / longest
            if board.length[route] - state.hands[seat, colour] == 1:
                completed += scratch.weight[index]
    row.colour_needed = min(3.0, needed - row.held)
    row.completes = min(3.0, completed)


@inlined
def describe_keep(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, action: int, row: Option) -> None:
    """Tickets to keep, and the plan for them together with those kept before."""
    pattern = wide(board.action_pattern[action])
    points = par(board)
    row.worth = bounded(keep_worth(board, state, seat, constants, scratch, pattern) / points, 2.0)
    row.kept = board.keep_count[pattern] / 3.0
    for position in range(state.offer_size[seat]):
        if (board.keep_mask[pattern] >> position) & 1:
            row.kept_points += board.ticket_points[state.offer[seat, position]] / points
    row.kept_value = bounded(scratch.plan_value / points, 2.0)
    row.kept_turns = min(2.0, scratch.plan_turns / scratch.turns_left)
    row.kept_pieces = scratch.plan_pieces / float(board.pieces)
    for index in range(scratch.tickets):
        worth = board.ticket_points[scratch.ticket[index]] / points
        if scratch.planned[index] == 1:
            row.kept_planned += worth
        else:
            row.kept_missed += worth
