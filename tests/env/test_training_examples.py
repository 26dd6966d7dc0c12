"""The examples that train a network: a few steps of each, and the file it writes plays as the network does."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from allaboard import get_edition
from allaboard.bots import make_bot
from allaboard.editions.sample_boards import SAMPLES
from allaboard.runner import GameSpec

torch = pytest.importorskip("torch", reason="the extra train is not installed")

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What lies in the folder of examples can be imported, as it can where one of them is run; one thread, as they do."""
    monkeypatch.syspath_prepend(EXAMPLES)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize(("example", "players"), [("train_ppo", 2), ("train_ppo", 3), ("train_dqn", 2), ("train_dqn", 3)])
def test_it_learns_and_its_file_plays_like_it(example: str, players: int, tmp_path: Path) -> None:
    training, file = import_module("training"), tmp_path / "net.npz"
    plan = training.Plan("new-york", players, tables=12, width=16)
    learner = import_module(example).Learner(plan, seed=1)
    before = {name: values.clone() for name, values in learner.net.named_parameters()}
    assert learner.learn(left=0.5) > 100
    assert learner.learn(left=0.25) > 100
    for name, values in learner.net.named_parameters():
        assert torch.isfinite(values).all(), name
        assert (values != before[name]).any(), name
    learner.net.save(file, "a test")
    bot, games = make_bot(str(file)), plan.games(12, seed=7)
    for _ in range(30):
        choices = learner.net.best(games.observations, games.masks)
        assert games.masks[np.arange(12), choices].all()
        for game in range(12):
            seen = games.observe(game)
            assert bot.choose(seen) == games.choices.action_id(int(choices[game]), seen)
        games.step(choices)
    assert GameSpec(games.edition, (str(file), *["greedy"] * (players - 1)), 1, 0, 0).play().over


@pytest.mark.parametrize("example", ["train_ppo", "train_dqn", "train_maskable_ppo"])
def test_its_command_writes_a_bot(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one types it, for a moment: the file plays, and says what it was made by."""
    file, small = tmp_path / "net.npz", [] if example == "train_maskable_ppo" else ["--tables", "12", "--width", "8", "--games", "4"]
    if not small:
        pytest.importorskip("sb3_contrib", reason="the extra sb3 is not installed")
    monkeypatch.setattr(sys, "argv", [example, "--minutes", "0.001", "--save", str(file), *small])
    runpy.run_path(str(EXAMPLES / f"{example}.py"), run_name="__main__")
    with np.load(file) as written:
        assert "min of one core" in str(written["info"])
    assert GameSpec(get_edition("new-york"), (str(file), "greedy"), 1, 0, 0).play().over


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--edition", "new-yrok"], "did you mean 'new-york'?"),
        (["--players", "9"], "new-york is for 2 to 4 players, not 9"),
        (["--save", "no/such/net.npz"], "no/such/net.npz is no .npz file in a folder that is there"),
        (["--minutes", "0"], "0 is no time to train"),
    ],
)
def test_what_cannot_be_is_said_before_the_training(
    words: list[str], complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["train_ppo", *words])
    training = import_module("training")
    with pytest.raises(SystemExit):
        training.asked(training.arguments(""), "ppo")
    assert complaint in capsys.readouterr().err


def test_a_board_of_ones_own_is_trained_for_under_its_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped before the first look at how it does, too: nothing is drawn then."""
    training, dqn = import_module("training"), import_module("train_dqn")
    monkeypatch.chdir(tmp_path)
    board = str(SAMPLES / "harbour.toml")
    monkeypatch.setattr(
        sys, "argv", ["train_dqn", "--edition", board, "--minutes", "0.001", "--tables", "8", "--width", "8", "--games", "4"]
    )

    def stopped(*_: object) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr(dqn.Learner, "learn", stopped)
    training.run("DQN", 8, "", dqn.Learner)
    assert [file.name for file in tmp_path.iterdir()] == ["dqn-harbour-2.npz"]
    assert GameSpec(get_edition(board), ("dqn-harbour-2.npz", "greedy"), 1, 0, 0).play().over


def test_what_a_decision_brought_is_counted_up_to_the_end_of_its_game() -> None:
    """One table, rewards 1, 2, 4 and so on; the third step ended a game, so that nothing was chosen at the fourth."""
    dqn, plan = import_module("train_dqn"), import_module("training").Plan("new-york", 2, tables=1, width=8)
    memory = dqn.Memory(plan, 1, 2)
    for step in range(dqn.REACH + 6):
        told: dict[str, Any] = {"seen": step, "masks": [1, step % 2], "chosen": step % 2, "rewards": 2.0**step}
        memory.add(**told, over=step == 2, idle=step == 3)
    drawn = memory.draw(500, np.random.default_rng(1))
    found = {
        int(seen): (float(gain), bool(going_on), int(later))
        for seen, gain, going_on, later in zip(drawn["seen"], drawn["gains"], drawn["going_on"], drawn["later"], strict=True)
    }
    ended = {step: (sum(2.0**later for later in range(step, 3)), False, step + dqn.REACH) for step in range(3)}
    assert found == ended | {step: (2.0**step * (2**dqn.REACH - 1), True, step + dqn.REACH) for step in (4, 5)}
