"""Which actions are legal: the list, the reason why another is not, and a fair random choice without making the list.

`refusal` is the one judge: `list_actions` lists exactly the actions it lets pass.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from allaboard.editions.bounds import MAX_LENGTH
from allaboard.engine.bits import count_bits, has_bit, nth_bit, pop_bit, wide
from allaboard.engine.card_draws import in_market, may_take
from allaboard.engine.chance import below
from allaboard.engine.claiming import can_pay, claim_id, count_claims, fewest_wilds, nth_claim, open_routes
from allaboard.engine.jit import inlined
from allaboard.engine.records import (
    CHOOSING,
    CLAIM_ROUTE,
    DRAW_DECK,
    DRAW_TICKETS,
    GREY,
    KEEP_TICKETS,
    NOT_CHOSEN,
    OFFER,
    OVER,
    SECOND_CARD,
    TAKE_CARD,
    TURN,
    WILD,
    Board,
    State,
)
from allaboard.engine.tickets import tickets_left
from allaboard.engine.typed_records import Int64s, Word, Words

__all__ = ["REFUSALS", "list_actions", "random_action", "refusal", "why_no_payment"]

ALLOWED: Final = 0
NO_SUCH_ACTION: Final = 1
GAME_OVER: Final = 2
NOT_YOUR_TURN: Final = 3
TICKETS_FIRST: Final = 4
ALREADY_CHOSEN: Final = 5
SECOND_CARD_DUE: Final = 6
OFFER_OPEN: Final = 7
NO_OFFER: Final = 8
DECK_EMPTY: Final = 9
NOT_IN_MARKET: Final = 10
WILD_SECOND: Final = 11
ROUTE_TAKEN: Final = 12
TWIN_OWN: Final = 13
TWIN_CLOSED: Final = 14
TOO_FEW_PIECES: Final = 15
TOO_FEW_CARDS: Final = 16
NO_TICKETS: Final = 17
KEEP_MORE: Final = 18
NOT_THE_OFFER: Final = 19
ORDER_NOT_CHOSEN: Final = 20
TOO_FEW_WILDS: Final = 21

REFUSALS: Final = {
    NO_SUCH_ACTION: ("R-TURN-1", "there is no such action in this edition"),
    GAME_OVER: ("R-END-1", "the game is over"),
    NOT_YOUR_TURN: ("R-TURN-1", "it is another seat's turn"),
    TICKETS_FIRST: ("R-SETUP-4", "everybody chooses tickets before the first turn"),
    ALREADY_CHOSEN: ("R-SETUP-4", "this seat has already chosen its tickets"),
    SECOND_CARD_DUE: ("R-DRAW-1", "the second card of this turn is still to be drawn"),
    OFFER_OPEN: ("R-TICKET-1", "the tickets just drawn are still to be chosen from"),
    NO_OFFER: ("R-TICKET-4", "only tickets just drawn can be kept or given back"),
    DECK_EMPTY: ("R-DRAW-6", "no card is left in the deck or the discard pile"),
    NOT_IN_MARKET: ("R-DRAW-1", "no such card lies face up"),
    WILD_SECOND: ("R-DRAW-3", "a face-up wild cannot be the second card"),
    ROUTE_TAKEN: ("R-CLAIM-4", "the route is already claimed"),
    TWIN_OWN: ("R-CLAIM-6", "nobody owns both routes of a double route"),
    TWIN_CLOSED: ("R-CLAIM-7", "with so few players the second route of a double route is closed"),
    TOO_FEW_PIECES: ("R-CLAIM-5", "there is not a piece for each space"),
    TOO_FEW_CARDS: ("R-CLAIM-1", "the hand does not hold this payment"),
    TOO_FEW_WILDS: ("R-CLAIM-10", "a ferry takes a wild for each of its ferry spaces"),
    NO_TICKETS: ("R-TICKET-5", "the ticket deck is empty"),
    KEEP_MORE: ("R-TICKET-1", "more of the tickets must be kept"),
    NOT_THE_OFFER: ("R-TICKET-4", "these are not the tickets on offer"),
    ORDER_NOT_CHOSEN: ("R-TICKET-3", "the order of the tickets given back is not for the player to choose here"),
}
"""Code of a refusal → the rule that refuses, and why in words."""


@inlined
def refusal(board: Board, state: State, seat: int, action: int) -> int:
    """Why a seat may not take an action now; ALLOWED (0) when it may."""
    if action < 0 or action >= board.actions:
        return NO_SUCH_ACTION
    reason = refusal_of_moment(board, state, seat, action)
    if reason != ALLOWED:
        return reason
    kind = board.action_kind[action]
    if kind == DRAW_DECK:
        return ALLOWED if state.deck_size > 0 else DECK_EMPTY
    if kind == TAKE_CARD:
        if not in_market(state, board.action_card[action]):
            return NOT_IN_MARKET
        return ALLOWED if may_take(state, board.action_card[action]) else WILD_SECOND
    if kind == CLAIM_ROUTE:
        return refusal_of_claim(board, state, seat, action)
    if kind == DRAW_TICKETS:
        return ALLOWED if tickets_left(state) > 0 else NO_TICKETS
    return refusal_of_keep(board, state, seat, board.action_pattern[action])


@inlined
def refusal_of_moment(board: Board, state: State, seat: int, action: int) -> int:
    """Whether this is the seat's moment, and one for this kind of action."""
    keeping = board.action_kind[action] == KEEP_TICKETS
    if state.phase == OVER:
        return GAME_OVER
    if seat < 0 or seat >= state.players:
        return NOT_YOUR_TURN
    if state.phase == CHOOSING:
        if state.chosen[seat] != NOT_CHOSEN:
            return ALREADY_CHOSEN
        return ALLOWED if keeping else TICKETS_FIRST
    if seat != state.acting:
        return NOT_YOUR_TURN
    if state.phase == OFFER:
        return ALLOWED if keeping else OFFER_OPEN
    if keeping:
        return NO_OFFER
    if state.phase == SECOND_CARD and board.action_kind[action] != DRAW_DECK and board.action_kind[action] != TAKE_CARD:
        return SECOND_CARD_DUE
    return ALLOWED


