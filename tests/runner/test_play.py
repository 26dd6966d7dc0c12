"""One game between bots: the same with a log and without, at once or one action after the other, and faults with the bot's name."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

import allaboard
from allaboard import Game, IllegalAction, Observation, Position
from allaboard.actions import Action, ClaimRoute, DrawDeck, action_space
from allaboard.arena.match import Match
from allaboard.bots import Bot, BotError, make_bot
from allaboard.env.episode import Episode
from allaboard.runner import GameSpec, Playable, Playout, TimedBot, game_seed, play_action, play_game, seat_bots
from allaboard.runner.compiled import planner_constants, play_planners, play_random
from allaboard.runner.play import Outcome, action_number, seated, seated_in_game, seats_of
from allaboard.simulation.batch import Simulation
from builders import TABLES
from games import seeds

LONDON, NEW_YORK = allaboard.get_edition("london"), allaboard.get_edition("new-york")


class Says:
    """A bot that always gives the same answer."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, observation: Observation) -> Action | int:
        return self.answer  # type: ignore[return-value]


class Spelling:
    """Random play that names its actions in another way each time: by id, by a number of NumPy's, as a value, as text."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, observation: Observation) -> Action | int:
        place = self.random.randrange(len(observation.legal_ids))
        spellings = (observation.legal_ids[place], np.int16(observation.legal_ids[place]), observation.legal_actions[place])
        return self.random.choice((*spellings, observation.legal_texts[place]))  # type: ignore[return-value]


def faces(edition: str, players: int, seed: int) -> list[Playable]:
    """The same game as everybody has it who lets bots play."""
    episode = Episode(edition, players)
    episode.begin(seed)
    return [Game(edition, players, seed), Playout(allaboard.get_edition(edition), players, seed), episode]


def same(first: Game, second: Playout) -> bool:
    return bytes(first.state) == bytes(second.state)


@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_a_game_without_a_log_is_the_same_game(seed: int) -> None:
    """After every action, whatever way the bot names it, state for state."""
    check_lockstep(seed)


@pytest.mark.slow
def test_three_hundred_games_without_a_log_are_the_same_games() -> None:
    """The same, over all tables."""
    for seed in range(300):
        check_lockstep(seed)


def check_lockstep(seed: int) -> None:
    edition, players = TABLES[seed % len(TABLES)]
    logged, plain = Game(edition, players, seed), Playout(allaboard.get_edition(edition), players, seed)
    assert same(logged, plain)
    while not logged.over:
        [seat, *_] = acting = logged.acting
        assert acting == plain.acting
        choice = Spelling(seed + len(logged.log)).choose(logged.observe(seat))
        logged.play(choice, seat)
        plain.play(choice, seat)
        assert same(logged, plain)
    assert plain.over
    result, outcome = logged.result(), Outcome.of(plain)
    assert outcome.totals.tolist() == [sheet.total for sheet in result.sheets]
    assert tuple(np.flatnonzero(outcome.won).tolist()) == result.winners
    assert outcome.start == logged.start
    assert np.array_equal(Outcome.of(logged).totals, outcome.totals)


@pytest.mark.parametrize(
    "answer", [-1, 10**6, 10**30, True, 1.0, None, "draw tickets", "to the moon", ["something"], DrawDeck(), np.int64(0), np.float64(0)]
)
def test_what_cannot_be_is_refused_by_every_face_and_changes_nothing(answer: object) -> None:
    """At set-up nobody may draw; no number, text or value makes a game do it."""
    for game in faces("london", 2, 1):
        before = game.observe(0).view
        with pytest.raises(BotError, match="the bot ‘odd’ in seat 1 chose an illegal action: "):
            play_action(game, Says(answer), 0, 0, "odd")
        assert game.observe(0).view == before


def test_a_game_with_a_log_and_one_without_refuse_in_the_same_words() -> None:
    logged, plain, _ = faces("london", 2, 1)
    for answer in (10**6, "draw tickets", DrawDeck(), ["something"]):
        told = []
        for game in (logged, plain):
            with pytest.raises(IllegalAction) as caught:
                game.play(answer, 0)
            told.append((str(caught.value), caught.value.rule))
        assert told[0] == told[1]


@pytest.mark.parametrize(
    ("bot", "complaint"),
    [
        ("odd_bots:Cheating", "the bot ‘odd_bots:Cheating’ in seat 1 chose an illegal action: “"),
        ("odd_bots:Clumsy", "the bot ‘odd_bots:Clumsy’ in seat 1 failed at action 1: KeyError: 'boots'"),
    ],
)
def test_a_bot_that_misbehaves_is_named(bot: str, complaint: str) -> None:
    for game in faces("london", 2, 1):
        with pytest.raises(BotError) as caught:
            play_game(game, seat_bots(LONDON, [bot, "random"], seed=1), [bot, "random"])
        assert str(caught.value).startswith(complaint)


def test_a_game_that_goes_nowhere_is_ended() -> None:
    game = Playout(LONDON, 2, 1)
    with pytest.raises(BotError, match="does not end: 7 actions were played"):
        play_game(game, seat_bots(LONDON, ["random", "random"], seed=1), most=7)
    assert not game.over


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_is_what_its_seed_and_numbers_say(players: int) -> None:
    """With a log and without, now and later; another deal or other random numbers of the bots are another game."""
    spec = GameSpec(NEW_YORK, ("greedy", "random", "random", "random")[:players], seed=3, deal=5, number=9)
    game, (outcome, decisions) = spec.play(), spec.play_out()
    assert game.seed == game_seed(3, 5)
    assert (len(game.log), game.start) == (decisions, outcome.start)
    assert [sheet.total for sheet in game.result().sheets] == outcome.totals.tolist()
    assert spec.play().log == game.log
    others = [GameSpec(NEW_YORK, spec.bots, 3, 6, 9), GameSpec(NEW_YORK, spec.bots, 3, 5, 8), GameSpec(NEW_YORK, spec.bots, 4, 5, 9)]
    assert all(other.play().log != game.log for other in others)


@pytest.mark.parametrize("players", [0, 1, 5, 99])
def test_seats_that_the_edition_does_not_have_are_refused(players: int) -> None:
    """Before compiled code, which checks nothing, is given them."""
    spec, actions = GameSpec(LONDON, ("planner",) * players, seed=1, deal=0, number=0), action_space(LONDON)
    constants = np.repeat(planner_constants("planner", actions, players)[None], players, axis=1)
    for play in (
        spec.play,
        spec.play_out,
        lambda: play_random(actions, players, 1, range(2)),
        lambda: play_planners(actions, constants, 1, np.arange(1)),
    ):
        with pytest.raises(ValueError, match=f"london is for 2 to 4 players, not {players}"):
            play()


def test_every_game_between_planners_has_a_number() -> None:
    actions = action_space(LONDON)
    constants = np.repeat(planner_constants("planner", actions, 2)[None], 2, axis=1)
    with pytest.raises(ValueError, match="3 numbers were given for 1 rows of constants"):
        play_planners(actions, constants, 1, np.arange(3))


def test_a_timed_bot_plays_as_it_would() -> None:
    games = [Playout(LONDON, 2, 5) for _ in range(2)]
    bots: list[Bot] = [make_bot("greedy"), make_bot("greedy")]
    decisions = play_game(games[0], bots)
    timed = [TimedBot(bot) for bot in bots]
    assert play_game(games[1], timed) == decisions
    assert bytes(games[0].state) == bytes(games[1].state)
    assert sum(len(bot.seconds) for bot in timed) == decisions
    assert all(second > 0 for bot in timed for second in bot.seconds)


def test_only_actions_of_the_edition_have_a_number() -> None:
    game = Game(LONDON, 2, 1)
    states, legal = game.states, game.observe(0)
    for number, action in zip(legal.legal_ids, legal.legal_actions, strict=True):
        assert action_number(game.actions, states, 0, action) == action_number(game.actions, states, 0, number) == number
    for number, words in zip(legal.legal_ids, legal.legal_texts, strict=True):
        assert action_number(game.actions, states, 0, words) == number
    for wrong in (-1, game.actions.size, True, 0.0, "to the moon", None):
        assert action_number(game.actions, states, 0, wrong) is None


def test_the_half_that_is_left_has_the_number_of_a_text_that_names_none() -> None:
    """Nobody can tell from wilds alone which half is meant, but where one is claimed the board tells it."""
    both = Position("usa", players=4).hand(0, wild=4).turn(0)
    words, left = "claim Denver–Kansas City with 4 wild", ClaimRoute("Denver–Kansas City/orange", None, 0, 4)
    game = both.game()
    assert action_number(game.actions, game.states, 0, words) is None
    game = both.claimed(1, "Denver–Kansas City/black").game()
    assert action_number(game.actions, game.states, 0, words) == game.actions.number(left)


def test_who_names_no_half_of_a_double_route_is_understood_by_every_face() -> None:
    for game in faces("usa", 4, 1):
        play_game(game, seat_bots(allaboard.get_edition("usa"), ["odd_bots:Terse"] * 4, seed=1))
        assert game.over


def test_who_sits_where_is_told_once() -> None:
    """A lineup moves on by a seat from rotation to rotation of a block, and back by one from game to game of a simulation."""
    match, simulation = Match(LONDON, ("a", "b", "c", "d"), 1), Simulation(LONDON, ("a", "b", "c", "d"), 8, 1)
    for number in range(8):
        bots = match.game(0, number).bots
        assert bots == tuple("abcd"[place] for place in seated(4, number))
        assert "".join(bots[seat] for seat in seats_of(4, number)) == "abcd"
        assert simulation.game(number).bots == tuple("abcd"[place] for place in seated_in_game(4, number))
    assert [row.tolist() for row in seated(3, np.arange(3))] == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    assert [row.tolist() for row in seated_in_game(3, np.arange(3))] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
