"""The ladder: every bot against every other on an edition, rated, and written down as docs/ladder.md with pictures.

    python bench/ladder.py                     plays what is missing, then writes the page
    python bench/ladder.py --write             writes the page from the results that are there

Games are kept in build/ladder/*.sqlite, so that the command can be stopped and started again; the figures go to results/ladder.json.
Fast bots meet in 1,000 blocks a pair, levels for people and the search in fewer: a block is one deal in both seatings. The search has its
budget in games, so that every figure can be had again on any machine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
EDITIONS = ("new-york", "london")
FAST = ("random", "greedy", "racer", "collector", "blocker", "planner")
LEVELS = ("random", "greedy", "easy", "normal", "racer", "collector", "blocker", "planner")
SEARCH = "search:100"
PARTS = ((FAST, 1000), (LEVELS, 100), ((SEARCH, *LEVELS), 40))
"""Who meets in how many blocks, most first: what one part has played, the next builds on."""
SEED = 20_261_116
JOBS = 2


def command(*words: object) -> str:
    """Run one of our own commands; what it prints."""
    line = [sys.executable, "-m", "allaboard", *map(str, words)]
    return subprocess.run(line, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout


def play(edition: str, bots: tuple[str, ...], blocks: int) -> None:
    """Play what is missing of one part of an edition's ladder."""
    folder = ROOT / "build" / "ladder"
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{edition}: {', '.join(bots)}", flush=True)
    shared = ("--players", 2, "--seed", SEED, "--jobs", JOBS, "--out", folder / f"{edition}.sqlite")
    command("arena", edition, "--bots", ",".join(bots), "--blocks", blocks, *shared)


def rated(edition: str) -> dict[str, Any]:
    """What the results of an edition come to."""
    found = json.loads(command("ratings", ROOT / "build" / "ladder" / f"{edition}.sqlite", "--anchor", "planner=1500", "--json"))
    [table] = found["tables"]
    return dict(table)


@dataclass(frozen=True)
class Bar:
    """One bar of a picture: its name, how long it is, its interval, and the figure beside it."""

    name: str
    value: float
    low: float
    high: float
    figure: str


def bars(rows: Sequence[Bar], low: float, high: float) -> str:
    """Bars from the lowest figure up, with their intervals."""

    def across(value: float) -> float:
        return 150 + 430 * (min(high, max(low, value)) - low) / (high - low)

    body = []
    for index, row in enumerate(rows):
        y = 14 + 26 * index
        body.append(f'<text x="140" y="{y + 5}" text-anchor="end">{row.name}</text>')
        body.append(f'<rect x="150" y="{y - 7}" width="{across(row.value) - 150:.1f}" height="14" rx="2" fill="#b5482f"/>')
        body.append(f'<path d="M{across(row.low):.1f} {y}H{across(row.high):.1f}" stroke="#2b2620" stroke-width="2"/>')
        body.append(f'<text x="600" y="{y + 5}">{row.figure}</text>')
    height = 14 + 26 * len(rows)
    font = 'font-family="system-ui, sans-serif" font-size="13" fill="#2b2620"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 650 {height}" {font}>'
        f'<rect width="650" height="{height}" fill="#faf6ec"/>{"".join(body)}</svg>\n'
    )


def picture(table: dict[str, Any]) -> str:
    """Ratings as bars, from a little below the lowest."""
    rows = [Bar(row["bot"], row["rating"], row["low"], row["high"], f"{row['rating']:.0f}") for row in table["ratings"]]
    return bars(rows, min(row.low for row in rows) - 40, max(row.high for row in rows) + 40)


def page(tables: Sequence[dict[str, Any]]) -> str:
    """The page with a section for each edition."""
    lines = [
        "# The ladder",
        "",
        f"Every bot against every other, two players, on the two city boards. Fast bots met in at least {PARTS[0][1]:,} blocks a pair,",
        f"levels for people in {PARTS[1][1]}, `{SEARCH}`, a search with a hundred games a decision, in {PARTS[2][1]}; a block is one deal",
        "in both seatings. Ratings are Bradley and Terry's on the scale of chess, with the planner frozen at 1500; intervals are 95 %,",
        "from resampled blocks. `hard` is the planner and `expert` the search with a second: [Matches](matches.md) has more of it.",
        "",
        "One command plays the ladder again and writes this page: `python bench/ladder.py`. Its figures are in `results/ladder.json`,",
        "with the seed and the version of engine and bots that played.",
    ]
    for table in tables:
        rows, bots = table["ratings"], [row["bot"] for row in table["ratings"]]
        shares = {(cell["bot"], cell["other"]): cell for cell in table["matrix"]}
        name = table["edition"]
        lines += ["", f"## {name}", "", f"![Ratings on {name}](images/ladder-{name}.svg)", ""]
        lines += ["| bot | rating | 95 % | games | victories |", "| --- | ---: | ---: | ---: | ---: |"]
        for row in rows:
            interval = "frozen" if row["bot"] == table["anchor"] else f"{row['low']:.0f} to {row['high']:.0f}"
            lines.append(f"| `{row['bot']}` | {row['rating']:.0f} | {interval} | {row['games']:,} | {row['share']:.1%} |")
        lines += ["", "Games won, in percent: rows against columns, with the standard error.", ""]
        lines += ["| | " + " | ".join(f"`{bot}`" for bot in bots) + " |", "| --- |" + " ---: |" * len(bots)]
        for bot in bots:
            cells = (shares.get((bot, other)) for other in bots)
            lines.append(f"| `{bot}` | " + " | ".join(_cell(cell) for cell in cells) + " |")
        turns = ", ".join(f"turn {turn} {one['share']:.1%} ± {1.96 * one['error']:.1%}" for turn, one in enumerate(table["turns"], 1))
        lines += ["", f"Victories by order of turns: {turns}."]
        circles = "; ".join(f"`{a}` beats `{b}` beats `{c}` beats `{a}`" for a, b, c in table["cycles"])
        lines.append(f"Circles: {circles}." if circles else "No three bots surely beat each other in a circle.")
    return "\n".join(lines) + "\n"


def _cell(cell: dict[str, Any] | None) -> str:
    return "·" if cell is None else f"{100 * cell['share']:.1f} ± {100 * cell['error']:.1f}"


def main() -> None:
    """Play, rate, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="play nothing, write the page only")
    if not parser.parse_args().write:
        for (bots, blocks), edition in product(PARTS, EDITIONS):
            play(edition, bots, blocks)
    tables = [rated(edition) for edition in EDITIONS]
    (ROOT / "results").mkdir(exist_ok=True)
    facts = {"command": "python bench/ladder.py", "seed": SEED, "tables": tables}
    (ROOT / "results" / "ladder.json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    for table in tables:
        (ROOT / "docs" / "images" / f"ladder-{table['edition']}.svg").write_text(picture(table), "utf-8")
    (ROOT / "docs" / "ladder.md").write_text(page(tables), "utf-8")


if __name__ == "__main__":
    main()
