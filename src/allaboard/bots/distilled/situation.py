"""The seat's situation before a decision, in numbers: each a share of what the board offers, so that one net reads every board.

The planner's own thoughts do most of the work. Every number is declared once and written by its name.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import numpy as np

from allaboard.bots.distilled.rivals import Rivals, blocked_points
from allaboard.bots.planner.cards import NO_TARGET, blind_gain, hand_worth
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.scratch import Scratch
from allaboard.bots.planner.survey import turns_to_end
from allaboard.bots.planner.ticket_choice import mean_ticket
from allaboard.engine.bits import has_bit, pop_bit
from allaboard.engine.claiming import can_pay, cards_for, most_of_a_colour
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.network import join_locations, longest_path
from allaboard.engine.records import CHOOSING, GREY, OFFER, SECOND_CARD, WILD, Board, State
from allaboard.engine.scoring import ATTRACTIONS, COLUMNS, DISTRICTS, score_network
from allaboard.engine.turn import starts_final_round
from allaboard.engine.typed_records import Floats, Int64s, Record, dtype_of

__all__ = ["FINALE", "SITUATION", "Share", "Situation", "bounded", "describe_situation", "par"]

TARGETS: Final = 5
COLOURS: Final = 4
FACE_UP: Final = 3
FINALE: Final = 5.0
"""Turns before the end from which it counts what the next two claims bring at once."""
SEATS: Final = 5.0
PIECES: Final = 45.0
LENGTH: Final = 6.0
KINDS: Final = 9.0
"""What North America has, as the measure of boards."""
NONE = np.uint64(0)

Share: TypeAlias = Annotated[float, np.float64]


class Situation(Record):
    """What a seat knows before it decides; if nothing else is said, points by par, times and cards by pieces, lengths by the longest."""

    # the table
    players: Share
    pieces_of_board: Share
    longest_route: Share
    longest_path_worth: Share
    attraction_worth: Share
    district_worth: Share
    mean_ticket: Share
    colours: Share
    cards_of_board: Share
    # the moment
    finale: Share
    rival_may_end: Share  # the next claim may bring on the final round
    own_may_end: Share
    settled: Share  # points ahead if the game ended now
    second_card: Share
    choosing: Share
    offer: Share
    final_round: Share
    turns_left: Share
    soon: Share  # one by the turns left
    own_end: Share
    rival_end: Share
    rival_before: Share
    hand_scale: Share
    plan_share: Share  # of the time left
    tightness: Share
    slack: Share
    turns_played: Share
    # pieces and points
    pieces: Share
    rival_pieces: Share
    plan_pieces: Share
    spare_pieces: Share
    points: Share
    rival_points: Share
    lead: Share
    made: Share
    planned: Share
    missed: Share
    stake: Share
    plan_value: Share
    tickets: Share
    rival_tickets: Share
    attractions: Share
    rival_attractions: Share
    districts: Share
    rival_districts: Share
    path: Share
    rival_path: Share
    path_lead: Share
    # what the rivals probably hold
    rival_done: Share
    rival_near: Share
    rival_lost: Share
    rival_left: Share
    margin: Share  # points ahead if all plans come true
    # cards
    hand_size: Share
    rival_hand: Share
    wilds: Share
    hand_worth: Share
    colours_held: Annotated[Floats, COLOURS]  # the most first
    deck: Share
    discard: Share
    wild_in_market: Share
    blind_gain: Share  # gains by that of a card that a target needs
    market_gain: Annotated[Floats, FACE_UP]  # the most first
    wild_gain: Share
    # routes to claim
    plan_routes: Share
    targets: Share
    payable: Share
    missing: Share
    danger: Share
    threat_now: Share  # to routes of the plan that could be claimed at once
    threat_later: Share  # to those that could not
    best_block: Share
    # the most pressing of them first
    length: Annotated[Floats, TARGETS]
    lacking: Annotated[Floats, TARGETS]
    in_plan: Annotated[Floats, TARGETS]
    wanted: Annotated[Floats, TARGETS]
    loss: Annotated[Floats, TARGETS]
    ready: Annotated[Floats, TARGETS]
    grey: Annotated[Floats, TARGETS]


SITUATION = dtype_of(Situation)


@inlined
def par(board: Board) -> float:
    """The points that a player gets who spends all pieces on the longest routes: the measure of all points."""
    return float(board.pieces * board.route_points[board.longest_route] / board.longest_route)


@inlined
def bounded(value: float, most: float) -> float:
    """A value that is not further from nought than the most."""
    return min(most, max(-most, value))


@compiled
def describe_situation(
    board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, rivals: Rivals, row: Situation, parents: Int64s
) -> None:
    """Fill the row after the planner has thought about the state, redacted for the seat; `parents` gets the network of the seat."""
    describe_table(board, state, row)
    describe_moment(board, state, seat, constants, scratch, row)
    describe_points(board, state, seat, scratch, row)
    describe_networks(board, state, seat, row, parents)
    points = par(board)
    row.rival_done, row.rival_near, row.rival_lost = rivals.done / points, rivals.near / points, rivals.lost / points
    row.rival_left = rivals.left / board.pieces
    row.settled = row.points + row.made - row.planned - row.missed + row.attractions + row.districts
    row.settled -= row.rival_points + row.rival_done - row.rival_near - row.rival_lost + row.rival_attractions + row.rival_districts
    row.margin = row.points + row.made + row.planned - row.missed
    row.margin -= row.rival_points + row.rival_done + row.rival_near - row.rival_lost
    describe_hand(board, state, seat, constants, scratch, row)
    describe_targets(board, state, seat, scratch, rivals, row)


@inlined
def describe_table(board: Board, state: State, row: Situation) -> None:
    """What board and table are like."""
    points, cards, districts = par(board), 0.0, 0.0
    for kind in range(board.kinds):
        cards += board.cards[kind]
    for district in range(board.districts):
        districts += board.district_points[district]
    row.players = state.players / SEATS
    row.pieces_of_board = board.pieces / PIECES
    row.longest_route = board.longest_route / LENGTH
    row.longest_path_worth = board.longest_path_points / points
    row.attraction_worth = board.attraction_points / points
    row.district_worth = districts / points
    row.mean_ticket = mean_ticket(board) / points
    row.colours = board.kinds / KINDS
    row.cards_of_board = cards / (board.pieces * state.players)
    row.deck = state.deck_size / cards
    row.discard = state.discard_size / cards


@inlined
def describe_moment(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, row: Situation) -> None:
    """How far the game is, and how long it may last."""
    pieces = float(board.pieces)
    row.finale = 1.0 if scratch.turns_left <= FINALE else 0.0
    row.second_card = 1.0 if state.phase == SECOND_CARD else 0.0
    row.choosing = 1.0 if state.phase == CHOOSING else 0.0
    row.offer = 1.0 if state.phase == OFFER else 0.0
    row.final_round = 1.0 if state.final_turns >= 0 else 0.0
    row.turns_left = scratch.turns_left / pieces
    row.soon = 1.0 / max(1.0, scratch.turns_left)
    row.rival_may_end = row.own_may_end = 0.0
    own_end, rival_end = turns_to_end(board, state, seat, constants), 1.0e9
    for other in range(state.players):
        least = state.pieces[other] - min(board.longest_route, state.hand_size[other])
        may_end = 1.0 if starts_final_round(board, least) and state.final_turns < 0 else 0.0
        if other == seat:
            row.own_may_end = may_end
        else:
            row.rival_may_end = max(row.rival_may_end, may_end)
            rival_end = min(rival_end, turns_to_end(board, state, other, constants))
    row.own_end = own_end / pieces
    row.rival_end = rival_end / pieces
    row.rival_before = bounded((own_end - rival_end) / 5.0, 1.0)
    row.hand_scale = scratch.hand_scale
    row.plan_share = min(2.0, scratch.plan_turns / scratch.turns_left)
    row.tightness = min(2.0, scratch.tightness)
    row.slack = (scratch.turns_left - scratch.plan_turns) / pieces
    row.turns_played = state.turns / (state.players * pieces)


@inlined
def describe_points(board: Board, state: State, seat: int, scratch: Scratch, row: Situation) -> None:
    """Pieces, points and tickets."""
    points, pieces = par(board), float(board.pieces)
    rival_points, rival_pieces, rival_hand, rival_tickets = -1.0e9, 1.0e9, 0.0, 0.0
    for other in range(state.players):
        if other != seat:
            rival_points = max(rival_points, state.points[other])
            rival_pieces = min(rival_pieces, state.pieces[other])
            rival_hand = max(rival_hand, state.hand_size[other])
            rival_tickets += state.ticket_count[other] / (state.players - 1.0)
    made, planned, missed = 0.0, 0.0, 0.0
    for index in range(scratch.tickets):
        worth = board.ticket_points[scratch.ticket[index]]
        if scratch.key[index] == 0.0:
            made += worth
        elif scratch.planned[index] == 1:
            planned += worth
        else:
            missed += worth
    row.pieces = state.pieces[seat] / pieces
    row.rival_pieces = rival_pieces / pieces
    row.plan_pieces = scratch.plan_pieces / pieces
    row.spare_pieces = (state.pieces[seat] - scratch.plan_pieces) / pieces
    row.points = state.points[seat] / points
    row.rival_points = rival_points / points
    row.lead = bounded(scratch.lead / points, 2.0)
    row.made, row.planned, row.missed = made / points, planned / points, missed / points
    row.stake = scratch.stake / points
    row.plan_value = bounded(scratch.plan_value / points, 2.0)
    row.tickets = scratch.tickets / 5.0
    row.rival_tickets = rival_tickets / 5.0
    row.hand_size = state.hand_size[seat] / pieces
    row.rival_hand = rival_hand / pieces


@inlined
def describe_networks(board: Board, state: State, seat: int, row: Situation, parents: Int64s) -> None:
    """What the networks have brought so far, the seat's and the best of the rivals'."""
    points, pieces = par(board), float(board.pieces)
    sheet = np.empty(COLUMNS, np.int64)
    row.attractions = row.rival_attractions = row.districts = row.rival_districts = 0.0
    row.path = row.rival_path = 0.0
    for other in range(state.players):
        attractions, districts, path = 0.0, 0.0, 0.0
        if board.attraction_points > 0 or board.districts > 0:
            score_network(board, state, other, state.claimed[other], parents, sheet)
            attractions, districts = sheet[ATTRACTIONS] / points, sheet[DISTRICTS] / points
        if board.longest_path_points > 0:
            path = longest_path(board, state.claimed[other]) / pieces
        if other == seat:
            row.attractions, row.districts, row.path = attractions, districts, path
        else:
            row.rival_attractions = max(row.rival_attractions, attractions)
            row.rival_districts = max(row.rival_districts, districts)
            row.rival_path = max(row.rival_path, path)
    row.path_lead = row.path - row.rival_path
    join_locations(board, state.claimed[seat], parents)


@inlined
def describe_hand(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, row: Situation) -> None:
    """The hand, and the cards to be had."""
    longest, needed = float(board.longest_route), constants.needed_card
    row.wilds = state.hands[seat, WILD] / longest
    row.hand_worth = hand_worth(board, constants, scratch, NO_TARGET) / (needed * board.pieces)
    row.colours_held[:] = 0.0
    for kind in range(1, board.kinds):
        insert(row.colours_held, state.hands[seat, kind] / longest)
    row.wild_in_market = 0.0
    row.market_gain[:] = 0.0
    for slot in range(state.market.size):
        kind = state.market[slot]
        if kind == WILD:
            row.wild_in_market = 1.0
        elif kind > WILD:
            insert(row.market_gain, scratch.gain[kind] / needed)
    row.blind_gain = (blind_gain(board, state, constants, scratch) if state.deck_size > 0 else 0.0) / needed
    row.wild_gain = scratch.gain[WILD] / needed


@inlined
def insert(row: Floats, value: float) -> None:
    """Put a value in its place among the greatest so far."""
    for place in range(len(row)):
        if value > row[place]:
            value, row[place] = row[place], value


@inlined
def describe_targets(board: Board, state: State, seat: int, scratch: Scratch, rivals: Rivals, row: Situation) -> None:
    """The routes that cards are collected for: how many, the most pressing ones, and what threatens them."""
    points, longest, ticket = par(board), float(board.longest_route), mean_ticket(board)
    most = most_of_a_colour(board, state, seat)
    planned, payable, missing, danger = 0, 0.0, 0.0, 0.0
    row.threat_now = row.threat_later = row.best_block = 0.0
    row.length[:] = 0.0
    row.lacking[:] = 0.0
    row.in_plan[:] = 0.0
    row.wanted[:] = 0.0
    row.loss[:] = 0.0
    row.ready[:] = 0.0
    row.grey[:] = 0.0
    for index in range(scratch.targets):
        route = scratch.target[index]
        lacking = max(0, board.length[route] - cards_for(board, state, seat, route, most))
        ready = 1.0 if can_pay(board, state, seat, route, most) else 0.0
        inside = has_bit(scratch.plan, route)
        if inside:
            planned += 1
            payable += ready
            missing += lacking
            danger += scratch.wanted[route] * scratch.loss[route]
            threat = rivals.ready[route] * rivals.need[route] / points * scratch.loss[route] / ticket
            if ready > 0.0:
                row.threat_now = max(row.threat_now, threat)
            else:
                row.threat_later = max(row.threat_later, threat)
        if index < TARGETS:
            row.length[index] = board.length[route] / longest
            row.lacking[index] = lacking / longest
            row.in_plan[index] = 1.0 if inside else 0.0
            row.wanted[index] = scratch.wanted[route]
            row.loss[index] = scratch.loss[route] / points if inside else 0.0
            row.ready[index] = ready
            row.grey[index] = 1.0 if board.colour[route] == GREY else 0.0
    row.plan_routes = planned / 8.0
    row.targets = scratch.targets / 10.0
    row.payable = payable / 4.0
    row.missing = missing / board.pieces
    row.danger = danger / points
    low, high = state.free[0], state.free[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        row.best_block = max(row.best_block, blocked_points(board, state, rivals, route) / points)
