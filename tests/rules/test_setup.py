"""R-SETUP: pieces, hands, the market, the first choice of tickets, who starts."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from allaboard import Game, IllegalAction, KeepTickets
from allaboard.editions import get_edition as find_edition
from allaboard.engine.records import REMOVED
from builders import BOXES, TABLES, begun, every_edition, every_table, fifth_colour, held, kinds, legal, tickets, under_deck


@every_table
def test_pieces(edition: str, players: int) -> None:
    """R-SETUP-1: every player has the edition's pieces and no spare ones."""
    game = Game(edition, players, seed=1)
    assert [seat["pieces"] for seat in game.view()["seats"]] == [BOXES[edition].pieces] * players


@every_edition
def test_number_of_players(edition: str) -> None:
    """R-SETUP-1: there are pieces for as many players as the edition table says, and for two at least."""
    most = BOXES[edition].most_players
    for players in (1, most + 1):
        with pytest.raises(ValueError, match=f"{edition} is for 2 to {most} players, not {players}"):
            Game(edition, players, seed=1)


@every_table
def test_starting_hands(edition: str, players: int) -> None:
    """R-SETUP-2: everybody is dealt the starting hand face down, from the shuffled cards of the box."""
    box = BOXES[edition]
    game = Game(edition, players, seed=2)
    state = game.state
    for seat in range(players):
        assert sum(held(game, seat).values()) == game.view()["seats"][seat]["cards"] == box.hand
        assert game.view()["seats"][seat]["known_cards"] == {}
    dealt = state.hands.sum(axis=0) + state.deck
    for kind in state.market:
        dealt[kind] += 1
    box_cards = [box.wilds] + [box.per_colour] * len(game.edition.colours)
    assert [int(count) for count in dealt[: len(box_cards)]] == box_cards


@every_edition
def test_hands_are_shuffled(edition: str) -> None:
    """R-SETUP-2: chance decides the hands, so that every card comes to a seat in some game."""
    seen = {card for seed in range(60) for card in held(Game(edition, 2, seed), 0)}
    assert seen == set(find_edition(edition).card_names)


@every_table
def test_first_market(edition: str, players: int) -> None:
    """R-SETUP-3: five cards lie face up, and the rest is the deck."""
    box = BOXES[edition]
    view = Game(edition, players, seed=3).view()
    assert len(view["market"]) == 5
    assert None not in view["market"]
    cards = box.wilds + box.per_colour * len(find_edition(edition).colours)
    assert view["deck"] + sum(view["discard"].values()) == cards - players * box.hand - 5


@pytest.mark.parametrize("wilds", [[2], [3, 0], [4, 1], [5, 2], [3, 3, 2]])
@every_edition
def test_first_market_is_cleared(edition: str, wilds: list[int]) -> None:
    """R-SETUP-3: a first row with three wilds or more is laid anew, as often as it takes (R-MARKET-2)."""
    names = find_edition(edition).card_names
    hands = ["green"] * BOXES[edition].hand * 2
    rows = [["wild"] * count + ["blue", "black", "orange", fifth_colour(edition), "black"][: 5 - count] for count in wilds]
    cards = hands + [card for row in rows for card in row]
    game = Game(edition, 2, seed=0, deal=(*(names.index(card) for card in cards), *range(2 * BOXES[edition].dealt)))
    assert game.view()["market"] == rows[-1]
    assert game.view()["discard"] == Counter(card for row in rows[:-1] for card in row)
    assert kinds(game.events).count("cleared") == len(rows) - 1


@every_table
def test_tickets_dealt(edition: str, players: int) -> None:
    """R-SETUP-4: every player is dealt the edition's number of tickets, no ticket twice, and keeps at least the minimum."""
    box = BOXES[edition]
    game = Game(edition, players, seed=4)
    offers = [game.view(seat)["you"]["offer"] for seat in range(players)]
    assert [len(offer) for offer in offers] == [box.dealt] * players
    assert len({ticket for offer in offers for ticket in offer}) == players * box.dealt
    assert game.view()["ticket_deck"] == box.tickets - players * box.dealt
    choices = {action.keep for action in game.legal_actions(0) if isinstance(action, KeepTickets)}
    assert len(choices) == len(legal(game, 0)) == sum(comb(box.dealt, kept) for kept in range(box.must_keep, box.dealt + 1))
    assert min(len(kept) for kept in choices) == box.must_keep


def choose(game: Game, seat: int, *positions: int) -> None:
    """Keep the tickets dealt at these positions and give back the others."""
    offer = game.view(seat)["you"]["offer"]
    kept = tuple(offer[position] for position in positions)
    game.play(KeepTickets(kept, tuple(ticket for ticket in offer if ticket not in kept)), seat)


