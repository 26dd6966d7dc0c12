"""The commands that show, draw, replay, verify and simulate: what they print, for people and as JSON."""

from __future__ import annotations

import codecs
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import allaboard
from allaboard.cli.app import COMMANDS, load_command, plain_signs
from allaboard.cli.console import console, print_json
from allaboard.engine.jit import INTERPRETED
from harbour_edition import Harbour


def test_help_names_every_command_and_gives_examples(command: Any) -> None:
    shown = command("--help")
    assert shown.exit_code == 0
    for word in ("play", "simulate", "replay", "verify", "draw", "edition", "bots", "compile", "Examples", "allaboard simulate usa"):
        assert word in shown.stdout


def test_version(command: Any) -> None:
    assert command("--version").stdout == f"allaboard {allaboard.__version__}\n"


def test_editions_are_listed_and_shown(command: Any, figures: Any) -> None:
    assert [edition["id"] for edition in figures("edition", "list")["editions"]] == list(allaboard.edition_ids())
    shown = figures("edition", "show", "london")
    assert shown["hash"] == allaboard.get_edition("london").hash
    assert len(shown["tickets"]) == 20
    for name in allaboard.edition_ids():
        assert name in command("edition", "list").stdout
        text = command("edition", "show", name).stdout
        assert all(ticket.name in text for ticket in allaboard.get_edition(name).tickets)


def test_a_file_is_checked_and_every_fault_listed(command: Any, figures: Any, tmp_path: Path) -> None:
    harbour = Harbour(tmp_path)
    assert figures("edition", "check", harbour.path)["playable"] is True
    assert "is playable: 6 locations" in command("edition", "check", harbour.path).stdout
    tangle = figures("edition", "check", harbour.path)["tangle"]
    assert 0 < tangle["ways"] < tangle["most_ways"] and 0 < tangle["width"] < tangle["most_width"]
    harbour.path.write_text(harbour.path.read_text("utf-8") + '\nextra = "?"\n', "utf-8")
    assert command("edition", "check", harbour.path).stdout.endswith("harbour.toml: 1 fault\n")
    harbour.path.write_text(harbour.path.read_text("utf-8") + "\nmore = 1\n", "utf-8")
    report = command("edition", "check", harbour.path)
    assert report.exit_code == 1
    assert "extra" in report.stdout
    assert "2 faults" in report.stdout
    assert "is playable: " in command("edition", "check", "usa").stdout
    assert [fault["file"] for fault in figures("edition", "check", harbour.path)["faults"]] == ["harbour.toml"] * 2


def test_boards_are_drawn_empty_and_as_a_game_left_them(command: Any, figures: Any, saved_game: Path) -> None:
    assert command("draw", "london").stdout == "Drawn: london.svg\n"
    assert figures("draw", "london", saved_game, "-o", "end.svg")["actions"] > 10
    command("draw", "london", saved_game, "-o", "start.svg", "--at", 0)
    empty, start, end = (Path(name).read_text("utf-8") for name in ("london.svg", "start.svg", "end.svg"))
    assert empty == start
    assert len(end) > len(start)
    assert command("draw", "london", "-o", "small.png", "--width", 300, "--night").exit_code == 0
    assert Path("small.png").read_bytes().startswith(b"\x89PNG")


def test_a_finished_game_has_a_poster(command: Any, saved_game: Path) -> None:
    assert command("draw", "london", saved_game, "--poster", "--names", "Ada,Ben", "-o", "poster.svg").exit_code == 0
    drawn = Path("poster.svg").read_text("utf-8")
    assert all(f">{word}<" in drawn for word in ("Ada", "first", "second", "Round the Town"))
    assert command("draw", "london", saved_game, "--poster", "-o", "poster.png").exit_code == 0
    assert Path("poster.png").read_bytes()[16:24] == (1600).to_bytes(4, "big") + (1420).to_bytes(4, "big")
    for wrong in (("--at", 3), ("--night",), ("--names", "Ada")):
        assert command("draw", "london", saved_game, "--poster", *wrong).exit_code == 2
    assert command("draw", "london", "--poster").exit_code == 2
    assert command("draw", "london", saved_game, "--names", "Ada,Ben").exit_code == 2


