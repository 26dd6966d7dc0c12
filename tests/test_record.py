"""Records: written, read, replayed and verified; whatever was tampered with is found and named."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import allaboard
from allaboard import Game, Position, Record, RecordError
from allaboard.bots.registry import bot_player
from allaboard.editions import get_edition, load
from allaboard.record import PlayerData
from games import every_table, game_at, states_of, whole
from harbour_edition import EDITION, Harbour

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def told() -> str:
    """A finished game as its file tells it."""
    return game_at("london", 2, 6, 3.0).record().to_json()


def changed(text: str, change: Change) -> Record:
    """The record with its data changed, read again."""
    data = json.loads(text)
    change(data)
    return Record.from_json(json.dumps(data))


def first(data: dict[str, Any], verb: str) -> int:
    """The place in the log of the first action of a kind."""
    return next(n for n, line in enumerate(data["log"]) if line["action"].startswith(verb))


def test_a_record_is_a_file(tmp_path: Path) -> None:
    """Saved and loaded it is the same game, one line for each entry of the log."""
    game = game_at("usa", 3, 2, 3.0)
    path = game.record().save(tmp_path / "game.json")
    record = Record.load(path)
    assert whole(record.replay()) == whole(game)
    assert whole(record.verify()) == whole(game)
    assert repr(record) == f"<Record usa, 3 players, {len(game.log)} actions, finished>"
    assert len(path.read_text("utf-8").splitlines()) == len(game.log) + 16
    assert repr(Game("usa", 2, 1).record()) == "<Record usa, 2 players, 0 actions, unfinished>"
    assert Record.from_json(Game("usa", 2, 1).record().to_json()).replay().log == []


def test_the_seed_is_revealed_at_the_end_only() -> None:
    """R-SECRET-3: before, the record holds a commitment to it."""
    game = game_at("london", 2, 6, 0.2)
    assert game.record().data["seed"] is None
    assert game.seed is not None
    assert Record.of(game, reveal=True).data["seed"] == game.seed.hex()
    with pytest.raises(RecordError, match="does not reveal its seed"):
        game.record().verify()
    assert whole(game.record().verify(game.seed)) == whole(game)
    with pytest.raises(RecordError, match="not the one that was committed to"):
        game.record().verify(bytes(32))


def swap_first_card(data: dict[str, Any]) -> None:
    outcome = data["log"][first(data, "draw deck")]["outcome"]
    outcome[0] = next(card for card in ("blue", "green", "wild") if card != outcome[0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (swap_first_card, r"line \d+ of the log"),
        (lambda data: data["log"][first(data, "draw deck")].update(outcome=[]), r"line \d+ of the log: the recorded outcome cannot have"),
        (lambda data: data["log"][first(data, "draw deck")].update(outcome=["tram"]), r"line \d+ of the log: “tram” is no card of london"),
        (
            lambda data: data["log"][first(data, "draw deck")].update(seat=7),
            r"line \d+ of the log: seat is 7; allowed: the number of a seat",
        ),
        (lambda data: data["log"][0].update(action="draw deck"), r"line 1 of the log: cannot “draw deck”: .*R-SETUP-4"),
        (lambda data: data["log"][0].update(action="keep calm"), r"line 1 of the log: “calm” is no ticket of london"),
        (lambda data: data["log"][0].update(action="keep Big Ben–Buckingham Palace"), r"line 1 of the log: "),
        (lambda data: data["log"][0].update(action=5), r"line 1 of the log: action is 5; allowed: the text of an action"),
        (lambda data: data["log"][0].pop("outcome"), r"line 1 of the log: "),
        (lambda data: data["log"].__setitem__(1, "pass"), r"line 2 of the log: "),
        (lambda data: data["log"].pop(4), r"line \d+ of the log"),
        (lambda data: data["log"].pop(), "is not what its log leads to"),
        (lambda data: data["result"]["totals"].reverse(), "is not what its log leads to"),
        (lambda data: data["result"].update(winners=[]), "is not what its log leads to"),
        (lambda data: data.update(seed="00" * 32), "not the one that was committed to"),
        (lambda data: data.update(commitment="f" * 64), "not the one that was committed to"),
        (lambda data: data.update(commitment=None), "not the one that was committed to"),
        (lambda data: data.update(seed="00"), 'seed is "00"; allowed: 64 hexadecimal digits, or null'),
        (lambda data: data.update(seed="no"), 'seed is "no"; allowed: 64 hexadecimal digits, or null'),
        (lambda data: data.update(start=1 - data["start"]), r"line \d+ of the log|the first turn"),
        (lambda data: data.update(start=9), "start is 9; allowed: the number of a seat"),
        (lambda data: data.update(start=2), "set-up of the record is impossible: the starting seat"),
        (lambda data: data["deal"]["cards"].reverse(), r"line \d+ of the log|not the one that the seed gives"),
        (lambda data: data["deal"]["cards"].pop(), "set-up of the record is impossible"),
        (lambda data: data["deal"]["tickets"].reverse(), r"line 1 of the log"),
        (lambda data: data["deal"].update(tickets=["x"]), "“x” is no ticket of london"),
        (lambda data: data.update(deal=None), "either a deal or a position"),
        (lambda data: data.update(players=3), "set-up of the record is impossible"),
        (lambda data: data.update(position={"players": 2, "weather": "fine"}), "a position"),
    ],
)
def test_what_was_tampered_with_is_found(told: str, change: Change, message: str) -> None:
    """Cards, tickets, actions, seats, seed, start and result: verification names the line or the part that is wrong."""
    with pytest.raises(RecordError, match=message):
        changed(told, change).verify()


def test_a_record_of_a_replayed_game_is_the_same(told: str) -> None:
    """Whether its seed is revealed or not: a commitment stays, and none is made up."""
    unfinished = Game("usa", 2, seed=3).record().to_json()
    for source in (told, unfinished):
        record = Record.from_json(source)
        assert record.replay().record(record.seats).to_json() == source
        assert pickle.loads(pickle.dumps(record.replay())).record(record.seats).to_json() == source


def test_a_record_leaves_nothing_to_chance() -> None:
    """Its position names what lay in the market and in the deck, or each replay would lay out other cards."""
    data = Position("usa", 2).game(seed=1).record().data
    for field in ("market", "deck"):
        with pytest.raises(RecordError, match=f"the position of a record lacks {field}") as refusal:
            Record(get_edition("usa"), {**data, "position": {**data["position"], field: None}})
        assert refusal.value.code == "record-position-open"


@pytest.mark.parametrize("path", [5, "a\0b"])
def test_a_record_is_saved_under_a_name(told: str, path: Any) -> None:
    """What cannot be one is refused in our words, as for reading."""
    with pytest.raises(RecordError, match="no file can have this name"):
        Record.from_json(told).save(path)


@every_table
def test_no_outcome_can_be_changed_unnoticed(edition: str, players: int) -> None:
    """Law of the log: each single card or ticket that chance gave is proved by the seed."""
    told = game_at(edition, players, 8, 3.0).record().to_json()
    data = json.loads(told)
    chances = [n for n, line in enumerate(data["log"]) if line["outcome"]]
    for n in chances[:: max(1, len(chances) // 3)]:

        def forge(data: dict[str, Any], n: int = n) -> None:
            outcome = data["log"][n]["outcome"]
            names = [
                name
                for line in data["log"]
                for name in line["outcome"]
                if (name in data["deal"]["cards"]) == (outcome[0] in data["deal"]["cards"])
            ]
            outcome[0] = next(name for name in names if name != outcome[0])

        with pytest.raises(RecordError, match="of the log"):
            changed(told, forge).verify()


def test_a_drawn_start_is_proved_by_the_seed() -> None:
    """R-SETUP-5: another seat than the seed's cannot pass for drawn."""
    game = Game("usa", 5, 3)
    data = Record.of(game, reveal=True).data
    with pytest.raises(RecordError, match=f"start is {(game.start + 1) % 5}; the seed gives the first turn to {game.start}"):
        Record(game.edition, {**data, "start": (game.start + 1) % 5}).verify()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "this is not JSON"),
        ("[]", "this is no record: its format is not “allaboard-record/1”"),
        ('{"format": "other"}', "this is no record"),
        ('{"format": "allaboard-record/1", "edition": "usa"}', "the record lacks edition_hash, rules, players"),
    ],
)
def test_what_is_no_record_is_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Record.from_json(text)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("rules", 99, "rules version 99; this program plays version 1"),
        ("edition", "atlantis", "“atlantis” of the record is not at hand"),
        ("edition_hash", "feed" * 4, "another version of london: its hash is feedfeed"),
        ("edition_hash", "feed", 'edition_hash is "feed"; allowed: 16 hexadecimal digits'),
        ("log", 5, "log is 5; allowed: a list with an object for each action"),
    ],
)
def test_a_record_of_other_rules_or_boards_is_refused(told: str, key: str, value: object, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        changed(told, lambda data: data.update({key: value}))


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("edition", 5, "the id of an edition"),
        ("edition", "/etc/board.toml", "the id of an edition"),
        ("edition", "a" * 101, "the id of an edition"),
        ("rules", "1", "the number of a version of the rules"),
        ("rules", True, "the number of a version of the rules"),
        ("players", None, "a whole number from 2 to 5"),
        ("players", True, "a whole number from 2 to 5"),
        ("players", 2.0, "a whole number from 2 to 5"),
        ("players", "2", "a whole number from 2 to 5"),
        ("start", True, "the number of a seat"),
        ("start", -1, "the number of a seat"),
        ("start", "0", "the number of a seat"),
        ("start_drawn", 1, "true or false"),
        ("start_drawn", None, "true or false"),
        ("commitment", [[]], "64 hexadecimal digits, or null"),
        ("commitment", "AB" * 32, "64 hexadecimal digits, or null"),
        ("seed", {"a": 1}, "64 hexadecimal digits, or null"),
        ("seed", 5, "64 hexadecimal digits, or null"),
        pytest.param("seed", "0" * 100_000, "64 hexadecimal digits, or null", id="seed-long"),
        ("seed", "\ud800" * 64, "64 hexadecimal digits, or null"),
        ("position", [], "what Position.to_json gives, or null"),
        ("position", {"hands": [[[[]]]]}, "what Position.to_json gives, or null"),
        ("position", {"\ud800": 1}, "what Position.to_json gives, or null"),
        ("position", {"turn": 10**400}, "what Position.to_json gives, or null"),
        ("deal", {"cards": "wild", "tickets": []}, "an object with a list of cards and a list of tickets"),
        ("deal", {"cards": []}, "an object with a list of cards and a list of tickets"),
        ("deal", {"cards": [5], "tickets": []}, "an object with a list of cards and a list of tickets"),
        ("log", {}, "a list with an object for each action"),
        ("result", None, "an object with a list of totals and a list of winners"),
        ("result", {"totals": [1.0, 2], "winners": [0]}, "an object with a list of totals and a list of winners"),
        ("result", {"totals": [1, 2], "winners": [True]}, "an object with a list of totals and a list of winners"),
        ("result", {"totals": [1, 2], "winners": [0], "by": "luck"}, "an object with a list of totals and a list of winners"),
    ],
)
def test_a_field_of_a_wrong_form_is_named(told: str, field: str, value: object, allowed: str) -> None:
    """From JSON and from data alike: which field, what it is, what is allowed; short, and fit to be printed."""
    data = {**json.loads(told), field: value}
    for read in (lambda: Record.from_json(json.dumps(data)), lambda: Record.check_form(data), lambda: Record(get_edition("london"), data)):
        with pytest.raises(RecordError, match=f"{field} is .*; allowed: {re.escape(allowed)}") as refusal:
            read()
        assert len(str(refusal.value).encode()) < 300


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pass", 'it is "pass"; allowed: an object with seat, action, outcome'),
        (None, "it is null; allowed"),
        ({"seat": 0, "action": "draw deck"}, "it is .*; allowed: an object with seat, action, outcome"),
        ({"seat": 0, "action": "draw deck", "outcome": [], "at": 5}, 'a field "at" is not known; allowed: seat, action, outcome'),
        ({"seat": True, "action": "draw deck", "outcome": []}, "seat is true; allowed: the number of a seat"),
        ({"seat": 0.0, "action": "draw deck", "outcome": []}, "seat is 0.0; allowed: the number of a seat"),
        ({"seat": 3, "action": "draw deck", "outcome": []}, "seat is 3; allowed: a whole number from 0 to 1"),
        ({"seat": 0, "action": ["draw deck"], "outcome": []}, "action is .*; allowed: the text of an action"),
        ({"seat": 0, "action": "\ud800", "outcome": []}, "action is .*; allowed: the text of an action"),
        ({"seat": 0, "action": "draw deck", "outcome": "wild"}, 'outcome is "wild"; allowed: a list of cards or tickets'),
        ({"seat": 0, "action": "draw deck", "outcome": [[]]}, "outcome is .*; allowed: a list of cards or tickets"),
    ],
)
def test_a_line_of_a_wrong_form_is_named(told: str, line: object, message: str) -> None:
    with pytest.raises(RecordError, match=f"line 3 of the log: {message}"):
        changed(told, lambda data: data["log"].__setitem__(2, line))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("[" * 100_000, "this is not JSON: it is nested too deeply", id="lists"),
        pytest.param('{"a":' * 100_000, "this is not JSON: it is nested too deeply", id="objects"),
        pytest.param("1" * 5000, "this is not JSON: .*digits", id="digits"),
        ('{"rules": NaN}', "this is not JSON: NaN is no number"),
        ('{"rules": -Infinity}', "this is not JSON: -Infinity is no number"),
        ('{"rules": 1, "rules": 2}', "this is not JSON: an object has two fields 'rules'"),
        ("\ufeff{}", "this is not JSON"),
        (None, "this is not JSON: JSON is read from a text, not from None"),
        (b"{}", "this is not JSON: JSON is read from a text, not from b'{}'"),
    ],
)
def test_json_is_read_strictly(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Record.from_json(text)


def test_fields_that_are_not_known_are_refused(told: str) -> None:
    """A reader that overlooked them would lose them."""
    with pytest.raises(RecordError, match='a field "weather" is not known; allowed: format, edition'):
        changed(told, lambda data: data.update(weather="fine"))


@pytest.mark.parametrize("until", [-1, 10_000, 1.0, "1", True])
def test_only_moments_of_the_log_can_be_replayed_to(told: str, until: int) -> None:
    record = Record.from_json(told)
    with pytest.raises(RecordError, match=rf"the log has \d+ actions, so a moment is a number from 0 to \d+, not {until!r}"):
        record.replay(until)


@pytest.mark.parametrize(
    ("seed", "message"), [("00" * 32, "a seed is a number"), (b"", "a seed in bytes has 32"), (1.5, "a seed is a number")]
)
def test_only_a_seed_verifies(told: str, seed: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Record.from_json(told).verify(seed)


def test_a_position_agrees_with_its_record() -> None:
    """Players, starting seat and the lack of a seed are told twice, and must be told alike."""
    data = Position("london", 3).turn(1).game(seed=5).record().data
    for change, message in (
        ({"players": 2}, "set-up of the record is impossible: players is 2 and start 1; its position of 3 players has turn 1"),
        ({"start": 0}, "set-up of the record is impossible: players is 3 and start 0; its position of 3 players has turn 1"),
        ({"start_drawn": True}, "has no seed, no commitment and no starting seat drawn"),
        ({"seed": "0" * 64}, "has no seed, no commitment and no starting seat drawn"),
        ({"position": None}, "either a deal or a position"),
        ({"deal": {"cards": [], "tickets": []}}, "either a deal or a position"),
        ({"position": {**data["position"], "turn": 7}}, "set-up of the record is impossible: turn: there is no seat 7"),
    ):
        with pytest.raises(RecordError, match=message):
            Record.from_json(json.dumps({**data, **change})).replay()


def test_a_game_without_a_beginning_has_no_record() -> None:
    """A state of one's own making has neither a deal nor a position to begin from."""
    game = Game("london", 2, 1)
    with pytest.raises(RecordError, match="either a deal or a position"):
        Game.from_states(game.edition, states_of(game)).record()


def test_a_record_is_read_with_an_edition(told: str) -> None:
    with pytest.raises(RecordError, match="the edition of a record is 'london'; allowed: an Edition"):
        Record.from_json(told, "london")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "odd", [float("nan"), float("inf"), 1j, b"red", (), {0}, {1: 2}, np.int64(1), np.array([1, 2]), object(), "\ud800"]
)
def test_a_record_made_in_python_can_be_written(told: str, odd: object) -> None:
    """What JSON cannot say is refused when the record is made, not when it is saved or replayed."""
    data = json.loads(told)
    for field, value in (
        ("format", odd),
        ("position", {"hands": [{"red": odd}]}),
        ("result", {**data["result"], "sheets": [{"routes": odd}]}),
        ("seats", [{"kind": odd, "name": "Ada"}] * 2),
    ):
        with pytest.raises(RecordError, match=rf"{field}(\[0\])? is "):
            Record(get_edition("london"), {**data, field: value})


@pytest.mark.parametrize("seats", [5, np.array([1, 2]), iter(()), {"kind": "person"}])
def test_who_played_is_told_by_a_list(seats: Any) -> None:
    with pytest.raises(RecordError, match="seats is "):
        Record.of(Game("new-york", 2, 1), seats=seats)


def test_a_record_is_made_of_a_game() -> None:
    with pytest.raises(RecordError, match="a record is made of 'usa'; allowed: a Game"):
        Record.of("usa")  # type: ignore[arg-type]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"nowhere\.json: the file cannot be read"):
        Record.load(tmp_path / "nowhere.json")
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match=r"bad\.json: the file cannot be read"):
        Record.load(tmp_path / "bad.json")
    for path in ("a\0", 5, b"a"):
        with pytest.raises(RecordError, match="the file cannot be read"):
            Record.load(path)  # type: ignore[arg-type]
    for path in ("x" * 10**6, "\x1b[2J", "\ud800", [0] * 10**6):
        with pytest.raises(RecordError, match="the file cannot be read") as caught:
            Record.load(path)  # type: ignore[arg-type]
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 1000
    (tmp_path / "long.json").write_bytes(b" " * 2_000_001)
    with pytest.raises(RecordError, match=r"long\.json: the file is too large; allowed: at most 2000000 bytes"):
        Record.load(tmp_path / "long.json")
    (tmp_path / "empty.json").write_text("{}", "utf-8")
    with pytest.raises(RecordError, match=r"empty\.json: this is no record"):
        Record.load(tmp_path / "empty.json")


