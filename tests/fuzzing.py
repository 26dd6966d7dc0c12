"""Values that nobody expects, plausible positions, and changes that make plausible data odd: for tests that throw them at a door."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Final

import numpy as np

from allaboard import Edition, Position

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


def any_position(chance: random.Random, edition: Edition, players: int) -> Position:
    """A position put together with some regard for the rules: most of them can be, some cannot."""
    position = Position(edition, players)
    cards = [card for card, count in edition.facts["cards"].items() for _ in range(count)]  # type: ignore[attr-defined]
    tickets = [ticket.name for ticket in edition.tickets]
    routes = [edition.board.route_name(number) for number in range(len(edition.board.routes))]
    for pile in (cards, tickets, routes):
        chance.shuffle(pile)
    deal_cards(chance, position, cards)
    deal_tickets(chance, position, tickets)
    claim_routes(chance, position, routes)
    if chance.random() < 0.1:
        position.final_turns(chance.randint(1, players))
    position.turn(chance.randrange(players), second_card=chance.random() < 0.15)
    if chance.random() < 0.15:
        position.offer(*(tickets.pop() for _ in range(min(len(tickets), chance.randint(1, edition.offer)))))
    return position


def deal_cards(chance: random.Random, position: Position, cards: list[str]) -> None:
    """Hands from nothing to nearly everything, some of them seen; a market, a discard pile or a deck in some positions."""
    everything = chance.random() < 0.2
    for seat in range(position.players):
        share = len(cards) // (position.players - seat) if everything else chance.randint(0, min(12, len(cards)))
        hand = [cards.pop() for _ in range(max(0, share - chance.randint(0, 2)))]
        position.hand(seat, **{card: hand.count(card) for card in set(hand)})
        seen = chance.sample(hand, chance.randint(0, len(hand)))
        position.shown(seat, **{card: seen.count(card) for card in set(seen)})
    if chance.random() < 0.5:
        position.market(*(cards.pop() for _ in range(min(5, len(cards)))))
    pile = cards[: chance.randint(0, len(cards))]
    if chance.random() < 0.3:
        position.discard(**{card: pile.count(card) for card in set(pile)})
    elif chance.random() < 0.3:
        position.deck(**{card: pile.count(card) for card in set(pile)})


def deal_tickets(chance: random.Random, position: Position, tickets: list[str]) -> None:
    """Tickets kept, given back, and in some positions left out of the game."""
    most = len(tickets) // position.players if chance.random() < 0.2 else 3
    for seat in range(position.players):
        position.tickets(seat, *(tickets.pop() for _ in range(chance.randint(0, most))))
    if chance.random() < 0.4:
        position.under_deck(*(tickets.pop() for _ in range(chance.randint(0, len(tickets)))))
    if chance.random() < 0.3:
        left = chance.randint(0, len(tickets))
        position.ticket_deck(*tickets[:left])
        del tickets[:left]


def claim_routes(chance: random.Random, position: Position, routes: list[str]) -> None:
    """Routes for everybody, seldom more than there are pieces for; fewer pieces left in some positions."""
    for seat in range(position.players):
        position.claimed(seat, *(routes.pop() for _ in range(chance.choice((0, 1, 2, 3, 3, 6)))))
        if chance.random() < 0.25:
            position.pieces(seat, chance.randint(0, 8))


def spoiled(chance: random.Random, data: Any, odd: tuple[Any, ...] = ODD_JSON) -> Any:
    """A copy of plain data with one to three odd changes."""
    changed = deepcopy(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        changed = chance.choice(CHANGES)(chance, changed, odd)
    return changed


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
            container[key] = chance.choice((value + 1, value - 1, -value, float(value), str(value), bool(value), value * 10**30))
    return data


def nest(chance: random.Random, data: Any, odd: tuple[Any, ...]) -> Any:
    """Something wrapped in many lists or objects."""
    if where := places(data):
        container, key = chance.choice(where)
        for _ in range(chance.choice((1, 2, 50, 400))):
            container[key] = [container[key]] if chance.random() < 0.5 else {"players": container[key]}
    return data


CHANGES: Final[tuple[Callable[[random.Random, Any, tuple[Any, ...]], Any], ...]] = (replace, replace, remove, add, swap, tweak, tweak, nest)


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
