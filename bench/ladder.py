"""The ladder: every bot against every other at a table, rated, and written down as docs/ladder.md with pictures; played by `champions`.

Games are kept in build/ladder/*.sqlite, so that playing can be stopped and gone on with; the figures go to results/ladder.json.
Fast bots meet in many blocks, levels for people and the search in fewer: a block is one deal in every seating. The search has its
budget in games, so that every figure can be had again on any machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ANCHOR = "planner@1"
FAST = ("random", "greedy", "racer", "collector", "blocker", ANCHOR, "planner")
LEVELS = ("random", "greedy", "easy", "normal", "racer", "collector", "blocker", ANCHOR, "planner")
SEARCH = "search:100"
NET = "examples/nets/ppo-new-york-2.npz"
MANY = ("greedy", "collector", "blocker", ANCHOR, "planner")
SEED = 20_261_117
JOBS = 2
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}


@dataclass(frozen=True)
class Table:
    """Who meets at one table in how many blocks, most first: what one part has played, the next builds on."""

    edition: str
    players: int
    parts: tuple[tuple[tuple[str, ...], int], ...]

    @property
    def name(self) -> str:
        """What its picture is called."""
        return self.edition if self.players == 2 else f"{self.edition}-{self.players}"

    def play(self) -> None:
        """Play what is missing."""
        folder = ROOT / "build" / "ladder"
        folder.mkdir(parents=True, exist_ok=True)
        shared = ("--players", self.players, "--seed", SEED, "--jobs", JOBS, "--out", folder / f"{self.edition}.sqlite")
        for bots, blocks in self.parts:
            print(f"{self.edition} with {NUMBERS[self.players]}: {', '.join(bots)}", flush=True)
            command("arena", self.edition, "--bots", ",".join(bots), "--blocks", blocks, *shared)

    def rated(self) -> dict[str, Any]:
        """What the results come to."""
        file = ROOT / "build" / "ladder" / f"{self.edition}.sqlite"
        found = json.loads(command("ratings", file, "--players", self.players, "--anchor", f"{ANCHOR}=1500", "--json"))
        [table] = found["tables"]
        return {"name": self.name, **table}


def two(edition: str, fast: int, levels: int, search: int, *nets: str) -> Table:
    """A table of two, in so many blocks a pair; trained nets, which play through Python, meet only the usual yardsticks."""
    with_nets = (((*nets, "random", "greedy", ANCHOR, "planner"), levels),) if nets else ()
    return Table(edition, 2, ((FAST, fast), (LEVELS, levels), *with_nets, ((SEARCH, *LEVELS), search)))


TABLES = (
    two("new-york", 1000, 100, 40, NET),
    two("london", 1000, 100, 40),
    two("usa", 300, 60, 10),
    *(Table(city, players, ((MANY, blocks),)) for city in ("new-york", "london") for players, blocks in ((3, 100), (4, 30))),
    *(Table("usa", players, ((MANY, blocks),)) for players, blocks in ((3, 40), (4, 12), (5, 10))),
)


def command(*words: object) -> str:
    """Run one of our own commands; what it prints."""
    line = [sys.executable, "-m", "allaboard", *map(str, words)]
    return subprocess.run(line, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout


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
    """The page with a section for each table."""
    lines = [
        "# The ladder",
        "",
        "Every bot against every other. A block is one deal in every seating; how many blocks they met in stands in the games they played.",
        f"`{SEARCH}` is a search with a hundred games a decision. Ratings are Bradley and Terry's with two players, Plackett and Luce's",
        f"with more, on the scale of chess, with `{ANCHOR}`, a [frozen planner](bots.md#champions-of-earlier-versions), at 1500; intervals",
        "are 95 %, from resampled blocks. `hard` is the planner, `expert` the search with a hundred games for each player: more of it in",
        "[Matches](matches.md).",
        "",
        "One command plays the ladder again and writes this page: `python bench/champions.py ladder`. Its figures are in",
        "`results/ladder.json`, with the seed and the version of engine and bots that played.",
    ]
    for table in tables:
        rows, bots = table["ratings"], [row["bot"] for row in table["ratings"]]
        shares = {(cell["bot"], cell["other"]): cell for cell in table["matrix"]}
        title = f"{table['edition']}, {NUMBERS[table['players']]} players"
        lines += ["", f"## {title}", "", f"![Ratings on {title}](images/ladder-{table['name']}.svg)", ""]
        lines += ["| bot | rating | 95 % | games | victories |", "| --- | ---: | ---: | ---: | ---: |"]
        for row in rows:
            interval = "frozen" if row["bot"] == table["anchor"] else f"{row['low']:.0f} to {row['high']:.0f}"
            lines.append(f"| `{row['bot']}` | {row['rating']:.0f} | {interval} | {row['games']:,} | {row['share']:.1%} |")
        if table["players"] == 2:
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


def write(tables: Sequence[dict[str, Any]]) -> None:
    """Write figures, pictures and the page."""
    facts = {"command": "python bench/champions.py ladder", "seed": SEED, "tables": tables}
    (ROOT / "results" / "ladder.json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    for table in tables:
        (ROOT / "docs" / "images" / f"ladder-{table['name']}.svg").write_text(picture(table), "utf-8")
    (ROOT / "docs" / "ladder.md").write_text(page(tables), "utf-8")
