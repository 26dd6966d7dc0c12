"""Heat maps: our own drawing of a board with every route in the colour of a value. Which value is the page's to say."""

from __future__ import annotations

from collections.abc import Sequence

from allaboard.drawing import draw_board
from allaboard.drawing.svg import escaped
from allaboard.editions import Edition

__all__ = ["heat_map", "heat_scale"]

COLD_TO_HOT = ((243, 236, 219), (246, 196, 108), (217, 95, 60), (110, 21, 48))
"""From paper to dark red: dark means much, for people who see no colours too."""

LOSS_TO_GAIN = ((33, 84, 140), (243, 236, 219), (168, 44, 36))


def heat_map(edition: Edition, values: Sequence[float], words: Sequence[str], name: str, *, signed: bool = False) -> str:
    """The board with a value for each route from 0 to 1 (signed: from -1 to 1), and words that the pointer shows."""
    rules = "".join(
        f'.heat-{name} [data-route="{route}"] .cell{{fill:{_colour(value, signed)} !important;stroke:#3a2c20 !important}}'
        for route, value in enumerate(values)
    )
    # the symbols tell colours of cards, which are not the subject here
    rules += f".heat-{name} [data-route] use,.heat-{name} .light,.heat-{name} .dark{{display:none}}"
    picture = draw_board(edition)
    for route, told in enumerate(words):
        before, opening, after = picture.partition(f'<g data-route="{route}"><title>')
        _, closing, rest = after.partition("</title>")
        picture = f"{before}{opening}{escaped(told)}{closing}{rest}"
    return f'<style>{rules}</style><div class="board heat-{name}">{picture}</div>'


def heat_scale(low: str, high: str, *, signed: bool = False) -> str:
    """The scale of a map, from one end to the other."""
    steps = range(-10, 11) if signed else range(21)
    cells = "".join(f'<span style="background:{_colour(step / (10 if signed else 20), signed)}"></span>' for step in steps)
    return f'<div class="scale"><b>{escaped(low)}</b>{cells}<b>{escaped(high)}</b></div>'


def _colour(value: float, signed: bool) -> str:
    stops = LOSS_TO_GAIN if signed else COLD_TO_HOT
    share = (min(1.0, max(-1.0, value)) + 1.0) / 2.0 if signed else min(1.0, max(0.0, value))
    place = share * (len(stops) - 1)
    first = min(int(place), len(stops) - 2)
    mixed = (round(a + (b - a) * (place - first)) for a, b in zip(stops[first], stops[first + 1], strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)
