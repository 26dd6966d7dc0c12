"""Taking back: bots' answers go with it while nothing secret was shown; where others play, bots wait a moment (R-SECRET)."""

import time
from itertools import count
from typing import Any

import pytest

from allaboard import Game, Position, TakeCard
from allaboard.editions import get_edition
from allaboard.observation import Observation
from allaboard.server.live_table import GRACE, LONGEST_GRACE, TAIL, LiveTable
from allaboard.server.models import Header, Line, Seat, SeatKind, TableOptions
from allaboard.server.record_tables import no_options
from serving import Guest, until


class Played:
    """A table in memory whose seats act as told."""

    def __init__(self, *kinds: SeatKind, position: Position | None = None, **options: Any) -> None:
        edition = get_edition("new-york")
        chosen: TableOptions = {**no_options(len(kinds), "greedy"), "undo": True, **options}  # type: ignore[typeddict-item]
        header = Header(
            id="undo", status="playing", edition=edition.id, edition_hash=edition.hash, edition_key="", start=0, options=chosen,
            seed="07" * 32, created=0, updated=0, position=None if position is None else position.to_json(),
        )  # fmt: skip
        self.live = LiveTable(header, [Seat(seat, kind) for seat, kind in enumerate(kinds)], edition, [Line(1, "start")])
        for seat in range(len(kinds) if position is None else 0):
            self.act(seat, 0)

    def act(self, seat: int, action: str | int) -> None:
        """Carry out an action by its text, or one of those that are legal by its place."""
        live = self.live
        assert live.game is not None
        entry, events = live.play(seat, live.game.observe(seat).legal_ids[action] if isinstance(action, int) else action)
        live.follow(Line(live.n + 1, "action", seat, entry.action, entry.outcome, at=1000 * live.n), events)

    def reasons(self, seat: int) -> str | None:
        return self.live.cannot_undo(seat, 1000 * self.live.n)

    def take(self) -> str:
        """A card that may be taken and is no wild."""
        assert self.live.game is not None
        return f"take {next(card for card in self.live.game.view()['market'] if card not in (None, 'wild'))}"

    def keep(self, seat: int) -> None:
        """Draw tickets and keep some: the latter shows nothing to anybody."""
        self.act(seat, "draw tickets")
        self.act(seat, 0)


def test_answers_of_bots_are_taken_back_with_ones_action() -> None:
    table = Played("person", "bot")
    table.keep(0)
    assert (table.reasons(0), table.live.to_undo(0)) == (None, 1)
    for answers in (2, 3):
        table.act(1, "draw deck")
        assert (table.reasons(0), table.live.to_undo(0)) == (None, answers)
    game = table.live.game
    assert game is not None
    table.live.take_back(3)
    table.live.follow(Line(table.live.n + 1, "undo", 0, data={"actions": 3}))
    assert game.acting == (0,)
    assert game.observe(0).offer
    assert table.live.acting == (0,)


def test_a_card_that_a_bot_uncovers_ends_it() -> None:
    table = Played("person", "bot")
    table.keep(0)
    table.act(1, table.take())
    assert "R-SECRET-3" in (table.reasons(0) or "")


def test_what_oneself_has_seen_ends_it() -> None:
    table = Played("person", "bot")
    for _ in range(2):
        table.act(0, "draw deck")
    table.act(1, "draw deck")
    assert "R-SECRET" in (table.reasons(0) or "")


def test_that_all_have_chosen_ends_it() -> None:
    """R-SETUP-4: a choice of tickets is free until all know how many everybody kept."""
    table = Played("person", "bot")
    table.live.take_back(1)
    table.live.follow(Line(table.live.n + 1, "undo", 1))
    assert (table.reasons(0), table.live.to_undo(0)) == (None, 1)
    table.act(1, 0)
    assert "R-SETUP-4" in (table.reasons(0) or "")


def test_a_game_from_a_position_has_no_choice_at_set_up() -> None:
    """Its first actions are taken back like any other, and who has not seen that the turn is theirs is late."""
    begun = Game("new-york", 2, seed=3, start=0)
    for seat in begun.acting:
        begun.play(begun.legal_actions(seat)[0], seat)
    table = Played("person", "bot", position=Position.of(begun))
    table.keep(0)
    table.act(1, "draw deck")
    assert (table.reasons(0), table.live.to_undo(0)) == (None, 2)
    assert table.live.stale(1, table.live.n - 1)


