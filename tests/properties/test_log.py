"""The log is the game: taking back, playing again, looking back, copying, replaying and saving all lead to the same state."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from allaboard import Game, Record
from games import every_table, examples, game_at, pick, play_on, seeds, tastes, whole

moments = st.floats(0, 1)


@every_table
@examples(compiled=3)
@given(seed=seeds, taste=tastes, moment=moments, back=st.integers(1, 6))
def test_undo_and_redo_lead_back(edition: str, players: int, seed: int, taste: str, moment: float, back: int) -> None:
    """What was taken back and played again is what was: state, chance to come, log and events."""
    game = game_at(edition, players, seed, moment, taste)
    back = min(back, len(game.log))
    moments_before = [whole(game)]
    for _ in range(back):
        entry = game.log[-1]
        assert game.undo() == entry
        moments_before.append(whole(game))
        assert whole(game) == whole(game.at(len(game.log)))
    for _ in range(back):
        moments_before.pop()
        game.redo()
        assert whole(game) == moments_before[-1]


@every_table
@examples(compiled=2)
@given(seed=seeds, taste=tastes, chosen=st.lists(st.floats(0, 1), min_size=3, max_size=3))
def test_at_shows_the_game_as_it_was(edition: str, players: int, seed: int, taste: str, chosen: list[float]) -> None:
    """Every moment can be looked up later, and looking changes nothing."""
    game = Game(edition, players, seed)
    then = [whole(moment) for moment in play_on(game, random.Random(seed), taste)]
    for share in chosen:
        n = round(share * len(game.log))
        assert whole(game.at(n)) == then[n]
    assert whole(game) == then[-1]


@every_table
@examples(compiled=3)
@given(seed=seeds, taste=tastes, moment=st.floats(0, 0.6))
def test_a_copy_goes_its_own_way(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """Neither the copy nor the original hears of the other."""
    game = game_at(edition, players, seed, moment, taste)
    before, copy, chance = whole(game), game.copy(), random.Random(seed)
    assert whole(copy) == before
    for n, _ in enumerate(play_on(copy, chance, taste)):
        if n == 5:
            break
    assert whole(game) == before
    ahead = whole(copy)
    if not game.over:
        seat = game.acting[-1]
        game.play(pick(game, seat, chance), seat)
    assert whole(copy) == ahead


@every_table
@examples(compiled=3)
@given(seed=seeds, taste=tastes, moment=moments)
def test_a_replay_gives_the_same_state(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """Recorded outcomes lead to the same state, the streams included, so that a game can go on from a replay."""
    game = game_at(edition, players, seed, moment, taste)
    replayed = Game(edition, players, seed, deal=game.deal)
    replayed.replay(game.log)
    assert whole(replayed) == whole(game)


@every_table
@examples(compiled=3)
@given(seed=seeds, taste=tastes, moment=moments)
def test_a_record_survives_being_written_and_read(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """JSON and back gives the same record, the same game, and a seed that proves it."""
    game = game_at(edition, players, seed, moment, taste)
    record = Record.of(game, reveal=True)
    again = Record.from_json(record.to_json())
    assert again.data == record.data
    assert again.to_json() == record.to_json()
    assert whole(again.replay()) == whole(game)
    assert whole(again.verify()) == whole(game)
    n = len(game.log) // 2
    assert whole(again.replay(n)) == whole(game.at(n))


@every_table
@examples(compiled=2)
@given(seed=seeds, moment=st.floats(0.05, 0.5))
def test_a_record_without_its_seed_can_still_be_replayed(edition: str, players: int, seed: int, moment: float) -> None:
    """Before the end the seed stays secret; cards, tickets and log tell the game all the same."""
    game = game_at(edition, players, seed, moment)
    replayed = Record.from_json(Record.of(game, reveal=False).to_json()).replay()
    assert replayed.seed is None
    assert replayed.log == game.log
    assert replayed.events == game.events
    assert [replayed.view(seat) for seat in range(players)] == [game.view(seat) for seat in range(players)]
