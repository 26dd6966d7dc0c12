"""The two records that the rules read and write: BOARD, an edition as tables, and STATE, a game in progress.

Both have fixed bounds, so that a copy is one move of memory, a batch is an array, and every edition shares one compiled code.
Card kinds are numbered with the wild first; on routes the same number 0 stands for grey, since no route is wild.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import numpy as np

from allaboard.editions.bounds import (
    MARKET_SIZE,
    MAX_COLOURS,
    MAX_DISTRICTS,
    MAX_LENGTH,
    MAX_LOCATIONS,
    MAX_OFFER,
    MAX_PLAYERS,
    MAX_ROUTES,
    MAX_TICKETS,
)
from allaboard.engine.typed_records import Bytes, Int8s, Int16s, Int32s, Record, Records, Words, dtype_of

__all__ = ["BOARD", "STATE", "Board", "Boards", "State", "States"]

WILD: Final = 0
GREY: Final = 0
KINDS: Final = MAX_COLOURS + 1
LENGTHS: Final = MAX_LENGTH + 1
NOBODY: Final = -1
NO_CARD: Final = -1
NO_TICKET: Final = -1

# phases of a game
CHOOSING: Final = 0  # set-up: every seat chooses among the tickets it was dealt
TURN: Final = 1
SECOND_CARD: Final = 2
OFFER: Final = 3  # the acting seat chooses among the tickets it just drew
OVER: Final = 4

# kinds of actions
DRAW_DECK: Final = 0
TAKE_CARD: Final = 1
CLAIM_ROUTE: Final = 2
DRAW_TICKETS: Final = 3
KEEP_TICKETS: Final = 4

# where a ticket is: with a seat (0-4), or
IN_DECK: Final = 5  # never seen by anybody; the order is not decided yet
IN_QUEUE: Final = 6  # given back, under the deck
REMOVED: Final = 7
UNKNOWN: Final = 8  # in a redacted state

# what a seat chose at set-up, until all have chosen
NOT_CHOSEN: Final = -1
SECRETLY_CHOSEN: Final = -2

# what becomes of the tickets given back at set-up
TO_BOTTOM: Final = 0
SHUFFLED_TO_BOTTOM: Final = 1
OUT: Final = 2

# ways to break a tie
BY_TICKETS: Final = 1
BY_LONGEST_PATH: Final = 2

MAX_KEEPS: Final = 512
MAX_ACTIONS: Final = 2 + KINDS + MAX_ROUTES * (MAX_COLOURS * MAX_LENGTH + 1) + MAX_KEEPS
CARD_LOG: Final = 544
TICKET_LOG: Final = 388
PADDING: Final = 6


class Board(Record):
    """An edition as tables, which the rules only read."""

    locations: Annotated[int, np.int32]
    routes: Annotated[int, np.int32]
    kinds: Annotated[int, np.int32]  # card kinds: the wild and the colours
    tickets: Annotated[int, np.int32]
    districts: Annotated[int, np.int32]
    pieces: Annotated[int, np.int32]
    longest_route: Annotated[int, np.int32]
    cards: Annotated[Int16s, KINDS]
    starting_hand: Annotated[int, np.int32]
    setup_offer: Annotated[int, np.int32]
    setup_keep: Annotated[int, np.int32]
    setup_return: Annotated[int, np.int32]
    offer: Annotated[int, np.int32]
    keep: Annotated[int, np.int32]
    return_chosen: Annotated[int, np.int32]
    twins_close: Annotated[Bytes, MAX_PLAYERS + 1]  # by the number of players
    final_round_at: Annotated[int, np.int32]
    longest_path_points: Annotated[int, np.int32]
    attraction_points: Annotated[int, np.int32]
    tie_breaks: Annotated[Int32s, 2]
    route_points: Annotated[Int32s, LENGTHS]
    # routes
    ends: Annotated[Int32s, (MAX_ROUTES, 2)]
    length: Annotated[Int32s, MAX_ROUTES]
    colour: Annotated[Int32s, MAX_ROUTES]
    twin: Annotated[Int32s, MAX_ROUTES]
    sweep: Annotated[Int32s, MAX_LOCATIONS]  # locations in the order in which tangled networks are swept over
    all_routes: Annotated[Words, 2]
    fitting: Annotated[Words, (LENGTHS, 2)]  # routes of at most so many spaces
    fewest_wilds: Annotated[Int8s, (MAX_ROUTES, LENGTHS)]  # that pay for a route beside up to so many cards of a colour
    # routes that exactly so many wilds and up to so many cards of a colour pay for (cards capped at MAX_LENGTH)
    payable: Annotated[Words, (LENGTHS, KINDS, LENGTHS, 2)]
    payable_wild: Annotated[Words, (LENGTHS, 2)]  # grey routes that up to so many wilds pay for, without any colour
    # tickets, attractions, districts
    ticket_ends: Annotated[Int32s, (MAX_TICKETS, 2)]
    ticket_points: Annotated[Int32s, MAX_TICKETS]
    attraction: Annotated[Int32s, MAX_LOCATIONS]
    district_points: Annotated[Int32s, MAX_DISTRICTS]
    district_of: Annotated[Int32s, MAX_LOCATIONS]
    # actions: what each id stands for
    actions: Annotated[int, np.int32]
    action_kind: Annotated[Int8s, MAX_ACTIONS]
    action_card: Annotated[Int8s, MAX_ACTIONS]  # taking a card: its kind
    action_route: Annotated[Int16s, MAX_ACTIONS]  # a claim: the route, the colour of its cards, the wilds beside them
    action_colour: Annotated[Int8s, MAX_ACTIONS]
    action_wilds: Annotated[Int8s, MAX_ACTIONS]
    action_pattern: Annotated[Int16s, MAX_ACTIONS]  # keeping tickets: the pattern
    # ids: claims by `claiming.claim_id`
    draw_deck_id: Annotated[int, np.int32]
    take_id: Annotated[Int32s, KINDS]
    claim_ids: Annotated[Int32s, (MAX_ROUTES, KINDS)]  # with cards of a kind and no wild, each wild more is the next; wilds alone
    draw_tickets_id: Annotated[int, np.int32]
    keep_id: Annotated[Int32s, MAX_KEEPS]
    # patterns by which an offer is kept
    keeps_of: Annotated[Int32s, MAX_OFFER + 2]  # first pattern for an offer of so many tickets
    keep_mask: Annotated[Int32s, MAX_KEEPS]
    keep_count: Annotated[Int32s, MAX_KEEPS]
    keep_in_order: Annotated[Int32s, MAX_KEEPS]  # the returned ones keep the order in which they were drawn
    keep_returns: Annotated[Int32s, (MAX_KEEPS, MAX_OFFER)]


BOARD = dtype_of(Board)


class State(Record):
    """A game in progress."""

    card_stream: Annotated[Words, 4]
    ticket_stream: Annotated[Words, 4]
    free: Annotated[Words, 2]  # routes that somebody may still claim
    barred: Annotated[Words, (MAX_PLAYERS, 2)]  # free twins of a seat's own routes
    claimed: Annotated[Words, (MAX_PLAYERS, 2)]
    players: Annotated[int, np.int32]
    phase: Annotated[int, np.int32]
    acting: Annotated[int, np.int32]
    start: Annotated[int, np.int32]
    turns: Annotated[int, np.int32]  # turns ended, skipped ones included
    final_turns: Annotated[int, np.int32]  # turns left, once the final round has begun; -1 before
    deck_size: Annotated[int, np.int32]
    discard_size: Annotated[int, np.int32]
    tickets_in_deck: Annotated[int, np.int32]
    queue_size: Annotated[int, np.int32]
    card_log_size: Annotated[int, np.int32]
    row_bounds: Annotated[int, np.int32]  # bounds in the card log on what the present deck holds
    ticket_log_size: Annotated[int, np.int32]
    offer_from_queue: Annotated[int, np.int32]  # how many of the offer came from under the deck
    pieces: Annotated[Int16s, MAX_PLAYERS]
    points: Annotated[Int16s, MAX_PLAYERS]
    hand_size: Annotated[Int16s, MAX_PLAYERS]
    ticket_count: Annotated[Int16s, MAX_PLAYERS]
    offer_size: Annotated[Int16s, MAX_PLAYERS]
    chosen: Annotated[Int16s, MAX_PLAYERS]
    hands: Annotated[Int16s, (MAX_PLAYERS, KINDS)]
    shown: Annotated[Int16s, (MAX_PLAYERS, KINDS)]  # taken face up and not paid since: known to all
    known: Annotated[Int16s, (MAX_PLAYERS, KINDS)]  # what every opponent can tell is in the hand
    deck: Annotated[Int16s, KINDS]
    discard: Annotated[Int16s, KINDS]
    market: Annotated[Int8s, MARKET_SIZE]
    offer: Annotated[Int8s, (MAX_PLAYERS, MAX_OFFER)]
    place: Annotated[Int8s, MAX_TICKETS]
    queue: Annotated[Int8s, MAX_TICKETS]
    queue_known: Annotated[Bytes, MAX_TICKETS]  # seats that know which ticket lies here
    seen: Annotated[Bytes, MAX_TICKETS]  # seats that have had the ticket before them
    card_log: Annotated[Bytes, CARD_LOG]  # what the table saw of blind cards since the first reshuffle: `card_log`
    ticket_log: Annotated[Bytes, TICKET_LOG]  # the offers of the game: `ticket_log`
    padding: Annotated[Bytes, PADDING]  # makes the record a whole number of words


STATE = dtype_of(State)

Boards: TypeAlias = Records[Board]
States: TypeAlias = Records[State]
