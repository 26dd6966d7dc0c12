"""Matches of one bot among copies of another, the planner's, the search's and the levels'; docs/matches.md. Played by `champions`.

Games are kept in build/matches/*.sqlite, so that playing can be stopped and gone on with; the figures go to results/matches.json.
Budgets in seconds need a machine that does nothing else; those in games can be had again anywhere.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ladder import ROOT, Bar, bars, command

from allaboard.bots.levels import step_of

RESULTS = ROOT / "results" / "matches.json"
SEED = 52_001
CORES = 2
CITIES = ("new-york", "london")
PANEL = ("racer", "collector", "blocker")
FORERUNNER = {"new-york": (2000, 1000, 1000), "london": (2000, 1000, 1000), "usa": (1000, 500, 300), "usa-anniversary": (1000,)}
"""Blocks of the planner among planner@1 with two players, three and so on."""
SEARCHES = {
    2: {"new-york": 100, "london": 60, "usa": 40},
    3: {"new-york": 30, "london": 20, "usa": 10},
    4: {"new-york": 20, "london": 15, "usa": 8},
}
"""Blocks of the search among search@1 by the number of players, both with the same time for a decision on one core."""
FRESH = 65_001
"""The seed of the levels' and the characters' matches: they were made by deals of other seeds."""
MOST = {"new-york": 4, "london": 4, "usa": 5, "usa-anniversary": 5}
EXPERT = {
    2: {"new-york": 24, "london": 20, "usa": 6, "usa-anniversary": 4},
    4: {"new-york": 8, "london": 6, "usa": 3, "usa-anniversary": 2},
    3: {"new-york": 12, "london": 10, "usa": 4, "usa-anniversary": 3},
    5: {"usa": 2, "usa-anniversary": 2},
}
"""Blocks of the expert among hard by the number of players: it takes its time."""


@dataclass(frozen=True)
class Match:
    """One bot among copies of another, in so many blocks."""

    edition: str
    bot: str
    blocks: int
    rival: str = "planner@1"
    players: int = 2
    seed: int = SEED

    @property
    def words(self) -> tuple[str, ...]:
        """The command that plays it, but for the file that keeps the games; a bot that thinks on all cores plays alone."""
        jobs = 1 if self.bot.endswith(f"x{CORES}") or self.seed == FRESH else CORES
        options = ("--players", self.players, "--blocks", self.blocks, "--seed", self.seed, "--jobs", jobs)
        return ("arena", self.edition, "--bots", f"{self.bot},{self.rival}", *map(str, options))

    def play(self) -> dict[str, Any]:
        """Play what is missing; the command with what came of it."""
        folder = ROOT / "build" / "matches"
        folder.mkdir(parents=True, exist_ok=True)
        print("allaboard", *self.words, flush=True)
        found = json.loads(command(*self.words, "--out", folder / f"{self.edition}.sqlite", "--json"))
        [match] = found["matches"]
        return {"command": f"allaboard {' '.join(self.words)}", "edition_hash": found["edition_hash"], **match["places"][0]}


LEVELS, EXPERTS = "Levels for people", "The expert"
PARTS = {
    "The planner and its forerunner": tuple(
        Match(edition, "planner", blocks, players=players)
        for edition, tables in FORERUNNER.items()
        for players, blocks in enumerate(tables, start=2)
    ),
    "The search and its forerunner": (
        *(
            Match(edition, "search:200ms", blocks, "search@1:200ms", players)
            for players, tables in SEARCHES.items()
            for edition, blocks in tables.items()
        ),
        Match("usa", "search:200ms", 12, "planner", 5),
    ),
    "A second on two cores": (
        Match("new-york", "search@1:1sx2", 20),
        Match("london", "search@1:1sx2", 20),
        Match("usa", "search@1:1sx2", 10),
    ),
    "More time": (
        *(Match("usa", f"search@1:{budget}", blocks) for budget, blocks in (("50ms", 60), ("200ms", 40), ("800ms", 12))),
        *(Match(city, f"search@1:{games}", blocks) for city in CITIES for games, blocks in ((100, 120), (400, 120), (1600, 40))),
    ),
    "More players": (
        *(Match("usa", "search@1:50ms", 60 // players, players=players) for players in (3, 4, 5)),
        Match("usa", "search@1:200", 6, players=5),
        *(Match(city, "search@1:100", 15, players=4) for city in CITIES),
    ),
    "The panel": tuple(Match("usa", "search:50ms", 30, style) for style in PANEL),
    "The distilled bot": tuple(Match(edition, "distilled", 1000) for edition in MOST),
    LEVELS: tuple(
        Match(edition, level, (600 if edition in CITIES else 300) // players, below, players, FRESH)
        for level, below in (("normal", "easy"), ("hard", "normal"))
        for edition, most in MOST.items()
        for players in range(2, most + 1)
    ),
    EXPERTS: tuple(
        Match(edition, f"expert:{100 * players}", blocks, "hard", players, FRESH)
        for players, tables in EXPERT.items()
        for edition, blocks in tables.items()
    ),
    "Characters": tuple(Match(edition, style, 1000, "planner", seed=FRESH) for edition in MOST for style in PANEL),
}
"""Who meets whom, by what it shows."""
BEFORE = {
    "The panel": "Played when `planner` was `planner@1` and the characters were others; not played again since.",
    EXPERTS: "Played with the second planner, of which both were made ([bots](bots.md)); not played again since.",
}
"""What is said of parts whose bots are made of the planner, and that were played with an earlier one, until they are played again."""


def page(parts: dict[str, list[dict[str, Any]]]) -> str:
    """The page with a section for each part."""
    lines = [
        "# Matches",
        "",
        "One bot among copies of another, every deal in every seating; intervals are 95 %, by blocks. All rows of an edition with as many",
        "players met the same deals, which nothing was chosen by, but for one constant of the planner on North America with three and",
        "four (`stretch`, left out there); levels and characters have deals of their own. Budgets in seconds were played on two cores that",
        "did nothing else: two games at a time, and one where the bot thinks on both. A share of 1.00 is what chance would give.",
        "",
        "One command plays them again and writes this page: `python bench/champions.py matches`. The figures are in",
        "`results/matches.json`, each with the command of its own. A name with `@1` is a bot that is frozen",
        "([bots](bots.md#champions-of-earlier-versions)).",
        "",
        "![Victories over planner@1](images/matches.svg)",
        "",
        "Victories over `planner@1` with two players; bars begin at a half.",
    ]
    for part, runs in parts.items():
        lines += ["", f"## {part}", ""]
        if part in BEFORE:
            lines += [BEFORE[part], ""]
        more = part in (LEVELS, EXPERTS)
        if more:
            lines += ["The last column is what the victories would be with two players, at the same odds against each of the others.", ""]
        if part == EXPERTS:
            lines += ["It plays a hundred games for each player, as `expert` does unless its second is over before.", ""]
        lines += [f"| edition | players | bot | among | victories | of its share | blocks |{' as with two |' * more}"]
        lines += [f"| --- | ---: | --- | --- | ---: | ---: | ---: |{' ---: |' * more}"]
        for match, run in zip(PARTS[part], runs, strict=False):
            victories = f"{100 * run['share']:.1f} % ({100 * run['low']:.1f} to {100 * run['high']:.1f})"
            who = f"{match.edition} | {match.players} | `{match.bot}` | `{match.rival}`"
            figures = [run[name] for name in ("share", "low", "high")]
            step, low, high = (f"{100 * step_of(figure, match.players):.0f}" for figure in figures)
            as_with_two = f" {step} % ({low} to {high}) |" * more
            lines.append(f"| {who} | {victories} | {run['share'] * match.players:.2f} | {run['blocks']} |{as_with_two}")
    return "\n".join(lines) + "\n"


def picture(parts: dict[str, list[dict[str, Any]]]) -> str:
    """Victories over planner@1 with two players, from a half up."""
    meetings = [pair for part, runs in parts.items() for pair in zip(PARTS[part], runs, strict=False)]
    meetings.sort(key=lambda pair: (pair[0].edition, pair[1]["share"]))
    return bars(
        [
            Bar(f"{match.edition} {match.bot.replace('@1', '')}", run["share"], run["low"], run["high"], f"{100 * run['share']:.0f} %")
            for match, run in meetings
            if match.players == 2 and match.rival == "planner@1" and match.bot.startswith(("planner", "search"))
        ],
        0.5,
        1.0,
    )


def write(parts: dict[str, list[dict[str, Any]]]) -> None:
    """Write figures, picture and page."""
    RESULTS.write_text(json.dumps(parts, indent=1) + "\n", "utf-8")
    (ROOT / "docs" / "images" / "matches.svg").write_text(picture(parts), "utf-8")
    (ROOT / "docs" / "matches.md").write_text(page(parts), "utf-8")


def known() -> dict[str, list[dict[str, Any]]]:
    """The figures that are there."""
    return dict(json.loads(RESULTS.read_text("utf-8")))


def play(parts: tuple[str, ...]) -> None:
    """Play what is missing of these parts, and write what came of it match by match; the other parts stay as they are."""
    runs = known()
    for part in parts:
        runs[part] = []
        for match in PARTS[part]:
            runs[part].append(match.play())
            write({part: runs[part] for part in PARTS if part in runs})
