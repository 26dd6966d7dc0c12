"""The learned bot: its net says the same compiled and in NumPy, learns what can be learned, and ends the search's games early."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from allaboard import Game
from allaboard.bots import make_bot
from allaboard.bots.learned.features import FEATURES
from allaboard.bots.learned.net import HIDDEN, WEIGHTS, Net, foresee, load_net
from allaboard.bots.learned.training import Lessons, forecast, grade, learn, play, straight_line
from allaboard.bots.search.bot import Learned
from allaboard.editions import get_edition as find_edition
from allaboard.engine.entry import new_states, redacted, resampled
from allaboard.engine.jit import INTERPRETED
from allaboard.observation import Observation

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long interpreted")


def made_up(looks: int, seed: int) -> Lessons:
    """Lessons whose ends follow from the features by a bent rule."""
    features = np.random.default_rng(seed).standard_normal((looks, 2, FEATURES))
    return Lessons("usa", features, np.abs(features[:, :, 0]) + 0.5 * features[:, :, 1], looks)


def test_the_net_learns_what_a_straight_line_cannot() -> None:
    """A bend in the rule is beyond a line and within the net; the same seed gives the same weights."""
    lessons, exam = [made_up(4000, 1)], made_up(1000, 2)
    layers = learn(lessons, 3, 60)
    by_line, by_net = grade(exam, straight_line(lessons)), grade(exam, forecast(layers))
    assert by_line.explained < 0.6
    assert by_net.explained > 0.9
    assert by_net.area > by_line.area > 0.5
    assert all(np.array_equal(one, other) for one, other in zip(layers, learn(lessons, 3, 60), strict=True))


def test_compiled_and_plain_forecasts_agree() -> None:
    """Inference in compiled code is the net that was trained."""
    net, features = load_net(), np.random.default_rng(5).random((20, FEATURES))
    assert [foresee(net.layers, row) for row in features] == pytest.approx(forecast(net.layers)(features).tolist())


def test_weights_are_small_and_say_how_they_were_made() -> None:
    """Shipped weights stay under two megabytes and carry the command and the seed that make them."""
    assert WEIGHTS.stat().st_size < 2_000_000
    net = load_net()
    assert net.command.startswith("allaboard train ")
    assert f"--seed {net.seed}" in net.command
    assert net.spread > 0.0


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    """Weights for other features are an error that says what is read."""
    path = tmp_path / "old.npz"
    layers = (np.zeros((3, HIDDEN)), np.zeros((HIDDEN + 1, HIDDEN)), np.zeros((HIDDEN + 1, 1)))
    Net(layers, 1.0, "", 0).save(path)
    with pytest.raises(ValueError, match="this version reads"):
        load_net(path)


@compiled_only
def test_lessons_come_from_games_and_can_be_learned_from() -> None:
    """Features of real games foresee margins better than chance, already on a straight line."""
    lessons, exam = [play(find_edition("new-york"), 2, 6000, 1)], play(find_edition("new-york"), 2, 2000, 2)
    assert lessons[0].games > 100
    assert np.isfinite(lessons[0].features).all()
    assert grade(exam, straight_line(lessons)).area > 0.75


@compiled_only
def test_it_plays_by_what_its_seat_sees() -> None:
    """Hidden information permuted, the same thought; games end, and every thought has candidates with finite figures."""
    game, bots = Game("new-york", 2, 9), (Learned("24"), make_bot("planner"))
    world, seen, stream = new_states(), new_states(), np.arange(1, 5, dtype=np.uint64)
    while not game.over:
        seat = game.acting[0]
        observation = game.observe(seat)
        action = bots[seat].choose(observation)
        if seat == 0:
            resampled(observation.actions.boards, observation.states, seat, stream, world)
            redacted(observation.actions.boards, world, seat, seen)
            assert bots[0].analyse(Observation(observation.edition, observation.actions, seen, seat)) == bots[0].analysis
            assert all(np.isfinite(candidate.margin) for candidate in bots[0].analysis.candidates)
        game.play(action, seat)


def test_without_a_budget_it_is_the_planner() -> None:
    """No worlds, nothing to foresee."""
    observation = Game("london", 2, 3).observe(0)
    assert make_bot("learned:0").choose(observation) == make_bot("planner").choose(observation)