def test_a_game_from_a_position_is_replayed_from_it() -> None:
    """A puzzle is saved with its position; there is no deal that a seed could prove."""
    game = Position("london").hand(0, blue=3, wild=2).game(seed=5)
    game.play("draw deck")
    record = Record.from_json(game.record().to_json())
    replayed = record.replay()
    assert [replayed.view(seat) for seat in (0, 1)] == [game.view(seat) for seat in (0, 1)]
    assert "seed" not in record.data["position"]
    with pytest.raises(RecordError, match="began from a position"):
        record.verify()
    data = game.record().data
    data["position"]["hands"][0]["blue"] = 9  # type: ignore[index]
    assert game.record().data == record.data, "what is done to a record does not reach its game"


def test_a_board_of_ones_own_is_replayed_with_its_edition(tmp_path: Path) -> None:
    """Designers save games too."""
    Harbour(tmp_path)
    edition = load(tmp_path / EDITION)
    game = Game(edition, 2, 1)
    text = Record.of(game, reveal=True).to_json()
    assert whole(Record.from_json(text, edition).replay()) == whole(game)
    with pytest.raises(RecordError, match="“harbour” of the record is not at hand"):
        Record.from_json(text)


def test_a_record_says_who_played_and_how_everybody_scored() -> None:
    """Names, bots with their versions, and the score sheets come back as they were saved."""
    game = game_at("new-york", 2, 6, 3.0)
    seats: list[PlayerData] = [{"kind": "person", "name": "Åsa – “1”"}, bot_player("greedy", "Ticket Clerk")]
    record = Record.from_json(game.record(seats).to_json())
    assert record.seats == tuple(seats)
    assert record.seats[1] == {"kind": "bot", "name": "Ticket Clerk", "bot": "greedy", "version": allaboard.__version__}
    assert [sheet["total"] for sheet in record.data["result"]["sheets"]] == [sheet.total for sheet in game.result().sheets]
    assert record.to_json() == game.record(seats).to_json()
    assert whole(record.replay()) == whole(game)


