"""Games as data: the same rows whoever plays them, read back by others' tools, and whole after a stop."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import allaboard
from allaboard import Record
from allaboard.actions import action_space
from allaboard.arena.fingerprints import fingerprint
from allaboard.bots.registry import bot_player
from allaboard.cli import app
from allaboard.engine.jit import INTERPRETED
from allaboard.game import RULES_VERSION
from allaboard.runner import GameSpec
from allaboard.simulation import Batch, Simulation, Tally, dataset_files, run
from allaboard.simulation.dataset import decision_columns, game_columns, values
from allaboard.simulation.dataset_files import DatasetError, DatasetFile, decisions_file, kept_for
from allaboard.simulation.figures import joined

LONDON = allaboard.get_edition("london")
PAGE = (Path(__file__).parents[2] / "docs" / "data.md").read_text("utf-8")
compiled = pytest.mark.skipif(INTERPRETED, reason="many games take their time in plain Python")


def rows(simulation: Simulation) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of games and decisions."""
    found: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([], [])
    for batch in run(simulation):
        for table, columns in zip(found, (game_columns(simulation, batch), decision_columns(simulation, batch)), strict=True):
            table.extend(dict(zip(columns, row, strict=True)) for row in zip(*map(values, columns.values()), strict=True))
    return found


@pytest.mark.parametrize(
    ("edition", "bots"),
    [
        ("london", ("greedy", "random")),
        pytest.param("london", ("planner", "racer", "planner"), marks=compiled),
        ("usa", ("odd_bots:Terse",) * 4),  # with four the second half of a double route is open to others, and no text names it
    ],
)
def test_rows_tell_what_the_game_was(edition: str, bots: tuple[str, ...]) -> None:
    """Games with a log say the same, action by action, whether bots or compiled code played them, and however they name a claim."""
    simulation = Simulation(allaboard.get_edition(edition), bots, 2, seed=5, kept="decisions")
    games, decisions = rows(simulation)
    for number in range(2):
        played = simulation.game(number).play()
        told = [row for row in decisions if row["game"] == number]
        assert [(row["n"], row["seat"], row["action"]) for row in told] == [(n, e.seat, e.action) for n, e in enumerate(played.log, 1)]
        for sheet in played.result().sheets:
            own = {name: games[number][f"{name}_{sheet.seat}"] for name in ("bot", "routes", "tickets", "longest_path", "total")}
            assert list(own.values()) == [
                simulation.game(number).bots[sheet.seat],
                sheet.routes,
                sheet.ticket_points,
                sheet.longest_path,
                sheet.total,
            ]
            assert games[number][f"won_{sheet.seat}"] == (sheet.seat in played.result().winners)
        assert games[number]["start"] == played.start


