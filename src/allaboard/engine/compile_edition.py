"""An edition as the BOARD record that the rules read; what the values mean is stated in the edition, here they only become tables."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np

from allaboard.editions.bounds import MAX_LENGTH
from allaboard.editions.edition import Edition
from allaboard.editions.sweep_order import sweep_of
from allaboard.engine.records import (
    BOARD,
    BY_LONGEST_PATH,
    BY_TICKETS,
    CLAIM_ROUTE,
    DRAW_DECK,
    DRAW_TICKETS,
    GREY,
    KEEP_TICKETS,
    OUT,
    SHUFFLED_TO_BOTTOM,
    TAKE_CARD,
    TO_BOTTOM,
    WILD,
    Board,
    Boards,
)
from allaboard.engine.typed_records import blank_records

__all__ = ["compile_board", "keep_patterns"]

SETUP_RETURNS = {"bottom": TO_BOTTOM, "shuffled": SHUFFLED_TO_BOTTOM, "out": OUT}
TIE_BREAKS = {"tickets": BY_TICKETS, "longest-path": BY_LONGEST_PATH}


def compile_board(edition: Edition) -> Boards:
    """The edition as an array of one BOARD record; compiled code takes the array, and its first row is the board."""
    boards = blank_records(1, BOARD)
    board = boards[0]
    _compile_values(edition, board)
    _compile_routes(edition, board)
    _compile_payments(board)
    _compile_goals(edition, board)
    _compile_actions(edition, board)
    boards.setflags(write=False)
    return boards


def keep_patterns(offered: int, ordered: bool) -> list[tuple[int, tuple[int, ...]]]:
    """Every way to keep some of an offer, as (mask of kept positions, returned positions in order), more kept tickets later."""
    patterns: list[tuple[int, tuple[int, ...]]] = []
    for kept in range(1, offered + 1):
        for chosen in combinations(range(offered), kept):
            rest = [position for position in range(offered) if position not in chosen]
            mask = sum(1 << position for position in chosen)
            patterns.extend((mask, order) for order in (permutations(rest) if ordered else [tuple(rest)]))
    return patterns


def _compile_values(edition: Edition, board: Board) -> None:
    board.locations = len(edition.board.locations)
    board.routes = len(edition.board.routes)
    board.kinds = 1 + len(edition.colours)
    board.tickets = len(edition.tickets)
    board.districts = len(edition.board.districts)
    board.pieces = edition.pieces
    board.longest_route = max(route.length for route in edition.board.routes)
    board.cards[WILD] = edition.wild_cards
    for kind, colour in enumerate(edition.colours, start=1):
        board.cards[kind] = colour.cards
    board.starting_hand = edition.starting_hand
    board.setup_offer = edition.setup_offer
    board.setup_keep = edition.setup_keep
    board.setup_return = SETUP_RETURNS[edition.setup_return]
    board.offer = edition.offer
    board.keep = edition.keep
    board.return_chosen = edition.return_order == "chosen"
    board.twin_closed_up_to = edition.twin_closed_up_to
    board.final_round_at = edition.final_round_at
    board.longest_path_points = edition.longest_path_points
    board.attraction_points = edition.attraction_points
    for position, tie_break in enumerate(edition.tie_breaks):
        board.tie_breaks[position] = TIE_BREAKS[tie_break]
    for length, points in edition.route_points.items():
        board.route_points[length] = points


def _compile_routes(edition: Edition, board: Board) -> None:
    kind_of = {colour.name: kind for kind, colour in enumerate(edition.colours, start=1)}
    location = edition.board.location_index
    sweep = sweep_of(edition.board)
    if sweep.ways is None:
        raise ValueError(f"the routes of {edition.id!r} are too tangled for the longest path to be found; the loader refuses such boards")
    board.sweep[: board.locations] = sweep.order
    for index, route in enumerate(edition.board.routes):
        kind = GREY if route.colour is None else kind_of[route.colour]
        board.ends[index] = location[route.a], location[route.b]
        board.length[index] = route.length
        board.colour[index] = kind
        board.twin[index] = -1 if route.twin is None else route.twin
        word, mask = index >> 6, np.uint64(1 << (index & 63))
        board.all_routes[word] |= mask
        board.routes_of[kind, route.length, word] |= mask
        for pieces in range(route.length, MAX_LENGTH + 1):
            board.fitting[pieces, word] |= mask


def _compile_payments(board: Board) -> None:
    grey = board.routes_of[GREY]
    for wilds in range(MAX_LENGTH + 1):
        board.payable_wild[wilds] = np.bitwise_or.reduce(grey[1 : wilds + 1])
        for kind in range(1, int(board.kinds)):
            for cards in range(MAX_LENGTH + 1):
                longest = min(wilds + cards, MAX_LENGTH)
                coloured = np.bitwise_or.reduce(board.routes_of[kind, wilds : longest + 1])
                # at least one card of the colour: all wilds is one payment for a grey route, not one per colour
                board.payable[wilds, kind, cards] = coloured | np.bitwise_or.reduce(grey[wilds + 1 : longest + 1])


def _compile_goals(edition: Edition, board: Board) -> None:
    location = edition.board.location_index
    for index, ticket in enumerate(edition.tickets):
        board.ticket_ends[index] = location[ticket.a], location[ticket.b]
        board.ticket_points[index] = ticket.points
    board.district_of[:] = -1
    for index, district in enumerate(edition.board.districts):
        board.district_points[index] = district.points
        for name in district.locations:
            board.district_of[location[name]] = index
    for index, place in enumerate(edition.board.locations):
        board.attraction[index] = place.attraction


def _compile_actions(edition: Edition, board: Board) -> None:
    """Number the actions: ids are dense and stable, since players' programs keep them."""
    board.draw_deck_id = _number(board, DRAW_DECK)
    for kind in range(int(board.kinds)):
        board.take_id[kind] = _number(board, TAKE_CARD, card=kind)
    for route in range(int(board.routes)):
        length, colour = int(board.length[route]), int(board.colour[route])
        for kind in range(1, int(board.kinds)) if colour == GREY else [colour]:
            ids = [_number(board, CLAIM_ROUTE, route=route, colour=kind, wilds=wilds) for wilds in range(length)]
            board.claim_ids[route, kind] = ids[0]
        board.claim_ids[route, WILD] = _number(board, CLAIM_ROUTE, route=route, colour=WILD, wilds=length)
    board.draw_tickets_id = _number(board, DRAW_TICKETS)
    pattern = 0
    most = max(edition.setup_offer, edition.offer)
    for offered in range(1, most + 1):
        board.keeps_of[offered] = pattern
        for mask, returned in keep_patterns(offered, edition.return_order == "chosen" and offered <= edition.offer):
            board.keep_id[pattern] = _number(board, KEEP_TICKETS, pattern=pattern)
            board.keep_mask[pattern] = mask
            board.keep_count[pattern] = mask.bit_count()
            board.keep_in_order[pattern] = list(returned) == sorted(returned)
            board.keep_returns[pattern] = -1
            board.keep_returns[pattern, : len(returned)] = returned
            pattern += 1
    board.keeps_of[most + 1 :] = pattern


def _number(board: Board, kind: int, **facts: int) -> int:
    """Give the next id to an action; returns it."""
    number = int(board.actions)
    board.action_kind[number] = kind
    for name, value in facts.items():
        board[f"action_{name}"][number] = value
    board.actions += 1
    return number