def test_a_game_is_told_in_words(command: Any, figures: Any, saved_game: Path) -> None:
    told = command("replay", saved_game).stdout
    assert "Seat 1  claims" in told and "Seat 0" not in told
    assert "The game is over" in told
    assert "Total" in told
    told_as_data = figures("replay", saved_game)
    assert told_as_data["result"]["final"] is True
    assert told_as_data["events"][0] == {"n": 0, "kind": "dealt", "seat": 0, "cards": 2}


def test_a_replay_and_a_poster_name_who_played(command: Any, saved_game: Path) -> None:
    """Whoever sits twice has the seat behind the name; “You” is nobody's name."""
    record = json.loads(saved_game.read_text("utf-8"))
    for names, told in ((("Ada", "planner"), ("Ada", "planner")), (("You", "B"), ("Seat 1", "B")), (("x", "x"), ("x (1)", "x (2)"))):
        record["seats"] = [{"kind": "person", "name": name} for name in names]
        saved_game.write_text(json.dumps(record), "utf-8")
        shown = command("replay", saved_game).stdout
        assert f"actions: {', '.join(told)}\n" in shown
        assert all(f"{name}  claims" in shown for name in told)
        assert command("draw", "london", saved_game, "--poster", "-o", "poster.svg").exit_code == 0
        assert f">{told[0]}<" in Path("poster.svg").read_text("utf-8")


def test_a_replay_keeps_the_secrets_of_the_others(command: Any, figures: Any, half_game: Path) -> None:
    for seat in (None, 0, 1, 2):
        option = () if seat is None else ("--seat", seat + 1)
        events = figures("replay", half_game, *option)["events"]
        assert {event["seat"] for event in events if "hand" in event} == ({seat} - {None})
    assert "Not over" in command("replay", half_game).stdout


def test_a_replay_stops_where_it_is_told_and_waits_for_enter(command: Any, figures: Any, saved_game: Path) -> None:
    assert figures("replay", saved_game, "--at", 7)["actions"] == 7
    assert command("replay", saved_game, "--step", answers="\n\n").stdout.count("The game is over") == 1


def test_a_record_is_verified_or_refused_with_the_reason(command: Any, figures: Any, saved_game: Path, half_game: Path) -> None:
    assert command("verify", saved_game).stdout.count("✓") == 5
    assert figures("verify", saved_game)["verified"] is True
    hidden = command("verify", half_game)
    assert (hidden.exit_code, "does not reveal its seed" in hidden.stderr) == (1, True)
    assert command("verify", half_game, "--seed", (12).to_bytes(32, "little").hex()).exit_code == 0
    record = json.loads(saved_game.read_text("utf-8"))
    record["result"]["totals"][0] += 1
    saved_game.write_text(json.dumps(record), "utf-8")
    forged = command("verify", saved_game)
    assert (forged.exit_code, forged.stdout) == (1, "")
    assert "is not what its log leads to" in forged.stderr
    assert figures("verify", saved_game)["verified"] is False


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("action", "draw deck", "line 2 of the log: cannot “draw deck”: "),
        ("seat", 2, "line 2 of the log: seat is 2; allowed: a whole number from 0 to 1"),
    ],
)
def test_a_seat_that_a_record_has_is_quoted_as_its_field(command: Any, saved_game: Path, field: str, value: object, complaint: str) -> None:
    """Elsewhere on the command line seat 1 is the first."""
    record = json.loads(saved_game.read_text("utf-8"))
    record["log"][1][field] = value
    saved_game.write_text(json.dumps(record), "utf-8")
    for verb in ("replay", "verify"):
        refused = command(verb, saved_game).stderr
        assert complaint in refused
        assert "seat 0" not in refused and "seat 1 " not in refused


HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202e\x9b31m\x7f"


