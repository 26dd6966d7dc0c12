"""Nets as bots: a file plays where a bot plays, on the table it was made for, and what is no net is refused with the reason."""

from __future__ import annotations

import json
import os
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from typer.testing import CliRunner

import allaboard
from allaboard.arena.fingerprints import fingerprint
from allaboard.arena.match import Match, play_blocks
from allaboard.bots import BotError, Particular, bot_names, make_bot, net_files, prepare
from allaboard.cli.app import app
from allaboard.engine.jit import INTERPRETED
from allaboard.env import Choices, FeatureKind, Features, PolicyBot, PolicyInfo, VectorGames, encode, load_policy, policy_files, save_policy
from allaboard.runner import BotFault, GameSpec

EDITION = allaboard.get_edition("new-york")
SHIPPED = sorted((Path(__file__).parents[2] / "examples" / "nets").glob("*.npz"))


def net(path: Path, *, seed: int = 1, players: int = 2, features: FeatureKind = "plain", **changed: Any) -> Path:
    """A net of two layers that nobody has trained."""
    random = np.random.default_rng(seed)
    info = PolicyInfo.of(EDITION, players, "compact", features, "untrained")
    shown, choices = info.sizes(EDITION)
    sizes = ((8, changed.pop("shown", shown)), (choices, 8))
    layers = [(random.normal(size=size), random.normal(size=size[0])) for size in sizes]
    save_policy(path, info, changed.pop("layers", layers), **changed)
    return path


def rewrite(path: Path, **changed: npt.ArrayLike | None) -> None:
    """Write a net's file again with other arrays."""
    with np.load(path) as stored:
        arrays = {**stored, **changed}
    np.savez(path, **{name: np.asarray(array) for name, array in arrays.items() if array is not None})


@pytest.mark.parametrize("features", ["plain", "survey"])
def test_it_plays_the_legal_choice_with_the_largest_logit(tmp_path: Path, features: FeatureKind) -> None:
    bot = PolicyBot(str(net(tmp_path / "net.npz", features=features)))
    game = allaboard.Game("new-york", seed=3)
    prepare(bot, EDITION, 2, 0, 1)
    with np.load(tmp_path / "net.npz") as stored:
        (first, bias), (second, last) = ((np.float32(stored[f"weight_{n}"]), np.float32(stored[f"bias_{n}"])) for n in range(2))
    choices = Choices(game.actions, "compact")
    for _ in range(12 if INTERPRETED else 40):
        observation = game.observe(game.acting[0])
        tensor, mask = encode(observation, "compact")
        shown = Features(EDITION, 2, features)(tensor[None])[0]
        logits = second @ np.maximum(first @ shown + bias, 0) + last
        best = int(np.where(mask, logits, -np.inf).argmax())
        assert bot.choose(observation) == choices.action_id(best, observation)
        game.play(bot.choose(observation), game.acting[0])


def test_a_reflex_and_the_usual_are_counted_in(tmp_path: Path) -> None:
    """The whole formula of a file: inputs from the usual, in deviations, cut at 5; the reflex beside the layers."""
    shown, choices = PolicyInfo.of(EDITION, 2, "compact", "plain").sizes(EDITION)
    random = np.random.default_rng(2)
    usual, scale, reflex = random.random(shown), random.random(shown) * 20, random.normal(size=(choices, shown))
    policy = load_policy(net(tmp_path / "net.npz", usual=usual, scale=scale, limit=5, reflex=reflex))
    plain = load_policy(net(tmp_path / "plain.npz", usual=usual, scale=scale, limit=5))
    features = random.random((3, shown)).astype(np.float32)
    half = [np.float32(np.float16(array)) for array in (usual, scale, reflex)]
    seen = ((features - half[0]) * half[1]).clip(-5, 5)
    assert policy.logits(features) == pytest.approx(plain.logits(features) + seen @ half[2].T, rel=1e-3, abs=1e-3)


