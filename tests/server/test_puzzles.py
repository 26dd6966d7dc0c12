"""Puzzles on the server: one a day for everybody, attempts judged by what was verified, nothing told before it is earned."""

import asyncio
import json
from dataclasses import asdict, replace
from typing import Any

import pytest

from allaboard.position import Position
from allaboard.puzzles import Puzzle, shipped_puzzles
from allaboard.puzzles.explaining import wanted_for
from allaboard.review.branches import deal_anew
from allaboard.server.models import now
from allaboard.server.puzzles import position_of, puzzle_of, streaks
from allaboard.server.retention import DAY, KINDS, prune
from allaboard.server.settings import Settings
from serving import Guest, Serving

PUZZLES = {puzzle.id: puzzle for puzzle in shipped_puzzles()}


@pytest.fixture
def puzzle(ann: Guest) -> Puzzle:
    """The puzzle of the day."""
    return PUZZLES[ann.get("/puzzles/today")["id"]]


def attempt(guest: Guest, puzzle: Puzzle, action: str | None, status: int | None = None) -> Any:
    return guest.post(f"/puzzles/{puzzle.id}/attempts", {"action": action}, status)


def test_everybody_has_the_same_puzzle_today(ann: Guest, bob: Guest) -> None:
    """And it says that it is today's."""
    one, other = ann.get("/puzzles/today"), bob.get("/puzzles/today")
    assert one == other
    assert one["today"]
    assert ann.get("/puzzles")["today"] == one["id"]


def test_no_puzzle_comes_again_before_all_others_have_come() -> None:
    """A round of days has every puzzle once."""
    round_of_days = [puzzle_of(day) for day in range(20_000, 20_000 + len(PUZZLES))]
    assert {puzzle.id for puzzle in round_of_days if puzzle is not None} == set(PUZZLES)


def test_nothing_is_told_before_the_answer_is_found(ann: Guest, puzzle: Puzzle) -> None:
    """Neither the solution nor what it is about; a wrong try says only how far it lies behind."""
    shown = ann.get(f"/puzzles/{puzzle.id}")
    assert (shown["solution"], shown["mine"]) == (None, None)
    assert not {"themes", "answers", "options", "natural", "reasons", "plan", "found", "origin", "position"} & set(shown)
    wrong = attempt(ann, puzzle, puzzle.natural)
    assert (wrong["passed"], wrong["solution"], wrong["rated"]) == (False, None, True)
    assert wrong["behind"] >= 0.12
    assert ann.get(f"/puzzles/{puzzle.id}")["solution"] is None


