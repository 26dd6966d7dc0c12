"""What is true of every state that play can reach, as compiled checks: nothing is lost, sizes agree, secrets are followed rightly.

The checks restate the rules from the other end, from what lies on the table, and share no bookkeeping with the engine.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from allaboard.editions.bounds import MARKET_SIZE, MAX_OFFER, MAX_PLAYERS
from allaboard.engine.bits import bit, lowest_bit
from allaboard.engine.card_log import PAID, RESHUFFLED, is_bound
from allaboard.engine.chance import below, seed_stream
from allaboard.engine.jit import inlined
from allaboard.engine.journal import no_journal
from allaboard.engine.legal import ALLOWED, list_actions, random_action, refusal
from allaboard.engine.playout import next_seat
from allaboard.engine.records import (
    CHOOSING,
    IN_DECK,
    IN_QUEUE,
    KINDS,
    NO_CARD,
    NO_TICKET,
    OFFER,
    OUT,
    OVER,
    REMOVED,
    SECOND_CARD,
    TURN,
    WILD,
    Board,
    State,
)
from allaboard.engine.seeding import set_game_seed
from allaboard.engine.setup import set_up
from allaboard.engine.ticket_log import HEAD, entry_size, pattern_of
from allaboard.engine.turn import apply, can_act

SOUND: Final = 0
FAULTS: Final = {
    1: "a card was lost or made",
    2: "a size is not that of what it counts",
    3: "others know of a card that is not in the hand",
    4: "the market has a gap or too many wilds",
    5: "pieces or points are not those of the claimed routes",
    6: "a route is open that is not, or closed that is open",
    7: "a ticket was lost, made or misplaced",
    8: "the phase does not fit what lies on the table",
    9: "a log of cards or tickets does not lead to what lies on the table",
    10: "the legal actions are not sorted, or not those that are allowed",
}
POLICY: Final = 77


@inlined
def check_state(board: Board, state: State) -> int:
    """The number of the first fault of a state; 0 when it is sound."""
    fault = check_cards(board, state)
    if fault == SOUND:
        fault = check_routes(board, state)
    if fault == SOUND:
        fault = check_tickets(board, state)
    if fault == SOUND:
        fault = check_phase(board, state)
    if fault == SOUND:
        fault = check_logs(board, state)
    return fault


@inlined
def check_cards(board: Board, state: State) -> int:
    """Every card is in one place, and the row is whole and clean (R-MARKET-1, R-MARKET-2, R-DECK-1)."""
    deck = 0
    discarded = 0
    for kind in range(KINDS):
        cards = state.deck[kind] + state.discard[kind]
        if state.deck[kind] < 0 or state.discard[kind] < 0:
            return 1
        for seat in range(state.players):
            hand, shown, known = state.hands[seat, kind], state.shown[seat, kind], state.known[seat, kind]
            cards += hand
            if shown < 0 or known < shown or hand < known or (state.players > 2 and known != shown):
                return 3
        for slot in range(MARKET_SIZE):
            if state.market[slot] == kind:
                cards += 1
        if cards != board.cards[kind]:
            return 1
        deck += state.deck[kind]
        discarded += state.discard[kind]
    if deck != state.deck_size or discarded != state.discard_size or (deck == 0 and discarded > 0):
        return 2
    for seat in range(state.players):
        if state.hands[seat].sum() != state.hand_size[seat]:
            return 2
    wilds = 0
    for slot in range(MARKET_SIZE):
        if state.market[slot] == NO_CARD and deck > 0:
            return 4
        if state.market[slot] == WILD:
            wilds += 1
    return 4 if wilds > 2 and clean_row_exists(state) else SOUND


@inlined
def clean_row_exists(state: State) -> bool:
    """Whether some draw from deck, discard pile and market lays a row of at most two wilds (ruling of R-MARKET-2)."""
    coloured = 0
    for kind in range(1, KINDS):
        coloured += state.deck[kind]
    if state.deck_size == MARKET_SIZE and state.discard_size == 0:
        return coloured > 2  # row and deck would change places for ever
    for kind in range(1, KINDS):
        coloured += state.discard[kind]
    for slot in range(MARKET_SIZE):
        if state.market[slot] > WILD:
            coloured += 1
    return coloured > 2


@inlined
def check_routes(board: Board, state: State) -> int:
    """Pieces, points and open routes follow from who claimed what (R-CLAIM-5 to R-CLAIM-7)."""
    taken_low, taken_high = np.uint64(0), np.uint64(0)
    closed = np.zeros(2, np.uint64)
    barred = np.zeros(2, np.uint64)
    few_players = board.twins_close[state.players] == 1
    for seat in range(state.players):
        claimed = state.claimed[seat]
        if (claimed[0] & taken_low) | (claimed[1] & taken_high) != np.uint64(0):
            return 6
        taken_low |= claimed[0]
        taken_high |= claimed[1]
        pieces = board.pieces
        points = 0
        barred[:] = 0
        for half in range(2):
            word = claimed[half]
            while word != np.uint64(0):
                route = 64 * half + lowest_bit(word)
                word &= word - np.uint64(1)
                pieces -= board.length[route]
                points += board.route_points[board.length[route]]
                twin = board.twin[route]
                if twin >= 0 and few_players:
                    closed[twin >> 6] |= bit(twin)
                elif twin >= 0:
                    barred[twin >> 6] |= bit(twin)
        if pieces < 0 or state.pieces[seat] != pieces or state.points[seat] != points:
            return 5
        if state.barred[seat, 0] != barred[0] or state.barred[seat, 1] != barred[1]:
            return 6
        if (claimed[0] & barred[0]) | (claimed[1] & barred[1]) != np.uint64(0):
            return 6
    if (taken_low & closed[0]) | (taken_high & closed[1]) != np.uint64(0):
        return 6
    low, high = ~taken_low & ~closed[0], ~taken_high & ~closed[1]
    return SOUND if state.free[0] == board.all_routes[0] & low and state.free[1] == board.all_routes[1] & high else 6


@inlined
def check_tickets(board: Board, state: State) -> int:
    """Every ticket is in one place, and the counts that all may see are right."""
    counts = np.zeros(REMOVED + 1, np.int64)
    for ticket in range(board.tickets):
        if state.place[ticket] < 0 or state.place[ticket] > REMOVED:
            return 7
        counts[state.place[ticket]] += 1
    for seat in range(state.players):
        if counts[seat] != state.ticket_count[seat] + state.offer_size[seat]:
            return 7
        for position in range(MAX_OFFER):
            ticket = state.offer[seat, position]
            if position >= state.offer_size[seat]:
                if ticket != NO_TICKET:
                    return 7
            elif ticket < 0 or state.place[ticket] != seat:
                return 7
    if counts[IN_DECK] != state.tickets_in_deck or counts[IN_QUEUE] != state.queue_size:
        return 7
    if counts[REMOVED] > 0 and board.setup_return != OUT:
        return 7
    for position in range(state.queue_size):
        ticket = state.queue[position]
        if ticket < 0 or state.place[ticket] != IN_QUEUE:
            return 7
        for other in range(position):
            if state.queue[other] == ticket:
                return 7
    return SOUND


@inlined
def check_phase(board: Board, state: State) -> int:
    """Somebody can act until the game is over, and only the acting seat has an offer before it."""
    if state.phase == CHOOSING:
        return SOUND if state.acting == -1 and next_seat(state) >= 0 and state.turns == 0 else 8
    if state.acting < 0 or state.acting >= state.players or state.final_turns < -1 or state.final_turns > state.players:
        return 8
    for seat in range(state.players):
        if (state.offer_size[seat] > 0) != (state.phase == OFFER and seat == state.acting):
            return 8
        if state.pieces[seat] <= board.final_round_at and state.final_turns < 0 and (state.phase != OVER):
            return 8
    if state.phase == TURN:
        return SOUND if can_act(board, state, state.acting) else 8
    if state.phase == SECOND_CARD:
        return SOUND if state.deck_size > 0 or state.market.max() > WILD else 8
    return SOUND if state.phase in (OFFER, OVER) else 8


@inlined
def check_logs(board: Board, state: State) -> int:
    """The hidden cards of every hand are those drawn and not paid since, and who kept a ticket holds it."""
    hidden = np.zeros((MAX_PLAYERS, KINDS), np.int64)
    bounds = 0
    for position in range(state.card_log_size):
        event = int(state.card_log[position])
        if event == RESHUFFLED:
            bounds = 0
        elif is_bound(event):
            bounds += 1
        else:
            hidden[event >> 4 & 7, event & 15] += -1 if event >= PAID else 1
    if bounds != state.row_bounds:
        return 9
    for seat in range(state.players):
        for kind in range(KINDS):
            if state.card_log_size > 0 and hidden[seat, kind] != state.hands[seat, kind] - state.shown[seat, kind]:
                return 9
    for ticket in range(board.tickets):
        holder = state.place[ticket]
        if holder < state.players and (state.seen[ticket] >> holder) & 1 == 0:
            return 9
    at = 0
    while at < state.ticket_log_size:
        seat, size = int(state.ticket_log[at]) & 7, entry_size(state, at)
        for position in range(size - HEAD):
            ticket = state.ticket_log[at + HEAD + position]
            kept = (board.keep_mask[pattern_of(state, at)] >> position) & 1 == 1
            if (kept and state.place[ticket] != seat) or (state.seen[ticket] >> seat) & 1 == 0:
                return 9
        at += size
    return SOUND


@inlined
def check_legal(board: Board, state: State, actions: Any) -> int:
    """For every seat, the sorted list is exactly what is not refused; one seat at least has something to do until the end."""
    anything = 0
    for seat in range(state.players):
        listed = list_actions(board, state, seat, actions)
        anything += listed
        n = 0
        for action in range(-1, board.actions + 1):
            allowed = refusal(board, state, seat, action) == ALLOWED
            if allowed != (n < listed and actions[n] == action):
                return 10
            n += allowed
        if n != listed:
            return 10
    return SOUND if (anything > 0) == (state.phase != OVER) else 8


@inlined
def first_fault(boards: Any, states: Any) -> int:
    """Check one state in all ways, legal actions included."""
    fault = check_state(boards[0], states[0])
    return fault if fault != SOUND else check_legal(boards[0], states[0], np.empty(boards[0].actions + 1, np.int64))


@inlined
def play_checked(boards: Any, states: Any, players: int, seed: Any, games: int, often: int, report: Any) -> int:
    """Play random games and check every state, its legal actions only every so `often`.

    Every second game likes tickets, since chance alone seldom reaches the bottom of that deck. Returns the first fault, with the
    number of the game and of the decision in `report`; without one, `report` holds the number of games and of all decisions.
    """
    board, state = boards[0], states[0]
    actions = np.empty(board.actions + 1, np.int64)
    journal = no_journal()
    stream, game_seed = np.empty(4, np.uint64), np.empty(4, np.uint64)
    decisions = 0
    for game in range(games):
        set_game_seed(game_seed, seed, game)
        set_up(board, state, players, -1, game_seed, journal)
        seed_stream(stream, game_seed, POLICY)
        decision = 0
        while True:
            fault = check_state(board, state)
            if fault == SOUND and (decisions + decision) % often == 0:
                fault = check_legal(board, state, actions)
            if fault != SOUND:
                report[0], report[1] = game, decision
                return fault
            if state.phase == OVER:
                break
            seat = next_seat(state)
            action = random_action(board, state, seat, stream)
            if game & 1 and state.phase == TURN and below(stream, 2) == 0 and state.tickets_in_deck + state.queue_size > 0:
                action = board.draw_tickets_id
            apply(board, state, seat, action, journal)
            decision += 1
        decisions += decision
    report[0], report[1] = games, decisions
    return SOUND
