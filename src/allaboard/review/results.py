"""What a review says, as typed plain data: the one statement from which JSON, pages and words are made.

Chances, losses and shares are fractions of 1; seats, turns and actions are counted as everywhere. Lists by seat have a value for each seat.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from allaboard.review.marks import Grade, Level

__all__ = [
    "Cause",
    "Findings",
    "Graph",
    "Judgement",
    "Option",
    "PlanReason",
    "PlanReasonKind",
    "Reason",
    "ReasonKind",
    "Review",
    "SeatFigures",
    "SeatReview",
    "Split",
    "Step",
    "TurningPoint",
]

Cause: TypeAlias = Literal["own", "rival", "luck"]
ReasonKind: TypeAlias = Literal["ticket", "new ticket", "route", "points", "longest path", "rivals", "turns", "cards"]
PlanReasonKind: TypeAlias = Literal["towards", "collects", "lacks", "beside", "blind", "ready", "together", "room", "scores", "waits"]
Seats: TypeAlias = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """Something that could be done: the seat's chance with it, how far it lies behind the best, and the worlds that it was tried in."""

    action: str
    chance: float
    error: float
    behind: float
    worlds: int


@dataclass(frozen=True, slots=True)
class Reason:
    """What the better option would have kept or won: a figure after what was played, and after the better option.

    `subject` is a ticket, a route or a part of the score, where the kind has one. Figures are shares of the games (ticket, a new ticket,
    route, longest path), points, turns or cards.
    """

    kind: ReasonKind
    subject: str
    played: float
    better: float


@dataclass(frozen=True, slots=True)
class PlanReason:
    """What a plan wants an option for: pieces that a ticket still takes, cards that a route or all of the plan lacks, before and after it.

    `beside` is a card that the plan does not lack; `blind` the cards that it lacks, and how many open ones would do; `ready` that it lacks
    none, with the count of its routes. `together` and `room` are the pieces that the plan takes, and those that there are; `scores` the
    points of a route by itself; `waits` the share of the games in which a route that could be paid goes to others.
    """

    kind: PlanReasonKind
    subject: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision, judged from what the seat could know: what was played, what was best, what that cost, and why.

    `forced` decisions do not count. `options` has the best first. `effects` is what the choice meant to every seat, against the best.
    `taken` is the seat that later took the route that was better to claim, `taken_turn` when, and `taken_next` whether that was before the
    seat had another turn. `wanted` is what the plan behind the better option wants it for, where the games do not end unlike enough to say
    why.
    """

    n: int
    seat: int
    turn: int
    played: str
    best: str
    forced: bool
    chance: float
    chance_error: float
    loss: float
    error: float
    mark: Grade | None
    options: tuple[Option, ...]
    effects: Seats
    games: int
    reasons: tuple[Reason, ...] = ()
    taken: int | None = None
    taken_turn: int = 0
    taken_next: bool = False
    wanted: tuple[PlanReason, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """An action with every seat's chance in hindsight: before it, once it was decided, and after what chance gave.

    `given` is what chance gave, cards or tickets by name, and `luck` what that was worth. The choice, `decided` less `before`, is what it
    was worth by what its seat could know (`known`, measured from what the planner would have done), and what it was worth beyond that by
    what lay `hidden`. What is left between `decided` and `after` is residue.
    """

    n: int
    seat: int
    turn: int
    action: str
    given: tuple[str, ...]
    before: Seats
    error: Seats
    decided: Seats
    after: Seats
    luck: Seats
    known: Seats
    hidden: Seats

    def split(self, seat: int) -> tuple[float, float, float, float]:
        """What the action changed for a seat: by what could be known, by what lay hidden, by luck, and the residue."""
        residue = self.after[seat] - self.decided[seat] - self.luck[seat]
        return self.known[seat], self.hidden[seat], self.luck[seat], residue


@dataclass(frozen=True, slots=True)
class Graph:
    """Every seat's chance along the game, with all hands open; `games` were played for it."""

    steps: tuple[Step, ...]
    games: int


@dataclass(frozen=True, slots=True)
class Split:
    """How a seat came from its fair share to its result: all but the first and the last are what was added; they add up.

    `own` and `rivals` are choices, measured from what the planner would have done. `luck` is the sum of the deal, of what chance gave
    (`cards`) and of what lay `hidden` when somebody chose. `error` is the standard error of the luck, or of all
    choices together where that is more.
    """

    fair: float
    own: float
    rivals: float
    deal: float
    cards: float
    hidden: float
    luck: float
    residue: float
    result: float
    error: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One of the largest swings of a seat's chance: who acted, and whether it was an error or luck."""

    n: int
    turn: int
    seat: int
    cause: Cause
    swing: float
    mark: Grade | None


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """A seat's figures: its mean loss over the decisions that count, how many were marked, and where its chance swung."""

    seat: int
    decisions: int
    figure: float
    error: float
    band: str
    delays: int
    detours: int
    dead_ends: int
    clear_runs: int
    turning_points: tuple[TurningPoint, ...]


@dataclass(frozen=True, slots=True)
class SeatReview(SeatFigures):
    """A seat's figures, and where its result came from. `adjusted` is the result less the luck; it can leave the range from 0 to 1."""

    known: Split
    hindsight: Split
    adjusted: float


@dataclass(frozen=True, slots=True)
class Findings:
    """What a review has found so far; all of it may change until the whole is there.

    Of all actions the first `judged` were looked at. `judgements` are those that are new or have become sharper, yet without reasons;
    the figures of the `seats` are of all actions so far.
    """

    judged: int
    judgements: tuple[Judgement, ...]
    seats: tuple[SeatFigures, ...]
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game, reviewed with so many games a decision from a seed."""

    edition: str
    edition_hash: str
    players: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    budget: int
    seed: int
    games: int
    levels: tuple[Level, ...]
    seats: tuple[SeatReview, ...]
    judgements: tuple[Judgement, ...]
    graph: Graph

    def to_json(self) -> dict[str, Any]:
        """The review as plain data."""
        return asdict(self)
