"""What is done with boards and records of strangers, in a process of its own that can be killed; `upload_workers` sends the jobs.

Nothing here knows the server: a job gets values and returns values, and the rules are fetched only for those that play.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from functools import cache
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Final, NamedTuple

from allaboard.drawing import ThemeName, draw_background, draw_board, geometry
from allaboard.editions import Edition, Unreadable, edition_ids, get_edition, load_text
from allaboard.record_schema import check_form

if TYPE_CHECKING:
    from allaboard.engine.records import States
    from allaboard.game import Entry
    from allaboard.pictures import Picture, PositionCard
    from allaboard.result import Result

__all__ = [
    "PictureFacts",
    "Replayed",
    "Upload",
    "edition_preview_of",
    "fetch_rules",
    "game_picture_of",
    "geometry_of",
    "picture_of",
    "position_card_of",
    "read_upload",
    "replay_record",
    "serve",
    "verify_record",
]

BOARD_NAME: Final = re.compile(r"[\w-]{1,80}\.board\.toml", re.ASCII)


class Upload(NamedTuple):
    """A board that can be played and drawn: its texts, what they say, and where everything stands, as JSON."""

    edition: Edition
    board_name: str
    board_text: str
    geometry: bytes


class PictureFacts(NamedTuple):
    """What a picture of a finished game tells besides its result: whose routes are whose, who played, and when."""

    owners: dict[int, int]
    names: tuple[str, ...]
    day: date | None
    minutes: int | None


class Replayed(NamedTuple):
    """A record as the log of a table keeps it, and how the game ended, if it did."""

    players: int
    start: int
    deal: tuple[int, ...]
    position: Mapping[str, object] | None
    log: list[Entry]
    start_drawn: bool
    seed: str | None
    commitment: str | None
    result: Result | None


def read_upload(text: str, board_text: str | None) -> Upload:
    """Return the edition that somebody sent; without a board's text, on a board of ours. EditionError names what is wrong with it."""
    used: list[tuple[str, str]] = []

    def board(name: str) -> str:
        if not BOARD_NAME.fullmatch(name):
            raise Unreadable("cannot be the name of the board; allowed: letters, digits and hyphens, then “.board.toml”")
        if board_text is None and name not in _our_boards():
            ours = ", ".join(sorted(_our_boards()))
            raise Unreadable(f"the board “{name}” was not sent along; allowed: both files together, or the name of a board of ours: {ours}")
        used.append((name, _our_boards()[name] if board_text is None else board_text))
        return used[0][1]

    made = load_text(text, board)
    return Upload(made, *used[0], geometry_of(made))


@cache
def _our_boards() -> dict[str, str]:
    """Return the boards of the package: file name → text."""
    folders = {path.parent for name in edition_ids() if (path := get_edition(name).path) is not None}
    return {path.name: path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("*.board.toml")}


def geometry_of(made: Edition) -> bytes:
    """Return where everything on a board stands, as JSON."""
    return json.dumps(geometry(made).to_json(), ensure_ascii=False, separators=(",", ":")).encode()


def picture_of(made: Edition, theme: ThemeName, routes: bool) -> bytes:
    """Return the whole board, or the map under the routes, as SVG."""
    return (draw_board if routes else draw_background)(made, theme=theme).encode()


def edition_preview_of(made: Edition) -> bytes:
    """Return the preview of a link to an edition, as PNG."""
    from allaboard.pictures import as_png, edition_preview

    return as_png(edition_preview(made), "preview")


def game_picture_of(made: Edition, states: States, facts: PictureFacts, picture: Picture, png: bool) -> bytes:
    """Return the poster of a game that is over, or the preview of its link, as PNG or SVG."""
    from allaboard.actions import action_space
    from allaboard.pictures import FinishedGame, as_png, game_picture
    from allaboard.result import result_of

    result = result_of(action_space(made), states)
    drawn = game_picture(FinishedGame(made, facts.owners, result, facts.names, facts.day, facts.minutes), picture)
    return as_png(drawn, picture) if png else drawn.encode()


def position_card_of(made: Edition, owners: Mapping[int, int], seat: int, card: PositionCard) -> bytes:
    """Return the card of a position that was analysed, as PNG."""
    from allaboard.pictures import as_png, position_card

    return as_png(position_card(made, owners, seat, card), "preview")


def replay_record(data: dict[str, object], made: Edition) -> Replayed:
    """Return the game of a record, replayed by the rules; RecordError names what is wrong with it."""
    from allaboard.record import Record

    told = check_form(data)
    game = Record(made, told).replay()
    drawn, seed, commitment = told["start_drawn"], told["seed"], told["commitment"]
    result = game.result() if game.over else None
    return Replayed(game.players, game.start, game.deal, game.position, game.log, drawn, seed, commitment, result)


def verify_record(data: Mapping[str, object], made: Edition) -> None:
    """Play the game of a record again from its seed; RecordError names where it differs."""
    from allaboard.record import Record

    Record(made, check_form(data)).verify()


def fetch_rules() -> None:
    """Fetch the compiled rules from disk."""
    from allaboard.actions import action_space
    from allaboard.engine.entry import compile_rules

    smallest = get_edition(edition_ids()[0])
    compile_rules(action_space(smallest).boards, smallest.min_players)


def serve(connection: Connection) -> None:
    """Do one job after the other, until the server has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the server's to hear
    with suppress(AttributeError, OSError):
        os.nice(5)  # people at tables go first
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    while True:
        try:
            do, arguments = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, do(*arguments))
        except Exception as error:
            answer = (False, error)
        try:
            connection.send(answer)
        except (EOFError, OSError):
            return
        except Exception as error:  # an answer that cannot be sent
            connection.send((False, RuntimeError(f"{type(error).__name__}: {error}")))


def _end_with_the_server() -> None:
    """End this process when the server is killed, whatever it is doing."""
    if (parent := multiprocessing.parent_process()) is not None:
        wait([parent.sentinel])
        os._exit(1)
