"""The planner: it knows only what its seat knows, never does what no player may do, and plans as its modules say."""

from __future__ import annotations

import numpy as np
import pytest

from allaboard import Game, Position
from allaboard.actions import action_space
from allaboard.arena.match import Match, play_blocks
from allaboard.bots import BotError, make_bot
from allaboard.bots.planner.constants import CONSTANTS, STYLES, TABLE, Constant, constants_of
from allaboard.bots.planner.decide import decided
from allaboard.bots.planner.scratch import new_scratch
from allaboard.editions import get_edition as find_edition
from allaboard.engine.entry import new_states, redacted, resampled
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.scoring import TOTAL
from allaboard.notation import text
from allaboard.runner.compiled import play_planners
from builders import every_edition, every_table

SEED = np.array([20, 26, 11, 15], dtype=np.uint64)


def planner_game(edition: str, players: int, seed: int | bytes) -> Game:
    """A finished game of planners through the Python face, which refuses what is illegal."""
    game, bot = Game(edition, players, seed), make_bot("planner")
    while not game.over:
        seat = game.acting[0]
        game.play(bot.choose(game.observe(seat)), seat)
    return game


def test_every_constant_is_within_its_range() -> None:
    """A constant has a name, a meaning and a default within the range a tuner may search."""
    assert CONSTANTS.names == tuple(TABLE)
    for constant_name, constant in TABLE.items():
        for value in (constant.city, constant.country, *(constant.among_many or ())):
            assert constant.low <= value <= constant.high, constant_name
        assert constant.meaning
    for name, changes in STYLES.items():
        for constant_name, values in changes.items():
            for value in values if isinstance(values, tuple) else (values,):
                assert TABLE[constant_name].low <= value <= TABLE[constant_name].high, (name, constant_name)


def test_constants_depend_on_the_board_and_on_how_many_play() -> None:
    """A board between city and country gets what lies between; three players or more have constants of their own."""
    constant = Constant(1.0, 5.0, 0.0, 10.0, "made up", among_many=(3.0, 9.0))
    assert [constant.on(16, players) for players in (2, 3, 5)] == [1.0, 3.0, 3.0]
    assert [constant.on(pieces, 2) for pieces in (10, 16, 45, 60)] == [1.0, 1.0, 5.0, 5.0]
    assert constant.on(30, 4) == pytest.approx(3.0 + 6.0 * 14 / 29)
    assert Constant(1.0, 5.0, 0.0, 10.0, "made up").on(16, 4) == 1.0


def test_changes_have_one_value_or_one_for_small_and_one_for_large_boards() -> None:
    """A change that is a pair is read as the table's own two columns are; those of a style and those of a player alike."""
    boards = [action_space(find_edition(edition)).boards[0] for edition in ("new-york", "usa")]
    blocking = [float(constants_of(board, 2, "blocker")[0].block) for board in boards]
    assert blocking == list(STYLES["blocker"]["block"])  # type: ignore[arg-type]
    changed = [constants_of(board, 2, changes={"block": (0.5, 1.5), "late": 7.0})[0] for board in boards]
    assert [(float(one.block), float(one.late)) for one in changed] == [(0.5, 7.0), (1.5, 7.0)]


def test_unknown_constants_are_refused() -> None:
    """An option that is no constant is an error that names those there are."""
    with pytest.raises(BotError, match="no constant haste; it has turn_worth"):
        make_bot("planner:haste=3")
    with pytest.raises(BotError, match="not of the form constant=number"):
        make_bot("planner:urge=much")
    with pytest.raises(ValueError, match="there is no style 'dreamer'"):
        constants_of(action_space(find_edition("usa")).boards[0], 2, "dreamer")


@every_table
def test_planners_finish_legal_games(edition: str, players: int) -> None:
    """Planners play whole games of every edition and number of players by actions that the rules allow."""
    if INTERPRETED and (edition, players) not in (("new-york", 2), ("london", 3)):
        pytest.skip("takes long interpreted")
    assert planner_game(edition, players, players).over


