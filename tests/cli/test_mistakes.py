"""Mistyped everything: one line on stderr that says what was wrong and what is allowed, 2 for usage, 1 for failures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("line", "code", "complaint"),
    [
        ("simulat", 2, "Did you mean 'simulate'?"),
        ("edition shwo london", 2, "Did you mean 'show'? Allowed: "),
        ("puzzles show", 2, "No such command 'show'. Allowed: make, pack, verify (see allaboard puzzles --help)"),
        ("shuffle", 2, "No such command 'shuffle'. Allowed: "),
        ("edition show lodnon", 2, "did you mean 'london'?"),
        ("edition show nowhere.toml", 1, "nowhere.toml: cannot be read"),
        ("edition check lodnon", 2, "did you mean 'london'?"),
        ("simulate my-town --bots random", 2, "or the path of a .toml file; my-town.toml is here"),
        ("edition show", 2, "Missing argument 'EDITION'"),
        ("play new-york --players 9", 2, "new-york is for 2 to 4 players, not 9"),
        ("play usa --bot gready", 2, "did you mean 'greedy'?"),
        ("play new-york -p 2 -b greedy -b random", 2, "2 bots are too many for 2 players, you included"),
        ("play new-york --seed minus", 2, "--seed"),
        ("simulate", 2, "Missing argument 'EDITION'"),
        ("simulate usa --gmaes 3", 2, "--games"),
        ("simulate usa --games 0", 2, "'--games' / '-n': '0' is not allowed; allowed: a whole number from 1 on (see"),
        ("simulate usa --games many", 2, "'many' is not allowed; allowed: a whole number from 1 on"),
        ("draw london --width 0", 2, "'0' is not allowed; allowed: a whole number from 1 to 20000"),
        ("watch random --speed fast", 2, "'fast' is not allowed; allowed: a number from 0 on"),
        ("watch random --page --speed 3", 2, "the page plays the game back at its own speed"),
        ("watch random --page --step", 2, "without --speed and --step"),
        ("simulate usa --players 6", 2, "usa is for 2 to 5 players, not 6"),
        ("simulate usa --players 2 --bots random,random,greedy", 2, "3 bots are too many for 2 players"),
        ("simulate usa --bots random,", 2, "'' is no bot"),
        ("simulate usa --bots odd_bots:Nobody", 2, "has no 'Nobody'"),
        ("simulate usa --bots odd_bots:Clumsy --games 1", 1, "failed at action 1"),
        ("simulate usa --games 1 --out no/such/folder.jsonl", 1, "there is no folder 'no/such'"),
        ("play london --name A\x1b[2J", 2, "“A\\x1b[2J” is no name; allowed: one that can be printed"),
        ("play london --save no/such/game.json", 1, "no/such/game.json: there is no folder no/such"),
        ("watch random --speed 0 --save no/such/game.json", 1, "there is no folder no/such"),
        ("report london --blocks 2 -o no/such/report.html", 1, "there is no folder no/such"),
        ("tune london --steps 1 --blocks 8 -o no/such/bot.txt", 1, "there is no folder no/such"),
        ("train --tables london:2:1 --lessons . -o no/such/weights.npz", 1, "there is no folder no/such"),
        ("puzzles make -e london -n 1 -o no/such/found.jsonl", 1, "there is no folder no/such"),
        ("bot debug odd_bots:Clumsy --save no/such/fault.json", 1, "there is no folder no/such"),
        ("draw london -o board.gif", 2, "allowed: .svg, .png"),
        ("draw london -o no/such/board.svg", 1, "no/such/board.svg"),
        ("draw london nowhere.json", 1, "nowhere.json: the file cannot be read"),
        ("draw usa game.json", 2, "game.json is a game of london, not of usa"),
        ("draw london game.json --at 999", 2, "--at"),
        ("replay", 2, "Missing argument 'RECORD'"),
        ("replay garbage.json", 1, "garbage.json: this is not JSON"),
        ("replay bytes.json", 1, "bytes.json"),
        ("replay empty.jsonl", 1, "empty.jsonl has 0 games"),
        ("replay game.json --at 999", 2, "so N is 0 to"),
        ("replay game.json --seat 3", 2, "the game has seats 1 to 2, not 3"),
        ("replay game.json --seat 0", 2, "--seat"),
        ("replay game.json --game 0", 2, "--game"),
        ("verify garbage.json", 1, "this is not JSON"),
        ("verify game.json --seed xyz", 2, "a seed has 64 hex digits, not 'xyz'"),
        ("bots --jsno", 2, "--json"),
        (f"explain game.json@{'9' * 5000}", 2, "a moment is named RECORD@N, such as game.json@57, not 'game.json@999"),
        (f"play --from game.json@{'9' * 5000}", 2, "N has at most 9 digits"),
        ("explain game.json@999999999", 2, "so N is 0 to"),
        (f"replay game.json --at {'9' * 5000}", 2, "--at"),
        ("draw london game.json --poster -o x.svg --names A\x1b[2J,B", 2, "“A\\x1b[2J” cannot stand on a poster"),
        ("draw london game.json --poster -o x.svg --names A\u202e,B", 2, "cannot stand on a poster; allowed: names that can be printed"),
        (f"draw london game.json --poster -o x.svg --names A,{'B' * 201}", 2, "of at most 200 letters"),
    ],
)
def test_a_mistake_is_answered_with_one_line(command: Any, saved_game: Path, line: str, code: int, complaint: str) -> None:
    Path("garbage.json").write_text("not { json", "utf-8")
    Path("bytes.json").write_bytes(b"\xff\xfe\x00")
    Path("empty.jsonl").write_text("", "utf-8")
    Path("my-town.toml").write_text("", "utf-8")
    result = command(*line.split())
    assert result.exit_code == code
    assert result.stdout == ""
    assert complaint in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert len(result.stderr) < 1000
    assert result.stderr.startswith("allaboard: ")