def test_random_games_in_compiled_code_tell_who_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the same deals tell it, which are not set up again for it."""
    simulation = Simulation(LONDON, ("random", "random"), 20, seed=5)
    expected = [simulation.game(number).playout().state.start for number in range(20)]
    monkeypatch.setattr(Simulation, "game", None)
    told = [int(start) for batch in run(simulation) for start in game_columns(simulation, batch)["start"]]
    assert told == expected
    assert set(told) == {0, 1}


def test_a_decision_is_told_part_by_part() -> None:
    simulation = Simulation(LONDON, ("greedy", "random"), 1, seed=5, kept="decisions")
    _, decisions = rows(simulation)
    game = GameSpec(LONDON, ("greedy", "random"), 5, 0, 0).game()
    for row in decisions:
        action = game.actions.action(int(row["action"]), game.observe(row["seat"]).offer)
        parts = {
            "keep": "kept",
            "give_back": "returned",
            "card": "card",
            "route": "route",
            "colour": "colour",
            "cards": "cards",
            "wilds": "wilds",
        }
        for part, column in parts.items():
            if hasattr(action, part):
                expected = getattr(action, part)
                assert row[column] == (list(expected) if isinstance(expected, tuple) else expected)
        game.play(action, row["seat"])
    assert {row["kind"] for row in decisions} >= {"draw deck", "take", "claim", "keep"}


def simulate(*words: object) -> Any:
    return CliRunner().invoke(app, ["simulate", "london", "--seed", "5", *map(str, words)], prog_name="allaboard")


def test_results_are_written_as_csv(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    assert simulate("--bots", "greedy,random", "--games", 3, "--out", file).exit_code == 0
    with file.open(encoding="utf-8", newline="") as text:
        found = list(csv.DictReader(text))
    assert [row["game"] for row in found] == ["0", "1", "2"]
    assert [row["bot_0"] for row in found] == ["greedy", "random", "greedy"]
    assert list(tmp_path.iterdir()) == [file]


def test_records_are_written_a_line_each(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert simulate("--bots", "greedy,random", "--games", 2, "--out", file).exit_code == 0
    assert [Record.from_json(line).verify().over for line in file.read_text("utf-8").splitlines()] == [True, True]


@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet"])
def test_what_was_stopped_goes_on_as_if_nothing_had_happened(tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a kill the parts are there and no file; after a stop the file has what was played."""
    if ending == ".parquet":
        pytest.importorskip("pyarrow", reason="the extra data is not installed")
    monkeypatch.setattr("allaboard.simulation.dataset_files.PART", 1)
    whole, parts = tmp_path / f"whole{ending}", tmp_path / f"parts{ending}"
    assert simulate("--bots", "greedy,random", "--games", 4, "--out", whole).exit_code == 0
    simulation = Simulation(LONDON, ("greedy", "random"), 4, 5, kept_for(parts))
    killed = DatasetFile(parts, simulation)
    for batch in islice(run(simulation), 2):
        killed.add(batch)
    assert not parts.exists()
    again = simulate("--bots", "greedy,random", "--games", 4, "--out", parts)
    assert "2 games there already; going on from there." in again.stderr
    assert parts.read_bytes() == whole.read_bytes()
    beside = [decisions_file(file) for file in (parts, whole)] if ending == ".parquet" else []
    assert sorted(tmp_path.iterdir()) == sorted([parts, whole, *beside])


def test_other_games_are_not_mixed(tmp_path: Path) -> None:
    file = DatasetFile(tmp_path / "games.csv", Simulation(LONDON, ("greedy", "random"), 4, 5))
    file.add(next(run(Simulation(LONDON, ("greedy", "random"), 1, 5))))
    file.finish()
    result = simulate("--bots", "random,greedy", "--games", 4, "--out", tmp_path / "games.csv")
    assert result.exit_code == 1
    assert "holds parts of other games" in result.stderr


def test_games_of_a_bot_that_has_changed_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an earlier run left was played by other code: it is not gone on with, and said why."""
    monkeypatch.syspath_prepend(tmp_path)
    source = "class Own:\n    def choose(self, observation):\n        return observation.legal_ids[{}]\n"
    (tmp_path / "fickle.py").write_text(source.format(0))
    file, bots = tmp_path / "games.csv", ("fickle:Own", "random")
    left = DatasetFile(file, Simulation(LONDON, bots, 4, 5), {"fickle:Own": fingerprint("fickle:Own")})
    left.add(next(run(Simulation(LONDON, bots, 1, 5))))
    left.finish()
    (tmp_path / "fickle.py").write_text(source.format(-1))
    result = simulate("--bots", ",".join(bots), "--games", 4, "--out", file)
    assert result.exit_code == 1
    assert "holds parts of games of a bot that has changed since" in result.stderr


def test_fewer_games_than_are_there_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file never holds more games than were asked for."""
    monkeypatch.setattr("allaboard.simulation.dataset_files.PART", 1)
    left = DatasetFile(tmp_path / "games.csv", Simulation(LONDON, ("greedy", "random"), 4, 5))
    for batch in islice(run(left.simulation), 2):
        left.add(batch)
    result = simulate("--bots", "greedy,random", "--games", 1, "--out", tmp_path / "games.csv")
    assert result.exit_code == 1
    [words] = result.stderr.splitlines()
    assert words.endswith("games.csv.parts holds 2 games already, more than the 1 that are asked for; allowed: 2 or more, or another file")
    assert simulate("--bots", "greedy,random", "--games", 2, "--out", tmp_path / "games.csv").exit_code == 0


