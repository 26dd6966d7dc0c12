"""What is reviewed: every moment of a game that is over, and options that come to the same as one."""

from __future__ import annotations

import pytest

from allaboard import Game, Position
from allaboard.review import ReviewError
from allaboard.review.moments import Moment, Taken, _moment, list_moments, option_key, taken_after
from builders import number_of, plain, tickets


def test_every_action_has_its_moment(game: Game) -> None:
    """A moment holds the truth before its action, and what the acting seat could know of it."""
    moments = list_moments(game)
    assert [moment.n for moment in moments] == list(range(1, len(game.log) + 1))
    for moment in moments:
        then = game.at(moment.n - 1)
        assert moment.seat in then.acting
        assert moment.states[0].tobytes() == then.state.tobytes()
        assert moment.observation.view == then.view(moment.seat)


def test_turns_are_counted_by_rounds_of_the_table(game: Game) -> None:
    """Set-up is turn 0; then every seat has its first turn, its second, and so on."""
    moments = list_moments(game)
    assert [moment.turn for moment in moments[:2]] == [0, 0]
    first = [moment for moment in moments if moment.turn == 1]
    assert {moment.seat for moment in first} == {0, 1}
    assert [moment.turn for moment in moments] == sorted(moment.turn for moment in moments)


def test_a_game_that_goes_on_is_nobody_s_to_review() -> None:
    """A review tells what is hidden, so it waits for the end."""
    with pytest.raises(ReviewError, match="not over"):
        list_moments(Game("new-york", 2, 1))


def test_twins_of_one_colour_are_one_option_and_payments_are_not() -> None:
    """What leaves the same cards and the same network is the same choice."""
    game = Position("usa", 2).hand(0, red=3, blue=1, wild=1).turn(0).game(seed=1)
    actions = game.actions

    def key(text: str) -> object:
        [found] = [n for n, name in zip(game.observe(0).legal_ids, game.observe(0).legal_texts, strict=True) if name == text]
        return option_key(actions, found, ())

    one, other = (f"claim Portland–Seattle/grey#{twin} with 1 red" for twin in (1, 2))
    assert key(one) == key(other)
    assert key(one) != key("claim Portland–Seattle/grey#1 with 1 blue")
    assert key(one) != key("claim Portland–Seattle/grey#1 with 1 wild")
    assert key("draw deck") != key("draw tickets")


def test_the_order_of_tickets_given_back_is_no_choice_of_its_own() -> None:
    """Who keeps the same tickets has chosen the same."""
    names = tickets("usa", 0, 1, 2)
    game = Position("usa", 2).offer(*names).turn(0).game(seed=1)
    observation = game.observe(0)
    keys = {option_key(game.actions, action, observation.offer) for action in observation.legal_ids}
    assert len(observation.legal_ids) > len(keys) == 7  # every set of one to three tickets


def played(position: Position, *texts: str) -> tuple[list[Moment], Game]:
    """The moments of a game from a position, whether it is over or not."""
    game = position.turn(0).game(seed=1)
    for action in texts:
        game.play(action)
    return [_moment(game.at(n - 1), n, entry) for n, entry in enumerate(game.log, start=1)], game


TURN = ("draw deck", "draw deck")
SEATTLE = "claim Helena–Seattle with 6 yellow"
ONE, OTHER = (f"claim Portland–Seattle/grey#{twin} with 1 red" for twin in (1, 2))


@pytest.mark.parametrize(
    ("players", "better", "texts", "taken"),
    [
        pytest.param(2, SEATTLE, (*TURN, SEATTLE), Taken(1, 1, True), id="by the last action, next"),
        pytest.param(2, SEATTLE, (*TURN, *TURN, *TURN, SEATTLE), Taken(1, 2, False), id="after another turn of the seat"),
        pytest.param(3, SEATTLE, (*TURN, *TURN, SEATTLE), Taken(2, 1, True), id="by the second to act"),
        pytest.param(2, SEATTLE, (*TURN, *TURN, SEATTLE), None, id="by the seat itself"),
        pytest.param(2, SEATTLE, TURN, None, id="by nobody"),
        pytest.param(2, "draw tickets", (*TURN, SEATTLE), None, id="no route"),
        pytest.param(2, ONE, (*TURN, OTHER), Taken(1, 1, True), id="the twin, with few players"),
        pytest.param(2, ONE, (*TURN, *TURN, OTHER), None, id="the twin, by the seat itself"),
        pytest.param(4, ONE, (*TURN, OTHER), None, id="the twin, with many players"),
        pytest.param(4, ONE, (*TURN, OTHER, ONE), Taken(2, 1, True), id="both twins, with many players"),
    ],
)
def test_it_is_known_who_took_a_route(players: int, better: str, texts: tuple[str, ...], taken: Taken | None) -> None:
    """Who closed it to the seat, with the twin where that closes it (R-CLAIM-7); next is before the seat has had another turn."""
    position = plain("usa", players)
    for seat in range(players):
        position = position.hand(seat, red=1, yellow=6 if seat in (0, players - 1) else 0)
    moments, game = played(position, *texts)
    action = number_of(game.at(0), better, 0)
    assert taken_after(moments, game.state, moments[0], action) == taken
