"""Positions by names: who holds and has claimed what, for tests, puzzles and analysis. The game that comes of one obeys all rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import deepcopy
from typing import NoReturn, cast

from allaboard.actions import action_space
from allaboard.editions import Edition
from allaboard.editions.bounds import MARKET_SIZE, MAX_PLAYERS
from allaboard.editions.faults import FaultCode, FaultValue
from allaboard.editions.texts import printable, shortened
from allaboard.engine.claiming import pieces_beside
from allaboard.engine.records import CHOOSING, IN_DECK, NO_CARD, SECOND_CARD
from allaboard.engine.typed_records import Int16s
from allaboard.game import Game
from allaboard.notation import NotationError, parse_route, parse_ticket
from allaboard.observation import claimed_routes, offer_of
from allaboard.placement import PositionData, PositionError, PositionFaultCode, place
from allaboard.validation import brief, check_players, edition_of, seat_number, seed_bytes, whole_number

__all__ = ["Position", "PositionError"]


class Position:
    """A position under construction; every method returns the position, and `game()` starts a game from it.

    A position may be any that play could reach, or could go on from: hands, tickets and pieces need not add up to a history. But no
    card, ticket or piece is in two places, and what the rules do at once is done: the market is whole, a final round that somebody's
    pieces set off has begun, and the seat to act has something to do. What cannot be raises PositionError: a value of its own
    when it is given, which leaves the position as it was, a contradiction between values in `game()`.

    >>> position = Position("usa", players=2).hand(0, purple=3, wild=1).claimed(1, "Denver–Omaha").turn(0)
    >>> game = position.game(seed=1)
    >>> "claim Helena–Seattle with 3 yellow" in game.view(0)["you"]["legal"]
    False
    """

    def __init__(self, edition: Edition | str, players: int = 2) -> None:
        try:
            self.edition = edition_of(edition)
        except ValueError as error:
            raise PositionError(str(error)) from error
        try:
            self.players, _ = check_players(self.edition, players, None)
        except ValueError as error:
            limits = {"least": self.edition.min_players, "most": self.edition.max_players}
            raise PositionError(str(error), "whole", field="players", value=brief(players), **limits) from error
        self._table = action_space(self.edition)
        self._data: PositionData = {
            "players": self.players,
            "hands": [{} for _ in range(self.players)],
            "shown": [{} for _ in range(self.players)],
            "claimed": [[] for _ in range(self.players)],
            "tickets": [[] for _ in range(self.players)],
            "pieces": [None] * self.players,
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

    def __repr__(self) -> str:
        claimed = sum(map(len, self._data["claimed"]))
        routes = f"{claimed} {'route' if claimed == 1 else 'routes'} claimed"
        return f"<Position {self.edition.id}, {self.players} players: seat {self._data['turn']} to act, {routes}>"

    def hand(self, seat: int, /, **cards: int) -> Position:
        """Cards that a seat holds."""
        return self._put(hands=self._with(seat, self._data["hands"], cards))

    def shown(self, seat: int, /, **cards: int) -> Position:
        """Those cards of the hand that the others saw being taken."""
        return self._put(shown=self._with(seat, self._data["shown"], cards))

    def claimed(self, seat: int, *routes: str) -> Position:
        """Routes that a seat has claimed, by name; of twins, the name says which."""
        named = self._names(parse_route, routes)
        return self._put(claimed=self._more(seat, self._data["claimed"], named))

    def tickets(self, seat: int, *tickets: str) -> Position:
        """Tickets that a seat has kept."""
        named = self._names(parse_ticket, tickets)
        return self._put(tickets=self._more(seat, self._data["tickets"], named))

    def pieces(self, seat: int, pieces: int) -> Position:
        """Pieces a seat has left, where they are fewer than its claimed routes leave."""
        return self._put(pieces=self._with(seat, self._data["pieces"], pieces))

    def market(self, *cards: str) -> Position:
        """The face-up cards; without this they are laid from the deck."""
        return self._put(market=list(cards))

    def deck(self, /, **cards: int) -> Position:
        """What exactly the deck holds; all other cards that are nowhere else are on the discard pile."""
        return self._put(deck=cards)

    def discard(self, /, **cards: int) -> Position:
        """Cards on the discard pile; all others that are nowhere else are in the deck."""
        return self._put(discard=cards)

    def ticket_deck(self, *tickets: str) -> Position:
        """What exactly the ticket deck holds in unknown order; tickets that are nowhere else are out of the game."""
        return self._put(ticket_deck=self._names(parse_ticket, tickets))

    def under_deck(self, *tickets: str) -> Position:
        """Tickets given back, under the ticket deck, the uppermost first."""
        return self._put(under_deck=self._names(parse_ticket, tickets))

    def offer(self, *tickets: str) -> Position:
        """Tickets that the acting seat has just drawn and has to choose from."""
        return self._put(offer=self._names(parse_ticket, tickets))

    def turn(self, seat: int, *, second_card: bool = False) -> Position:
        """Whose turn it is, and whether a first card was already drawn."""
        return self._put(turn=seat, second_card=second_card)

    def final_turns(self, turns: int) -> Position:
        """How many turns are left of the final round; without this, as many as the seats' pieces tell."""
        return self._put(final_turns=turns)

    def to_json(self) -> PositionData:
        """The position as plain data."""
        return deepcopy(self._data)

    @classmethod
    def from_json(cls, edition: Edition | str, data: object) -> Position:
        """Read a position from its plain data; fields that are missing are as in a new position."""
        if not isinstance(data, dict):
            raise PositionError(f"a position is {brief(data)}; allowed: an object with the fields of Position.to_json")
        if "players" not in data:
            raise PositionError("a position lacks players", "whole", field="players", least=2, most=MAX_PLAYERS)
        position = cls(edition, data["players"])
        fields = {key: value for key, value in data.items() if key != "players"}
        if unknown := [key for key in fields if key not in position._data]:
            named = ", ".join(map(brief, unknown[:5]))
            allowed = ", ".join(position._data)
            first = printable(shortened(str(unknown[0])))
            raise PositionError(f"a position has no {named}; allowed: {allowed}", "key", field=first, list=allowed)
        return position._put(**fields)

    @classmethod
    def of(cls, game: Game) -> Position:
        """The position of a game in its turns, with every secret; how it came about, and so what seats have counted, is no part of it."""
        if not isinstance(game, Game):
            raise PositionError(f"a position is taken from {brief(game)}; allowed: a Game")
        state, actions = game.state, game.actions
        if game.over or state.phase == CHOOSING:
            now = "over" if game.over else "still choosing its first tickets"
            raise PositionError(f"the game is {now}: a position is a moment of somebody's turn")
        position, cards, tickets = cls(game.edition, game.players), game.edition.card_names, actions.ticket_names
        turn = int(state.acting)
        offer = offer_of(actions, state, turn)

        def counted(counts: Int16s) -> dict[str, int]:
            return {card: int(counts[kind]) for kind, card in enumerate(cards) if counts[kind]}

        def lying(place: int) -> list[str]:
            return [name for ticket, name in enumerate(tickets) if state.place[ticket] == place and name not in offer]

        def fewer_pieces(seat: int, routes: list[int]) -> int | None:
            left = int(state.pieces[seat])
            return left if left < pieces_beside(actions.boards[0], routes) else None

        seats = range(game.players)
        claimed = [claimed_routes(state, seat) for seat in seats]
        return position._put(
            hands=[counted(state.hands[seat]) for seat in seats],
            shown=[counted(state.shown[seat]) for seat in seats],
            claimed=[[actions.route_names[route] for route in routes] for routes in claimed],
            tickets=[lying(seat) for seat in seats],
            pieces=list(map(fewer_pieces, seats, claimed)),
            market=[cards[kind] for kind in state.market if kind != NO_CARD],
            deck=counted(state.deck),
            ticket_deck=lying(IN_DECK),
            under_deck=[tickets[ticket] for ticket in state.queue[: state.queue_size]],
            offer=list(offer),
            turn=turn,
            second_card=bool(state.phase == SECOND_CARD),
            final_turns=int(state.final_turns) if state.final_turns > 0 else None,
        )

    def game(self, seed: int | bytes | None = None) -> Game:
        """A game that starts here; the seed decides what chance gives from now on."""
        try:
            secret = seed_bytes(seed)
        except ValueError as error:
            raise PositionError(str(error)) from error
        states, laid = place(self._table, self.players, self.to_json(), secret)
        game = Game.from_states(self.edition, states)
        game.position = laid
        return game

    def _with(self, seat: int, values: Sequence[object], value: object) -> list[object]:
        """The values of all seats, with a new one for a seat."""
        seat = self._seat("seat", seat)
        return [*values[:seat], value, *values[seat + 1 :]]

    def _more(self, seat: int, values: Sequence[list[str]], more: Sequence[object]) -> list[object]:
        """The values of all seats, with more for a seat."""
        return self._with(seat, values, [*values[self._seat("seat", seat)], *more])

    def _names(self, read: Callable[[Edition, str], str], names: Sequence[object]) -> list[object]:
        """Names as they are spelled in data; reading them is kind."""
        try:
            return [read(self.edition, name) if isinstance(name, str) else name for name in names]
        except NotationError as error:
            raise PositionError(str(error)) from error

    def _put(self, **fields: object) -> Position:
        """Take over values that have the right form: all of them, or none."""
        checked = {key: self._checked(key, value) for key, value in fields.items()}
        self._data = cast(PositionData, {**self._data, **checked})
        return self

    def _checked(self, key: str, value: object) -> object:
        """The value of a field as plain data of its own. This is the one place that says which form each field has."""
        match key:
            case "hands" | "shown":
                return self._by_seat(key, value, self._cards)
            case "claimed":
                return self._by_seat(key, value, self._routes)
            case "tickets":
                return self._by_seat(key, value, self._tickets)
            case "pieces":
                return self._by_seat(key, value, self._pieces)
            case "market":
                return None if value is None else self._list(key, value, self.edition.card_names, "card", MARKET_SIZE)
            case "deck":
                return None if value is None else self._cards(key, value)
            case "discard":
                return self._cards(key, value)
            case "ticket_deck":
                return None if value is None else self._tickets(key, value)
            case "under_deck":
                return self._tickets(key, value)
            case "offer":
                return self._list(key, value, self._table.ticket_index, "ticket", self.edition.offer)
            case "turn":
                return self._seat(key, value)
            case "second_card":
                return value if isinstance(value, bool) else refuse(key, value, "true or false", "flag")
            case "final_turns":
                # R-END-1: everybody has one more turn
                return None if value is None else self._whole(key, value, 1, self.players)
        raise AssertionError(key)

    def _by_seat(self, key: str, value: object, check: Callable[[str, object], object]) -> list[object]:
        if not isinstance(value, list) or len(value) != self.players:
            refuse(key, value, f"a list with a value for each of the {self.players} seats", "position-by-seat", n=self.players)
        return [check(f"{key}[{seat}]", part) for seat, part in enumerate(value)]

    def _cards(self, where: str, value: object) -> dict[str, int]:
        if not isinstance(value, dict):
            refuse(where, value, "an object of card names and numbers", "position-counts")
        names = self.edition.card_names
        if unknown := [card for card in value if card not in names]:
            told = f"{where}: {self.edition.id} has no {brief(unknown[0])} cards; it has {', '.join(names)}"
            raise PositionError(told, "key", field=f"{where}.{printable(shortened(str(unknown[0])))}", list=", ".join(names))
        return {card: self._count(where, card, count) for card, count in value.items()}

    def _count(self, where: str, card: str, value: object) -> int:
        most = int(self._table.boards[0].cards[self.edition.card_names.index(card)])
        try:
            return self._whole(f"{where}.{card}", value, 0, most)
        except PositionError as error:
            if (whole_number(value) or 0) <= most:
                raise
            raise PositionError(str(error), "position-cards", card=card, n=most) from None

    def _routes(self, where: str, value: object) -> list[str]:
        return self._list(where, value, self._table.route_index, "route")

    def _tickets(self, where: str, value: object) -> list[str]:
        return self._list(where, value, self._table.ticket_index, "ticket")

    def _pieces(self, where: str, value: object) -> int | None:
        return None if value is None else self._whole(where, value, 0, self.edition.pieces)

    def _list(self, where: str, value: object, known: Collection[str], what: str, most: int | None = None) -> list[str]:
        most = len(known) if most is None else most
        if not isinstance(value, list) or len(value) > most:
            refuse(where, value, f"a list of at most {most} {what}s", "position-list", most=most)
        for name in value:
            if not isinstance(name, str) or name not in known:
                told = f"{where}: {brief(name)} is no {what} of {self.edition.id}"
                raise PositionError(told, "position-name", field=where, value=brief(name))
        return list(value)

    def _seat(self, where: str, value: object) -> int:
        try:
            return seat_number(value, self.players)
        except ValueError as error:
            limits = {"least": 0, "most": self.players - 1}
            raise PositionError(f"{where}: {error}", "whole", field=where, value=brief(value), **limits) from error

    @staticmethod
    def _whole(where: str, value: object, least: int, most: int) -> int:
        number = whole_number(value)
        if number is None or not least <= number <= most:
            refuse(where, value, f"a whole number from {least} to {most}", "whole", least=least, most=most)
        return number


def refuse(where: str, value: object, allowed: str, code: FaultCode | PositionFaultCode, **limits: FaultValue) -> NoReturn:
    """Refuse the value of a field: the form it must have in words, and as a code with its limits."""
    raise PositionError(f"{where} is {brief(value)}; allowed: {allowed}", code, field=where, value=brief(value), **limits)
