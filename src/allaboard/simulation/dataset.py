"""Simulated games as tables of typed columns: one row a game, one row a decision. Files are made of them by `dataset_files`.

Columns are arrays by name, made for all rows at once, so that data costs little beside play; what a table holds does not depend on who
writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from allaboard.actions import ActionSpace, action_space
from allaboard.engine import records, scoring
from allaboard.game import RULES_VERSION
from allaboard.runner.play import seated_in_game
from allaboard.simulation.batch import Simulation
from allaboard.simulation.figures import FINAL_ROUND, STUCK, Batch

__all__ = ["KINDS", "Column", "Named", "NamedLists", "decision_columns", "game_columns", "values"]

KINDS: Final = {
    records.DRAW_DECK: "draw deck",
    records.TAKE_CARD: "take",
    records.CLAIM_ROUTE: "claim",
    records.DRAW_TICKETS: "draw tickets",
    records.KEEP_TICKETS: "keep",
}

SHEET: Final = {
    "routes": scoring.ROUTES,
    "tickets": scoring.TICKETS,
    "tickets_made": scoring.COMPLETED,
    "longest_path": scoring.LONGEST,
    "longest_path_points": scoring.LONGEST_BONUS,
    "attractions": scoring.ATTRACTIONS,
    "districts": scoring.DISTRICTS,
    "total": scoring.TOTAL,
}
"""The columns of a score sheet, each once for every seat."""


@dataclass(frozen=True)
class Named:
    """A column of names: an index for each row, -1 for none, and the names."""

    indices: NDArray[np.int32]
    names: Sequence[str]


@dataclass(frozen=True)
class NamedLists:
    """A column of lists of names: those of row r are `indices[offsets[r]:offsets[r + 1]]`."""

    offsets: NDArray[np.int32]
    indices: NDArray[np.int32]
    names: Sequence[str]


Column: TypeAlias = NDArray[np.int64] | NDArray[np.int32] | NDArray[np.int16] | NDArray[np.bool_] | Named | NamedLists


def values(column: Column) -> list[Any]:
    """Return the values of a column, row by row, with names for indices."""
    if isinstance(column, Named):
        return [None if index < 0 else column.names[index] for index in column.indices.tolist()]
    if isinstance(column, NamedLists):
        names = [column.names[index] for index in column.indices.tolist()]
        return [names[start:stop] for start, stop in pairwise(column.offsets.tolist())]
    return list(column.tolist())


def game_columns(simulation: Simulation, batch: Batch) -> dict[str, Column]:
    """One row a game: which it is, who sat where, how it ended, and the score sheet of every seat."""
    numbers, starts = batch.numbers, batch.starts
    if starts is None:
        starts = np.array([simulation.game(int(number)).playout().state.start for number in numbers], dtype=np.int64)
    edition, bots = simulation.edition, list(dict.fromkeys(simulation.bots))
    by_place = np.array([bots.index(bot) for bot in simulation.bots], dtype=np.int32)
    columns: dict[str, Column] = {
        "game": numbers,
        "edition": _always(edition.id, len(batch)),
        "edition_hash": _always(edition.hash, len(batch)),
        "rules_version": np.full(len(batch), RULES_VERSION, dtype=np.int32),
        "seed": _always(str(simulation.seed), len(batch)),
        "players": np.full(len(batch), simulation.players, dtype=np.int32),
        "start": starts.astype(np.int32),
        "decisions": batch.decisions.astype(np.int32),
        "ended_by": Named(np.where(batch.by_final_round, 0, 1).astype(np.int32), (FINAL_ROUND, STUCK)),
    }
    sitting = by_place[seated_in_game(simulation.players, numbers)]
    for seat in range(simulation.players):
        columns[f"bot_{seat}"] = Named(sitting[:, seat], bots)
        columns |= {f"{name}_{seat}": batch.sheets[:, seat, number] for name, number in SHEET.items()}
        columns[f"won_{seat}"] = batch.won[:, seat]
    return columns


def decision_columns(simulation: Simulation, batch: Batch) -> dict[str, Column]:
    """One row a decision: which game, which action of it, whose, and what it was, part by part."""
    actions, log = action_space(simulation.edition), batch.log
    if log is None:
        raise ValueError("these games were played without writing down their decisions; a simulation that keeps 'decisions' does")
    board, number = actions.boards[0], log[:, 1].astype(np.int32)
    kind = board.action_kind[number]
    claims, takes = kind == records.CLAIM_ROUTE, kind == records.TAKE_CARD
    lengths = np.array([route.length for route in simulation.edition.board.routes], dtype=np.int16)
    route = np.where(claims, board.action_route[number], -1)
    wilds = np.where(claims, board.action_wilds[number], 0).astype(np.int16)
    cards = np.where(claims, lengths[route] - wilds, 0).astype(np.int16)
    kept, returned = _tickets(actions, log, kind == records.KEEP_TICKETS)
    first_rows = np.cumsum(batch.decisions) - batch.decisions
    return {
        "game": np.repeat(batch.numbers, batch.decisions),
        "n": (np.arange(1, len(log) + 1) - np.repeat(first_rows, batch.decisions)).astype(np.int32),
        "seat": log[:, 0].copy(),
        "kind": Named(np.searchsorted(list(KINDS), kind).astype(np.int32), list(KINDS.values())),
        "action": number,
        "card": Named(np.where(takes, board.action_card[number], -1).astype(np.int32), simulation.edition.card_names),
        "route": Named(route.astype(np.int32), actions.route_names),
        "colour": Named(np.where(cards > 0, board.action_colour[number], -1).astype(np.int32), simulation.edition.card_names),
        "cards": cards,
        "wilds": wilds,
        "kept": kept,
        "returned": returned,
    }


def _always(value: str, rows: int) -> Named:
    return Named(np.zeros(rows, dtype=np.int32), (value,))


def _tickets(actions: ActionSpace, log: NDArray[np.int16], keeps: NDArray[np.bool_]) -> tuple[NamedLists, NamedLists]:
    """The tickets that each decision kept and gave back; none where it was about something else."""
    board, offers = actions.boards[0], log[keeps, 2:]
    patterns = board.action_pattern[log[keeps, 1]]
    kept = board.keep_mask[patterns][:, None] >> np.arange(offers.shape[1]) & 1 == 1
    # in the order in which they go below the deck
    positions = board.keep_returns[patterns]
    returned = positions >= 0
    in_order = np.take_along_axis(offers, np.where(returned, positions, 0), axis=1)

    def lists(tickets: NDArray[np.int16], chosen: NDArray[np.bool_]) -> NamedLists:
        counts = np.zeros(len(log), dtype=np.int32)
        counts[keeps] = chosen.sum(axis=1)
        offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
        return NamedLists(offsets, tickets[chosen].astype(np.int32), actions.ticket_names)

    return lists(offers, kept), lists(in_order, returned)