def test_a_kill_while_the_first_part_is_begun_leaves_nothing_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What says which games the parts are of is there whole or not at all."""
    file = DatasetFile(tmp_path / "games.csv", Simulation(LONDON, ("greedy", "random"), 1, 5))
    file.add(next(run(file.simulation)))

    def killed(path: Path, text: str, **_: object) -> None:
        path.write_bytes(text[: len(text) // 2].encode())
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Path, "write_text", killed)
        file.finish()
    assert simulate("--bots", "greedy,random", "--games", 1, "--out", tmp_path / "games.csv").exit_code == 0


@pytest.mark.parametrize("text", ["", '{"edition": "lon', "[]", "{}", '{"seed": "x"}'])
def test_parts_of_nobody_knows_what_are_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "games.csv.parts").mkdir()
    (tmp_path / "games.csv.parts" / "games.json").write_text(text, "utf-8")
    result = simulate("--bots", "greedy,random", "--games", 1, "--out", tmp_path / "games.csv")
    assert result.exit_code == 1
    [words] = result.stderr.splitlines()
    assert words.endswith("games.csv.parts does not tell which games it holds parts of: remove it, or name another file")


def test_decisions_without_their_games_are_dropped(tmp_path: Path) -> None:
    """They are written before the games: a kill in between leaves them, and the next part may be cut elsewhere."""
    simulation, parts = Simulation(LONDON, ("greedy", "random"), 4, 5, "decisions"), tmp_path / "games.parquet.parts"
    parts.mkdir()
    about = {"edition": "london", "edition_hash": LONDON.hash, "rules_version": RULES_VERSION, "bots": ["greedy", "random"], "seed": "5"}
    (parts / "games.json").write_text(json.dumps(about), "utf-8")
    kept = [parts / f"{0:012}-{1:012}.{table}.arrow" for table in ("decisions", "games")]
    for file in (*kept, parts / f"{1:012}-{3:012}.decisions.arrow"):
        file.touch()
    assert DatasetFile(tmp_path / "games.parquet", simulation).done == 1
    assert sorted(parts.glob("*.arrow")) == kept


def test_what_is_left_of_parts_that_were_being_removed_is_not_gone_on_with(tmp_path: Path) -> None:
    parts = tmp_path / "games.csv.parts"
    parts.mkdir()
    (parts / f"{2:012}-{4:012}.games.csv").write_text("2,london\n", "utf-8")
    assert simulate("--bots", "greedy,random", "--games", 1, "--out", tmp_path / "games.csv").exit_code == 0
    assert len((tmp_path / "games.csv").read_text("utf-8").splitlines()) == 2


def test_a_decision_is_told_once_whatever_a_kill_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between the decisions and the games of a part, and cut elsewhere after that."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra data is not installed")
    whole, parts = tmp_path / "whole.parquet", tmp_path / "parts.parquet"
    assert simulate("--bots", "greedy,random", "--games", 4, "--out", whole).exit_code == 0
    file = DatasetFile(parts, Simulation(LONDON, ("greedy", "random"), 4, 5, "decisions"))
    monkeypatch.setattr("allaboard.simulation.dataset_files.PART", 2)
    save = dataset_files._save_part
    monkeypatch.setattr(dataset_files, "_save_part", lambda table, path: None if "games" in path.name.split(".") else save(table, path))
    with pytest.raises(FileNotFoundError):  # nothing was written that could take its place
        for batch in run(file.simulation):
            file.add(batch)
    monkeypatch.undo()
    assert simulate("--bots", "greedy,random", "--games", 4, "--out", parts).exit_code == 0
    for name in (lambda path: path, decisions_file):
        assert parquet.read_table(name(parts)).equals(parquet.read_table(name(whole)))


def test_a_missing_folder_is_said_before_anything_is_played(tmp_path: Path) -> None:
    result = simulate("--bots", "random", "--games", 1, "--out", tmp_path / "none" / "games.csv")
    assert result.exit_code == 1
    assert "there is no folder" in result.stderr


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"'games.xlsx' names no kind of file for games; allowed: \.parquet, \.csv, \.jsonl"):
        kept_for(tmp_path / "games.xlsx")


@compiled
def test_planners_in_compiled_code_give_the_figures_that_bots_give() -> None:
    simulation = Simulation(LONDON, ("planner", "blocker"), 3, seed=8)
    assert simulation.compiled
    for batch in run(simulation):
        for row in range(len(batch)):
            outcome, decisions = simulation.game(batch.first + row).play_out()
            assert batch.totals[row].tolist() == outcome.totals.tolist()
            assert (batch.decisions[row], batch.by_final_round[row]) == (decisions, outcome.by_final_round)


def test_a_game_that_has_more_decisions_than_room_makes_room() -> None:
    if INTERPRETED:
        pytest.skip("many games take their time in plain Python")
    from allaboard.runner.compiled import planner_constants, play_planners

    actions = action_space(LONDON)
    constants = np.repeat(planner_constants("planner", actions, 2)[None], 2, axis=1)
    played = play_planners(actions, constants, 1, np.arange(1), room=3)
    assert played.log.shape[1] == played.decisions[0]


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    pytest.importorskip("pyarrow", reason="the extra data is not installed")
    file = tmp_path / "games.parquet"
    result = simulate("--bots", "greedy,random", "--games", 5, "--out", file)
    assert result.exit_code == 0, result.output
    return file


def test_parquet_has_a_table_of_games_and_one_of_decisions(tables: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    games, decisions = parquet.read_table(tables), parquet.read_table(decisions_file(tables))
    assert games.num_rows == 5
    assert decisions.num_rows == sum(games["decisions"].to_pylist())
    assert str(decisions.schema.field("cards").type) == "int16"
    assert str(decisions.schema.field("kept").type).startswith("list<")
    about = json.loads(games.schema.metadata[b"allaboard"])
    assert (about["edition"], about["bots"], about["seed"]) == ("london", ["greedy", "random"], "5")
    assert sorted(tables.parent.iterdir()) == [decisions_file(tables), tables]


READERS: dict[str, Callable[[dict[str, Any], str], bool]] = {
    "pandas": lambda names, _: len(names["games"]) == 5 and names["games"]["bot_0"].dtype == "category",
    "polars": lambda names, _: bool((names["decisions"]["kind"].cast(str) == "claim").any()),
    "duckdb": lambda _, shown: "claim" in shown,
}


@pytest.mark.parametrize(("line", "library"), re.findall(r"^    (import (\w+)[;,].*)$", PAGE, flags=re.MULTILINE))
def test_others_read_it_as_the_page_says(
    tables: Path, line: str, library: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """In one line each, which is run as it stands in docs/data.md."""
    pytest.importorskip(library)
    monkeypatch.chdir(tables.parent)
    names: dict[str, Any] = {}
    exec(line, names)
    assert READERS[library](names, capfd.readouterr().out)


@pytest.mark.parametrize("ending", [".parquet", ".csv", ".jsonl"])
def test_a_file_is_described(tmp_path: Path, ending: str) -> None:
    if ending == ".parquet":
        pytest.importorskip("pyarrow", reason="the extra data is not installed")
    file = tmp_path / f"games{ending}"
    assert simulate("--bots", "greedy,random", "--games", 4, "--out", file).exit_code == 0
    told = json.loads(CliRunner().invoke(app, ["dataset", "describe", str(file), "--json"]).stdout)
    assert (told["games"], told["edition"]) == (4, "london")
    assert {one["bot"]: one["games"] for one in told["bots"]} == {"greedy": 4, "random": 4}
    assert sum(one["win_share"] for one in told["bots"]) == pytest.approx(1.0)
    shown = CliRunner().invoke(app, ["dataset", "describe", str(file)])
    assert "4 games" in shown.stdout
    assert "(text)" not in shown.stdout


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("other.csv", b"a,b\n1,2\n"),
        ("half.csv", b"game,b\n1,2\n"),
        ("empty.csv", b""),
        ("bytes.csv", b"\xff\xfe"),
        ("list.jsonl", b"[1]\n"),
        ("object.jsonl", b"{}\n"),
        ("words.jsonl", b"hi\n"),
        ("empty.jsonl", b""),
    ],
)
def test_what_simulate_did_not_write_is_said(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    result = CliRunner().invoke(app, ["dataset", "describe", str(tmp_path / name)])
    assert result.exit_code == 1
    assert result.stderr.endswith(f"{name}: these are no games as simulate writes them\n")


def test_decisions_are_described_with_their_games(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra data is not installed")
    assert simulate("--bots", "greedy,random", "--games", 1, "--out", tmp_path / "games.parquet").exit_code == 0
    result = CliRunner().invoke(app, ["dataset", "describe", str(tmp_path / "games.decisions.parquet")])
    assert "these are no games; decisions are described with the games that they belong to" in result.stderr


def test_a_batch_says_how_many_games_it_has() -> None:
    [batch] = run(Simulation(LONDON, ("greedy", "random"), 1, seed=1))
    assert isinstance(batch, Batch)
    assert len(batch) == 1


def test_figures_of_many_games_do_not_hold_on_to_their_decisions() -> None:
    """A sum of a million games has room beside it for the games' file alone."""
    tally = Tally(("greedy", "random"))
    for batch in run(Simulation(LONDON, tally.bots, 1, seed=1, kept="decisions")):
        assert batch.log is not None
        tally.add(batch)
    assert [batch.log for batch in tally.batches] == [None]
    assert tally.summary()["decisions_per_game"] == len(batch.log)


