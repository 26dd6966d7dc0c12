"""Bots at work: they pace themselves, fail without harm, share the processor fairly, and go on after a restart."""

import itertools
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import allaboard
from allaboard.bots import make_bot
from allaboard.server import decisions
from serving import Guest, served, until


def test_bots_play_a_whole_game_and_the_log_proves_it(ann: Guest) -> None:
    table = ann.open("new-york", "random", "greedy", "random", begin=True)
    until(lambda: ann.get(f"/tables/{table}")["status"] == "over", 60)
    assert ann.get(f"/tables/{table}/fairness")["verified"]


def test_bots_wait_between_two_actions(ann: Guest) -> None:
    table = ann.open("new-york", "random", "random", pace=0.2, begin=True)
    until(lambda: ann.get(f"/tables/{table}")["n"] >= 6)
    times = [line["at"] for line in ann.get(f"/tables/{table}/log")]
    assert all(later - earlier >= 190 for earlier, later in itertools.pairwise(times))


def test_games_of_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as serving:
        guest = serving.guest()
        table = guest.open("usa", "random", "random", begin=True)
        until(lambda: guest.get(f"/tables/{table}")["n"] > 10)
    with served(tmp_path) as serving:
        until(lambda: serving.guest().get(f"/tables/{table}")["status"] == "over", 60)


class Failing:
    """A bot that cannot."""

    def choose(self, sight: Any) -> int:
        raise RuntimeError("I would rather not")


class Leaving:
    """A bot that would end the server."""

    def choose(self, sight: Any) -> int:
        sys.exit("good bye")


class Cheating:
    """A bot that would do what nobody may."""

    def choose(self, sight: Any) -> int:
        return 10_000


class Slow:
    """A bot that keeps a thread busy."""

    def choose(self, sight: Any) -> int:
        time.sleep(0.05)
        return int(sight.legal_ids[0])


@pytest.mark.parametrize("bot", [Failing(), Leaving(), Cheating()])
def test_a_bot_that_fails_is_replaced_by_chance(bot: Any) -> None:
    sight = allaboard.Game("new-york", players=2, seed=1).sight(0)
    decision = decisions.decide(bot, sight)
    assert decision.action in sight.legal_ids
    assert decision.error


def test_a_table_gets_no_more_of_the_processor_than_its_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A greedy table rests after thinking, and others are not slowed down."""
    monkeypatch.setattr(decisions, "make_bot", lambda name: Slow() if name == "greedy" else make_bot(name))
    with served(tmp_path, table_cpu=0.25, bot_threads=1) as serving:
        guest = serving.guest()
        hungry = guest.open("usa", "greedy", "greedy", begin=True)
        until(lambda: guest.get(f"/tables/{hungry}")["n"] >= 2)
        modest = guest.open("new-york", "random", "random", begin=True)
        until(lambda: guest.get(f"/tables/{modest}")["status"] == "over", 60)
        until(lambda: guest.get(f"/tables/{hungry}")["n"] >= 8, 30)
        times = [line["at"] for line in guest.get(f"/tables/{hungry}/log") if line["kind"] == "action"]
        gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
        assert min(gaps) >= 150  # 50 ms of work are paid for by 150 ms of rest
