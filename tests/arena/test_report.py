"""The report: figures that add up, findings that see what is there and nothing else, and a page that needs nothing but itself."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import allaboard
from allaboard.arena.match import Match
from allaboard.arena.report import Figures, GameFacts, findings_of, play_games, report_page, take_figures
from allaboard.arena.report.charts import histogram
from allaboard.arena.report.figures import variance
from allaboard.arena.statistics import share_of
from allaboard.editions import Edition, load
from allaboard.engine.jit import INTERPRETED
from allaboard.runner import workers
from harbour_edition import Harbour

NEW_YORK = allaboard.get_edition("new-york")
pytestmark = pytest.mark.skipif(INTERPRETED, reason="dozens of games take their time in plain Python")


def played(edition: Edition, *bots: str, blocks: int = 12, jobs: int = 1) -> tuple[Match, list[list[GameFacts]]]:
    match = Match(edition, bots, 5)
    with workers(jobs) as pool:
        return match, list(play_games(match, blocks, pool))


@pytest.fixture(scope="module")
def figures() -> Figures:
    return take_figures(*played(NEW_YORK, "greedy", "random", blocks=20))


class Reader(HTMLParser):
    """Notes which elements were left open, and what the page would fetch."""

    EMPTY = ("meta", "line", "rect", "circle", "path", "use", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.EMPTY:
            self.open.append(tag)
        self.fetched += [value for name, value in attrs if name in ("src", "href") and value and not value.startswith("#")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag


def test_figures_add_up(figures: Figures) -> None:
    assert figures.games == 40
    assert sum(one.share for one in figures.wins.values()) == pytest.approx(1.0)
    assert figures.wins["greedy"].share > 0.9
    assert sum(one.share for one in figures.turns) == pytest.approx(1.0)
    means = np.mean([totals.mean() for totals in figures.totals.values()])
    assert sum(figures.parts.values()) == pytest.approx(means)
    assert sum(route.claimed for route in figures.routes) == pytest.approx(figures.counts["claimed"])
    assert sum(ticket.keepers for ticket in figures.tickets) / 80 == pytest.approx(figures.tickets_kept)
    assert all(ticket.keepers <= ticket.offered for ticket in figures.tickets)
    assert sum(figures.endings.values()) == pytest.approx(1.0)


def test_the_games_do_not_depend_on_the_number_of_jobs() -> None:
    assert played(NEW_YORK, "greedy", "random", blocks=3)[1] == played(NEW_YORK, "greedy", "random", blocks=3, jobs=2)[1]


@pytest.mark.parametrize(("skill", "turn", "luck"), [(3.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 3.0), (2.0, 1.0, 2.0), (0.0, 0.0, 0.0)])
@pytest.mark.parametrize("players", [2, 4])
def test_known_shares_of_luck_and_skill_are_recovered(players: int, skill: float, turn: float, luck: float) -> None:
    """Points made of a bot's skill, the order of turns, the deal of a seat, and noise, each with a known spread."""
    chance = np.random.default_rng(3)
    blocks = 4000
    centred = np.linspace(-1.0, 1.0, players)
    centred /= centred.std()
    starts = chance.integers(players, size=blocks)
    rotations, seats = np.arange(players)[:, None], np.arange(players)[None, :]
    deals = luck * chance.standard_normal((blocks, players))
    deals -= deals.mean(axis=1, keepdims=True)
    noise = 2.0 * chance.standard_normal((blocks, players, players))
    noise -= noise.mean(axis=2, keepdims=True)
    by_turn = turn * centred[(seats - starts[:, None]) % players]
    points = skill * centred[(seats - rotations) % players][None] + by_turn[:, None, :] + deals[:, None, :] + noise
    parts = np.array([skill**2, turn**2, (deals**2).mean(), (noise**2).mean()])
    shares = variance(np.rint(1000 * points).astype(np.int64), starts)
    assert [shares.bot, shares.turn, shares.deal, shares.play] == pytest.approx((parts / parts.sum()).tolist(), abs=0.03)


