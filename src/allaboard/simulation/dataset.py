"""Simulated games as tables of typed columns: one row a game, one row a decision. Files are made of them by `dataset_files`.

Columns are plain lists and arrays by name, so that what a table holds does not depend on who writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from allaboard.actions import ActionSpace, action_space
from allaboard.engine import records, scoring
from allaboard.game import RULES_VERSION
from allaboard.simulation.batch import Simulation
from allaboard.simulation.figures import FINAL_ROUND, STUCK, Batch

__all__ = ["KINDS", "Column", "Named", "decision_columns", "game_columns"]

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


Column: TypeAlias = NDArray[np.int64] | NDArray[np.int32] | NDArray[np.int16] | NDArray[np.bool_] | Named | list[list[str]]


def game_columns(simulation: Simulation, batch: Batch) -> dict[str, Column]:
    """One row a game: which it is, who sat where, how it ended, and the score sheet of every seat."""
    numbers = np.arange(batch.first, batch.first + len(batch))
    starts = batch.starts
    if starts is None:
        starts = np.array([simulation.game(int(number)).playout().state.start for number in numbers], dtype=np.int64)
    edition, bots = simulation.edition, list(dict.fromkeys(simulation.bots))
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
    for seat in range(simulation.players):
        sitting = [bots.index(simulation.bots[(seat + number) % simulation.players]) for number in numbers.tolist()]
        columns[f"bot_{seat}"] = Named(np.array(sitting, dtype=np.int32), bots)
        columns |= {f"{name}_{seat}": batch.sheets[:, seat, number] for name, number in SHEET.items()}
        columns[f"won_{seat}"] = batch.won[:, seat]
    return columns


def decision_columns(simulation: Simulation, batch: Batch) -> dict[str, Column]:
    """One row a decision: which game, which action of it, whose, and what it was, part by part."""
    actions, log = action_space(simulation.edition), np.concatenate(batch.logs)
    board, number = actions.boards[0], log[:, 1].astype(np.int64)
    kind = board.action_kind[number]
    claims, takes = kind == records.CLAIM_ROUTE, kind == records.TAKE_CARD
    lengths = np.array([route.length for route in simulation.edition.board.routes], dtype=np.int16)
    route = np.where(claims, board.action_route[number], -1)
    wilds = np.where(claims, board.action_wilds[number], 0).astype(np.int16)
    cards = np.where(claims, lengths[route] - wilds, 0).astype(np.int16)
    kept, returned = _tickets(actions, log, kind == records.KEEP_TICKETS)
    names = list(KINDS)
    return {
        "game": np.repeat(np.arange(batch.first, batch.first + len(batch)), batch.decisions),
        "n": np.concatenate([np.arange(1, len(one) + 1) for one in batch.logs]).astype(np.int32),
        "seat": log[:, 0].copy(),
        "kind": Named(np.array([names.index(value) for value in kind.tolist()], dtype=np.int32), list(KINDS.values())),
        "action": number.astype(np.int32),
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


def _tickets(actions: ActionSpace, log: NDArray[np.int16], keeps: NDArray[np.bool_]) -> tuple[list[list[str]], list[list[str]]]:
    """The tickets that each decision kept and gave back; none where it was about something else."""
    kept: list[list[str]] = [[] for _ in log]
    returned: list[list[str]] = [[] for _ in log]
    names = actions.ticket_names
    for row in np.flatnonzero(keeps).tolist():
        offer = log[row, 2:].tolist()
        positions, back = actions.kept_positions(int(log[row, 1]))
        kept[row] = [names[offer[position]] for position in positions]
        returned[row] = [names[offer[position]] for position in back]
    return kept, returned
