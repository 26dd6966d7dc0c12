"""What the search thought about a decision, as data: for hints, for reviews, for anybody who asks why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NotRequired, TypedDict

from allaboard.notation import text
from allaboard.observation import Observation

__all__ = ["Analysis", "Candidate"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """What was found out about one action, in the worlds that it was tried in."""

    action: int
    worlds: int = 0
    value: float = 0.5  # from 0, surely lost, to 1, surely won, by who won and by how much
    error: float = float("inf")  # its standard error
    wins: float = 0.5  # share of the games won
    margin: float = 0.0  # points beyond the best rival's, on average
    gain: float = 0.0  # value beyond the planner's choice, in the worlds that both were tried in
    gain_error: float = float("inf")


class CandidateData(TypedDict):
    """A candidate, its action as text; figures only where it was tried."""

    action: str
    worlds: int
    value: NotRequired[float]
    error: NotRequired[float]
    wins: NotRequired[float]
    margin: NotRequired[float]
    gain: NotRequired[float]
    gain_error: NotRequired[float]


class PlanData(TypedDict):
    """A plan, by the names of its routes and tickets."""

    routes: list[str]
    tickets: list[str]


class AnalysisData(TypedDict):
    """An analysis in words of the game."""

    action: str
    win_probability: float | None
    expected_margin: float | None
    worlds: int
    candidates: list[CandidateData]
    plan: PlanData


@dataclass(frozen=True, slots=True)
class Analysis:
    """A decision with its reasons: the candidates, the planner's own choice first, and the plan that is followed."""

    action: int
    candidates: tuple[Candidate, ...]
    routes: tuple[int, ...] = ()  # those of the plan that are not claimed yet
    tickets: tuple[int, ...] = ()  # those that the plan makes, or that are made already

    @property
    def chosen(self) -> Candidate:
        """What was found out about the action that was chosen."""
        return next(candidate for candidate in self.candidates if candidate.action == self.action)

    @property
    def worlds(self) -> int:
        """How many worlds were tried."""
        return max(candidate.worlds for candidate in self.candidates)

    def as_data(self, observation: Observation) -> AnalysisData:
        """The analysis in words of the game, ready for JSON; what was not tried has no figures."""
        actions = observation.actions

        def told(candidate: Candidate) -> CandidateData:
            data = CandidateData(action=text(actions.action(candidate.action, observation.offer)), worlds=candidate.worlds)
            if candidate.worlds > 1:
                data["value"], data["error"] = round(candidate.value, 4), round(candidate.error, 4)
                data["wins"], data["margin"] = round(candidate.wins, 4), round(candidate.margin, 4)
                data["gain"], data["gain_error"] = round(candidate.gain, 4), round(candidate.gain_error, 4)
            return data

        tried = self.chosen.worlds > 1
        return {
            "action": text(actions.action(self.action, observation.offer)),
            "win_probability": round(self.chosen.wins, 4) if tried else None,
            "expected_margin": round(self.chosen.margin, 2) if tried else None,
            "worlds": self.worlds,
            "candidates": [told(candidate) for candidate in self.candidates],
            "plan": {
                "routes": [actions.route_names[route] for route in self.routes],
                "tickets": [actions.ticket_names[ticket] for ticket in self.tickets],
            },
        }
