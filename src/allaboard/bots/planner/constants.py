"""The planner's constants: one table that says what each means, what it is by default and how far it may be moved.

Compiled code reads them by name from a record. Worths are in turns, times in shares of what a board offers. Two columns were tuned, for
boards the size of a city and of a country; a board between the two, by the pieces of a player, gets what lies between.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import numpy as np

from allaboard.engine.records import Board

__all__ = ["CONSTANTS", "STYLES", "TABLE", "Constant", "Constants", "constants_of", "new_constants"]

CITY_PIECES: Final = 16
COUNTRY_PIECES: Final = 45
NO_CHANGES: Final[Mapping[str, float]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Constant:
    """One constant: its name, its value on small and on large boards, the range a tuner may search, and its meaning."""

    name: str
    city: float
    country: float
    low: float
    high: float
    meaning: str

    def on(self, pieces: int) -> float:
        """The value on a board with so many pieces for each player."""
        share = (pieces - CITY_PIECES) / (COUNTRY_PIECES - CITY_PIECES)
        return self.city + min(1.0, max(0.0, share)) * (self.country - self.city)


TABLE: Final = (
    Constant("turn_worth", 4.182, 6.237, 1.0, 10.0, "points that a turn is worth when it is not spent on the plan"),
    Constant("points_share", 0.707, 1.045, 0.0, 1.2, "share of a route's own points that makes it cheaper in the plan"),
    Constant("hand_share", 0.768, 0.169, 0.0, 1.0, "share of the cards in hand that counts when a route's price is taken"),
    Constant("draws_per_card", 0.3, 0.439, 0.0, 2.5, "cards drawn to get one of a wanted colour"),
    Constant("grey_ease", 0.539, 0.307, 0.1, 1.2, "how much easier a card for a grey route is found"),
    Constant("scarcity", 0.0, 0.0, 0.0, 1.5, "how strongly a colour that is running out makes its routes dearer"),
    Constant("cheapest_route", 0.115, 0.382, 0.05, 1.0, "the least price of a route, as a share of a turn"),
    Constant("contest", 0.154, 0.0, 0.0, 1.5, "turns added to the price of a route that the rivals surely want"),
    Constant("confidence", 1.0, 0.992, 0.4, 1.2, "share of a ticket's points that one counts on when choosing it"),
    Constant("appetite", -0.965, -1.02, -2.0, 1.0, "points added for each ticket kept, as a share of the board's mean ticket"),
    Constant("time_trust", 1.6, 1.626, 0.5, 2.5, "share of the turns believed left that the plan may use"),
    Constant("more_tickets", 4.521, 3.534, -1.0, 5.0, "how far an offer must beat the best other action, in turns"),
    Constant("pieces_for_more", 0.948, 0.936, 0.0, 1.0, "share of the pieces that must be left for drawing tickets"),
    Constant("time_for_more", 1.0, 0.646, 0.0, 1.0, "most of the time left that the plan may need when tickets are drawn"),
    Constant("spare_card", 0.104, 0.26, 0.0, 1.0, "worth of a card that no target needs, in turns"),
    Constant("needed_card", 3.0, 4.371, 0.05, 8.0, "worth of a card that a target needs, in turns"),
    Constant("progress", 2.981, 2.2, 0.0, 8.0, "what the last card of a target is worth beyond the first, in turns"),
    Constant("spare_wild", 0.425, 1.228, 0.1, 3.0, "worth of a wild that completes no target, in turns"),
    Constant("used_wild", 0.03, 0.0, 0.0, 1.5, "what a wild that completes a target is worth beyond a card, in turns"),
    Constant("filler", 0.566, 0.413, 0.0, 1.5, "weight of routes for points beside those of the plan"),
    Constant("blind", 0.5, 0.826, -0.5, 2.0, "what hidden cards are worth beyond the same cards face up, in turns"),
    Constant("urge", 2.279, 6.107, 0.0, 15.0, "worth of claiming a planned route now, in turns"),
    Constant(
        "pressure",
        1.583,
        3.376,
        0.0,
        6.0,
        "share of its tickets' points that a planned route is worth when the plan needs all the time left",
    ),
    Constant("sharpness", 8.444, 2.368, 0.2, 10.0, "how suddenly time becomes short, as a power of the share of it that the plan needs"),
    Constant("hurry", 0.787, 1.8, 0.0, 3.0, "how much more the plan's cards are worth when it needs all the time left"),
    Constant("risk", 0.583, 0.369, 0.0, 1.5, "chance that a route which the rivals surely want is gone by the next turn"),
    Constant("block", 0.0, 0.0, 0.0, 3.0, "worth of closing a route that a rival wants, as a share of the detour it makes"),
    Constant("longest", 0.0, 0.559, 0.0, 3.0, "weight of extending one's own network for the longest path"),
    Constant(
        "claim_length", 5.804, 4.161, 1.5, 9.0, "spaces that a player is expected to claim in one turn, on a board like North America"
    ),
    Constant("late", 11.896, 10.3, 0.5, 60.0, "turns before the end from which cards in hand lose their worth"),
    Constant("rush", 0.098, 0.073, -0.2, 0.5, "turns' worth of ending the game for each point ahead"),
)

CONSTANTS = np.dtype((np.record, [(constant.name, np.float64) for constant in TABLE]))

Constants: TypeAlias = Any
"""A CONSTANTS record."""

STYLES: Final[dict[str, dict[str, float]]] = {
    "planner": {},
    "racer": {"confidence": 0.5, "appetite": -2.0, "pieces_for_more": 1.0, "filler": 1.3, "rush": 0.3},
    "collector": {"confidence": 1.1, "appetite": 0.5, "pieces_for_more": 0.5, "more_tickets": 0.0, "time_for_more": 0.8},
    "blocker": {"block": 3.0, "risk": 1.0, "contest": 0.0},
}
"""Players with a character of their own: what each changes in the default constants."""


def new_constants(pieces: int, changes: Mapping[str, float] = NO_CHANGES, seats: int = 1) -> Any:
    """Constants for a board with so many pieces for each player and so many seats, but for the changes named."""
    names = {constant.name: constant for constant in TABLE}
    unknown = sorted(set(changes) - set(names))
    if unknown:
        raise ValueError(f"the planner has no constant {', '.join(unknown)}; it has {', '.join(names)}")
    constants = np.zeros(seats, dtype=CONSTANTS)
    for name, constant in names.items():
        constants[name] = changes.get(name, constant.on(pieces))
    return constants


def constants_of(board: Board, style: str = "planner", changes: Mapping[str, float] = NO_CHANGES, seats: int = 1) -> Any:
    """The constants of a style on a board, for so many seats, but for the changes named."""
    if style not in STYLES:
        raise ValueError(f"there is no style {style!r}; there are {', '.join(STYLES)}")
    return new_constants(int(board.pieces), {**STYLES[style], **changes}, seats)
