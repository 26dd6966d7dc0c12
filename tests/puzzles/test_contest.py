"""Whether an action stands clear of all others: by what its seat can know, against every other action, now or a turn later."""

from __future__ import annotations

import random

import pytest

from allaboard import Position
from allaboard.bots.search.worlds import NOTHING
from allaboard.engine.jit import INTERPRETED
from allaboard.puzzles import shipped_puzzles
from allaboard.puzzles.contest import ERRORS, LEAD, QUICK, Contest, quick_search
from games import game_at
from properties.worlds import another_world
from puzzle_positions import WINNING, last_turn, text_of

pytestmark = pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")


def held(contest: Contest, waves: int = 2) -> Contest:
    contest.admit(contest.observation.legal_ids)
    contest.open()
    for _ in range(waves):
        contest.go_on(contest.leader)
    return contest


def test_what_alone_wins_stands_clear() -> None:
    """Every legal action is tried, and the only one that wins leads by the whole game."""
    observation = last_turn(pink=1).observe(0)
    contest = held(Contest(observation, 1))
    assert text_of(observation, contest.leader) == WINNING
    assert contest.is_clear(contest.leader)
    assert not contest.is_hopeless(contest.leader)
    assert {contest.key(action) for action in observation.legal_ids} == {contest.key(action) for action in contest.options}
    assert all(lead.value >= LEAD and lead.value > ERRORS * lead.error for lead in contest.leads(contest.leader).values())


def test_another_payment_for_the_same_route_may_be_as_good() -> None:
    """Pink or wild, this track or its twin, the places are joined and the game won: all are right, and nothing else is."""
    observation = last_turn(pink=1, wild=1).observe(0)
    contest = held(Contest(observation, 1))
    answers = {text_of(observation, action) for action in contest.answers(contest.leader)}
    assert answers == {text for text in observation.legal_texts if text.startswith("claim Chinatown–Wall Street")}
    assert len(answers) > 1
    assert contest.is_clear(contest.leader)


def test_where_two_actions_do_equally_there_is_no_puzzle() -> None:
    """The second card of the last turn changes nothing: whatever leads does so by nothing."""
    game = last_turn(pink=1)
    game.play("draw deck")
    contest = held(Contest(game.observe(0), 1))
    assert contest.is_hopeless(contest.leader)
    assert not contest.is_clear(contest.leader)


def test_what_can_wait_for_a_turn_is_no_puzzle() -> None:
    """A claim that nobody else can make is as good after two cards: the draw is tried with the claim a turn later."""
    game = (
        Position("new-york", 2).hand(0, pink=1).claimed(0, "Lower East Side–Chinatown").tickets(0, "Lower East Side–Wall Street")
        .pieces(1, 15).turn(0).market("blue", "green", "black", "orange", "blue").game(seed=1)
    )  # fmt: skip
    observation = game.observe(0)
    contest = Contest(observation, 1)
    contest.admit(observation.legal_ids)
    contest.open()
    claim = observation.legal_ids[observation.legal_texts.index(WINNING)]
    contest.go_on(claim)
    assert contest.patient
    assert all(contest.is_draw(action) for action in contest.patient)
    for action, won in contest.patient.items():
        assert len(won) == contest.worlds
        assert contest.lead(claim, action).value <= contest.ahead(claim, won).value


def test_the_quick_search_passes_what_the_planner_would_do() -> None:
    """Where the planner takes the winning claim by itself there is nothing to miss."""
    assert quick_search(last_turn(pink=1).observe(0), 1) is None


def test_the_quick_search_passes_what_others_see_anyway() -> None:
    """Where the planner misses what wins, the search mostly says so, unless hurried players take it."""
    found = [(puzzle, ahead) for puzzle in shipped_puzzles()[:12] if (ahead := quick_search(puzzle.observation, 1)) is not None]
    assert len(found) > 4
    puzzle, ahead = found[0]
    assert text_of(puzzle.observation, ahead) in puzzle.answers
    everything = {Contest(puzzle.observation, 1).key(action) for action in puzzle.observation.legal_ids}
    assert quick_search(puzzle.observation, 1, everything) is None


def test_who_is_admitted_late_is_tried_in_the_same_worlds() -> None:
    """The planner's list comes first; what joins later catches up, as far as it takes to be left behind."""
    observation = last_turn(pink=1, wild=1).observe(0)
    contest = Contest(observation, 1)
    few = len(contest.options)
    contest.open()
    contest.go_on(contest.leader)
    contest.admit(observation.legal_ids)
    late = contest.options[few:]
    assert late
    contest.open()
    contest.go_on(contest.leader)
    for action in late:
        alone = contest.futures.play([(action, NOTHING)], 0, contest.tried(action))[:, 0, contest.seat]
        assert contest.tried(action) >= QUICK
        assert contest.won[action, NOTHING].tolist() == alone.tolist()


@pytest.mark.parametrize(("edition", "players"), [("new-york", 2), ("london", 3)])
def test_no_contest_depends_on_what_the_seat_cannot_know(edition: str, players: int) -> None:
    """In another world that looks the same to the seat, every option does alike to the last digit."""
    chance = random.Random(5)
    game = game_at(edition, players, 3, 0.15, "routes")
    seat = game.acting[0]
    one, other = (held(Contest(world.observe(seat), 7), waves=1) for world in (game, another_world(game, seat, chance)))
    assert one.options == other.options
    assert {line: won.tolist() for line, won in one.won.items()} == {line: won.tolist() for line, won in other.won.items()}
    assert {action: won.tolist() for action, won in one.patient.items()} == {action: won.tolist() for action, won in other.patient.items()}
