"""The bench of reviews: figures that do not mix versions, budgets and players, and statistics that say how far they reach."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from allaboard.bots.levels import GAMES_A_PLAYER
from allaboard.precompile import try_lock
from allaboard.review import Review
from repository import ROOT, script

LOSSES = {"expert": 0.005, "hard": 0.01, "normal": 0.03, "easy": 0.05}


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The bench, with results in a folder of the test."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    module = script("bench/review.py")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "results").mkdir()
    return module


def options(bench: ModuleType, **changed: Any) -> Namespace:
    """What `levels new-york` asks for, of two games in this process."""
    usual = {"what": "levels", "edition": "new-york", "players": 2, "games": 2, "first": 0, "budget": None, "expert": None, "jobs": 1}
    settled: Namespace = bench.settled(Namespace(**{**usual, "out": None, "threads": 1, **changed}))
    return settled


def line(bench: ModuleType, number: int, players: int = 2, **changed: Any) -> dict[str, Any]:
    """A game in which everybody loses what the level does."""
    wanted = options(bench, players=players)
    bots = bench.lineup(number, players, wanted.expert)
    seats = [{"figure": LOSSES[bench.of_level(bot)] * (1 + number % 3 / 10), "decisions": 10} for bot in bots]
    line = {"number": number, "bots": list(bots), "budget": wanted.budget, "engine": bench.VERSION, "cpu": 1.0, "seats": seats}
    return {**line, **changed}


def write(bench: ModuleType, lines: list[dict[str, Any]], name: str = "review-levels-new-york-2.jsonl") -> Path:
    file: Path = bench.ROOT / "results" / name
    file.write_text("".join(f"{json.dumps(one)}\n" for one in lines), "utf-8")
    return file


def made(bench: ModuleType) -> Any:
    """Work that takes no time, and the numbers of the games that it was done for."""
    done: list[int] = []

    def work(_: Namespace, number: int) -> dict[str, Any]:
        done.append(number)
        return {"seats": []}

    return work, done


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_expert_is_the_one_that_people_meet(bench: ModuleType, players: int) -> None:
    wanted = options(bench, players=players)
    assert f"expert:{GAMES_A_PLAYER * players}" in {bot for number in range(12) for bot in bench.lineup(number, players, wanted.expert)}


def test_games_that_are_missing_are_added_and_no_others(bench: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of a part count, and a line that is torn does not."""
    file = write(bench, [line(bench, 0)])
    with file.open("a") as out:
        out.write('{"number": 1, "bo')
    write(bench, [line(bench, 2)], "review-levels-new-york-2-from-2.jsonl")
    work, done = made(bench)
    assert [one["number"] for one in bench.kept(options(bench, games=4), work)] == [0, 1, 2, 3]
    assert done == [1, 3]
    assert [json.loads(text)["number"] for text in file.read_text().splitlines()] == [0, 1, 3]
    bench.kept(options(bench, first=12, games=1), work)
    assert len((bench.ROOT / "results" / "review-levels-new-york-2-from-12.jsonl").read_text().splitlines()) == 1


