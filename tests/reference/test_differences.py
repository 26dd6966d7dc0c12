"""The lockstep can fail: a reference that is wrong about one rule is found out, and where it is wrong is said."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import pytest

from allaboard.editions import get_edition as find_edition
from allaboard.editions.edition import Board
from allaboard.engine.jit import INTERPRETED
from reference import rules, scoring
from reference.boards import SHAPES, small_board
from reference.lockstep import Disagreement, Lockstep
from reference.table import SECOND_CARD, WILD, Seat, Table

open_to, payments, draws, claim_route, turn_actions = rules.open_to, rules.payments, rules.draws, rules.claim_route, rules.turn_actions


@dataclass
class Wrong:
    """One rule told wrongly: an edition's value, or a function of the reference; where it is played, and what must differ."""

    on: str
    """An edition, or a shape of small boards."""
    finds: str
    """In what the two must be found to differ."""
    edition: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    scoring: dict[str, Any] = field(default_factory=dict)
    players: int = 2
    taste: str = "any"
    scores: float = 0.0


def draws_with_last_wild(table: Table, second: bool) -> rules.Actions:
    """The last wild may be the second card when there is nothing else."""
    return draws(table, second) or draws(table, second=False)


def end_turn_without_skipping(table: Table) -> None:
    rules.count_turn(table)
    if table.phase != rules.OVER:
        table.phase = rules.TURN


def path_without_crossings(table: Table, seat: Seat) -> int:
    """The longest path that passes no location twice."""
    routes = [table.edition.board.routes[number] for number in table.routes_of(seat)]

    def walk(place: str, passed: frozenset[str]) -> int:
        ways = [(route.length, route.b if route.a == place else route.a) for route in routes if place in (route.a, route.b)]
        return max((length + walk(end, passed | {end}) for length, end in ways if end not in passed), default=0)

    return max((walk(end, frozenset([end])) for route in routes for end in (route.a, route.b)), default=0)


def claim_without_discarding(table: Table, seat: Seat, number: int, payment: dict[str, int], chance: Any) -> None:
    claim_route(table, seat, number, payment, chance)
    table.discard.subtract(payment)


def blind_wild_ends_turn(table: Table, seat: Seat, chance: Any) -> None:
    wilds = seat.hand[WILD]
    seat.hand[rules.draw_card(table, chance)] += 1
    rules.lay_market(table, chance)
    if seat.hand[WILD] > wilds:
        table.phase = SECOND_CARD
    rules.go_on_drawing(table)


def few_coloured(table: Table) -> bool:
    cards = table.deck + table.discard + Counter(table.market)
    return cards.total() - cards[WILD] < 3


def no_wilds(edition: Any, hand: Counter[str], length: int, colour: str | None) -> list[dict[str, int]]:
    return [payment for payment in payments(edition, hand, length, colour) if WILD not in payment]


def on_credit(table: Table, seat: Seat, number: int) -> bool:
    return open_to(table, replace(seat, pieces=99), number)


def both(table: Table, seat: Seat, number: int) -> bool:
    return open_to(table, replace(seat, number=-1), number)


def with_tickets(table: Table, seat: Seat) -> rules.Actions:
    return {**turn_actions(table, seat), "draw tickets": ("draw tickets",)}


def every_place(table: Table, seat: Seat, location: str) -> set[str]:
    return {place.name for place in table.edition.board.locations}


def richer(board: Board) -> Board:
    return replace(board, districts=tuple(replace(district, points=district.points + 1) for district in board.districts))