def subjects(figures: Figures, weight: str) -> set[str]:
    return {finding.subject for finding in findings_of(figures) if finding.weight == weight}


def test_an_unfair_first_turn_is_found_and_a_fair_one_praised(figures: Figures) -> None:
    unfair = share_of(np.array([1.0, 0.5] * 200)), share_of(np.array([0.0, 0.5] * 200))
    fair = share_of(np.array([1.0, 0.0] * 2000)), share_of(np.array([0.0, 1.0] * 2000))
    assert "Order of turns" in subjects(replace(figures, turns=unfair), "warning")
    assert "Order of turns" in subjects(replace(figures, turns=fair), "good")


def test_dead_tickets_hard_tickets_and_bottlenecks_are_named(figures: Figures) -> None:
    sound = tuple(replace(one, offered=200, kept=0.5, keepers=100, made=0.9) for one in figures.tickets)
    quiet = tuple(replace(one, claimed=0.5) for one in figures.connections)
    calm = replace(figures, tickets=sound, connections=quiet)
    assert subjects(calm, "warning") & {"Dead tickets", "Tickets that fail", "Bottlenecks"} == set()
    assert "Tickets" in subjects(calm, "good")
    tickets = (replace(sound[0], kept=0.02), replace(sound[1], made=0.2), *sound[2:])
    routes = (replace(quiet[0], claimed=0.97, moment=0.2), replace(quiet[1], claimed=0.01), *quiet[2:])
    words = {finding.subject: finding.words for finding in findings_of(replace(figures, tickets=tickets, connections=routes))}
    assert f"{tickets[0].name} (2%)" in words["Dead tickets"]
    assert f"{tickets[1].name} (20%)" in words["Tickets that fail"]
    assert f"{routes[0].name} (97%)" in words["Bottlenecks"]
    assert f"{routes[1].name} (1%)" in words["Routes hardly used"]


def test_the_halves_of_a_double_route_count_together(figures: Figures) -> None:
    """With two players one closes the other: each is claimed in half of the games, and together in all."""
    board = figures.match.edition.board
    assert sum(one.claims for one in figures.connections) == sum(one.claims for one in figures.routes)
    assert len(figures.connections) == len(board.routes) - sum(route.twin is not None for route in board.routes) // 2
    double = next(number for number, route in enumerate(board.routes) if route.twin is not None)
    halves = [figures.routes[number] for number in (double, board.routes[double].twin or 0)]
    both = next(one for one in figures.connections if one.name == halves[0].name.partition("/")[0])
    assert both.claimed == pytest.approx(sum(half.claimed for half in halves))


def test_only_what_an_edition_can_say_is_advised(figures: Figures) -> None:
    """A double route has no room for another track, and no edition gives one seat more cards than another."""
    unfair = share_of(np.array([1.0, 0.5] * 200)), share_of(np.array([0.0, 0.5] * 200))
    busy = tuple(replace(one, claimed=0.95, moment=0.1) for one in figures.connections)
    words = {one.subject: one.words for one in findings_of(replace(figures, connections=busy, turns=unfair))}
    relieved = words["Bottlenecks"].partition("A second track would relieve ")[2]
    assert relieved
    assert not any(one.name in relieved for one in figures.connections if one.double)
    assert "starting hands" not in words["Order of turns"]


def test_a_legend_has_its_colours(figures: Figures) -> None:
    chart = histogram(figures.totals, "points", "score")
    for kind, name in zip("ab", figures.totals, strict=True):
        assert re.search(rf'<rect [^>]*class="bar {kind}"/><text [^>]*>{name}: ', chart)


def test_games_that_get_stuck_are_a_warning(figures: Figures) -> None:
    assert "Games that get stuck" in subjects(replace(figures, endings={"final round": 0.9, "nobody can act": 0.1}), "warning")


