"""Tensors for nets: what a bot is shown as the arrays that a learner is trained on, and a board as a graph that never changes.

What the values of an observation mean is the layout's to say, what a choice stands for the choices'.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from allaboard.actions import ActionSpace
from allaboard.editions import Edition
from allaboard.editions import get_edition as find_edition
from allaboard.engine.typed_records import Bytes, Flags, Int8s, Int64s
from allaboard.env.action_encoding import ActionEncoding, Choices
from allaboard.env.observation_layout import Layout
from allaboard.env.stepping import observe_game
from allaboard.observation import Observation

__all__ = ["BoardTensors", "board_tensors", "encode", "encoders"]

Float32s = npt.NDArray[np.float32]


def encode(observation: Observation, actions: ActionEncoding = "exact") -> tuple[Bytes, Int8s]:
    """Return what a seat observes as one tensor, and the mask of its legal choices: the same that every environment gives.

    >>> import allaboard
    >>> tensor, mask = encode(allaboard.Game("new-york", seed=1).observe(0), "compact")
    >>> tensor.shape, mask.shape
    ((280,), (144,))
    """
    if observation.seat is None:
        raise ValueError("a spectator has no choices: encode what a seat observes")
    layout, choices = encoders(observation.actions, int(observation.state.players), actions)
    tensor, mask = np.empty(layout.size, np.uint8), np.empty(choices.size, np.int8)
    boards = observation.actions.boards
    observe_game(boards, observation.states, observation.seat, choices.encodings, layout.starts, tensor, mask)
    return tensor, mask


@lru_cache(maxsize=64)
def encoders(actions: ActionSpace, players: int, encoding: ActionEncoding) -> tuple[Layout, Choices]:
    """The layout and the choices of a table, made once."""
    return Layout(actions.edition, players), Choices(actions, encoding)


@dataclass(frozen=True, slots=True)
class BoardTensors:
    """A board as a graph: locations are its nodes, routes its edges; routes, tickets and cards have the numbers that observations have."""

    positions: Float32s  # of every location: x and y as shares of the board's width and height
    attractions: Flags  # whether a location is one
    districts: Flags  # a row for each district: which locations it joins
    district_points: Int64s
    ends: Int64s  # of every route: its two locations
    lengths: Int64s
    colours: Int64s  # the card that a route asks for; 0, the wild's number, where it is grey
    ferries: Int64s  # how many of its spaces take a wild each
    points: Int64s  # what claiming it scores
    twins: Int64s  # the other half of a double route, -1 where there is none
    ticket_ends: Int64s  # of every ticket: its two locations
    ticket_points: Int64s

    @property
    def edge_index(self) -> Int64s:
        """The routes as graph nets want them: two rows, each route once in either direction, route r in the columns r and routes + r."""
        return np.ascontiguousarray(np.concatenate((self.ends, self.ends[:, ::-1])).T)


def board_tensors(edition: Edition | str) -> BoardTensors:
    """The graph of an edition's board and tickets.

    >>> graph = board_tensors("new-york")
    >>> graph.ends.shape, graph.edge_index.shape, graph.ticket_ends.shape
    ((41, 2), (2, 82), (18, 2))
    """
    box = find_edition(edition) if isinstance(edition, str) else edition
    board, places = box.board, box.board.location_index
    cards = {name: number for number, name in enumerate(box.card_names)}
    routes, tickets = board.routes, box.tickets
    positions = [(place.x / board.width, place.y / board.height) for place in board.locations]
    members = [[place.name in district.locations for place in board.locations] for district in board.districts]
    return BoardTensors(
        positions=np.array(positions, np.float32),
        attractions=np.array([place.attraction for place in board.locations], np.bool_),
        districts=np.array(members, np.bool_).reshape(len(members), len(places)),
        district_points=np.array([district.points for district in board.districts], np.int64),
        ends=np.array([(places[route.a], places[route.b]) for route in routes], np.int64),
        lengths=np.array([route.length for route in routes], np.int64),
        colours=np.array([0 if route.colour is None else cards[route.colour] for route in routes], np.int64),
        ferries=np.array([route.ferries for route in routes], np.int64),
        points=np.array([box.points_of(route) for route in routes], np.int64),
        twins=np.array([-1 if route.twin is None else route.twin for route in routes], np.int64),
        ticket_ends=np.array([(places[ticket.a], places[ticket.b]) for ticket in tickets], np.int64),
        ticket_points=np.array([ticket.points for ticket in tickets], np.int64),
    )
