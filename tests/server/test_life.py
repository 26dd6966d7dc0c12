"""The life of tables as a state machine: whatever is asked in whatever order, the log only grows, and tells one game to everybody."""

import functools
import time
from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from allaboard import Record
from serving import Serving, moments, until, without_legal

SEATS = (0, 1)


def when(condition: Callable[[Any], bool]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A step that is left out where the table is not at the moment for it.

    A precondition would say so before the step is drawn; but bots and clocks act whenever they like, and what is drawn must not depend
    on them.
    """

    def wrap(step: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(step)
        def asked(self: Any, **drawn: Any) -> None:
            if condition(self):
                step(self, **drawn)

        return asked

    return wrap


class Life(RuleBasedStateMachine):
    """Two guests, a stranger and one table after the other. A third seat belongs to a bot, which acts whenever it likes."""

    def __init__(self, server: Serving) -> None:
        super().__init__()
        self.server = server
        self.guests = [server.guest(), server.guest()]
        self.stranger = server.guest()
        self.table: str | None = None
        self.known: list[list[dict[str, Any]]] = [[], []]
        self.joined = self.clock = False

    def teardown(self) -> None:
        for guest in (*self.guests, self.stranger):
            guest.http.close()

    @property
    def path(self) -> str:
        return f"/tables/{self.table}"

    @property
    def info(self) -> dict[str, Any]:
        info: dict[str, Any] = self.guests[0].get(self.path)
        return info

    def status(self) -> str:
        return str(self.info["status"]) if self.table else "none"

    @rule(edition=st.sampled_from(["new-york", "london"]), clock=st.booleans())
    @when(lambda self: self.status() in ("none", "over", "closed"))
    def open_table(self, edition: str, clock: bool) -> None:
        terms = {"per": "move", "seconds": 1} if clock else None
        self.begin_with(self.guests[0].open(edition, "you", "open", "random", clock=terms, pace=0.01), clock=clock)

    def begin_with(self, table: str, *, clock: bool, joined: bool = False) -> None:
        self.table, self.known, self.joined, self.clock = table, [[], []], joined, clock

    @rule()
    @when(lambda self: self.status() == "open" and not self.joined)
    def join(self) -> None:
        self.guests[1].join(self.guests[0], str(self.table))
        self.joined = True

    @rule()
    @when(lambda self: self.status() == "open" and self.joined)
    def start(self) -> None:
        self.guests[1].post(f"{self.path}/start", status=403)
        self.guests[0].post(f"{self.path}/start")
        assert self.status() in ("playing", "over")

    @rule(seat=st.sampled_from(SEATS), choice=st.integers(0, 10_000), times=st.integers(1, 12))
    @when(lambda self: self.status() == "playing")
    def act(self, seat: int, choice: int, times: int) -> None:
        for turn in range(times):
            guest = self.guests[(seat + turn) % 2]
            shown = guest.view(str(self.table))
            if shown["seat"] not in shown["view"]["acting"] or shown["status"] != "playing":
                continue
            legal = shown["view"]["you"]["legal"]
            body = {"action": legal[choice % len(legal)], "seen": shown["n"]}
            key = {"Idempotency-Key": f"{time.monotonic_ns()}"}
            answers = [guest.http.post(f"{self.path}/actions", json=body, headers=key) for _ in range(2)]
            assert {answer.status_code for answer in answers} in ({200}, {409})  # a bot may have acted meanwhile for who is away
            assert answers[0].status_code == 409 or answers[0].json() == answers[1].json()

    @rule(seat=st.sampled_from(SEATS))
    @when(lambda self: self.status() == "playing")
    def act_on_an_old_sight(self, seat: int) -> None:
        answer = self.guests[seat].http.post(f"{self.path}/actions", json={"action": "draw deck", "seen": 0})
        assert answer.status_code == 409
        assert answer.json()["type"].endswith(("stale", "not-now"))

    @rule(seat=st.sampled_from(SEATS))
    @when(lambda self: self.status() == "playing")
    def act_for_another(self, seat: int) -> None:
        n = self.info["n"]
        self.guests[seat].act(str(self.table), "draw deck", n, status=403, seat=1 - seat)
        self.stranger.act(str(self.table), "draw deck", n, status=403)
        self.guests[seat].get(f"{self.path}/view", 403, seat=1 - seat)

    @rule(seat=st.sampled_from(SEATS))
    @when(lambda self: self.status() == "playing")
    def undo(self, seat: int) -> None:
        shown = self.guests[seat].view(str(self.table))
        answer = self.guests[seat].http.post(f"{self.path}/undo", json={"seen": shown["n"]})
        assert answer.status_code in (200, 409)
        assert answer.status_code == 409 or shown["can_undo"]

    @rule(seat=st.sampled_from(SEATS))
    @when(lambda self: self.status() == "playing")
    def have_more_time(self, seat: int) -> None:
        shown = self.guests[seat].view(str(self.table))
        answer = self.guests[seat].http.post(f"{self.path}/more-time", json={"seen": shown["n"]})
        assert answer.status_code in (200, 409)
        assert answer.status_code == 409 or shown["more_time"]

    @rule(seat=st.sampled_from(SEATS))
    @when(lambda self: self.status() == "playing")
    def leave(self, seat: int) -> None:
        answer = self.guests[seat].http.post(f"{self.path}/leave")
        assert answer.status_code in (204, 409)

    @rule(seat=st.sampled_from(SEATS))
    @when(lambda self: self.status() == "playing")
    def come_back(self, seat: int) -> None:
        answer = self.guests[seat].http.post(f"{self.path}/return")
        assert answer.status_code in (200, 409)

    @rule()
    @when(lambda self: self.status() == "playing" and self.clock)
    def let_time_run_out(self) -> None:
        waiting = [seat for seat in self.info["acting"] if seat in SEATS]
        time.sleep(1)

        def moved_on() -> bool:
            info = self.info
            return info["status"] == "over" or all(seat not in info["acting"] or info["seats"][seat]["away"] for seat in waiting)

        until(moved_on, 20)

    @rule(seat=st.sampled_from(SEATS))
    @when(lambda self: self.table is not None)
    def chat(self, seat: int) -> None:
        answer = self.guests[seat].http.post(f"{self.path}/chat", json={"text": "hello"})
        assert answer.status_code == (200 if seat == 0 or self.joined else 403)

    @rule()
    @when(lambda self: self.status() == "playing")
    def both_leave_to_the_end(self) -> None:
        for guest in self.guests:
            guest.http.post(f"{self.path}/leave")
        for _ in range(2000):
            if self.status() == "over":
                break
            time.sleep(0.01)
        assert self.status() == "over"

    @rule(seat=st.sampled_from([None, 0, 1, 2]), part=st.floats(0, 1))
    @when(lambda self: self.status() == "over")
    def replay(self, seat: int | None, part: float) -> None:
        game = Record.from_json(self.stranger.http.get(f"{self.path}/record").text).verify()
        at = int(part * len(game.log))
        replay = self.stranger.get(f"{self.path}/replay", **({} if seat is None else {"seat": seat}))
        assert moments(replay)[at] == without_legal(game.at(at).view(seat))
        assert self.stranger.get(f"{self.path}/result")["winners"] == list(game.result().winners)

    @rule(seat=st.sampled_from(SEATS))
    @when(lambda self: self.status() == "over")
    def rematch(self, seat: int) -> None:
        tables = {self.guests[who].post(f"{self.path}/rematch")["id"] for who in (seat, 1 - seat, seat)}
        [table] = tables
        # who asked first, in whatever step that was, is its host; from now on that is the first guest
        if seat == 0 and self.guests[0].get(f"/tables/{table}")["host"]:
            self.begin_with(table, clock=self.clock, joined=True)

    @rule()
    @when(lambda self: self.status() == "over")
    def act_after_the_end(self) -> None:
        assert self.guests[0].act(str(self.table), "draw deck", self.info["n"], status=409)["rule"] == "R-END-1"

    @invariant()
    def the_log_only_grows_and_is_one_for_all(self) -> None:
        if self.table is None:
            return
        logs = [guest.get(f"{self.path}/log") for guest in self.guests]
        for seat, log in enumerate(logs):
            assert [line["n"] for line in log] == list(range(1, len(log) + 1))
            before = self.known[seat]
            assert log[: len(before)] == before
            self.known[seat] = log
        both = min(map(len, logs))
        assert [(line["kind"], line["seat"], line["at"]) for line in logs[0][:both]] == [
            (line["kind"], line["seat"], line["at"]) for line in logs[1][:both]
        ]

    @invariant()
    def nobody_sees_for_another(self) -> None:
        if self.table is not None:
            assert self.stranger.view(self.table)["seat"] is None
            shown = self.guests[1].view(self.table)
            assert shown["seat"] == (1 if self.joined else None)


@pytest.mark.parametrize(("examples", "steps"), [(3, 20), pytest.param(20, 60, marks=pytest.mark.slow)])
def test_whatever_is_asked_the_table_stays_sound(server: Serving, examples: int, steps: int) -> None:
    run_state_machine_as_test(
        lambda: Life(server),
        settings=settings(max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)),
    )
