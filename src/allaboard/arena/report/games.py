"""The games of a report: blocks of a match, with what happened in each game. What it means is the figures' to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from allaboard.arena.match import Match
from allaboard.events import Claimed, Ended, Offered, Took
from allaboard.game import Game
from allaboard.runner.workers import ALONE, Workers

__all__ = ["GameFacts", "TicketFacts", "play_games"]

LARGEST_CHUNK: Final = 8
"""Blocks that a worker plays at a time, at most."""

PARTS = ("routes", "ticket_points", "longest_path_points", "attraction_points", "district_points")
"""What a total is the sum of, by the names of the score sheet."""


@dataclass(frozen=True, slots=True)
class TicketFacts:
    """A ticket in one game: which seats it was offered to, who kept it, and whether it was made."""

    ticket: int
    offered: int
    keeper: int | None
    made: bool


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One game of a block: who sat where, how it ended, what was claimed when, and what cards and tickets did."""

    block: int
    rotation: int
    start: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...]
    turns: int
    ended_by: str
    claims: tuple[tuple[int, int, float], ...]
    """Route, seat, and how much of the game was over."""
    tickets: tuple[TicketFacts, ...]
    counts: dict[str, int]
    """How often something happened: cards drawn blind, taken face up, wilds among them, rows cleared, decks reshuffled, …"""


def play_games(match: Match, blocks: int, workers: Workers = ALONE) -> Generator[list[GameFacts]]:
    """Play blocks of a match, one list of games a block, in order; the games do not depend on who works."""
    for played in workers.map(partial(_play, match), workers.split(blocks, LARGEST_CHUNK)):
        yield from played


def _play(match: Match, blocks: range) -> list[list[GameFacts]]:
    """Play all games of some blocks."""
    return [[_facts(match.game(block, rotation).play(), block, rotation) for rotation in range(match.players)] for block in blocks]


def _facts(game: Game, block: int, rotation: int) -> GameFacts:
    result, routes = game.result(), game.actions.route_index
    counts: Counter[str] = Counter()
    claims: list[tuple[int, int, float]] = []
    offered: Counter[str] = Counter()
    ended_by = ""
    for event in game.events:
        counts[event.kind] += event.n > 0  # set-up is no turn of anybody
        match event:
            case Took(card="wild"):
                counts["took wild"] += 1
            case Claimed(seat=int(seat), route=route):
                claims.append((routes[route], seat, event.n / len(game.log)))
            case Offered(offer=offer):
                offered.update(offer)
            case Ended(by=by):
                ended_by = by
    return GameFacts(
        block=block,
        rotation=rotation,
        start=game.start,
        totals=tuple(sheet.total for sheet in result.sheets),
        winners=result.winners,
        parts=tuple(tuple(getattr(sheet, part) for part in PARTS) for sheet in result.sheets),
        turns=int(game.state.turns),
        ended_by=ended_by,
        claims=tuple(claims),
        tickets=tuple(_tickets(game, offered)),
        counts=dict(counts),
    )


def _tickets(game: Game, offered: Counter[str]) -> Iterator[TicketFacts]:
    kept = {score.ticket: (sheet.seat, score.complete) for sheet in game.result().sheets for score in sheet.tickets}
    for number, name in enumerate(game.actions.ticket_names):
        if offered[name]:
            keeper, made = kept.get(name, (None, False))
            yield TicketFacts(number, offered[name], keeper, made)
