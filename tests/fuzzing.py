"""Values that nobody expects, plausible positions, and changes that make plausible data odd: for tests that throw them at a door."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Final

import numpy as np

from allaboard import Edition
from allaboard.actions import action_space

ODD_NUMBERS: Final = (0, -1, 1, 2, 3, 5, 7, 12, 13, 99, 255, 256, 32_767, 32_768, 40_000, 2**31, 2**63, -(2**63), 2**64, 10**12, 10**400)
ODD_TEXTS: Final = (
    "",
    " ",
    "0",
    "1",
    "wild",
    "red",
    "blue",
    "draw deck",
    "\0",
    "\ud800",
    "\u202e",
    "é",
    "null",
    "x" * 300,
    "Denver–Omaha",
    "–",
    "[]",
)
ODD_JSON: Final = (
    None,
    True,
    False,
    0.0,
    1.0,
    -0.5,
    1e300,
    [],
    {},
    [[]],
    [{}],
    {"a": 1},
    {"": {}},
    [None],
    [0, 0],
    ["wild"],
    *ODD_NUMBERS,
    *ODD_TEXTS,
)
"""What a JSON text can say where something else is expected."""

ODD_VALUES: Final = (
    *ODD_JSON,
    *(float("nan"), float("inf"), 1j, b"", b"wild", bytes(32), (), (0,), ("wild",), {0}, range(2), object(), Ellipsis, len, int),
    *(np.int64(1), np.int8(0), np.uint64(3), np.float64(1), np.float32("nan"), np.True_, np.array([1]), np.array(1), np.str_("red")),
)
"""What a caller in Python can give besides."""

SLOWEST: Final = 1.0


@contextmanager
def in_time() -> Iterator[None]:
    """No case takes longer than a second of the processor's time."""
    began = time.process_time()
    yield
    assert time.process_time() - began < SLOWEST


def any_position(chance: random.Random, edition: Edition, players: int) -> dict[str, Any]:
    """A position as plain data, put together with some regard for the rules: most of them can be, some cannot."""
    data: dict[str, Any] = {"players": players, "turn": chance.randrange(players), "second_card": chance.random() < 0.15}
    actions = action_space(edition)
    cards = [card for card, count in zip(edition.card_names, actions.boards[0].cards.tolist(), strict=False) for _ in range(count)]
    tickets, routes = list(actions.ticket_names), list(actions.route_names)
    for pile in (cards, tickets, routes):
        chance.shuffle(pile)
    data |= deal_cards(chance, cards, players)
    data |= deal_tickets(chance, tickets, players)
    data["claimed"] = [taken(routes, chance.choice((0, 1, 2, 3, 3, 6))) for _ in range(players)]
    data["pieces"] = [chance.randint(0, 8) if chance.random() < 0.25 else None for _ in range(players)]
    if chance.random() < 0.1:
        data["final_turns"] = chance.randint(1, players)
    if chance.random() < 0.15:
        data["offer"] = taken(tickets, chance.randint(1, edition.offer))
    return data


def taken(pile: list[str], number: int) -> list[str]:
    """So many of a pile, or what is left."""
    return [pile.pop() for _ in range(min(number, len(pile)))]


def counted(cards: list[str]) -> dict[str, int]:
    """How many there are of each."""
    return dict(Counter(cards))


