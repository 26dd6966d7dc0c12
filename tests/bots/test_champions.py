"""Champions of earlier versions: they decide today as they did when they were frozen, wherever a bot is named."""

from __future__ import annotations

from hashlib import sha256

import pytest

from allaboard import Game, get_edition
from allaboard.arena.match import Match, play_blocks
from allaboard.bots import bot_names, make_bot, prepare
from allaboard.bots.precompile import late_bots
from allaboard.bots.registry import FROZEN, bot_version
from allaboard.engine.jit import INTERPRETED
from builders import every_table

DECISIONS = {
    ("new-york", 2): ("5a4ead20c6bba356", "dcb08751f8d55d44"),
    ("new-york", 3): ("5014c6789cec4c2c", "8fb5af634dcc5944"),
    ("new-york", 4): ("451ae5bd799a409a", "549661415957e3e0"),
    ("london", 2): ("34b79107b781525d", "6fd22b5d08f1f16f"),
    ("london", 3): ("ce55ee0c20522bbd", "2f67519e1372d3ed"),
    ("london", 4): ("b4c3dc39fda9d2ba", "d27933a45e47a304"),
    ("usa", 2): ("0862cc3fef6ad7ed", "87b86b8a118dbc93"),
    ("usa", 3): ("141f66e905cf35f7", "b2dfcdd64f2c8143"),
    ("usa", 4): ("7bd972bdced2c9ef", "d2da43581a633c6f"),
    ("usa", 5): ("096710ee3866d475", "2d7b6b666c6f63e6"),
    ("usa-anniversary", 2): ("ce065b3f2aa756a2", "fd96d7da64234be3"),
    ("usa-anniversary", 3): ("10e922116193345b", "e34a7c1e44e9c73e"),
    ("usa-anniversary", 4): ("e6e35feefc274aab", "96c81e5ae8cf967a"),
    ("usa-anniversary", 5): ("cf83a0e530ed0606", "39681688e8288b4a"),
}
"""Edition and players → a hash of the decisions of planner@1 and of search@1 with 24 games, as they were when these were frozen."""


def decisions(name: str, edition: str, players: int, every: int) -> str:
    """A hash of what a bot decides in a game of its own and in one between greedy bots, at each so-manieth decision of both."""
    told = sha256()
    for other in (name.partition(":")[0].replace("search", "planner"), "greedy"):
        game, mover = Game(edition, players, 19), make_bot(other)
        while not game.over:
            seat = game.acting[0]
            observation = game.observe(seat)
            if len(game.log) % every == 0:
                bot = make_bot(name)
                prepare(bot, game.edition, players, seat, len(game.log))
                told.update(int(bot.choose(observation)).to_bytes(4, "little"))
            game.play(mover.choose(observation), seat)
    return told.hexdigest()[:16]


@every_table
def test_the_first_planner_decides_as_it_did(edition: str, players: int) -> None:
    if INTERPRETED and (edition, players) != ("new-york", 2):
        pytest.skip("takes long interpreted")
    assert decisions("planner@1", edition, players, every=1) == DECISIONS[edition, players][0]


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
@every_table
def test_the_first_search_decides_as_it_did(edition: str, players: int) -> None:
    assert decisions("search@1:24", edition, players, every=17) == DECISIONS[edition, players][1]


def test_champions_say_which_they_are() -> None:
    """Records and results name the version that played; people are not offered it."""
    assert [(name, bot_version(name)) for name in FROZEN] == [("planner@1", "1"), ("search@1", "1")]
    assert not set(FROZEN) & set(bot_names())
    assert "search@1" in late_bots()
    assert "planner@1" not in late_bots()


@pytest.mark.skipif(INTERPRETED, reason="whole games between planners take their time in plain Python")
def test_champions_meet_their_successors_in_compiled_games() -> None:
    match = Match(get_edition("new-york"), ("planner", "planner@1"), 1)
    assert match.compiled
    assert play_blocks(match, range(2)).shares.sum() == 2
