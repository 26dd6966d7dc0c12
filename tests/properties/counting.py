"""A seat that counts: from what it was told alone, whether a world can be the real one.

For cards it shares nothing with the engine's own log. For tickets it goes through the log that a world brings along.

Every blind draw of another seat is an unknown card. What the seat knows are sums of unknowns: what a deck was made of, what hands were
able to pay, what a row of wilds that stayed tells of the deck. A world is possible when whole numbers exist that fulfil them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from allaboard import ClaimRoute, DrawDeck, Game, TakeCard
from allaboard.engine.records import IN_DECK, NO_TICKET, OFFER, OUT, REMOVED, SHUFFLED_TO_BOTTOM
from allaboard.engine.ticket_log import AT_SETUP, HEAD, entry_size, pattern_of

Draws = tuple[int, int, int]
"""Blind draws of a seat from a deck during an epoch: between two of these, somebody paid or a row of wilds was looked at."""


@dataclass
class Account:
    """What one seat (None: a spectator) has counted; `draws` are the unknowns, `facts` sums of them between two bounds."""

    game: Game
    observer: int | None
    draws: Counter[Draws] = field(default_factory=Counter)
    facts: list[tuple[list[tuple[Draws, int]], float, float]] = field(default_factory=list)
    deck: int = 0
    epoch: int = 0

    def __post_init__(self) -> None:
        edition = self.game.edition
        self.kinds = len(edition.card_names)
        self.pile = [edition.wild_cards, *(colour.cards for colour in edition.colours)]  # hidden from the seat in the present deck
        self.left = sum(self.pile)  # cards in the present deck
        self.discard = [0] * self.kinds
        self.market: list[int | None] = [None] * 5
        self.paid = [Counter[int]() for _ in range(self.game.players)]
        self._read()

    def _read(self) -> None:
        game, hands = self.game, self.game.edition.starting_hand
        for n, kind in enumerate(game.deal[: -game.players * game.edition.setup_offer]):
            if n < game.players * hands:
                self._blind(n // hands, kind)
            else:
                self._turn_up(kind)
        self._look_at_row(stays=True)
        for entry in game.log:
            action = None if game.actions.needs_offer(entry.action) else game.actions.action(entry.action)
            outcome = list(entry.outcome)
            match action:
                case DrawDeck():
                    self._blind(entry.seat, outcome.pop(0))
                case TakeCard(card):
                    kind = game.edition.card_names.index(card)
                    self.market[self.market.index(kind)] = None
                    self.paid[entry.seat][kind] -= 1
                case ClaimRoute():
                    self._pay(entry.seat, action.payment)
                case _:
                    continue
            for kind in outcome:
                self._turn_up(kind)
            self._look_at_row(stays=True)

    def _blind(self, seat: int, kind: int) -> None:
        if seat == self.observer:
            self.pile[kind] -= 1
        else:
            self.draws[seat, self.deck, self.epoch] += 1
        self._took_from_deck()

    def _turn_up(self, kind: int) -> None:
        if None not in self.market:
            self._look_at_row(stays=False)
            for lying in self.market:
                self.discard[lying] += 1  # type: ignore[index]
            self.market = [None] * 5
            self._reshuffle_if_empty()
        self.market[self.market.index(None)] = kind
        self.pile[kind] -= 1
        self._took_from_deck()

    def _took_from_deck(self) -> None:
        self.left -= 1
        self._reshuffle_if_empty()

    def _reshuffle_if_empty(self) -> None:
        """The deck has run out: what was hidden in it is what others drew from it, kind for kind."""
        if self.left:
            return
        for kind in range(self.kinds):
            self._fact([(draws, kind) for draws in self.draws if draws[1] == self.deck], self.pile[kind], self.pile[kind])
        self.pile, self.left = self.discard, sum(self.discard)
        self.discard = [0] * self.kinds
        self.deck += 1

    def _pay(self, seat: int, payment: dict[str, int]) -> None:
        for card, count in payment.items():
            kind = self.game.edition.card_names.index(card)
            self.paid[seat][kind] += count
            self.discard[kind] += count
            if seat != self.observer:  # the hand held them: so many at least of this kind were drawn blind before
                self._fact([(draws, kind) for draws in self.draws if draws[0] == seat], self.paid[seat][kind], np.inf)
        self.epoch += 1
        self._reshuffle_if_empty()

    def _look_at_row(self, *, stays: bool) -> None:
        """R-MARKET-2: three wilds stay only while deck, discard pile and row cannot make a clean one."""
        if self.market.count(0) < 3:
            return
        cards = self.left + sum(self.discard) + 5 - self.market.count(None)
        seen = sum(self.discard[1:]) + sum(1 for kind in self.market if kind)
        needed = 3 if self.left == 5 and not sum(self.discard) else min(5, cards) - 2 - seen
        drawn = [(draws, kind) for draws in self.draws if draws[1] == self.deck for kind in range(1, self.kinds)]
        coloured = sum(self.pile[1:])  # in the deck or drawn from it by others
        self._fact(drawn, coloured - needed + 1, np.inf) if stays else self._fact(drawn, -np.inf, coloured - needed)
        self.epoch += 1

    def _fact(self, terms: list[tuple[Draws, int]], least: float, most: float) -> None:
        self.facts.append((terms, least, most))

    def admits(self, world: Any) -> bool:
        """Whether whole numbers of cards exist that make all facts true and lead to this world."""
        facts = list(self.facts)
        for draws, count in self.draws.items():
            facts.append(([(draws, kind) for kind in range(self.kinds)], count, count))
        for kind in range(self.kinds):
            hidden = self.pile[kind] - int(world.deck[kind])
            facts.append(([(draws, kind) for draws in self.draws if draws[1] == self.deck], hidden, hidden))
            for seat in range(self.game.players):
                if seat != self.observer:
                    drawn = int(world.hands[seat, kind]) + self.paid[seat][kind]
                    facts.append(([(draws, kind) for draws in self.draws if draws[0] == seat], drawn, drawn))
        index = {draws: n for n, draws in enumerate(self.draws)}
        matrix = np.zeros((len(facts), len(index) * self.kinds))
        for row, (terms, _, _) in enumerate(facts):
            for draws, kind in terms:
                matrix[row, index[draws] * self.kinds + kind] = 1
        if not index:
            return all(least <= 0 <= most for _, least, most in facts)
        sums = LinearConstraint(matrix, [least for _, least, _ in facts], [most for _, _, most in facts])
        found = milp(np.zeros(matrix.shape[1]), constraints=sums, integrality=np.ones(matrix.shape[1]), bounds=Bounds(0, np.inf))
        return bool(found.success)


def follow_tickets(game: Game, observer: int | None, world: Any) -> None:
    """Go through the offers of a world as its log has them: the same to the observer's eyes as the real ones, and leading to the world."""
    board, entries = game.actions.boards[0], list(offers_of(world))
    real = list(offers_of(game.state))
    bag, queue, held = set(range(len(game.edition.tickets))), list[int](), [set[int]() for _ in range(game.players)]
    shuffled: set[int] = set()
    for n, (seat, at_setup, from_queue, returned, pattern, drawn) in enumerate(entries):
        assert (seat, at_setup, from_queue, returned, len(drawn)) == (*real[n][:4], len(real[n][5]))
        if seat == observer:
            assert (pattern, drawn) == real[n][4:]
        assert int(board.keep_count[pattern]) == len(drawn) - returned
        assert board.keep_in_order[pattern] or (board.return_chosen and not at_setup)
        _take(drawn, from_queue, bag, queue, shuffled)
        back = [drawn[int(board.keep_returns[pattern, index])] for index in range(returned)]
        held[seat] |= set(drawn) - set(back)
        if at_setup and board.setup_return == OUT:
            assert all(world.place[ticket] == REMOVED for ticket in back)
        elif at_setup and board.setup_return == SHUFFLED_TO_BOTTOM:
            shuffled |= set(back)
            queue += [NO_TICKET] * len(back)
        else:
            queue += back
    acting = int(world.acting)
    if world.phase == OFFER:
        offer = [int(ticket) for ticket in world.offer[acting, : world.offer_size[acting]]]
        _take(offer, int(world.offer_from_queue), bag, queue, shuffled)
        held[acting] |= set(offer)
    if entries:
        assert [
            {ticket for ticket in range(len(game.edition.tickets)) if world.place[ticket] == seat} for seat in range(game.players)
        ] == held
        laid = [int(ticket) for ticket in world.queue[: world.queue_size]]
        assert len(laid) == len(queue)
        assert all(ticket in shuffled if slot == NO_TICKET else ticket == slot for ticket, slot in zip(laid, queue, strict=True))
        assert {ticket for ticket in range(len(game.edition.tickets)) if world.place[ticket] == IN_DECK} == bag


def _take(drawn: list[int], from_queue: int, bag: set[int], queue: list[int], shuffled: set[int]) -> None:
    """Draw from the top: first what nobody has seen, then what was given back."""
    for n, ticket in enumerate(drawn):
        if n < len(drawn) - from_queue:
            bag.remove(ticket)
        elif (slot := queue.pop(0)) == NO_TICKET:
            shuffled.remove(ticket)
        else:
            assert slot == ticket


def offers_of(state: Any) -> Iterator[tuple[int, bool, int, int, int, list[int]]]:
    """The ticket log of a state: seat, at set-up, drawn from under the deck, given back, pattern, tickets as drawn."""
    at = 0
    while at < state.ticket_log_size:
        size = entry_size(state, at)
        head, origin = int(state.ticket_log[at]), int(state.ticket_log[at + 1])
        drawn = [int(ticket) for ticket in state.ticket_log[at + HEAD : at + size]]
        yield head & 7, head >= AT_SETUP, origin & 7, origin >> 3, pattern_of(state, at), drawn
        at += size
