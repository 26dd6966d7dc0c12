"""Features of nets: the survey says what a player could work out, and nothing that is hidden."""

from __future__ import annotations

from random import Random

import networkx as nx
import numpy as np
import pytest

import allaboard
from allaboard.env import Features, board_tensors, encode
from allaboard.env.episode import Episode
from env_play import SOME_TABLES, moments


def test_plain_features_are_the_observation_scaled_to_one() -> None:
    features = Features("london", 3)
    tensor, _ = encode(allaboard.Game("london", 3, seed=1).observe(1))
    assert features(tensor[None])[0].tolist() == pytest.approx((tensor / features.layout.high).tolist())


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_ways_are_the_shortest(edition: str, players: int) -> None:
    """How far each ticket is, in half turns, as networkx finds it on the routes that are one's own or open."""
    features, graph, episode = Features(edition, players, "survey"), board_tensors(edition), Episode(edition, players)
    routes, tickets = len(graph.ends), len(graph.ticket_ends)
    compared = 0
    for _ in moments(episode, seed=8, every=4):
        tensor, _ = episode.encode(0)
        told, seen = features(tensor[None])[0], features.layout.split(tensor)
        lacking, distance = told[features.layout.size :][:routes], told[features.layout.size + 2 * routes :][:tickets]
        map_: nx.Graph[int] = nx.Graph()
        map_.add_nodes_from(range(int(graph.ends.max()) + 1))
        for route, (a, b) in enumerate(graph.ends.tolist()):
            cost = 0.0 if seen["claimed"][0, route] else 2 + 2 * float(lacking[route]) if seen["open"][route] else None
            if cost is not None and cost < map_.get_edge_data(a, b, {"weight": 99})["weight"]:
                map_.add_edge(a, b, weight=cost)
        for ticket in np.flatnonzero(seen["tickets"]):
            a, b = graph.ticket_ends[ticket].tolist()
            way = nx.shortest_path_length(map_, a, b, weight="weight") if nx.has_path(map_, a, b) else 99
            assert distance[ticket] == pytest.approx(min(way, 40) / 8)
            compared += 1
    assert compared > 10


def test_cards_that_a_route_lacks() -> None:
    """Wilds help everywhere, cards of a colour where it is asked for, and on a grey route the best colour."""
    game = allaboard.Position("usa").hand(0, red=3, blue=1, wild=1).turn(0).game(seed=1)
    graph, features = board_tensors("usa"), Features("usa", game.players, "survey")
    tensor, _ = encode(game.observe(0))
    lacking = 2 * features(tensor[None])[0][features.layout.size :][: len(graph.ends)]
    red, blue = (game.edition.card_names.index(name) for name in ("red", "blue"))
    for route in range(len(graph.ends)):
        held = {red: 3, blue: 1, 0: 3}.get(int(graph.colours[route]), 0)
        assert lacking[route] == max(0, graph.lengths[route] - held - 1)


def test_nothing_hidden_is_told() -> None:
    """Another world that looks the same gives the same features."""
    episode, features, random = Episode("new-york", 2), Features("new-york", 2, "survey"), Random(2)
    for _ in moments(episode, seed=3):
        twin = episode.resampled(0, np.array([random.getrandbits(60) for _ in range(4)], np.uint64))
        assert features(episode.encode(0)[0][None]).tobytes() == features(twin.encode(0)[0][None]).tobytes()


def test_unknown_features_are_refused() -> None:
    with pytest.raises(ValueError, match="there are no features 'all'; allowed: plain, survey"):
        Features("london", 2, "all")  # type: ignore[arg-type]
