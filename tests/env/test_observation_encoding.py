"""What a seat observes: every slice against the view, nothing hidden, nothing out of range."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest

import allaboard
from allaboard.engine.chance import seed_stream
from allaboard.engine.entry import new_states, redacted, resampled
from allaboard.engine.jit import INTERPRETED
from allaboard.env import ActionEncoding, Layout, VectorGames
from allaboard.env.episode import Episode
from allaboard.observation import PHASES, Observation
from env_play import SOME_TABLES, TABLES, moments

EVERY = 40 if INTERPRETED else 7


def expected(seen: Observation) -> dict[str, Any]:
    """The slices of an observation, built from the view's plain data alone."""
    view, edition, seat = seen.view, seen.edition, seen.seat
    assert seat is not None
    players = view["players"]
    turn = [(seat + place) % players for place in range(players)]
    seats, you = [view["seats"][other] for other in turn], view["you"]
    tickets = [ticket.name for ticket in edition.tickets]
    routes = seen.actions.route_names
    refusals = seen.refusals()

    def cards(counts: dict[str, int]) -> list[int]:
        return [counts.get(name, 0) for name in edition.card_names]

    def joined(name: str) -> bool:
        """Whether the seat's routes join a ticket's two places."""
        ends = next((ticket.a, ticket.b) for ticket in edition.tickets if ticket.name == name)
        reached = {ends[0]}
        own = [edition.board.routes[index] for index, route in enumerate(routes) if view["routes"].get(route) == seat]
        while grown := {end for route in own for end in (route.a, route.b) if {route.a, route.b} & reached} - reached:
            reached |= grown
        return ends[1] in reached

    mine = [*you["tickets"], *you["offer"]]
    return {
        "phase": [name == view["phase"] for name in PHASES.values() if name != "over"],
        "acting": [other in view["acting"] for other in turn],
        "start": [other == view["start"] for other in turn],
        "turns": [min(255, view["turns"])],
        "final_round": [view["final_turns"] is not None],
        "final_turns": [view["final_turns"] or 0],
        "market": cards({name: view["market"].count(name) for name in view["market"] if name}),
        "deck": [view["deck"]],
        "discard": cards(view["discard"]),
        "unseen": cards(view["unseen"]),
        "ticket_deck": [view["ticket_deck"]],
        "hand": cards(you["hand"]),
        "known": [cards(other["known_cards"]) for other in seats],
        "hand_size": [other["cards"] for other in seats],
        "pieces": [other["pieces"] for other in seats],
        "points": [
            sum(edition.route_points[edition.board.routes[i].length] for i, name in enumerate(routes) if view["routes"].get(name) == other)
            for other in turn
        ],
        "ticket_count": [other["tickets"] for other in seats],
        "offer_size": [other["offer"] for other in seats],
        "chosen": [other["chosen"] for other in seats],
        "claimed": [[view["routes"].get(name) == other for name in routes] for other in turn],
        "open": [refusals.get(name, {}).get("rule") in (None, "R-CLAIM-1") for name in routes],
        "tickets": [name in you["tickets"] for name in tickets],
        "complete": [name in mine and joined(name) for name in tickets],
        "offer": [
            [position < len(you["offer"]) and you["offer"][position] == name for name in tickets]
            for position in range(max(edition.setup_offer, edition.offer))
        ],
        "returned": [bool(int(seen.state["seen"][index]) >> seat & 1) and name not in mine for index, name in enumerate(tickets)],
    }


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_slice_says_what_the_view_says(edition: str, players: int) -> None:
    episode = Episode(edition, players)
    for _ in moments(episode, 11 * players, EVERY):
        for seat in range(players):
            parts = episode.layout.split(episode.encode(seat)[0])
            for name, value in expected(episode.observe(seat)).items():
                assert parts[name].tolist() == np.array(value, dtype=int).tolist(), (name, seat)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_nothing_depends_on_what_a_seat_cannot_know(edition: str, players: int) -> None:
    """R-SECRET: deal out again all that a seat cannot tell; it observes the same and may do the same."""
    episode, other = Episode(edition, players), Episode(edition, players)
    hidden, stream = new_states(), np.zeros(4, dtype=np.uint64)
    seed_stream(stream, np.arange(4, dtype=np.uint64), players)
    for _ in moments(episode, 5 * players, EVERY):
        for seat in range(players):
            redacted(episode.actions.boards, episode._states, seat, hidden)
            resampled(episode.actions.boards, hidden, seat, stream, other._states)
            for real, dealt_again in zip(episode.encode(seat), other.encode(seat), strict=True):
                assert real.tolist() == dealt_again.tolist()


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_batch_observes_what_the_redaction_shows(edition: str, players: int) -> None:
    """Law of the one door: batches read the whole state, and every byte they write is that of the redacted one."""
    for encoding in get_args(ActionEncoding):
        episode = Episode(edition, players, actions=encoding)
        batch = VectorGames(edition, players, 1, actions=encoding)
        for _ in moments(episode, 13 * players, EVERY):
            for seat in range(players):
                batch._states[0], batch.seats[0] = episode._states[0], seat
                batch._observe()
                observation, mask = episode.encode(seat)
                assert batch.observations[0].tolist() == observation.tolist()
                assert batch.masks[0].tolist() == mask.tolist()


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_values_stay_in_their_range(edition: str, players: int) -> None:
    episode = Episode(edition, players)
    for _ in moments(episode, 3, EVERY):
        for seat in range(players):
            assert (episode.encode(seat)[0] <= episode.layout.high).all()


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_slices_are_named_and_leave_no_gap(edition: str, players: int) -> None:
    layout = Layout(edition, players)
    assert [part.start for part in layout.slices[1:]] == [part.stop for part in layout.slices[:-1]]
    assert layout.high.shape == (layout.size,)
    assert (layout.high > 0).all()


def test_an_unknown_slice_is_named_with_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"no slice 'hands'; allowed: phase, acting"):
        Layout("new-york", 2)["hands"]


def test_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        Layout(allaboard.get_edition("london"), 5)
