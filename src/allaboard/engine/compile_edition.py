"""An edition as the BOARD record that the rules read; what the values mean is stated in the edition, here they only become tables."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np

from allaboard.editions.bounds import MAX_LENGTH, MAX_PLAYERS
from allaboard.editions.edition import Edition, Route
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

__all__ = ["compile_board", "keep_patterns", "payments"]

SETUP_RETURNS = {"bottom": TO_BOTTOM, "shuffled": SHUFFLED_TO_BOTTOM, "out": OUT}
TIE_BREAKS = {"tickets": BY_TICKETS, "longest-path": BY_LONGEST_PATH}


def compile_board(edition: Edition) -> Boards:
    """The edition as an array of one BOARD record; compiled code takes the array, and its first row is the board."""
    boards = blank_records(1, BOARD)
    board = boards[0]
    _compile_values(edition, board)
    _compile_routes(edition, board)
    _compile_payments(edition, board)
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
    board.twins_close[:] = [edition.closes_twins(players) for players in range(MAX_PLAYERS + 1)]
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
        word, mask = _bit(index)
        board.all_routes[word] |= mask
        for pieces in range(route.length, MAX_LENGTH + 1):
            board.fitting[pieces, word] |= mask


def payments(edition: Edition, route: Route) -> list[tuple[int, int]]:
    """Every payment for a route, as the kind of its cards and the wilds beside them, fewest wilds first; of wilds alone the kind is WILD.

    What can be paid is told here and nowhere else: actions, masks of payable routes and fewest wilds are made from it.
    """
    kinds = range(1, len(edition.card_names)) if route.colour is None else [edition.card_names.index(route.colour)]  # R-CLAIM-2
    return [
        *((kind, wilds) for kind in kinds for wilds in range(route.ferries, route.length)),
        (WILD, route.length),
    ]  # R-CLAIM-1, R-CLAIM-10


def _compile_payments(edition: Edition, board: Board) -> None:
    for index, route in enumerate(edition.board.routes):
        word, mask = _bit(index)
        board.fewest_wilds[index] = route.length
        for kind, wilds in payments(edition, route):
            cards = route.length - wilds
            board.fewest_wilds[index, cards:] = np.minimum(board.fewest_wilds[index, cards:], wilds)
            if kind != WILD:
                board.payable[wilds, kind, cards:, word] |= mask
            elif route.colour is None:  # one payment, not one for each colour
                board.payable_wild[wilds:, word] |= mask
            else:
                board.payable[wilds, board.colour[index], :, word] |= mask


def _bit(route: int) -> tuple[int, np.uint64]:
    """Where a set of routes in two words keeps a route: the word, and the bit in it."""
    return route >> 6, np.uint64(1 << (route & 63))


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
    for index, route in enumerate(edition.board.routes):
        for kind, wilds in payments(edition, route):
            number = _number(board, CLAIM_ROUTE, route=index, colour=kind, wilds=wilds)
            board.claim_ids[index, kind] = number if kind == WILD else number - wilds
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


def _number(board: Board, kind: int, *, card: int = 0, route: int = 0, colour: int = 0, wilds: int = 0, pattern: int = 0) -> int:
    """Give the next id to an action; returns it."""
    number = int(board.actions)
    board.action_kind[number], board.action_card[number], board.action_pattern[number] = kind, card, pattern
    board.action_route[number], board.action_colour[number], board.action_wilds[number] = route, colour, wilds
    board.actions += 1
    return number
