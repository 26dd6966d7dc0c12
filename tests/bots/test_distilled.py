"""The distilled bot: its net says the same compiled and in NumPy, learns what can be learned, and improves on the planner's choices."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from allaboard import Game, get_edition
from allaboard.arena.match import Match, play_blocks
from allaboard.bots import make_bot
from allaboard.bots.distilled.decide import describe, new_memory
from allaboard.bots.distilled.net import FIRST, OPTION_SIZE, SITUATION_SIZE, WEIGHTS, Net, load_net, rate
from allaboard.bots.distilled.shards import Shard, school_of
from allaboard.bots.distilled.training import School, best_threshold, grade, learn, ratings_of, straight_line
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.search.evaluation import CANDIDATES
from allaboard.engine.jit import INTERPRETED
from allaboard.observation import Observation
from bots.test_planner_boards import built_at_random
from builders import every_table

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long interpreted")


def made_up(rows: int, seed: int) -> School:
    """Lessons in which a number of the situation says whether one of the candidates' is good or bad."""
    random = np.random.default_rng(seed)
    situations = random.standard_normal((rows, SITUATION_SIZE)).astype(np.float32)
    options = random.standard_normal((rows, CANDIDATES, OPTION_SIZE)).astype(np.float32)
    situations[:, 4:] = 0.0
    options[..., 4:] = 0.0
    there = np.arange(CANDIDATES) < random.integers(2, CANDIDATES + 1, rows)[:, None]
    value = 0.5 + 0.1 * np.tanh(np.sign(situations[:, :1]) * options[..., 0] + 0.3 * options[..., 1])
    figures = np.stack([value, value, np.full_like(value, 0.01)], axis=-1).astype(np.float32)
    return School(situations, options, there, figures, np.arange(rows), np.zeros(rows, np.int64))


def test_the_net_learns_what_a_straight_line_cannot() -> None:
    """What is good in one situation and bad in another is beyond a line and within the net; the same seed gives the same weights."""
    to_learn, exam = made_up(6000, 1).split()
    layers = learn(to_learn, 3, 6)
    ratings = ratings_of(layers, exam)
    by_line, by_net = grade(exam, straight_line(to_learn)(exam), 0.0), grade(exam, ratings, best_threshold(exam, ratings))
    assert by_net.gain > 2.0 * by_line.gain > 0.0
    assert by_net.gain > 10.0 * by_net.error
    assert all(np.array_equal(one, other) for one, other in zip(layers, learn(to_learn, 3, 6), strict=True))


def test_games_that_are_held_out_are_not_learned_from() -> None:
    to_learn, exam = made_up(500, 4).split()
    assert (len(to_learn.games), len(exam.games)) == (400, 100)
    assert not set(to_learn.games.tolist()) & set(exam.games.tolist())


def test_compiled_and_plain_ratings_agree() -> None:
    """Inference in compiled code is the net that was trained, beyond the numbers that it learned from too."""
    layers, school = load_net().layers, made_up(20, 5)
    ratings, expected = np.empty(CANDIDATES), ratings_of(layers, school)
    for row in range(20):
        rate(layers, school.situations[row].astype(np.float64), school.options[row].astype(np.float64), ratings)
        assert ratings == pytest.approx(expected[row])


def test_weights_are_small_and_say_how_they_were_made() -> None:
    assert WEIGHTS.stat().st_size < 2_000_000
    net = load_net()
    assert net.command.startswith("allaboard train --tables ")
    assert 0.0 <= net.threshold < 0.05


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    """Weights for other numbers are an error that says what is read, and so is a file of something else."""
    layers = load_net().layers
    Net(layers._replace(second=np.zeros((FIRST, 3))), 0.0, 2, "").save(tmp_path / "old.npz")
    with pytest.raises(ValueError, match="this version reads"):
        load_net(tmp_path / "old.npz")
    np.savez(tmp_path / "other.npz", first=np.zeros(3))
    with pytest.raises(ValueError, match="there is no command, first_bias"):
        load_net(tmp_path / "other.npz")


@compiled_only
@every_table
def test_decisions_in_numbers_are_shares(edition: str, players: int) -> None:
    """Through a whole game all numbers are finite and no larger than shares are, and every candidate is of one kind."""
    check_numbers(Game(edition, players, 7))


@compiled_only
def test_boards_that_nobody_has_seen_are_described() -> None:
    for number in range(12):
        check_numbers(Game(built_at_random(number), 2 + number % 2, number))


def check_numbers(game: Game) -> None:
    mover, memory, constants = make_bot("planner"), None, constants_of(game.observe(0).actions.boards[0], game.players)
    while not game.over:
        seat = game.acting[0]
        seen = game.observe(seat)
        memory = memory or new_memory(seen.actions.boards, seen.states)
        count = describe(seen.actions.boards, seen.states, seat, constants, memory)
        if count > 1:
            numbers = np.concatenate([memory.situation, memory.options[:count].ravel()])
            assert np.isfinite(numbers).all()
            assert np.abs(numbers).max() < 40.0  # a gain that time makes pressing is the largest; points and counts would be larger still
            kinds = [
                memory.described[place][name] for place in range(count) for name in ("deck", "colour_card", "wild_card", "claim", "keep")
            ]
            assert sum(kinds) + sum(memory.described["draw_tickets"][:count]) == count
        game.play(mover.choose(seen), seat)


def test_with_more_players_than_it_learned_from_it_is_the_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, planner = make_bot("distilled"), make_bot("planner")
    monkeypatch.setattr(bot, "_net", replace(load_net(), players=1))
    game = Game("new-york", 2, 3)
    for _ in range(12):
        seen = game.observe(game.acting[0])
        assert bot.choose(seen) == planner.choose(seen)
        game.play(planner.choose(seen), game.acting[0])


def test_a_spectator_has_nothing_to_decide() -> None:
    seen = Game("new-york", 2, 3).observe(0)
    with pytest.raises(ValueError, match="no seat to decide for"):
        make_bot("distilled").choose(Observation(seen.edition, seen.actions, seen.states, None))


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("edition", ["new-york", "london"])
def test_it_beats_the_first_planner(edition: str) -> None:
    """On 200 deals, each in both seatings; in many more it won 64 to 67 %."""
    assert play_blocks(Match(get_edition(edition), ("distilled", "planner@1"), 1), range(200)).shares.mean(axis=0)[0] > 0.57


@pytest.mark.slow
@compiled_only
def test_lessons_are_played_once(tmp_path: Path) -> None:
    """A shard is the same whoever plays it, is not played again, and comes back in numbers."""
    shard = Shard("new-york", 2, 6, 0)
    lessons = shard.play(4)
    again = shard.play(4)
    assert lessons.seen.tobytes() == again.seen.tobytes()
    assert np.array_equal(lessons.figures, again.figures)
    shard.write(lessons, tmp_path)
    shard.make(tmp_path)
    school = school_of([shard], tmp_path)
    assert len(school.games) == len(lessons.facts) > 20
    assert school.there[:, :2].all()
    assert (school.values[school.there] >= 0.0).all()
    assert (school.values[school.there] <= 1.0).all()
