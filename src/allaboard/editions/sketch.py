"""A first sketch of an edition: two commented files that check clean, to be changed line by line. What is in it is arithmetic, not art.

Places stand in rows with some disorder, routes join neighbours, and tickets are worth their shortest way, as in the boxes.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations, cycle
from math import ceil, hypot, sqrt
from random import Random
from typing import Final, NamedTuple

from allaboard.editions.advice import advice_on, shortest_ways
from allaboard.editions.edition import Board, Location, Route
from allaboard.editions.loader import load_text

__all__ = ["FEWEST_PLACES", "MOST_PLACES", "Sketch", "sketch"]

FEWEST_PLACES: Final = 8
MOST_PLACES: Final = 40
SPACING: Final = 100
ATTEMPTS: Final = 50
LOOKS: Final = ("red", "blue", "yellow", "green", "black", "orange", "pink", "white")
LENGTH_POINTS: Final = {1: 1, 2: 2, 3: 4, 4: 7}
NAMES: Final = (
    *("Abbey", "Airport", "Arsenal", "Bakery", "Baths", "Brewery", "Bridge", "Castle", "Chapel", "Circus"),
    *("College", "Cross", "Docks", "East Gate", "Exchange", "Fair", "Ferry", "Forge", "Fountain", "Gallery"),
    *("Gardens", "Granary", "Green", "Harbour", "Hill", "Hospital", "Island", "Junction", "Library", "Lighthouse"),
    *("Market", "Mill", "Mint", "Museum", "Observatory", "Opera", "Park", "Quarry", "Racecourse", "Tower"),
)


class Sketch(NamedTuple):
    """The texts of the two files."""

    edition: str
    board: str


class Road(NamedTuple):
    """A route between two places by their numbers."""

    a: int
    b: int
    length: int
    colour: str


def sketch(name: str, title: str, places: int) -> Sketch:
    """Return the files of an edition of this id with so many places: the first of some that is like the boxes in every respect."""
    for attempt in range(ATTEMPTS):
        made = _sketch(name, title, places, Random(f"{name} {places} {attempt}"))
        if not advice_on(load_text(made.edition, partial(_same, made.board))):
            break
    return made


def _same(text: str, name: str) -> str:
    return text


def _sketch(name: str, title: str, places: int, chance: Random) -> Sketch:
    colours = LOOKS[:6] if places <= 20 else LOOKS
    columns = ceil(sqrt(1.3 * places))
    points = [
        (SPACING * (place % columns) + chance.randint(40, 80), SPACING * (place // columns) + chance.randint(40, 80))
        for place in range(places)
    ]
    roads = _roads(points, columns, colours, chance)
    tickets = _tickets(points, roads, chance)
    rows = ceil(places / columns)
    return Sketch(_edition_text(name, title, places, colours, tickets), _board_text(name, title, columns, rows, points, roads))


def _roads(points: list[tuple[int, int]], columns: int, colours: tuple[str, ...], chance: Random) -> list[Road]:
    """Join neighbours in rows and columns, some across, some twice."""
    places, paint = len(points), cycle((*colours, "grey", *colours, "grey", "grey"))
    pairs = [(place, place + 1) for place in range(places - 1) if (place + 1) % columns]
    pairs += [(place, place + columns) for place in range(places - columns)]
    pairs += [(place, place + columns + 1) for place in range(1, places - columns - 1, 5) if (place + 1) % columns]
    if places % columns:
        # the end of a short last row hangs on two of the row above, so that no single route cuts it off
        pairs.append((places - columns, places - 1))
    roads = []
    for number, (a, b) in enumerate(sorted(pairs)):
        far = hypot(points[a][0] - points[b][0], points[a][1] - points[b][1]) / SPACING
        length = min(4, max(1, round(2 * far + chance.uniform(-0.6, 0.6))))
        roads += [Road(a, b, length, next(paint)) for _ in range(2 if number % 5 == 2 else 1)]
    return roads


def _tickets(points: list[tuple[int, int]], roads: list[Road], chance: Random) -> list[tuple[int, int, int]]:
    """Choose pairs of places, each place about twice, worth the spaces of their shortest way: long ones, and some of every length."""
    locations = tuple(Location(str(number), float(x), float(y), "n") for number, (x, y) in enumerate(points))
    board = Board("", "", "", 1.0, 1.0, locations, tuple(Route(str(road.a), str(road.b), road.length, None) for road in roads))
    ways = shortest_ways(board)
    pairs = [(a, b, ways[str(a)][str(b)]) for a, b in combinations(range(len(points)), 2) if ways[str(a)][str(b)] >= 4]
    wanted, used = len(points), [0] * len(points)
    chosen: list[tuple[int, int, int]] = []
    while len(chosen) < wanted:
        chance.shuffle(pairs)
        a, b, spaces = min(pairs, key=lambda pair: used[pair[0]] + used[pair[1]])
        pairs.remove((a, b, spaces))
        used[a] += 1
        used[b] += 1
        chosen.append((a, b, spaces))
    return sorted(chosen, key=lambda ticket: ticket[2])


def _edition_text(name: str, title: str, places: int, colours: tuple[str, ...], tickets: list[tuple[int, int, int]]) -> str:
    large = places > 20
    per_colour, wilds, hand = (12, 14, 4) if large else (6, 8, 2)
    cards = "\n".join(f'  {{ name = "{look}", letter = "{_letter(look)}", look = "{look}", cards = {per_colour} }},' for look in colours)
    rows = "\n".join(f'  {{ a = "{NAMES[a]}", b = "{NAMES[b]}", points = {points} }},' for a, b, points in tickets)
    return f"""# {title}: a sketch to begin with. Change a line, save, and ask: allaboard edition check {name}.toml
