"""Records and boards with something changed: what a stranger might upload, to see what a server does with it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

from allaboard import Game, Position
from allaboard.editions.sample_boards import SAMPLES
from allaboard.runner import play_game, seat_bots

BOARDS: Final = SAMPLES
TEXTS: Final = tuple((BOARDS / name).read_text(encoding="utf-8") for name in ("harbour.toml", "harbour.board.toml"))
WORDS: Final = (
    "",
    " ",
    "\x00",
    "\ud800",
    "\u202e",
    "\x1b[2J",
    "é",
    "x" * 5000,
    "red",
    "Quay",
    "own-",
    "0",
    "-1",
    "null",
    "[]",
    "<svg>",
    "../..",
)
VALUES: Final = (
    None, True, False, 0, -1, 1, 2, 5, 7, 99, 2**31, 2**63, 10**30, 0.5, -0.0, 1e308, float("inf"), float("nan"),
    "", "0", "red", "wild", "\x00", "\ud800", "x" * 3000, "f" * 64, [], [[]], {}, {"a": 1}, [0] * 300, {"": {}}, [None], ["red"] * 50,
)  # fmt: skip
SIGNS: Final = "\"'[]{}=,.#\n\t\\ \x00\x7f\u2028\ud800é0129-_abz"


def records() -> list[dict[str, Any]]:
    """A finished game, an unfinished one, and one from a position."""
    whole = Game("new-york", players=2, seed=4)
    play_game(whole, seat_bots(whole.edition, ["random", "random"], seed=1))
    half = Game("london", players=3, seed=5)
    placed = Position("usa", 2).hand(0, blue=4, red=3).hand(1, green=2).turn(0).game(seed=7)
    chance = random.Random(6)
    for game in (half, placed):
        for _ in range(12):
            seat = chance.choice(game.acting)
            game.play(chance.choice(game.legal_actions(seat)), seat)
    return [game.record().data for game in (whole, half, placed)]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all values in some JSON."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def mutated_record(source: str, chance: random.Random) -> Any:
    """A record with one to three of its values replaced, removed, doubled or moved."""
    record = json.loads(source)
    for _ in range(chance.choice((1, 1, 2, 3))):
        paths = [path for path in places(record) if path and (len(path) < 3 or chance.random() < 0.2)]
        if not paths:
            return record
        *way, last = chance.choice(paths)
        holder = record
        for key in way:
            holder = holder[key]
        match chance.randrange(6):
            case 0 | 1 | 2:
                holder[last] = deepcopy(chance.choice(VALUES))
            case 3:
                del holder[last]
            case 4 if isinstance(holder, list):
                holder.insert(chance.randrange(len(holder) + 1), deepcopy(holder[last]))
            case 4:
                holder[chance.choice(WORDS)] = deepcopy(holder[last])
            case _ if isinstance(holder[last], str):
                holder[last] = spoilt(holder[last], chance)
            case _:
                holder[last] = [holder[last]]
    return record


def spoilt(text: str, chance: random.Random) -> str:
    """A text with a sign more, less or another, or another word in it."""
    at = chance.randrange(len(text) + 1)
    match chance.randrange(4):
        case 0:
            return text[:at] + chance.choice(SIGNS) + text[at:]
        case 1:
            return text[:at] + text[at + 1 :]
        case 2:
            return text[:at] + chance.choice(WORDS) + text[at + chance.randrange(9) :]
        case _:
            return text[:at] + chance.choice(SIGNS) + text[at + 1 :]


def mutated_board(chance: random.Random) -> dict[str, Any]:
    """The harbour with some numbers, words, lines or signs changed in one of its files."""
    texts = list(TEXTS)
    which = chance.randrange(2)
    for _ in range(chance.choice((1, 1, 2, 4))):
        text = texts[which]
        lines = text.split("\n")
        match chance.randrange(7):
            case 0 | 1:
                numbers = list(re.finditer(r"\b\d+\b", text))
                if numbers:
                    found = chance.choice(numbers)
                    new = chance.choice(("0", "-1", "1", "5", "24", "99", "9999", "1e400", "nan", "0x" + "F" * 5000, '"1"', "true", "[]"))
                    texts[which] = text[: found.start()] + new + text[found.end() :]
            case 2 | 3:
                quoted = list(re.finditer(r'"[^"\n]*"', text))
                if quoted:
                    found = chance.choice(quoted)
                    new = chance.choice((json.dumps(chance.choice(WORDS)), chance.choice(quoted)[0], "[]", "{}", "7", "''"))
                    texts[which] = text[: found.start()] + new + text[found.end() :]
            case 4:
                at = chance.randrange(len(lines))
                texts[which] = "\n".join([*lines[:at], *[lines[at]] * chance.choice((0, 2, 3, 200)), *lines[at + 1 :]])
            case 5:
                a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
                lines[a], lines[b] = lines[b], lines[a]
                texts[which] = "\n".join(lines)
            case _:
                texts[which] = spoilt(text, chance)
    body: dict[str, Any] = {"edition": texts[0], "board": texts[1]}
    if chance.random() < 0.02:
        body[chance.choice(("edition", "board", "more"))] = chance.choice(VALUES)
    return body
