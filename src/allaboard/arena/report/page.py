"""The report as one HTML page that needs nothing else: findings first, then the pictures and tables they stand on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from allaboard.arena.report.charts import Bar, bars, histogram, intervals, stack
from allaboard.arena.report.figures import Figures, RouteFigures, connections_of
from allaboard.arena.report.findings import FEW, Finding, findings_of
from allaboard.arena.report.heat_map import heat_map, heat_scale
from allaboard.drawing.svg import escaped

__all__ = ["report_page"]

STYLE = """
:root{--paper:#faf6ec;--ink:#2b2620;--soft:#6b6156;--line:#d9cfbd;--a:#b5482f;--b:#2f6690;--c:#c98a1b;--d:#4d7c4a;--e:#7a4e8a}
@media(prefers-color-scheme:dark){:root{--paper:#1f1c19;--ink:#f0e8da;--soft:#b3a797;--line:#463f37;--a:#e07a5f;--b:#6fa8d6;--c:#e5b454;
--d:#8fbf87;--e:#b992c9}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Georgia,"Times New Roman",serif}
main{max-width:1080px;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:2rem;line-height:1.2;margin:0}h2{margin:2.75rem 0 .5rem;border-bottom:2px solid var(--line);padding-bottom:.25rem}
p{max-width:46rem}.soft{color:var(--soft)}
.findings{list-style:none;padding:0;display:grid;gap:.6rem}
.findings li{border-left:5px solid var(--b);padding:.35rem .9rem;background:#8881}
.findings .warning{border-color:var(--a)}.findings .good{border-color:var(--d)}.findings b{display:block}
.pair{display:grid;gap:1.5rem;grid-template-columns:repeat(auto-fit,minmax(320px,1fr))}
.chart{width:100%;max-width:860px;height:auto;display:block}
.chart text{font:13px system-ui,sans-serif;fill:var(--ink)}.chart .note{fill:var(--soft)}
.axis{stroke:var(--soft)}.fair{stroke:var(--soft);stroke-dasharray:5 4}.whisker{stroke:var(--ink);stroke-width:2}
.bar.a,.area.a{fill:var(--a)}.bar.b,.area.b{fill:var(--b)}.bar.c,.area.c{fill:var(--c)}
.bar.d,.area.d{fill:var(--d)}.bar.e,.area.e{fill:var(--e)}
.area{opacity:.45}.mean{stroke-width:2}.mean.a{stroke:var(--a)}.mean.b{stroke:var(--b)}.mean.c{stroke:var(--c)}.mean.d{stroke:var(--d)}
.mean.e{stroke:var(--e)}
.board svg{width:100%;height:auto;display:block;border-radius:6px}
.scale{display:flex;align-items:center;gap:0;margin:.5rem 0 1rem;font:13px system-ui,sans-serif}.scale span{width:16px;height:14px}
.scale b{font-weight:400;margin:0 .6rem;white-space:nowrap}
table{border-collapse:collapse;font:14px system-ui,sans-serif;width:100%}
td,th{padding:.2rem .6rem;text-align:right;border-bottom:1px solid var(--line)}
td:first-child,th:first-child{text-align:left}.scroll{overflow-x:auto}
"""

PART_NAMES = {
    "routes": "routes",
    "ticket_points": "tickets, less those that failed",
    "longest_path_points": "longest path",
    "attraction_points": "attractions",
    "district_points": "districts",
}


def report_page(figures: Figures, command: str) -> str:
    """The whole page; `command` is what made it."""
    edition, match = figures.match.edition, figures.match
    title = f"{edition.title}, {match.players} players"
    sections = [
        _section("What was found", "", _findings(findings_of(figures))),
        _section("Scores", "Points at the end, by player; the line is the mean.", _scores(figures)),
        _section("Order of turns", "What those win who have the first turn, the second, and so on.", _turns(figures)),
        _section("Luck and skill", "What explains who is ahead of the table at the end, by points.", _variance(figures)),
        _section("Routes", "Rest the pointer on a route for its figures.", _routes(figures)),
        _section("Tickets", "What each ticket brought those who kept it, on average, and how many of them made it.", _tickets(figures)),
        _section("Length", "Turns of a player.", histogram({"turns": figures.length}, "turns of a player", "length")),
        _section("Decks and market", "What happens to cards and tickets in a game, on average.", _cards(figures)),
    ]
    made = f"{figures.games:,} games: {figures.blocks:,} deals, each played in all {match.players} seatings by {', '.join(match.lineup)}."
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escaped(title)}: report</title><style>{STYLE}</style></head><body><main><h1>{escaped(title)}</h1>"
        f'<p class="soft">{escaped(made)} Made by <code>{escaped(command)}</code>; edition {escaped(edition.hash)}.</p>'
        f"{''.join(sections)}</main></body></html>\n"
    )


def _section(heading: str, words: str, body: str) -> str:
    return f"<section><h2>{escaped(heading)}</h2>{f'<p>{escaped(words)}</p>' if words else ''}{body}</section>"


def _findings(findings: Sequence[Finding]) -> str:
    items = (f'<li class="{one.weight}"><b>{escaped(one.subject)}</b>{escaped(one.words)}</li>' for one in findings)
    return f'<ul class="findings">{"".join(items)}</ul>'


def _scores(figures: Figures) -> str:
    parts = [
        Bar(PART_NAMES[name], points, f"{points:.1f} points", kind)
        for (name, points), kind in zip(figures.parts.items(), "abcde", strict=True)
        if points
    ]
    rows = [
        (name, f"{totals.mean():.1f}", f"{totals.std():.1f}", f"{totals.min()} to {totals.max()}", f"{figures.wins[name].share:.1%}")
        for name, totals in figures.totals.items()
    ]
    return (
        histogram(figures.totals, "points at the end", "score")
        + _table(("player", "mean", "spread", "range", "victories of a seat"), rows)
        + f"<p>The winner has {figures.winner.mean():.1f} points on average. A score is made of:</p>"
        + bars(parts, "what a score is made of")
    )


def _turns(figures: Figures) -> str:
    rows = [(f"turn {turn}", one.share, one.low, one.high) for turn, one in enumerate(figures.turns, 1)]
    return intervals(rows, 1.0 / figures.match.players, "victories by order of turns")


def _variance(figures: Figures) -> str:
    shares = figures.variance
    rows = (
        ("the player", shares.bot),
        ("the deal", shares.deal),
        ("the order of turns", shares.turn),
        ("the course of the game", shares.play),
    )
    parts = [Bar(name, share, f"{share:.0%}", kind) for (name, share), kind in zip(rows, "dbca", strict=True)]
    return stack(parts, "what explains who is ahead")


def _routes(figures: Figures) -> str:
    # a wide board needs the whole width of the page
    beside = figures.match.edition.board.height > figures.match.edition.board.width
    claimed = f"<div><p>How often each route is claimed.</p>{_popularity(figures)}</div>"
    gained = f"<div><p>How much more, or less, often its owner wins than a fair share.</p>{_worth(figures)}</div>"
    return f'<div class="{"pair" if beside else ""}">{claimed}{gained}</div>'


def _together(figures: Figures) -> list[RouteFigures]:
    """For every route its figures, of a half those of both halves."""
    groups = connections_of(figures.match.edition.board)
    by_route = {number: one for group, one in zip(groups, figures.connections, strict=True) for number in group}
    return [by_route[number] for number in range(len(figures.routes))]


def _popularity(figures: Figures) -> str:
    together = _together(figures)
    words = [
        f"{route.name}, {route.length} spaces: claimed in {route.claimed:.0%} of games"
        + (f"; both halves together {both.claimed:.0%} of the times they could be" if route.double else "")
        for route, both in zip(figures.routes, together, strict=True)
    ]
    values = [both.claimed for both in together]
    most = max(values, default=1.0) or 1.0
    scale = heat_scale("never", f"in {most:.0%} of games; halves of a double route together")
    return scale + heat_map(figures.match.edition, [value / most for value in values], words, "popularity")


def _worth(figures: Figures) -> str:
    pairs = list(zip(figures.routes, _together(figures), strict=True))
    words = [f"{route.name}: owners win {both.worth:+.1%} (± {1.96 * both.error:.1%})" for route, both in pairs]
    # what is not surely more than nothing stays pale
    values = [both.worth if abs(both.worth) > 1.96 * both.error and both.claims >= FEW else 0.0 for _, both in pairs]
    most = max((abs(value) for value in values), default=1.0) or 1.0
    scale = heat_scale(f"−{most:.0%}", f"+{most:.0%}", signed=True)
    return scale + heat_map(figures.match.edition, [value / most for value in values], words, "worth", signed=True)


def _tickets(figures: Figures) -> str:
    known = sorted((one for one in figures.tickets if one.keepers), key=lambda one: -one.profit)
    rows = [Bar(one.name, one.profit, f"{one.profit:+.1f}, {one.made:.0%} made", "d" if one.profit >= 0 else "a") for one in known]
    table = _table(
        ("ticket", "points", "offered", "kept", "made", "profit", "keepers win"),
        [
            (one.name, str(one.points), f"{one.offered:,}", f"{one.kept:.0%}", f"{one.made:.0%}", f"{one.profit:+.1f}", f"{one.wins:.0%}")
            for one in known
        ],
    )
    words = f"A player keeps {figures.tickets_kept:.2f} tickets and makes {figures.tickets_made:.0%} of them."
    return f"<p>{words}</p>{bars(rows, 'profit of tickets')}<details><summary>All figures</summary>{table}</details>"


def _cards(figures: Figures) -> str:
    names = {
        "drew": "cards drawn from the deck",
        "took": "cards taken face up",
        "took wild": "wilds among these",
        "cleared": "rows cleared for their wilds",
        "reshuffled": "decks made anew of the discard",
        "claimed": "routes claimed",
        "offered": "times tickets were drawn in play",
        "skipped": "turns skipped, nothing being possible",
    }
    rows = [Bar(words, figures.counts.get(kind, 0.0), f"{figures.counts.get(kind, 0.0):.2f}", "b") for kind, words in names.items()]
    ends = ", ".join(f"{end} {share:.1%}" for end, share in figures.endings.items())
    return f"{bars(rows, 'cards and tickets in a game')}<p>Games ended by: {escaped(ends)}.</p>"


def _table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escaped(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{escaped(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
