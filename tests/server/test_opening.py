"""Opening a table that is not in memory: as it was, in time that grows with its lines alone, and nobody waits for another's."""

import random
import time
from collections.abc import Sequence
from typing import Any

import pytest

from allaboard import Game
from allaboard.editions import get_edition
from allaboard.server.live_table import LiveTable, replay_lines
from allaboard.server.models import ClockTerms, Header, Line, Seat, SeatKind, TableOptions
from allaboard.server.record_tables import no_options
from allaboard.server.tables import MOST_LINES
from long_logs import act_and_undo, played

USA = get_edition("usa")


def header(players: int, **options: Any) -> Header:
    chosen: TableOptions = {**no_options(players, "greedy"), "undo": True, "pace": 0.6, **options}  # type: ignore[typeddict-item]
    return Header(
        id="opened", status="playing", edition=USA.id, edition_hash=USA.hash, edition_key="", start=0, options=chosen,
        seed="07" * 32, created=0, updated=0,
    )  # fmt: skip


def cost_of_a_line(kinds: Sequence[SeatKind], lines: list[Line]) -> float:
    """Seconds of processor time for a line, when a table is opened."""
    times = []
    for _ in range(3):
        begun = time.thread_time()
        LiveTable(header(len(kinds)), [Seat(seat, kind) for seat, kind in enumerate(kinds)], USA, lines)
        times.append(time.thread_time() - begun)
    return min(times) / len(lines)


def test_what_was_taken_back_costs_no_more_than_what_was_played() -> None:
    """A line of 3,000 acts and undos takes as long as one of a game; going back used to play up to 63 actions again."""
    plain = cost_of_a_line(["bot"] * 5, list(played(header(5), USA)))
    assert cost_of_a_line(["person"] * 2, act_and_undo(header(2), USA, MOST_LINES)) < 5 * plain


@pytest.mark.parametrize("kinds", [["person"] * 5, ["person", "bot", "bot", "bot", "bot"]])
def test_games_of_people_are_opened_as_fast_as_those_of_bots(kinds: list[SeatKind]) -> None:
    """Whether an action of long ago could have been taken back is asked by nobody."""
    lines = list(played(header(5), USA))
    assert cost_of_a_line(kinds, lines) < 3 * cost_of_a_line(["bot"] * 5, lines)


def test_a_long_log_is_told_in_time_that_grows_with_its_lines() -> None:
    def cost(players: int, lines: list[Line]) -> float:
        begun = time.thread_time()
        for _ in replay_lines(header(players), USA, lines):
            pass
        return (time.thread_time() - begun) / len(lines)

    plain = list(played(header(5), USA))
    cost(5, plain)
    assert cost(2, act_and_undo(header(2), USA, MOST_LINES)) < 5 * cost(5, plain)


def test_looks_at_a_table_play_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether an action can be taken back whose events are no longer at hand is found out once, however many look."""
    asked: list[int] = []
    real = Game.at

    def at(self: Game, n: int) -> Game:
        asked.append(n)
        return real(self, n)

    live = LiveTable(header(2), [Seat(0, "person"), Seat(1, "person")], USA, act_and_undo(header(2), USA, 300))
    monkeypatch.setattr(Game, "at", at)
    told = {live.cannot_undo(seat, 0) for _ in range(20) for seat in (0, 1)}
    assert len(told) == 2
    assert len(asked) == 1


@pytest.mark.parametrize("clock", [None, {"per": "move", "seconds": 60, "increment": 0}, {"per": "player", "seconds": 600, "increment": 9}])
@pytest.mark.parametrize("kinds", [("person", "person"), ("person", "bot"), ("person", "bot", "person")])
def test_a_table_is_read_as_it_was_left(kinds: tuple[SeatKind, ...], clock: ClockTerms | None) -> None:
    """Anything is done, taken back and said, in any order; at any moment a table that is opened is the one that was in memory."""
    chance, at, lines = random.Random(4), 0, [Line(1, "start")]
    seats = [Seat(seat, kind) for seat, kind in enumerate(kinds)]
    live = LiveTable(header(len(kinds), clock=clock), seats, USA, lines)
    undone = 0
    for step in range(400):
        assert live.game is not None
        at += chance.randrange(3000)
        back = [seat for seat in range(len(kinds)) if live.cannot_undo(seat, at) is None]
        if back and chance.random() < 0.7:
            actions = live.to_undo(back[0])
            live.take_back(actions)
            undone += 1
            live.follow(Line(live.n + 1, "undo", back[0], data={"actions": actions} if actions > 1 else None, at=at))
        elif chance.random() < 0.1:
            live.follow(Line(live.n + 1, "chat", 0, data={"text": "hm"}, at=at))
        elif live.game.over:
            break
        else:
            seat = live.acting[0]
            entry, events = live.play(seat, chance.choice(live.game.observe(seat).legal_ids))
            live.follow(Line(live.n + 1, "action", seat, entry.action, entry.outcome, at=at), events)
        lines.append(live.tail[-1].line)
        if step % 7 == 0:
            read = LiveTable(header(len(kinds), clock=clock), seats, USA, lines)
            assert told(read) == told(live), step
            assert read.tail == live.tail
    assert undone > 10


def told(live: LiveTable) -> dict[str, Any]:
    """Everything that later lines depend on."""
    game = live.game
    assert game is not None
    names = ("n", "started", "changed", "acted", "busy_until", "undoable_until", "_undoer", "_at", "_acting", "_turn")
    times = ("spent", "since", "resting", "_actions")
    return {
        **{name: getattr(live, name) for name in names},
        **{name: getattr(live.clock, name) for name in times},
        "longest_grace": live.undoable_until and live._longest_grace,
        "absences": (live.absences.missing, live.absences.missed),
        "game": (game.states.tobytes(), game.log, game.acting, game.over),
        "undo": [live.cannot_undo(seat.seat, live._at) for seat in live.seats],
        "header": (live.header.n, live.header.status, live.header.acting),
    }