@pytest.mark.parametrize("puzzle", list(PUZZLES.values())[:: max(1, len(PUZZLES) // 6)], ids=lambda puzzle: puzzle.id)
def test_who_has_missed_it_is_told_where_to_look(ann: Guest, puzzle: Puzzle) -> None:
    """One hint, from the first miss until the answer is known: the kind of action, and one end of the route that it claims."""
    assert ann.get(f"/puzzles/{puzzle.id}")["hint"] is None
    hint = attempt(ann, puzzle, puzzle.natural)["hint"]
    assert ann.get(f"/puzzles/{puzzle.id}")["hint"] == hint
    answer = puzzle.answers[0]
    assert answer.startswith(hint["kind"])
    claims = answer.startswith("claim")
    assert (hint["place"] is not None) == claims
    if claims:
        ends = answer.removeprefix("claim ").partition(" with ")[0].partition("/")[0].split("–")
        assert hint["place"] in ends
    assert attempt(ann, puzzle, answer)["hint"] is None
    assert ann.get(f"/puzzles/{puzzle.id}")["hint"] is None


def test_yesterdays_puzzle_is_explained_to_those_who_know_it(ann: Guest) -> None:
    """Others are told which it was, and can still try it; it is not today's."""
    today = ann.get("/puzzles")
    yesterday = today["yesterday"]
    assert yesterday["id"] != today["today"]
    assert (yesterday["solved"], yesterday["answer"], yesterday["natural"]) == (False, None, None)
    puzzle = PUZZLES[yesterday["id"]]
    attempt(ann, puzzle, None)
    shown = ann.get("/puzzles")["yesterday"]
    assert not shown["solved"]
    assert shown["answer"]["option"]["action"] == puzzle.answers[0]
    assert shown["natural"]["option"]["action"] == puzzle.natural
    assert shown["answer"]["chance"] - shown["natural"]["chance"] >= 0.12


def test_a_puzzle_shows_what_its_seat_can_know_and_no_more(ann: Guest, puzzle: Puzzle) -> None:
    """The view is the observation of the seat to act: others' hands are counts, and what is theirs alone is nowhere in the answer."""
    view = ann.get(f"/puzzles/{puzzle.id}")["now"]["view"]
    assert view["seat"] == puzzle.seat
    own = {**puzzle.observation.view}
    for field in ("market", "routes", "seats", "deck", "acting"):
        assert view[field] == json.loads(json.dumps(own[field]))
    told = json.dumps(view, ensure_ascii=False)
    shared = {*puzzle.position["tickets"][puzzle.seat], *puzzle.position.get("offer", [])}
    for seat, tickets in enumerate(puzzle.position["tickets"]):
        if seat != puzzle.seat:
            assert not [ticket for ticket in tickets if ticket not in shared and f'"{ticket}"' in told]


@pytest.mark.parametrize("puzzle", list(PUZZLES.values())[:: max(1, len(PUZZLES) // 6)], ids=lambda puzzle: puzzle.id)
def test_a_puzzle_is_analysed_from_what_its_seat_can_know(ann: Guest, puzzle: Puzzle) -> None:
    """The seat sees and may do the same there; what others hold is dealt anew, and games that differ in that alone are one position."""
    told, asked = ann.get(f"/puzzles/{puzzle.id}/position"), ann.get(f"/puzzles/{puzzle.id}")["now"]
    assert (told["edition"], told["view"], told["options"]) == (puzzle.edition, asked["view"], asked["options"])
    other = replace(puzzle, position=Position.of(deal_anew(puzzle.game, puzzle.seat, 7)).to_json())
    assert other.position != Position.of(puzzle.game).to_json()
    assert position_of(other) == position_of(puzzle)
    assert json.loads(json.dumps(position_of(puzzle)["position"])) == told["position"]


def test_the_first_try_counts_and_no_other(ann: Guest, puzzle: Puzzle) -> None:
    """Missed at first, the rating falls; found afterwards, it stays where it is, and the solution is told."""
    wrong = attempt(ann, puzzle, puzzle.natural)
    assert wrong["rating"] < 1500
    assert wrong["mine"]["change"] < 0
    right = attempt(ann, puzzle, puzzle.answers[0])
    assert (right["passed"], right["rated"], right["rating"]) == (True, False, wrong["rating"])
    assert right["deviation"] == wrong["deviation"] == ann.get("/puzzles")["deviation"] < 350
    assert right["mine"] == {"passed": False, "solved": True, "tries": 2, "change": wrong["mine"]["change"]}
    solution = right["solution"]
    assert solution["reasons"] == [asdict(reason) for reason in puzzle.reasons]
    assert [reason["kind"] for reason in solution["wanted"]] == [reason.kind for reason in wanted_for(puzzle)]
    assert solution["actions"][0]["option"]["action"] == puzzle.answers[0]
    assert sum(action["natural"] for action in solution["actions"]) == 1
    natural = next(action for action in solution["actions"] if action["natural"])
    assert natural["option"]["action"] == puzzle.natural
    assert natural["chosen"] > 0
    assert ann.get(f"/puzzles/{puzzle.id}")["solution"] == solution


def test_solving_moves_the_rating_the_streak_and_the_themes(ann: Guest, puzzle: Puzzle) -> None:
    """Solved at the first try, today counts as a day of the season ticket, and the puzzle has proved easier."""
    before = ann.get(f"/puzzles/{puzzle.id}")
    result = attempt(ann, puzzle, puzzle.answers[0])
    assert result["passed"]
    assert result["rating"] > 1500
    training = ann.get("/puzzles")
    assert (training["streak"], training["best_streak"], training["tried"], training["solved"]) == (1, 1, 1, 1)
    assert training["days"][-1]["solved"]
    assert training["history"] == [{"rating": result["rating"], "passed": True}]
    assert {one["theme"]: one["solved"] for one in training["themes"] if one["solved"]} == dict.fromkeys(puzzle.themes, 1)
    after = ann.get(f"/puzzles/{puzzle.id}")
    assert after["rating"] < before["rating"]
    assert (after["attempts"], after["passed"]) == (before["attempts"] + 1, before["passed"] + 1)


def test_who_asks_for_the_solution_has_missed_it(ann: Guest, puzzle: Puzzle) -> None:
    """It is told at once, the rating falls, and finding it afterwards brings no rating back."""
    shown = attempt(ann, puzzle, None)
    assert shown["solution"] is not None
    assert shown["behind"] is None
    assert shown["mine"]["change"] < 0
    again = attempt(ann, puzzle, puzzle.answers[0])
    assert (again["rated"], again["rating"]) == (False, shown["rating"])
    assert not again["mine"]["solved"]
    assert ann.get("/puzzles")["streak"] == 0


def test_training_suits_the_solver_and_never_repeats_what_was_tried(ann: Guest) -> None:
    """Next is something new, about as hard as one is good, of a theme where one is asked for; who has solved everything is told so."""
    theme = next(iter({theme for puzzle in PUZZLES.values() for theme in puzzle.themes}))
    assert theme in PUZZLES[ann.get("/puzzles/next", theme=theme)["id"]].themes
    tried: set[str] = set()
    for _ in range(min(4, len(PUZZLES))):
        other = PUZZLES[ann.get("/puzzles/next")["id"]]
        assert other.id not in tried
        tried.add(other.id)
        assert attempt(ann, other, other.answers[0])["passed"]
    if len(tried) == len(PUZZLES):
        assert ann.get("/puzzles/next")["id"] is None


def test_refusals_say_why(server: Serving, ann: Guest, puzzle: Puzzle) -> None:
    """What is illegal there, what is no puzzle, what is no theme; and a seat's token solves nothing."""
    refusal = attempt(ann, puzzle, "claim Atlantis–Eldorado with 3 blue", 422)
    assert refusal["detail"]
    assert ann.get(f"/puzzles/{puzzle.id}")["mine"] is None
    for path in ("", "/position", "/preview.png"):
        ann.get(f"/puzzles/0000000000{path}", 404)
    ann.get("/puzzles/next", 422, theme="chess")
    bot = server.guest(Authorization="Bearer something")
    assert "token" in bot.get("/puzzles", 403)["detail"]


def test_attempts_belong_to_a_person(ann: Guest, puzzle: Puzzle) -> None:
    """They are taken along, and erased; how hard the puzzle has proved stays."""
    attempt(ann, puzzle, puzzle.natural)
    [exported] = ann.get("/me/export")["puzzles"]
    assert (exported["puzzle"], exported["choice"], exported["passed"]) == (puzzle.id, puzzle.natural, False)
    cookie = dict(ann.http.cookies)
    before = ann.get(f"/puzzles/{puzzle.id}")["attempts"]
    ann.ask("DELETE", "/me", 204)
    ann.http.cookies.update(cookie)
    assert ann.get("/me/export")["puzzles"] == []
    assert ann.get("/puzzles")["rating"] == 1500
    assert ann.get(f"/puzzles/{puzzle.id}")["attempts"] == before


def test_puzzles_of_people_who_come_no_more_go_after_a_time(server: Serving, ann: Guest, bob: Guest, puzzle: Puzzle) -> None:
    """With all their attempts; those who tried something since stay."""
    attempt(ann, puzzle, puzzle.natural)
    settings = Settings(**{**dict.fromkeys(KINDS, 0), "keep_puzzles": 30})
    store = server.app.state.services.store

    def look(moment: int) -> int:
        pruned = asyncio.run_coroutine_threadsafe(
            prune(store, settings, dry_run=False, moment=moment), server.app.state.services._loop
        ).result(60)
        return next(one.count for one in pruned if one.setting == "keep_puzzles")

    assert look(now() + 29 * DAY) == 0
    assert look(now() + 31 * DAY) >= 1
    assert ann.get("/puzzles")["tried"] == 0


@pytest.mark.parametrize(
    ("days", "streak", "best"),
    [((), 0, 0), ((9,), 1, 1), ((8, 9), 2, 2), ((10,), 1, 1), ((5, 6, 7, 10), 1, 3), ((5, 6, 7), 0, 3)],
)
def test_a_streak_goes_on_until_a_day_is_missed(days: tuple[int, ...], streak: int, best: int) -> None:
    """On day 10: yesterday still counts, since today is not over; the best is kept."""
    assert streaks(days, 10) == (streak, best)