def test_a_record_of_an_earlier_version_is_read_as_before() -> None:
    """Without who played, and with a result that has totals and winners only."""
    data = game_at("new-york", 2, 6, 3.0).record().data
    early = {**data, "result": {key: data["result"][key] for key in ("totals", "winners")}}
    record = Record.from_json(json.dumps(early))
    assert record.seats == ()
    assert record.replay().over


def test_a_score_sheet_that_the_log_does_not_lead_to_is_refused() -> None:
    data = json.loads(json.dumps(game_at("new-york", 2, 6, 3.0).record().data))
    data["result"]["sheets"][0]["routes"] += 1
    with pytest.raises(RecordError, match="not what its log leads to"):
        Record.from_json(json.dumps(data)).replay()


@pytest.mark.parametrize("seats", [[{"kind": "person", "name": "Ada"}], [{"kind": "cat", "name": "Tom"}] * 2, [{"name": "Ada"}] * 2, "Ada"])
def test_who_played_has_one_entry_a_seat(seats: object) -> None:
    with pytest.raises(RecordError, match="seats"):
        Record.from_json(json.dumps({**Game("new-york", 2, 1).record().data, "seats": seats}))


@pytest.mark.parametrize("odd", [float, bool, str])
def test_a_score_sheet_holds_whole_numbers(odd: Callable[[int], object]) -> None:
    """To Python 1, 1.0 and true are equal; a record says 1."""
    data = json.loads(json.dumps(game_at("new-york", 2, 6, 3.0).record().data))
    sheets = [(sheet, key) for sheet in data["result"]["sheets"] for key, value in sheet.items() if type(value) is int]
    assert len(sheets) > 4
    sheet, key = next((sheet, key) for sheet, key in sheets if sheet[key] in (0, 1)) if odd is bool else sheets[0]
    sheet[key] = odd(sheet[key])
    with pytest.raises(RecordError, match="not what its log leads to"):
        Record.from_json(json.dumps(data)).replay()


@pytest.mark.parametrize("field", ["name", "bot", "version"])
@pytest.mark.parametrize("odd", ["\x07", "A\x1b[2J", "\u202eAnn", "two\nlines", "x" * 201])
def test_who_played_can_be_printed(field: str, odd: str) -> None:
    seats = [{"kind": "bot", "name": "Ada", "bot": "greedy", "version": "1", field: odd}, {"kind": "person", "name": "Łukasz O’Neill"}]
    with pytest.raises(RecordError, match=r"seats\[0\] is .*a text on one line that can be printed, of at most 200 letters"):
        Record.from_json(json.dumps({**Game("new-york", 2, 1).record().data, "seats": seats}))
