"""Saved games on the command line: replay one in words, verify that it was played fairly."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from allaboard.cli.console import EditionFileOption, Failure, JsonOption, checked_seat, console, find_edition, player_names, print_json
from allaboard.cli.precompile import need_rules
from allaboard.cli.scores import score_sheets
from allaboard.cli.styled_text import TerminalTeller
from allaboard.editions import Edition
from allaboard.editions.texts import shortened
from allaboard.game import Game
from allaboard.record import Record, RecordError
from allaboard.sentences import count_of

__all__ = ["At", "GameNumber", "RecordArgument", "moment_of", "read_record", "replay", "replayed", "verify", "wait_for_enter"]

RecordArgument = Annotated[Path, typer.Argument(metavar="RECORD", help="A saved game: .json, or .jsonl with one game a line.")]
GameNumber = Annotated[int, typer.Option("--game", min=1, metavar="N", help="Which game of a .jsonl file, counted from 1.")]
LONGEST_NUMBER: Final = 9
"""Digits of the number of an action; no game has so many."""
At = Annotated[int | None, typer.Option("--at", min=0, metavar="N", help="Stop after the first N actions.")]


def replay(
    record: RecordArgument,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each action.")] = False,
    at: At = None,
    seat: Annotated[
        int | None, typer.Option(min=1, metavar="S", help="Tell it as this seat saw it, counted from 1; without, as a spectator.")
    ] = None,
    number: GameNumber = 1,
    edition_file: EditionFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell a saved game in words, action by action, with the score sheets at the end."""
    saved = read_record(record, number, _edition(edition_file))
    game = replayed(saved, at)
    whose = checked_seat(seat, game.players)
    if as_json:
        print_json(_told(game, whose))
        return
    names, screen = player_names(game.players, saved.data.get("seats")), console()
    screen.print(Text(f"{game.edition.title}, {count_of(len(game.log), 'action')}: {', '.join(names)}", style="bold"))
    teller = TerminalTeller(game.edition, names, whose)
    for n, events in groupby(game.events, key=lambda event: event.n):
        for line, event in enumerate(events):
            screen.print(Text(f"{n:>4}  " if line == 0 else " " * 6, style="dim").append_text(teller.tell(event)))
        if step and n < len(game.log):
            step = wait_for_enter(screen)
    screen.print()
    screen.print(score_sheets(game, names) if game.over else _standing(game, names))


def verify(
    record: RecordArgument,
    seed: Annotated[str | None, typer.Option(metavar="HEX", help="The seed in 64 hex digits, for a record that hides its own.")] = None,
    number: GameNumber = 1,
    edition_file: EditionFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check that a saved game followed the rules, and that its seed dealt every card and ticket."""
    saved = read_record(record, number, _edition(edition_file))
    try:
        game = saved.verify(None if seed is None else _seed(seed))
    except RecordError as error:
        if not as_json:
            raise Failure(f"{record}: not verified: {error}") from error
        print_json({"record": str(record), "verified": False, "reason": str(error)})
        raise typer.Exit(1) from error
    checked = [
        f"the edition is {game.edition.id} with the hash {game.edition.hash}",
        f"all {len(game.log)} actions were legal when they were played",
        "the seed is the one that was committed to before the game",
        "the seed gives the deal, and every card and ticket drawn",
        "the scores and winners follow from the log" if game.over else "the game is not over, so there is no result to check",
    ]
    if as_json:
        print_json({"record": str(record), "verified": True, "over": game.over, "checked": checked})
        return
    screen = console()
    screen.print(Text(f"{record} is verified:", style="bold"))
    for check in checked:
        screen.print(Text(f"  ✓ {check}"))


def read_record(path: Path, number: int = 1, edition: Edition | None = None) -> Record:
    """A record from its file; from a .jsonl file, the one in line `number`."""
    need_rules()
    try:
        if path.suffix.lower() != ".jsonl":
            return Record.load(path, edition)
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
        if number > len(lines):
            raise Failure(f"{path} has {count_of(len(lines), 'game')}, so there is no game {number}")
        return Record.from_json(lines[number - 1], edition)
    except UnicodeDecodeError as error:
        raise Failure(f"{path}: this is not text: {error}") from error
    except RecordError as error:
        raise Failure(str(error) if str(error).startswith(str(path)) else f"{path}: {error}") from error


def moment_of(text: str, hint: str) -> tuple[Path, int]:
    """A record and a moment of it, from `game.json@57`."""
    file, _, moment = text.rpartition("@")
    if not file or not moment.isascii() or not moment.isdigit() or len(moment) > LONGEST_NUMBER:
        told = f"a moment is named RECORD@N, such as game.json@57, not '{shortened(text)}'; N has at most {LONGEST_NUMBER} digits"
        raise typer.BadParameter(told, param_hint=hint)
    return Path(file), int(moment)


def replayed(record: Record, at: int | None = None, hint: str = "--at") -> Game:
    """The game of a record, to its end or to a moment; `hint` is where that was named."""
    actions = len(record.data["log"])
    if at is not None and at > actions:
        raise typer.BadParameter(f"the game has {count_of(actions, 'action')}, so N is 0 to {actions}, not {at}", param_hint=hint)
    try:
        return record.replay(at)
    except RecordError as error:
        raise Failure(f"the record cannot be replayed: {error}") from error


def _edition(file: Path | None) -> Edition | None:
    return None if file is None else find_edition(str(file))


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise typer.BadParameter(f"a seed has 64 hex digits, not '{text}'", param_hint="--seed")
    return seed


def wait_for_enter(screen: Console) -> bool:
    """Wait for Enter; returns whether to go on waiting after the next action."""
    try:
        screen.input("")
    except EOFError:
        return False
    return True


def _told(game: Game, seat: int | None) -> dict[str, object]:
    return {
        "edition": game.edition.id,
        "players": game.players,
        "actions": len(game.log),
        "over": game.over,
        "events": [event.seen_by(seat) for event in game.events],
        "view": game.view(seat),
        "result": game.result().to_json() if game.over else None,
    }


def _standing(game: Game, names: list[str]) -> Table:
    """What everybody may know of a game that goes on."""
    title = f"Not over: {' and '.join(names[seat] for seat in game.acting)} to act"
    table = Table(box=None, pad_edge=False, title=title, title_justify="left")
    for heading in ("", game.edition.piece_plural.capitalize(), "Cards", "Tickets", "Points"):
        table.add_column(heading, justify="right" if heading else "left")
    for facts in game.view()["seats"]:
        points = "–" if facts["points"] is None else str(facts["points"])
        table.add_row(names[facts["seat"]], str(facts["pieces"]), str(facts["cards"]), str(facts["tickets"]), points)
    return table
