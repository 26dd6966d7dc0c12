"""What the tests of the rules share: the edition table as literal values, plain positions, and chance that gives what a test asks for.

Positions themselves are built by `allaboard.Position`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import pytest

from allaboard import Action, ClaimRoute, DrawTickets, Edition, Entry, Event, Game, KeepTickets, Position
from allaboard.editions import get_edition as find_edition
from allaboard.editions import load
from allaboard.editions.sample_boards import SAMPLES
from allaboard.notation import parse, text
from allaboard.observation import offer_of

SMALL: Final = {1: 1, 2: 2, 3: 4, 4: 7}
LARGE: Final = {**SMALL, 5: 10, 6: 15}


@dataclass(frozen=True)
class Box:
    """One column of the edition table."""

    most_players: int
    pieces: int
    wilds: int
    per_colour: int
    hand: int
    tickets: int
    dealt: int
    must_keep: int
    setup_return: str
    offer: int
    order_chosen: bool
    twin_closed_up_to: int
    points: dict[int, int]
    points_shown: bool


BOXES: Final = {
    "new-york": Box(4, 15, 8, 6, 2, 18, 2, 1, "bottom", 2, False, 2, SMALL, False),
    "london": Box(4, 17, 8, 6, 2, 20, 2, 1, "bottom", 2, False, 2, SMALL, True),
    "usa": Box(5, 45, 14, 12, 4, 33, 4, 2, "shuffled", 3, True, 3, LARGE, True),
    "usa-anniversary": Box(5, 45, 14, 12, 4, 30, 3, 2, "out", 3, False, 3, LARGE, True),
}

EDITIONS: Final = tuple(BOXES)
NORTH_AMERICA: Final = ("usa", "usa-anniversary")
TABLES: Final = tuple((name, players) for name, box in BOXES.items() for players in range(2, box.most_players + 1))

every_edition = pytest.mark.parametrize("edition", EDITIONS)
every_table = pytest.mark.parametrize(("edition", "players"), TABLES)

ROW: Final = ("blue", "green", "black", "orange", "blue")
"""A market without wilds, in colours that every edition has."""


def islands() -> Edition:
    """A small edition with ferries."""
    return load(SAMPLES / "islands.toml")


def fifth_colour(edition: str) -> str:
    """A colour that does not lie in ROW."""
    return next(colour.name for colour in find_edition(edition).colours if colour.name not in ROW)


def pack(edition: str, *, without: Iterable[str] = (), **fewer: int) -> dict[str, int]:
    """All cards of an edition, but one for each name in `without` and so many of each kind in `fewer`."""
    box = BOXES[edition]
    cards = {name: box.wilds if name == "wild" else box.per_colour for name in find_edition(edition).card_names}
    for name in without:
        cards[name] -= 1
    for name, count in fewer.items():
        cards[name] -= count
    return cards


def routes(edition: Edition | str, *, length: int | None = None, colour: str | None = "any", double: bool | None = None) -> list[str]:
    """Names of the routes of a length, a colour (None: grey) and a kind, each left open unless given."""
    board = (find_edition(edition) if isinstance(edition, str) else edition).board
    return [
        board.route_name(index)
        for index, route in enumerate(board.routes)
        if length in (None, route.length) and colour in ("any", route.colour) and double in (None, route.twin is not None)
    ]


def tickets(edition: str, *numbers: int) -> list[str]:
    """Names of tickets by their place in the edition; without numbers, all of them."""
    names = [ticket.name for ticket in find_edition(edition).tickets]
    return [names[number] for number in numbers] if numbers else names


def begun(edition: str, players: int = 2, *, seed: int = 1, start: int = 0) -> Game:
    """A game whose seats have all kept every ticket they were dealt, so that the first turn is open."""
    game = Game(edition, players, seed, start)
    for seat in range(players):
        game.play(KeepTickets(tuple(game.view(seat)["you"]["offer"])), seat)
    return game


def legal(game: Game, seat: int | None = None) -> list[str]:
    """The legal actions as text."""
    return [text(action) for action in game.legal_actions(seat)]


def payments(game: Game, route: str) -> list[str]:
    """The ways in which the acting seat may pay for a route now."""
    claims = [action for action in game.legal_actions() if isinstance(action, ClaimRoute) and action.route == route]
    return [text(claim).partition(" with ")[2] for claim in claims]


def claimable(game: Game) -> set[str]:
    """The routes that the acting seat may claim now."""
    return {action.route for action in game.legal_actions() if isinstance(action, ClaimRoute)}


def number_of(game: Game, action: Action | str | int, seat: int) -> int:
    """The id of an action of a seat now."""
    if isinstance(action, int):
        return action
    parsed = parse(game.edition, action) if isinstance(action, str) else action
    number = game.actions.number(parsed, offer_of(game.actions, game.state, seat))
    assert number is not None, f"{action!r} is no action here"
    return number


def play_with(game: Game, action: str, *chance: str) -> list[Event]:
    """Play an action of the acting seat while chance gives exactly these cards or tickets: no more, no fewer."""
    seat, told = game.acting[0], len(game.events)
    about_tickets = isinstance(parse(game.edition, action), DrawTickets | KeepTickets)
    names = game.actions.ticket_names if about_tickets else game.edition.card_names
    game.replay([Entry(seat, number_of(game, action, seat), tuple(names.index(name) for name in chance))])
    return game.events[told:]


def kinds(events: Iterable[Event]) -> list[str]:
    """What happened, in one word each."""
    return [event.kind for event in events]


def under_deck(game: Game) -> list[str]:
    """The tickets given back, the uppermost first, as nobody at the table sees them."""
    return [game.actions.ticket_names[ticket] for ticket in game.state.queue[: game.state.queue_size]]


def held(game: Game, seat: int) -> dict[str, int]:
    """The hand of a seat."""
    return dict(game.view(seat)["you"]["hand"])


def snapshot(game: Game) -> tuple[bytes, int, int]:
    """All there is of a game, to tell whether it changed."""
    return game.state.tobytes(), len(game.log), len(game.events)


def plain(edition: str, players: int = 2) -> Position:
    """A position with ROW for a market, before seat 0's turn; all other cards are in the deck, all tickets in theirs."""
    return Position(edition, players).market(*ROW)