def test_versions_are_never_mixed(bench: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is added to games of another version; what they say is printed with that word."""
    file = write(bench, [line(bench, 0, engine="older")])
    before, (work, done) = file.read_text(), made(bench)
    with pytest.raises(SystemExit, match=r"reviewed by older; .* now"):
        bench.kept(options(bench), work)
    assert (file.read_text(), done) == (before, [])
    assert len(bench.kept(options(bench, games=0), work)) == 1
    assert "reviewed by older" in capsys.readouterr().out


@pytest.mark.parametrize("other", [{"budget": 7}, {"expert": "400"}])
def test_budgets_and_experts_are_never_mixed(bench: ModuleType, other: dict[str, Any]) -> None:
    write(bench, [line(bench, number) for number in range(4)])
    work, done = made(bench)
    with pytest.raises(SystemExit, match=r"game [02]: .* not "):
        bench.kept(options(bench, games=5, **other), work)
    assert done == []


def test_only_one_process_adds_to_a_file(bench: ModuleType) -> None:
    file = write(bench, [line(bench, 0)])
    work, done = made(bench)
    with file.open("ab") as other:
        assert try_lock(other)
        with pytest.raises(SystemExit, match="another process"):
            bench.kept(options(bench), work)
    assert done == []
    assert len(bench.kept(options(bench), work)) == 2


def test_every_decision_is_kept(bench: ModuleType, review: Review) -> None:
    told = bench.told(review)["decisions"]
    assert [(seat, *rest) for seat, _, _, *rest in told] == [(one.seat, one.mark, one.forced, one.games) for one in review.judgements]
    assert [loss for _, loss, *_ in told] == [pytest.approx(one.loss, abs=1e-4) for one in review.judgements]


def test_what_levels_has_reviewed_is_not_reviewed_again(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is the same review: of this version, budget and expert, in whichever file of `levels`."""
    write(bench, [line(bench, 3, kept=True)], "review-levels-new-york-2-from-3.jsonl")
    write(bench, [line(bench, 4, engine="older"), line(bench, 5, budget=7)])
    monkeypatch.setattr(bench, "review_one", lambda _, number: {"made": number})
    asked = options(bench, what="honest", out="elsewhere.jsonl")
    assert bench.first_review(asked, 3)["kept"]
    assert [bench.first_review(asked, number) for number in (4, 5, 6)] == [{"made": 4}, {"made": 5}, {"made": 6}]


def test_levels_are_measured_by_games(bench: ModuleType) -> None:
    """Two seats of one level in the same game are no two games."""
    alike = [line(bench, number, players=4) for number in range(12)]
    twice = bench.by_level(alike)
    once = bench.by_level([{**one, "bots": one["bots"][:2], "seats": one["seats"][:2]} for one in alike])
    for level in LOSSES:
        assert twice[level][:2] == pytest.approx(once[level][:2])
        assert twice[level][2] == 2 * once[level][2]


def test_luck_adjusted_results_are_compared_by_the_stronger_level() -> None:
    """Half the noise needs a quarter of the games; who says the opposite needs more than there are."""
    noise = np.tile([1.0, -1.0], 200)
    edge = np.column_stack([0.1 + noise, 0.1 + 0.5 * noise])
    intervals = script("bench/intervals.py")
    assert intervals.saved([edge]) == pytest.approx(4.0)
    assert intervals.saved([edge, edge]) == pytest.approx(4.0)
    assert intervals.saved([edge * [-1.0, 1.0]]) == float("inf")
    assert intervals.saved([edge * [1.0, -1.0]]) == 0.0
    low, high = intervals.interval([edge]).partition("(")[2].rstrip(")").split(" to ")
    assert float(low) < 4.0 < float(high)


def test_edges_are_those_of_the_stronger_level(bench: ModuleType) -> None:
    seats = [{"known": {"result": result}, "adjusted": adjusted} for result, adjusted in ((1.0, 0.7), (0.0, 0.2), (0.0, 0.1))]
    games = [{"bots": ["hard", "expert:300", "hard"], "seats": seats}, {"bots": ["easy", "hard", "easy"], "seats": seats}]
    assert bench.edges(games, "expert", "hard", 0.25).tolist() == [[-0.25, pytest.approx(-0.05)]]
    assert bench.edges(games, "hard", "easy", 0.0).tolist() == [[0.0, pytest.approx(0.2)]]
    assert bench.edges(games, "expert", "easy", 0.0).shape == (0, 2)


@pytest.mark.parametrize(
    ("held", "told"),
    [([True] * 9 + [False], "9 of 10, 90.0% (59.6% to 98.2%)"), ([True] * 4, "4 of 4, 100.0% (51.0% to 100.0%)"), ([], "none of none")],
)
def test_shares_have_intervals(held: list[bool], told: str) -> None:
    assert script("bench/intervals.py").share(held) == told


def test_what_happens_several_times_a_game_is_drawn_by_games() -> None:
    """Marks of one game stand and fall together, and tell less than as many of different games."""
    of_games = script("bench/intervals.py").share_by_games

    def reach(told: str) -> float:
        low, high = re.findall(r"([0-9.]+)%", told.partition("(")[2])
        return float(high) - float(low)

    together, apart = of_games([[True] * 4] * 9 + [[False] * 4]), of_games([[True]] * 36 + [[False]] * 4)
    assert together.startswith("36 of 40 in 10 games, 90.0%")
    assert reach(together) > 1.5 * reach(apart)
    assert of_games([[True, True], [], [True, True]]) == "4 of 4, 100.0% (51.0% to 100.0%)"
    assert of_games([]) == "none of none"


def test_a_version_is_of_code_and_not_of_words() -> None:
    """Comments and docstrings may change while games are reviewed; what is computed may not."""
    versions = script("bench/versions.py")
    text = '"""One."""\n\nLIMIT = 3\n"""How many."""\n\n\ndef half(n: int) -> int:\n    """Half."""\n    return n // 2  # whole\n'
    reworded = text.replace("One", "Another").replace("How many", "As many").replace("Half", "One of two").replace("  # whole", "")
    assert versions.code(text) == versions.code(reworded)
    assert versions.code(text) != versions.code(text.replace("// 2", "// 3"))
    assert versions.code(text) != versions.code(text.replace("= 3", '= "3"'))
    told = {source.name for source in versions.sources(versions.SOURCES)}
    assert {"judging.py", "claiming.py", "decide.py", "new-york.toml", "usa.toml"} <= told
    assert not {"page.py", "narration.py", "levels.json"} & told


FAULTS = {
    "too few": (lambda lines: lines[:-1], "23 games; 24 are wanted"),
    "another version": (lambda lines: [*lines[:-1], lines[-1] | {"engine": "older"}], "reviewed by older"),
    "another budget": (lambda lines: [lines[0] | {"budget": 7}, *lines[1:]], "game 0: .* budget of 7"),
    "another expert": (lambda lines: [*lines[:2], lines[2] | {"bots": ["hard", "expert:400"]}, *lines[3:]], "game 2: .*expert:400"),
    "nothing lost": (lambda lines: [one | {"seats": [seat | {"figure": 0.0} for seat in one["seats"]]} for one in lines], "do not rise"),
    "out of order": (
        lambda lines: [one | {"seats": [seat | {"figure": 0.1 - seat["figure"]} for seat in one["seats"]]} for one in lines],
        "do not rise: expert 9",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_levels_are_not_set_by_games_that_do_not_fit(bench: ModuleType, fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """They are named, and what is in the package stays."""
    spoil, words = FAULTS[fault]
    package = bench.ROOT / "src" / "allaboard" / "review"
    package.mkdir(parents=True)
    write(bench, spoil([line(bench, number) for number in range(24)]))
    with pytest.raises(SystemExit, match="nothing was written"):
        bench.calibrate(options(bench, games=24))
    assert not (package / "levels.json").exists()
    said = capsys.readouterr().out
    assert said.startswith("new-york, 2 players: ")
    assert re.search(words, said)


def test_levels_are_set_by_games_that_fit(bench: ModuleType) -> None:
    """A table with a fault is left out, the others are written."""
    package = bench.ROOT / "src" / "allaboard" / "review"
    package.mkdir(parents=True)
    write(bench, [line(bench, number) for number in range(24)])
    write(bench, [line(bench, 0)], "review-levels-london-2.jsonl")
    bench.calibrate(options(bench, games=24))
    tables = json.loads((package / "levels.json").read_text())["tables"]
    assert list(tables) == ["new-york 2"]
    assert [figure for figure, _ in tables["new-york 2"].values()] == pytest.approx([1.1 * loss for loss in LOSSES.values()], rel=0.1)
