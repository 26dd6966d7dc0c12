"""Worlds that a seat cannot rule out come as often as they should: compared with a count of all of them in games small enough to count.

The count tells every card apart: a draw may give any card of the deck, a payment may be any card of its kind in the hand, and a ticket
given back may be any of the offer. All ways that agree with what seat 0 saw are equally likely.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb
from typing import Any

import pytest
from scipy.stats import chisquare

from allaboard import Position
from allaboard.engine.entry import new_states, resampled
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.records import IN_QUEUE, WILD
from builders import play_with, tickets
from games import redacted_states, stream_of

WORLDS = 1_200 if INTERPRETED else 24_000
UNLIKELY = 1e-4

Cards = tuple[int, ...]
Dealt = tuple[tuple[Cards, ...], Cards]
"""The hidden cards of every seat, and the deck, by kind."""


class Counted:
    """A game that is played and counted at the same time, from the eyes of seat 0."""

    def __init__(self, position: Position) -> None:
        self.game = position.game(seed=1)
        state = self.game.state
        seats, kinds = range(1, self.game.players), range(len(state.deck))
        unseen = tuple(int(state.deck[kind] + sum(state.hands[seat, kind] - state.shown[seat, kind] for seat in seats)) for kind in kinds)
        nothing = (0,) * len(unseen)
        self.ways: Counter[Dealt] = Counter({((nothing,) * self.game.players, unseen): 1})
        for seat in seats:
            for _ in range(int(state.hand_size[seat] - state.shown[seat].sum())):
                self._draw(seat)
        self._look_at_row()

    def play(self, action: str, *chance: str, shown: int = 0) -> None:
        """Let the acting seat do this while chance gives these cards; of those it pays, so many were taken in sight of all."""
        seat, names = self.game.acting[0], self.game.edition.card_names
        events = play_with(self.game, action, *chance)
        for event in events:
            if event.kind == "drew":
                self._draw(seat, names.index(chance[0]) if seat == 0 else None)
            elif event.kind == "claimed" and seat != 0:
                for card, paid in event.payment.items():
                    for _ in range(paid - (shown if card != "wild" else 0)):
                        self._pay(seat, names.index(card))
            elif event.kind == "reshuffled":
                self._reshuffle()
        self._look_at_row()

    def _draw(self, seat: int, kind: int | None = None) -> None:
        ways: Counter[Dealt] = Counter()
        for (hands, deck), weight in self.ways.items():
            for drawn, count in enumerate(deck):
                if count and kind in (None, drawn):
                    hand = changed(hands[seat], drawn, 1) if kind is None else hands[seat]
                    ways[(*hands[:seat], hand, *hands[seat + 1 :]), changed(deck, drawn, -1)] += weight * count
        self.ways = ways

    def _pay(self, seat: int, kind: int) -> None:
        ways: Counter[Dealt] = Counter()
        for (hands, deck), weight in self.ways.items():
            if hands[seat][kind]:
                ways[(*hands[:seat], changed(hands[seat], kind, -1), *hands[seat + 1 :]), deck] += weight * hands[seat][kind]
        self.ways = ways

    def _reshuffle(self) -> None:
        """All see what the new deck is made of; only worlds whose old one had run out are possible."""
        new = tuple(int(count) for count in self.game.state.deck)
        self.ways = Counter({(hands, new): weight for (hands, deck), weight in self.ways.items() if not any(deck)})

    def _look_at_row(self) -> None:
        """R-MARKET-2: three wilds stay only where the deck cannot make the row clean."""
        state = self.game.state
        market = [int(kind) for kind in state.market if kind >= 0]
        if market.count(WILD) < 3:
            return
        cards = min(5, len(market) + int(state.deck_size + state.discard_size))
        needed = cards - 2 - len(market) + market.count(WILD) - int(state.discard[1:].sum())
        if state.deck_size == 5 and state.discard_size == 0:
            needed = 3
        self.ways = Counter({dealt: weight for dealt, weight in self.ways.items() if sum(dealt[1][1:]) < needed})

    def check(self) -> None:
        """Draw many worlds and compare."""
        game, state = self.game, self.game.state
        redacted, states, stream = redacted_states(game, 0), new_states(), stream_of(7)
        dealt: Counter[Dealt] = Counter()
        for _ in range(WORLDS):
            resampled(game.actions.boards, redacted, 0, stream, states)
            world = states[0]
            hands = [tuple(int(n) for n in world.hands[seat] - state.shown[seat]) for seat in range(game.players)]
            hands[0] = (0,) * len(hands[0])
            dealt[tuple(hands), tuple(int(n) for n in world.deck)] += 1
        assert dealt.keys() <= self.ways.keys()
        assert fits(dealt, self.ways)


def changed(cards: Cards, kind: int, by: int) -> Cards:
    return (*cards[:kind], cards[kind] + by, *cards[kind + 1 :])


def fits(seen: Counter[Any], ways: Counter[Any]) -> bool:
    """Whether counts follow their weights; rare ones are taken together."""
    total = ways.total()
    common = [key for key in ways if ways[key] * WORLDS / total >= 8]
    observed, expected = [seen[key] for key in common], [ways[key] * WORLDS / total for key in common]
    if len(common) < len(ways):
        observed.append(WORLDS - sum(observed))
        expected.append(WORLDS - sum(expected))
    return len(observed) < 2 or bool(chisquare(observed, expected).pvalue > UNLIKELY)


def three_seats() -> Position:
    """Seats 1 and 2 hold three red and three orange, and one card is left in the deck; seat 0 holds most of the others."""
    return (
        Position("new-york", 3).hand(0, blue=6, green=6, wild=8, black=3, pink=1).hand(1, red=3).hand(2, orange=3)
        .market("pink", "pink", "black", "black", "orange").deck(pink=1).turn(0)
    )  # fmt: skip


def test_a_counting_player_knows_what_two_others_hold_together() -> None:
    """R-DECK-1: no card that was drawn before a reshuffle is in the deck after it."""
    counted = Counted(three_seats())
    counted.play("draw deck", "pink")
    counted.check()
    assert all(hands[1][5] + hands[2][5] == 3 for hands, _ in counted.ways)


def test_payments_may_come_from_older_decks_or_newer() -> None:
    """R-CLAIM-8: who pays red after a reshuffle may have held it before or drawn it since, and the next reshuffle forgets nothing."""
    counted = Counted(three_seats())
    for card in ("pink", "red"):  # seat 0, and the pile of eight becomes the deck
        counted.play("draw deck", card)
    for card in ("red", "orange", "red", "pink"):
        counted.play("draw deck", card)
    counted.check()
    counted.play("claim Midtown West–Times Square with 1 blue")
    counted.play("claim Times Square–United Nations with 2 red")
    counted.check()
    counted.play("claim Soho–Wall Street with 2 orange")
    counted.check()
    for card in ("black", "pink"):
        counted.play("draw deck", card)
    for card in ("orange", "red", "red", "orange"):  # the first of them is the last of its deck
        counted.play("draw deck", card)
    counted.check()
    counted.play("claim Lincoln Center–Times Square/blue with 2 blue")
    counted.play("claim Lincoln Center–Midtown West with 2 red")
    counted.check()


def test_a_row_of_wilds_that_stays_tells_of_the_deck() -> None:
    """R-MARKET-2: all hands are as likely as they should be when the deck must be wild."""
    game = (
        Position("london", 3).hand(1, wild=3, blue=4, green=6, black=6).hand(2, pink=6, yellow=6, orange=6)
        .market("wild", "wild", "wild", "blue", "blue").deck(wild=2).game(seed=1)
    )  # fmt: skip
    redacted, states, stream = redacted_states(game, 0), new_states(), stream_of(3)
    wilds: Counter[int] = Counter()
    for _ in range(WORLDS):
        resampled(game.actions.boards, redacted, 0, stream, states)
        assert states[0].deck[WILD] == 2
        wilds[int(states[0].hands[1, WILD])] += 1
    assert fits(wilds, Counter({n: comb(19, n) * comb(18, 3 - n) for n in range(4)}))


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("cards", [(), ("wild",), ("wild", "blue"), ("wild", "blue", "wild"), ("blue",), ("blue", "wild")])
def test_a_row_of_wilds_goes_on_telling_after_draws(cards: tuple[str, ...], first: int) -> None:
    """R-MARKET-2: what the deck could hold when the row stayed limits what was drawn from it since, by others and by oneself."""
    counted = Counted(
        Position("london", 3)
        .hand(0, green=4, black=6, pink=6, yellow=6, orange=6, blue=3).hand(1, blue=2, green=1).hand(2, wild=1, green=1)
        .market("wild", "wild", "wild", "wild", "wild").deck(wild=2, blue=1).turn(first)
    )  # fmt: skip
    for card in cards:
        counted.play("draw deck", card)
    counted.check()


def test_tickets_given_back_and_drawn_again() -> None:
    """R-TICKET-3: who draws two of mine and another, and gives two back, may have kept any and laid them in any order."""
    names = tickets("usa")[:6]
    game = Position("usa", 3).ticket_deck(*names).game(seed=1)

    def draw_and_return(kept: int) -> None:
        game.play("draw tickets")
        offer = game.view(game.acting[0])["you"]["offer"]
        back = [name for name in offer if name != offer[kept]]
        game.play(f"keep {offer[kept]}; return {', '.join(back)}")

    draw_and_return(0)
    mine = [game.actions.ticket_index[name] for name in game.view(0)["you"]["under_deck"]]
    draw_and_return(0)
    draw_and_return(0)  # both of mine and the first that seat 1 gave back
    ways: Counter[Any] = Counter()
    for kept in range(3):
        for order in permutations([n for n in range(3) if n != kept]):
            ways[tuple("kept" if n == kept else order.index(n) + 1 for n in range(2))] += 1
    seen: Counter[Any] = Counter()
    redacted, states, stream = redacted_states(game, 0), new_states(), stream_of(5)
    for _ in range(WORLDS):
        resampled(game.actions.boards, redacted, 0, stream, states)
        world, queue = states[0], list(states[0].queue)
        seen[tuple(queue.index(ticket) if world.place[ticket] == IN_QUEUE else "kept" for ticket in mine)] += 1
        assert all(world.place[ticket] in (2, IN_QUEUE) for ticket in mine)
    assert seen.keys() == ways.keys()
    assert fits(seen, ways)
    game.play("draw tickets")  # seat 0 sees what was given back, and so what was not
    redacted = redacted_states(game, 0)
    for _ in range(WORLDS // 100):
        resampled(game.actions.boards, redacted, 0, stream, states)
        assert [int(states[0].place[ticket]) for ticket in mine] == [int(game.state.place[ticket]) for ticket in mine]
