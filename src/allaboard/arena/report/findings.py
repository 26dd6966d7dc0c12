"""Findings in plain words, for whoever designs a board: what the figures say about fairness, tickets, routes, length and luck.

Every finding names the figure it stands on. Thresholds are stated here, in one place, and are shares of what the board itself offers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from allaboard.arena.report.figures import Figures

__all__ = ["Finding", "findings_of"]

UNFAIR_TURN: Final = 0.02
"""How far a place in the order of turns may be from its fair share, surely, before it is called unfair."""
SELDOM_MADE: Final = 0.5
SELDOM_KEPT: Final = 0.15
DEAD_ROUTE: Final = 0.05
BOTTLENECK: Final = 0.9
EARLY: Final = 0.4
FEW: Final = 30
"""Below so many cases nothing is said about a single ticket or route."""

Weight = Literal["good", "note", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: how much it matters, what it is about, and the sentence."""

    weight: Weight
    subject: str
    words: str


def findings_of(figures: Figures) -> list[Finding]:
    """Everything worth saying, warnings first."""
    found = [*_turns(figures), *_tickets(figures), *_routes(figures), *_length(figures), *_cards(figures), *_luck(figures)]
    return sorted(found, key=lambda finding: ("warning", "note", "good").index(finding.weight))


def _turns(figures: Figures) -> Iterator[Finding]:
    fair = 1.0 / figures.match.players
    unfair = [(turn, one) for turn, one in enumerate(figures.turns, 1) if one.low > fair + UNFAIR_TURN or one.high < fair - UNFAIR_TURN]
    if unfair:
        turn, one = max(unfair, key=lambda found: abs(found[1].share - fair))
        more = "more" if one.share > fair else "less"
        yield Finding(
            "warning",
            "Order of turns",
            f"Whoever has turn {turn} wins {one.share:.1%} of the games ({one.low:.1%} to {one.high:.1%}), {more} than a fair {fair:.1%}. "
            "How many turns there are to make up for it, an edition says by its pieces, its starting hand and when the final round begins.",
        )
    else:
        spread = max(abs(one.share - fair) for one in figures.turns)
        yield Finding(
            "good", "Order of turns", f"No turn is surely more than {UNFAIR_TURN:.0%} from its fair share; the most seen is {spread:.1%}."
        )


def _tickets(figures: Figures) -> Iterator[Finding]:
    known = [ticket for ticket in figures.tickets if ticket.offered >= FEW]
    dead = [ticket for ticket in known if ticket.kept < SELDOM_KEPT]
    hard = [ticket for ticket in known if ticket.keepers >= FEW and ticket.made < SELDOM_MADE]
    if dead:
        names = ", ".join(f"{ticket.name} ({ticket.kept:.0%})" for ticket in sorted(dead, key=lambda ticket: ticket.kept)[:8])
        yield Finding(
            "warning", "Dead tickets", f"Kept in fewer than {SELDOM_KEPT:.0%} of offers, {len(dead)} of {len(known)} tickets: {names}."
        )
    if hard:
        names = ", ".join(f"{ticket.name} ({ticket.made:.0%})" for ticket in sorted(hard, key=lambda ticket: ticket.made)[:8])
        yield Finding(
            "warning", "Tickets that fail", f"Made by fewer than half of those who keep them, {len(hard)} of {len(known)} tickets: {names}."
        )
    if known and not dead and not hard:
        yield Finding(
            "good", "Tickets", f"Every ticket finds keepers, and those who keep one make it in {figures.tickets_made:.0%} of cases."
        )
    often = [ticket for ticket in known if ticket.keepers >= FEW]
    if often:
        best = max(often, key=lambda ticket: ticket.profit)
        worst = min(often, key=lambda ticket: ticket.profit)
        yield Finding(
            "note",
            "Profit of tickets",
            f"{best.name} brings most, {best.profit:+.1f} points for its keeper on average; {worst.name} least, {worst.profit:+.1f}.",
        )


def _routes(figures: Figures) -> Iterator[Finding]:
    busy = [route for route in figures.connections if route.claimed >= BOTTLENECK and route.moment <= EARLY]
    dead = [route for route in figures.connections if route.claimed < DEAD_ROUTE]
    if busy:
        names = ", ".join(f"{route.name} ({route.claimed:.0%})" for route in sorted(busy, key=lambda route: route.moment)[:8])
        single = [route.name for route in busy if not route.double]
        advice = f" A second track would relieve {', '.join(single[:8])}." if single else ""
        yield Finding("warning", "Bottlenecks", f"Nearly always claimed, and early in the game: {names}.{advice}")
    if dead:
        names = ", ".join(f"{route.name} ({route.claimed:.0%})" for route in sorted(dead, key=lambda route: route.claimed)[:8])
        yield Finding(
            "note",
            "Routes hardly used",
            f"Claimed in fewer than {DEAD_ROUTE:.0%} of games, {len(dead)} of {len(figures.connections)} routes: {names}.",
        )
    sure = [route for route in figures.connections if route.claims >= FEW and route.worth > 2.58 * route.error > 0]
    if sure:
        best = max(sure, key=lambda route: route.worth)
        yield Finding(
            "note",
            "Strongest route",
            f"Whoever claims {best.name} wins {best.worth:+.1%} more often than a fair share. That may be the route, or those who take it.",
        )


def _length(figures: Figures) -> Iterator[Finding]:
    mean = float(figures.length.mean())
    stuck = figures.endings.get("nobody can act", 0.0)
    yield Finding("note", "Length", f"A player has {mean:.1f} turns in a game; the middle half of the games has {_middle_half(figures)}.")
    if stuck > 0.01:
        yield Finding("warning", "Games that get stuck", f"{stuck:.1%} of the games end because nobody can act.")


def _middle_half(figures: Figures) -> str:
    ordered = sorted(figures.length.tolist())
    return f"{ordered[len(ordered) // 4]:.0f} to {ordered[3 * len(ordered) // 4]:.0f}"


def _cards(figures: Figures) -> Iterator[Finding]:
    reshuffled, cleared = figures.counts.get("reshuffled", 0.0), figures.counts.get("cleared", 0.0)
    drawn, taken = figures.counts.get("drew", 0.0), figures.counts.get("took", 0.0)
    if drawn + taken:
        yield Finding(
            "note",
            "Cards",
            f"{taken / (drawn + taken):.0%} of the cards are taken face up; the deck is reshuffled {reshuffled:.1f} times a game, "
            f"the row cleared for its wilds {cleared:.1f} times.",
        )
    skipped = figures.counts.get("skipped", 0.0)
    if skipped > 0.05:
        yield Finding(
            "warning", "Turns skipped", f"{skipped:.2f} turns a game are skipped because a player can do nothing: cards or tickets run out."
        )


def _luck(figures: Figures) -> Iterator[Finding]:
    shares = figures.variance
    if len(set(figures.match.lineup)) == 1:
        yield Finding(
            "note", "Luck", f"Among equals the deal explains {shares.deal:.0%} of who is ahead; how the game went explains the rest."
        )
        return
    yield Finding(
        "note",
        "Luck and skill",
        f"Of who is ahead at the end, {shares.bot:.0%} is the player, {shares.deal:.0%} the deal, {shares.turn:.0%} the order of turns; "
        f"{shares.play:.0%} is the course of the game.",
    )
