"""Mutated records and boards by the thousand, posted to a real server: only 2xx and problem+json with 4xx, and nothing that takes long."""

import json
import os
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest

from allaboard import Game, Position
from allaboard.simulation import play_game, seat_bots
from serving import Guest, Serving, served

BOARDS: Final = Path(__file__).parents[1] / "editions" / "boards"
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


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(Path(tmp_path_factory.mktemp("fuzz")), editions_per_guest=100_000, max_own_editions=100_000) as serving:
        yield serving


def records() -> list[dict[str, Any]]:
    """A finished game, an unfinished one, and one from a position."""
    whole = Game("new-york", players=2, seed=4)
    play_game(whole, seat_bots(whole, ["random", "random"], seed=1))
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


def busy() -> bool:
    """Whether this machine has more to do than it can, so that a time says nothing; the tests themselves are two processes."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > (os.cpu_count() or 1) + 2


def post_mutants(guest: Guest, count: int, seed: int) -> Counter[int]:
    """Post so many mutants of both kinds, and check each answer; how often each status came."""
    chance, told = random.Random(seed), Counter[int]()
    sources = [json.dumps(record) for record in records()]
    for number in range(count):
        if number % 2:
            path, body = "/editions", mutated_board(chance)
        else:
            path, body = "/records", {"record": mutated_record(chance.choice(sources), chance)}
        # the machine may be busy with other things; what takes long by itself takes long every time
        for _ in range(4):
            begun = time.monotonic()
            answer = guest.http.post(path, content=json.dumps(body), headers={"Content-Type": "application/json"}, timeout=120)
            if (took := time.monotonic() - begun) < 1:
                break
        where = f"mutant {number} of seed {seed}: {answer.status_code} {answer.text[:500]}"
        assert answer.is_success or 400 <= answer.status_code < 500, where
        assert answer.is_success or answer.headers["content-type"] == "application/problem+json", where
        assert answer.is_success or answer.json()["detail"], where
        assert len(answer.content) < 300_000, where
        assert took < 1 or busy(), f"{took} s; {where}"
        told[answer.status_code] += 1
    return told


def test_mutants_are_taken_or_refused(server: Serving) -> None:
    """A few hundred mutants of records and boards: no 5xx, and some of either kind get through."""
    told = post_mutants(server.guest(), 300, seed=1)
    assert told[422] > 100
    assert told[201] > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_a_hundred_thousand_mutants_are_taken_or_refused(server: Serving, seed: int) -> None:
    """The same, ten thousand for each of ten seeds."""
    told = post_mutants(server.guest(), 10_000, seed)
    assert told[422] > 1000
    assert told[201] > 100
