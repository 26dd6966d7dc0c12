"""The graph of every seat's chance over the game, with a lane of marks a seat, and the small signs of the review, as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from allaboard.drawing.svg import number, quoted
from allaboard.review.results import Judgement, Review, TurningPoint

__all__ = ["draw_graph", "emblem", "level_line", "mark_sign"]

Scale: TypeAlias = Callable[[float], float]
LEFT: Final = 44.0
TOP: Final = 26.0
LANE: Final = 24.0
WINDOWS: Final = ((12,), (7, 17), (7, 12, 17), (6, 10, 14, 18), (5, 8.5, 12, 15.5, 19))
"""Where the windows of a seat's emblem are: as many as its number, so that colour is not the only sign."""
SHAPES: Final = {
    "delay": ('<circle cx="12" cy="12" r="10" class="bg"/>', "M12 6.5V12l3.5 2"),
    "detour": ('<path d="M12 1.5 22.5 12 12 22.5 1.5 12Z" class="bg"/>', "M9 16.5v-4q0-2 2-2h5M13.5 7.5l3 3-3 3"),
    "dead end": ('<rect x="2.5" y="2.5" width="19" height="19" rx="2" class="bg"/>', "M8 7h8M12 7v10M8 17h8"),
    "clear run": ('<path d="M8 2h8l6 6v8l-6 6H8l-6-6V8Z" class="bg"/>', "M7.5 12.5l3 3 6-7"),
    "luck": ('<path d="M12 2 23 21.5H1Z" class="bg"/>', "M12 9v5.5M12 17.5v.5"),
}


def mark_sign(mark: str, size: float = 22, more: str = "") -> str:
    """The sign of a grade or of luck: an outline and a glyph of its own, so that colour is not the only sign."""
    outline, glyph = SHAPES[mark]
    kind = mark.replace(" ", "-")
    return (
        f'<svg class="sign-{kind}" width="{number(size)}" height="{number(size)}" viewBox="0 0 24 24" {more}role="img" '
        f'aria-label={quoted(mark.capitalize())}>{outline}<path d="{glyph}" class="fg"/></svg>'
    )


def emblem(seat: int, size: float = 22, more: str = "") -> str:
    """The sign of a seat: its livery, with as many windows as its number, counted from one."""
    windows = "".join(f'<rect x="{number(x - 1.4)}" y="8.5" width="2.8" height="5" rx=".6"/>' for x in WINDOWS[seat])
    return (
        f'<svg class="emblem p{seat}" width="{number(size)}" height="{number(size)}" viewBox="0 0 24 24" {more}aria-hidden="true">'
        f'<rect width="24" height="24" rx="4" class="body"/><path d="M3.5 17.5h17" class="sill"/>{windows}</svg>'
    )


def draw_graph(review: Review, width: float, height: float, points: Sequence[Sequence[TurningPoint]]) -> str:
    """The whole picture; `points` are the turning points of every seat, whose flags are shown with the seat."""
    steps = review.graph.steps
    last = len(steps)
    right = width - 18.0
    floor = TOP + height

    def across(n: float) -> float:
        return LEFT + (right - LEFT) * n / last

    def up(chance: float) -> float:
        return floor - height * chance

    parts = [_scale(review.players, right, up), _turns(review, floor, across)]
    for seat in range(review.players):
        chances = [step.before[seat] for step in steps] + [steps[-1].after[seat]]
        errors = [2.0 * step.error[seat] for step in steps] + [0.0]
        upper = [f"{number(across(k))} {number(up(min(1.0, c + e)))}" for k, (c, e) in enumerate(zip(chances, errors, strict=True))]
        lower = [f"{number(across(k))} {number(up(max(0.0, c - e)))}" for k, (c, e) in enumerate(zip(chances, errors, strict=True))]
        parts.append(f'<path d="M{"L".join(upper + lower[::-1])}Z" class="band g{seat} of{seat}"/>')
        parts.append(f'<path d="M{"L".join(f"{number(across(k))} {number(up(c))}" for k, c in enumerate(chances))}" class="line g{seat}"/>')
        spot = last * (0.22 + 0.17 * seat)
        at = round(spot)
        parts.append(f'<g transform="translate({number(across(at) - 8)} {number(up(chances[at]) - 8)})">{emblem(seat, 16)}</g>')
    for seat, flags in enumerate(points):
        for index, point in enumerate(flags, start=1):
            x = number(across(point.n - 1))
            parts.append(
                f'<g class="flag of{seat}"><path d="M{x} {number(TOP)}V{number(floor)}"/><circle cx="{x}" cy="13" r="10"/>'
                f'<text x="{x}" y="17.5" text-anchor="middle">{index}</text></g>'
            )
    parts.append(
        f'<g class="handle" data-left="{number(LEFT)}" data-right="{number(right)}"><path d="M0 {number(TOP - 4)}V{number(floor)}"/></g>'
    )
    lanes = "".join(_lane(review, seat, floor + 26.0 + LANE * seat, right, across) for seat in range(review.players))
    whole = floor + 26.0 + LANE * review.players
    return (
        f'<svg class="graph" viewBox="0 0 {number(width)} {number(whole)}" data-left="{number(LEFT)}" data-right="{number(right)}" '
        f'data-width="{number(width)}" data-last="{last}" role="img" aria-label="Chance to win of every seat, turn by turn">'
        f"{''.join(parts)}{lanes}</svg>"
    )


