"""A review in English sentences: what was played, what was better and why, what luck gave. Other languages are the page's."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from allaboard.editions import Edition
from allaboard.review.marks import thresholds
from allaboard.review.results import Judgement, PlanReason, Reason, Review, Split, Step, TurningPoint
from allaboard.sentences import YOU, count_of

__all__ = ["Narrator", "SplitLine", "in_parts", "percent", "points", "shares", "sign", "turn_name"]

PAST = {"draw": "drew", "take": "took", "claim": "claimed", "keep": "kept"}
MINUS = "−"
MOST_TOLD = 5
"""Cards that are named: a row has no more."""


def percent(share: float) -> str:
    """A share as whole per cent."""
    return f"{_whole(share)} %"


def points(change: float) -> str:
    """A change of a chance in signed points of it."""
    return _signed(_whole(change))


def _whole(share: float) -> int:
    """A share in whole points; a half is one more, as the page in the browser has it."""
    return math.floor(100 * share + 0.5)


def _signed(number: int) -> str:
    return "0" if number == 0 else f"{'+' if number > 0 else MINUS}{abs(number)}"


def in_parts(parts: Sequence[float], total: int | None = None) -> list[int]:
    """Parts in whole points that add up to their total as it is printed: the largest remainders take the points that rounding leaves over.

    >>> in_parts([1 / 3, 1 / 3, 1 / 3])
    [34, 33, 33]
    """
    total = _whole(math.fsum(parts)) if total is None else total
    whole = [math.floor(100 * part) for part in parts]
    each, over = divmod(total - sum(whole), len(parts))
    first = sorted(range(len(parts)), key=lambda part: whole[part] - 100 * parts[part])[:over]
    return [number + each + (part in first) for part, number in enumerate(whole)]


def shares(parts: Sequence[float]) -> list[str]:
    """What each of several has of one whole: nobody has less than nothing, and together they have all of it.

    >>> shares([1.1, -0.1])
    ['100 %', '0 %']
    """
    held = [max(0.0, part) for part in parts]
    return [f"{number} %" for number in in_parts([part / (sum(held) or 1.0) for part in held])]


def sign(value: float, *, plus: bool = True) -> str:
    """A signed number with one decimal."""
    return f"{MINUS if value <= -0.05 else '+' if plus else ''}{abs(value):.1f}"


class SplitLine(NamedTuple):
    """A line of a split: its name, its value, and the value as it is printed."""

    name: str
    value: float
    told: str


class Narrator:
    """Tells a review with the names of its seats; a seat called “You” is spoken to."""

    def __init__(self, edition: Edition, names: Sequence[str]) -> None:
        self.edition, self.names = edition, names

    def judgement(self, one: Judgement, *, why: bool = True) -> str:
        """What was played and, where it was not the best, what was better and the weightiest reason, in sentences."""
        played = f"{self.names[one.seat]} {past(one.played)}."
        if one.mark == "clear run":
            return f"{played} Every other way lost {abs(round(100 * one.options[1].behind))} or more."
        if one.mark is None:
            return played
        better = f"{played} Better: {one.best.replace('draw deck', 'draw from the deck')}"
        if one.taken is not None:
            return f"{better}; {self._taken(one)}."
        reasons = self.reasons(one)[:1] if why else []
        return " ".join((f"{better}.", *reasons))

    def _taken(self, one: Judgement) -> str:
        assert one.taken is not None
        when = "next" if one.taken_next else f"in turn {one.taken_turn}"
        return f"{self.inside(one.taken)} took it {when}"

    def inside(self, seat: int) -> str:
        """The name of a seat inside a sentence."""
        return "you" if self.names[seat] == YOU else self.names[seat]

    def reasons(self, one: Judgement) -> list[str]:
        """Why the better option was better, a sentence each: how the games end, or else what the plan wants it for."""
        clauses = [self.reason(reason, one.seat) for reason in one.reasons] or [self.wanted(reason, one.seat) for reason in one.wanted]
        return [f"{clause[:1].upper()}{clause[1:]}." for clause in clauses]

    def wanted(self, reason: PlanReason, seat: int) -> str:
        """What the plan of a seat wants the better option for, in one clause."""
        name = self.names[seat]
        own, can, builds = ("you", "you can", "you build") if name == YOU else (name, f"{name} can", f"{name} builds")
        subject, before, after = reason.subject, int(reason.before), int(reason.after)
        match reason.kind:
            case "towards":
                return f"it finishes {subject}" if not after else f"{subject} then takes {after} instead of {before} more pieces"
            case "collects":
                return f"{subject} then lacks {count_of(after, 'card')} instead of {before}" if after else f"then {can} pay for {subject}"
            case "lacks":
                return f"the plan then lacks {count_of(after, 'card')} instead of {before}"
            case "blind":
                some = "no open card is one of them" if not after else "the deck may bring any of them"
                return f"the plan still lacks {count_of(before, 'card')}, and {some}"
            case "together" | "room":
                return f"the plan takes {before} of the {count_of(after, 'piece')} that {own} {'have' if name == YOU else 'has'}"
            case "scores":
                return f"{builds} it for its own {count_of(after, 'point')}"
        raise ValueError(f"a plan that does not need an option says nothing of it: {reason.kind}")

    def reason(self, reason: Reason, seat: int) -> str:
        """What the better option would have kept or won, in one clause."""
        you = self.names[seat] == YOU
        own, makes = ("you", "make") if you else (self.names[seat], "makes")
        played, better, subject = reason.played, reason.better, reason.subject
        match reason.kind:
            case "ticket":
                return f"{own} then {makes} {subject} in {percent(better)} of the games instead of {percent(played)}"
            case "new ticket":
                return f"{own} then {makes} a new ticket in {percent(better)} of the games instead of {percent(played)}"
            case "route":
                if not better:
                    return f"otherwise {subject} is lost to others in {percent(played)} of the games"
                return f"{subject} is lost to others in {percent(better)} of the games instead of {percent(played)}"
            case "points":
                return f"{sign(better - played)} points for {subject}"
            case "longest path":
                return f"the longest path in {percent(better)} of the games instead of {percent(played)}"
            case "rivals":
                return f"the best of the others ends with {abs(better - played):.1f} points fewer"
            case "turns":
                late = "later" if better > played else "sooner"
                return f"the game ends {abs(better - played):.1f} turns {late}"
            case "cards":
                return f"{abs(better - played):.1f} cards fewer are left unused at the end"

    def turning_point(self, point: TurningPoint, review: Review) -> str:
        """A turning point in a sentence: the error, or what chance gave."""
        if point.cause != "luck":
            return self.judgement(next(one for one in review.judgements if one.n == point.n))
        steps = [step for step in review.graph.steps if step.turn == point.turn and step.seat == point.seat]
        return f"{self.luck(steps)} Nobody's error."

    def luck(self, steps: Sequence[Step]) -> str:
        """What was done in a turn whose luck is told."""
        return f"{self.names[steps[0].seat]} {' and '.join(map(came, steps))}."

    def adjusted(self, review: Review, seat: int) -> str:
        """The result beside what it would have been with even luck."""
        name = self.names[seat]
        place = sorted(review.totals, reverse=True).index(review.totals[seat]) + 1
        came = "won" if seat in review.winners else f"came {ordinal(place)}"
        had = "you" if name == YOU else name
        return f"{name} {came}. With even luck {had} would have had {self.without_luck(review, seat)} of the victory."

    def least_loss(self, review: Review) -> str:
        """What a game without marks is told: with more players less is marked."""
        return f"Nothing here cost {100 * thresholds(review.players)[0]:g} points or more for certain."

    def without_luck(self, review: Review, seat: int) -> str:
        """What a seat would have of the victory with even luck."""
        return shares([one.adjusted for one in review.seats])[seat]

    def split(self, split: Split) -> list[SplitLine]:
        """The lines of a split, from the fair share to the result; they add up as they are printed."""
        names = ("Others’ choices", "Luck", "Own choices", "Residue")
        fair, *added = _split_points(split)
        parts = (split.rivals, split.luck, split.own, split.residue)
        lines = [SplitLine(name, part, _signed(told)) for name, part, told in zip(names, parts, added, strict=True)]
        return [SplitLine("Fair share", split.fair, f"{fair} %"), *lines, SplitLine("Result", split.result, percent(split.result))]

    def step(self, step: Step, seat: int) -> list[str]:
        """What an action changed for a seat: its choice by what was known, what lay hidden, luck and residue; they add up as printed."""
        return [_signed(told) for told in in_parts(step.split(seat))]

    def parts_of_luck(self, split: Split) -> list[SplitLine]:
        """What the luck of a split is made of; it adds up to the luck as that is printed."""
        names, parts = ("the deal", "cards drawn and laid", "what lay hidden"), (split.deal, split.cards, split.hidden)
        _, _, luck, *_ = _split_points(split)
        return [SplitLine(name, part, _signed(told)) for name, part, told in zip(names, parts, in_parts(parts, luck), strict=True)]


def _split_points(split: Split) -> list[int]:
    """The fair share, others' choices, luck, own choices and residue in whole points that add up to the result."""
    return in_parts((split.fair, split.rivals, split.luck, split.own, split.residue), _whole(split.result))


def past(action: str) -> str:
    """An action as something that was done: “drew deck” is said with its article, “return” as what was done besides."""
    verb, _, rest = action.partition(" ")
    rest = {"deck": "from the deck"}.get(rest, rest).replace("; return ", " and returned ")
    return f"{PAST.get(verb, verb)} {rest}"


def turn_name(turn: int) -> str:
    """A turn as it is called; the first tickets are chosen before the first."""
    return f"Turn {turn}" if turn else "Set-up"


def came(step: Step) -> str:
    """An action together with what chance gave."""
    if not step.given or step.action.startswith("keep"):
        return past(step.action)
    if step.action == "draw deck":
        return f"drew {step.given[0]} from the deck"
    if step.action == "draw tickets":
        return f"drew the tickets {', '.join(step.given)}"
    return f"{past(step.action)}, after which {', '.join(step.given[:MOST_TOLD])} came up"


def ordinal(place: int) -> str:
    """First to fifth."""
    return ("first", "second", "third", "fourth", "fifth")[place - 1]
