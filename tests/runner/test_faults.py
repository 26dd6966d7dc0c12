"""Faults of bots: found by bot, line and game, the same from a worker process, and grouped by kind."""

from __future__ import annotations

import pickle
import re

import pytest

import allaboard
from allaboard.runner import BotFault, GameSpec, grouped, seat_bots

LONDON = allaboard.get_edition("london")


def fault_of(*bots: str, deal: int = 3) -> BotFault:
    with pytest.raises(BotFault) as caught:
        GameSpec(LONDON, bots, seed=5, deal=deal, number=3).play_out()
    return caught.value


def test_a_fault_names_the_game_and_the_command_that_repeats_it() -> None:
    fault = fault_of("random", "odd_bots:Clumsy", deal=1)
    assert (fault.bot, fault.seat, fault.action, fault.kind) == ("odd_bots:Clumsy", 1, 2, "KeyError")
    assert re.fullmatch(r".*odd_bots\.py:\d+ in choose", fault.line)
    assert fault.game == "london with random, odd_bots:Clumsy, seed 5, game 3, deal 1"
    assert fault.repeat == ("allaboard bot debug odd_bots:Clumsy --edition london --bots random,odd_bots:Clumsy --seed 5 --game 3 --deal 1")
    assert all(part in str(fault) for part in (fault.bot, fault.line, fault.game, "action 2", fault.repeat))


def test_an_illegal_action_names_the_line_where_the_bot_chooses() -> None:
    fault = fault_of("odd_bots:Vague", "random")
    assert "chose an illegal action: " in fault.what
    assert "['something']" in fault.what
    assert re.fullmatch(r".*odd_bots\.py:\d+ in choose", fault.line)


def test_a_fault_at_the_beginning_is_found_like_any_other() -> None:
    fault = fault_of("random", "odd_bots:Sleepy")
    assert fault.what == "failed when the game began: RuntimeError: five more minutes"
    assert "in begin" in fault.line
    with pytest.raises(BotFault, match="five more minutes"):
        seat_bots(LONDON, ["odd_bots:Sleepy", "random"], seed=1)


def test_a_bot_that_cannot_be_made_is_found_like_any_other() -> None:
    fault = fault_of("random", "odd_bots:Unready")
    assert (fault.seat, fault.action, fault.kind) == (1, 0, "ZeroDivisionError")
    assert fault.what.startswith("failed while it was made: ZeroDivisionError: ")
    assert re.fullmatch(r".*odd_bots\.py:\d+ in __init__", fault.line)
    assert fault.repeat.startswith("allaboard bot debug odd_bots:Unready --edition london --bots random,odd_bots:Unready ")
    assert fault_of("random", "odd_bots:Nobody").what.startswith("cannot be had: the bot 'odd_bots:Nobody' cannot be loaded: ")


@pytest.mark.parametrize("bot", ["Deaf", "Unasked"])
def test_a_method_that_cannot_be_called_is_found_where_it_begins(bot: str) -> None:
    """None of the bot's code has run: the line is its own all the same, not the one of ours that called it."""
    fault = fault_of("random", f"odd_bots:{bot}")
    assert "TypeError" in fault.what
    assert re.fullmatch(rf".*odd_bots\.py:\d+ in {'choose' if bot == 'Deaf' else 'begin'}", fault.line)


def test_a_bot_that_ends_the_program_has_failed() -> None:
    fault = fault_of("odd_bots:Quitting", "random")
    assert fault.what == "failed at action 1: SystemExit: 3"
    assert re.fullmatch(r".*odd_bots\.py:\d+ in choose", fault.line)


def test_a_fault_comes_from_a_worker_as_it_was() -> None:
    fault = fault_of("odd_bots:Clumsy", "random")
    assert str(pickle.loads(pickle.dumps(fault))) == str(fault)


def test_faults_are_grouped_by_bot_kind_and_line() -> None:
    clumsy, again, vague = (
        fault_of("odd_bots:Clumsy", "random"),
        fault_of("random", "odd_bots:Clumsy"),
        fault_of("odd_bots:Vague", "random"),
    )
    assert grouped([clumsy, vague, again]) == [(clumsy, 2), (vague, 1)]