@every_edition
def test_hidden_information_does_not_matter(edition: str) -> None:
    """Whatever the others hold, whatever the decks hold: the same observation gives the same action."""
    if INTERPRETED and edition != "new-york":
        pytest.skip("takes long interpreted")
    actions = action_space(find_edition(edition))
    game, bot = Game(edition, 3, 7), make_bot("planner")
    constants, scratches, stream = constants_of(actions.boards[0], 3), new_scratch(), np.arange(1, 5, dtype=np.uint64)
    world, seen = new_states(), new_states()
    while not game.over:
        seat = game.acting[0]
        observation = game.observe(seat)
        action = bot.choose(observation)
        resampled(actions.boards, observation.states, seat, stream, world)
        redacted(actions.boards, world, seat, seen)
        assert decided(actions.boards, seen, seat, constants, scratches) == action
        game.play(action, seat)


def test_the_memory_of_other_games_does_not_matter() -> None:
    """A decision depends on the observation alone, not on what was decided before with the same working memory."""
    game, old = Game("new-york", 2, 3), make_bot("planner")
    while not game.over:
        seat = game.acting[0]
        observation = game.observe(seat)
        action = old.choose(observation)
        assert make_bot("planner").choose(observation) == action
        game.play(action, seat)


def test_the_compiled_games_are_those_of_the_python_face() -> None:
    """A game in the compiled loop is the same as one played by bots through observations."""
    actions = action_space(find_edition("new-york"))
    constants = constants_of(actions.boards[0], 2)[np.zeros((1, 2), np.int64)]
    sheets = play_planners(actions, constants, SEED.tobytes(), np.arange(1)).sheets
    result = planner_game("new-york", 2, SEED.tobytes()).result()
    assert [sheet.total for sheet in result.sheets] == sheets[0, :, TOTAL].tolist()


@pytest.mark.parametrize("name", ["racer", "collector", "blocker"])
def test_styles_play(name: str) -> None:
    """Every style finishes a game against the planner."""
    game, bots = Game("new-york", 2, 5), (make_bot(name), make_bot("planner"))
    while not game.over:
        seat = game.acting[0]
        game.play(bots[seat].choose(game.observe(seat)), seat)
    assert game.result().winners


@pytest.mark.skipif(INTERPRETED, reason="takes long interpreted")
@pytest.mark.parametrize("edition", ["new-york", "london", pytest.param("usa", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["racer", "collector", "blocker"])
def test_characters_are_nearly_as_strong_as_the_planner(name: str, edition: str) -> None:
    """At most five points weaker with two players, on the same deals every time; chance may take two more from 500 of them."""
    match = Match(find_edition(edition), (name, "planner"), 2027)
    assert play_blocks(match, range(500)).shares[:, 0].mean() > 0.45 - 0.02


def test_it_completes_a_ticket_at_once_in_the_last_turn() -> None:
    """In the final round only points count: the route that makes the ticket comes before any other."""
    position = (
        Position("usa", players=2).tickets(0, "Denver–El Paso").claimed(0, "Denver–Santa Fe").hand(0, red=2, blue=4).turn(0).final_turns(2)
    )
    game = position.game()
    assert text(game.actions.action(make_bot("planner").choose(game.observe(0)))) == "claim El Paso–Santa Fe with 2 red"


@every_table
def test_what_came_after_a_champion_is_nought_for_it(edition: str, players: int) -> None:
    """It weighs nothing, so that the champion decides as it did; for the planner of today it weighs something at every table."""
    boards = action_space(find_edition(edition)).boards
    first, today = (constants_of(boards[0], players, style)[0] for style in ("planner@1", "planner"))
    for name in ("coloured", "crowd", "sequel"):
        assert first[name] == 0.0 < today[name], name
