"""A saved game: written and read as JSON with names, replayed without random numbers, verified against its seed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from allaboard.actions import ActionSpace, action_space
from allaboard.editions import Edition, EditionError
from allaboard.editions import get_edition as find_edition
from allaboard.editions.texts import printable, shortened
from allaboard.game import RULES_VERSION, Entry, Game, IllegalAction, commitment, seed_bytes
from allaboard.notation import parse, text
from allaboard.observation import offer_of
from allaboard.position import Position, PositionError
from allaboard.record_schema import FORMAT, DealData, EntryData, PlayerData, RecordData, RecordError, ResultData, check_form
from allaboard.validation import brief, quoted, read_json, whole_number

__all__ = ["FORMAT", "PlayerData", "Record", "RecordError"]

LONGEST_FILE: Final = 2_000_000
"""Bytes of a file that may be a record; the longest game of ours takes a fiftieth of it."""
IMPOSSIBLE: Final = "the set-up of the record is impossible"


@dataclass(frozen=True)
class Record:
    """A game as data: `data` is what the file holds, `edition` what it was played with."""

    edition: Edition
    data: RecordData

    @classmethod
    def of(cls, game: Game, *, reveal: bool | None = None, seats: Sequence[PlayerData] = ()) -> Record:
        """The record of a game, with who played where `seats` tells; the seed is revealed at its end, or as `reveal` says."""
        if not isinstance(game, Game):
            raise RecordError(f"a record is made of {brief(game)}; allowed: a Game")
        if not isinstance(seats, Sequence):
            raise RecordError(f"seats is {brief(seats)}; allowed: a list with an object for each seat")
        shown = game.over if reveal is None else reveal
        data: RecordData = {
            "format": FORMAT,
            "edition": game.edition.id,
            "edition_hash": game.edition.hash,
            "rules": RULES_VERSION,
            "players": game.players,
            "start": game.start,
            "start_drawn": game.start_drawn,
            "commitment": game.commitment,
            "seed": game.seed.hex() if shown and game.seed is not None else None,
            "position": deepcopy(game.position),
            "deal": _deal_to_json(game),
            "log": list(_log_to_json(game)),
        }
        if seats:
            data["seats"] = list(seats)
        if game.over:
            data["result"] = _result_to_json(game)
        return cls(game.edition, data)

    @classmethod
    def load(cls, path: Path | str, edition: Edition | None = None) -> Record:
        """Read a record file; a game on a board of somebody's own needs that edition beside it."""
        shown = _named(path)
        try:
            with Path(path).open("rb") as file:
                content = file.read(LONGEST_FILE + 1)
            if len(content) > LONGEST_FILE:
                raise RecordError(f"the file is too large; allowed: at most {LONGEST_FILE} bytes")
            return cls.from_json(content.decode(), edition)
        except RecordError as error:
            raise RecordError(f"{shown}: {error}") from error
        except (OSError, ValueError, TypeError) as error:
            # not text, or no path: Python says ValueError to a name with a zero byte, TypeError to what is no name
            raise RecordError(f"{shown}: the file cannot be read: {getattr(error, 'strerror', None) or error}") from error

    @classmethod
    def from_json(cls, source: str, edition: Edition | None = None) -> Record:
        """Read a record from its JSON text."""
        try:
            read = read_json(source)
        except ValueError as error:
            raise RecordError(f"this is not JSON: {error}") from error
        data = cls.check_form(read)
        if edition is None:
            try:
                edition = find_edition(data["edition"])
            except EditionError as error:
                raise RecordError(f"the edition “{data['edition']}” of the record is not at hand: {error}") from error
        return cls(edition, data)

    def __post_init__(self) -> None:
        self.check_form(self.data)
        if self.data["rules"] != RULES_VERSION:
            told = f"the record was played by rules version {self.data['rules']}; this program plays version {RULES_VERSION}"
            raise RecordError(told, "record-rules", value=self.data["rules"], allowed=RULES_VERSION)
        if not isinstance(self.edition, Edition):
            raise RecordError(f"the edition of a record is {brief(self.edition)}; allowed: an Edition")
        if self.edition.hash != self.data["edition_hash"]:
            raise RecordError(
                f"the record was played with another version of {self.data['edition']}:"
                f" its hash is {self.data['edition_hash']}, here it is {self.edition.hash}",
                "record-edition",
                edition=self.data["edition"],
                value=self.data["edition_hash"],
                allowed=self.edition.hash,
            )

    @staticmethod
    def check_form(data: object) -> RecordData:
        """Return data as a record; what does not have the form of one, whatever its edition, is refused."""
        return check_form(data)

    def to_json(self) -> str:
        """The JSON text of the record, one line for each entry of the log."""
        head = {key: value for key, value in self.data.items() if key not in ("log", "result")}
        lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
        log = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in self.data["log"])
        lines.append(f' "log": [\n{log}\n ]' if log else ' "log": []')
        if "result" in self.data:
            lines.append(f' "result": {json.dumps(self.data["result"], ensure_ascii=False)}')
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def save(self, path: Path | str) -> Path:
        """Write the record to a file."""
        try:
            path = Path(path)
            path.write_text(self.to_json(), encoding="utf-8")
        except (ValueError, TypeError) as error:  # no path: as for reading
            raise RecordError(f"{_named(path)}: no file can have this name") from error
        return path

    def replay(self, until: int | None = None) -> Game:
        """The game that the record tells, replayed without random numbers, to its end or to its first `until` actions."""
        moment = actions = len(self.data["log"])
        if until is not None:
            asked = whole_number(until)
            if asked is None or not 0 <= asked <= actions:
                raise RecordError(f"the log has {actions} actions, so a moment is a number from 0 to {actions}, not {brief(until)}")
            moment = asked
        game = self._begin()
        for n, line in enumerate(self.data["log"][:moment], start=1):
            try:
                game.replay([_entry(game, line)])
            except IllegalAction as error:
                reason = str(error).removeprefix(f"seat {line['seat']} ")  # the line has it, as the file counts
                told = f"line {n} of the log: {reason}"
                raise RecordError(told, "record-unplayable", line=n, action=quoted(line["action"]), rule=error.rule) from error
            except ValueError as error:  # its text or its outcome names nothing that is there
                raise RecordError(f"line {n} of the log: {error}", "record-action", line=n, action=quoted(line["action"])) from error
        if until is None and "result" in self.data:
            self._check_result(game)
        return game

    def verify(self, seed: int | bytes | None = None) -> Game:
        """Play the game again from its seed alone and compare every card and ticket; returns the game when all agree."""
        if self.data["position"] is not None:
            raise RecordError("a game that began from a position has no deal to verify")
        if seed is None:
            if self.data["seed"] is None:
                raise RecordError("the record does not reveal its seed; verification needs it")
            seed = bytes.fromhex(self.data["seed"])
        try:
            seed = seed_bytes(seed)
        except ValueError as error:
            raise RecordError(str(error)) from error
        if commitment(seed) != self.data["commitment"]:
            raise RecordError("the seed is not the one that was committed to: its SHA-256 differs from the commitment")
        told = self.replay()
        start = None if self.data["start_drawn"] else self.data["start"]
        game = Game(self.edition, told.players, seed, start)
        if game.start != told.start:
            raise RecordError(f"start is {told.start}; the seed gives the first turn to {game.start}")
        if game.deal != told.deal:
            raise RecordError("the deal of the record is not the one that the seed gives")
        for n, entry in enumerate(told.log, start=1):
            game.play(entry.action, entry.seat)
            if game.log[-1].outcome != entry.outcome:
                raise RecordError(f"line {n} of the log: chance gave something else than the record says")
        return game

    def _begin(self) -> Game:
        data = self.data
        if data["deal"] is None:
            return self._begin_from_position()
        seed = None if data["seed"] is None else bytes.fromhex(data["seed"])
        try:
            game = Game(self.edition, data["players"], seed, data["start"], deal=_deal_from_json(action_space(self.edition), data["deal"]))
        except ValueError as error:
            raise RecordError(f"{IMPOSSIBLE}: {error}", "record-setup") from error
        if seed is None:
            game.seed = None
        game.commitment, game.start_drawn = data["commitment"], data["start_drawn"]
        return game

    def _begin_from_position(self) -> Game:
        data = self.data
        try:
            game = Position.from_json(self.edition, data["position"]).game()
        except PositionError as error:
            field = {"field": f"position.{error.values['field']}"} if "field" in error.values else {}
            raise RecordError(f"{IMPOSSIBLE}: {error}", error.code, **{**error.values, **field}) from error
        if (game.players, game.start) != (data["players"], data["start"]):
            told = f"players is {data['players']} and start {data['start']}; its position of {game.players} players has turn {game.start}"
            raise RecordError(f"{IMPOSSIBLE}: {told}", "record-start", players=game.players, seat=game.start)
        return game

    def _check_result(self, game: Game) -> None:
        recorded = self.data["result"]
        result = _result_to_json(game)
        told = {key: value for key, value in result.items() if key in recorded}  # an early record has no sheets
        # as text, since to Python true, 1 and 1.0 are equal
        if not game.over or json.dumps(told, sort_keys=True) != json.dumps(recorded, sort_keys=True):
            shown = {key: told[key] for key in ("totals", "winners")}
            words = f"the record's result {brief(recorded)} is not what its log leads to: {shown}"
            raise RecordError(words, "record-result", allowed=", ".join(map(str, result["totals"])))

    @property
    def seats(self) -> tuple[PlayerData, ...]:
        """Who played each seat; none where nobody knows."""
        return tuple(self.data.get("seats", ()))

    def __repr__(self) -> str:
        ended = "finished" if "result" in self.data else "unfinished"
        return f"<Record {self.edition.id}, {self.data['players']} players, {len(self.data['log'])} actions, {ended}>"