def deal_cards(chance: random.Random, cards: list[str], players: int) -> dict[str, Any]:
    """Hands from nothing to nearly everything, some of them seen; a market, a discard pile or a deck in some positions."""
    everything = chance.random() < 0.2
    shares = [len(cards) // players - chance.randint(0, 2) if everything else chance.randint(0, 12) for _ in range(players)]
    hands = [taken(cards, share) for share in shares]
    dealt: dict[str, Any] = {
        "hands": [counted(hand) for hand in hands],
        "shown": [counted(chance.sample(hand, chance.randint(0, len(hand)))) for hand in hands],
    }
    if chance.random() < 0.5:
        dealt["market"] = taken(cards, 5)
    if chance.random() < 0.5:
        dealt[chance.choice(("deck", "discard"))] = counted(cards[: chance.randint(0, len(cards))])
    return dealt


def deal_tickets(chance: random.Random, tickets: list[str], players: int) -> dict[str, Any]:
    """Tickets kept, given back, and in some positions left out of the game."""
    most = len(tickets) // players if chance.random() < 0.2 else 3
    dealt: dict[str, Any] = {"tickets": [taken(tickets, chance.randint(0, most)) for _ in range(players)]}
    if chance.random() < 0.4:
        dealt["under_deck"] = taken(tickets, chance.randint(0, len(tickets)))
    if chance.random() < 0.3:
        dealt["ticket_deck"] = taken(tickets, chance.randint(0, len(tickets)))
    return dealt


def spoiled(chance: random.Random, data: Any, odd: tuple[Any, ...] = ODD_JSON) -> Any:
    """A copy of plain data with one to three odd changes."""
    changed = deepcopy(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        changed = chance.choice(CHANGES)(chance, changed, odd)
    return nest(chance, changed) if chance.random() < 0.1 else changed  # the last change, since no other could copy it


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place of plain data at which something stands: the container and the key or index."""
    found: list[tuple[Any, Any]] = []
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()):
        found += [(data, key), *places(value)]
    return found


def replace(chance: random.Random, data: Any, odd: tuple[Any, ...]) -> Any:
    """Something odd in one place; now and then in place of everything."""
    where = places(data)
    if not where or chance.random() < 0.01:
        return deepcopy(chance.choice(odd))
    container, key = chance.choice(where)
    container[key] = deepcopy(chance.choice(odd))
    return data


def remove(chance: random.Random, data: Any, odd: tuple[Any, ...]) -> Any:
    """One thing less."""
    if where := places(data):
        container, key = chance.choice(where)
        del container[key]
    return data


def add(chance: random.Random, data: Any, odd: tuple[Any, ...]) -> Any:
    """One thing more: something that was there already, or something odd."""
    if containers := [value for container, key in places(data) if isinstance(value := container[key], dict | list)]:
        container = chance.choice(containers)
        value = deepcopy(chance.choice([*odd[:4], *(container.values() if isinstance(container, dict) else container)]))
        if isinstance(container, list):
            container.insert(chance.randint(0, len(container)), value)
        else:
            container[chance.choice(ODD_TEXTS)] = value
    return data


def swap(chance: random.Random, data: Any, odd: tuple[Any, ...]) -> Any:
    """Two things change places."""
    if len(where := places(data)) >= 2:
        (one, key), (other, another) = chance.sample(where, 2)
        if one is not other[another] and other is not one[key]:
            kept = deepcopy(one[key]), deepcopy(other[another])
            other[another], one[key] = kept
    return data


def tweak(chance: random.Random, data: Any, odd: tuple[Any, ...]) -> Any:
    """A number or a text that is nearly right."""
    if leaves := [(container, key) for container, key in places(data) if isinstance(container[key], int | str)]:
        container, key = chance.choice(leaves)
        value = container[key]
        if isinstance(value, str):
            cut = chance.randint(0, len(value))
            container[key] = chance.choice((value[:cut], value.upper(), f"{value} ", value[:cut] + "\ud800" + value[cut:], value * 50))
        else:
            container[key] = chance.choice((value + 1, value - 1, -value, float(value % 10**9), str(value), bool(value), value * 10**30))
    return data


def nest(chance: random.Random, data: Any) -> Any:
    """Something wrapped in many lists or objects."""
    if where := places(data):
        container, key = chance.choice(where)
        for _ in range(chance.choice((1, 2, 50, 400))):
            container[key] = [container[key]] if chance.random() < 0.5 else {"players": container[key]}
    return data


CHANGES: Final[tuple[Callable[[random.Random, Any, tuple[Any, ...]], Any], ...]] = (replace, replace, remove, add, swap, tweak, tweak)


def garbled(chance: random.Random, text: str) -> str:
    """A JSON text that was cut, mixed up or written by another hand."""
    cut = chance.randint(0, len(text))
    other = chance.randint(0, len(text))
    match chance.randrange(8):
        case 0:
            return text[:cut]
        case 1:
            return text[:cut] + text[other:]
        case 2:
            return text[:cut] + chance.choice('[]{}",:\\0eE-.\ud800\ufeff') + text[cut:]
        case 3:
            return text.replace("null", chance.choice(("NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "nul")), 1)
        case 4:
            return text.replace("{", chance.choice(('{"players": 2, ', '{"format": null, ', '{"seat": 0, ')), chance.randint(1, 3))
        case 5:
            return text.replace("[", "[" * chance.choice((2, 900, 50_000)), 1)
        case 6:
            return text.replace('"', chance.choice(("'", "“", '\\"')), chance.randint(1, 9))
    return text[:cut] + "".join(chance.choice(text or " ") for _ in range(5)) + text[cut + 5 :]
