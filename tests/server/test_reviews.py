"""Reviews on the server: made while somebody listens, kept with the game, never of a game that goes on."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from allaboard import Position, Record, get_edition
from allaboard.engine.jit import INTERPRETED
from allaboard.game import Game
from allaboard.review import Reviewing, review_game
from allaboard.review.judging import JudgedDecision
from allaboard.review.means import Mean
from allaboard.review.moments import list_moments, moment_before
from allaboard.runner import GameSpec
from allaboard.server import exercises, reviews
from allaboard.server.exercises import AnswerTrial
from allaboard.server.models import now
from allaboard.server.retention import DAY, KINDS, prune
from allaboard.server.review_findings import plain
from allaboard.server.reviews import engine_version
from allaboard.server.settings import Settings
from allaboard.server.store import ReviewRow
from properties.worlds import differs
from serving import Guest, Process, Serving, play_out, served, until

pytestmark = pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
GAMES = 8
NOTHING = {"judged": 0, "graph": None, "judgements": [], "seats": [], "levels": [], "actions": {}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(Path(tmp_path_factory.mktemp("server")), review_games=GAMES) as serving:
        yield serving


@pytest.fixture(scope="module")
def over(server: Serving) -> str:
    """A finished game between bots."""
    return bots_game(server.guest())


def bots_game(guest: Guest) -> str:
    table = guest.open("new-york", "greedy", "greedy", begin=True)
    until(lambda: guest.get(f"/tables/{table}")["status"] == "over", 60)
    return table


def news(guest: Guest, table: str) -> Iterator[dict[str, Any]]:
    """What the stream of a review tells, until it ends."""
    with guest.http.stream("GET", f"/tables/{table}/review/events", timeout=60) as answer:
        assert answer.status_code == 200, answer.read()
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def record_of(guest: Guest, table: str) -> Record:
    return Record.from_json(guest.http.get(f"/tables/{table}/record").text)


def on_loop(serving: Serving, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, serving.app.state.services._loop).result(60)


def test_a_review_is_told_as_it_comes_and_kept(server: Serving, over: str, ann: Guest, bob: Guest) -> None:
    """The graph first, then what was found, at last the whole: what the command makes of the record. Whoever comes later finds it there."""
    waiting = ann.get(f"/tables/{over}/review")
    assert (waiting["kind"], waiting["seconds"] > 0) == ("none", True)
    told = list(news(ann, over))
    first = next(one for one in told if one["graph"])
    assert first["done"] < 1
    assert [one["done"] for one in told] == sorted(one["done"] for one in told)
    assert told[-1]["kind"] == "done"
    kept = bob.get(f"/tables/{over}/review")
    game = record_of(bob, over).replay()
    judged = [one["judged"] for one in told]
    assert judged == sorted(judged)
    assert judged[-1] == len(game.log)
    assert any(0 < one < len(game.log) for one in judged)
    so_far = {one["n"]: one for news in told for one in news["judgements"]}
    assert {n: one["mark"] for n, one in so_far.items()} == {one["n"]: one["mark"] for one in kept["review"]["judgements"]}
    assert all(len(one["options"]) <= 2 for one in so_far.values())
    last = [one["seats"] for one in told if one["seats"]][-1]
    assert [seat["figure"] for seat in last] == [seat["figure"] for seat in kept["review"]["seats"]]
    known = set().union(*(one["actions"] for one in told))
    assert {one[name] for one in so_far.values() for name in ("played", "best")} <= known
    assert (kept["judgements"], kept["graph"], kept["seconds"]) == ([], None, None)
    assert kept["review"] == json.loads(json.dumps(plain(review_game(game, GAMES))))
    named = {option["action"] for one in kept["review"]["judgements"] for option in one["options"]}
    assert named <= set(kept["actions"])
    assert all(kept["actions"][text]["action"] == text for text in named)
    assert [one["done"] for one in news(bob, over)] in ([1.0], [0.0, 1.0]), "nothing is computed again"


def test_a_review_of_a_running_game_is_given_to_nobody(ann: Guest, bob: Guest, server: Serving) -> None:
    """Nor anything else that a finished game tells: to its players, its host, a seat's token, or who looks on; whatever they ask for."""
    table = ann.open("new-york", "you", "remote", "open", start=0)
    bob.join(ann, table)
    token = ann.post(f"/tables/{table}/seats/1/token")["token"]
    waiting = [server.guest(), server.guest(Authorization=f"Bearer {token}")]
    asked: list[tuple[str, str, Any]] = [
        ("GET", "review", None),
        ("GET", "review/events", None),
        ("GET", "moments/1", None),
        ("POST", "moments/1/answers", {"action": "draw deck"}),
        ("POST", "branches", {"n": 0, "seat": 0}),
        ("POST", "branches", {"n": 1, "seat": 2, "anew": True}),
    ]

    def refused() -> None:
        for guest in (ann, bob, *waiting):
            for method, path, body in asked:
                told = guest.ask(method, f"/tables/{table}/{path}", 409, json=body)
                assert set(told) <= {"type", "title", "status", "detail", "rule", "code"}

    refused()
    ann.post(f"/tables/{table}/start")
    chance = random.Random(1)
    for _ in range(6):
        refused()
        for guest in (ann, bob, waiting[1]):
            guest.act_any(table, chance)
    document = ann.get("/openapi.json")["paths"]
    telling = {
        path.rpartition("{table_id}/")[2] for path in document if any(f"/{word}" in path for word in ("review", "moments", "branches"))
    }
    assert telling == {path.replace("/1", "/{n}") for _, path, _ in asked}, "an address that nobody has tried here"


