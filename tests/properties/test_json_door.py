"""The JSON door: positions and records that were changed in odd ways are refused in our own words, or are taken exactly as they are."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any, Final

import pytest

from allaboard import Edition, Game, Position, PositionError, Record, RecordError
from allaboard.engine.records import IN_DECK, NO_CARD
from allaboard.notation import parse
from builders import TABLES, tickets
from fuzzing import any_position, garbled, in_time, spoiled
from games import game_at

CASES: Final = 1_000
MANY: Final = 100_000


def fit_to_print(error: Exception) -> None:
    """An error is short and can be written anywhere."""
    assert len(str(error).encode()) < 3_000


def placed(game: Game, data: dict[str, Any]) -> dict[str, Any]:
    """What a game's state says about the fields that its position stated."""
    state, names, actions = game.state, game.edition.card_names, game.actions
    owners, now = game.owners(), game.view()

    def cards(counts: Any) -> dict[str, int]:
        return {name: int(count) for name, count in zip(names, counts, strict=False) if count}

    def held(seat: int) -> list[str]:
        offer = game.view(seat)["you"]["offer"]
        return [name for ticket, name in enumerate(actions.ticket_names) if state.place[ticket] == seat and name not in offer]

    seats = range(game.players)
    told = {
        "players": game.players,
        "hands": [cards(state.hands[seat]) for seat in seats],
        "shown": [cards(state.shown[seat]) for seat in seats],
        "claimed": [{actions.route_names[route] for route, owner in owners.items() if owner == seat} for seat in seats],
        "tickets": [set(held(seat)) for seat in seats],
        "pieces": [None if data["pieces"][seat] is None else now["seats"][seat]["pieces"] for seat in seats],
        "market": None if data["market"] is None else [names[kind] for kind in state.market if kind != NO_CARD],
        "under_deck": [actions.ticket_names[ticket] for ticket in state.queue[: state.queue_size]],
        "offer": game.view(data["turn"])["you"]["offer"],
        "turn": now["acting"][0],
        "second_card": now["phase"] == "second card",
        "final_turns": None if data["final_turns"] is None else now["final_turns"],
    }
    if data["market"] is not None:  # a market that is laid takes cards from the deck, and may turn the discard pile over
        told |= {"deck": None if data["deck"] is None else cards(state.deck), "discard": cards(state.discard) if data["discard"] else {}}
    if data["ticket_deck"] is not None:
        told["ticket_deck"] = {name for ticket, name in enumerate(actions.ticket_names) if state.place[ticket] == IN_DECK}
    return told


def stated(data: dict[str, Any]) -> dict[str, Any]:
    """A position's own data in the same form."""
    nonzero = [*([{card: n for card, n in hand.items() if n} for hand in data[key]] for key in ("hands", "shown"))]
    told = {**data, "hands": nonzero[0], "shown": nonzero[1], "claimed": list(map(set, data["claimed"]))}
    told |= {"tickets": list(map(set, data["tickets"])), "discard": {card: n for card, n in data["discard"].items() if n}}
    told["deck"] = None if data["deck"] is None else {card: n for card, n in data["deck"].items() if n}
    if data["market"] is None:
        del told["deck"], told["discard"]
    if data["ticket_deck"] is None:
        del told["ticket_deck"]
    else:
        told["ticket_deck"] = set(data["ticket_deck"])
    return told


def read_position(edition: Edition, data: Any) -> str:
    """A position is refused, or holds exactly what the data say; and so does its game."""
    before = json.dumps(data)
    with in_time():
        try:
            position = Position.from_json(edition, data)
        except PositionError as error:
            fit_to_print(error)
            return "position of a wrong form"
        finally:
            assert json.dumps(data) == before
    whole = {**Position(edition, data["players"]).to_json(), **data}
    assert json.dumps(position.to_json(), sort_keys=True) == json.dumps(whole, sort_keys=True)
    with in_time():
        try:
            game = position.game(seed=1)
        except PositionError as error:
            fit_to_print(error)
            return "position that cannot be"
    assert placed(game, whole) == stated(whole)
    assert json.dumps(game.record().data["position"]) == json.dumps(game.position)
    return "position"


def read_record(text: str) -> str:
    """A record is refused, or holds exactly what the text says; and so does the game that it tells."""
    with in_time():
        try:
            record = Record.from_json(text)
        except RecordError as error:
            fit_to_print(error)
            return "record of a wrong form"
    assert json.dumps(record.data) == json.dumps(json.loads(text))
    assert Record.from_json(record.to_json()).data == record.data
    with in_time():
        try:
            game = record.replay()
        except RecordError as error:
            fit_to_print(error)
            return "record that cannot be"
    told = Record.of(game, reveal=True).data
    for field in ("edition", "edition_hash", "rules", "players", "start", "start_drawn", "seed", "deal"):
        assert told[field] == record.data[field]
    for line, own in zip(told["log"], record.data["log"], strict=True):
        assert (line["seat"], line["outcome"]) == (own["seat"], own["outcome"])
        assert parse(game.edition, line["action"]) == parse(game.edition, own["action"])
    with in_time():
        try:
            record.verify()
        except RecordError as error:
            fit_to_print(error)
            return "record that cannot be verified"
    return "record"


def some_records() -> list[dict[str, Any]]:
    """Short games of every edition, one of them over, and games from positions."""
    games = [
        game_at(edition, players, 7, 0.04) for edition, players in (("london", 2), ("usa", 3), ("new-york", 4), ("usa-anniversary", 2))
    ]
    offer = Position("usa", 3).hand(1, red=2, wild=1).claimed(2, "Denver–Omaha").turn(1).offer(*tickets("usa", 3, 4)).game(seed=1)
    last = Position("london").hand(0, blue=3).final_turns(1).game(seed=1)
    while not last.over:
        last.play(last.legal_actions()[0])
    return [Record.of(game, reveal=True).data for game in (*games, offer, last)]


def fuzz(cases: int, seed: str) -> None:
    chance, records, seen = random.Random(seed), some_records(), Counter[str]()
    for _ in range(cases // 2):
        name, players = chance.choice(TABLES)
        edition = Position(name).edition
        position = any_position(chance, edition, players)
        seen[read_position(edition, spoiled(chance, position) if chance.random() < 0.8 else position)] += 1
        data = chance.choice(records)
        text = json.dumps(spoiled(chance, data) if chance.random() < 0.8 else data, ensure_ascii=chance.random() < 0.5)
        seen[read_record(garbled(chance, text) if chance.random() < 0.3 else text)] += 1
    assert len(seen) == 7  # all that can become of data did
    assert min(seen.values()) >= cases // 200


def test_odd_data_get_our_own_errors() -> None:
    """Positions and records: refused in words and in time, or taken as they are."""
    fuzz(CASES, "short")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_many_odd_data_get_our_own_errors(part: int) -> None:
    """The same, a hundred thousand times."""
    fuzz(MANY // 8, f"long {part}")
