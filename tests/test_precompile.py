"""What is compiled: said truly, for what was asked, and told to whoever has to wait, in Python too."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from allaboard import compile_notice, precompile
from allaboard.cli import app
from allaboard.engine.jit import INTERPRETED, compiled

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder with two compiled functions of a package."""
    for module in ("precompile", "engine.code_cache"):
        monkeypatch.setattr(f"allaboard.{module}.cache_folder", lambda package="engine": tmp_path)
        monkeypatch.setattr(f"allaboard.{module}.shipped_folder", lambda package: None)
    (tmp_path / "allaboard.rules").mkdir()
    for name in ("one", "two"):
        (tmp_path / "allaboard.rules" / f"{name}.nbc").touch()
    return tmp_path


def test_a_part_is_compiled_as_long_as_its_files_are_there(folder: Path) -> None:
    assert not precompile.is_compiled("rules")
    precompile.mark_whole("engine", "rules")
    assert precompile.is_compiled("rules")
    (folder / "allaboard.rules" / "later.nbc").touch()
    assert precompile.is_compiled("rules")
    (folder / "allaboard.rules" / "two.nbc").unlink()
    assert not precompile.is_compiled("rules")
    assert "rules" in precompile.missing_parts()


def test_a_mark_of_an_earlier_version_is_believed(folder: Path) -> None:
    (folder / "rules").touch()
    assert precompile.is_compiled("rules")


