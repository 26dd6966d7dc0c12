"""What a puzzle is about, from the answer, what looks natural instead, and what becomes of the games after both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from allaboard.actions import ClaimRoute, DrawDeck, DrawTickets, KeepTickets, TakeCard
from allaboard.engine.turn import starts_final_round
from allaboard.observation import Observation
from allaboard.puzzles.puzzle import Theme
from allaboard.review.results import Reason

__all__ = ["themes_of"]

OFTEN: Final = 0.15
"""Share of the games by which a route, or the longest path, must go the other way to be what a puzzle is about."""
POINTS: Final = 1.0
NEAR_THE_END: Final = 0.25
"""Of the pieces, left to a seat."""


def themes_of(
    observation: Observation, answer: int, natural: int, worse_payments: Sequence[int], reasons: Sequence[Reason]
) -> tuple[Theme, ...]:
    """The themes of a puzzle; `worse_payments` are those for the route of the answer that are wrong."""
    state = observation.state
    best, other = (observation.actions.action(action, observation.offer) for action in (answer, natural))
    found: list[Theme] = []
    if isinstance(best, KeepTickets | DrawTickets) or isinstance(other, DrawTickets):
        found.append("ticket choice")
    lost = {reason.subject: reason.played - reason.better for reason in reasons if reason.kind == "route"}
    if isinstance(best, ClaimRoute) and lost.get(best.route, 0.0) >= OFTEN:
        found.append("bottleneck")
    draws = [isinstance(action, DrawDeck | TakeCard) for action in (best, other)]
    claims = [isinstance(action, ClaimRoute) for action in (best, other)]
    longer = any(reason.kind == "turns" for reason in reasons)
    if (any(draws) and any(claims)) or longer:
        found.append("tempo")
    if worse_payments:
        found.append("payment")
    least = min(int(state.pieces[seat]) for seat in range(state.players))
    ends = starts_final_round(observation.actions.boards[0], least)
    if state.final_turns > 0 or ends or least <= NEAR_THE_END * observation.edition.pieces:
        found.append("endgame")
    if any(reason.kind == "points" and reason.subject == "districts" and reason.better - reason.played >= POINTS for reason in reasons):
        found.append("district")
    if any(reason.kind == "longest path" and reason.better - reason.played >= OFTEN for reason in reasons):
        found.append("longest path")
    return tuple(found)