def test_events_that_are_no_longer_at_hand_are_told_again() -> None:
    """However much was said since, an action is judged by what it showed."""
    for hidden in (True, False):
        table = Played("person", "bot")
        table.keep(0)
        if not hidden:
            for _ in range(2):
                table.act(1, "draw deck")
            table.act(0, table.take())
        lines = [logged.line for logged in table.live.tail]
        said = [Line(lines[-1].n + place, "chat", 0, data={"text": "hm"}, at=lines[-1].at) for place in range(1, TAIL + 2)]
        live = table.live
        read = LiveTable(live.header, live.seats, live.edition, [*lines, *said])
        assert read.cannot_undo(0, 1000 * live.n) == table.reasons(0)
        assert (table.reasons(0) is None) == hidden


def test_an_action_of_another_person_ends_it() -> None:
    table = Played("person", "person")
    table.keep(0)
    table.act(1, "draw deck")
    assert "another seat" in (table.reasons(0) or "")


def test_a_log_with_answers_taken_back_is_replayed_as_it_was() -> None:
    table = Played("person", "bot")
    table.keep(0)
    for _ in range(2):
        table.act(1, "draw deck")
    table.live.take_back(3)
    undo = Line(table.live.n + 1, "undo", 0, data={"actions": 3})
    table.live.follow(undo)
    live, game = table.live, table.live.game
    assert game is not None
    read = LiveTable(live.header, live.seats, live.edition, [logged.line for logged in live.tail])
    assert read.game is not None
    assert read.game.states.tobytes() == game.states.tobytes()
    assert (read.acting, read.n) == (live.acting, live.n)


def test_bots_wait_after_an_action_that_a_person_among_others_can_take_back() -> None:
    table = Played("person", "bot", "person")
    table.keep(0)
    assert table.live.undoable_until == table.live.due() == 1000 * (table.live.n - 1) + GRACE
    table.act(1, "draw deck")
    table.act(1, "draw deck")
    assert table.live.undoable_until is None
    table.act(2, "draw deck")
    table.act(2, "draw deck")
    assert table.live.undoable_until is None, "what cannot be taken back is not waited for"


def test_talk_keeps_no_bot_from_acting() -> None:
    """Whoever talks without end would otherwise keep a bot waiting as long."""
    live = Played("person", "bot", "person").live
    live.header.options["pace"] = live.pace = 2.0
    entry, events = live.play(0, "draw deck")
    live.follow(Line(live.n + 1, "action", 0, entry.action, entry.outcome, at=10_000), events)
    if 0 in live.acting:
        entry, events = live.play(0, "draw deck")
        live.follow(Line(live.n + 1, "action", 0, entry.action, entry.outcome, at=10_000), events)
    due = live.due()
    assert due is not None
    live.follow(Line(live.n + 1, "chat", 2, data={"text": "wait"}, at=60_000))
    assert live.due() == due


def test_each_seat_is_told_its_own_deadline_while_several_choose() -> None:
    """Who came back has another time than who was there all along."""
    live = Played("person", "person", clock={"per": "move", "seconds": 60, "increment": 0}).live
    live.take_back(2)
    live.follow(Line(live.n + 1, "undo", 0, data={"actions": 2}, at=5000))
    assert live.acting == (0, 1)
    live.clock.since = {0: 1000, 1: 4000}
    assert (live.shown_deadline(0), live.shown_deadline(1), live.shown_deadline()) == (61_000, 64_000, 61_000)


def test_who_thinks_about_an_action_is_waited_for_but_not_for_ever() -> None:
    """Bots wait on for whoever asks, half a minute after the action at most; never for who had no moment to think."""
    table = Played("person", "bot", "person")
    table.keep(0)
    acted = 1000 * (table.live.n - 1)
    table.live.hold(acted + 1000)
    assert table.live.due() == acted + GRACE, "nobody waits for less because they were asked"
    for asked, waits in ((8000, 8000), (10**6, LONGEST_GRACE)):
        table.live.hold(acted + asked)
        assert table.live.due() == acted + waits
    table.act(1, "draw deck")
    table.live.hold(10**9)
    assert table.live.undoable_until is None


