"""Tensors for nets: a bot's observation gives what the environments give, and a board is the graph that the edition states."""

from __future__ import annotations

import numpy as np
import pytest

import allaboard
from allaboard.env import ActionEncoding, Layout, board_tensors, encode
from allaboard.env.episode import Episode
from env_play import SOME_TABLES, moments


@pytest.mark.parametrize("actions", ["exact", "compact"])
@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_an_observation_encodes_as_in_the_environments(edition: str, players: int, actions: ActionEncoding) -> None:
    """A net plays as a bot what it was trained on: tensor and mask are the same, for every seat, all through a game."""
    episode = Episode(edition, players, actions=actions)
    for _ in moments(episode, seed=5):
        for seat in range(players):
            tensor, mask = encode(episode.observe(seat), actions)
            told, legal = episode.encode(seat)
            assert tensor.tobytes() == told.tobytes()
            assert mask.tobytes() == legal.tobytes()


def test_a_spectator_has_nothing_to_encode() -> None:
    with pytest.raises(ValueError, match="a spectator has no choices"):
        encode(allaboard.Game("london", seed=1).observe(None))


@pytest.mark.parametrize("name", allaboard.edition_ids())
def test_a_board_is_a_graph_with_the_numbers_of_observations(name: str) -> None:
    edition, graph, layout = allaboard.get_edition(name), board_tensors(name), Layout(name, 2)
    board, places = edition.board, [place.name for place in edition.board.locations]
    assert len(graph.ends) == layout["open"].size
    assert len(graph.ticket_ends) == layout["tickets"].size
    for number, route in enumerate(board.routes):
        assert [places[end] for end in graph.ends[number]] == [route.a, route.b]
        assert edition.card_names[graph.colours[number]] == (route.colour or "wild")
        assert (graph.lengths[number], graph.ferries[number]) == (route.length, route.ferries)
        assert graph.points[number] == edition.route_points[route.length]
        assert graph.twins[number] == (-1 if route.twin is None else route.twin)
    for number, ticket in enumerate(edition.tickets):
        assert [places[end] for end in graph.ticket_ends[number]] == [ticket.a, ticket.b]
        assert graph.ticket_points[number] == ticket.points
    assert graph.districts.shape == (len(board.districts), len(places))
    assert [int(row.sum()) for row in graph.districts] == [len(district.locations) for district in board.districts]
    assert graph.attractions.sum() == sum(place.attraction for place in board.locations)
    assert ((graph.positions >= 0) & (graph.positions <= 1)).all()


def test_edges_run_both_ways() -> None:
    graph = board_tensors("usa")
    routes = len(graph.ends)
    there, back = graph.edge_index[:, :routes], graph.edge_index[:, routes:]
    assert (there == back[::-1]).all()
    assert np.array_equal(there.T, graph.ends)