@every_table
def test_everybody_chooses_at_once(edition: str, players: int) -> None:
    """R-SETUP-4: seats choose in any order, each once, and the first turn waits for the last of them."""
    game = Game(edition, players, seed=5, start=0)
    minimum = range(BOXES[edition].must_keep)
    for left, seat in zip(range(players, 0, -1), reversed(range(players)), strict=True):
        assert len(game.acting) == left
        assert game.view()["phase"] == "choosing tickets"
        choose(game, seat, *minimum)
        if left > 1:
            with pytest.raises(IllegalAction, match="already chosen"):
                choose(game, seat, *minimum)
    assert game.acting == (0,)
    assert game.view()["phase"] == "turn"


@every_table
def test_a_choice_stays_secret(edition: str, players: int) -> None:
    """R-SETUP-4: before all have chosen no choice shows; after that its number of tickets does, and nothing else."""
    box = BOXES[edition]
    everything, fewest, others = range(box.dealt), range(box.must_keep), range(box.dealt - box.must_keep, box.dealt)
    games = []
    for choice in (everything, fewest, others):
        game = Game(edition, players, seed=6, start=0)
        choose(game, 0, *choice)
        games.append(game)
    for seat in [None, *range(1, players)]:
        assert len({game.observe(seat).states.tobytes() for game in games}) == 1
        assert len({str([event.seen_by(seat) for event in game.events]) for game in games}) == 1
    for game in games:
        for seat in range(1, players):
            choose(game, seat, *fewest)
    for seat in [None, *range(1, players)]:
        assert [game.view(seat)["seats"][0]["tickets"] for game in games] == [box.dealt, box.must_keep, box.must_keep]
        assert games[1].observe(seat).states.tobytes() == games[2].observe(seat).states.tobytes()
        assert games[1].view(seat) == games[2].view(seat)
    assert games[1].events[-1].seen_by(None)["kept"] == [box.must_keep] * players
    assert games[1].view(0)["you"]["tickets"] != games[2].view(0)["you"]["tickets"]


@pytest.mark.parametrize(("edition", "players"), [table for table in TABLES if BOXES[table[0]].setup_return == "bottom"])
def test_first_returns_go_under_the_deck(edition: str, players: int) -> None:
    """R-SETUP-4: in new-york and london a ticket given back goes under the deck, the starting seat's first."""
    game = Game(edition, players, seed=7, start=1)
    offers = [game.view(seat)["you"]["offer"] for seat in range(players)]
    unseen = game.view()["ticket_deck"]
    for seat in range(players):
        choose(game, seat, 0)
    assert under_deck(game) == [offers[(1 + turn) % players][1] for turn in range(players)]
    assert game.view()["ticket_deck"] == unseen + players
    assert game.view(1)["you"]["under_deck"] == {offers[1][1]: unseen}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_first_returns_are_shuffled(players: int) -> None:
    """R-SETUP-4: in usa what all give back is shuffled together under the deck, so that nobody knows its order."""
    orders = set()
    for seed in range(20):
        game = Game("usa", players, seed, start=0)
        offers = [game.view(seat)["you"]["offer"] for seat in range(players)]
        for seat in range(players):
            choose(game, seat, 1, 2, 3)
        given_back = [offer[0] for offer in offers]
        assert sorted(under_deck(game)) == sorted(given_back)
        assert all(game.view(seat)["you"]["under_deck"] == {} for seat in range(players))
        orders.add(tuple(given_back.index(ticket) for ticket in under_deck(game)))
    assert len(orders) == 2 if players == 2 else len(orders) > 3


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_first_returns_leave_the_game(players: int) -> None:
    """R-SETUP-4: in usa-anniversary what is given back at set-up is out of the game."""
    game = Game("usa-anniversary", players, seed=8, start=0)
    unseen = game.view()["ticket_deck"]
    given_back = [game.view(seat)["you"]["offer"][2] for seat in range(players)]
    for seat in range(players):
        choose(game, seat, 0, 1)
    assert under_deck(game) == []
    assert game.view()["ticket_deck"] == unseen
    removed = [name for number, name in enumerate(tickets("usa-anniversary")) if game.state.place[number] == REMOVED]
    assert sorted(removed) == sorted(given_back)


@every_table
def test_named_start(edition: str, players: int) -> None:
    """R-SETUP-5: the starting seat can be named, which changes nothing else that is dealt."""
    games = [begun(edition, players, seed=9, start=start) for start in range(players)]
    assert [game.acting for game in games] == [(start,) for start in range(players)]
    assert len({str([held(game, seat) for seat in range(players)]) for game in games}) == 1
    assert len({str([game.view(seat)["you"]["tickets"] for seat in range(players)]) for game in games}) == 1


@every_table
def test_random_start(edition: str, players: int) -> None:
    """R-SETUP-5: without a name chance chooses the starting seat, and every seat can be chosen."""
    assert {Game(edition, players, seed).start for seed in range(60)} == set(range(players))


@pytest.mark.parametrize(
    ("edition", "who"), [("new-york", "youngest"), ("london", "youngest"), ("usa", "chosen"), ("usa-anniversary", "most experienced")]
)
def test_who_starts_at_the_table(edition: str, who: str) -> None:
    """R-SETUP-5: each edition says whom people at a table let start."""
    assert find_edition(edition).starting_player == who
