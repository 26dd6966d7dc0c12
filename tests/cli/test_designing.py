"""A board of one's own from the first file on: begun, checked with advice, and drawn anew whenever it is saved."""

from __future__ import annotations

import os
import socket
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

import allaboard
from allaboard.cli.draw_watch import BoardServer
from allaboard.editions.advice import advice_on, shortest_ways
from allaboard.editions.sketch import FEWEST_PLACES, MOST_PLACES
from harbour_edition import Harbour


@pytest.mark.parametrize("places", [FEWEST_PLACES, 12, 13, 21, MOST_PLACES])
def test_a_new_edition_checks_clean_and_can_be_drawn(command: Any, figures: Any, places: int) -> None:
    """Two commented files, and nothing to think about."""
    result = command("edition", "new", "my-town", "--places", places)
    assert result.exit_code == 0, result.output
    assert "allaboard draw my-town.toml --watch" in result.stdout
    told = figures("edition", "check", "my-town.toml")
    assert (told["playable"], told["advice"], told["title"]) == (True, [], "My Town")
    assert len(allaboard.get_edition("my-town.toml").board.locations) == places
    assert Path("my-town.toml").read_text("utf-8").count("\n# ") > 8
    assert command("draw", "my-town.toml").exit_code == 0


def test_a_game_can_be_played_on_it(command: Any) -> None:
    command("edition", "new", "my-town")
    assert "replay" in command("play", "my-town.toml", "--save", "game.json", answers="1\n1\nquit\n").stdout
    assert "Saved: on.json" in command("play", "my-town.toml", "--from", "game.json@2", "--save", "on.json", answers="quit\n").stdout
    result = command("simulate", "my-town.toml", "--bots", "greedy,random", "--games", 2, "--seed", 1)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("My Town",), "'My Town' is no id; allowed: small letters a to z, digits and hyphens"),
        (("usa",), "'usa' is an edition of ours: take another id"),
        (("my-town", "--places", 3), "--places"),
        (("there",), "there.toml is there already, and stays as it is"),
        (("my-town", "--title", "x" * 99), "--title"),
    ],
)
def test_what_cannot_be_begun_is_refused(command: Any, words: tuple[object, ...], complaint: str) -> None:
    Path("there.toml").touch()
    result = command("edition", "new", *words)
    assert result.exit_code in (1, 2)
    assert complaint in result.stderr
    assert not Path("my-town.toml").exists()


@pytest.mark.parametrize("name", ["harbour", "islands", "usa"])
def test_boards_to_begin_with_come_with_the_package(command: Any, figures: Any, name: str) -> None:
    """A copy checks clean where it lies, and a second copy writes over nothing."""
    result = command("edition", "copy", name)
    assert result.exit_code == 0, result.output
    assert len(list(Path().glob("*.toml"))) == 2
    assert figures("edition", "check", f"{name}.toml")["playable"]
    Path(f"{name}.toml").write_text("mine", "utf-8")
    again = command("edition", "copy", name)
    assert (again.exit_code, Path(f"{name}.toml").read_text("utf-8")) == (1, "mine")
    assert "is there already, and stays as it is" in again.stderr


def test_what_is_no_board_to_copy_is_refused(command: Any) -> None:
    result = command("edition", "copy", "atlantis")
    assert result.exit_code == 2
    assert "'atlantis' is no board to copy; allowed: harbour, islands, new-york" in result.stderr


@pytest.mark.parametrize("places", [12, 21, MOST_PLACES])
def test_a_board_without_tickets_is_suggested_some(command: Any, figures: Any, places: int) -> None:
    """One a place, worth their shortest way, no two alike: with them the board is like the boxes."""
    command("edition", "new", "my-town", "--places", places)
    rows = figures("edition", "suggest", "my-town.board.toml")["tickets"]
    assert len(rows) == len({frozenset((row["a"], row["b"])) for row in rows}) == places
    printed = command("edition", "suggest", "my-town.board.toml").stdout
    text = Path("my-town.toml").read_text("utf-8")
    tickets = "\n".join(line for line in printed.splitlines() if line.startswith("  {"))
    Path("my-town.toml").write_text(text[: text.index("tickets = [")] + f"tickets = [\n{tickets}\n]\n", "utf-8")
    assert figures("edition", "check", "my-town.toml")["advice"] == []
    assert figures("edition", "suggest", "my-town.toml") == {"file": "my-town.toml", "tickets": [], "worth": [], "tracks": []}
    assert "Nothing to suggest" in command("edition", "suggest", "my-town.toml").stdout


def test_points_and_second_tracks_are_suggested(figures: Any, tmp_path: Path) -> None:
    """A ticket that is worth too much, and single routes that hold the board together."""
    harbour = Harbour(tmp_path)
    harbour.edit('{ a = "Quay",      b = "Old Mill",   length = 2, colour = "yellow" },', "")
    harbour.edit('{ a = "Quay",      b = "Station",    length = 3, colour = "blue" },', "")
    harbour.edit('{ a = "Quay",       b = "Chapel",     points = 3 },', '{ a = "Quay",       b = "Chapel",     points = 30 },')
    told = figures("edition", "suggest", harbour.path, "--tickets", 1)
    assert {"a": "Quay", "b": "Chapel", "points": 3} in told["worth"]
    assert [(row["a"], row["b"], row["length"]) for row in told["tracks"]][-1] == ("Station", "Chapel", 3)
    assert len(told["tickets"]) == 1


