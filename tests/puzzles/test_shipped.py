"""The puzzles that are shipped: verified, legal, missed by the planner, no two alike, and small enough to carry along."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from importlib.resources import files

import pytest

from allaboard.editions import get_edition
from allaboard.engine.jit import INTERPRETED
from allaboard.notation import parse
from allaboard.puzzles.contest import ERRORS, LEAD, Contest
from allaboard.puzzles.explaining import explained, wanted_for
from allaboard.puzzles.mining import TEN, is_missed, survives
from allaboard.puzzles.puzzle import FILE, THEMES, Puzzle, shipped_puzzles, without_twins
from allaboard.review.moments import option_key
from allaboard.review.narration import Narrator

PUZZLES = shipped_puzzles()
NARRATORS = {edition: Narrator(get_edition(edition), ["One", "Two", "Three"]) for edition in ("new-york", "london", "usa")}


def key(puzzle: Puzzle, text: str) -> object:
    observation = puzzle.observation
    number = observation.actions.number(parse(observation.edition, text), observation.offer)
    assert number in observation.legal_ids, text
    return option_key(observation.actions, number, observation.offer)


def test_there_are_enough_in_a_small_file_and_none_is_left_out() -> None:
    """Three hundred under a megabyte; every line is of a board as it is now."""
    data = files("allaboard.puzzles").joinpath(FILE).read_bytes()
    assert len(data) < 1_000_000
    assert len(PUZZLES) == data.count(b"\n") >= 300
    assert {puzzle.edition for puzzle in PUZZLES} <= {"new-york", "london", "usa"}


def test_no_two_are_alike() -> None:
    """Neither by name nor nearly."""
    assert max(Counter(puzzle.id for puzzle in PUZZLES).values()) == 1
    assert len(without_twins(PUZZLES)) == len(PUZZLES)


def test_every_answer_leads_by_what_a_puzzle_needs() -> None:
    """By 12 points and four standard errors, in ten times the worlds that it takes to find one."""
    for puzzle in PUZZLES:
        assert puzzle.lead >= LEAD, puzzle.id
        assert puzzle.lead > ERRORS * puzzle.lead_error, puzzle.id
        assert puzzle.worlds >= TEN * 96, puzzle.id
        assert 0 <= puzzle.found <= 1, puzzle.id
        assert set(puzzle.themes) <= set(THEMES), puzzle.id
        assert min(option.behind for option in puzzle.options[1:]) == puzzle.lead


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_is_a_position_whose_actions_are_legal(puzzle: Puzzle) -> None:
    """The answers, what looks natural and all that is told of can be done there, and the natural is no answer."""
    answers = {key(puzzle, text) for text in puzzle.answers}
    assert puzzle.game.acting == (puzzle.seat,)
    assert key(puzzle, puzzle.natural) not in answers
    assert [key(puzzle, option.action) in answers for option in puzzle.options] == [True] + [False] * (len(puzzle.options) - 1)
    assert all(route in puzzle.game.actions.route_index for route in puzzle.plan)


def test_every_answer_is_explained() -> None:
    """By figures of games played out, each of which differs from what looks natural; what the plan wants it for comes on top."""
    for puzzle in PUZZLES:
        assert puzzle.reasons, puzzle.id
        assert all(reason.better != reason.played for reason in puzzle.reasons), puzzle.id
        said = {NARRATORS[puzzle.edition].reason(reason, puzzle.seat) for reason in puzzle.reasons}
        assert len(said) == len(puzzle.reasons), puzzle.id


@pytest.mark.skipif(INTERPRETED, reason="the planner is slow by itself")
def test_what_the_plan_wants_an_answer_for_is_told() -> None:
    """A claim leads towards a ticket or scores, tickets go together, a card is for a route; of a plan that gave all up nothing is said."""
    wanted = {puzzle.id: wanted_for(puzzle) for puzzle in PUZZLES}
    kinds = {reason.kind for reasons in wanted.values() for reason in reasons}
    assert {"towards", "scores", "collects"} <= kinds
    assert not {"ready", "beside"} & kinds
    assert all(wanted[puzzle.id] for puzzle in PUZZLES if puzzle.answers[0].startswith("claim"))
    assert all(wanted[puzzle.id] for puzzle in PUZZLES if puzzle.answers[0].startswith(("keep", "draw tickets")) and puzzle.plan)


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
def test_a_puzzle_that_was_found_without_reasons_is_given_them() -> None:
    """The same ones each time; who has some keeps them."""
    puzzle = PUZZLES[0]
    bare = replace(puzzle, reasons=())
    assert explained(puzzle) is puzzle
    assert explained(bare).reasons
    assert explained(bare) == explained(bare)


@pytest.mark.skipif(INTERPRETED, reason="the planner is slow by itself")
def test_the_planner_and_hurried_players_miss_every_one() -> None:
    """What the planner would do today is still what is told of it, and nobody who decides at a glance finds an answer."""
    assert [puzzle.id for puzzle in PUZZLES if not is_missed(puzzle)] == []


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
@pytest.mark.parametrize("puzzle", PUZZLES[:: max(1, len(PUZZLES) // 6)], ids=lambda puzzle: puzzle.id)
def test_answers_lead_in_other_worlds_too(puzzle: Puzzle) -> None:
    """A sample, tried once more in worlds that nobody has seen."""
    contest = Contest(puzzle.observation, 987_654)
    contest.admit(puzzle.observation.legal_ids)
    contest.open()
    answer = next(action for action in contest.options if contest.key(action) == key(puzzle, puzzle.answers[0]))
    while contest.worlds < 600:
        contest.go_on(answer)
    assert contest.leader in contest.answers(answer)
    assert not contest.is_hopeless(answer)


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
def test_what_is_worse_does_not_survive_as_an_answer() -> None:
    """Verifying refuses what does not stand clear, as soon as that is known: also what the planner would not have done."""
    puzzle = PUZZLES[0]
    worse = next(option.action for option in puzzle.options[1:] if option.action != puzzle.natural)
    assert not survives(replace(puzzle, answers=(worse,)), 3)


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
def test_an_answer_survives_in_other_worlds() -> None:
    """In fewer of them than verified it, which are enough where one answer leads by far."""
    puzzle = max((one for one in PUZZLES if len(one.answers) == 1), key=lambda one: one.lead)
    assert survives(replace(puzzle, worlds=480), 3)
