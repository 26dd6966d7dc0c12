"""Hidden information: resampled worlds follow the right chances, counting players know what they can count, givers know what they gave."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
from hypothesis import given
from scipy.stats import chisquare

import checking
from allaboard import Game, Position
from allaboard.engine.entry import new_states, resampled
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.records import IN_DECK, IN_QUEUE, REMOVED, UNKNOWN
from builders import tickets
from games import every_table, examples, game_at, play_on, redacted_states, seeds, stream_of

WORLDS = 1_200 if INTERPRETED else 12_000
UNLIKELY = 1e-6


def worlds_of(game: Game, seat: int | None, seed: int = 1) -> Any:
    """World after world that a seat cannot tell from the game; every one is overwritten by the next."""
    redacted, states, stream = redacted_states(game, seat), new_states(), stream_of(seed)
    while True:
        resampled(game.actions.boards, redacted, -1 if seat is None else seat, stream, states)
        yield states[0]


def test_resampled_hands_follow_the_hypergeometric_distribution() -> None:
    """R-SECRET-2: with three players, every way to deal the unseen cards is equally likely."""
    game = (
        Position("new-york", 3).hand(0, red=3).hand(1, blue=1, wild=1, red=1).shown(1, red=1).hand(2, green=1)
        .market("pink", "pink", "orange", "orange", "orange").deck(blue=1, green=1).game(seed=1)
    )  # fmt: skip
    unseen = [0, 1, 1, 2, 2]  # a wild, two blue, two green: two of them are seat 1's, one is seat 2's, two are in the deck
    exact = Counter((tuple(sorted(dealt[:2])), dealt[2]) for dealt in permutations(unseen))
    counts = Counter[Any]()
    for _, state in zip(range(WORLDS), worlds_of(game, 0), strict=False):
        hands = [tuple(kind for kind in range(3) for _ in range(state.hands[seat, kind])) for seat in (1, 2)]
        counts[hands[0], hands[1][0]] += 1
        assert state.hands[1, game.edition.card_names.index("red")] == 1
    assert counts.keys() == exact.keys()
    expected = [exact[key] * WORLDS / exact.total() for key in exact]
    assert chisquare([counts[key] for key in exact], expected).pvalue > UNLIKELY


def test_resampled_tickets_are_equally_likely_everywhere() -> None:
    """R-SECRET-2: a ticket that nobody has seen is as likely in another's hand as its share of the unseen tickets."""
    game = Position("new-york", 3).tickets(0, *tickets("new-york", 0, 1)).tickets(1, *tickets("new-york", 2, 3, 4)).game(seed=1)
    count = len(game.edition.tickets)
    with_seat_1 = np.zeros(count, dtype=int)
    for _, state in zip(range(WORLDS), worlds_of(game, 0), strict=False):
        with_seat_1 += state.place[:count] == 1
    assert with_seat_1[:2].sum() == 0
    assert with_seat_1.sum() == 3 * WORLDS
    assert chisquare(with_seat_1[2:]).pvalue > UNLIKELY


def test_two_players_know_each_other_after_a_reshuffle_but_a_spectator_does_not() -> None:
    """R-DECK-1: the last card of a deck tells a counting player what the only opponent holds."""
    hand = {"blue": 2, "green": 1}
    game = (
        Position("new-york").hand(0, **hand).hand(1, red=2, wild=1)
        .market("pink", "pink", "orange", "orange", "black").deck(black=1).game(seed=1)
    )  # fmt: skip
    assert game.view(1)["seats"][0]["known_cards"] == {}
    game.play("draw deck")
    game.play("draw deck")  # from the pile that was shuffled: unknown again
    own = game.view(0)["you"]["hand"]
    known = game.view(1)["seats"][0]["known_cards"]
    assert known == {"blue": 2, "green": 1, "black": 1}
    assert sum(own.values()) == sum(known.values()) + 1
    assert game.view(0)["seats"][1]["known_cards"] == {"red": 2, "wild": 1}
    assert [seat["known_cards"] for seat in game.view()["seats"]] == [{}, {}]


def test_with_three_players_a_reshuffle_tells_nobody_who_holds_what() -> None:
    """R-SECRET-2: of two opponents nobody can say which holds the unseen cards."""
    game = (
        Position("new-york", 3).hand(0, blue=2).hand(1, red=2).hand(2, green=1)
        .market("pink", "pink", "orange", "orange", "black").deck(black=1).game(seed=1)
    )  # fmt: skip
    game.play("draw deck")
    assert [seat["known_cards"] for seat in game.view(1)["seats"]] == [{}, {}, {}]


@every_table
@examples(compiled=6)
@given(seed=seeds)
def test_the_logs_lead_to_what_lies_on_the_table(edition: str, players: int, seed: int) -> None:
    """In games full of tickets and of cards, at every step."""
    for taste in ("tickets", "cards"):
        game = Game(edition, players, seed)
        for n, _ in enumerate(play_on(game, random.Random(seed), taste)):
            assert checking.check_logs(game.actions.boards[0], game.state) == checking.SOUND, f"decision {n}"


