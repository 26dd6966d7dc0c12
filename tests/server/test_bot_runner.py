"""Bots at work: they pace themselves, fail without harm, share the processor fairly, and go on after a restart."""

import itertools
import os
import random
import sqlite3
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import allaboard
from allaboard.bots import BotError, make_bot
from allaboard.game import Game
from allaboard.server import bot_decisions, presence, scheduler
from allaboard.server.edition_store import ReadBoard
from allaboard.server.quarantine import STRIKES
from allaboard.server.tables import Tables
from serving import Guest, Process, busy, process, served, until


def test_bots_play_a_whole_game_and_the_log_proves_it(ann: Guest) -> None:
    table = ann.open("new-york", "random", "greedy", "random", begin=True)
    until(lambda: ann.get(f"/tables/{table}")["status"] == "over", 60)
    assert ann.get(f"/tables/{table}/fairness")["verified"]


def test_bots_wait_between_two_actions(ann: Guest) -> None:
    table = ann.open("new-york", "random", "random", pace=0.2, begin=True)
    until(lambda: ann.get(f"/tables/{table}")["n"] >= 6)
    times = [line["at"] for line in ann.get(f"/tables/{table}/log")]
    assert all(later - earlier >= 190 for earlier, later in itertools.pairwise(times))


def keep_tickets(guest: Guest, table: str, **more: Any) -> Any:
    """Choose the first tickets in the way that is listed first; the line that tells of it."""
    shown = guest.view(table)
    return guest.post(f"/tables/{table}/actions", {"action": shown["view"]["you"]["legal"][0], "seen": shown["n"], **more})


def test_who_plays_against_bots_alone_sets_their_pace(tmp_path: Path) -> None:
    """With an act, from then on, and for whichever process goes on with the game."""
    with served(tmp_path) as serving:
        ann = serving.guest()
        table = ann.open("new-york", "you", "random", "random", pace=10, begin=True)
        assert keep_tickets(ann, table, pace=0)["data"] == {"pace": 0}
        until(lambda: ann.view(table)["view"]["acting"] == [0], 8)
        cookies = ann.http.cookies
    with served(tmp_path) as serving:
        ann = serving.guest()
        ann.http.cookies = cookies
        shown, chance = ann.view(table), random.Random(1)
        for _ in range(3):
            shown = ann.view(table)
            told = ann.post(
                f"/tables/{table}/actions", {"action": chance.choice(shown["view"]["you"]["legal"]), "seen": shown["n"], "pace": 0}
            )
            assert told["data"] == {}  # nothing has changed
            until(lambda: ann.view(table)["view"]["acting"] == [0], 8)
        shown = ann.view(table)
        action = shown["view"]["you"]["legal"][0]
        assert ann.post(f"/tables/{table}/actions", {"action": action, "seen": shown["n"], "pace": 10})["data"] == {"pace": 10}


def test_where_everybody_is_away_there_is_a_game_to_come_back_to(ann: Guest) -> None:
    """However fast bots move for who is there: with nobody to wait for they would be at the end in a moment."""
    table = ann.open("new-york", "you", "random", pace=1, begin=True)
    keep_tickets(ann, table, pace=0)
    until(lambda: ann.view(table)["view"]["acting"] == [0], 8)
    ann.post(f"/tables/{table}/leave")
    n = ann.get(f"/tables/{table}")["n"]
    time.sleep(4)
    assert ann.get(f"/tables/{table}")["n"] == n
    ann.post(f"/tables/{table}/return")
    ann.act_any(table, random.Random(1))