def test_who_may_not_watch_is_told_no_review(server: Serving, ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "greedy", "greedy", begin=True, watch=False)
    until(lambda: ann.get(f"/tables/{table}")["status"] == "over", 60)
    assert ann.get(f"/tables/{table}/review")["kind"] == "none"
    for path in ("review", "review/events", "moments/1"):
        bob.get(f"/tables/{table}/{path}", 403)
    bob.post(f"/tables/{table}/branches", {"n": 1, "seat": 0}, 403)


def test_uploaded_records_are_reviewed_where_they_are_whole(ann: Guest, over: str) -> None:
    """One that breaks off is refused: what it hides may be somebody's yet."""
    data = record_of(ann, over).data
    whole = ann.post("/records", {"record": data})["id"]
    assert list(news(ann, whole))[-1]["kind"] == "done"
    part = ann.post("/records", {"record": {key: value for key, value in {**data, "log": data["log"][:8]}.items() if key != "result"}})[
        "id"
    ]
    for path in ("review", "review/events", "moments/1"):
        ann.get(f"/tables/{part}/{path}", 409)


def test_it_ends_when_nobody_listens_and_goes_on_from_there(
    server: Serving, ann: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was played is kept, is not played again, and leads to the review that nobody broke off."""
    monkeypatch.setattr(reviews, "PATIENCE", 0.2)
    services, table = server.app.state.services, bots_game(ann)
    object.__setattr__(services.reviews, "_settings", services.settings.model_copy(update={"review_games": 4000}))
    try:
        with closing(news(ann, table)) as told:
            next(one for one in told if one["judgements"])
        until(lambda: table not in services.reviews._jobs, 30)
        kept = bob.get(f"/tables/{table}/review")
        assert kept["kind"] == "computing"
        assert [one["n"] for one in kept["judgements"]] == list(range(1, kept["judged"] + 1))
        assert kept["judged"] > 0
        assert len(kept["seats"]) == 2
        assert len(kept["graph"]["steps"]) > kept["judged"]
        assert bob.get(f"/tables/{table}/review", brief=True) == {**kept, **NOTHING}
        row = on_loop(server, services.store.review(table, engine_version()))
        assert row.played
        assert 0 < row.done < 1
        resumed = Reviewing(record_of(ann, table).replay(), 4000)
        resumed.restore(row.played)
        assert all(one.futures._kept for one in resumed.open)
        with closing(news(ann, table)) as told:
            again = [next(told) for _ in range(3)]
        assert [one for news in again for one in news["judgements"]][: len(kept["judgements"])] == kept["judgements"]
        assert all(one["done"] >= kept["done"] for one in again[1:])
    finally:
        services.reviews._settings = services.settings


def test_no_job_is_left_undone_when_somebody_comes_back_just_in_time(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """A review whose jobs were passed over would be of chances that nobody has looked at."""
    work, done = server.app.state.services.reviews, list[int]()
    listening = iter([True, False, False])

    async def compute(_: object, one: Callable[[], object]) -> None:
        one()

    monkeypatch.setattr(work, "_settings", server.app.state.services.settings.model_copy(update={"bot_threads": 2}))
    monkeypatch.setattr(work, "_wanted", lambda _: next(listening, True))
    monkeypatch.setattr(work, "_compute", compute)
    on_loop(server, work._do(SimpleNamespace(), tuple(partial(done.append, number) for number in range(5))))
    assert sorted(done) == list(range(5))


def test_what_was_found_is_kept_when_the_coach_fails(server: Serving, ann: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last news say so; everybody finds what was judged, and asking again goes on from there."""
    table = bots_game(ann)

    def fails(_: Reviewing) -> Iterator[Any]:
        raise RuntimeError("the coach has gone")
        yield

    monkeypatch.setattr(reviews, "SAVE", 0.0)
    with monkeypatch.context() as broken:
        broken.setattr(Reviewing, "_sharpen", fails)
        told = list(news(ann, table))
    assert told[-1]["kind"] == "failed"
    kept = bob.get(f"/tables/{table}/review")
    assert kept["kind"] == "computing"
    assert kept["judged"] > 0
    assert [one["n"] for one in kept["judgements"]] == list(range(1, kept["judged"] + 1))
    assert list(news(bob, table))[-1]["kind"] == "done"


def test_another_judge_comes_to_another_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept is for exactly these rules, bots, sources of the review, and levels."""
    monkeypatch.setattr(reviews, "ROOT", tmp_path)
    folder = tmp_path / "review"
    (folder / "deeper").mkdir(parents=True)
    told: list[str] = []
    for name in ("judging.py", "deeper/more.py", "levels.json"):
        (folder / name).write_text("one", encoding="utf-8")
    for name in ("judging.py", "deeper/more.py", "levels.json"):
        (folder / name).write_text("other", encoding="utf-8")
        engine_version.cache_clear()
        told.append(engine_version())
    engine_version.cache_clear()
    assert len(set(told)) == len(told)
    assert all(len(one) <= 40 for one in told)


def test_one_person_has_few_reviews_at_a_time(server: Serving, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_OF_PERSON", 0)
    assert "too many" in ann.get(f"/tables/{bots_game(ann)}/review/events", 429)["detail"]


def test_old_reviews_go_with_their_time_or_with_their_game(tmp_path: Path) -> None:
    never = dict.fromkeys(KINDS, 0)
    with served(tmp_path, review_games=1) as server:
        guest, services = server.guest(), server.app.state.services
        table = bots_game(guest)

        def look(**days: int) -> dict[str, int]:
            work = prune(services.store, Settings(**{**never, **days}), dry_run=False, moment=now() + 10 * DAY)  # type: ignore[arg-type]
            return {one.setting: one.count for one in on_loop(server, work) if one.count}

        list(news(guest, table))
        assert look(keep_reviews=11) == {}
        assert look(keep_reviews=9) == {"keep_reviews": 1}
        assert guest.get(f"/tables/{table}/review")["kind"] == "none"
        list(news(guest, table))
        assert look(keep_bot_games=9) == {"keep_bot_games": 1}
        assert on_loop(server, services.store.review(table, engine_version())) is None


@pytest.mark.slow
def test_a_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    """Nothing that was kept is played again; the review is the same as that of a server that lived."""
    process = Process("", tmp_path, ALLABOARD_REVIEW_GAMES="600")
    try:
        guest = process.guest()
        table = bots_game(guest)
        other = process.guest()
        with closing(news(guest, table)) as told:
            next(one for one in told if one["done"] > 0.3 and other.get(f"/tables/{table}/review")["done"] > 0)
            process.kill()
        process.start()
        again = process.guest()
        assert again.get(f"/tables/{table}/review")["done"] > 0
        assert list(news(again, table))[-1]["kind"] == "done"
        kept = again.get(f"/tables/{table}/review")["review"]
        assert kept == json.loads(json.dumps(plain(review_game(record_of(again, table).replay(), 600))))
    finally:
        process.kill()
        process.close()


def test_playing_on_from_a_moment_leaves_the_game_as_it_was(server: Serving, over: str, ann: Guest) -> None:
    """The same cards, the log up to there, oneself in any seat, and bots that play on to the end."""
    before = ann.http.get(f"/tables/{over}/record").text
    game = record_of(ann, over).replay()
    n = len(game.log) // 2
    for seat in (0, 1):
        made = ann.post(f"/tables/{over}/branches", {"n": n, "seat": seat, "bot": "random"}, key=f"branch {seat}")
        again = ann.post(f"/tables/{over}/branches", {"n": n, "seat": seat, "bot": "random"}, key=f"branch {seat}")
        assert again["id"] == made["id"]
        assert made["you"] == [seat]
        shown = ann.view(made["id"])["view"]
        if seat in game.at(n).acting:
            assert {**shown["you"], "legal": None} == {**game.at(n).view(seat)["you"], "legal": None}
        play_out([ann], made["id"], random.Random(3))
        lines = ann.get(f"/tables/{made['id']}/log")
        actions = [line for line in lines if line["kind"] == "action"]
        assert len(actions) > n
    assert ann.http.get(f"/tables/{over}/record").text == before


def test_dealt_anew_a_seat_keeps_what_it_knew(over: str, ann: Guest) -> None:
    """Its own hand and tickets, all that lies open; what others hold is dealt anew, and differs from time to time."""
    game = record_of(ann, over).replay()
    n = 2 * len(game.log) // 3
    seat = game.at(n).acting[0]
    known, hidden = game.at(n).view(seat), set()
    for _ in range(4):
        table = ann.post(f"/tables/{over}/branches", {"n": n, "seat": seat, "anew": True, "bot": "random"})["id"]
        shown = ann.view(table)["view"]
        for field in ("hand", "tickets"):
            assert shown["you"][field] == known["you"][field]
        assert (shown["market"], shown["routes"]) == (known["market"], known["routes"])
        play_out([ann], table, random.Random(3))
        hidden.add(ann.http.get(f"/tables/{table}/record").json()["position"].__repr__())
    assert len(hidden) > 1


def test_moments_without_a_way_on_are_refused(over: str, ann: Guest) -> None:
    length = len(record_of(ann, over).replay().log)
    assert "after 0 to" in ann.post(f"/tables/{over}/branches", {"n": length, "seat": 0}, 422)["detail"]
    assert "seats run" in ann.post(f"/tables/{over}/branches", {"n": 3, "seat": 4}, 422)["detail"]
    assert "choosing" in ann.post(f"/tables/{over}/branches", {"n": 0, "seat": 0, "anew": True}, 422)["detail"]
    assert "no bot" in ann.post(f"/tables/{over}/branches", {"n": 3, "seat": 0, "bot": "x"}, 422)["detail"]


def test_an_exercise_shows_what_the_seat_knew_and_nothing_more(over: str, ann: Guest) -> None:
    game = record_of(ann, over).replay()
    n = len(game.log)
    seat, told = game.log[n - 1].seat, ann.get(f"/tables/{over}/moments/{n}")
    known = game.at(n - 1).observe(seat)
    assert {**told["now"]["view"]["you"], "legal": None} == {**known.view["you"], "legal": None}
    assert "hands" not in told["now"]["view"]
    assert len(told["now"]["options"]["legal"]) == len(known.legal_actions)
    assert len(told["lines"]) == n - 1
    theirs = [event for line in told["lines"] for event in line["events"] if event["kind"] == "drew" and event["seat"] != seat]
    assert theirs
    assert not any("card" in event for event in theirs)
    ann.get(f"/tables/{over}/moments/{len(game.log) + 1}", 404)


def game_with_hidden(card: str, ticket: str) -> Game:
    """A game of New York: seat 1 holds three such cards and a ticket, and begins with two blind draws; then chance plays it out."""
    game = (
        Position("new-york", 2).hand(0, red=2).tickets(0, "Chelsea–Wall Street").hand(1, **{card: 3}).tickets(1, ticket).turn(1)
        .market("blue", "green", "black", "orange", "blue").game(seed=1)
    )  # fmt: skip
    chance = random.Random(2)
    for _ in range(2):
        game.play("draw deck")
    while not game.over:
        seat = game.acting[0]
        game.play(chance.choice(game.observe(seat).legal_ids), seat)
    return game


def test_no_exercise_depends_on_what_lay_hidden(ann: Guest) -> None:
    """Of two games that differ in what others held and drew blindly, and in all that came later, view and log are the same."""
    games = [game_with_hidden("pink", "Central Park–Gramercy Park"), game_with_hidden("blue", "Lower East Side–Wall Street")]
    assert differs(*(game.at(2) for game in games))
    assert games[0].log[2:] != games[1].log[2:]
    told = []
    for game in games:
        table = ann.post("/records", {"record": game.record().data})["id"]
        told.append(ann.get(f"/tables/{table}/moments/3"))
        assert told[-1]["now"].pop("table") == table
        for line in told[-1]["lines"]:
            line.pop("at")
    assert (told[0]["now"]["seat"], len(told[0]["lines"])) == (0, 2)
    assert told[0] == told[1]


def keep_review(server: Serving, table: str, *marks: tuple[int, int, str | None, float], engine: str = "") -> None:
    """Keep a review with these judgements: number of the action, seat, mark and loss."""
    store, judgements = (
        server.app.state.services.store,
        [{"n": n, "seat": seat, "turn": n, "mark": mark, "loss": loss} for n, seat, mark, loss in marks],
    )
    row = ReviewRow(1.0, None, None, {"review": {"judgements": judgements}, "actions": {}})
    on_loop(server, store.lease_review(table, engine or engine_version(), 0, 1, now()))
    on_loop(server, store.save_review(table, engine or engine_version(), row, None, now()))


def marks_of(guest: Guest) -> dict[str, list[tuple[int, str]]]:
    return {game["table"]: [(one["n"], one["mark"]) for one in game["marks"]] for game in guest.get("/me/exercises")["games"]}


def test_marks_of_ones_own_seats_wait_to_be_practised(server: Serving, ann: Guest, bob: Guest) -> None:
    """The worst first, three at most, praise left out; others at the table find their own there, and nobody else finds any."""
    table = ann.open("new-york", "you", "open")
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    play_out([ann, bob], table, random.Random(5))
    assert ann.get("/me/exercises") == {"games": [], "marks": 0}, "nothing was reviewed yet"
    own = (
        (3, 0, "delay", 0.04),
        (9, 0, "dead end", 0.2),
        (12, 0, "clear run", 0.0),
        (14, 0, None, 0.01),
        (16, 0, "detour", 0.08),
        (20, 0, "delay", 0.03),
    )
    keep_review(server, table, *own, (10, 1, "detour", 0.07))
    assert marks_of(ann) == {table: [(9, "dead end"), (16, "detour"), (3, "delay")]}
    assert marks_of(bob) == {table: [(10, "detour")]}
    assert [guest.get("/me/exercises")["marks"] for guest in (ann, bob)] == [4, 1], "those that are not listed count as well"
    [game] = ann.get("/me/exercises")["games"]
    assert (game["edition"], game["players"], game["marks"][0]["loss"]) == ("new-york", 2, 0.2)
    assert marks_of(server.guest()) == {}


def test_a_mark_that_was_passed_is_open_no_more(server: Serving, ann: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """One's own marks alone, and only by passing: then the next ones are listed. All of it can be taken along, and goes with the person."""
    table = ann.open("new-york", "you", "open")
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    play_out([ann, bob], table, random.Random(5))
    log = record_of(ann, table).data["log"]
    first, second, *_ = (n for n, line in enumerate(log, start=1) if n > 4 and line["seat"] == 0)
    keep_review(server, table, (first, 0, "delay", 0.04), (second, 0, "detour", 0.08))

    def answer(guest: Guest, n: int, *, passes: bool) -> None:
        told = {"option": None, "passed": passes, "level": passes, "same": True, "chance": 0.5, "error": 0.01, "behind": 0.0}
        monkeypatch.setattr(AnswerTrial, "done", True)
        monkeypatch.setattr(AnswerTrial, "told", lambda _: told)
        assert guest.post(f"/tables/{table}/moments/{n}/answers", {"action": log[n - 1]["action"]})["passed"] is passes

    answer(ann, second, passes=False)
    answer(bob, second, passes=True)
    assert marks_of(ann) == {table: [(second, "detour"), (first, "delay")]}
    for _ in range(2):
        answer(ann, second, passes=True)
    assert [guest.get(f"/tables/{table}/moments/{first}")["passed"] for guest in (ann, bob)] == [[second], []]
    assert (marks_of(ann), ann.get("/me/exercises")["marks"]) == ({table: [(first, "delay")]}, 1)
    assert [one["passed_marks"] for one in ann.get("/me/export")["tables"]] == [[second]]
    assert [one["passed_marks"] for one in bob.get("/me/export")["tables"]] == [[]]
    answer(ann, first, passes=True)
    assert ann.get("/me/exercises") == {"games": [], "marks": 0}
    store = server.app.state.services.store
    [guest] = {seat.guest for seat in on_loop(server, store.seats(table)) if seat.seat == 0}
    assert on_loop(server, store.passed_marks(guest)) == {table: [first, second]}
    ann.ask("DELETE", "/me", 204)
    assert on_loop(server, store.passed_marks(guest)) == {}


def test_only_finished_reviewed_games_with_marks_are_to_practise(server: Serving, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one that goes on, that another engine judged, that one only opened for others, or without marks; the newest first, a handful."""
    games = [ann.open("new-york", "you", "random", begin=True) for _ in range(5)]
    for table in games[1:]:
        play_out([ann], table, random.Random(6))
    running, older, plain_game, outdated, newest = games
    for table in (running, older, newest, hosted := bots_game(ann)):
        keep_review(server, table, (4, 0, "detour", 0.08), (5, 1, "detour", 0.08))
    keep_review(server, plain_game, (4, 0, None, 0.01), (5, 1, "dead end", 0.3))
    keep_review(server, outdated, (4, 0, "detour", 0.08), engine="another")
    assert list(marks_of(ann)) == [newest, older]
    assert hosted not in marks_of(ann)
    monkeypatch.setattr(exercises, "MOST_GAMES", 1)
    assert list(marks_of(ann)) == [newest]
    monkeypatch.setattr(exercises, "LATEST", 0)
    assert marks_of(ann) == {}


def test_the_best_answer_passes_and_what_was_marked_does_not() -> None:
    """What lies no further behind than chance explains is level with the best."""
    game = GameSpec(get_edition("new-york"), ("random", "hard"), 6, 0, 0).play()
    marked = [one for one in review_game(game, 700, seed=3).judgements if one.mark in ("detour", "dead end")]
    assert marked
    worst = max(marked, key=lambda one: one.loss)
    best, played = (judged(game, worst.n, text) for text in (worst.best, worst.played))
    assert best["passed"]
    assert (played["passed"], played["same"], best["same"]) == (False, True, False)
    assert best["behind"] < played["behind"]


def test_an_answer_is_tried_in_other_worlds_than_its_review() -> None:
    """Whatever was marked by the luck of its worlds is not confirmed by the same ones."""
    game = GameSpec(get_edition("new-york"), ("random", "hard"), 6, 0, 0).play()
    n = len(game.log) // 2
    reviewed = next(one for one in Reviewing(game, GAMES).decisions if one.moment.n == n)
    tried = AnswerTrial(game, n, reviewed.moment.words)._decision
    assert tried.options == reviewed.options
    reviewed.quick_worlds = tried.quick_worlds
    for decision in (reviewed, tried):
        decision.try_worlds()
    assert (tried.won != reviewed.won).any()


@pytest.mark.parametrize(("players", "known"), [(2, True), (3, True), (5, False)])
def test_with_more_players_an_answer_is_known_better(players: int, known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of a Delay is smaller there; else two standard errors alone would let pass what lies further behind."""
    game = GameSpec(get_edition("usa"), ("random",) * players, 6, 0, 0).play()
    n = next(moment.n for moment in list_moments(game) if moment.n > 30 and not JudgedDecision(moment, 0).single)
    trial = AnswerTrial(game, n, moment_before(game, n).words)
    assert not trial.done
    monkeypatch.setattr(trial, "_decision", SimpleNamespace(won=range(500), loss=Mean(0.0, 0.006)))
    assert trial.done is known


def judged(game: Game, n: int, answer: str) -> Any:
    trial = AnswerTrial(game, n, answer)
    while not trial.done:
        trial.look()
    return trial.told()


def test_an_answer_that_cannot_be_played_is_refused(over: str, ann: Guest) -> None:
    assert ann.post(f"/tables/{over}/moments/5/answers", {"action": "claim nothing with 1 red"}, 422)["rule"]


def test_a_process_that_was_slower_does_not_undo_a_review_that_is_done(server: Serving, over: str) -> None:
    """Two may work on one when a lease ends early: what the later one saves is nothing new."""
    keep_review(server, over, (3, 0, "delay", 0.04), engine="one version")
    store = server.app.state.services.store
    on_loop(server, store.save_review(over, "one version", ReviewRow(0.6, {}, b"half", None), None, now()))
    row = on_loop(server, store.review(over, "one version"))
    assert (row.done, row.played) == (1.0, None)
    assert row.review["review"]["judgements"][0]["n"] == 3
