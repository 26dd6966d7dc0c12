"""One door for secrets: two games that differ only in what an observer cannot know look the same to it, byte for byte (R-SECRET).

Other worlds are made twice: by hand (`worlds.py`) and by the engine's own resampling, so that neither can hide a leak of the other.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import checking
from allaboard import ClaimRoute, DrawDeck, DrawTickets, Entry, Game, TakeCard
from allaboard.engine.card_log import AT_MOST, HIDDEN
from allaboard.engine.entry import new_states, resampled
from allaboard.engine.records import CHOOSING
from games import as_json, every_table, examples, game_at, observers, pick, redacted_states, seeds, states_of, stream_of, tastes
from properties.worlds import another_world, differs

moments = st.one_of(st.just(0.0), st.floats(0, 0.05), st.floats(0, 0.9))


def resampled_world(game: Game, observer: int | None, seed: int) -> Game:
    """A world of the engine's own making."""
    states = new_states()
    resampled(game.actions.boards, redacted_states(game, observer), -1 if observer is None else observer, stream_of(seed), states)
    return Game.from_states(game.edition, states)


def seen(game: Game, observer: int | None) -> tuple[bytes, bytes, tuple[int, ...]]:
    """Everything that the observer is given: the view, the redacted state, and what it may do."""
    observation = game.observe(observer)
    view = observation.view
    if game.over:
        # R-TICKET-6: tickets stay secret to the end, and then the scores that stand on them are open
        view = {**view, "seats": [{**facts, "points": None} for facts in view["seats"]]}
    return as_json(view), observation.state.tobytes(), observation.legal_ids


def same_action(game: Game, other: Game, seat: int, number: int) -> tuple[list[Any], list[Any]] | None:
    """Let both games go on by the same action, chance giving the same wherever it is seen; None when the other world cannot."""
    if number not in other.observe(seat).legal_ids:
        return None
    events = game.play(number, seat)
    entry, action = game.log[-1], None if game.actions.needs_offer(number) else game.actions.action(number)
    public = isinstance(action, TakeCard | ClaimRoute) or (isinstance(action, DrawDeck) and len(entry.outcome) > 1)
    told = len(other.events)
    if not public:
        return events, other.play(number, seat)
    try:
        other.replay([Entry(seat, number, entry.outcome)])
    except ValueError:  # a card that was turned up lies elsewhere in the other world
        return None
    return events, other.events[told:]


@every_table
@examples(compiled=10, interpreted=2)
@given(seed=seeds, taste=tastes, moment=moments)
def test_an_observer_cannot_tell_other_worlds_apart(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """View, redacted state and legal actions of all seats and of a spectator are equal, byte for byte."""
    game, chance = game_at(edition, players, seed, moment, taste), random.Random(seed)
    for observer in observers(game):
        truth = seen(game, observer)
        world = another_world(game, observer, chance)
        assert seen(world, observer) == truth
        assert seen(resampled_world(game, observer, seed), observer) == truth


@every_table
@examples(compiled=10, interpreted=2)
@given(seed=seeds, taste=tastes, moment=moments)
def test_what_happens_next_tells_nothing_more(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """After the same action by anybody, the observer has heard the same events and sees the same again."""
    base, chance = game_at(edition, players, seed, moment, taste), random.Random(seed)
    if base.over:
        return
    for observer in observers(base):
        game = Game.from_states(base.edition, states_of(base))
        world = another_world(game, observer, chance)
        seat = chance.choice(game.acting)
        number = pick(game, seat, chance, taste)
        if seat == observer and isinstance(
            None if game.actions.needs_offer(number) else game.actions.action(number), DrawDeck | DrawTickets
        ):
            continue  # what the observer draws itself, it learns
        if game.state.phase == CHOOSING and len(game.acting) == 1:
            continue  # how many everybody kept is public now
        happened = same_action(game, world, seat, number)
        if happened is not None:
            ours, theirs = ([event.seen_by(observer) for event in events] for events in happened)
            assert as_json(ours) == as_json(theirs)
            assert seen(world, observer) == seen(game, observer)


@every_table
@examples(compiled=8, interpreted=2)
@given(seed=seeds, taste=tastes, moment=moments)
def test_a_resampled_world_is_sound(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """Every card and ticket is somewhere, and the game can be played on to its end from there."""
    game = game_at(edition, players, seed, moment, taste)
    for observer in observers(game):
        world, chance = resampled_world(game, observer, seed), random.Random(seed)
        board, state = game.actions.boards[0], world.state
        for check in (
            checking.check_cards,
            checking.check_routes,
            checking.check_tickets,
            checking.check_phase,
            checking.check_logs,
        ):
            assert checking.FAULTS.get(check(board, state)) is None
        for _ in range(10):
            if not world.over:
                seat = chance.choice(world.acting)
                world.play(pick(world, seat, chance, taste), seat)
        assert checking.FAULTS.get(checking.check_state(board, world.state)) is None


@every_table
def test_other_worlds_are_other_worlds(edition: str, players: int) -> None:
    """What the tests above compare does differ."""
    game = game_at(edition, players, 3, 0.1)
    for observer in observers(game):
        assert differs(game, another_world(game, observer, random.Random(1)))
        assert differs(game, resampled_world(game, observer, 1))


@every_table
@examples(compiled=3)
@given(seed=seeds)
def test_redacting_twice_changes_nothing(edition: str, players: int, seed: int) -> None:
    """A redacted state has no secret left to lose."""
    game = game_at(edition, players, seed, 0.4)
    for observer in observers(game):
        states = redacted_states(game, observer)
        again = redacted_states(Game.from_states(game.edition, states), observer)
        assert again.tobytes() == states.tobytes()
        assert not states[0].card_stream.any()
        assert not states[0].ticket_stream.any()


def test_cards_that_are_hidden_already_are_redacted_again() -> None:
    """Drawn since the last reshuffle, they have no kind to count: plain Python says so if one is looked for among the kinds."""
    redacted_again = 0
    for seed in range(12):
        game = game_at("new-york", 3, seed, 0.8)
        states = redacted_states(game, None)
        log = states[0].card_log[: int(states[0].card_log_size)]
        redacted_again += bool(((log < AT_MOST) & (log & HIDDEN == HIDDEN)).any())
        assert redacted_states(Game.from_states(game.edition, states), None).tobytes() == states.tobytes()
    assert redacted_again > 2