def test_text_from_files_steers_no_terminal(command: Any, tmp_path: Path) -> None:
    """Escape sequences, turned lines and control signs in titles, keys, records and file names are shown as their escapes."""
    escaped, harbour = HOSTILE.encode("unicode_escape").decode(), Harbour(tmp_path)
    harbour.edit('title = "Harbour"', 'title = "' + "".join(f"\\u{ord(sign):04x}" for sign in HOSTILE) + '"')
    odd = tmp_path / f"odd{HOSTILE}.json"
    odd.write_text(json.dumps({"format": HOSTILE, "edition": HOSTILE}), "utf-8")
    record = tmp_path / "record.json"
    record.write_text(json.dumps({**allaboard.Game("london", seed=1).record().data, "edition": HOSTILE}), "utf-8")
    for arguments in (
        ["edition", "check", harbour.path],
        ["edition", "show", harbour.path],
        ["edition", "check", harbour.path, "--json"],
        ["edition", "show", HOSTILE],
        ["replay", odd],
        ["replay", record],
        ["verify", record, "--json"],
    ):
        shown = command(*arguments)
        assert shown.exit_code != 0
        for output in (shown.stdout, shown.stderr):
            assert output.replace("\n", "").isprintable(), repr(output)
    assert escaped in command("edition", "check", harbour.path).stdout.replace("\n", "")


def test_text_is_shown_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """A bot called `bots:Loop:` is no emoji, and what stands in brackets is no style."""
    for told in ("bots:Loop: 1 fault", "[red]Harbour[/red]"):
        console().print(told)
        assert capsys.readouterr().out == f"{told}\n"


def test_json_of_hostile_text_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    """What is escaped on the way to the terminal is read back as it was."""
    told = {"title": HOSTILE + "\U000e0041 Montréal 東京"}
    print_json(told)
    printed = capsys.readouterr().out
    assert printed.replace("\n", "").isprintable()
    assert "Montréal 東京" in printed
    assert json.loads(printed) == told


def test_simulations_are_summed_up(command: Any, figures: Any) -> None:
    table = command("simulate", "new-york", "--games", 50, "--seed", 1).stdout
    assert "new-york, 2 players, 50 games, seed 1" in table
    assert "seat 1" in table
    one, two = (figures("simulate", "london", "-n", 6, "-b", "random,greedy", "--seed", 3, "--jobs", jobs) for jobs in (1, 2))
    assert one.pop("speed")["jobs"] == 1
    assert two.pop("speed")["jobs"] == 2
    assert one == two
    assert one["games"] == 6
    assert [bot["bot"] for bot in one["bots"]] == ["random", "greedy"]


def test_simulated_games_are_written_one_a_line(command: Any, figures: Any) -> None:
    result = command("simulate", "london", "-n", 3, "-p", 3, "--bots", "random", "--seed", 1, "--out", "games.jsonl")
    assert result.exit_code == 0
    assert len(Path("games.jsonl").read_text("utf-8").splitlines()) == 3
    assert figures("verify", "games.jsonl", "--game", 3)["verified"] is True
    assert "has 3 games, so there is no game 4" in command("replay", "games.jsonl", "--game", 4).stderr


def test_a_line_ends_only_where_json_lines_end(command: Any, figures: Any) -> None:
    """A name may hold a separator of lines that is none in a file of one game a line."""
    assert command("simulate", "london", "-n", 2, "--bots", "random", "--seed", 1, "--out", "games.jsonl").exit_code == 0
    first, second = map(json.loads, Path("games.jsonl").read_text("utf-8").split("\n")[:2])
    first["seats"][0]["name"] = "a\u2028b"
    Path("games.jsonl").write_text("\n".join(json.dumps(game, ensure_ascii=False) for game in (first, second)), "utf-8")
    assert figures("verify", "games.jsonl", "--game", 2)["verified"] is True


def test_bots_are_listed(command: Any, figures: Any) -> None:
    assert [bot["name"] for bot in figures("bots")["bots"]][:2] == ["random", "greedy"]
    assert "greedy" in command("bots").stdout
    assert "a net by its file" in " ".join(command("bots", "--help").stdout.split())


def test_rules_are_compiled_on_demand(command: Any, figures: Any) -> None:
    command("simulate", "new-york", "-n", 1)
    command("compile")
    told = figures("compile")
    assert told["already"] is True
    assert set(told["seconds"]) == {"rules", "planner", "search"}
    assert ("interpreted" if INTERPRETED else "compiled already") in command("compile").stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_help_tells_what_a_command_says_of_itself(name: str) -> None:
    """The list of commands is shown without importing them; its words are the commands' own."""
    assert " ".join((load_command(name).help or "").partition("\n\n")[0].split()) == COMMANDS[name][1]