@pytest.mark.skipif(INTERPRETED, reason="whole games take their time in plain Python")
def test_it_plays_in_the_arena_and_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its file, or by its name once it lies in the folder of nets."""
    monkeypatch.setenv("ALLABOARD_NETS", str(tmp_path))
    path = net(tmp_path / "own-net.npz")
    assert list(net_files()) == ["own-net"]
    assert "own-net" not in bot_names(), "it cannot play every board"
    for name in (str(path), "own-net"):
        words = ["arena", "new-york", "--blocks", "2", "--out", str(tmp_path / "arena.sqlite"), "--json", "--bots", f"{name},random"]
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["played_now"] == 2
    listed = CliRunner().invoke(app, ["bots", "--json"])
    assert "own-net" in {bot["name"] for bot in json.loads(listed.stdout)["bots"]}


@pytest.mark.skipif(INTERPRETED, reason="whole games take their time in plain Python")
@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_the_nets_of_the_examples_know_their_boards_and_beat_random(file: Path) -> None:
    """When a board changes they must be trained anew, by the command that stands beside them."""
    info = load_policy(file).info
    assert info.misfit(allaboard.get_edition(info.edition), info.players) is None
    shares = play_blocks(Match(allaboard.get_edition(info.edition), (str(file), *["random"] * (info.players - 1)), 2026), range(20)).shares
    assert shares[:, 0].mean() >= 0.95
    assert file.stat().st_size < 300_000
    assert file.name in file.with_name("README.md").read_text("utf-8")


@pytest.mark.skipif(INTERPRETED, reason="whole games take their time in plain Python")
def test_the_same_file_plays_the_same_game(tmp_path: Path) -> None:
    spec = str(net(tmp_path / "net.npz"))
    logs = {str(GameSpec(EDITION, (spec, "random"), 4, 0, 0).play().log) for _ in range(2)}
    assert len(logs) == 1


def test_a_trained_anew_net_is_another_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The arena does not mix results of two nets that had the same name."""
    path = net(tmp_path / "net.npz", seed=1)
    first = fingerprint(str(path))
    assert first == fingerprint(str(path)) != ""
    net(path, seed=2)
    os.utime(path, ns=(time.time_ns(), time.time_ns() + 1_000_000))
    second = fingerprint(str(path))
    assert second != first
    monkeypatch.setattr("allaboard.arena.fingerprints.sources_hash", lambda package: f"newer {package}")
    assert fingerprint(str(path)) != second, "what it is shown may have changed"
    assert fingerprint("greedy") == ""


@pytest.mark.parametrize(("edition", "players"), [("new-york", 3), ("london", 2)])
def test_at_another_table_it_says_what_it_was_made_for(tmp_path: Path, edition: str, players: int) -> None:
    bot = make_bot(str(net(tmp_path / "net.npz")))
    assert isinstance(bot, Particular)
    assert bot.made_for == ("new-york", 2)
    assert bot.misfit(EDITION, 2) is None
    words = f"made for new-york with 2 players, not for {edition} with {players}"
    with pytest.raises(BotError, match=words):
        prepare(bot, allaboard.get_edition(edition), players, 0, 1)
    with pytest.raises(BotError, match=words):
        bot.choose(allaboard.Game(edition, players, seed=1).observe(0))
    with pytest.raises(BotFault) as refused:
        GameSpec(allaboard.get_edition(edition), (str(tmp_path / "net.npz"), *["random"] * (players - 1)), 1, 0, 0).play()
    assert refused.value.what == f"refuses the game: the net cannot play here: it was {words}"
    assert refused.value.line == ""


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"info": None}, "does not say what it was made for"),
        ({"info": "{}"}, "its description is not of format 1"),
        ({"info": '{"format": 1, "edition": "new-york"}'}, "its description has edition; needed: edition, edition_hash, players"),
        ({"weight_0": None}, "it has bias_0, weight_1, bias_1"),
        ({"weight_1": [[np.nan]]}, "not all of its numbers are finite, in weight_1"),
        ({"extra": [1.0]}, "it has extra; a net has weight_0, bias_0 and so on"),
    ],
)
def test_what_is_no_net_is_refused(tmp_path: Path, changed: dict[str, Any], complaint: str) -> None:
    path = net(tmp_path / "net.npz")
    rewrite(path, **changed)
    with pytest.raises(BotError, match="is no net that can be played") as caught:
        make_bot(str(path))
    assert complaint in str(caught.value)


def test_files_that_are_missing_broken_or_pickled(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"there is no net .*nowhere\.npz"):
        make_bot(str(tmp_path / "nowhere.npz"))
    (tmp_path / "text.npz").write_text("no net")
    with pytest.raises(BotError, match="is no net that can be played"):
        make_bot(str(tmp_path / "text.npz"))
    np.savez(tmp_path / "pickled.npz", info=np.array([object()], dtype=object))
    with pytest.raises(BotError, match="allow_pickle=False"):
        make_bot(str(tmp_path / "pickled.npz"))


