"""Charts as SVG, drawn with nothing but numbers and words: histograms, bars, shares of a whole, points with their intervals.

Colours come from the page's style sheet by class, so that day and night look right. What is shown is the page's to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from allaboard.drawing.svg import escaped, number, quoted, rectangle

__all__ = ["Bar", "bars", "histogram", "intervals", "stack"]

WIDTH = 760.0
LINE = 22.0
LABEL = 260.0
NOTE = 140.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its name, its length, words behind it, and the class of its colour."""

    name: str
    value: float
    note: str
    kind: str = "a"
    error: float = 0.0


def _svg(height: float, label: str, body: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {number(WIDTH)} {number(height)}" role="img" aria-label={quoted(label)} '
        f'xmlns="http://www.w3.org/2000/svg">{body}</svg>'
    )


def _words(words: str, x: float, y: float, kind: str = "label", anchor: str = "start") -> str:
    return f'<text x="{number(x)}" y="{number(y)}" class="{kind}" text-anchor="{anchor}">{escaped(words)}</text>'


def histogram(series: dict[str, NDArray[np.int64]] | dict[str, NDArray[np.float64]], label: str, unit: str) -> str:
    """How often each value occurred, a curve for every series, all on one scale."""
    values = np.concatenate(list(series.values()))
    low, high = float(values.min()), float(values.max())
    step = max(1.0, np.ceil((high - low) / 40.0))
    edges = np.arange(np.floor(low), high + 2 * step, step)
    first, last = float(edges[0]), float(edges[-1])
    counts = {name: np.histogram(rows, edges)[0] / len(rows) for name, rows in series.items()}
    tallest = max(float(row.max()) for row in counts.values())
    left, right, top, bottom = 10.0, WIDTH - 10.0, 24.0, 200.0

    def across(value: float) -> float:
        return left + (right - left) * (value - first) / (last - first)

    body = [f'<line x1="{left}" x2="{right}" y1="{bottom}" y2="{bottom}" class="axis"/>']
    body += [_words(f"{value:.0f}", across(value), bottom + 18, "label", "middle") for value in np.linspace(edges[0], edges[-1], 7)]
    for index, (name, row) in enumerate(counts.items()):
        kind = "abcde"[index % 5]
        path = f"M{number(left)} {number(bottom)}"
        for place, share in enumerate(row):
            y = bottom - (bottom - top) * share / tallest
            path += f"L{number(across(edges[place]))} {number(y)}L{number(across(edges[place + 1]))} {number(y)}"
        body.append(f'<path d="{path}L{number(right)} {number(bottom)}Z" class="area {kind}"/>')
        x = across(float(series[name].mean()))
        body.append(f'<line x1="{number(x)}" x2="{number(x)}" y1="{top}" y2="{bottom}" class="mean {kind}"/>')
    body.append(_words(f"mean {unit}", left, 14))
    for index, (name, rows) in enumerate(series.items()):
        y = bottom + 46 + 20 * index
        body.append(rectangle(12, 12, 2, x=left, y=y - 10, more=f'class="bar {"abcde"[index % 5]}"'))
        body.append(_words(f"{name}: {rows.mean():.1f}", left + 20, y))
    return _svg(bottom + 36 + 20 * len(series), label, "".join(body))


def bars(rows: Sequence[Bar], label: str, longest: float | None = None) -> str:
    """Bars to the right, or to the left of the axis for values below zero."""
    most = longest or max((abs(row.value) for row in rows), default=1.0) or 1.0
    below = any(row.value < 0 for row in rows)
    room = WIDTH - LABEL - NOTE
    zero = LABEL + (room / 2 if below else 0.0)
    scale = (room / 2 if below else room) / most
    body: list[str] = []
    for index, row in enumerate(rows):
        y = index * LINE
        length = min(abs(row.value), most) * scale
        x = zero if row.value >= 0 else zero - length
        body.append(_words(row.name, LABEL - 8, y + 15, "label", "end"))
        body.append(rectangle(max(length, 0.5), LINE - 7, 2, x=x, y=y + 3, more=f'class="bar {row.kind}"'))
        body.append(_words(row.note, LABEL + room + 8, y + 15, "note"))
    body.append(f'<line x1="{number(zero)}" x2="{number(zero)}" y1="0" y2="{number(len(rows) * LINE)}" class="axis"/>')
    return _svg(len(rows) * LINE + 4, label, "".join(body))


def intervals(rows: Sequence[tuple[str, float, float, float]], fair: float, label: str) -> str:
    """Shares as points with their 95 % intervals, and a line where a fair share would be."""
    low = min(fair, *(row[2] for row in rows))
    high = max(fair, *(row[3] for row in rows))
    low, high = low - 0.1 * (high - low), high + 0.1 * (high - low)
    room = WIDTH - LABEL - NOTE

    def across(value: float) -> float:
        return LABEL + room * (value - low) / (high - low)

    body = [f'<line x1="{number(across(fair))}" x2="{number(across(fair))}" y1="0" y2="{number(len(rows) * LINE)}" class="fair"/>']
    for index, (name, share, least, most) in enumerate(rows):
        y = index * LINE + 11
        body.append(_words(name, LABEL - 8, y + 4, "label", "end"))
        body.append(f'<line x1="{number(across(least))}" x2="{number(across(most))}" y1="{y}" y2="{y}" class="whisker"/>')
        body.append(f'<circle cx="{number(across(share))}" cy="{y}" r="5" class="bar a"/>')
        body.append(_words(f"{share:.1%}", LABEL + room + 8, y + 4, "note"))
    body.append(_words(f"fair: {fair:.1%}", across(fair), len(rows) * LINE + 16, "label", "middle"))
    return _svg(len(rows) * LINE + 24, label, "".join(body))


def stack(rows: Sequence[Bar], label: str) -> str:
    """Parts of a whole side by side, with their names below."""
    whole = sum(max(0.0, row.value) for row in rows) or 1.0
    body: list[str] = []
    x = 0.0
    for index, row in enumerate(rows):
        width = WIDTH * max(0.0, row.value) / whole
        body.append(rectangle(width, 34, x=x, y=0, more=f'class="bar {row.kind}"'))
        y = 58.0 + 20.0 * index
        body.append(rectangle(12, 12, 2, x=0, y=y - 10, more=f'class="bar {row.kind}"'))
        body.append(_words(f"{row.name}: {row.note}", 20, y))
        x += width
    return _svg(60.0 + 20.0 * len(rows), label, "".join(body))
