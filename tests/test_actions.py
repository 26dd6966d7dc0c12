"""Ids and actions of an edition stand for each other; what has no id is nothing that can be played."""

from __future__ import annotations

from dataclasses import replace
from weakref import WeakSet

import pytest

from allaboard import ClaimRoute, DrawDeck, DrawTickets, Edition, Game, IllegalAction, KeepTickets, TakeCard
from allaboard import get_edition as find_edition
from allaboard.actions import EDITIONS_KEPT, action_space
from allaboard.engine.records import CLAIM_ROUTE, KEEP_TICKETS
from builders import every_edition, tickets


@every_edition
def test_ids_are_dense_and_in_order(edition: str) -> None:
    """The deck, the cards, the claims, the tickets, the choices: every id has its action."""
    actions = action_space(find_edition(edition))
    assert actions.action(0) == DrawDeck()
    assert [actions.action(1 + kind) for kind in range(len(actions.edition.card_names))] == [
        TakeCard(card) for card in actions.edition.card_names
    ]
    assert actions.action(actions.draw_tickets) == DrawTickets()
    for number in range(actions.draw_tickets + 1):
        assert actions.number(actions.action(number)) == number
    assert actions.kinds == sorted(actions.kinds)
    assert actions.of_kind(KEEP_TICKETS) == list(range(actions.draw_tickets + 1, actions.size))


@every_edition
def test_every_payment_of_every_route_is_an_action(edition: str) -> None:
    """R-CLAIM-1 to R-CLAIM-3: the route's colour, or any one colour on grey, with wilds from none to all."""
    actions = action_space(find_edition(edition))
    claims = [actions.action(number) for number in actions.of_kind(CLAIM_ROUTE)]
    colours = [colour.name for colour in actions.edition.colours]
    expected = {
        ClaimRoute(name, colour if wilds < route.length else None, route.length - wilds, wilds)
        for name, route in zip(actions.route_names, actions.edition.board.routes, strict=True)
        for colour in (colours if route.colour is None else [route.colour])
        for wilds in range(route.length + 1)
    }
    assert set(claims) == expected
    assert len(claims) == len(expected)
    assert all(sum(claim.payment.values()) == claim.cards + claim.wilds for claim in expected)


@every_edition
def test_choices_are_relative_to_the_offer(edition: str) -> None:
    """Every choice from an offer of any size has its own id, whatever tickets are offered."""
    actions = action_space(find_edition(edition))
    numbers = set()
    for size in range(1, max(actions.edition.offer, actions.edition.setup_offer) + 1):
        offer = tuple(tickets(edition, *range(size, 2 * size)))
        choices = []
        for number in actions.of_kind(KEEP_TICKETS):
            try:
                choices.append((number, actions.action(number, offer)))
            except ValueError as error:
                assert f"than the {size} on offer" in str(error)
        assert all(isinstance(action, KeepTickets) and set(action.keep) | set(action.give_back) == set(offer) for _, action in choices)
        assert all(actions.number(action, offer) == number for number, action in choices)
        numbers |= {number for number, _ in choices}
    assert numbers == set(actions.of_kind(KEEP_TICKETS))


def test_what_is_no_action_has_no_id() -> None:
    """Forged values are known by having none."""
    actions = action_space(find_edition("london"))
    offer = tuple(tickets("london", 1, 2))
    for action in (
        TakeCard("red"),
        ClaimRoute("Nowhere–Elsewhere", None, 0, 2),
        ClaimRoute(actions.route_names[0], None, 0, 0),
        KeepTickets(offer[:1]),
        KeepTickets(()),
        KeepTickets((offer[0], offer[0]), offer[1:]),
        KeepTickets(offer, offer[:1]),
    ):
        assert actions.number(action, offer) is None
    assert actions.number(KeepTickets(offer)) is None


@pytest.mark.parametrize("number", [-1, 10_000])
def test_an_id_that_is_not_there_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"there is no action {number} in london: ids run from 0 to"):
        action_space(find_edition("london")).action(number)


def test_a_table_is_made_once_for_an_edition() -> None:
    assert action_space(find_edition("usa")) is action_space(find_edition("usa"))
    assert action_space(find_edition("usa")) is not action_space(find_edition("usa-anniversary"))


def test_boards_that_come_and_go_are_forgotten() -> None:
    """With all that was worked out of them, but for those that were used last and those that a game is played on."""
    ours, seen = find_edition("new-york"), WeakSet[Edition]()
    kept = Game(replace(ours, id="in-use"), seed=1)
    for number in range(EDITIONS_KEPT + 20):
        game = Game(replace(ours, id=f"upload-{number}"), seed=1)
        seen.add(game.edition)
        for seat in game.acting:
            game.play(game.view(seat)["you"]["legal"][0], seat)  # type: ignore[index]
        with pytest.raises(IllegalAction):
            game.play("claim Chelsea–Midtown West with 3 blue")
    assert len(seen) <= EDITIONS_KEPT
    assert action_space(replace(ours, id="in-use")) is kept.actions
