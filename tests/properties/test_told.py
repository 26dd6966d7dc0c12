"""Over whole games, nobody is told of a card or a ticket that it cannot know: what each seat has seen is kept by an account of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import given

from allaboard import ClaimRoute, DrawDeck, DrawTickets, Game, KeepTickets, TakeCard
from games import every_table, examples, observers, pick, seeds, tastes


def strings(data: Any) -> Iterator[str]:
    """Every string in plain data but names of routes, which may be those of tickets or colours."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in ("route", "routes", "kind", "edition", "phase", "legal"):
                yield key
                yield from strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from strings(value)


def told(game: Game, since: int, observer: int | None) -> list[dict[str, Any]]:
    return [event.seen_by(observer) for event in game.events[since:]]


@every_table
@examples(compiled=4)
@given(seed=seeds, taste=tastes)
def test_events_and_views_name_no_ticket_that_a_seat_has_not_seen(edition: str, players: int, seed: int, taste: str) -> None:
    """R-SECRET-2, R-TICKET-6: a seat has seen what was dealt or offered to it; a spectator has seen none."""
    game, chance = Game(edition, players, seed), random.Random(seed)
    names, account = set(game.actions.ticket_names), {observer: set[str]() for observer in observers(game)}
    since = 0
    while True:
        for seat in range(players):
            account[seat] |= {game.actions.ticket_names[ticket] for ticket in game.state.offer[seat] if ticket >= 0}
        for observer in observers(game):
            heard = names & set(strings(told(game, since, observer)))
            assert heard <= account[observer]
            if len(game.log) % 10 == 0:
                assert names & set(strings(game.view(observer))) <= account[observer]
        if game.over:
            break
        since = len(game.events)
        seat = chance.choice(game.acting)
        game.play(pick(game, seat, chance, taste), seat)


@every_table
@examples(compiled=4)
@given(seed=seeds, taste=tastes)
def test_events_name_no_card_that_was_not_shown(edition: str, players: int, seed: int, taste: str) -> None:
    """R-SECRET-1: cards taken face up, payments and the market are public; a card drawn blind is its seat's alone."""
    game, chance = Game(edition, players, seed), random.Random(seed)
    cards = game.edition.card_names
    for observer in observers(game):
        public = {cards[kind] for kind in game.deal[players * game.edition.starting_hand : -players * game.edition.setup_offer]}
        dealt = {} if observer is None else game.view(observer)["you"]["hand"]
        assert set(cards) & set(strings(told(game, 0, observer))) <= public | set(dealt)
    while not game.over:
        since, seat = len(game.events), chance.choice(game.acting)
        action = game.actions.action(number := pick(game, seat, chance, taste), game.observe(seat).offer)
        public = {cards[kind] for kind in game.state.market if kind >= 0}
        game.play(number, seat)
        outcome = [cards[kind] for kind in game.log[-1].outcome] if not isinstance(action, DrawTickets | KeepTickets) else []
        drawn = outcome[0] if isinstance(action, DrawDeck) else None
        public |= set(outcome[1:] if isinstance(action, DrawDeck) else outcome)
        public |= set(action.payment) if isinstance(action, ClaimRoute) else {action.card} if isinstance(action, TakeCard) else set()
        for observer in observers(game):
            heard = told(game, since, observer)
            assert set(cards) & set(strings(heard)) <= public | ({drawn} if observer == seat else set())
            assert heard[0].get("card") == (drawn if drawn is not None and observer == seat else getattr(action, "card", None))


@every_table
@examples(compiled=3)
@given(seed=seeds, taste=tastes)
def test_counting_what_is_heard_gives_what_is_seen(edition: str, players: int, seed: int, taste: str) -> None:
    """A seat that only listens to its events can tell its own hand and every hand's size, and that is what its view says."""
    game = Game(edition, players, seed)
    for _ in range(10_000):
        if game.over:
            break
        seat = random.Random(seed + len(game.log)).choice(game.acting)
        game.play(pick(game, seat, random.Random(seed + len(game.log)), taste), seat)
    for seat in range(players):
        hands: list[dict[str, int]] = [{} for _ in range(players)]
        for event in told(game, 0, seat):
            actor = event["seat"]
            if event["kind"] in ("dealt", "drew", "took"):
                gained = (
                    event.get("hand", [event.get("card", "?")]) if event["kind"] != "dealt" else event.get("hand", ["?"] * event["cards"])
                )
                for card in gained:
                    hands[actor][card] = hands[actor].get(card, 0) + 1
            elif event["kind"] == "claimed":
                for card, paid in event["payment"].items():
                    face_up = min(paid, hands[actor].get(card, 0))
                    hands[actor][card] = hands[actor].get(card, 0) - face_up
                    hands[actor]["?"] = hands[actor].get("?", 0) - (paid - face_up)
        view = game.view(seat)
        assert {card: count for card, count in hands[seat].items() if count} == view["you"]["hand"]
        assert [sum(hand.values()) for hand in hands] == [other["cards"] for other in view["seats"]]
        for other, hand in enumerate(hands):
            known = view["seats"][other]["known_cards"]
            if other != seat:
                assert all(known.get(card, 0) >= count for card, count in hand.items() if card != "?")
                assert players == 2 or known == {card: known[card] for card, count in hand.items() if card != "?" and count}