def test_a_seat_never_loses_track_of_a_ticket_it_gave_back() -> None:
    """R-TICKET-3: who draws the last tickets from under the deck and returns one may have returned any of them, and then has them all."""
    names = tickets("usa")
    game = Position("usa", 2).ticket_deck(*names[:3]).game(seed=1)

    def draw_and_return(kept: int) -> None:
        game.play("draw tickets")
        offer = game.view(game.acting[0])["you"]["offer"]
        back = [name for name in offer if name != offer[kept]]
        game.play(f"keep {offer[kept]}; return {', '.join(back)}")

    draw_and_return(0)  # seat 0 gives back two, and knows where they lie
    draw_and_return(0)  # seat 1 draws both, and gives back one: seat 0 cannot tell which
    mine = [ticket for ticket in range(3) if game.state.place[ticket] != 0]
    for _, state in zip(range(20), worlds_of(game, 0), strict=False):
        assert sorted(int(state.place[ticket]) for ticket in mine) == [1, IN_QUEUE]
    pass_turn(game)
    game.play("draw tickets")  # seat 1 draws it again and must keep it
    game.play(game.legal_actions()[0])
    seen = [ticket for ticket in range(3) if game.state.place[ticket] == 1]
    assert len(seen) == 2
    for _, state in zip(range(20), worlds_of(game, 0), strict=False):
        assert all(state.place[ticket] == 1 for ticket in seen)


def test_a_choice_at_set_up_is_resampled_with_the_offer() -> None:
    """R-SETUP-4: what was chosen is as unknown as what was dealt, but that somebody has chosen is not."""
    game = Game("usa", 3, 2)
    game.play(game.observe(1).legal_ids[-1], 1)
    chosen, offers = Counter[int](), set()
    for _, state in zip(range(60), worlds_of(game, 0), strict=False):
        chosen[int(state.chosen[1])] += 1
        offers.add(tuple(state.offer[1]))
        assert state.chosen[2] == game.state.chosen[2]
        assert tuple(state.offer[0]) == tuple(game.state.offer[0])
    assert len(chosen) > 3
    assert len(offers) > 50


def test_a_row_of_wilds_that_was_left_lying_tells_of_the_deck() -> None:
    """R-MARKET-2: such a row stays only when no clean one can be laid, so no world holds the cards for one."""
    game = (
        Position("london", 3).hand(1, wild=3, blue=4, green=6, black=6).hand(2, pink=6, yellow=6, orange=6)
        .market("wild", "wild", "wild", "blue", "blue").deck(wild=2).game(seed=1)
    )  # fmt: skip
    for observer in (0, None):
        for _, state in zip(range(50), worlds_of(game, observer), strict=False):
            assert checking.check_cards(game.actions.boards[0], state) == checking.SOUND
            assert state.deck[0] == 2


def pass_turn(game: Game) -> None:
    """Spend a turn on two cards from the deck."""
    seat = game.acting[0]
    while not game.over and game.acting[0] == seat:
        game.play("draw deck")


def test_what_seats_know_of_tickets_given_back_at_set_up() -> None:
    """R-SETUP-4: under the deck in order, shuffled under the deck, or out of the game, as the edition says."""
    expected = {"new-york": IN_QUEUE, "london": IN_QUEUE, "usa": IN_QUEUE, "usa-anniversary": REMOVED}
    for edition, place in expected.items():
        game = Game(edition, 2, 1)
        offers = [game.view(seat)["you"]["offer"] for seat in range(2)]
        for seat in range(2):
            game.play(game.observe(seat).legal_ids[0], seat)  # the first of the patterns keeps as few as may be
        for seat in range(2):
            returned = [name for name in offers[seat] if name not in game.view(seat)["you"]["tickets"]]
            numbers = [game.actions.ticket_index[name] for name in returned]
            assert returned
            shuffled = game.edition.setup_return == "shuffled"
            shown = redacted_states(game, seat)[0].place
            assert all(shown[number] == (UNKNOWN if shuffled else place) for number in numbers)
            assert bool(game.view(seat)["you"]["under_deck"]) == (place == IN_QUEUE and not shuffled)
            spots = set()
            for _, state in zip(range(60), worlds_of(game, seat), strict=False):
                assert all(state.place[number] == place for number in numbers)
                spots |= {list(state.queue).index(number) for number in numbers if place == IN_QUEUE}
            assert len(spots) == (game.state.queue_size if shuffled else len(numbers) if place == IN_QUEUE else 0)
        assert redacted_states(game, None)[0].place[: len(game.edition.tickets)].tolist() == [UNKNOWN] * len(game.edition.tickets)


@every_table
def test_resampled_tickets_go_only_where_the_seat_must_believe_them(edition: str, players: int) -> None:
    """A world deals no ticket that the seat saw back into the unseen deck, and none to where it cannot be."""
    for seed in range(2 if INTERPRETED else 20):
        game = game_at(edition, players, seed, 0.5, "tickets")
        for seat in range(players):
            world = next(worlds_of(game, seat, seed))
            for ticket in range(len(game.edition.tickets)):
                if int(game.state.seen[ticket]) >> seat & 1:
                    assert world.place[ticket] != IN_DECK