def test_joined_batches_are_the_batch_of_all_their_games() -> None:
    simulation = Simulation(LONDON, ("greedy", "random"), 3, seed=5, kept="decisions")
    batches = list(run(simulation))
    assert len(batches) > 1
    for columns in (game_columns, decision_columns):
        told = {name: values(column) for name, column in columns(simulation, joined(batches)).items()}
        one_by_one = [columns(simulation, batch) for batch in batches]
        assert told == {name: [value for one in one_by_one for value in values(one[name])] for name in told}


def test_decisions_that_nobody_kept_are_asked_for_in_vain() -> None:
    simulation = Simulation(LONDON, ("greedy", "random"), 1, seed=1)
    with pytest.raises(ValueError, match="without writing down their decisions"):
        decision_columns(simulation, next(run(simulation)))


@compiled
def test_records_of_planners_are_those_that_bots_would_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code plays, no bot is asked, and the lines are the same."""
    simulation = Simulation(LONDON, ("planner", "racer"), 2, seed=8, kept="records")
    specs = [simulation.game(number) for number in range(2)]
    expected = [json.loads(spec.play().record([bot_player(bot) for bot in spec.bots]).to_json()) for spec in specs]
    monkeypatch.setattr(GameSpec, "seat_bots", None)
    batches = list(run(simulation))
    assert [json.loads(line) for batch in batches for line in batch.records] == expected
    assert [totals.tolist() for batch in batches for totals in batch.totals] == [record["result"]["totals"] for record in expected]