def test_a_board_that_cannot_be_read_is_named(command: Any) -> None:
    Path("torn.board.toml").write_text("id = ", "utf-8")
    result = command("edition", "suggest", "torn.board.toml")
    assert result.exit_code == 1
    assert "torn.board.toml" in result.stderr


def test_a_folder_does_not_hide_the_edition_of_its_name(command: Any) -> None:
    Path("usa").mkdir()
    assert command("edition", "check", "usa").stdout.startswith("usa is playable")


@pytest.mark.parametrize("name", ["new-york", "london", "usa", "usa-anniversary"])
def test_the_boxes_need_no_advice(name: str) -> None:
    assert advice_on(allaboard.get_edition(name)) == []


def test_what_is_unlike_the_boxes_is_told(command: Any, tmp_path: Path) -> None:
    """Too few tickets, one that is worth too much, and a single route that holds the board together."""
    harbour = Harbour(tmp_path)
    harbour.edit('{ a = "Quay",      b = "Old Mill",   length = 2, colour = "yellow" },', "")
    harbour.edit('{ a = "Quay",      b = "Station",    length = 3, colour = "blue" },', "")
    harbour.edit('{ a = "Quay",       b = "Chapel",     points = 3 },', '{ a = "Quay",       b = "Chapel",     points = 30 },')
    told = "\n".join(advice_on(allaboard.get_edition(str(harbour.path))))
    assert "8 tickets for 6 places are 1.3 a place; the boxes have 0.8 to 1.2." in told
    assert "Whoever claims Fish Hall–Chapel, Old Mill–Station, Station–Chapel cuts the board in two" in told
    assert "Quay–Chapel (30 for 3)" in told or "Chapel–Quay (30 for 3)" in told
    assert "\nAdvice: 8 tickets for 6 places" in command("edition", "check", harbour.path).stdout


def test_shortest_ways_are_the_shortest() -> None:
    ways = shortest_ways(allaboard.get_edition("usa").board)
    assert ways["Los Angeles"]["New York"] == ways["New York"]["Los Angeles"] == 20
    assert ways["Denver"]["Denver"] == 0


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[BoardServer, Harbour]]:
    harbour = Harbour(tmp_path)
    with BoardServer(harbour.path) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server, harbour
        server.shutdown()
        thread.join()


def test_a_board_is_drawn_anew_when_it_is_saved(watched: tuple[BoardServer, Harbour]) -> None:
    """And its faults are shown while it has some."""
    server, harbour = watched
    with urlopen(server.address) as page:
        assert b'fetch("/board?seen="' in page.read()
    with urlopen(f"{server.address}board") as first:
        seen, drawn = first.headers["ETag"], first.read().decode()
    assert "<svg" in drawn
    harbour.board_path.write_text(harbour.board_path.read_text("utf-8").replace("Old Mill", "New Mill"), "utf-8")
    os.utime(harbour.board_path)
    with urlopen(f"{server.address}board?seen={seen}") as second:
        assert second.headers["ETag"] != seen
        assert "Old Mill" in second.read().decode()  # the tickets still name it: that is a fault, and is told
    harbour.path.write_text(harbour.path.read_text("utf-8").replace("Old Mill", "New Mill"), "utf-8")
    with urlopen(f"{server.address}board") as third:
        text = third.read().decode()
    assert "<svg" in text
    assert "New Mill" in text


@pytest.mark.parametrize(("path", "host", "code"), [("milk", "localhost", 404), ("", "milk.example", 421), ("board", "milk.example", 421)])
def test_other_paths_and_other_names_are_refused(watched: tuple[BoardServer, Harbour], path: str, host: str, code: int) -> None:
    """A page from elsewhere whose name leads to this machine reads nothing."""
    server, _ = watched
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(f"{server.address}{path}", headers={"Host": host}))
    assert refused.value.code == code
    refused.value.close()


def test_a_tab_that_is_closed_while_it_waits_is_no_error(
    watched: tuple[BoardServer, Harbour], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server, harbour = watched
    done, close = threading.Event(), server.shutdown_request
    monkeypatch.setattr(server, "shutdown_request", lambda request: (close(request), done.set()))
    with socket.create_connection(server.server_address[:2]) as tab:
        tab.sendall(f"GET /board?seen={server.version()} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
        tab.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        time.sleep(0.3)  # the request is read, and waits for the file
    os.utime(harbour.path, (0, 0))
    assert done.wait(20)
    assert capsys.readouterr().err == ""


def test_only_files_can_be_watched(command: Any) -> None:
    result = command("draw", "usa", "--watch")
    assert result.exit_code == 2
    assert "'usa' is no .toml file that could be saved anew" in result.stderr


@pytest.mark.parametrize("words", [("--night",), ("--output", "board.svg"), ("--poster",), ("--json",), ("game.json",), ("--at", "3")])
def test_what_watching_does_not_heed_is_refused(command: Any, tmp_path: Path, words: tuple[str, ...]) -> None:
    result = command("draw", Harbour(tmp_path).path, *words, "--watch")
    assert result.exit_code == 2
    assert "name the edition alone" in " ".join(result.stderr.split())
