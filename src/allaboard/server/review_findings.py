"""What a review under way has found, part by part: whoever listens is told what is new to them, and whoever comes later all of it.

How it is found is the review's, and when it is told that of `reviews`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any, Final, Literal, TypeAlias

from allaboard.game import Game
from allaboard.notation import parse
from allaboard.review import Findings, Graph, Judgement, Review
from allaboard.review.marks import Level
from allaboard.review.results import SeatFigures
from allaboard.server.action_data import ActionData, describe
from allaboard.server.schemas import Found

__all__ = ["FindingsSoFar", "finished", "nothing_found", "plain", "told_of"]

DIGITS: Final = 4
"""Of a chance: a tenth of a point and one more."""
OPTIONS: Final = 2
"""Of a judgement that may change yet, the best and the next: all that is said of it."""

Kind: TypeAlias = Literal["step", "judgement", "action", "seats", "levels"]


class FindingsSoFar:
    """Everything that was found, each part with the number of the news that told it last."""

    def __init__(self) -> None:
        self._parts: dict[tuple[Kind, int | str], tuple[int, Any]] = {}
        self._judged = self._games = 0

    def names(self, text: str) -> bool:
        """Return whether an action has been named."""
        return ("action", text) in self._parts

    def take(self, found: Found, n: int) -> None:
        """Take what is new or has become another, to be told as news number n."""
        self._judged = max(self._judged, found["judged"])
        graph: Any = found["graph"] or {"steps": [], "games": self._games}
        judgements: Any = found["judgements"]
        self._games = graph["games"]
        parts: list[tuple[Kind, int | str, Any]] = [("step", step["n"], step) for step in graph["steps"]]
        parts += [("judgement", one["n"], one) for one in judgements]
        parts += [("action", text, action) for text, action in found["actions"].items()]
        parts += [("seats", "", found["seats"])] * bool(found["seats"])
        parts += [("levels", "", found["levels"])] * bool(found["levels"])
        for kind, key, part in parts:
            told = self._parts.get((kind, key))
            if told is None or (seen(told[1]) != seen(part) if kind == "judgement" else told[1] != part):
                self._parts[kind, key] = n, part

    def after(self, n: int) -> Found:
        """Return what was told as news after number n."""
        new = {key: part for key, (at, part) in self._parts.items() if at > n}
        steps, judgements = ([new[key] for key in sorted(key for key in new if key[0] == kind)] for kind in ("step", "judgement"))
        return {
            "judged": self._judged,
            "graph": {"steps": steps, "games": self._games} if steps else None,
            "judgements": judgements,
            "seats": new.get(("seats", ""), []),
            "levels": new.get(("levels", ""), []),
            "actions": {str(text): action for (kind, text), action in new.items() if kind == "action"},
        }


def nothing_found() -> Found:
    """Return what is told of a review before anything was found."""
    return FindingsSoFar().after(0)


def told_of(game: Game, news: Graph | Findings, before: FindingsSoFar) -> Found:
    """Return news of a review as they are told, with the actions that were not named before."""
    if isinstance(news, Graph):
        named = {step.action for step in news.steps}
        found: Found = {**nothing_found(), "graph": plain(news)}
    else:
        judgements = [replace(one, options=one.options[:OPTIONS]) for one in news.judgements]
        named = actions_of(judgements)
        found = {
            **nothing_found(),
            "judged": news.judged,
            "judgements": [plain(one) for one in judgements],
            "seats": [plain(one) for one in news.seats],
            "levels": [plain(level) for level in news.levels],
        }
    return {**found, "actions": described(game, (text for text in named if not before.names(text)))}


def finished(game: Game, review: Review) -> dict[str, object]:
    """Return a review as it is kept: with every action that it names as data, so that it can be told in any language."""
    named = {step.action for step in review.graph.steps} | actions_of(review.judgements)
    return {"review": plain(review), "actions": described(game, named)}


def seen(judgement: dict[str, Any]) -> tuple[object, ...]:
    """Return what of a judgement is shown: while this stays, it need not be told again."""
    options = [(one["action"], round(100 * one["chance"]), round(100 * one["behind"])) for one in judgement["options"]]
    errors = (round(200 * judgement[name]) for name in ("chance_error", "error"))
    return judgement["mark"], round(100 * judgement["loss"]), round(100 * judgement["chance"]), *errors, *options


def actions_of(judgements: Iterable[Judgement]) -> set[str]:
    """Return the texts of all actions that judgements name."""
    return {text for one in judgements for text in (one.played, one.best, *(option.action for option in one.options))}


def described(game: Game, texts: Iterable[str]) -> dict[str, ActionData]:
    """Return actions by their texts, as data."""
    return {text: describe(parse(game.edition, text)) for text in sorted(texts)}


def plain(found: Review | Graph | Judgement | SeatFigures | Level) -> dict[str, object]:
    """Return what a review found as plain data, chances with as many digits as they have."""
    return rounded(asdict(found))  # type: ignore[return-value]


def rounded(part: object) -> object:
    """Return plain data with all its numbers rounded."""
    match part:
        case float():
            return round(part, DIGITS)
        case dict():
            return {key: rounded(value) for key, value in part.items()}
        case list() | tuple():
            return [rounded(value) for value in part]
    return part