IMPORTED = """
import json, sys
before = set(sys.modules)
{statement}
new = {name.partition(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names
print(json.dumps([sorted(new - {"__mp_main__"}), len(set(sys.modules) - before)]))
"""
SHOW_HELP = "from allaboard.cli import app; app(['--help'], standalone_mode=False)"
HELPERS = {
    "allaboard",
    "typer",
    "annotated_doc",
    "attr",  # which Rich looks for, and finds where the extras are installed
    "attrs",
    "click",
    "colorama",
    "markdown_it",
    "mdurl",
    "pygments",
    "rich",
    "shellingham",
    "typing_extensions",
}
"""What draws the help. NumPy, Numba, the server's or the environments' libraries would each take longer than all of it."""


@pytest.mark.parametrize(
    ("statement", "libraries", "most"),
    [("import allaboard", {"allaboard"}, 60), (SHOW_HELP, HELPERS, 400)],
    ids=["import allaboard", "allaboard --help"],
)
def test_the_first_line_starts_with_little(statement: str, libraries: set[str], most: int) -> None:
    """`import allaboard` takes half a second at most, `allaboard --help` 0.4 s: counted in modules, which no busy machine changes."""
    run = subprocess.run([sys.executable, "-c", IMPORTED.replace("{statement}", statement)], capture_output=True, text=True, check=True)
    loaded, modules = json.loads(run.stdout.splitlines()[-1])
    assert set(loaded) <= libraries
    assert modules < most


def test_without_a_command_the_server_starts(monkeypatch: pytest.MonkeyPatch, command: Any) -> None:
    served: list[bool] = []
    monkeypatch.setattr("allaboard.server.command.serve", lambda: served.append(True))
    command()
    assert served == [True]


@pytest.mark.parametrize("arguments", [["--version"], ["edition", "list", "--json"], ["bots"]])
def test_the_command_runs_as_a_process(arguments: list[str]) -> None:
    run = subprocess.run([sys.executable, "-m", "allaboard", *arguments], capture_output=True, text=True, check=True, timeout=60)
    assert run.stderr == ""
    assert run.stdout


def test_a_process_ends_with_a_line_and_a_code_not_with_a_traceback() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "allaboard", "edition", "show", "lodnon"], capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.skipif(os.name == "nt", reason="another system has other signals")
def test_stopping_a_simulation_keeps_what_was_played() -> None:
    arguments = ["simulate", "london", "--bots", "greedy", "--games", "1000000", "--out", "games.jsonl"]
    with subprocess.Popen(
        [sys.executable, "-m", "allaboard", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        games, parts = Path("games.jsonl"), Path("games.jsonl.parts")
        while run.poll() is None and not any(parts.glob("*.games.jsonl")):
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        table, messages = run.communicate(timeout=60)
    assert run.returncode == 0
    assert "of 1000000 games; the same command goes on from there." in messages
    assert "decisions a game" in table
    assert f"{len(games.read_text('utf-8').splitlines()):,} games" in table


def test_debugging_shows_where_a_failure_came_from() -> None:
    environment = {**os.environ, "ALLABOARD_DEBUG": "1"}
    run = subprocess.run(
        [sys.executable, "-m", "allaboard", "replay", "nowhere.json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=environment,
    )
    assert "Traceback" in run.stderr


def test_a_console_that_lacks_a_sign_shows_the_rest() -> None:
    """An old Windows console knows no check mark and no star: what is like them stands there, so that made and missed stay apart."""
    words = [sys.executable, "-m", "allaboard", "edition", "show", "usa"]
    shown = subprocess.run(words, capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert shown.returncode == 0, shown.stderr
    assert b"Denver-Omaha" in shown.stdout
    codecs.register_error("plain_signs", plain_signs)
    assert "✓ Chelsea–Soho +4, ✗ 東 ★".encode("cp1252", "plain_signs") == "+ Chelsea–Soho +4, x ? *".encode("cp1252")
