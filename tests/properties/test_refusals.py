"""What is not legal is refused, and leaves the game as it was, byte for byte (R-TURN-1)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allaboard import Action, ClaimRoute, DrawDeck, DrawTickets, Game, IllegalAction, KeepTickets, TakeCard
from allaboard.engine.legal import REFUSALS
from games import every_table, examples, game_at, seeds, tastes, whole

RULES = {rule for rule, _ in REFUSALS.values()}
moments = st.floats(0, 1.2)


def refused(game: Game, action: Action | str | int, seat: int) -> IllegalAction:
    """The refusal of an action, once it is sure that nothing else came of it."""
    before = whole(game)
    with pytest.raises(IllegalAction) as refusal:
        game.play(action, seat)
    assert whole(game) == before
    assert refusal.value.rule in RULES
    assert str(refusal.value).endswith(f"({refusal.value.rule})")
    return refusal.value


def forged(game: Game, chance: random.Random) -> list[Action]:
    """Actions with every part from the edition, or nearly, put together with no regard for the rules."""
    routes, tickets, cards = game.actions.route_names, game.actions.ticket_names, game.edition.card_names
    claims = [
        ClaimRoute(chance.choice(routes), chance.choice([None, *cards]), chance.randint(-1, 7), chance.randint(-1, 7)) for _ in range(12)
    ]
    keeps = [KeepTickets(tuple(chance.sample(tickets, chance.randint(0, 3))), tuple(chance.sample(tickets, 1))) for _ in range(6)]
    return [
        *claims,
        *keeps,
        *map(TakeCard, cards),
        TakeCard("ticket"),
        DrawDeck(),
        DrawTickets(),
        ClaimRoute("Nowhere–Elsewhere", None, 0, 2),
    ]


@every_table
@examples(compiled=6, interpreted=2)
@given(seed=seeds, taste=tastes, moment=moments)
def test_ids_that_are_not_listed_are_refused(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """Any number may be tried by any seat."""
    game, chance = game_at(edition, players, seed, moment, taste), random.Random(seed)
    for seat in range(players):
        legal = set(game.observe(seat).legal_ids)
        tried = {-1, game.actions.size, 10**9, -(10**9), *chance.sample(range(game.actions.size), 30)}
        for number in tried - legal:
            refused(game, number, seat)


@every_table
@examples(compiled=6, interpreted=2)
@given(seed=seeds, taste=tastes, moment=moments)
def test_forged_actions_are_refused(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """An action made by hand is judged like one from the list."""
    game, chance = game_at(edition, players, seed, moment, taste), random.Random(seed)
    for seat in range(players):
        legal = game.legal_actions(seat)
        for action in forged(game, chance):
            if action not in legal:
                refused(game, action, seat)


@every_table
@examples(compiled=4)
@given(
    seed=seeds,
    moment=moments,
    noise=st.text(max_size=30),
    verb=st.sampled_from(["", "claim ", "take ", "keep ", "draw ", "keep ; return "]),
)
def test_garbage_is_refused(edition: str, players: int, seed: int, moment: float, noise: str, verb: str) -> None:
    """Text that names no action is refused in words."""
    game = game_at(edition, players, seed, moment)
    assert refused(game, f"{verb}?{noise}", 0).rule in {"R-TURN-1", "R-END-1"}


@every_table
@examples(compiled=4)
@given(seed=seeds, taste=tastes, moment=st.floats(0, 0.9))
def test_only_the_acting_seat_acts(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """What is legal for one seat is not for another, nor for a seat that is not at the table."""
    game = game_at(edition, players, seed, moment, taste)
    if game.over:
        return
    before = whole(game)
    action = game.legal_actions(game.acting[0])[0]
    for seat in set(range(players)) - set(game.acting):
        assert refused(game, game.observe(game.acting[0]).legal_ids[0], seat).rule in {"R-TURN-1", "R-SETUP-4"}
    for seat in (-1, players, 99):
        with pytest.raises(ValueError, match="there is no seat"):
            game.play(action, seat)
    if len(game.acting) > 1:
        with pytest.raises(ValueError, match="say which seat is meant"):
            game.play(action)
    assert whole(game) == before


@every_table
@examples(compiled=4)
@given(seed=seeds)
def test_a_choice_of_tickets_is_made_from_the_offer(edition: str, players: int, seed: int) -> None:
    """R-SETUP-4, R-TICKET-4: no ticket twice, none of somebody else, and never fewer than must be kept."""
    game = Game(edition, players, seed)
    offer, other = (tuple(game.view(seat)["you"]["offer"]) for seat in (0, 1))
    fewer = KeepTickets(offer[: game.edition.setup_keep - 1], offer[game.edition.setup_keep - 1 :])
    stolen = KeepTickets((*offer[:-1], other[0]))
    doubled = KeepTickets((offer[0], *offer))
    for action in (fewer, stolen, doubled, replace(stolen, give_back=offer[-1:]), KeepTickets(offer, other[:1]), KeepTickets((), ())):
        refused(game, action, 0)


@every_table
def test_nothing_is_played_after_the_end(edition: str, players: int) -> None:
    """R-END-1: a game that is over stays as it is."""
    game = game_at(edition, players, 5, 3.0)
    assert game.over
    assert game.legal_actions() == []
    assert refused(game, DrawDeck(), 0).rule == "R-END-1"
