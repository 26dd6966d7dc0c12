"""R-TICKET: drawing tickets in play, what is kept and what goes back, and when a ticket is complete."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from allaboard import Game, IllegalAction, KeepTickets, Position
from builders import BOXES, EDITIONS, every_edition, every_table, legal, pack, plain, play_with, tickets, under_deck


def ways_to_keep(offer: list[str], *, any_order: bool) -> set[tuple[frozenset[str], tuple[str, ...]]]:
    """Every way to keep at least one of an offer, with the tickets given back as drawn or in any order."""
    ways = set()
    for kept in range(1, len(offer) + 1):
        for keep in combinations(offer, kept):
            returned = [ticket for ticket in offer if ticket not in keep]
            orders = permutations(returned) if any_order else [tuple(returned)]
            ways |= {(frozenset(keep), tuple(order)) for order in orders}
    return ways


def choices(game: Game) -> set[tuple[frozenset[str], tuple[str, ...]]]:
    """What the acting seat may keep and give back."""
    actions = game.legal_actions()
    assert all(isinstance(action, KeepTickets) for action in actions)
    return {(frozenset(action.keep), action.give_back) for action in actions if isinstance(action, KeepTickets)}


@every_table
def test_an_offer(edition: str, players: int) -> None:
    """R-TICKET-1: a player draws the edition's number of tickets and must choose from them before anything else."""
    box = BOXES[edition]
    game = plain(edition, players).hand(0, blue=1).game(seed=1)
    game.play("draw tickets")
    assert game.acting == (0,)
    assert len(game.view(0)["you"]["offer"]) == game.view()["seats"][0]["offer"] == box.offer
    assert game.view()["ticket_deck"] == box.tickets - box.offer
    assert all(action.startswith("keep ") for action in legal(game))
    game.play(legal(game)[0])
    assert game.acting == (1,)


@pytest.mark.parametrize(("edition", "left"), [(edition, left) for edition, box in BOXES.items() for left in range(1, box.offer + 1)])
def test_what_is_left(edition: str, left: int) -> None:
    """R-TICKET-1: with fewer tickets left the player draws those; at least one must be kept, and more may be."""
    names = tickets(edition)[:left]
    game = plain(edition).under_deck(*names).ticket_deck().game(seed=1)
    play_with(game, "draw tickets", *names)
    assert game.view()["ticket_deck"] == 0
    assert choices(game) == ways_to_keep(names, any_order=BOXES[edition].order_chosen)
    assert all(keep for keep, _ in choices(game))


@every_edition
def test_single_ticket_is_kept(edition: str) -> None:
    """R-TICKET-2: a single ticket left can be drawn and must be kept: new-york and london say so, elsewhere it follows."""
    last = tickets(edition)[3]
    game = plain(edition).ticket_deck(last).game(seed=1)
    game.play("draw tickets")
    assert legal(game) == [f"keep {last}"]
    game.play(f"keep {last}")
    assert game.view(0)["you"]["tickets"] == [last]


@pytest.mark.parametrize("edition", [edition for edition, box in BOXES.items() if not box.order_chosen])
def test_returned_as_drawn(edition: str) -> None:
    """R-TICKET-3: where the order is not the player's, tickets given back go under the deck as they were drawn."""
    offer = tickets(edition)[: BOXES[edition].offer]
    below = tickets(edition)[5]
    game = plain(edition).under_deck(below).offer(*offer).game(seed=1)
    game.play(KeepTickets((offer[0],), tuple(offer[1:])))
    assert under_deck(game) == [below, *offer[1:]]
    if len(offer) > 2:
        other = plain(edition).offer(*offer).game(seed=1)
        with pytest.raises(IllegalAction, match="R-TICKET-3"):
            other.play(KeepTickets((offer[0],), tuple(reversed(offer[1:]))))


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_returned_in_the_players_order(order: tuple[int, int]) -> None:
    """R-TICKET-3: in usa the player chooses the order in which tickets go under the deck."""
    offer = tickets("usa")[:3]
    game = plain("usa").offer(*offer).game(seed=1)
    given_back = tuple(offer[position] for position in order)
    game.play(KeepTickets((offer[0],), given_back))
    assert under_deck(game) == list(given_back)
    assert list(game.view(0)["you"]["under_deck"]) == list(given_back)


@every_edition
def test_returned_tickets_come_last(edition: str) -> None:
    """R-TICKET-3: under the deck means drawn after all others, the first one given back before the next."""
    fresh, *below = tickets(edition)[:3]
    game = plain(edition).ticket_deck(fresh).under_deck(*below).game(seed=1)
    drawn = [fresh, *below][: BOXES[edition].offer]
    play_with(game, "draw tickets", *drawn)
    assert game.view(0)["you"]["offer"] == drawn
    assert under_deck(game) == [fresh, *below][BOXES[edition].offer :]


