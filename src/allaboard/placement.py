"""Puts a position on the table: its plain data becomes a state of the engine, if play could reach it or go on from it.

The form of the data is the position's to check; here stands what must hold between its fields, by the rules.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import numpy as np
from typing_extensions import TypedDict

from allaboard.actions import ActionSpace
from allaboard.editions.bounds import MARKET_SIZE, MAX_ROUTES
from allaboard.editions.faults import FaultCode
from allaboard.engine.chance import seed_stream
from allaboard.engine.claiming import occupy_route
from allaboard.engine.entry import legal, new_states, route_refusals
from allaboard.engine.journal import no_journal
from allaboard.engine.legal import REFUSALS, ROUTE_TAKEN, TOO_FEW_PIECES, TWIN_CLOSED, TWIN_OWN
from allaboard.engine.market import refill_market
from allaboard.engine.records import IN_QUEUE, NO_CARD, OFFER, OVER, REMOVED, SECOND_CARD, TURN, WILD, Board, State, States
from allaboard.engine.seeding import seed_words
from allaboard.engine.setup import CARDS, TICKETS, clear
from allaboard.engine.turn import begin_turn, starts_final_round
from allaboard.validation import CodedError

__all__ = ["PositionData", "PositionError", "PositionFaultCode", "place"]

NOT_OPEN: Final = (ROUTE_TAKEN, TWIN_OWN, TWIN_CLOSED, TOO_FEW_PIECES)


class PositionData(TypedDict):
    """A position as plain data: lists have a value for each seat; None leaves what it says to the rest."""

    players: int
    hands: list[dict[str, int]]
    shown: list[dict[str, int]]
    claimed: list[list[str]]
    tickets: list[list[str]]
    pieces: list[int | None]
    market: list[str] | None
    deck: dict[str, int] | None
    discard: dict[str, int]
    ticket_deck: list[str] | None
    under_deck: list[str]
    offer: list[str]
    turn: int
    second_card: bool
    final_turns: int | None


PositionFaultCode: TypeAlias = Literal[
    "position-by-seat",
    "position-cards",
    "position-claimed",
    "position-counts",
    "position-deck",
    "position-discard",
    "position-final",
    "position-first-card",
    "position-idle",
    "position-list",
    "position-market",
    "position-name",
    "position-pieces",
    "position-second-card",
    "position-shown",
    "position-ticket",
    "position-turn",
    "position-unseen-cards",
    "position-unseen-tickets",
    "position-wilds",
]
"""What kind of fault a position has that no edition can have, for pages that say it in their reader's language with the fault's values."""


class PositionError(CodedError[FaultCode | PositionFaultCode]):
    """A position that cannot be: it says what is too much, missing or contradictory. Of its values `seat` and `field` are where."""


def place(actions: ActionSpace, players: int, data: PositionData, seed: bytes) -> tuple[States, PositionData]:
    """The states of a game that begins with these data, and the data with the cards as they lie: whoever reads them needs no seed."""
    states = new_states()
    board, state = actions.boards[0], states[0]
    clear(board, state, players)
    words = seed_words(seed)
    seed_stream(state.card_stream, words, CARDS)
    seed_stream(state.ticket_stream, words, TICKETS)
    if data["market"] is None:
        # on a table of its own: that a deck ran out while the market was laid is nothing that a player has seen
        scratch = states.copy()
        _place_cards(actions, board, scratch[0], data)
        refill_market(scratch[0], no_journal())
        data = _laid(actions, scratch[0], data)
        state.card_stream[:] = scratch[0].card_stream
    _place_routes(actions, states, data)
    _place_cards(actions, board, state, data)
    _place_tickets(actions, state, data)
    _place_market(actions, state, data)
    _place_turn(actions, states, data)
    return states, _laid(actions, state, data)


def _laid(actions: ActionSpace, state: State, data: PositionData) -> PositionData:
    """The data with market and deck as they lie; all other cards that are in no hand are on the discard pile."""
    names, laid = actions.edition.card_names, data.copy()
    laid["market"] = [names[kind] for kind in state.market if kind != NO_CARD]
    laid["deck"] = {card: int(state.deck[kind]) for kind, card in enumerate(names) if state.deck[kind]}
    laid["discard"] = {}
    return laid


def _place_routes(actions: ActionSpace, states: States, data: PositionData) -> None:
    board, state, reasons = actions.boards[0], states[0], np.zeros(MAX_ROUTES, dtype=np.int64)
    for seat, names in enumerate(data["claimed"]):
        for name in names:
            route = actions.route_index[name]
            route_refusals(actions.boards, states, seat, reasons)
            if (code := int(reasons[route])) in NOT_OPEN:
                rule, reason = REFUSALS[code]
                told = f"seat {seat} cannot have claimed {name}: {reason} ({rule})"
                raise PositionError(told, "position-claimed", seat=seat, route=name, rule=rule)
            occupy_route(board, state, seat, route)
        pieces, left = data["pieces"][seat], int(state.pieces[seat])
        if pieces is not None:
            if pieces > left:
                told = f"pieces[{seat}] is {pieces}; allowed: 0 to {left}, what its routes leave of {board.pieces} (R-SETUP-1)"
                raise PositionError(told, "position-pieces", seat=seat, value=pieces, most=left, pieces=int(board.pieces))
            state.pieces[seat] = pieces


def _place_cards(actions: ActionSpace, board: Board, state: State, data: PositionData) -> None:
    for kind, card in enumerate(actions.edition.card_names):
        cards, market = int(board.cards[kind]), (data["market"] or []).count(card)
        held = [hand.get(card, 0) for hand in data["hands"]]
        left = cards - sum(held) - market
        deck, discard = _split(card, left, cards, data["deck"], data["discard"])
        for seat, count in enumerate(held):
            seen = data["shown"][seat].get(card, 0)
            if seen > count:
                told = f"shown[{seat}].{card} is {seen}; allowed: 0 to {count}, the {card} cards that the seat holds"
                raise PositionError(told, "position-shown", seat=seat, card=card, value=seen, most=count)
            state.hands[seat, kind] = count
            state.hand_size[seat] += count
            state.shown[seat, kind] = state.known[seat, kind] = seen
        state.deck[kind], state.discard[kind] = deck, discard
    state.deck_size, state.discard_size = int(state.deck.sum()), int(state.discard.sum())
    if state.deck_size == 0 and state.discard_size > 0:
        told = "the deck is empty and the discard pile is not; it would have become the deck at once (R-DECK-1)"
        raise PositionError(told, "position-deck")


def _split(card: str, left: int, cards: int, deck: dict[str, int] | None, discard: dict[str, int]) -> tuple[int, int]:
    """How many of the cards that are left lie in the deck and on the discard pile."""
    in_deck = left - discard.get(card, 0) if deck is None else deck.get(card, 0)
    discarded = left - in_deck
    if left < 0 or in_deck < 0 or discarded < 0:
        raise PositionError(f"there are not so many {card} cards: the edition has {cards}", "position-cards", card=card, n=cards)
    if discard and discarded != discard.get(card, 0):
        said = discard.get(card, 0)
        why = f"since deck.{card} is {in_deck} and every card is somewhere; or say one of the two only"
        told = f"discard.{card} is {said}; allowed: {discarded}, {why}"
        raise PositionError(told, "position-discard", card=card, value=said, allowed=discarded, deck=in_deck)
    return in_deck, discarded


def _place_tickets(actions: ActionSpace, state: State, data: PositionData) -> None:
    index = actions.ticket_index
    held = [ticket for kept in data["tickets"] for ticket in kept]
    named = [*held, *data["under_deck"], *data["offer"], *(data["ticket_deck"] or [])]
    if len(named) != len(set(named)):
        twice = next(name for name in named if named.count(name) > 1)
        raise PositionError(f"a ticket is in two places: {twice}", "position-ticket", ticket=twice)
    for seat, kept in enumerate(data["tickets"]):
        for name in kept:
            state.place[index[name]] = seat
            state.seen[index[name]] |= 1 << seat
        state.ticket_count[seat] = len(kept)
    for name in data["under_deck"]:
        state.place[index[name]] = IN_QUEUE
        state.queue[state.queue_size] = index[name]
        state.queue_size += 1
    seat = data["turn"]
    for position, name in enumerate(data["offer"]):
        state.place[index[name]] = seat
        state.seen[index[name]] |= 1 << seat
        state.offer[seat, position] = index[name]
    state.offer_size[seat] = len(data["offer"])
    if data["ticket_deck"] is not None:
        for name, ticket in index.items():
            if name not in named:
                state.place[ticket] = REMOVED
    outside = len(named) - len(data["ticket_deck"] or [])
    state.tickets_in_deck = len(index) - outside if data["ticket_deck"] is None else len(data["ticket_deck"])


def _place_market(actions: ActionSpace, state: State, data: PositionData) -> None:
    market = data["market"] or []
    for slot, card in enumerate(market):
        state.market[slot] = actions.edition.card_names.index(card)
    if len(market) < MARKET_SIZE and state.deck_size > 0:
        told = f"the market holds {MARKET_SIZE} cards whenever the deck can supply them (R-MARKET-1)"
        raise PositionError(told, "position-market", n=MARKET_SIZE)
    row = bytes(state.market)
    refill_market(state, no_journal())
    if bytes(state.market) != row:
        told = "three or more of the face-up cards are wild, and such a row does not stay (R-MARKET-2)"
        raise PositionError(told, "position-wilds")


def _place_turn(actions: ActionSpace, states: States, data: PositionData) -> None:
    board, state, seat = actions.boards[0], states[0], data["turn"]
    state.acting = state.start = seat
    state.final_turns = _final_turns(board, state, data)
    if data["offer"] and data["second_card"]:
        told = "an offer and a second card cannot both be open: a turn is one or the other (R-TURN-1)"
        raise PositionError(told, "position-turn")
    if data["offer"]:
        state.phase = OFFER
    elif data["second_card"]:
        state.phase = SECOND_CARD
        if state.hand_size[seat] == state.shown[seat, WILD]:
            told = f"seat {seat} holds no card that could have been its first: a second card is not due (R-DRAW-1, R-DRAW-3)"
            raise PositionError(told, "position-first-card", seat=seat)
        if not legal(actions.boards, states, seat, np.empty(actions.size, dtype=np.int64)):
            told = f"nothing is left for the second card of seat {seat}: its turn would have ended with one (R-DRAW-6)"
            raise PositionError(told, "position-second-card", seat=seat)
    else:
        state.phase = TURN
        begin_turn(board, state, no_journal())
        if state.phase == OVER or state.acting != seat:
            raise PositionError(f"seat {seat} has nothing to do in this position (R-TURN-2)", "position-idle", seat=seat)


def _final_turns(board: Board, state: State, data: PositionData) -> int:
    """Turns left of the final round; -1 before it."""
    turn, told, players = data["turn"], data["final_turns"], int(state.players)
    for left in range(1, players + 1):
        # R-END-1: of those who are low now, the one that played longest ago was the first to be, and has the last turn
        seat = (turn + left - 1) % players
        if starts_final_round(board, int(state.pieces[seat])):
            if told is not None and told > left:
                pieces = int(state.pieces[seat])
                low = f"seat {seat} with {pieces} pieces plays no later than last in the final round (R-END-1)"
                words = f"final_turns is {told}; allowed: at most {left}, since {low}"
                raise PositionError(words, "position-final", seat=seat, value=told, most=left, pieces=pieces)
            # with fewer turns left, the round was on before the seat had so few
            return left if told is None else told
    return -1 if told is None else told
