"""Small boards of nobody's box, written as files and read by the loader, where the corners of the rules lie close together."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from allaboard.editions import Edition, load

COLOURS: Final = (("red", "R"), ("blue", "B"), ("green", "G"), ("white", "W"))

SHAPES: Final[dict[str, dict[str, Any]]] = {
    "mixed": {},
    # More wilds than the market bears: rows that stay as they are.
    "wild": {"wilds": (6, 9), "cards": (1, 2), "hand": (1, 1), "colours": 3, "players": (2, 2), "pieces": (6, 9)},
    # Ten cards beside the hands, most of them wild: row and deck can only change places.
    "five": {"wilds": (8, 8), "cards": (1, 1), "hand": (1, 1), "colours": 4, "players": (2, 2), "pieces": (6, 9)},
    # Pieces for more than the whole board, and few cards: in the end nobody can act.
    "narrow": {"locations": (3, 4), "wilds": (1, 4), "cards": (2, 3), "hand": (1, 2), "pieces": (20, 30), "more_routes": 1},
    # Pieces that soon do not fit what is open: one is skipped while others play on.
    "short": {"locations": (4, 5), "wilds": (0, 2), "cards": (3, 4), "pieces": (4, 6), "lengths": (2, 3, 4), "more_routes": 2},
    # Routes that take wilds, some of them nothing else.
    "ferries": {"wilds": (4, 9), "cards": (3, 6), "hand": (1, 3), "pieces": (8, 14), "lengths": (1, 2, 3, 4), "ferries": True},
    # Everything is worth about the same: ties.
    "level": {
        "locations": (5, 6),
        "players": (4, 4),
        "lengths": (1,),
        "pieces": (3, 5),
        "setup_offer": (1, 1),
        "ticket_points": (1, 1),
        "district_points": (1, 1),
        "longest": (1, 1),
        "attraction_points": (0, 0),
        "tie_breaks": ["tickets", "longest-path"],
    },
    # Long offers over few tickets, of which several must be kept.
    "tickets": {"locations": (5, 6), "offer": (3, 5), "keep": (2, 3), "setup_offer": (2, 4), "pieces": (12, 18), "return_order": "chosen"},
}
"""Name → what is not left to chance."""


def small_board(folder: Path, shape: str, seed: int) -> Edition:
    """Invent an edition of a shape and load it."""
    chance, wish = random.Random(f"{shape} {seed}"), SHAPES[shape]

    def between(key: str, least: int, most: int) -> int:
        return chance.randint(*wish.get(key, (least, most)))

    places = [f"Place {letter}" for letter in "ABCDEFG"[: between("locations", 4, 7)]]
    colours = COLOURS[: wish.get("colours", chance.randint(2, 4))]
    pieces = between("pieces", 6, 16)
    deck = {name: between("cards", 2, 6) for name, _ in colours}
    wilds = max(between("wilds", 0, 8), 5 - sum(deck.values()))
    pairs = list(combinations(places, 2))
    players = min(between("players", 2, 4), len(pairs))
    setup_offer = min(between("setup_offer", 1, 3), len(pairs) // players)
    offer = between("offer", 1, 3)
    hand = min(between("hand", 0, 3), (wilds + sum(deck.values()) - 5) // players)
    longest = between("longest", 0, 4)
    tie_breaks = (["tickets"], ["tickets", "longest-path"], ["longest-path"], []) if longest else (["tickets"], [])
    routes = _routes(chance, places, pieces, deck, wilds, wish)
    chosen_pairs = chance.sample(pairs, chance.randint(setup_offer * players, len(pairs)))
    half = len(places) // 2
    board = {
        "id": "small",
        "title": "Small",
        "subtitle": "A board for tests",
        "width": 100,
        "height": 100,
        "locations": [
            {"name": name, "x": 10 * n, "y": (n * n) % 7, "label": "n", "attraction": n == 1 or chance.random() < 0.3}
            for n, name in enumerate(places, start=1)
        ],
        "routes": routes,
        "districts": [
            {"name": "Near", "points": between("district_points", 1, 4), "locations": places[:half] if half > 1 else places[:2]},
            *([{"name": "Far", "points": between("district_points", 1, 5), "locations": places[half:]}] if half > 1 else []),
        ],
    }
    edition = {
        "id": f"small-{shape}-{seed}",
        "title": "Small",
        "summary": "A board for tests.",
        "source": "Invented.",
        "board": "small.board.toml",
        "min_players": 2,
        "max_players": players,
        "starting_player": "youngest",
        "pieces": pieces,
        "piece": "tram",
        "piece_plural": "trams",
        "vehicle": "train",
        "starting_hand": max(0, hand),
        "wild": "pass",
        "wild_cards": wilds,
        "colours": [{"name": name, "letter": letter, "look": name, "cards": deck[name]} for name, letter in colours],
        "setup_offer": setup_offer,
        "setup_keep": chance.randint(1, setup_offer),
        "setup_return": chance.choice(("bottom", "shuffled", "out")),
        "offer": offer,
        "keep": min(between("keep", 1, 2), offer),
        "return_order": wish.get("return_order", chance.choice(("drawn", "chosen"))),
        "twin_closed_up_to": chance.randint(0, players),
        "route_points": {str(length): points for length, points in ((1, 1), (2, 2), (3, 4), (4, 7))},
        "points_shown": chance.choice(("claimed", "end")),
        "longest_path_points": longest,
        "attraction_points": between("attraction_points", 0, 2),
        "final_round_at": chance.randint(0, 2),
        "tie_breaks": wish.get("tie_breaks", chance.choice(tie_breaks)),
        "tickets": [{"a": a, "b": b, "points": between("ticket_points", 1, 3)} for a, b in chosen_pairs],
    }
    (folder / "small.board.toml").write_text(_toml(board), "utf-8")
    path = folder / "small.toml"
    path.write_text(_toml(edition), "utf-8")
    return load(path)


def _routes(
    chance: random.Random, places: list[str], pieces: int, deck: dict[str, int], wilds: int, wish: dict[str, Any]
) -> list[dict[str, Any]]:
    """Routes that join all places, some more of them, and twins for some, each payable with all cards of the deck."""
    tree = [(chance.choice(places[:n]), places[n]) for n in range(1, len(places))]
    others = [pair for pair in combinations(places, 2) if pair not in tree]
    ends = tree + chance.sample(others, min(len(others), wish.get("more_routes", chance.randint(1, 5))))
    routes = []
    for a, b in ends:
        length = chance.choice(wish.get("lengths", (1, 1, 2, 3, 4)))
        for _ in range(chance.choice((1, 1, 2))):
            colour = chance.choice([*deck, "grey"])
            most = wilds + (max(deck.values()) if colour == "grey" else deck[colour])
            if length > min(pieces, most):
                length, colour = 1, "grey"
            routes.append({"a": a, "b": b, "length": length, "colour": colour})
    _equal_twins(routes)
    for route in routes if wish.get("ferries") else []:
        route["ferries"] = chance.randint(0, min(route["length"], wilds))
    return routes


def _equal_twins(routes: list[dict[str, Any]]) -> None:
    """The halves of a double route are as long as the shorter of them."""
    for first, second in combinations(routes, 2):
        if (first["a"], first["b"]) == (second["a"], second["b"]):
            first["length"] = second["length"] = min(first["length"], second["length"])


def _toml(values: dict[str, Any]) -> str:
    return "".join(f"{key} = {_value(value)}\n" for key, value in values.items())


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case dict():
            return f"{{ {', '.join(f'{key} = {_value(each)}' for key, each in value.items())} }}"
        case list():
            return f"[{', '.join(map(_value, value))}]"
    return str(value)