WRONG: Final = {
    "R-SETUP-1: a piece too many": Wrong("london", "pieces", {"pieces": 18}),
    "R-SETUP-2: a card too few": Wrong("new-york", "which the rules do not draw|in the bag", {"starting_hand": 1}),
    "R-SETUP-4: one may be kept": Wrong("usa", "may do", {"setup_keep": 1}),
    "R-SETUP-4: not shuffled": Wrong("usa", "chance gave", {"setup_return": "bottom"}),
    "R-SETUP-4: not out of the game": Wrong("usa-anniversary", "under the ticket deck", {"setup_return": "bottom"}),
    "R-SETUP-4: from seat 0 on": Wrong("new-york", "under the ticket deck", rules={"clockwise": lambda table: table.seats}, players=4),
    "R-TURN-2: nobody is skipped": Wrong("short", "told", rules={"end_turn": end_turn_without_skipping}, taste="hoard"),
    "R-DRAW-3: a face-up wild is one card of two": Wrong("new-york", "acting", rules={"whole_turn": lambda table, card: False}),
    "R-DRAW-3: a face-up wild as second card": Wrong("new-york", "may do", rules={"takeable": lambda card, second: True}),
    "R-DRAW-4: a blind wild is the whole turn": Wrong("wild", "acting", rules={"draw_blind": blind_wild_ends_turn}),
    "R-DRAW-6: the last wild as second card": Wrong("wild", "acting", rules={"draws": draws_with_last_wild}, taste="hoard"),
    "R-MARKET-1: four cards": Wrong("new-york", "in the bag", rules={"MARKET": 4}),
    "R-MARKET-2: cleared at four wilds": Wrong("wild", "told|chance gave", rules={"WILDS_THAT_CLEAR": 4}),
    "R-MARKET-2: never stays": Wrong("wild", "the rules draw once more", rules={"row_stays": lambda table: False}, taste="cards"),
    "R-MARKET-2: changes places for ever": Wrong("five", "the rules draw once more|chance gave", rules={"row_stays": few_coloured}),
    "R-DECK-1: not reshuffled": Wrong("narrow", "deck|the rules do not draw", rules={"renew_deck": lambda table: None}, taste="cards"),
    "R-CLAIM-1: no wilds": Wrong("new-york", "may do", rules={"payments": no_wilds}),
    "R-CLAIM-2: grey takes wilds alone": Wrong(
        "london", "may do", rules={"payments": lambda edition, hand, length, colour: payments(edition, hand, length, colour or WILD)}
    ),
    "R-CLAIM-5: pieces on credit": Wrong("short", "may do|told", rules={"open_to": on_credit}, taste="routes"),
    "R-CLAIM-6: both of a double route": Wrong("usa", "may do", rules={"open_to": both}, players=4, taste="routes"),
    "R-CLAIM-7: closed with three players in new-york": Wrong("new-york", "may do", {"twin_closed_up_to": 3}, players=3, taste="routes"),
    "R-CLAIM-7: open with three players in usa": Wrong("usa", "may do", {"twin_closed_up_to": 2}, players=3, taste="routes"),
    "R-CLAIM-8: paid cards are gone": Wrong("new-york", "discard", rules={"claim_route": claim_without_discarding}, taste="routes"),
    "R-CLAIM-9: points shown": Wrong("new-york", "sees of the table", {"points_shown": "claimed"}),
    "R-CLAIM-9: other points": Wrong("london", "sees of the table", {"route_points": {1: 1, 2: 2, 3: 3, 4: 7}}, taste="routes"),
    "R-CLAIM-10: ferries take any cards": Wrong("ferries", "may do", rules={"crosses": lambda route, payment: True}),
    "R-TICKET-1: three drawn": Wrong("london", "the rules draw once more", {"offer": 3}, taste="tickets"),
    "R-TICKET-1: none need be kept": Wrong("usa", "may do", {"keep": 0}, taste="tickets"),
    "R-TICKET-3: not in the player's order": Wrong("usa", "may do", {"return_order": "drawn"}, taste="tickets"),
    "R-TICKET-5: with an empty deck": Wrong("tickets", "may do|told", rules={"turn_actions": with_tickets}, taste="tickets"),
    "R-TICKET-7: everything is joined": Wrong("usa", "tickets of seat", scoring={"reached_from": every_place}),
    "R-END-1: a turn short": Wrong(
        "new-york", "sees of the table", rules={"final_round_turns": lambda table: len(table.seats) - 1}, taste="routes"
    ),
    "R-END-1: at three pieces": Wrong("new-york", "told", {"final_round_at": 3}, taste="routes"),
    "R-SCORE-3: two for an attraction": Wrong("new-york", "attraction_points", {"attraction_points": 2}, taste="routes"),
    "R-SCORE-4: districts are worth more": Wrong(
        "london", "district_points", {"board": richer(find_edition("london").board)}, taste="routes"
    ),
    "R-SCORE-5: no crossing": Wrong("usa", "longest_path of", scoring={"longest_path": path_without_crossings}, taste="routes", scores=0.1),
    "R-SCORE-5: eleven points": Wrong("usa-anniversary", "longest_path_points", {"longest_path_points": 11}, taste="routes", scores=0.1),
    "R-SCORE-6: ties are shared": Wrong("level", "winners", {"tie_breaks": ()}, scores=1.0),
    "R-SCORE-6: the longest path first": Wrong("level", "winners", {"tie_breaks": ("longest-path", "tickets")}, scores=1.0),
}
"""Rules told wrongly."""


@pytest.mark.skipif(INTERPRETED, reason="here the lockstep itself is tested, once, with the compiled engine")
@pytest.mark.parametrize("name", WRONG)
def test_wrong_rules_are_found(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reference that tells one rule wrongly disagrees with the compiled engine before long, and in that rule."""
    wrong = WRONG[name]
    for module, changes in ((rules, wrong.rules), (scoring, wrong.scoring)):
        for attribute, value in changes.items():
            monkeypatch.setattr(module, attribute, value)
    with pytest.raises(Disagreement) as found:
        for seed in range(40):
            edition = small_board(tmp_path, wrong.on, seed) if wrong.on in SHAPES else find_edition(wrong.on)
            told = replace(edition, **wrong.edition)
            Lockstep(edition, wrong.players, seed, wrong.taste, scores=wrong.scores, told_to_reference=told).play()
    assert re.search(wrong.finds, found.value.what), found.value