@inlined
def refusal_of_route(board: Board, state: State, seat: int, route: int) -> int:
    """Why a route is not open to a seat, whatever it holds."""
    for other in range(state.players):
        if has_bit(state.claimed[other], route):
            return ROUTE_TAKEN
    if has_bit(state.barred[seat], route):
        return TWIN_OWN
    if not has_bit(state.free, route):
        return TWIN_OWN if has_bit(state.claimed[seat], board.twin[route]) else TWIN_CLOSED
    return TOO_FEW_PIECES if state.pieces[seat] < board.length[route] else ALLOWED


@inlined
def refusal_of_hand(board: Board, state: State, seat: int, route: int, most: int) -> int:
    """Why a seat cannot pay for a route with anything it holds; `most` is how many cards of a colour it has at most."""
    return ALLOWED if can_pay(board, state, seat, route, most) else lacking(board, state, seat, route)


@inlined
def lacking(board: Board, state: State, seat: int, route: int) -> int:
    """Which cards a hand lacks that does not pay for a route: wilds that no colour can stand for, or others."""
    return TOO_FEW_WILDS if state.hands[seat, WILD] < fewest_wilds(board, route, MAX_LENGTH) else TOO_FEW_CARDS


def why_no_payment(board: Board, route: int, cards: int, wilds: int) -> tuple[str, str]:
    """Why nobody can pay for a route with so many cards of a colour and so many wilds: the rule and the reason, for Python."""
    if cards + wilds == board.length[route] and wilds < board.fewest_wilds[route, MAX_LENGTH]:
        return REFUSALS[TOO_FEW_WILDS]
    return "R-CLAIM-1", "a route takes a card for each of its spaces, of its colour or wild"


@inlined
def refusal_of_claim(board: Board, state: State, seat: int, action: int) -> int:
    """Why a seat may not claim this route with this payment."""
    route = board.action_route[action]
    reason = refusal_of_route(board, state, seat, route)
    if reason != ALLOWED:
        return reason
    wilds = board.action_wilds[action]
    coloured = board.length[route] - wilds
    if state.hands[seat, WILD] < wilds or (coloured > 0 and state.hands[seat, board.action_colour[action]] < coloured):
        return lacking(board, state, seat, route)
    return ALLOWED


@inlined
def fewest_kept(board: Board, state: State, seat: int) -> int:
    """How many tickets of the offer must be kept."""
    return board.setup_keep if state.phase == CHOOSING else min(board.keep, state.offer_size[seat])


