"""The planner's constants: one table that says what each means, what it is by default and how far it may be moved.

Compiled code reads them by name from a record. Worths are in turns, times in shares of what a board offers. Two columns were tuned, for
boards the size of a city and of a country; a board between the two, by the pieces of a player, gets what lies between. Where three or
more players want something else than two, the constant says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Final, TypeAlias

import numpy as np

from allaboard.bots.planner.champions import CHAMPIONS
from allaboard.engine.records import Board
from allaboard.engine.typed_records import Record, Records, blank_records, dtype_of, notes_of

__all__ = ["CONSTANTS", "STYLES", "TABLE", "Changes", "Constant", "Constants", "check_names", "constants_of"]

CITY_PIECES: Final = 16
COUNTRY_PIECES: Final = 45
FEW: Final = 2
Changes: TypeAlias = Mapping[str, float | tuple[float, float]]
"""Constants by name, each with one value for all boards, or with one for small and one for large ones."""
NO_CHANGES: Final[Changes] = MappingProxyType({})


def between(pieces: int, city: float, country: float) -> float:
    """What lies between the values for small and for large boards, by the pieces of a player."""
    share = (pieces - CITY_PIECES) / (COUNTRY_PIECES - CITY_PIECES)
    return city + min(1.0, max(0.0, share)) * (country - city)


@dataclass(frozen=True, slots=True)
class Constant:
    """One constant: its value on small and on large boards, the range a tuner may search, its meaning, and its values among many."""

    city: float
    country: float
    low: float
    high: float
    meaning: str
    among_many: tuple[float, float] | None = None  # with three players or more, where that is something else

    def on(self, pieces: int, players: int) -> float:
        """The value on a board with so many pieces for each of so many players."""
        few = self.city, self.country
        return between(pieces, *(few if players <= FEW else self.among_many or few))


class Constants(Record):
    """What a planner plays by."""

    turn_worth: Annotated[
        float, np.float64, Constant(4.182, 6.237, 1.0, 10.0, "points that a turn is worth when it is not spent on the plan")
    ]
    points_share: Annotated[
        float, np.float64, Constant(0.707, 1.045, 0.0, 1.2, "share of a route's own points that makes it cheaper in the plan")
    ]
    hand_share: Annotated[
        float, np.float64, Constant(0.768, 0.169, 0.0, 1.0, "share of the cards in hand that counts when a route's price is taken")
    ]
    draws_per_card: Annotated[float, np.float64, Constant(0.3, 0.439, 0.0, 2.5, "cards drawn to get one of a wanted colour")]
    grey_ease: Annotated[float, np.float64, Constant(0.539, 0.307, 0.1, 1.2, "how much easier a card for a grey route is found")]
    scarcity: Annotated[
        float, np.float64, Constant(0.0, 0.0, 0.0, 1.5, "how strongly a colour that is running out makes its routes dearer")
    ]
    cheapest_route: Annotated[float, np.float64, Constant(0.115, 0.382, 0.05, 1.0, "the least price of a route, as a share of a turn")]
    contest: Annotated[float, np.float64, Constant(0.154, 0.0, 0.0, 1.5, "turns added to the price of a route that the rivals surely want")]
    confidence: Annotated[
        float, np.float64, Constant(1.0, 0.992, 0.4, 1.2, "share of a ticket's points that one counts on when choosing it")
    ]
    appetite: Annotated[
        float,
        np.float64,
        Constant(0.2, -0.1, -2.0, 1.0, "points added for each ticket kept, as a share of the board's mean ticket"),
    ]
    time_trust: Annotated[float, np.float64, Constant(1.6, 1.626, 0.5, 2.5, "share of the turns believed left that the plan may use")]
    more_tickets: Annotated[
        float, np.float64, Constant(4.521, 3.534, -1.0, 5.0, "how far an offer must beat the best other action, in turns")
    ]
    pieces_for_more: Annotated[
        float, np.float64, Constant(0.948, 0.936, 0.0, 1.0, "share of the pieces that must be left for drawing tickets")
    ]
    time_for_more: Annotated[
        float, np.float64, Constant(1.0, 0.646, 0.0, 1.0, "most of the time left that the plan may need when tickets are drawn")
    ]
    spare_card: Annotated[float, np.float64, Constant(0.104, 0.26, 0.0, 1.0, "worth of a card that no target needs, in turns")]
    needed_card: Annotated[float, np.float64, Constant(3.0, 4.371, 0.05, 8.0, "worth of a card that a target needs, in turns")]
    progress: Annotated[
        float, np.float64, Constant(0.8, 1.2, 0.0, 8.0, "what the last card of a target is worth beyond the first, in turns")
    ]
    spare_wild: Annotated[float, np.float64, Constant(0.425, 1.228, 0.1, 3.0, "worth of a wild that completes no target, in turns")]
    used_wild: Annotated[
        float, np.float64, Constant(0.03, 0.0, 0.0, 1.5, "what a wild that completes a target is worth beyond a card, in turns")
    ]
    filler: Annotated[float, np.float64, Constant(0.566, 0.413, 0.0, 1.5, "weight of routes for points beside those of the plan")]
    blind: Annotated[
        float, np.float64, Constant(0.5, 0.826, -0.5, 2.0, "what hidden cards are worth beyond the same cards face up, in turns")
    ]
    urge: Annotated[float, np.float64, Constant(2.279, 2.0, 0.0, 15.0, "worth of claiming a planned route now, in turns", (2.279, 3.5))]
    pressure: Annotated[
        float,
        np.float64,
        Constant(
            1.583, 3.376, 0.0, 6.0, "share of its tickets' points that a planned route is worth when the plan needs all the time left"
        ),
    ]
    sharpness: Annotated[
        float,
        np.float64,
        Constant(8.444, 2.368, 0.2, 10.0, "how suddenly time becomes short, as a power of the share of it that the plan needs"),
    ]
    hurry: Annotated[
        float, np.float64, Constant(0.787, 1.8, 0.0, 3.0, "how much more the plan's cards are worth when it needs all the time left")
    ]
    risk: Annotated[
        float, np.float64, Constant(0.583, 0.369, 0.0, 1.5, "chance that a route which the rivals surely want is gone by the next turn")
    ]
    block: Annotated[
        float, np.float64, Constant(0.0, 0.0, 0.0, 3.0, "worth of closing a route that a rival wants, as a share of the detour it makes")
    ]
    longest: Annotated[float, np.float64, Constant(0.0, 0.559, 0.0, 3.0, "weight of extending one's own network for the longest path")]
    claim_length: Annotated[
        float,
        np.float64,
        Constant(5.804, 4.161, 1.5, 9.0, "spaces that a player is expected to claim in one turn, on a board like North America"),
    ]
    late: Annotated[float, np.float64, Constant(11.896, 15.0, 0.5, 60.0, "turns before the end from which cards in hand lose their worth")]
    rush: Annotated[float, np.float64, Constant(0.098, 0.073, -0.2, 0.5, "turns' worth of ending the game for each point ahead")]
    bonus: Annotated[float, np.float64, Constant(1.0, 1.0, 0.0, 1.5, "share of the bonuses so far that counts in who is ahead")]
    open_ticket: Annotated[
        float, np.float64, Constant(1.0, 1.0, 0.0, 2.0, "share of the planned tickets' points that ending the game before is taken to lose")
    ]
    stretch: Annotated[
        float, np.float64, Constant(0.5, 0.5, -1.0, 2.0, "turns by which a claim comes before others for each of its spaces", (0.5, 0.0))
    ]
    grab: Annotated[
        float,
        np.float64,
        Constant(0.5, 0.5, -1.0, 4.0, "turns by which the claim of a route that rivals surely want comes before others", (0.0, 0.0)),
    ]
    coloured: Annotated[
        float, np.float64, Constant(0.4, 0.5, 0.0, 4.0, "how much more cards are worth to a target of their colour than to a grey one")
    ]
    crowd: Annotated[
        float,
        np.float64,
        Constant(2.0, 1.5, 0.0, 8.0, "turns that a plan costs which needs all pieces left; less, suddenly, if it does not"),
    ]
    sequel: Annotated[
        float, np.float64, Constant(0.3, 0.3, 0.0, 3.0, "near the end, share of the points that the best claim after this one counts for")
    ]


CONSTANTS = dtype_of(Constants)

TABLE: Final = notes_of(Constants, Constant)
"""The constants by name."""

STYLES: Final[dict[str, Changes]] = {
    "planner": {},
    "racer": {
        "confidence": (0.95, 0.75),
        "appetite": (-0.3, -2.0),
        "pieces_for_more": 1.0,
        "filler": (0.75, 0.9),
        "stretch": 1.5,
        "rush": (0.0, 0.2),
        "late": (12.0, 15.0),
        "open_ticket": 0.0,
    },
    "collector": {
        "confidence": (1.1, 1.0),
        "appetite": (0.5, 0.0),
        "pieces_for_more": (0.5, 0.7),
        "more_tickets": (0.0, 1.5),
        "time_for_more": (0.8, 0.6),
    },
    "blocker": {"block": (1.2, 3.0), "grab": (2.0, 4.0)},
}
"""Players with a character of their own: what each changes in the default constants."""


def check_names(changes: Changes) -> None:
    """Refuse what is no constant."""
    if unknown := sorted(set(changes) - set(TABLE)):
        raise ValueError(f"the planner has no constant {', '.join(unknown)}; it has {', '.join(TABLE)}")


def on_board(changes: Changes, pieces: int) -> dict[str, float]:
    """The changes as they are on a board with so many pieces for each player."""
    return {name: between(pieces, *value) if isinstance(value, tuple) else value for name, value in changes.items()}


def constants_of(board: Board, players: int, style: str = "planner", changes: Changes = NO_CHANGES, seats: int = 1) -> Records[Constants]:
    """The constants of a style, or of a champion, on a board with so many players, for so many seats, but for the changes named."""
    check_names(changes)
    pieces = int(board.pieces)
    if style in CHAMPIONS:
        values = {name: between(pieces, *columns) for name, columns in CHAMPIONS[style].items()}
    elif style in STYLES:
        values = {name: constant.on(pieces, players) for name, constant in TABLE.items()} | on_board(STYLES[style], pieces)
    else:
        raise ValueError(f"there is no style {style!r}; there are {', '.join((*STYLES, *CHAMPIONS))}")
    constants = blank_records(seats, CONSTANTS)
    for name, value in {**values, **on_board(changes, pieces)}.items():
        constants[name] = value
    return constants
