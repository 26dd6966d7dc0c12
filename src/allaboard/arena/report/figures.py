"""The figures of a report, from the games it looked at: scores, routes, tickets, turns, cards, and the parts of luck and skill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from allaboard.arena.match import Match
from allaboard.arena.report.games import PARTS, GameFacts
from allaboard.arena.statistics import Share, share_of
from allaboard.editions.edition import Board
from allaboard.runner.play import seated, seats_of

__all__ = ["Figures", "RouteFigures", "TicketFigures", "Variance", "connections_of", "take_figures"]


@dataclass(frozen=True, slots=True)
class RouteFigures:
    """A route, or both halves of a double one: how often it was claimed, and which share of the times that it could have been.

    `moment` is how far games were by then, `worth` how much more often its owners won.
    """

    name: str
    length: int
    claims: int
    claimed: float
    moment: float
    worth: float
    error: float
    double: bool = False


@dataclass(frozen=True, slots=True)
class TicketFigures:
    """A ticket: how often it was offered, which share of the offers was kept, which share of those was made, and what it brought."""

    name: str
    points: int
    offered: int
    kept: float
    made: float
    profit: float
    wins: float
    keepers: int


@dataclass(frozen=True, slots=True)
class Variance:
    """Shares of the spread of points ahead of the table: by the bot, by the order of turns, by the deal, and the course of play."""

    bot: float
    turn: float
    deal: float
    play: float


@dataclass(frozen=True)
class Figures:
    """Everything that the page shows, taken from so many blocks of a match."""

    match: Match
    blocks: int
    totals: dict[str, NDArray[np.int64]]
    winner: NDArray[np.int64]
    wins: dict[str, Share]
    parts: dict[str, float]
    turns: tuple[Share, ...]
    length: NDArray[np.float64]
    endings: dict[str, float]
    routes: tuple[RouteFigures, ...]
    connections: tuple[RouteFigures, ...]
    """The same with the halves of a double route counted together: where one is claimed the other takes its place."""
    tickets: tuple[TicketFigures, ...]
    tickets_kept: float
    tickets_made: float
    counts: dict[str, float]
    variance: Variance

    @property
    def games(self) -> int:
        """How many games were looked at."""
        return self.blocks * self.match.players


def take_figures(match: Match, blocks: Sequence[Sequence[GameFacts]]) -> Figures:
    """Sum up the games of whole blocks."""
    players = match.players
    games = [game for block in blocks for game in block]
    totals = np.array([[game.totals for game in block] for block in blocks], dtype=np.int64)
    parts = np.array([[_parts_of_victory(game) for game in block] for block in blocks])
    starts = np.array([block[0].start for block in blocks])
    rotations, by_place = np.arange(players)[:, None], seats_of(players, np.arange(players))
    names = list(dict.fromkeys(match.lineup))
    places = {name: [place for place, bot in enumerate(match.lineup) if bot == name] for name in names}
    own_totals, own_parts = totals[:, rotations, by_place], parts[:, rotations, by_place]
    in_turn = (starts[:, None] + np.arange(players)) % players
    turn_shares = np.take_along_axis(parts.mean(axis=1), in_turn, axis=1)
    kept = [ticket for game in games for ticket in game.tickets if ticket.keeper is not None]
    sums = Counter[str]()
    for game in games:
        sums.update(game.counts)
    return Figures(
        match=match,
        blocks=len(blocks),
        totals={name: own_totals[:, :, places[name]].reshape(-1) for name in names},
        winner=np.array([max(game.totals) for game in games], dtype=np.int64),
        wins={name: share_of(own_parts[:, :, places[name]].mean(axis=(1, 2))) for name in names},
        parts=dict(zip(PARTS, np.array([game.parts for game in games]).mean(axis=(0, 1)).tolist(), strict=True)),
        turns=tuple(share_of(turn_shares[:, turn]) for turn in range(players)),
        length=np.array([game.turns / players for game in games]),
        endings={end: count / len(games) for end, count in Counter(game.ended_by for game in games).most_common()},
        routes=tuple(_routes(match, games, [[number] for number in range(len(match.edition.board.routes))])),
        connections=tuple(_routes(match, games, connections_of(match.edition.board))),
        tickets=tuple(_tickets(match, games)),
        tickets_kept=len(kept) / (len(games) * players),
        tickets_made=sum(ticket.made for ticket in kept) / len(kept) if kept else 0.0,
        counts={kind: count / len(games) for kind, count in sums.items()},
        variance=variance(totals, starts),
    )


def _parts_of_victory(game: GameFacts) -> list[float]:
    """What each seat has of the victory."""
    return [(seat in game.winners) / len(game.winners) for seat in range(len(game.totals))]


def connections_of(board: Board) -> list[list[int]]:
    """Routes by their numbers, the halves of a double route together."""
    return [
        [number] if route.twin is None else [number, route.twin]
        for number, route in enumerate(board.routes)
        if route.twin is None or number < route.twin
    ]


def _routes(match: Match, games: Sequence[GameFacts], groups: Sequence[Sequence[int]]) -> list[RouteFigures]:
    board = match.edition.board
    moments: list[list[float]] = [[] for _ in board.routes]
    gains: list[list[float]] = [[] for _ in board.routes]
    for game in games:
        victory = _parts_of_victory(game)
        for route, seat, moment in game.claims:
            moments[route].append(moment)
            gains[route].append(victory[seat] - 1.0 / match.players)
    twins_close = match.edition.closes_twins(match.players)
    found: list[RouteFigures] = []
    for group in groups:
        then, gained = (np.array([value for number in group for value in values[number]]) for values in (moments, gains))
        name = board.route_name(group[0])
        found.append(
            RouteFigures(
                name if len(group) == 1 else name.partition("/")[0],
                board.routes[group[0]].length,
                len(gained),
                len(gained) / len(games) / (1 if twins_close else len(group)),
                float(then.mean()) if len(then) else 0.0,
                float(gained.mean()) if len(gained) else 0.0,
                float(gained.std() / np.sqrt(len(gained))) if len(gained) else 0.0,
                double=board.routes[group[0]].twin is not None,
            )
        )
    return found


def _tickets(match: Match, games: Sequence[GameFacts]) -> list[TicketFigures]:
    tickets = match.edition.tickets
    offered, kept, made = (np.zeros(len(tickets)) for _ in range(3))
    wins = np.zeros(len(tickets))
    for game in games:
        victory = _parts_of_victory(game)
        for ticket in game.tickets:
            offered[ticket.ticket] += ticket.offered
            if ticket.keeper is not None:
                kept[ticket.ticket] += 1
                made[ticket.ticket] += ticket.made
                wins[ticket.ticket] += victory[ticket.keeper]
    keepers = np.maximum(kept, 1)
    return [
        TicketFigures(
            ticket.name,
            ticket.points,
            int(offered[number]),
            float(kept[number] / max(offered[number], 1)),
            float(made[number] / keepers[number]),
            float(ticket.points * (2 * made[number] - kept[number]) / keepers[number]),
            float(wins[number] / keepers[number]),
            int(kept[number]),
        )
        for number, ticket in enumerate(tickets)
    ]


def variance(totals: NDArray[np.int64], starts: NDArray[np.int64]) -> Variance:
    """Split the spread of points ahead of the table, by block, rotation and seat, among what a block keeps apart.

    Every bot sits in every seat of every deal: what stays with the bot is skill, with the order of turns the seat's advantage, with a
    seat of a deal the luck of its cards. The rest is the course of play: what players did to each other, and cards that fell otherwise.
    """
    blocks, players, _ = totals.shape
    ahead = totals - totals.mean(axis=2, keepdims=True)
    whole = float((ahead**2).mean())
    if whole == 0.0 or blocks < 2:
        return Variance(0.0, 0.0, 0.0, 1.0)
    bots, turns = seated(players, np.arange(players)), (np.arange(players)[None, :] - starts[:, None]) % players
    by_bot = np.array([ahead[:, bots == bot].mean() for bot in range(players)])
    rest = ahead - by_bot[bots][None]
    by_turn = np.array([rest.transpose(0, 2, 1)[turns == turn].mean() for turn in range(players)])
    rest = rest - by_turn[turns][:, None, :]
    cells = rest.mean(axis=1)
    within = float(((rest - cells[:, None, :]) ** 2).sum() / (blocks * players * (players - 1)))
    # a mean of few games varies by chance: what chance explains is not the deal's
    deal = max(0.0, float((cells**2).mean()) - within / players)
    noise = whole / (blocks * players)
    bot, turn = (max(0.0, float((effect**2).mean()) - noise) for effect in (by_bot, by_turn))
    shares = np.array([bot, turn, deal]) / whole
    shares = shares / max(1.0, shares.sum())
    bot, turn, deal = shares.tolist()
    return Variance(bot, turn, deal, 1.0 - bot - turn - deal)