def test_among_people_nobody_sets_the_pace(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open", "random", pace=10)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    assert keep_tickets(ann, table, pace=0)["data"] == {}
    assert keep_tickets(bob, table)["data"] == {}
    assert ann.get(f"/tables/{table}")["acting"] == [2]


def test_games_of_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as serving:
        guest = serving.guest()
        table = guest.open("usa", "random", "random", begin=True)
        until(lambda: guest.get(f"/tables/{table}")["n"] > 10)
    with served(tmp_path) as serving:
        until(lambda: serving.guest().get(f"/tables/{table}")["status"] == "over", 60)


class Failing:
    """A bot that cannot."""

    def choose(self, observation: Any) -> int:
        raise RuntimeError("I would rather not")


class Leaving:
    """A bot that would end the server."""

    def choose(self, observation: Any) -> int:
        sys.exit("good bye")


class Cheating:
    """A bot that would do what nobody may."""

    def choose(self, observation: Any) -> int:
        return 10_000


class Slow:
    """A bot that keeps a thread busy."""

    def choose(self, observation: Any) -> int:
        time.sleep(0.05)
        return int(observation.legal_ids[0])


class Hanging:
    """A bot that never comes back, until it is let go."""

    released = threading.Event()

    def choose(self, observation: Any) -> int:
        self.released.wait(60)
        return int(observation.legal_ids[0])


class Unborn(Hanging):
    """A bot that hangs before it sits down."""

    def begin(self, *_: Any) -> None:
        self.released.wait(60)


@pytest.mark.parametrize("bot", [Failing(), Leaving(), Cheating()])
def test_a_bot_that_fails_is_replaced_by_chance(bot: Any) -> None:
    observation = allaboard.Game("new-york", players=2, seed=1).observe(0)
    decision = bot_decisions.decide(bot, observation)
    assert decision.action in observation.legal_ids
    assert decision.error


def test_a_table_gets_no_more_of_the_processor_than_its_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A greedy table rests after thinking, and others are not slowed down."""
    monkeypatch.setattr(bot_decisions, "make_bot", lambda name: Slow() if name == "greedy" else make_bot(name))
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


@pytest.mark.parametrize("hanging", [Hanging, Unborn])
def test_a_bot_that_never_comes_back_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hanging: type[Hanging]) -> None:
    """Chance plays for it, then always on that board; other tables' bots and people's requests do not notice, nor does the end."""
    monkeypatch.setattr(bot_decisions, "make_bot", lambda name: hanging() if name == "greedy" else make_bot(name))
    Hanging.released.clear()
    try:
        with served(tmp_path, bot_limit=0.5, bot_threads=1) as serving:
            guest = serving.guest()
            stuck = guest.open("usa", "greedy", "greedy", begin=True)
            others = guest.open("new-york", "random", "random", begin=True)
            until(lambda: guest.get(f"/tables/{others}")["status"] == "over", 60)
            until(lambda: guest.get(f"/tables/{stuck}")["n"] > 10, 30)
            assert len(serving.app.state.services.scheduler.threads.abandoned) == 2
    finally:
        Hanging.released.set()


def test_a_bot_that_is_gone_is_replaced_by_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that was removed between two starts takes no game with it."""

    def gone(name: str) -> Any:
        raise BotError(f"'{name}' is no bot")

    monkeypatch.setattr(bot_decisions, "make_bot", gone)
    with served(tmp_path) as serving:
        guest = serving.guest()
        table = guest.open("new-york", "greedy", "greedy", begin=True)
        until(lambda: guest.get(f"/tables/{table}")["status"] == "over", 60)


def test_a_table_that_cannot_be_replayed_is_left_alone_and_the_others_go_on(tmp_path: Path) -> None:
    """It is not tried again every second: it answers with the reason, and keeps nobody from being found."""
    with served(tmp_path, pace=0.05) as serving:
        guest = serving.guest()
        damaged = [guest.open("usa", "random", "random", begin=True) for _ in range(3)]
        good = guest.open("usa", "random", "random", begin=True)
        until(lambda: all(guest.get(f"/tables/{table}")["n"] > 6 for table in (*damaged, good)))
    with sqlite3.connect(tmp_path / "allaboard.db") as database:
        for table in damaged:
            database.execute("UPDATE log SET action = 99999 WHERE table_id = ? AND n = 4", (table,))
            database.execute("UPDATE tables SET due = 1 WHERE id = ?", (table,))
    database.close()
    opened: list[str] = []
    find = Tables._read

    async def counted(tables: Tables, table_id: str, board: ReadBoard) -> Any:
        opened.append(table_id)
        return await find(tables, table_id, board)

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(Tables, "_read", counted)
        with served(tmp_path, pace=0.05) as serving:
            guest = serving.guest()
            n = guest.get(f"/tables/{good}")["n"]
            until(lambda: guest.get(f"/tables/{good}")["n"] > n + 20)
            time.sleep(1)
            assert all(opened.count(table) <= 2 for table in damaged)
            assert "cannot be replayed" in guest.get(f"/tables/{damaged[0]}", status=409)["detail"]


def test_a_result_that_is_never_worked_out_sets_its_table_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason, also after a restart; other games end as ever."""
    Hanging.released.clear()
    result = Game.result
    monkeypatch.setattr(Game, "result", lambda game: Hanging.released.wait(60) if game.players == 3 else result(game))
    try:
        with served(tmp_path, bot_limit=0.5) as serving:
            guest = serving.guest()
            stuck = guest.open("new-york", "random", "random", "random", begin=True)
            fine = guest.open("new-york", "random", "random", begin=True)
            until(lambda: guest.http.get(f"/tables/{stuck}").status_code == 409, 60)
            until(lambda: guest.get(f"/tables/{fine}")["status"] == "over", 60)
            assert "could not be worked out" in guest.get(f"/tables/{stuck}", status=409)["detail"]
    finally:
        Hanging.released.set()
    with served(tmp_path) as serving:
        assert "set aside" in serving.guest().get(f"/tables/{stuck}", status=409)["detail"]


LETHAL = """
import os

class Lethal:
    def choose(self, observation):
        if observation.edition.id == "usa":
            os.abort()
        return observation.legal_ids[0]
"""


@pytest.mark.slow
def test_a_table_over_which_the_server_dies_is_set_aside(tmp_path: Path) -> None:
    """After so many deaths over one position nobody tries again; all other games go on, and its visitors are told why."""
    package = tmp_path / "package"
    announced = package / "lethal-1.0.dist-info"
    announced.mkdir(parents=True)
    (package / "lethal.py").write_text(LETHAL, encoding="utf-8")
    (announced / "METADATA").write_text("Metadata-Version: 2.1\nName: lethal\nVersion: 1.0\n", encoding="utf-8")
    (announced / "entry_points.txt").write_text("[allaboard.bots]\nlethal = lethal:Lethal\n", encoding="utf-8")
    path = os.pathsep.join((str(package), *filter(None, [os.environ.get("PYTHONPATH")])))
    server = Process("", tmp_path, PYTHONPATH=path, ALLABOARD_POLL="0.5")
    try:
        guest = server.guest()
        fine = guest.open("new-york", "random", "random", pace=1, begin=True)
        deadly = guest.open("usa", "lethal", "lethal", pace=1, begin=True)
        for _ in range(STRIKES):
            server.ended(60)
            server.start()
        time.sleep(5)
        assert server.process.poll() is None
        assert "has died" in guest.get(f"/tables/{deadly}", status=409)["detail"]
        until(lambda: guest.get(f"/tables/{fine}")["n"] > 10, 60)
    finally:
        server.kill()
        server.close()


def test_who_comes_to_a_table_does_not_wait_among_those_at_which_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that has got next to no turns there comes to its turn as soon as somebody looks."""
    monkeypatch.setattr(presence, "AWAY", -1.0)  # only who listens looks
    monkeypatch.setitem(scheduler.WEIGHTS, scheduler.UNWATCHED, 1e-9)
    monkeypatch.setattr(bot_decisions, "make_bot", lambda name: Slow() if name == "greedy" else make_bot(name))
    with served(tmp_path, bot_threads=1) as serving, ExitStack() as stack:
        crowd, ann = serving.guest(), serving.guest()
        for _ in range(4):
            watched = crowd.open("usa", "greedy", "greedy", begin=True)
            stack.enter_context(crowd.http.stream("GET", f"/tables/{watched}/events"))
        mine = ann.open("usa", "greedy", "greedy", begin=True)
        time.sleep(1)
        n = ann.get(f"/tables/{mine}")["n"]
        time.sleep(1)
        assert ann.get(f"/tables/{mine}")["n"] == n
        stack.enter_context(ann.http.stream("GET", f"/tables/{mine}/events"))
        until(lambda: ann.get(f"/tables/{mine}")["n"] > n + 3, 5)


def answered(guest: Guest, table: str, chance: random.Random) -> float | None:
    """Act, if it is the guest's turn; seconds until it is their turn again."""
    if guest.act_any(table, chance) is None:
        return None
    began = time.monotonic()
    until(lambda: 0 in guest.view(table)["view"]["acting"], 120)
    return time.monotonic() - began


def test_bots_of_many_tables_think_less_and_say_so(tmp_path: Path) -> None:
    """Twenty tables with experts from one address are played in a hurry, and tell; a stranger's expert answers in time."""
    with served(tmp_path, bot_wait=1.0, trust_proxy=True) as serving:
        crowd, stranger = (serving.guest(**{"X-Forwarded-For": f"192.0.2.{number}"}) for number in (1, 2))
        tables = [crowd.open("new-york", "expert", "expert", begin=True) for _ in range(20)]
        mine = stranger.open("new-york", "you", "expert", begin=True)
        until(lambda: any(crowd.view(table)["hurried"] for table in tables))
        chance = random.Random(1)
        waits = [answered(stranger, mine, chance) for _ in range(4)]
        assert max(filter(None, waits)) < 5 or busy()
        lines = [line for table in tables for line in crowd.get(f"/tables/{table}/log") if "hurried" in line["data"]]
        assert lines
        assert all(0 <= line["data"]["hurried"] <= 0.5 for line in lines)  # in hundredths, so that 0.497 is told as 0.5


@pytest.mark.slow
def test_a_stranger_does_not_wait_for_somebody_elses_hundred_tables(tmp_path: Path) -> None:
    """97 tables of five experts from one address: at a stranger's table a bot answers within seconds."""
    with served(tmp_path, trust_proxy=True) as serving:
        crowd, stranger = (serving.guest(**{"X-Forwarded-For": f"192.0.2.{number}"}) for number in (1, 2))
        for _ in range(97):
            crowd.open("usa", *["expert"] * 5, begin=True)
        mine = stranger.open("usa", "you", "expert", begin=True)
        chance = random.Random(2)
        waits = list(filter(None, (answered(stranger, mine, chance) for _ in range(25))))
        assert len(waits) > 10
        assert sorted(waits)[len(waits) // 2] < 3
        assert max(waits) < 8


@pytest.mark.slow
def test_fifty_people_each_with_an_expert_wait_seconds(tmp_path: Path) -> None:
    """Each from an address of their own, acting as soon as it is their turn: by the log, half of the answers come within 3 s, all in 10."""

    def play(guest: Guest, end: float) -> list[int]:
        table, chance = guest.open("usa", "you", "expert", begin=True, undo=False), random.Random(3)
        while time.monotonic() < end and guest.get(f"/tables/{table}")["status"] == "playing":
            guest.act_any(table, chance)
            time.sleep(0.5)
        lines = [line for line in guest.get(f"/tables/{table}/log") if line["kind"] == "action"]
        return [line["at"] - before["at"] for before, line in itertools.pairwise(lines) if line["seat"] == 1]

    with process(tmp_path, ALLABOARD_TRUST_PROXY="true", ALLABOARD_PACE="0.6") as serving, ThreadPoolExecutor(50) as pool:
        guests = [serving.guest(**{"X-Forwarded-For": f"10.0.0.{number}"}) for number in range(50)]
        waits = sorted(wait for found in pool.map(play, guests, itertools.repeat(time.monotonic() + 60)) for wait in found)
    assert len(waits) > 300
    assert waits[len(waits) // 2] < 3_000
    assert waits[-1] < 10_000