def test_bots_alone_wait_only_with_what_would_end_it() -> None:
    """Against them alone their answers are taken back too: until four seconds have passed they uncover nothing and do not end the game."""
    table = Played("person", "bot", "bot", pace=1)
    table.keep(0)
    live, acted = table.live, 1000 * (table.live.n - 1)

    def held(seat: int, action: str, at: int) -> int | None:
        assert live.game is not None
        observation = live.game.observe(seat)
        return live.held_until(seat, observation.legal_ids[observation.legal_texts.index(action)], at)

    assert live.due() == acted + 1000, "they think meanwhile"
    for seat in (1, 2):
        assert held(seat, table.take(), acted) == acted + GRACE
        assert held(seat, table.take(), acted + GRACE) is None
        assert held(seat, "draw deck", acted) is None, "nobody waits for what can be taken back"
        live.hold(acted + 8000)
        assert held(seat, table.take(), acted + GRACE) == acted + 8000
        live.undoable_until = acted + GRACE
        for _ in range(2):
            table.act(seat, "draw deck")
    assert table.reasons(0) is None
    table.act(0, "draw deck")
    table.act(0, "draw deck")
    assert held(1, table.take(), acted) is None, "what cannot be taken back is not waited for"


def test_bots_alone_wait_for_nobody_who_wants_their_answers_at_once() -> None:
    table = Played("person", "bot", "bot", pace=0)
    table.keep(0)
    assert (table.live.undoable_until, table.reasons(0)) == (None, None)


@pytest.mark.parametrize(("seconds", "possible"), [(29, False), (30, True)])
def test_with_a_quick_clock_nothing_is_taken_back(seconds: int, possible: bool) -> None:
    table = Played("person", "bot", clock={"per": "move", "seconds": seconds, "increment": 0})
    table.keep(0)
    assert (table.reasons(0) is None) == possible


def test_a_person_among_others_takes_back_or_lets_the_bot_go_on(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "random", "open", start=0, pace=0)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    for guest in (ann, bob):
        shown = guest.view(table)
        guest.act(table, shown["view"]["you"]["legal"][0], shown["n"])
    until(lambda: ann.view(table)["view"]["phase"] == "turn")
    told = ann.act(table, "draw tickets", ann.view(table)["n"])
    for again in count():
        told = ann.act(table, ann.view(table)["view"]["you"]["legal"][0], told["n"])
        shown = ann.view(table)
        assert shown["can_undo"]
        assert 0 < shown["undo_until"] - told["at"] <= GRACE
        assert bob.view(table)["undo_until"] is None
        if again:
            break
        told = ann.post(f"/tables/{table}/undo", {"seen": told["n"]})
    before = shown["undo_until"]
    assert bob.post(f"/tables/{table}/hold")["undo_until"] is None, "it is not bob's to say"
    assert ann.post(f"/tables/{table}/hold?seconds=8")["undo_until"] > before
    assert ann.view(table)["undo_until"] > before
    bob.post(f"/tables/{table}/go-on", status=204)  # nor is this
    assert ann.view(table)["undo_until"] is not None
    ann.post(f"/tables/{table}/go-on", status=204)
    until(lambda: ann.view(table)["n"] > told["n"], GRACE / 1000)
    assert "another seat" in ann.post(f"/tables/{table}/undo", {"seen": told["n"]}, 409)["detail"]


class FaceUp:
    """A bot that takes face-up cards."""

    def choose(self, observation: Observation) -> int:
        taking = [
            number for number, action in zip(observation.legal_ids, observation.legal_actions, strict=True) if isinstance(action, TakeCard)
        ]
        return (taking or observation.legal_ids)[0]


def test_against_bots_there_is_time_to_take_back_before_a_card_is_uncovered(ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """However quick the pace; who goes on waits no longer."""
    monkeypatch.setattr("allaboard.server.bot_decisions.make_bot", lambda _: FaceUp())
    table = ann.open("new-york", "you", "random", start=0, pace=0.1, undo=True, begin=True)
    shown = ann.view(table)
    ann.act(table, shown["view"]["you"]["legal"][0], shown["n"])
    until(lambda: ann.view(table)["view"]["phase"] == "turn")
    told = ann.act(table, "draw tickets", ann.view(table)["n"])
    told = ann.act(table, ann.view(table)["view"]["you"]["legal"][0], told["n"])
    time.sleep(1)
    shown = ann.view(table)
    assert (shown["n"], shown["can_undo"]) == (told["n"], True)
    assert 0 < shown["undo_until"] - told["at"] <= GRACE
    told = ann.post(f"/tables/{table}/undo", {"seen": told["n"]})
    told = ann.act(table, ann.view(table)["view"]["you"]["legal"][0], told["n"])
    assert ann.post(f"/tables/{table}/hold?seconds=8")["undo_until"] > told["at"] + GRACE
    ann.post(f"/tables/{table}/go-on", status=204)
    until(lambda: ann.view(table)["n"] > told["n"], GRACE / 1000)
    assert not ann.view(table)["can_undo"]
