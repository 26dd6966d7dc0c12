"""A review as one HTML page that needs nothing else: the board at any moment, the graph, turning points, marks, figures and luck."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from itertools import accumulate

from allaboard.actions import ClaimRoute
from allaboard.drawing import Geometry, draw_board, geometry
from allaboard.drawing.routes import vehicle_definitions, vehicles
from allaboard.drawing.svg import escaped, number, place, rectangle
from allaboard.drawing.typefaces import DISPLAY, MEDIUM, NAMES, embedded
from allaboard.game import Game
from allaboard.notation import parse
from allaboard.review.graph import draw_graph, emblem, level_line, mark_sign
from allaboard.review.narration import Narrator, percent, points, shares, sign, turn_name
from allaboard.review.results import Judgement, Review, SeatReview, TurningPoint
from allaboard.sentences import YOU

__all__ = ["review_page"]

WIDE, NARROW = (860.0, 170.0), (440.0, 150.0)


def review_page(review: Review, game: Game, names: Sequence[str], seat: int | None = None) -> str:
    """The whole page; the seat named is shown first, or the winner."""
    return _Page(review, game, names, review.winners[0] if seat is None else seat).html()


class _Page:
    """A page in the making."""

    def __init__(self, review: Review, game: Game, names: Sequence[str], chosen: int) -> None:
        self.review, self.game, self.names, self.chosen = review, game, names, chosen
        self.narrator = Narrator(game.edition, names)
        self.marks = [one for one in review.judgements if one.mark is not None]
        self.plan: Geometry = geometry(game.edition)

    def html(self) -> str:
        title = f"{self._result()} · {self.game.edition.title}"
        fonts = embedded([DISPLAY, NAMES, MEDIUM], title)
        chosen = self.chosen
        style = f".for{chosen}{{display:block}}.flag.of{chosen}{{display:inline!important}}.line.g{chosen}{{stroke-width:4!important}}"
        style += f".band.of{chosen}{{opacity:.2!important}}"
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{escaped(title)}</title><style>{fonts}{_file('page.css')}</style><style id=chosen>{style}</style></head><body>"
            f'<main class="review">{self._title()}<div class="stage">{self._board()}{NOTE}{self._graph()}</div>'
            f'<div class="side">{self._side()}</div></main>'
            f'<script type="application/json" id="moments">{self._data()}</script><script>{_file("page.js")}</script></body></html>\n'
        )

    def _result(self) -> str:
        winners = [self.names[seat] for seat in self.review.winners]
        return f"{' and '.join(winners)} {'arrive' if len(winners) > 1 or winners == [YOU] else 'arrives'} first"

    def _board(self) -> str:
        left, top, wide, tall = self.plan.view
        owners = self.game.owners()
        kinds = {
            (self.plan.vehicle_kind(self.plan.routes[r], cell), s)
            for r, s in owners.items()
            for cell in range(len(self.plan.routes[r].cells))
        }
        definitions = "".join(vehicle_definitions(kind, seat) for kind, seat in sorted(kinds))
        unit = self.plan.sizes.unit
        hints = "".join(self._hint(one) for one in self.marks)
        layer = (
            f'<svg viewBox="{" ".join(map(number, (left, top, wide, tall)))}" aria-hidden="true" '
            f'style="--stroke:{number(3 * unit)};--dash:{number(7 * unit)} {number(4 * unit)}">'
            f"<defs>{definitions}</defs>{vehicles(self.plan, owners)}{hints}</svg>"
        )
        shape = " upright" if tall > wide else ""
        return (
            f'<div class="board{shape}" style="--wide:{number(wide)};--tall:{number(tall)}"><div class="layers">'
            f"{draw_board(self.game.edition)}{layer}</div></div>"
        )

    def _hint(self, one: Judgement) -> str:
        """The route that was better to claim, and the one that was claimed instead."""
        parts = "".join(
            self._outline(action, kind) for action, kind in ((one.played, "played"), (one.best, "better")) if one.mark != "clear run"
        )
        return f'<g data-hint="{one.n}">{parts}</g>' if parts else ""

    def _outline(self, action: str, kind: str) -> str:
        named = parse(self.game.edition, action, exact=True)
        if not isinstance(named, ClaimRoute):
            return ""
        grow = 6 * self.plan.sizes.unit
        boxes = self.plan.routes[self.game.actions.route_index[named.route]].cells
        return "".join(
            rectangle(
                box.width + grow,
                box.height + grow,
                self.plan.sizes.radius + grow / 2,
                more=f'class="{kind}" {place(box.x, box.y, box.angle)}',
            )
            for box in boxes
        )

    def _graph(self) -> str:
        legend = "".join(
            f'<span class="legend">{emblem(seat)} {escaped(name)} <b id="chance{seat}"></b></span>' for seat, name in enumerate(self.names)
        )
        flags = [one.turning_points for one in self.review.seats]
        wide = draw_graph(self.review, *WIDE, flags).replace('class="graph"', 'class="graph wide"', 1)
        narrow = draw_graph(self.review, *NARROW, flags).replace('class="graph"', 'class="graph narrow"', 1)
        head = f'<header><span class="cap">Chance to win, all cards open</span>{legend}</header>'
        return f'<div class="gbox">{head}{wide}{narrow}{self._table()}</div>'

    def _table(self) -> str:
        """The graph as a table, for those who read it, with the split of every step for the seat that acted."""
        titles = ("Turn", "Who", "Action", *(f"{name} before" for name in self.names), "Choice", "Hidden", "Luck", "Residue")
        head = "".join(f"<th>{escaped(name)}</th>" for name in titles)
        rows = "".join(
            f"<tr><td>{step.turn}</td><td>{escaped(self.names[step.seat])}</td><td>{escaped(step.action)}</td>"
            f"{''.join(f'<td>{told}</td>' for told in (*shares(step.before), *self.narrator.step(step, step.seat)))}</tr>"
            for step in self.review.graph.steps
        )
        return (
            f'<details><summary>Read as a table</summary><p class="soft">{STEPS}</p>'
            f'<div class="scroll"><table><tr>{head}</tr>{rows}</table></div></details>'
        )

    def _title(self) -> str:
        totals = ", ".join(f"{name} {total}" for name, total in zip(self.names, self.review.totals, strict=True))
        turns = self.review.graph.steps[-1].turn
        return (
            f'<header class="title"><div class="word">All <span>Aboard</span></div><h1>{escaped(self._result())}</h1>'
            f'<p class="soft">{escaped(self.game.edition.title)}, {turns} turns. {escaped(totals)}.</p></header>'
        )

    def _side(self) -> str:
        review = self.review
        picks = "".join(
            f'<label>{emblem(seat)}<input type="radio" name="seat" value="{seat}"{" checked" * (seat == self.chosen)}>'
            f"{escaped(name)}</label>"
            for seat, name in enumerate(self.names)
        )
        own = "".join(f'<div class="for for{one.seat}">{self._points(one)}</div>' for one in review.seats)
        luck = "".join(f'<div class="for for{one.seat}">{self._meter(one)}</div>' for one in review.seats)
        made = f"{review.games:,} games played on from this one, seed {review.seed}; edition {review.edition_hash}."
        return (
            f'<div class="pick" role="radiogroup" aria-label="Whose review">{picks}</div>'
            f'{own}{self._figures()}{luck}{self._list()}{HOW}<p class="soft">{escaped(made)}</p>'
        )

    def _points(self, one: SeatReview) -> str:
        cards = "".join(self._point(index, point, one.seat) for index, point in enumerate(one.turning_points, start=1))
        said = cards or "<p>No turning points: nothing moved this chance for certain.</p>"
        return _section("Turning points", "in points of the chance to win", said)

    def _point(self, index: int, point: TurningPoint, seat: int) -> str:
        kind = point.mark or "luck"
        who = "your move" if self.names[point.seat] == YOU else self.names[point.seat]
        small, gain = ("luck", "") if point.cause == "luck" else ("points", " gain" * (point.swing > 0))
        return (
            f'<button class="point e-{kind.replace(" ", "-")}{gain}" data-n="{point.n}">'
            f'<span class="v">{points(point.swing)}<small>{small}</small></span>'
            f'<span class="t"><span class="cap"><span class="disc">{index}</span>{turn_name(point.turn)}, {escaped(who)}</span>'
            f"{escaped(self.narrator.turning_point(point, self.review))}</span>"
            f'<span class="g">{mark_sign(kind)}<br>{kind.capitalize()}</span></button>'
        )

    def _figures(self) -> str:
        levels = [(level.name, level.figure) for level in self.review.levels if level.figure > 0]
        rows = ""
        for one in self.review.seats:
            counts = (("dead end", one.dead_ends), ("detour", one.detours), ("delay", one.delays), ("clear run", one.clear_runs))
            marks = "".join(f"<span>{mark_sign(mark, 19)} {count}</span>" for mark, count in counts if count) or "none"
            line = level_line(one.figure, one.error, levels, one.seat) if levels else ""
            rows += (
                f'<tr><td>{emblem(one.seat)} {escaped(self.names[one.seat])}</td><td class="m">{marks}</td>'
                f'<td class="n">{sign(100 * one.figure, plus=False)} <small>± {200 * one.error:.1f}</small></td><td>{line}</td></tr>'
            )
        bands = "".join(
            f'<p class="soft for for{one.seat}">{sign(100 * one.figure, plus=False)}: {one.band}</p>'
            for one in self.review.seats
            if one.band
        )
        head = '<tr><th>Seat</th><th>Marks</th><th class="n">Figure</th><th></th></tr>'
        return _section("Errors per decision", "in points of the chance to win", f'<table class="figures">{head}{rows}</table>{bands}')

    def _meter(self, one: SeatReview) -> str:
        """Running bars from the fair share to the result, and what they come to without luck."""
        lines = self.narrator.split(one.known)
        reached = list(accumulate((line.value for line in lines[:-1]), initial=0.0))
        low, high = min(0.0, *reached), max(1.0, *reached)

        def across(value: float) -> str:
            return f"{100 * (value - low) / (high - low):.1f}%"

        ends = f'<u style="left:{across(0)}"></u><u style="left:{across(1)}"></u>'
        rows, at = "", 0.0
        for name, part, told in lines:
            whole = name in ("Fair share", "Result")
            begin, at = (0.0, part) if whole else (at, at + part)
            left, right = sorted((begin, at))
            kind = "share" if whole or name == "Residue" else "luck" if name == "Luck" else "up" if part > 0 else "down"
            bar = f'<i class="{kind}" style="left:{across(left)};width:max(2px,{across(low + right - left)})"></i>'
            tone = "" if whole or told == "0" else "up-t" if part > 0 else "down-t"
            rows += f'<span>{escaped(name)}</span><span class="b">{ends}{bar}</span><b class="{tone}">{told}</b>'
        parts = ", ".join(f"{name} {told}" for name, _, told in self.narrator.parts_of_luck(one.known))
        open_cards = {name: told for name, _, told in self.narrator.split(one.hindsight)}
        hindsight = f"own choices {open_cards['Own choices']}, others’ {open_cards['Others’ choices']} (± {200 * one.hindsight.error:.0f})"
        soft = f"Luck: {parts} (all ± {200 * one.known.error:.0f}). In hindsight, with all cards open: {hindsight}."
        stamp = f"<div>{self.narrator.without_luck(self.review, one.seat)}<small>without luck</small></div>"
        words = escaped(self.narrator.adjusted(self.review, one.seat))
        body = f'<div class="meter">{rows}</div><p class="soft">{soft}</p><div class="stamp">{stamp}<p>{words}</p></div>'
        return _section("Luck meter", "from the fair share to the result", body)

    def _list(self) -> str:
        rows = "".join(self._row(one) for one in self.marks)
        none = f"<p>No marks. {self.narrator.least_loss(self.review)}</p>"
        return _section("Marks", "what was better, and why", f'<table class="marks">{rows}</table>' if rows else none)

    def _row(self, one: Judgement) -> str:
        why = " ".join(self.narrator.reasons(one))
        said = f'<span class="why">{escaped(why)}</span>' if why else ""
        loss = "" if one.mark == "clear run" else f"{points(-one.loss)} <small>± {200 * one.error:.0f}</small>"
        return (
            f'<tr data-n="{one.n}" id="n{one.n}"><td class="tn">{one.turn or turn_name(0)}</td><td>{emblem(one.seat, 19)}</td>'
            f"<td>{mark_sign(one.mark or '')}</td><td>{escaped(self.narrator.judgement(one, why=False))}{said}</td>"
            f'<td class="ls">{loss}</td></tr>'
        )

    def _data(self) -> str:
        """What the script needs: a sentence and the chances of every moment, and when each route was claimed."""
        by_number = {one.n: one for one in self.review.judgements}
        claims = {}
        for step in self.review.graph.steps:
            named = parse(self.game.edition, step.action, exact=True)
            if isinstance(named, ClaimRoute):
                claims[self.game.actions.route_index[named.route]] = step.n
        data = {
            "begin": next((point.n for point in self.review.seats[self.chosen].turning_points), len(self.review.graph.steps)),
            "claims": claims,
            "marks": [one.n for one in self.marks],
            "steps": [
                {"turn": step.turn, "words": self._sentence(by_number[step.n]), "chances": shares(step.before)}
                for step in self.review.graph.steps
            ],
        }
        return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")

    def _sentence(self, one: Judgement) -> str:
        if one.mark in (None, "clear run"):
            return self.narrator.judgement(one)
        chances = f"{percent(one.chance)} instead of {percent(min(1.0, one.chance + one.loss))}"
        return f"{self.narrator.judgement(one, why=False)} {chances}, by what could be known."


NOTE = """<div class="note"><div class="lead" id="turn"></div><p id="sentence" aria-live="polite"></p><div class="walk">
<button id="previous" aria-label="Previous mark">◀</button><button id="next" aria-label="Next mark">▶</button></div></div>"""

STEPS = """What every action changed of the chance of who acted, in points: the choice against what our planner would have done, by what
could be known; what lay hidden from it; luck; and what the judge changed its mind about."""

HOW = """<details id="how"><summary>How it is reckoned</summary><p>Every decision is judged by what its seat could know then. What was
played and the best other options are played on by bots in the same hundreds of possible worlds; the loss is the difference in games won.
It is marked only where it exceeds twice its standard error: Delay from 3 points, Detour from 7, Dead end from 12 with two players, fewer
with more. A figure is the plain mean loss over all decisions that left a choice. The graph shows the chances with all cards open, which
nobody could know. The meter leads from the fair share to the result: choices are measured from what our planner would have done; luck is
the deal, the cards that came, and what lay hidden when somebody chose; the residue is what the judge changed its mind about.</p>
</details>"""


def _section(heading: str, note: str, body: str) -> str:
    return f'<section><div class="head"><h2>{escaped(heading)}</h2><span class="soft">{escaped(note)}</span></div>{body}</section>'


def _file(name: str) -> str:
    return files("allaboard.review").joinpath(name).read_text(encoding="utf-8")
