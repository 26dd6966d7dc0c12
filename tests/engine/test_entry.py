"""The doors into compiled code, and how it is compiled: refusals change nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from allaboard import Game, IllegalAction, KeepTickets
from allaboard.editions import load
from allaboard.engine.entry import compile_rules, step
from allaboard.engine.journal import no_journal
from allaboard.engine.legal import ALREADY_CHOSEN, GAME_OVER, NO_SUCH_ACTION, NOT_YOUR_TURN, TICKETS_FIRST
from games import game_at, states_of
from harbour_edition import Harbour


def test_a_step_that_is_refused_changes_nothing() -> None:
    """Law 5: `step` asks the one judge first."""
    game = game_at("usa", 3, 1, 0.1)
    states = states_of(game)
    for seat, action in ((game.acting[0], -1), (7, 0), (-1, 0), ((game.acting[0] + 1) % 3, 0)):
        assert step(game.actions.boards, states, seat, action, no_journal()) != 0
        assert states.tobytes() == states_of(game).tobytes()


def test_a_step_names_the_reason_at_every_stage() -> None:
    """Before, during and after the game, for seats that are there and seats that are not."""

    def reason(game: Game, seat: int, action: int) -> int:
        return step(game.actions.boards, states_of(game), seat, action, no_journal())

    game = Game("usa", 2, 1)
    keep = int(game.actions.boards[0].keep_id[0])
    assert reason(game, 0, 0) == TICKETS_FIRST
    assert reason(game, 5, keep) == NOT_YOUR_TURN
    assert reason(game, 0, game.actions.size) == NO_SUCH_ACTION
    game.play(game.observe(0).legal_ids[0], 0)
    assert reason(game, 0, keep) == ALREADY_CHOSEN
    assert reason(game_at("usa", 2, 1, 3.0), 0, 0) == GAME_OVER


def test_the_order_of_tickets_given_back_at_set_up_is_nobodys_choice(tmp_path: Path) -> None:
    """R-SETUP-4, R-TICKET-3: even where it is in play, and with an offer of the same size."""
    harbour = Harbour(tmp_path)
    harbour.edit("setup_offer = 2", "setup_offer = 3").edit("\noffer = 2", "\noffer = 3")
    harbour.edit('return_order = "drawn"', 'return_order = "chosen"').edit("max_players = 3", "max_players = 2")
    game = Game(load(harbour.path), 2, 1)
    one, two, three = game.view(0)["you"]["offer"]
    with pytest.raises(IllegalAction, match="not for the player to choose here"):
        game.play(KeepTickets((one,), (three, two)), 0)
    for seat in range(2):
        game.play(KeepTickets(tuple(game.view(seat)["you"]["offer"])), seat)
    game.play("draw tickets")
    seat = game.acting[0]
    one, two = game.view(seat)["you"]["offer"]
    assert [action.give_back for action in game.legal_actions() if isinstance(action, KeepTickets)] == [(two,), (one,), ()]


def test_compiling_says_what_it_compiles() -> None:
    """Set-up is announced door by door."""
    heard: list[str] = []
    compile_rules(Game("london", 2, 1).actions.boards, 2, heard.append)
    assert heard[0] == "setting up"
    assert heard[-1] == "resampling"
