"""A review in words and as a page: whole sentences, and one file that needs nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from allaboard import Game, get_edition
from allaboard.engine.jit import INTERPRETED
from allaboard.review import Judgement, Review
from allaboard.review.graph import draw_graph
from allaboard.review.narration import Narrator, percent, points, shares
from allaboard.review.page import review_page
from allaboard.review.results import Option, PlanReason, Reason, Split, TurningPoint

NARRATOR = Narrator(get_edition("usa"), ["You", "Marlene"])
MARKED = Judgement(
    27, 0, 14, "draw deck", "claim Helena–Seattle with 6 yellow", False, 0.40, 0.01, 0.12, 0.01, "dead end", (), (-0.12, 0.12), 900,
    (Reason("ticket", "New York–Seattle", 0.41, 0.66),),
)  # fmt: skip


def test_a_mark_says_what_was_played_what_was_better_and_why() -> None:
    told = "You drew from the deck. Better: claim Helena–Seattle with 6 yellow"
    assert NARRATOR.judgement(MARKED) == f"{told}. You then make New York–Seattle in 66 % of the games instead of 41 %."
    assert NARRATOR.judgement(MARKED, why=False) == f"{told}."
    assert NARRATOR.judgement(replace(MARKED, taken=1, taken_turn=15, taken_next=True)) == f"{told}; Marlene took it next."
    assert NARRATOR.judgement(replace(MARKED, taken=1, taken_turn=15)) == f"{told}; Marlene took it in turn 15."
    assert NARRATOR.judgement(replace(MARKED, taken=1, taken_turn=17)) == f"{told}; Marlene took it in turn 17."
    assert NARRATOR.judgement(replace(MARKED, mark=None)) == "You drew from the deck."
    assert NARRATOR.judgement(replace(MARKED, mark=None, played="keep A–B; return C–D")) == "You kept A–B and returned C–D."


def test_a_clear_run_says_what_it_avoided() -> None:
    options = tuple(Option("draw deck", 0.5, 0.01, behind, 100) for behind in (0.0, 0.091, 0.2))
    assert (
        NARRATOR.judgement(replace(MARKED, mark="clear run", options=options)) == "You drew from the deck. Every other way lost 9 or more."
    )


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        (Reason("new ticket", "", 0.0, 0.47), "Marlene then makes a new ticket in 47 % of the games instead of 0 %"),
        (Reason("route", "Denver–Omaha", 0.5, 0.1), "Denver–Omaha is lost to others in 10 % of the games instead of 50 %"),
        (Reason("route", "Denver–Omaha", 0.5, 0.0), "otherwise Denver–Omaha is lost to others in 50 % of the games"),
        (Reason("points", "routes", 10.0, 12.5), "+2.5 points for routes"),
        (Reason("longest path", "", 0.2, 0.5), "the longest path in 50 % of the games instead of 20 %"),
        (Reason("rivals", "", 80.0, 77.0), "the best of the others ends with 3.0 points fewer"),
        (Reason("turns", "", 10.0, 8.5), "the game ends 1.5 turns sooner"),
        (Reason("cards", "", 6.0, 4.0), "2.0 cards fewer are left unused at the end"),
    ],
)
def test_every_reason_has_its_clause(reason: Reason, clause: str) -> None:
    assert NARRATOR.reason(reason, 1) == clause


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (PlanReason("towards", "Denver–Chicago", 9, 4), "Denver–Chicago then takes 4 instead of 9 more pieces."),
        (PlanReason("towards", "Denver–Chicago", 4, 0), "It finishes Denver–Chicago."),
        (PlanReason("collects", "Denver–Omaha", 1, 0), "Then you can pay for Denver–Omaha."),
        (PlanReason("collects", "Denver–Omaha", 2, 1), "Denver–Omaha then lacks 1 card instead of 2."),
        (PlanReason("lacks", "", 5, 4), "The plan then lacks 4 cards instead of 5."),
        (PlanReason("blind", "", 5, 0), "The plan still lacks 5 cards, and no open card is one of them."),
        (PlanReason("blind", "", 5, 2), "The plan still lacks 5 cards, and the deck may bring any of them."),
        (PlanReason("room", "", 5, 20), "The plan takes 5 of the 20 pieces that you have."),
        (PlanReason("scores", "Denver–Omaha", 0, 7), "You build it for its own 7 points."),
    ],
)
def test_where_games_end_alike_the_plan_says_why(reason: PlanReason, sentence: str) -> None:
    assert NARRATOR.judgement(replace(MARKED, reasons=(), wanted=(reason,))).endswith(f" with 6 yellow. {sentence}")


def test_figures_are_signed_and_whole() -> None:
    assert [points(change) for change in (0.124, -0.124, 0.001)] == ["+12", "−12", "0"]
    assert percent(0.333) == "33 %"


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
def test_a_game_without_marks_says_what_would_have_been_one(review: Review) -> None:
    """The limit falls with the fair share."""
    told = [NARRATOR.least_loss(replace(review, players=players)) for players in (2, 3, 4)]
    assert told == [f"Nothing here cost {limit} points or more for certain." for limit in ("3", "2", "1.5")]


def number(told: str) -> int:
    return int(told.removesuffix(" %").replace("−", "-"))


def test_parts_add_up_as_they_are_printed() -> None:
    """From the fair share to the result, and of luck from its parts: rounded one by one, these come to 101, and their luck to 29."""
    luck = Split(1 / 3, 0.206, 0.187, 0.096, 0.096, 0.085, 0.277, -0.0033, 1.0, 0.02)
    lines = NARRATOR.split(luck)
    assert [line.told for line in lines] == ["33 %", "+19", "+28", "+20", "0", "100 %"]
    assert sum(number(line.told) for line in lines[:-1]) == 100
    assert [line.told for line in NARRATOR.parts_of_luck(luck)] == ["+10", "+10", "+8"]


def test_shares_of_one_victory_make_a_hundred() -> None:
    assert [shares(parts) for parts in ([1 / 3] * 3, [1.12, 0.2, -0.32], [0.005, 0.995], [0, 0])] == [
        ["34 %", "33 %", "33 %"],
        ["85 %", "15 %", "0 %"],
        ["1 %", "99 %"],
        ["0 %", "0 %"],
    ]


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
def test_the_page_tells_parts_that_add_up(game: Game, review: Review) -> None:
    """Of luck, of the chances at every moment, and of the victory with even luck."""
    page = review_page(review, game, ["Ann", "Bob"])
    meters = re.findall(r'<div class="meter">(.*?)</div><p class="soft">Luck: (.*?) \(all', page)
    assert len(meters) == 2
    for rows, parts in meters:
        *added, result = [number(told) for told in re.findall(r"<b[^>]*>(.*?)</b>", rows)]
        assert sum(added) == result
        assert sum(number(told.rpartition(" ")[2]) for told in parts.split(", ")) == added[2]
    [data] = re.findall(r'<script type="application/json" id="moments">(.*?)</script>', page, re.DOTALL)
    assert all(sum(map(number, step["chances"])) == 100 for step in json.loads(data)["steps"])
    for step in review.graph.steps:
        assert abs(sum(number(told) for told in NARRATOR.step(step, 0)) - 100 * (step.after[0] - step.before[0])) <= 0.5
    assert page.count("<th>Hidden</th>") == 1
    assert sum(number(told) for told in re.findall(r"<div>(\d+ %)<small>without luck", page)) == 100


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
def test_the_page_tells_gains_and_set_up_for_what_they_are(game: Game, review: Review) -> None:
    """What a rival's error gave is not in the colour of a loss, and the choice of the first tickets is no turn."""
    point = TurningPoint(1, 0, 1, "rival", 0.16, "dead end")
    seats = tuple(replace(one, turning_points=(point,)) for one in review.seats)
    first = replace(review.judgements[0], mark="dead end")
    page = review_page(replace(review, seats=seats, judgements=(first, *review.judgements[1:])), game, ["Ann", "Bob"])
    assert page.count('class="point e-dead-end gain"') == 2
    assert "Set-up, Bob" in page
    assert "Turn 0" not in page


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
def test_flags_stand_where_the_handle_comes_to(review: Review) -> None:
    """Before the action, as its chances are told."""
    drawn = draw_graph(review, 860.0, 170.0, [one.turning_points for one in review.seats])
    left, right, last = (float(re.findall(rf'data-{name}="([\d.]+)"', drawn)[0]) for name in ("left", "right", "last"))
    flags = [float(x) for x in re.findall(r'class="flag of\d"><path d="M([\d.]+) ', drawn)]
    points = [point for one in review.seats for point in one.turning_points]
    assert flags == pytest.approx([left + (right - left) * (point.n - 1) / last for point in points], abs=0.01)


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
def test_the_page_needs_nothing_else(game: Game, review: Review) -> None:
    """No address but those of namespaces, every mark in the list, names as they are, and data that a script can read."""
    page = review_page(review, game, ["<b>Ann</b>", "Bob"])
    assert set(re.findall(r"https?://[^\"' )<]+", page)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "<b>Ann" not in page
    assert "&lt;b&gt;Ann" in page
    for one in review.judgements:
        assert (f'id="n{one.n}"' in page) == (one.mark is not None)
    [data] = re.findall(r'<script type="application/json" id="moments">(.*?)</script>', page, re.DOTALL)
    assert len(json.loads(data)["steps"]) == len(game.log)
    for seat in review.seats:
        assert page.count(f'class="for for{seat.seat}"') == 2