@inlined
def refusal_of_keep(board: Board, state: State, seat: int, pattern: int) -> int:
    """Why a seat may not choose so from its offer."""
    offered = state.offer_size[seat]
    if pattern < board.keeps_of[offered] or pattern >= board.keeps_of[offered + 1]:
        return NOT_THE_OFFER
    if board.keep_count[pattern] < fewest_kept(board, state, seat):
        return KEEP_MORE
    if not board.keep_in_order[pattern] and (state.phase == CHOOSING or not board.return_chosen):
        return ORDER_NOT_CHOSEN
    return ALLOWED


@inlined
def list_actions(board: Board, state: State, seat: int, actions: Int64s) -> int:
    """Write the legal actions of a seat, in ascending order; returns how many there are."""
    listed = 0
    choosing = state.phase == CHOOSING and 0 <= seat < state.players and state.chosen[seat] == NOT_CHOSEN
    if choosing or (state.phase == OFFER and seat == state.acting):
        offered = state.offer_size[seat]
        for pattern in range(board.keeps_of[offered], board.keeps_of[offered + 1]):
            if refusal_of_keep(board, state, seat, pattern) == ALLOWED:
                actions[listed] = board.keep_id[pattern]
                listed += 1
        return listed
    if (state.phase != TURN and state.phase != SECOND_CARD) or seat != state.acting:
        return 0
    if state.deck_size > 0:
        actions[listed] = board.draw_deck_id
        listed += 1
    for kind in range(board.kinds):
        if may_take(state, kind) and in_market(state, kind):
            actions[listed] = board.take_id[kind]
            listed += 1
    if state.phase == SECOND_CARD:
        return listed
    listed = list_claims(board, state, seat, actions, listed)
    if tickets_left(state) > 0:
        actions[listed] = board.draw_tickets_id
        listed += 1
    return listed


@inlined
def list_claims(board: Board, state: State, seat: int, actions: Int64s, listed: int) -> int:
    """Write the claims of a seat behind what is listed already: route by route, colour by colour, fewest wilds first."""
    open_words = open_routes(board, state, seat)
    wilds = state.hands[seat, WILD]
    low, high = open_words[0], open_words[1]
    while low | high != np.uint64(0):
        route, low, high = pop_bit(low, high)
        length = board.length[route]
        colour = board.colour[route]
        for kind in range(1, board.kinds) if colour == GREY else range(colour, colour + 1):
            for spent in range(fewest_wilds(board, route, state.hands[seat, kind]), min(wilds, length - 1) + 1):
                actions[listed] = claim_id(board, route, kind, spent)
                listed += 1
        if wilds >= length:
            actions[listed] = claim_id(board, route, WILD, length)
            listed += 1
    return listed


@inlined
def market_kinds(state: State) -> Word:
    """The kinds that lie face up, as a word with a bit for each."""
    kinds = np.uint64(0)
    for slot in range(state.market.size):
        kind = state.market[slot]
        if kind >= 0:
            kinds |= np.uint64(1) << np.uint64(kind)
    return kinds


@inlined
def random_action(board: Board, state: State, seat: int, stream: Words) -> int:
    """One of the legal actions of a seat that may act, each equally likely."""
    if state.phase == CHOOSING or state.phase == OFFER:
        return random_keep(board, state, seat, stream)
    kinds = market_kinds(state)
    if not may_take(state, WILD):
        kinds &= ~(np.uint64(1) << np.uint64(WILD))
    takes = count_bits(kinds)
    deck = 1 if state.deck_size > 0 else 0
    tickets = 0
    claims = 0
    if state.phase == TURN:
        tickets = 1 if tickets_left(state) > 0 else 0
        claims = count_claims(board, state, seat)
    n = below(stream, deck + takes + tickets + claims)
    if n < claims:
        return nth_claim(board, state, seat, n)
    n -= claims
    if n < takes:
        return wide(board.take_id[nth_bit(kinds, np.uint64(0), n)])
    return wide(board.draw_deck_id) if n - takes < deck else wide(board.draw_tickets_id)


@inlined
def random_keep(board: Board, state: State, seat: int, stream: Words) -> int:
    """A random choice from an offer."""
    offered = state.offer_size[seat]
    first, last = board.keeps_of[offered], board.keeps_of[offered + 1]
    while True:
        pattern = first + below(stream, last - first)
        if refusal_of_keep(board, state, seat, pattern) == ALLOWED:
            return wide(board.keep_id[pattern])
