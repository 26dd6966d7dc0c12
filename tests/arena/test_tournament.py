"""Tournaments: the same results for one worker and two, whole after a kill, decided where an uninterrupted one would be."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path

import pytest

import allaboard
from allaboard.arena.match import Blocks, Match, lineups
from allaboard.arena.results import Results, ResultsError, open_results
from allaboard.arena.statistics import Sprt
from allaboard.arena.tournament import Tournament
from allaboard.engine.jit import INTERPRETED
from allaboard.runner import workers
from processes import members_of

NEW_YORK = allaboard.get_edition("new-york")
pytestmark = pytest.mark.skipif(INTERPRETED, reason="hundreds of games take their time in plain Python")


def matches(*bots: str, seed: int = 3) -> list[Match]:
    return [Match(NEW_YORK, lineup, seed) for lineup in lineups(bots, 2)]


def games(path: Path) -> list[tuple[object, ...]]:
    """All games of a file, whatever the order in which they were written."""
    with sqlite3.connect(path) as file:
        rows = file.execute("SELECT lineup, block, rotation, start, winners, decisions, totals FROM game JOIN match ON match.id = match")
        found = sorted(rows.fetchall())
    file.close()
    return found


def played(path: Path, entrants: list[Match], blocks: int, jobs: int = 1, sprt: Sprt | None = None) -> Tournament:
    with open_results(path) as results:
        tournament = Tournament(entrants, blocks, results, sprt)
        with workers(jobs, threads=all(match.compiled for match in entrants)) as pool:
            for _ in tournament.play(pool):
                pass
    return tournament


@pytest.mark.parametrize("bots", [("planner", "racer", "blocker"), ("planner", "random")])
def test_one_worker_and_two_write_the_same_games(tmp_path: Path, bots: tuple[str, ...]) -> None:
    """Threads for compiled games, processes for the others."""
    entrants = matches(*bots)
    played(tmp_path / "one", entrants, 9)
    played(tmp_path / "two", entrants, 9, jobs=2)
    assert games(tmp_path / "one") == games(tmp_path / "two")
    assert len(games(tmp_path / "one")) == 9 * 2 * len(entrants)


def test_whoever_stops_early_goes_on_where_it_was(tmp_path: Path) -> None:
    entrants = matches("planner", "greedy", "random")
    whole = played(tmp_path / "whole", entrants, 5)
    for steps in (1, 3):
        with open_results(tmp_path / "parts") as results:
            list(islice(Tournament(entrants, 5, results).play(), steps))
    rest = played(tmp_path / "parts", entrants, 5)
    assert games(tmp_path / "parts") == games(tmp_path / "whole")
    assert [rest.standings(match) for match in entrants] == [whole.standings(match) for match in entrants]


def test_more_blocks_build_on_those_that_are_there(tmp_path: Path) -> None:
    entrants = matches("planner", "racer")
    played(tmp_path / "file", entrants, 3)
    with open_results(tmp_path / "file") as results:
        tournament = Tournament(entrants, 7, results)
        assert (tournament.played, tournament.total) == (3, 7)
        assert sum(len(progress.blocks) for progress in tournament.play()) == 4


@pytest.mark.parametrize("written", [False, True])
def test_who_interrupts_is_told_what_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: bool) -> None:
    """Ctrl-C comes while the third block is being written: just before it is, or just after."""
    entrants = matches("planner", "racer")
    with open_results(tmp_path / "file") as results:
        tournament, add = Tournament(entrants, 1000, results), results.add
        playing = tournament.play()
        list(islice(playing, 2))

        def interrupted(match: Match, blocks: Blocks) -> None:
            if written:
                add(match, blocks)
            raise KeyboardInterrupt

        monkeypatch.setattr(results, "add", interrupted)
        with pytest.raises(KeyboardInterrupt):
            next(playing)
        assert tournament.played == len(results.done(entrants[0]))
        assert len(tournament.shares(entrants[0])) == tournament.played


def test_a_sequential_test_stops_at_the_same_block_however_it_is_played(tmp_path: Path) -> None:
    entrants, test = matches("planner", "random"), Sprt(0.5, 0.6)
    alone = played(tmp_path / "alone", entrants, 200, sprt=test)
    assert alone.stopped
    assert 20 <= alone.played < 60
    together = played(tmp_path / "together", entrants, 200, jobs=2, sprt=test)
    with open_results(tmp_path / "parts") as results:
        list(islice(Tournament(entrants, 200, results, test).play(), 3))
    parts = played(tmp_path / "parts", entrants, 200, sprt=test)
    assert games(tmp_path / "alone") == games(tmp_path / "together") == games(tmp_path / "parts")
    assert parts.stopped
    assert together.played == alone.played
    # what is decided is not played on
    assert played(tmp_path / "alone", entrants, 200, sprt=test).played == alone.played


def test_a_sequential_test_is_for_one_match(tmp_path: Path) -> None:
    with open_results(tmp_path / "file") as results, pytest.raises(ValueError, match="decides one match, not 3"):
        Tournament(matches("planner", "racer", "greedy"), 5, results, Sprt(0.5, 0.6))


def test_results_give_back_what_was_written(tmp_path: Path) -> None:
    [match] = matches("planner", "greedy")
    played(tmp_path / "file", [match], 4)
    with open_results(tmp_path / "file") as results:
        [found] = results.matches()
        assert (found.edition, found.lineup, found.seed, found.numbers) == ("new-york", ("planner", "greedy"), 3, (0, 1, 2, 3))
        assert found.blocks.totals.shape == (4, 2, 2)
        assert found.blocks.won.any(axis=2).all()
        assert results.read(match, 2).shares.tolist() == found.blocks.shares[:2].tolist()


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    text, other = tmp_path / "notes.txt", tmp_path / "other.sqlite"
    text.write_text("no database, but long enough to look at" * 20)
    with sqlite3.connect(other) as file:
        file.execute("CREATE TABLE things (name TEXT)")
    file.close()
    for path in (text, other):
        before = path.read_bytes()
        with pytest.raises(ResultsError, match=path.name):
            Results(path)
        assert path.read_bytes() == before


@contextmanager
def arena_at_work(path: Path, jobs: int, blocks: int) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """An arena in a session of its own, with ten blocks written, and the command that goes on with it; none of it stays."""
    command = [sys.executable, "-m", "allaboard", "arena", "new-york", "--bots", "greedy,random", "--blocks", str(blocks), "--seed", "3"]
    command += ["--out", str(path), "--jobs", str(jobs)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and process.poll() is None:
            if path.exists() and len(_finished(path)) >= 10:
                break
            time.sleep(0.05)
        try:
            yield process, command
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize(("jobs", "end"), [(1, signal.SIGKILL), (2, signal.SIGKILL), (2, signal.SIGINT), (2, signal.SIGTERM)])
def test_a_killed_tournament_goes_on_as_if_nothing_had_happened(tmp_path: Path, jobs: int, end: signal.Signals) -> None:
    """Killed without warning in the middle, stopped by Ctrl-C or told to end, then run again by the same command."""
    with arena_at_work(tmp_path / "killed", jobs, 400) as (process, command):
        os.killpg(process.pid, end)
        process.wait(timeout=30)
    assert process.returncode == (-signal.SIGKILL if end == signal.SIGKILL else 0)
    assert 10 <= len(_finished(tmp_path / "killed")) < 400
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=120)
    played(tmp_path / "whole", matches("greedy", "random"), 400)
    assert games(tmp_path / "killed") == games(tmp_path / "whole")


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked up in /proc")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_an_arena_that_is_told_to_end_ends_its_workers(tmp_path: Path, end: signal.Signals) -> None:
    """Only the arena itself gets the signal. Seconds later nobody works any more, and what was written is whole."""
    with arena_at_work(tmp_path / "file", jobs=2, blocks=100_000) as (process, _):
        assert len(members_of(process.pid)) >= 3
        process.send_signal(end)
        _, told = process.communicate(timeout=10)
        deadline = time.monotonic() + 5
        while (left := members_of(process.pid)) and time.monotonic() < deadline:
            time.sleep(0.05)
    assert left == set()
    assert process.returncode == (0 if end == signal.SIGTERM else -signal.SIGKILL)
    with closing(sqlite3.connect(tmp_path / "file")) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        blocks = file.execute("SELECT block, count(*) FROM game GROUP BY block ORDER BY block").fetchall()
    assert blocks == [(block, 2) for block in range(len(blocks))]
    assert len(blocks) >= 10
    if end == signal.SIGTERM:
        assert f"Stopped after {len(blocks)} of 100000 blocks" in told


def _finished(path: Path) -> set[object]:
    try:
        return {row[1] for row in games(path)}
    except sqlite3.OperationalError:
        return set()  # it is being written, or not made yet