def _scale(players: int, right: float, up: Scale) -> str:
    """Lines at nothing, at every share of the table, and at all."""
    names = {2: ("0", "½", "100"), 3: ("0", "⅓", "⅔", "100"), 4: ("0", "¼", "½", "¾", "100"), 5: ("0", "⅕", "⅖", "⅗", "⅘", "100")}[players]
    lines = []
    for index, name in enumerate(names):
        y = up(index / players)
        kind = "axis" if index in (0, players) else "share fair" if index == 1 else "share"
        lines.append(f'<path d="M{number(LEFT)} {number(y)}H{number(right)}" class="{kind}"/>')
        lines.append(f'<text x="{number(LEFT - 8)}" y="{number(y + 4.5)}" text-anchor="end">{name}</text>')
    return "".join(lines)


def _turns(review: Review, floor: float, across: Scale) -> str:
    """Ticks of the turn axis, and their numbers where there is room."""
    first = {step.turn: step.n - 1 for step in reversed(review.graph.steps)}
    turns = max(first)
    every = 2 if turns <= 24 else 4
    parts = [f'<text x="{number(LEFT - 8)}" y="{number(floor + 18)}" text-anchor="end">Turn</text>']
    for turn, n in sorted(first.items()):
        if turn:
            x = across(n)
            parts.append(f'<path d="M{number(x)} {number(floor)}v4" class="axis"/>')
            if turn % every == 0:
                parts.append(f'<text x="{number(x)}" y="{number(floor + 18)}" text-anchor="middle">{turn}</text>')
    return "".join(parts)


def _lane(review: Review, seat: int, y: float, right: float, across: Scale) -> str:
    """The marks of a seat on a lane under the graph."""
    marks = [one for one in review.judgements if one.seat == seat and one.mark is not None]
    signs = "".join(_placed(one, across(one.n - 1), y) for one in marks)
    return (
        f'<rect x="{number(LEFT)}" y="{number(y)}" width="{number(right - LEFT)}" height="20" class="lane"/>'
        f'<g transform="translate({number(LEFT - 30)} {number(y)})">{emblem(seat, 20)}</g>{signs}'
    )


def _placed(one: Judgement, x: float, y: float) -> str:
    at = f'x="{number(x - 9.5)}" y="{number(y + 0.5)}" '
    return f'<a href="#n{one.n}" data-n="{one.n}" class="dot">{mark_sign(one.mark or "", 19, at)}</a>'


def level_line(figure: float, error: float, levels: Sequence[tuple[str, float]], seat: int) -> str:
    """Where a figure stands on the line of the levels, on a logarithmic scale, with its error as a band."""
    values = [value for _, value in levels]
    low, high = math.log(min(values) / 2.0), math.log(max(values) * 2.0)

    def across(value: float) -> float:
        return 6.0 + 208.0 * min(1.0, max(0.0, (math.log(max(value, 1e-9)) - low) / (high - low)))

    ticks = "".join(f'<path d="M{number(across(value))} 9v16" class="tick"/>' for value in values)
    names = "".join(f'<text x="{number(across(value))}" y="6" text-anchor="middle">{name.capitalize()}</text>' for name, value in levels)
    left, right = across(figure - 2 * error), across(figure + 2 * error)
    return (
        f'<svg class="levels" viewBox="0 -6 220 34" aria-hidden="true">{names}<path d="M6 17H214" class="rail"/>{ticks}'
        f'<rect x="{number(left)}" y="12" width="{number(max(2.0, right - left))}" height="10" class="reach g{seat}"/>'
        f'<rect x="{number(across(figure) - 2)}" y="9" width="4" height="16" class="bar g{seat}"/></svg>'
    )