@every_edition
def test_kept_for_good(edition: str) -> None:
    """R-TICKET-4: only tickets just drawn can be given back; one that is kept stays for good."""
    old, *offer = tickets(edition)[: BOXES[edition].offer + 1]
    game = plain(edition).tickets(0, old).offer(*offer).game(seed=1)
    with pytest.raises(IllegalAction):
        game.play(KeepTickets(tuple(offer), (old,)))
    assert old not in str(legal(game))
    game.play(KeepTickets(tuple(offer)))
    assert game.view(0)["you"]["tickets"] == [old, *offer]
    for _ in range(2):
        game.play("draw deck")
    with pytest.raises(IllegalAction, match="R-TICKET-4"):
        game.play(int(game.actions.boards[0].keep_id[0]), 0)


@every_edition
def test_no_limit_on_tickets(edition: str) -> None:
    """R-TICKET-4: a player may hold any number of tickets, all of them if it comes to that."""
    *most, last = tickets(edition)
    game = plain(edition).tickets(0, *most).ticket_deck(last).game(seed=1)
    game.play("draw tickets")
    game.play(f"keep {last}")
    assert game.view()["seats"][0]["tickets"] == BOXES[edition].tickets


@every_edition
def test_empty_ticket_deck(edition: str) -> None:
    """R-TICKET-5: with an empty ticket deck nobody can draw tickets."""
    game = plain(edition).ticket_deck().game(seed=1)
    assert "draw tickets" not in legal(game)
    with pytest.raises(IllegalAction, match="R-TICKET-5"):
        game.play("draw tickets")


@every_table
def test_tickets_stay_secret(edition: str, players: int) -> None:
    """R-TICKET-6: before the end nobody else sees a player's tickets, nor whether they are complete."""
    first, second = tickets(edition)[:2]
    games = [plain(edition, players).tickets(0, ticket).game(seed=1) for ticket in (first, second)]
    for seat in (None, *range(1, players)):
        assert games[0].view(seat) == games[1].view(seat)
        assert first not in str(games[0].view(seat))
    assert games[0].view(0)["you"]["tickets"] == [first]


@every_edition
def test_completing_a_ticket_shows_nothing(edition: str) -> None:
    """R-TICKET-6: the claim that completes a ticket looks like any other claim."""
    found = next(
        (ticket, route)
        for ticket in Position(edition).edition.tickets
        for route in Position(edition).edition.board.routes
        if {ticket.a, ticket.b} != {route.a, route.b} and {ticket.a, ticket.b} & {route.a, route.b} and route.twin is None
    )
    touching, length = f"{found[1].a}–{found[1].b}", found[1].length
    told = []
    for ticket in (found[0].name, next(name for name in tickets(edition) if name != found[0].name)):
        game = plain(edition).hand(0, wild=length).tickets(0, ticket).game(seed=1)
        told.append(([event.seen_by(1) for event in game.play(f"claim {touching} with {length} wild")], game.view(1)))
    assert told[0] == told[1]


NETWORKS = {
    "nothing claimed": ([], [], False),
    "a path of two routes": (["Denver–Santa Fe", "El Paso–Santa Fe"], [], True),
    "another way round": (["Denver–Oklahoma City", "El Paso–Oklahoma City"], [], True),
    "one end only": (["Denver–Santa Fe", "Denver–Omaha"], [], False),
    "both ends, but apart": (["Denver–Omaha", "Dallas–El Paso"], [], False),
    "with a gap that is another's": (["Denver–Santa Fe"], ["El Paso–Santa Fe"], False),
    "by somebody else": ([], ["Denver–Santa Fe", "El Paso–Santa Fe"], False),
}


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition.startswith("usa")])
def test_complete_tickets(edition: str, name: str) -> None:
    """R-TICKET-7: a ticket is complete when its two places are joined by the player's own routes, whichever way they go."""
    own, others, complete = NETWORKS[name]
    game = plain(edition).claimed(0, *own).claimed(1, *others).tickets(0, "Denver–El Paso").game(seed=1)
    (ticket,) = game.result().sheets[0].tickets
    assert ticket.complete is complete
    assert ticket.points == (4 if complete else -4)


@pytest.mark.parametrize(
    ("edition", "ticket", "path"),
    [
        ("new-york", "Lower East Side–Wall Street", ["Lower East Side–Chinatown", "Chinatown–Wall Street/pink"]),
        ("london", "Hyde Park–Covent Garden", ["Hyde Park–Piccadilly Circus/grey#2", "Piccadilly Circus–Covent Garden/green"]),
    ],
)
def test_complete_tickets_in_town(edition: str, ticket: str, path: list[str]) -> None:
    """R-TICKET-7: every route of the path is needed, and no more."""
    for claimed in ([], path[:1], path[1:], path):
        game = plain(edition).claimed(0, *claimed).tickets(0, ticket).game(seed=1)
        assert game.result().sheets[0].tickets[0].complete is (claimed == path)


@every_edition
def test_no_cards_needed_for_tickets(edition: str) -> None:
    """R-TICKET-1: tickets can be drawn with an empty hand while all cards are with others."""
    game = Position(edition).hand(1, **pack(edition)).market().game(seed=1)
    game.play("draw tickets")
    assert len(game.view(0)["you"]["offer"]) == BOXES[edition].offer