# What every key may be is told in docs/add-an-edition.md.
id = "{name}"
title = "{title}"
summary = "A board of {places} places, just begun."
source = "Invented."
board = "{name}.board.toml"

# Players, and who starts.
min_players = 2
max_players = {5 if large else 4}
starting_player = "youngest"

# Pieces of each player. A game ends when somebody has few left: fewer pieces, shorter games.
pieces = {min(60, round(1.2 * places))}
piece = "train"
piece_plural = "trains"
vehicle = "train"

# Cards: the more of a colour, the sooner a long route of it can be paid.
starting_hand = {hand}
wild = "locomotive"
wild_cards = {wilds}
colours = [
{cards}
]

# Tickets dealt at set-up, how many must be kept, and where the others go: bottom, shuffled or out.
setup_offer = {3 if large else 2}
setup_keep = {2 if large else 1}
setup_return = "bottom"

# Tickets drawn in play, how many must be kept, and whether the others go back as drawn or as chosen.
offer = {3 if large else 2}
keep = 1
return_order = "drawn"

# With so many players or fewer, one half of a double route closes once the other is claimed.
twin_closed_up_to = {3 if large else 2}

# Points of a route by its length, and whether they are counted when claimed or at the end.
route_points = {{ {", ".join(f"{length} = {points}" for length, points in LENGTH_POINTS.items())} }}
points_shown = "claimed"

# Bonuses at the end; 0 for none.
longest_path_points = {10 if large else 0}
attraction_points = 0

# The last round begins when a player has so few pieces left.
final_round_at = 2

# Who wins a tie, the weightiest first.
tie_breaks = ["tickets"{', "longest-path"' if large else ""}]

# In the boxes a ticket is worth the spaces of its shortest way, and there are 0.8 to 1.2 tickets a place.
tickets = [
{rows}
]
"""


def _board_text(name: str, title: str, columns: int, rows: int, points: list[tuple[int, int]], roads: list[Road]) -> str:
    width, height = SPACING * columns + 20, SPACING * rows + 20
    places = "\n".join(f'  {{ name = "{NAMES[number]}", x = {x}, y = {y}, label = "s" }},' for number, (x, y) in enumerate(points))
    routes = "\n".join(
        f'  {{ a = "{NAMES[road.a]}", b = "{NAMES[road.b]}", length = {road.length}, colour = "{road.colour}" }},' for road in roads
    )
    return f"""# The board of {title}. Move places, rename them, join them otherwise; draw it: allaboard draw {name}.toml
id = "{name}"
title = "{title}"
subtitle = "A sketch"

# The plane in which the places stand; x grows to the right, y downwards.
width = {width}
height = {height}

# label is a wish: the side of the marker where the name is to stand if there is room.
locations = [
{places}
]

# Two rows with the same ends are the halves of a double route. Grey takes a set of any one colour.
routes = [
{routes}
]
"""


def _letter(look: str) -> str:
    return {"black": "K", "pink": "P", "blue": "B"}.get(look, look[0].upper())
