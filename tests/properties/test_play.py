"""Whatever is played, in every edition with every number of players: nothing is lost, somebody can act until the end, sheets add up."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import checking
from allaboard import Game
from allaboard.engine.bits import members
from allaboard.engine.claiming import payable_routes
from allaboard.engine.entry import new_states, step
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.journal import no_journal
from allaboard.engine.records import CLAIM_ROUTE, TURN
from allaboard.notation import parse
from games import every_table, examples, game_at, pick, play_on, seeds, states_of, tastes

GAMES = 2 if INTERPRETED else 400


@every_table
def test_every_state_of_every_game_is_sound(edition: str, players: int) -> None:
    """Cards, pieces, points, routes and tickets add up after every action, and every game ends."""
    boards = Game(edition, players, 0).actions.boards
    report = np.zeros(2, dtype=np.int64)
    seed = np.array([players, 2, 3, 4], dtype=np.uint64)
    fault = checking.play_checked(boards, new_states(), players, seed, GAMES, 31 if INTERPRETED else 97, report)
    assert fault == checking.SOUND, f"game {report[0]}, decision {report[1]}: {checking.FAULTS[fault]}"
    assert report[0] == GAMES


@every_table
@examples(compiled=3)
@given(seed=seeds, taste=tastes)
def test_a_game_of_any_taste_stays_sound(edition: str, players: int, seed: int, taste: str) -> None:
    """Hoarders empty the deck, collectors the ticket deck: the state is sound all the same, to the end."""
    game, decisions = Game(edition, players, seed), 0
    for decisions, _ in enumerate(play_on(game, random.Random(seed), taste)):
        fault = checking.check_state(game.actions.boards[0], game.state)
        assert fault == checking.SOUND, f"decision {decisions}: {checking.FAULTS[fault]}"
    assert game.over
    assert len(game.log) == decisions
    assert all(not game.observe(seat).legal_ids for seat in range(players))


@every_table
@examples(compiled=8, interpreted=2)
@given(seed=seeds, taste=tastes, moment=st.floats(0, 0.9))
def test_exactly_what_is_listed_is_allowed(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """`legal` is sorted, has no duplicates, and agrees with the one judge over all ids and seats (R-TURN-1)."""
    game = game_at(edition, players, seed, moment, taste)
    assert checking.first_fault(game.actions.boards, states_of(game)) == checking.SOUND
    for seat in range(players):
        numbers = game.observe(seat).legal_ids
        assert list(numbers) == sorted(set(numbers))
        assert bool(numbers) == (seat in game.acting)
        assert all(step(game.actions.boards, states_of(game), seat, number, no_journal()) == 0 for number in numbers)


@every_table
@examples(compiled=6, interpreted=2)
@given(seed=seeds, taste=tastes, moment=st.floats(0, 0.9))
def test_every_legal_action_survives_being_written_and_read(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """Id, action and text stand for each other."""
    game = game_at(edition, players, seed, moment, taste)
    for seat in game.acting:
        observation = game.observe(seat)
        for number, action, text in zip(observation.legal_ids, observation.legal_actions, observation.view["you"]["legal"], strict=True):
            assert parse(game.edition, text) == action
            assert game.actions.number(action, observation.offer) == number
            assert game.actions.action(number, observation.offer) == action


@every_table
@examples(compiled=4)
@given(seed=seeds, taste=tastes)
def test_score_sheets_add_up(edition: str, players: int, seed: int, taste: str) -> None:
    """The total is the sum of the parts, ticket points are the sum of the tickets, winners have the most (R-SCORE-1 to R-SCORE-6)."""
    game = game_at(edition, players, seed, 3.0, taste)
    assert game.over
    result = game.result()
    assert result.final
    for sheet in result.sheets:
        parts = sheet.routes, sheet.ticket_points, sheet.longest_path_points, sheet.attraction_points, sheet.district_points
        assert sheet.total == sum(parts)
        assert sheet.ticket_points == sum(ticket.points for ticket in sheet.tickets)
        assert len(sheet.tickets) == game.view(sheet.seat)["seats"][sheet.seat]["tickets"]
        districts = {district.name: district.points for district in game.edition.board.districts}
        assert sheet.district_points == sum(districts[name] for name in sheet.districts)
        assert sheet.attraction_points == game.edition.attraction_points * len(sheet.attractions)
    most = max(sheet.total for sheet in result.sheets)
    assert {result.sheets[seat].total for seat in result.winners} == {most}
    assert result.to_json()["winners"] == result.winners


@every_table
@examples(compiled=2)
@given(seed=seeds)
def test_the_same_seed_gives_the_same_game(edition: str, players: int, seed: int) -> None:
    """Chance comes from the seed and from nothing else."""
    one, two = (game_at(edition, players, seed, 0.3) for _ in range(2))
    assert (one.state.tobytes(), one.log, one.events) == (two.state.tobytes(), two.log, two.events)


@every_table
@examples(compiled=5, interpreted=2)
@given(seed=seeds)
def test_naming_the_starting_seat_changes_no_card_and_no_ticket(edition: str, players: int, seed: int) -> None:
    """R-SETUP-5: only who begins is another."""
    drawn = Game(edition, players, seed)
    for start in range(players):
        named = Game(edition, players, seed, start)
        assert named.start == start
        assert named.deal == drawn.deal
        state = states_of(named)
        state[0].start = drawn.state.start
        assert state[0].tobytes() == drawn.state.tobytes()
        assert pick(named, 0, random.Random(seed)) == pick(drawn, 0, random.Random(seed))


@every_table
def test_payable_routes_are_those_that_may_be_claimed(edition: str, players: int) -> None:
    """R-CLAIM-3: a set of routes says at once what the list of claims says one by one."""
    met = 0
    for n, game in enumerate(play_on(Game(edition, players, 5), random.Random(5), "cards")):
        if n % 7 or game.over or game.state.phase != TURN:
            continue
        seat, board = game.acting[0], game.actions.boards[0]
        low, high = payable_routes(board, game.state, seat)
        claims = [number for number in game.observe(seat).legal_ids if board.action_kind[number] == CLAIM_ROUTE]
        assert set(members(int(low) | int(high) << 64)) == {int(board.action_route[number]) for number in claims}
        met += len(claims)
    assert met > 100
