"""The league of past selves: who still wins is met more often, old results fade, the weakest makes room."""

from __future__ import annotations

from collections import Counter

import pytest

from allaboard.env import League


def test_those_who_win_are_drawn_more_often() -> None:
    league: League[int] = League(seed=4)
    for number in range(3):
        league.add(f"self {number}", number)
    for member, won in zip(league.members, (5, 50, 90), strict=True):
        league.report(member, won=won, games=100)
    drawn = Counter(league.draw().player for _ in range(500))
    assert drawn[2] > drawn[1] > drawn[0]
    assert league.chances().sum() == pytest.approx(1)


def test_old_results_fade() -> None:
    league: League[None] = League(memory=0.5)
    league.add("self", None)
    (member,) = league.members
    assert member.strength == 0.5
    league.report(member, won=100, games=100)
    for _ in range(10):
        league.report(member, won=0, games=100)
    assert member.strength < 0.01


def test_a_full_league_lets_its_weakest_go() -> None:
    league: League[None] = League(size=2)
    league.add("strong", None)
    league.add("weak", None)
    league.report(league.members[0], won=9, games=10)
    league.report(league.members[1], won=1, games=10)
    league.add("new", None)
    assert [member.name for member in league.members] == ["strong", "new"]


def test_what_cannot_be_is_refused() -> None:
    league: League[None] = League()
    with pytest.raises(ValueError, match="nobody is in the league yet"):
        league.draw()
    league.add("self", None)
    with pytest.raises(ValueError, match="3 of 2 games cannot be won"):
        league.report(league.members[0], won=3, games=2)
    with pytest.raises(ValueError, match="allowed: 1 or more"):
        League(size=0)
