"""Hidden information: what one seat may know of a state (R-SECRET).

`redact` is the one door: whatever leaves the engine for a seat, a spectator or a bot comes out of it. In a redacted state the cards of
other hands that the seat can't tell lie in the deck's counts (`deck_size` and `hand_size` stay true); tickets it can't tell are UNKNOWN.
`card_worlds` and `ticket_worlds` deal such a state out again.
"""

from __future__ import annotations

from allaboard.editions.bounds import MAX_OFFER
from allaboard.engine.card_log import forget_card_log, redact_card_log
from allaboard.engine.jit import inlined
from allaboard.engine.records import KINDS, NO_TICKET, NOT_CHOSEN, REMOVED, SECRETLY_CHOSEN, UNKNOWN, Board, State
from allaboard.engine.ticket_log import forget_ticket_log, redact_ticket_log

__all__ = ["forget_logs", "redact", "redact_moment"]


@inlined
def redact(board: Board, state: State, seat: int) -> None:
    """Blank, in place, what a seat cannot know; a negative seat is a spectator (R-SECRET-1 to R-SECRET-3)."""
    redact_card_log(state, seat)
    redact_ticket_log(state, seat)
    redact_table(board, state, seat)


@inlined
def redact_moment(board: Board, state: State, seat: int) -> None:
    """The same for somebody who looks only at the moment, and not at how it came about: the logs are blank."""
    forget_logs(state)
    redact_table(board, state, seat)


@inlined
def forget_logs(state: State) -> None:
    """Leave nothing of what was written down for seats that count."""
    forget_card_log(state)
    forget_ticket_log(state)


@inlined
def redact_table(board: Board, state: State, seat: int) -> None:
    """Blank the secrets of hands, tickets and decks."""
    for word in range(4):
        state.card_stream[word] = 0
        state.ticket_stream[word] = 0
    for other in range(state.players):
        if other != seat:
            redact_hand(state, other, seat < 0)
            redact_offer(state, other)
    for position in range(state.queue_size):
        if seat < 0 or (state.queue_known[position] >> seat) & 1 == 0:
            state.queue[position] = NO_TICKET
    for ticket in range(board.tickets):
        state.seen[ticket] = state.seen[ticket] & (1 << seat) if seat >= 0 else 0
        if state.place[ticket] == REMOVED and state.seen[ticket] != 0:
            continue  # the seat itself put it out of the game
        if state.place[ticket] != seat and not known_under_deck(state, ticket):
            state.place[ticket] = UNKNOWN
    if seat < 0:
        for other in range(state.players):
            for kind in range(KINDS):
                state.known[other, kind] = state.shown[other, kind]


@inlined
def redact_hand(state: State, other: int, spectator: bool) -> None:
    """Mix the cards of a hand that cannot be told into the deck."""
    for kind in range(KINDS):
        told = state.shown[other, kind] if spectator else state.known[other, kind]
        state.deck[kind] += state.hands[other, kind] - told
        state.hands[other, kind] = told


@inlined
def redact_offer(state: State, other: int) -> None:
    """Hide another seat's offer and its choice at set-up."""
    for position in range(MAX_OFFER):
        state.offer[other, position] = NO_TICKET
    if state.chosen[other] != NOT_CHOSEN:
        state.chosen[other] = SECRETLY_CHOSEN


@inlined
def known_under_deck(state: State, ticket: int) -> bool:
    """Whether a redacted queue still shows this ticket."""
    for position in range(state.queue_size):
        if state.queue[position] == ticket:
            return True
    return False
