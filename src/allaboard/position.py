"""Positions by names: who holds and has claimed what, for tests, puzzles and analysis. The game that comes of one obeys all rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from allaboard.actions import ActionTable, action_table
from allaboard.editions import Edition
from allaboard.editions import edition as find_edition
from allaboard.engine.bits import bit, has_bit
from allaboard.engine.chance import new_tape, seed_stream
from allaboard.engine.entry import new_states
from allaboard.engine.layout import IN_QUEUE, NO_CARD, OFFER, OVER, REMOVED, SECOND_CARD, TURN
from allaboard.engine.market import refill_market
from allaboard.engine.setup import CARDS, TICKETS, clear
from allaboard.engine.turn import begin_turn
from allaboard.game import Game, check_players, seed_bytes
from allaboard.notation import NotationError, parse_route, parse_ticket

__all__ = ["Position", "PositionError"]


class PositionError(ValueError):
    """A position that cannot be: it says what is too much, missing or contradictory."""


class Position:
    """A position under construction; every method returns the position, and `game()` starts a game from it.

    >>> position = Position("usa", players=2).hand(0, purple=3, wild=1).claimed(1, "Denver–Omaha").turn(0)
    >>> game = position.game(seed=1)
    >>> "claim Helena–Seattle with 3 yellow" in game.view(0)["you"]["legal"]
    False
    """

    def __init__(self, edition: Edition | str, players: int = 2) -> None:
        self.edition = find_edition(edition) if isinstance(edition, str) else edition
        check_players(self.edition, players, None)
        self.players = players
        self._data: dict[str, Any] = {
            "hands": [{} for _ in range(players)],
            "shown": [{} for _ in range(players)],
            "claimed": [[] for _ in range(players)],
            "tickets": [[] for _ in range(players)],
            "pieces": [None] * players,
            "market": None,
            "deck": None,
            "discard": {},
            "ticket_deck": None,
            "under_deck": [],
            "offer": [],
            "turn": 0,
            "second_card": False,
            "final_turns": None,
        }

    def hand(self, seat: int, **cards: int) -> Position:
        """Cards that a seat holds."""
        self._data["hands"][self._seat(seat)] = self._cards(cards)
        return self

    def shown(self, seat: int, **cards: int) -> Position:
        """Those cards of the hand that the others saw being taken."""
        self._data["shown"][self._seat(seat)] = self._cards(cards)
        return self

    def claimed(self, seat: int, *routes: str) -> Position:
        """Routes that a seat has claimed, by name; of twins, the name says which."""
        self._data["claimed"][self._seat(seat)] += [self._name(parse_route, route) for route in routes]
        return self

    def tickets(self, seat: int, *tickets: str) -> Position:
        """Tickets that a seat has kept."""
        self._data["tickets"][self._seat(seat)] += [self._name(parse_ticket, ticket) for ticket in tickets]
        return self

    def pieces(self, seat: int, pieces: int) -> Position:
        """Pieces a seat has left, where it should not be what its claimed routes leave."""
        self._data["pieces"][self._seat(seat)] = pieces
        return self

    def market(self, *cards: str) -> Position:
        """The face-up cards; without this they are laid from the deck."""
        self._data["market"] = [self._card(card) for card in cards]
        return self

    def deck(self, **cards: int) -> Position:
        """What exactly the deck holds; all other cards that are nowhere else are on the discard pile."""
        self._data["deck"] = self._cards(cards)
        return self

    def discard(self, **cards: int) -> Position:
        """Cards on the discard pile; all others that are nowhere else are in the deck."""
        self._data["discard"] = self._cards(cards)
        return self

    def ticket_deck(self, *tickets: str) -> Position:
        """What exactly the ticket deck holds in unknown order; tickets that are nowhere else are out of the game."""
        self._data["ticket_deck"] = [self._name(parse_ticket, ticket) for ticket in tickets]
        return self

    def under_deck(self, *tickets: str) -> Position:
        """Tickets given back, under the ticket deck, the uppermost first."""
        self._data["under_deck"] = [self._name(parse_ticket, ticket) for ticket in tickets]
        return self

    def offer(self, *tickets: str) -> Position:
        """Tickets that the acting seat has just drawn and has to choose from."""
        self._data["offer"] = [self._name(parse_ticket, ticket) for ticket in tickets]
        return self

    def turn(self, seat: int, *, second_card: bool = False) -> Position:
        """Whose turn it is, and whether a first card was already drawn."""
        self._data["turn"], self._data["second_card"] = self._seat(seat), second_card
        return self

    def final_turns(self, turns: int) -> Position:
        """How many turns are left of the final round."""
        self._data["final_turns"] = turns
        return self

    def to_json(self) -> dict[str, Any]:
        """The position as plain data."""
        return {"players": self.players, **self._data}

    @classmethod
    def from_json(cls, edition: Edition, data: dict[str, Any]) -> Position:
        """Read a position from its plain data."""
        position = cls(edition, data["players"])
        if unknown := set(data) - {"players", *position._data}:
            raise PositionError(f"a position has no {', '.join(sorted(unknown))}")
        for key in position._data:
            position._data[key] = data.get(key, position._data[key])
        return position

    def game(self, seed: int | bytes | None = None) -> Game:
        """A game that starts here; the seed decides what chance gives from now on."""
        table = action_table(self.edition)
        states = new_states()
        board, state = table.boards[0], states[0]
        clear(board, state, self.players)
        words = np.frombuffer(seed_bytes(seed), dtype="<u8").astype(np.uint64)
        seed_stream(state.card_stream, words, CARDS)
        seed_stream(state.ticket_stream, words, TICKETS)
        self._place_routes(table, board, state)
        self._place_cards(state)
        self._place_tickets(table, state)
        self._place_turn(board, state)
        game = Game.from_states(self.edition, states)
        game.position = self._laid(state)
        return game

    def _laid(self, state: Any) -> dict[str, Any]:
        """The position as plain data with the cards as they lie once the market is laid: whoever reads it needs no seed."""
        names = self.edition.card_names
        market = [names[kind] for kind in state.market if kind != NO_CARD]
        deck = {card: int(state.deck[kind]) for kind, card in enumerate(names) if state.deck[kind]}
        return {**self.to_json(), "market": market, "deck": deck, "discard": {}}

    def _place_routes(self, table: ActionTable, board: Any, state: Any) -> None:
        for seat, names in enumerate(self._data["claimed"]):
            for name in names:
                route = table.route_index[name]
                twin = int(board.twin[route])
                if not has_bit(state.free, route) or has_bit(state.barred[seat], route):
                    raise PositionError(f"seat {seat} cannot have claimed {name}: it, or its twin, is taken (R-CLAIM-6, R-CLAIM-7)")
                # compiled rules hand words back as plain integers, which know no fixed width
                state.claimed[seat, route >> 6] |= np.uint64(bit(route))
                state.free[route >> 6] &= ~np.uint64(bit(route))
                if twin >= 0 and self.players <= board.twin_closed_up_to:
                    state.free[twin >> 6] &= ~np.uint64(bit(twin))
                elif twin >= 0:
                    state.barred[seat, twin >> 6] |= np.uint64(bit(twin))
                state.pieces[seat] -= board.length[route]
                state.points[seat] += board.route_points[board.length[route]]
            if state.pieces[seat] < 0:
                raise PositionError(f"seat {seat} has claimed more spaces than its {board.pieces} pieces fill (R-CLAIM-5)")
            if (pieces := self._data["pieces"][seat]) is not None:
                if not 0 <= pieces <= board.pieces:
                    raise PositionError(f"seat {seat} can have from 0 to {board.pieces} pieces, not {pieces}")
                state.pieces[seat] = pieces

    def _place_cards(self, state: Any) -> None:
        names = self.edition.card_names
        for seat, hand in enumerate(self._data["hands"]):
            for card, count in hand.items():
                state.hands[seat, names.index(card)] = count
                state.hand_size[seat] += count
                state.deck[names.index(card)] -= count
            for card, count in self._data["shown"][seat].items():
                if count > state.hands[seat, names.index(card)]:
                    raise PositionError(f"seat {seat} was seen to take {count} {card}, but holds fewer")
                state.shown[seat, names.index(card)] = state.known[seat, names.index(card)] = count
        for slot, card in enumerate(self._data["market"] or []):
            state.market[slot] = names.index(card)
            state.deck[names.index(card)] -= 1
        exact = self._data["deck"]
        for kind, card in enumerate(names):
            left = int(state.deck[kind])
            discarded = left - exact.get(card, 0) if exact is not None else self._data["discard"].get(card, 0)
            if left < 0 or not 0 <= discarded <= left:
                raise PositionError(f"there are not so many {card} cards: the edition has {left + self._placed(card)}")
            state.deck[kind] = left - discarded
            state.discard[kind] = discarded
        state.deck_size, state.discard_size = int(state.deck.sum()), int(state.discard.sum())

    def _placed(self, card: str) -> int:
        return int(sum(hand.get(card, 0) for hand in self._data["hands"]) + (self._data["market"] or []).count(card))

    def _place_tickets(self, table: ActionTable, state: Any) -> None:
        data, index = self._data, table.ticket_index
        named = [ticket for kept in data["tickets"] for ticket in kept] + data["under_deck"] + data["offer"] + (data["ticket_deck"] or [])
        if len(named) != len(set(named)):
            raise PositionError("a ticket is in two places")
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
        most = state.offer.shape[1]
        if len(data["offer"]) > min(most, self.edition.offer):
            raise PositionError(f"an offer has at most {self.edition.offer} tickets, not {len(data['offer'])}")
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

    def _place_turn(self, board: Any, state: Any) -> None:
        data = self._data
        state.acting = state.start = data["turn"]
        if data["market"] is None:
            refill_market(state, new_tape())
        elif len(data["market"]) < len(state.market) and state.deck_size + state.discard_size > 0:
            raise PositionError(f"the market holds {len(state.market)} cards whenever the deck can supply them (R-MARKET-1)")
        elif np.count_nonzero(np.asarray(state.market) == NO_CARD) == 0:
            before = bytes(state.market)
            refill_market(state, new_tape())
            if bytes(state.market) != before:
                raise PositionError("three or more of the face-up cards are wild, and such a row does not stay (R-MARKET-2)")
        turns = data["final_turns"]
        if turns is None and int(state.pieces[: self.players].min()) <= board.final_round_at:
            turns = self.players  # R-END-1: somebody is down to the last pieces, so the final round has begun
        state.final_turns = -1 if turns is None else turns
        if data["offer"]:
            state.phase = OFFER
        elif data["second_card"]:
            state.phase = SECOND_CARD
        else:
            state.phase = TURN
            begin_turn(board, state)
            if state.phase == OVER or state.acting != data["turn"]:
                raise PositionError(f"seat {data['turn']} has nothing to do in this position (R-TURN-2)")

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.players:
            raise PositionError(f"there is no seat {seat}: seats run from 0 to {self.players - 1}")
        return seat

    def _card(self, card: str) -> str:
        if card not in self.edition.card_names:
            raise PositionError(f"{self.edition.id} has no {card} cards; it has {', '.join(self.edition.card_names)}")
        return card

    def _cards(self, cards: dict[str, int]) -> dict[str, int]:
        for card, count in cards.items():
            if self._card(card) and count < 0:
                raise PositionError(f"{count} {card} cards cannot be anywhere")
        return dict(cards)

    def _name(self, read: Any, name: str) -> str:
        try:
            return str(read(self.edition, name))
        except NotationError as error:
            raise PositionError(str(error)) from error