def _named(path: object) -> str:
    return printable(shortened(str(path), 500)) if isinstance(path, Path | str) else brief(path)


def _result_to_json(game: Game) -> ResultData:
    result = game.result()
    sheets: list[dict[str, object]] = json.loads(json.dumps([asdict(sheet) for sheet in result.sheets]))
    return {"totals": [sheet.total for sheet in result.sheets], "winners": list(result.winners), "sheets": sheets}


def _deal_to_json(game: Game) -> DealData | None:
    if not game.deal:
        return None
    tickets = game.players * game.edition.setup_offer
    cards = game.edition.card_names
    return {
        "cards": [cards[kind] for kind in game.deal[:-tickets]],
        "tickets": [game.actions.ticket_names[ticket] for ticket in game.deal[-tickets:]],
    }


def _deal_from_json(space: ActionSpace, deal: DealData) -> tuple[int, ...]:
    return (*(_card(space, name) for name in deal["cards"]), *(_ticket(space, name) for name in deal["tickets"]))


def _log_to_json(game: Game) -> Iterator[EntryData]:
    """Each entry with names: cards, or tickets where the action is about tickets."""
    replayed = game.at(0)
    for entry in game.log:
        offer = offer_of(game.actions, replayed.state, entry.seat)
        action = game.actions.action(entry.action, offer)
        names = game.actions.outcome_names(entry.action)
        yield {"seat": entry.seat, "action": text(action), "outcome": [names[drawn] for drawn in entry.outcome]}
        replayed.replay([entry], tell=False)


def _entry(game: Game, line: EntryData) -> Entry:
    seat = line["seat"]
    action = parse(game.edition, line["action"], exact=True)
    number = game.actions.number(action, offer_of(game.actions, game.state, seat))
    if number is None:
        raise ValueError(f"{quoted(line['action'])} is no action of {game.edition.id} at this moment")
    name_to_number = _ticket if game.actions.outcome_names(number) is game.actions.ticket_names else _card
    return Entry(seat, number, tuple(name_to_number(game.actions, name) for name in line["outcome"]))


def _card(space: ActionSpace, name: str) -> int:
    if name not in space.edition.card_names:
        raise ValueError(f"{quoted(name)} is no card of {space.edition.id}")
    return space.edition.card_names.index(name)


def _ticket(space: ActionSpace, name: str) -> int:
    if name not in space.ticket_index:
        raise ValueError(f"{quoted(name)} is no ticket of {space.edition.id}")
    return space.ticket_index[name]
