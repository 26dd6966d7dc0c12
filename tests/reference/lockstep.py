"""Plays one game in both engines at once, and compares all there is after every step. Who wins an argument is for RULES.md to say."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

from allaboard import Edition, Game, IllegalAction
from reference import rules, scoring
from reference.table import CHOOSING, OVER, WILD, Impossible, Table

TASTES: Final = {
    "any": None,
    "cards": {"draw": 20, "take": 20, "claim": 1, "tickets": 1},
    "hoard": {"draw": 400, "take": 40, "claim": 0.1, "tickets": 0.1},
    "routes": {"draw": 2, "take": 2, "claim": 30, "tickets": 1},
    "tickets": {"draw": 1, "take": 1, "claim": 1, "tickets": 12},
}
"""How much a player likes each kind of action; None: every action alike."""

TOLD: Final = ("skipped", "final round", "reshuffled", "cleared")
"""Events that follow from the rules and are not the action itself."""


class Disagreement(AssertionError):  # noqa: N818 - which of the two is at fault is not known
    """The two engines differ: `what` says in which respect, the message also in which game and how."""

    def __init__(self, where: str, what: str, how: str = "") -> None:
        super().__init__(": ".join(filter(None, (where, what, how))))
        self.what = what


class Lockstep:
    """A game of the compiled engine beside the same one of the reference.

    `met` counts the corners of the rules that it comes to; `scores` is the share of moments at which a score is drawn up as if the game
    ended there; `told_to_reference` is what the reference plays by when a test wants the two to differ.
    """

    def __init__(
        self,
        edition: Edition,
        players: int,
        seed: int,
        taste: str = "any",
        *,
        met: Counter[str] | None = None,
        scores: float = 0.02,
        told_to_reference: Edition | None = None,
    ) -> None:
        self.game = Game(edition, players, seed)
        self.chance = random.Random(seed)
        self.taste, self.scores = taste, scores
        self.where = f"{edition.id}, {players} players, seed {seed}, taste {taste}"
        self.steps = 0
        deal = self._names(self.game.deal[: -players * edition.setup_offer], edition.card_names)
        deal += self._names(self.game.deal[-players * edition.setup_offer :], self.game.actions.ticket_names)
        try:
            self.table = rules.set_up(told_to_reference or edition, players, self.game.start, deal, met)
        except Impossible as error:
            raise Disagreement(f"{self.where}, set-up", str(error)) from error
        self.compare()

    def play(self, wrong_tries: int = 1) -> None:
        """Play to the end; before each action, try some that are not legal."""
        while not self.game.over:
            self.step(wrong_tries)
        self._refused("draw deck", 0)

    def step(self, wrong_tries: int = 1) -> None:
        """Play one action in both, and compare."""
        seat = self.chance.choice(self.table.acting)
        for text in self._temptations(seat, wrong_tries):
            if text not in self.legal[seat]:
                self._refused(text, seat)
        text = self._pick(self.legal[seat])
        if wrong_tries and (waiting := [*{*range(self.game.players)} - {*self.table.acting}]):
            self._refused(text, self.chance.choice(waiting))
        told = self.game.play(text, seat)
        entry = self.game.log[-1]
        about_tickets = text.startswith(("draw tickets", "keep"))
        names = self.game.actions.ticket_names if about_tickets else self.game.edition.card_names
        self.steps += 1
        self.where = f"{self.where.partition(' step ')[0]} step {self.steps}: seat {seat}: {text}"
        try:
            rules.apply(self.table, seat, text, self._names(entry.outcome, names))
        except Impossible as error:
            raise Disagreement(self.where, str(error)) from error
        self._same(
            "what is told",
            {tale for tale in self.table.told if tale[0] in TOLD},
            {(tale.kind, tale.seat) for tale in told if tale.kind in TOLD},
        )
        self.compare()

    def compare(self) -> None:
        """Compare everything there is: what is true, and what the seats see that act; sometimes what all see, and the score."""
        truth = compiled_facts(self.game)
        for fact, value in reference_facts(self.table).items():
            self._same(fact, value, truth[fact])
        self.legal = [list(rules.legal_actions(self.table, seat)) for seat in range(self.game.players)]
        public = public_facts(self.table)
        onlookers = [None, *range(self.game.players)] if self.table.phase == OVER or self.chance.random() < 0.2 else []
        for seat in {*self.table.acting, *onlookers}:
            view = self.game.view(seat)
            self._same(f"what seat {seat} sees of the table", public, seen_of_table(view))
            if seat is not None:
                expected = {**private_facts(self.table, seat), "legal": sorted(self.legal[seat])}
                self._same(f"what seat {seat} has and may do", expected, seen_of_own(view))
        if self.table.phase == OVER or self.chance.random() < self.scores:
            self.compare_scores()

    def compare_scores(self) -> None:
        """Compare score sheets, winners and the tie break."""
        sheets, result = scoring.score(self.table), self.game.result()
        for expected, sheet in zip(sheets, result.sheets, strict=True):
            facts = {
                "routes": sheet.routes,
                "tickets": {ticket.ticket: ticket.points for ticket in sheet.tickets},
                "completed": sum(ticket.complete for ticket in sheet.tickets),
                "longest_path": sheet.longest_path,
                "longest_path_points": sheet.longest_path_points,
                "attractions": set(sheet.attractions),
                "attraction_points": sheet.attraction_points,
                "districts": set(sheet.districts),
                "district_points": sheet.district_points,
                "total": sheet.total,
            }
            for fact, value in facts.items():
                self._same(f"{fact} of seat {sheet.seat}", getattr(expected, fact), value)
            self._same(f"ticket points of seat {sheet.seat}", sum(expected.tickets.values()), sheet.ticket_points)
        self._same("winners and tie break", scoring.winners(self.table, sheets), (result.winners, result.tie_break))
        self._same("final", self.table.phase == OVER, result.final)
        self.table.met.update(scoring.corners(self.table, sheets))

    def _same(self, what: str, reference: Any, compiled: Any) -> None:
        if reference != compiled:
            raise Disagreement(self.where, what, f"by RULES.md {reference}, compiled {compiled}")

    def _refused(self, text: str, seat: int) -> None:
        before = self.game.state.tobytes(), len(self.game.log), len(self.game.events)
        try:
            self.game.play(text, seat)
        except IllegalAction:
            self._same(
                f"all, after “{text}” of seat {seat} was refused",
                before,
                (self.game.state.tobytes(), len(self.game.log), len(self.game.events)),
            )
        else:
            raise Disagreement(self.where, f"“{text}” of seat {seat} is not allowed by RULES.md, and was not refused")

    def _pick(self, texts: list[str]) -> str:
        likes = TASTES[self.taste]
        if likes is None or self.table.phase == CHOOSING or texts[0].startswith("keep"):
            return self.chance.choice(texts)
        kinds = {"draw": "draw deck", "take": "take", "claim": "claim", "tickets": "draw tickets"}
        groups = {kind: [text for text in texts if text.startswith(start)] for kind, start in kinds.items()}
        weights = [likes[kind] if groups[kind] else 0 for kind in kinds]
        return self.chance.choice(groups[self.chance.choices(list(kinds), weights)[0]])

    def _temptations(self, seat: int, count: int) -> list[str]:
        """Actions that look like actions, many of them nearly legal."""
        edition, chance = self.game.edition, self.chance
        tempting = []
        for _ in range(count):
            route = chance.randrange(len(edition.board.routes))
            length = edition.board.routes[route].length + chance.choice((0, 0, 0, -1, 1))
            wilds = chance.randint(0, max(0, length))
            colour = chance.choice([name for name in edition.card_names if name != WILD])
            paid = " + ".join(f"{n} {card}" for card, n in ((colour, length - wilds), (WILD, wilds)) if n > 0) or "0 wild"
            tickets = [*self.table.seats[seat].offer, chance.choice(edition.tickets).name]
            chance.shuffle(tickets)
            kept = chance.randint(0, len(tickets))
            tempting += [
                f"claim {edition.board.route_name(route)} with {paid}",
                f"take {chance.choice(edition.card_names)}",
                chance.choice(("draw deck", "draw tickets")),
                f"keep {', '.join(tickets[:kept])}; return {', '.join(tickets[kept:])}",
            ]
        return chance.sample(tempting, min(count, len(tempting)))

    @staticmethod
    def _names(numbers: tuple[int, ...], names: tuple[str, ...]) -> list[str]:
        return [names[number] for number in numbers]


def reference_facts(table: Table) -> dict[str, Any]:
    """The whole truth by the reference engine."""
    return {
        "acting": table.acting,
        "deck": +table.deck,
        "discard": +table.discard,
        "hands": [+seat.hand for seat in table.seats],
        "pieces": [seat.pieces for seat in table.seats],
        "routes": table.owners,
        "tickets": [sorted(seat.tickets) for seat in table.seats],
        "offers": [seat.offer for seat in table.seats],
        "ticket deck": table.tickets.total(),
        "under the ticket deck": table.under_deck,
    }


def compiled_facts(game: Game) -> dict[str, Any]:
    """The same facts of the compiled engine."""
    state, cards, names = game.state, game.edition.card_names, game.actions.ticket_names
    seats = range(game.players)

    def counted(counts: Any) -> Counter[str]:
        return +Counter(dict(zip(cards, counts.tolist(), strict=False)))

    places, tickets = state["place"].tolist(), range(len(names))
    offers = [[names[number] for number in state["offer"][seat, : state["offer_size"][seat]].tolist()] for seat in seats]
    return {
        "acting": game.acting,
        "deck": counted(state["deck"]),
        "discard": counted(state["discard"]),
        "hands": [counted(state["hands"][seat]) for seat in seats],
        "pieces": state["pieces"][: game.players].tolist(),
        "routes": game.owners(),
        "tickets": [
            sorted(names[ticket] for ticket in tickets if places[ticket] == seat and names[ticket] not in offers[seat]) for seat in seats
        ],
        "offers": offers,
        "ticket deck": int(state["tickets_in_deck"]),
        "under the ticket deck": [names[number] for number in state["queue"][: state["queue_size"]].tolist()],
    }


def public_facts(table: Table) -> dict[str, Any]:
    """R-SECRET-1: what everybody sees. Points are left to the score once the game is over."""
    board = table.edition.board
    shown = table.edition.points_shown == "claimed"  # R-CLAIM-9
    return {
        "players": len(table.seats),
        "start": table.start,
        "phase": table.phase,
        "acting": list(table.acting),
        "turns": table.turns,
        "final_turns": table.final_turns,
        "market": Counter(table.market),
        "deck": table.deck.total(),
        "discard": dict(+table.discard),
        "ticket_deck": table.tickets.total() + len(table.under_deck),
        "routes": {board.route_name(number): owner for number, owner in table.owners.items()},
        "seats": [
            {
                "pieces": seat.pieces,
                "cards": seat.hand.total(),
                "tickets": len(seat.tickets),
                "offer": len(seat.offer),
                "chosen": seat.choice is not None,
                "points": (seat.points if shown else None) if table.phase != OVER else ...,
            }
            for seat in table.seats
        ],
    }


def seen_of_table(view: dict[str, Any]) -> dict[str, Any]:
    """The same in a view of the compiled engine's."""
    keys = ("players", "start", "phase", "acting", "turns", "final_turns", "deck", "discard", "ticket_deck", "routes")
    of_seat = ("pieces", "cards", "tickets", "offer", "chosen", "points")
    return {
        **{key: view[key] for key in keys},
        "market": Counter(card for card in view["market"] if card is not None),
        "seats": [{key: ... if key == "points" and view["phase"] == OVER else seat[key] for key in of_seat} for seat in view["seats"]],
    }


def private_facts(table: Table, number: int) -> dict[str, Any]:
    """R-SECRET-2: what only the player sees, but for the legal actions."""
    seat = table.seats[number]
    return {
        "hand": dict(+seat.hand),
        "tickets": sorted(seat.tickets),
        "offer": seat.offer,
        "chosen": seat.choice,
    }


def seen_of_own(view: dict[str, Any]) -> dict[str, Any]:
    """The same in the view of its player, and the legal actions."""
    own = view["you"]
    return {key: sorted(own[key]) if key in ("tickets", "legal") else own[key] for key in ("hand", "tickets", "offer", "chosen", "legal")}
