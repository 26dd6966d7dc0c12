"""The Python door: whatever positions and games are called with, only our own errors come out, and what is refused changes nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest

from allaboard import Edition, Entry, Game, IllegalAction, Position, PositionError, Record, RecordError
from allaboard.editions import EditionError
from builders import TABLES
from fuzzing import ODD_VALUES, any_position, in_time, spoiled
from games import whole

CASES: Final = 600
MANY: Final = 100_800

OURS: Final = re.compile(
    r"there is no seat .*: seats run from|a seed is a number|a seed in bytes has|.* is for \d to \d players, not|the starting seat is a"
    r"|an edition is named by|the log has |the recorded outcome cannot|there is no action to|seats .* may act now: say which",
    re.DOTALL,
)
"""How the errors of a game begin that are not about an action."""

BUILDERS: Final = (
    *(
        "hand",
        "shown",
        "claimed",
        "tickets",
        "pieces",
        "market",
        "deck",
        "discard",
        "ticket_deck",
        "under_deck",
        "offer",
        "turn",
        "final_turns",
    ),
)
SOME: Final = {"card": ("wild", "blue", "red", "black"), "seat": (0, 0, 1, 1, 2), "number": (0, 1, 2, 3, 5)}


def tried(act: Callable[[], Any], *errors: type[Exception]) -> Any:
    """What an act returns, or its error if it is one of ours: short, and fit to be printed."""
    with in_time():
        try:
            return act()
        except errors as error:
            assert type(error) is not ValueError or OURS.match(str(error)), repr(error)
            assert len(str(error).encode()) < 2_000
            return error


def arguments(chance: random.Random, edition: Edition, builder: str) -> tuple[list[Any], dict[str, Any]]:
    """Arguments for a builder, one or more of them odd."""

    def some(what: str) -> Any:
        return chance.choice(ODD_VALUES) if chance.random() < 0.3 else chance.choice(SOME[what])

    def names() -> list[Any]:
        known = [ticket.name for ticket in edition.tickets] + [edition.board.route_name(n) for n in range(len(edition.board.routes))]
        return [chance.choice(ODD_VALUES) if chance.random() < 0.2 else chance.choice(known) for _ in range(chance.randint(0, 4))]

    cards = {chance.choice((*SOME["card"], "pink", "", "\ud800")): some("number") for _ in range(chance.randint(0, 3))}
    match builder:
        case "hand" | "shown":
            return [some("seat")], cards
        case "deck" | "discard":
            return [], cards
        case "claimed" | "tickets":
            return [some("seat"), *names()], {}
        case "pieces":
            return [some("seat"), some("number")], {}
        case "market":
            return [some("card") for _ in range(chance.randint(0, 7))], {}
        case "turn":
            return [some("seat")], {"second_card": chance.choice(ODD_VALUES)} if chance.random() < 0.4 else {}
        case "final_turns":
            return [some("number")], {}
    return names(), {}


def call_builders(chance: random.Random) -> bool:
    """Odd calls on top of a plausible position; then, if it can be, a game from it; says whether it could."""
    name, players = chance.choice(TABLES)
    edition = Position(name).edition
    made = tried(lambda: Position(chance.choice(ODD_VALUES), chance.choice(ODD_VALUES)), PositionError, EditionError)
    assert not isinstance(made, Position)
    position = Position.from_json(edition, any_position(chance, edition, players)) if chance.random() < 0.7 else Position(edition, players)
    for _ in range(chance.randint(1, 4)):
        builder = chance.choice(BUILDERS)
        given, named = arguments(chance, edition, builder)
        before = position.to_json()
        if tried(partial(getattr(position, builder), *given, **named), PositionError) is not position:
            assert position.to_json() == before
    after = position.to_json()
    game = tried(lambda: position.game(seed=3), PositionError)
    assert position.to_json() == after
    if isinstance(game, Game):
        go_on(chance, game)
        again = Position.from_json(edition, game.position).game(seed=3)
        assert [again.view(seat) for seat in range(players)] == [game.view(seat) for seat in range(players)]
    return isinstance(game, Game)


def go_on(chance: random.Random, game: Game) -> None:
    """Some actions later the game has a position still, with the same cards, pieces and turns."""
    later = game.copy()
    for _ in range(chance.randint(0, 12)):
        if not later.over:
            later.play(chance.choice(later.legal_actions()))
    if not later.over:
        again = Position.of(later).game(seed=3)
        for field in ("hands", "shown", "deck", "discard", "pieces", "place", "final_turns", "phase", "acting", "claimed", "free"):
            assert again.state[field].tobytes() == later.state[field].tobytes(), field


def call_records(chance: random.Random, records: list[Record]) -> bool:
    """A record made of odd data: refused, or written and read again as it was; says which."""
    record = chance.choice(records)
    made = tried(lambda: Record(record.edition, spoiled(chance, record.data, ODD_VALUES)), RecordError)
    if isinstance(made, Record):
        assert Record.from_json(made.to_json(), made.edition).data == made.data
        tried(made.replay, RecordError)
    return isinstance(made, Record)


def call_games(chance: random.Random, games: list[Game]) -> None:
    """Odd calls on a game, which is as it was afterwards unless it was played on."""
    game = chance.choice(games)
    before, odd, other = whole(game), chance.choice(ODD_VALUES), chance.choice(ODD_VALUES)
    seat = chance.choice((0, 1, None, odd))
    for look in (game.view, game.observe, game.legal_actions):
        tried(partial(look, seat), ValueError)
    tried(lambda: game.at(odd), ValueError)
    tried(lambda: Game(game.edition, chance.choice((2, odd)), chance.choice((1, other)), chance.choice((None, 0, odd))), ValueError)
    tried(lambda: Position(game.edition).game(seed=odd), ValueError)
    entry = Entry(chance.choice((0, odd)), chance.choice((0, other)), chance.choice(((), (1,), odd)))
    played = tried(lambda: game.copy().replay([chance.choice((entry, odd))]), ValueError, IllegalAction)
    assert played is None or isinstance(played, ValueError)
    assert whole(game) == before
    trial = game.copy()
    if isinstance(tried(lambda: trial.play(chance.choice((odd, 0, "draw deck")), seat), ValueError, IllegalAction), Exception):
        assert whole(trial) == before
    assert {type(part) for entry in trial.log for part in (entry.seat, entry.action, *entry.outcome)} <= {int}


def some_games() -> list[Game]:
    """Games in all their phases."""
    begun = Game("london", 2, 1)
    first = Position("new-york", 3).market("blue", "green", "black", "orange", "blue").turn(1).game(seed=1)
    second, offer, over = first.copy(), first.copy(), Position("usa").final_turns(1).game(seed=1)
    second.play("draw deck")
    offer.play("draw tickets")
    over.play("draw deck")
    over.play("draw deck")
    assert over.over
    return [begun, first, second, offer, over]


def fuzz(cases: int, seed: str) -> None:
    chance, games, accepted, written = random.Random(seed), some_games(), 0, 0
    records = [Record.of(game, reveal=True) for game in games]
    for _ in range(cases // 3):
        accepted += call_builders(chance)
        call_games(chance, games)
        written += call_records(chance, records)
    assert cases // 30 < accepted < cases // 3 - cases // 30
    assert cases // 100 < written < cases // 3 - cases // 30


def test_odd_calls_get_our_own_errors() -> None:
    """Positions and games refuse in words, in time, and lose nothing."""
    fuzz(CASES, "short")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_many_odd_calls_get_our_own_errors(part: int) -> None:
    """The same, a hundred thousand times."""
    fuzz(MANY // 8, f"long {part}")