def test_who_waits_for_somebody_who_compiles_has_no_helper(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two helpers would compile the same at the same time, on the cores that the first one needs."""
    started: list[list[str]] = []

    class Helper:
        def __init__(self, command: list[str], **_: object) -> None:
            started.append(command)

        def terminate(self) -> None:
            pass

        def wait(self) -> None:
            pass

    monkeypatch.setattr("allaboard.precompile.cache_folder", lambda package="engine": folder / "compiled" / "engine" / "here")
    monkeypatch.setattr("allaboard.precompile._cores", lambda: 2)
    monkeypatch.setattr("allaboard.precompile.subprocess.Popen", Helper)
    with precompile.compiling(), precompile.helping(("rules",)):
        assert started == []
    with precompile.helping(("rules",)):
        assert len(started) == 1


@pytest.fixture
def unsaid(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(compile_notice.Notice, "said", False)
    yield


def new_rule() -> Any:
    def rule(number: int) -> int:
        return number + 1

    rule.__module__ = "allaboard.rule_of_a_test"
    return compiled(rule)


@pytest.mark.usefixtures("unsaid")
def test_compiling_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "allaboard.compile"):
        assert [new_rule()(1), new_rule()(2)] == [2, 3]
    assert [record.getMessage() for record in caplog.records] == [
        "All Aboard compiles what is used for the first time: a minute or two, once (ahead: allaboard compile --for all)"
    ]


@pytest.mark.usefixtures("unsaid")
def test_who_has_told_it_hears_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with compile_notice.known_to_compile():
        assert new_rule()(1) == 2
    assert not caplog.records


def test_what_nobody_can_compile_for_is_refused() -> None:
    result = CliRunner().invoke(app, ["compile", "--for", "fun"])
    assert result.exit_code == 2
    assert "'fun' is nothing to compile for; allowed: play, arena, env, all" in result.stderr


@pytest.mark.slow
def test_everything_that_is_asked_for_is_compiled() -> None:
    """The environments, too, after which the first step of a batch compiles nothing."""
    result = CliRunner().invoke(app, ["compile", "--for", "all"])
    assert result.exit_code == 0, result.output
    assert all(precompile.is_whole(package, part) for package, part in (("engine", "rules"), ("bots", "arena"), ("env", "env")))
    assert "Everything is compiled already." in CliRunner().invoke(app, ["compile", "--for", "all"]).stdout


PLAY_ON = """
import gc, json, random
from numba.core.dispatcher import Dispatcher
from allaboard import Game, Position, Record, get_edition
from allaboard.precompile import PARTS, compile_part
from allaboard.review import review_game
from allaboard.review.branches import deal_anew
from allaboard.runner import GameSpec
from allaboard.server.exercises import AnswerTrial
from allaboard.server.ticket_status import offer_costs, ticket_statuses
from allaboard.verdict import verdict_of

for part in PARTS:
    compile_part(part)
dispatchers = [one for one in gc.get_objects() if isinstance(one, Dispatcher)]
before = {one: len(one.overloads) for one in dispatchers}
game, chance = Game("london", players=3, seed=5), random.Random(5)
while not game.over:
    seat = game.acting[0]
    observation = game.observe(seat)
    observation.view, observation.refusals(), ticket_statuses(observation), offer_costs(observation)
    game.play(chance.choice(observation.legal_ids), seat)
game.result(), verdict_of(game), Record.of(game, reveal=True).verify()
for n in (5, len(game.log) // 2, len(game.log) - 5):
    if "draw deck" in game.at(n - 1).view(game.log[n - 1].seat)["you"]["legal"]:
        trial = AnswerTrial(game, n, "draw deck")
        while not trial.done:
            trial.look()
        trial.told()
    for seat in range(3):
        anew = deal_anew(game.at(n), seat)
        Position.from_json(anew.edition, Position.of(anew).to_json()).game()
review_game(game, 2, seed=1)
for edition, levels in (("new-york", ("easy", "normal", "hard")), ("usa", ("easy", "normal"))):
    GameSpec(get_edition(edition), levels, 5, 0, 0).play().result()
print(json.dumps(sorted(f"{one.py_func.__module__}.{one.py_func.__name__}" for one in dispatchers if len(one.overloads) > before[one])))
"""


@pytest.mark.slow
def test_nothing_that_a_request_reaches_is_compiled_or_fetched_later() -> None:
    """Bots of every level, branches with the cards dealt anew, exercises and reviews find everything in memory once all parts are there."""
    told = subprocess.run([sys.executable, "-W", "ignore", "-c", PLAY_ON], check=True, capture_output=True, text=True)
    assert json.loads(told.stdout) == []


NOTHING_NEW = """
import gc, json, sys
from collections import Counter
from numba.core.dispatcher import Dispatcher

EXTRAS = ("gymnasium", "pettingzoo", "pyspiel", "stable_baselines3")
sys.modules |= dict.fromkeys(EXTRAS)  # nobody has installed them so far
from allaboard.cli.precompile import STEPS, make_step

def overloads():
    found = Counter()
    for one in gc.get_objects():
        if isinstance(one, Dispatcher) and one.py_func.__module__.startswith("allaboard."):
            found[f"{one.py_func.__module__}.{one.py_func.__name__}"] += len(one.overloads)
    return found

for step in STEPS[sys.argv[1]]:
    make_step(step)
before = overloads()
for extra in EXTRAS:
    del sys.modules[extra]
"""

TRAIN = """
import gymnasium
from allaboard.env import BatchBot, MaskedSampler, VectorGames, parallel
from allaboard.env.gymnasium import register_envs

register_envs()
for encoding in ("exact", "compact"):
    for opponents in ("random", "greedy", "planner", "blocker", "hard", sys.argv[2]):
        options = {"opponents": opponents, "actions": encoding, "reward": "shaped"}
        envs, one = gymnasium.make_vec("AllAboard/NewYork-2p-v0", 3, **options), gymnasium.make("AllAboard/NewYork-2p-v0", **options)
        (_, infos), (_, info), over = envs.reset(seed=1), one.reset(seed=1), False
        while not over:
            *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
            *_, over, _, info = one.step(info["action_mask"].argmax())
    games, sampler = VectorGames("london", 3, 4, seed=1, actions=encoding), MaskedSampler(1)
    for _ in range(50):
        games.step(sampler(games.masks))
        games.step(BatchBot("planner", games)(), exact=True)
    around = parallel("usa", 2, actions=encoding)
    seen, _ = around.reset(seed=1)
    for _ in range(20):
        seen, *_ = around.step({agent: int(shown["action_mask"].argmax()) for agent, shown in seen.items()})
"""

MEET = """
from allaboard.arena.match import Match, play_blocks
from allaboard.editions import get_edition

for bots in (("random", "random"), ("planner", "racer"), ("distilled", "greedy"), ("planner@1", "search:4"), ("search@1:4", "easy")):
    play_blocks(Match(get_edition("new-york"), bots, 1), range(1))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("purpose", "use"), [("env", TRAIN), ("arena", MEET)])
def test_what_was_compiled_for_is_not_waited_for(purpose: str, use: str) -> None:
    """Whatever the environments and the arena use is in memory then, of the extras that are installed later too."""
    if purpose == "env":
        pytest.importorskip("gymnasium", reason="the extra rl is not installed")
    new = "print(json.dumps(sorted(name for name, count in overloads().items() if count > before[name])))"
    net = Path(__file__).parents[1] / "examples" / "nets" / "ppo-new-york-2.npz"
    program = f"{NOTHING_NEW}{use}{new}"
    told = subprocess.run([sys.executable, "-W", "ignore", "-c", program, purpose, str(net)], check=True, capture_output=True, text=True)
    assert json.loads(told.stdout) == []