def test_the_page_is_whole_and_needs_nothing_else(figures: Figures) -> None:
    page = report_page(figures, "allaboard report new-york <&>")
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert reader.fetched == []
    assert not re.search(r"url\((?!data:|#|\"data:|'data:)", page)
    assert "&lt;&amp;&gt;" in page
    for route in figures.routes:
        assert page.count(f"<title>{route.name}, ") + page.count(f"<title>{route.name}: ") == 2
    for ticket in figures.tickets:
        assert ticket.name in page or not ticket.keepers


EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "report-new-york.html"


def plain(words: str, figures: Figures) -> str:
    """A sentence of a report without its figures and names, and with lists of names as one."""
    named = {one.name for one in (*figures.routes, *figures.connections, *figures.tickets)}
    names = sorted({*named, "planner", "racer", "greedy", "random", "final round", "nobody can act"}, key=len, reverse=True)
    words = re.sub("|".join(map(re.escape, names)), "§", html.unescape(words))
    words = re.sub(r"[-+−]?\d+(?:,\d{3})*(?:\.\d+)?", "0", words)
    return re.sub(r"§(?: \(?0%\)?)?(?:, §(?: \(?0%\)?)?)*", "§", words)


def wording(page: str, figures: Figures) -> list[str]:
    """What a page says in every case: headings, sentences and scales, and how two of its charts are made up."""
    charts = re.findall(r'aria-label="(?:points at the end|turns of a player)".*?</svg>', page, flags=re.DOTALL)
    page = re.sub(r'<ul class="findings">.*?</ul>|<svg.*?</svg>', "", page, flags=re.DOTALL)
    told = re.findall(r"<(h1|h2|p|th|summary|b)(?: [^>]*)?>(.*?)</\1>", page)
    return [plain(re.sub(r"<.*?>", "", words), figures) for _, words in told] + [
        kind for chart in charts for kind in re.findall(r'class="([^"]+)"', chart)
    ]


def test_the_example_in_the_documents_says_what_a_report_says_today(figures: Figures) -> None:
    """In the same words, whatever the figures: after a change the command that it names writes it anew."""
    page = EXAMPLE.read_text("utf-8")
    code = re.search(r"<code>(.*?)</code>", page)
    assert code is not None
    today = report_page(replace(figures, match=Match(NEW_YORK, ("planner", "racer"), 1)), html.unescape(code[1]))
    assert wording(page, figures) == wording(today, figures)
    unfair = share_of(np.array([1.0, 0.5] * 200)), share_of(np.array([0.0, 0.5] * 200))
    fair = share_of(np.array([1.0, 0.0] * 2000)), share_of(np.array([0.0, 1.0] * 2000))
    sound = tuple(replace(one, offered=200, kept=0.5, keepers=100, made=0.9) for one in figures.tickets)
    failing = (replace(sound[0], kept=0.02), replace(sound[1], made=0.2), *sound[2:])
    found = [*findings_of(replace(figures, turns=fair, tickets=sound)), *findings_of(replace(figures, turns=unfair[::-1]))]
    for one in (next(route for route in figures.connections if route.double is double) for double in (False, True)):
        busy, idle = replace(one, claimed=0.97, moment=0.2), replace(one, claimed=0.01)
        strong = replace(one, claims=100, worth=0.3, error=0.05)
        found += findings_of(
            replace(
                figures,
                turns=unfair,
                tickets=failing,
                connections=(busy, idle, strong),
                endings={"final round": 0.9, "nobody can act": 0.1},
                counts={**figures.counts, "skipped": 1.0},
            )
        )
    known = {(one.weight, one.subject, plain(one.words, figures)) for one in found}
    told = re.findall(r'<li class="(\w+)"><b>(.*?)</b>(.*?)</li>', page)
    assert told
    assert {(weight, subject, plain(words, figures)) for weight, subject, words in told} - known == set()


def test_a_board_of_ones_own_is_studied_like_any_other(tmp_path: Path) -> None:
    edition = load(Harbour(tmp_path).path)
    figures = take_figures(*played(edition, "greedy", "greedy", blocks=10))
    assert "Luck" in subjects(figures, "note")
    assert edition.title in report_page(figures, "allaboard report harbour.toml")
