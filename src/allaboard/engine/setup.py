"""Setting up: pieces, hands, market and the tickets to choose from (R-SETUP)."""

from __future__ import annotations

from allaboard.editions.bounds import MAX_PLAYERS
from allaboard.engine.card_log import forget_card_log
from allaboard.engine.chance import below, seed_stream
from allaboard.engine.jit import inlined
from allaboard.engine.journal import DEALT, Journal, add, tell
from allaboard.engine.market import draw_card, refill_market, reshuffle
from allaboard.engine.records import CHOOSING, IN_DECK, KINDS, NO_CARD, NO_TICKET, NOT_CHOSEN, Board, State
from allaboard.engine.ticket_log import forget_ticket_log
from allaboard.engine.tickets import deal_offer
from allaboard.engine.typed_records import Array, Words

__all__ = ["clear", "set_up"]

CARDS = 1
TICKETS = 2


@inlined
def clear(board: Board, state: State, players: int) -> None:
    """An empty board: every card in the deck, every ticket unseen, nobody has anything but pieces."""
    state.players = players
    state.phase = CHOOSING
    state.acting = -1
    state.start = 0
    state.turns = 0
    state.final_turns = -1
    state.discard_size = 0
    state.queue_size = 0
    state.offer_from_queue = 0
    state.free[0], state.free[1] = board.all_routes[0], board.all_routes[1]
    for seat in range(MAX_PLAYERS):
        state.pieces[seat] = board.pieces if seat < players else 0
        fill(state.barred[seat], 0)
        fill(state.claimed[seat], 0)
        fill(state.hands[seat], 0)
        fill(state.shown[seat], 0)
        fill(state.known[seat], 0)
        fill(state.offer[seat], NO_TICKET)
    fill(state.points, 0)
    fill(state.hand_size, 0)
    fill(state.ticket_count, 0)
    fill(state.offer_size, 0)
    fill(state.chosen, NOT_CHOSEN)
    fill(state.discard, 0)
    fill(state.market, NO_CARD)
    fill(state.place, IN_DECK)
    fill(state.queue, NO_TICKET)
    fill(state.queue_known, 0)
    fill(state.seen, 0)
    fill(state.padding, 0)
    forget_card_log(state)
    forget_ticket_log(state)
    state.deck_size = 0
    for kind in range(KINDS):
        state.deck[kind] = board.cards[kind]
        state.deck_size += board.cards[kind]
    state.tickets_in_deck = board.tickets


@inlined
def fill(values: Array, value: int) -> None:
    """Make all values the same. A slice does it too, but brings the code of messages that nobody ever sees, and takes long to compile."""
    for index in range(len(values)):
        values[index] = value


@inlined
def set_up(board: Board, state: State, players: int, start: int, seed: Words, journal: Journal | None) -> None:
    """Begin a game from a seed of four words; a negative start lets the seed choose the starting seat (R-SETUP-5)."""
    clear(board, state, players)
    seed_stream(state.card_stream, seed, CARDS)
    seed_stream(state.ticket_stream, seed, TICKETS)
    drawn = below(state.ticket_stream, players)  # drawn in any case, so that naming the seat changes no ticket
    state.start = drawn if start < 0 else start
    for seat in range(players):
        tell(journal, DEALT, seat)
        for _ in range(board.starting_hand):
            kind = draw_card(state, journal)
            if kind == NO_CARD:
                return
            state.hands[seat, kind] += 1
            state.hand_size[seat] += 1
            add(journal, kind)
            if state.deck_size == 0:
                reshuffle(state, journal)
    refill_market(state, journal)
    for seat in range(players):
        deal_offer(board, state, seat, journal)