def test_large_files_are_refused_before_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By their size on disk, and by what they would be unpacked."""
    path = net(tmp_path / "net.npz")
    monkeypatch.setattr(policy_files, "LARGEST", path.stat().st_size - 1)
    with pytest.raises(BotError, match="MB; allowed:"):
        make_bot(str(path))
    monkeypatch.undo()
    with zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as packed, packed.open("weight_0.npy", "w") as part:
        for _ in range(4 * policy_files.LARGEST // 2**20 + 1):
            part.write(bytes(2**20))
    with pytest.raises(BotError, match="unpacked it has more than 256 MB"):
        make_bot(str(tmp_path / "bomb.npz"))


def test_a_net_of_other_sizes_is_refused_when_the_game_begins(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="the net cannot be asked with 280 values, as new-york with 2 players has"):
        prepare(make_bot(str(net(tmp_path / "wide.npz", shown=281))), EDITION, 2, 0, 1)
    layers = [(np.zeros((9, 280)), np.zeros(9))]
    with pytest.raises(BotError, match="answers with 9 choices; new-york with 2 players has 144 of the encoding 'compact'"):
        prepare(make_bot(str(net(tmp_path / "short.npz", layers=layers))), EDITION, 2, 0, 1)


def test_a_net_that_thinks_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is the processor's: a busy machine makes no net slow."""
    monkeypatch.setattr("allaboard.env.policy_bot.LONGEST", 0.0)
    with pytest.raises(BotError, match=r"s for a choice; allowed: 0\.0"):
        prepare(make_bot(str(net(tmp_path / "net.npz", seed=7))), EDITION, 2, 0, 1)


def test_numbers_that_are_none_are_never_chosen(tmp_path: Path) -> None:
    """A net may answer NaN for what it never saw: the best of the rest is played."""

    class Doubting:
        info = PolicyInfo.of(EDITION, 2, "compact", "plain")

        def logits(self, shown: Any) -> Any:
            answer = np.full((1, 144), np.nan, np.float32)
            answer[0, observed[-1]] = 1.0
            return answer

    bot = PolicyBot(str(net(tmp_path / "net.npz")))
    bot.policy = Doubting()  # type: ignore[assignment]
    observation = allaboard.Game("new-york", seed=3).observe(0)
    observed = np.flatnonzero(encode(observation, "compact")[1])
    assert bot.choose(observation) == Choices(observation.actions, "compact").action_id(int(observed[-1]), observation)


def test_an_onnx_file_plays_like_the_numpy_file(tmp_path: Path) -> None:
    """Any net of any framework: features in, logits out, and in the metadata what it was made for."""
    onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")
    pytest.importorskip("onnxruntime", reason="the extra onnx is not installed")
    with np.load(net(tmp_path / "net.npz")) as stored:
        arrays, info = {name: np.float32(stored[name]) for name in stored.files if "_" in name}, str(stored["info"])
    helper, numpy_helper = onnx.helper, onnx.numpy_helper
    nodes = [
        helper.make_node("Gemm", ["shown", "weight_0", "bias_0"], ["low"], transB=1),
        helper.make_node("Relu", ["low"], ["cut"]),
        helper.make_node("Gemm", ["cut", "weight_1", "bias_1"], ["logits"], transB=1),
    ]
    ports = [
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["rows", size]) for name, size in (("shown", 280), ("logits", 144))
    ]
    graph = helper.make_graph(nodes, "net", ports[:1], ports[1:], [numpy_helper.from_array(array, name) for name, array in arrays.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, tmp_path / "bare.onnx")
    with pytest.raises(BotError, match="its metadata have no entry 'allaboard'"):
        make_bot(str(tmp_path / "bare.onnx"))
    helper.set_model_props(model, {"allaboard": info})
    onnx.save(model, tmp_path / "net.onnx")
    games = VectorGames("new-york", games=4, seed=1, actions="compact")
    bots = [make_bot(str(tmp_path / f"net.{kind}")) for kind in ("npz", "onnx")]
    for _ in range(20):
        games.step(games.masks.argmax(axis=1))
        for game in range(4):
            assert bots[0].choose(games.observe(game)) == bots[1].choose(games.observe(game))


def test_without_the_extra_an_onnx_file_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_files, "find_spec", lambda name: None)
    (tmp_path / "net.onnx").write_bytes(b"")
    with pytest.raises(BotError, match=r'pip install "allaboard\[onnx\]"'):
        make_bot(str(tmp_path / "net.onnx"))
