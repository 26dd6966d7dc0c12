"""A game in the terminal, played by script: every way to say something, to the end and to an early one."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import allaboard
from allaboard import Record
from allaboard.cli.prompt import choices_of, read_choice
from allaboard.cli.screen import choice_list
from allaboard.notation import NotationError, text
from harbour_edition import Harbour
from repository import ROOT


@pytest.mark.parametrize(("edition", "players"), [("new-york", 2), ("london", 4)])
def test_a_whole_game_is_played_and_saved(command: Any, edition: str, players: int) -> None:
    result = command("play", edition, "-p", players, "--seed", 4, "--save", "game.json", answers="1\n" * 500)
    assert result.exit_code == 0
    assert "Your turn" in result.stdout
    assert "Total" in result.stdout
    assert "Saved: game.json" in result.stdout
    assert Record.load("game.json").verify().over


def test_a_saved_game_says_who_played(command: Any) -> None:
    words = ("play", "london", "--seed", 2, "--seat", 2, "--save", "game.json")
    for told, name in (((), "Player"), (("--name", "Ann B."), "Ann B.")):
        assert command(*words, *told, answers="quit\n").exit_code == 0
        bot, person = Record.load("game.json").data["seats"]
        assert (bot["bot"], person) == ("greedy", {"kind": "person", "name": name})
    for wrong in ("", " ", "x" * 201):
        assert "is no name; allowed: one that can be printed, of at most 200 letters" in command(*words, "--name", wrong).stderr


def test_the_default_is_two_players_in_new_york(command: Any) -> None:
    result = command("play", "--seed", 1, answers="quit\n")
    assert "New York · Choose the tickets to keep" in result.stdout
    assert len(list(Path().glob("new-york-*.json"))) == 1


@pytest.mark.parametrize("answers", ["", "quit\n", "1\nq\n", "1\n"])
def test_quitting_and_the_end_of_input_save_the_game(command: Any, answers: str) -> None:
    result = command("play", "london", "--seed", 2, "--save", "game.json", answers=answers)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert Record.load("game.json").replay().players == 2


def test_what_takes_no_turn_is_granted(command: Any) -> None:
    wishes = "1\n?\nall\nlog\nmap\nmap board.png\nmap big\nmap nowhere\nmap no/such.svg\nquit\n"
    result = command("play", "london", "--seed", 2, "--save", "game.json", answers=wishes)
    assert "write the board to a picture" in result.stdout
    assert "Drawn: london.svg" in result.stdout
    assert "Drawn: board.png" in result.stdout
    assert "Routes at Big Ben" in result.stdout
    assert "“nowhere” is no location of london; the locations are Baker Street" in result.stdout
    assert "The board cannot be drawn" in result.stdout
    assert len(Record.load("game.json").data["log"]) <= 4


def test_garbage_is_answered_and_never_ends_the_game(command: Any) -> None:
    garbage = b"\n0\n99\n-1\n\xff\xfe\x00\x1b[31m\nfoo\nclaim\nclaim nowhere\nkeep\ntake purple\n[bold]\n" + b"9" * 5000 + b"\nquit\n"
    result = command("play", "london", "--seed", 2, "--save", "game.json", answers=garbage)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert Record.load("game.json").data["log"] == []
    assert "There is no choice 99" in result.stdout
    assert "“foo” is no action" in result.stdout


def sight_of_a_turn() -> allaboard.Observation:
    position = allaboard.Position("london").hand(0, blue=2, green=2, wild=2)
    return position.market("blue", "green", "black", "wild", "pink").turn(0).game(seed=1).observe(0)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("deck", "draw deck"),
        ("tickets", "draw tickets"),
        ("Blue", "take blue"),
        ("bus", "take wild"),
        ("take green", "take green"),
        ("baker street - regent's park with 2 blue", None),
        ("claim regent's park - baker street with 2 blue", "claim Baker Street–Regent's Park with 2 blue"),
        ("claim Baker Street–Regent's Park", "claim Baker Street–Regent's Park"),
        ("Baker Street-Regent's Park", "claim Baker Street–Regent's Park"),
        ("claim Baker Street-Hyde Park", None),
        ("take orange", None),
    ],
)
def test_actions_can_be_typed(typed: str, meant: str | None) -> None:
    observation = sight_of_a_turn()
    choices = choices_of(observation)
    if meant is None:
        with pytest.raises(NotationError):
            read_choice(observation.edition, typed, choices)
    else:
        assert read_choice(observation.edition, typed, choices).words == meant


@pytest.mark.parametrize(
    ("claimed", "typed", "meant"),
    [
        (None, "claim Denver-Kansas City with 4 black", "claim Denver–Kansas City/black with 4 black"),
        ("Denver–Kansas City/black", "Denver-Kansas City", "claim Denver–Kansas City/orange"),
        (None, "Denver-Kansas City", None),
        (None, "claim Seattle-Vancouver", "claim Seattle–Vancouver/grey#1"),
    ],
)
def test_the_half_of_a_double_route_is_only_asked_for_where_it_must_be(claimed: str | None, typed: str, meant: str | None) -> None:
    position = allaboard.Position("usa", players=4).hand(0, black=4, wild=4)
    observation = (position.claimed(1, claimed) if claimed else position).turn(0).game(seed=1).observe(0)
    if meant is None:
        with pytest.raises(NotationError, match="may mean Denver–Kansas City/black or Denver–Kansas City/orange: which route"):
            read_choice(observation.edition, typed, choices_of(observation))
    else:
        assert read_choice(observation.edition, typed, choices_of(observation)).words == meant


def test_every_legal_action_can_be_chosen_by_number_and_by_its_text() -> None:
    observation = sight_of_a_turn()
    choices = choices_of(observation)
    assert {action for choice in choices for action in choice.actions} == set(observation.legal_actions)
    for action in observation.legal_actions:
        assert read_choice(observation.edition, text(action), choices).actions == (action,)
    for number, choice in enumerate(choices, start=1):
        assert read_choice(observation.edition, str(number), choices) is choice


@pytest.mark.parametrize(("claims", "told"), [(10, ""), (11, "1 shorter route more:"), (12, "2 shorter routes more:")])
def test_of_many_routes_the_longest_are_listed(claims: int, told: str) -> None:
    observation = sight_of_a_turn()
    choices = [choice for choice in choices_of(observation) if choice.route is not None]
    assert len(choices) > 12
    screen = Console(width=80)
    with screen.capture() as shown:
        screen.print(choice_list(observation.edition, choices[:claims]))
    assert ("lists them" in shown.get(), told in shown.get()) == (claims > 10, True)


def test_a_route_with_several_payments_asks_and_lets_one_think_again(command: Any) -> None:
    lines = "1\n" + "1\n" * 24
    result = command("play", "london", "--seed", 2, "--save", "game.json", answers=lines + "all\nclaim Big Ben-Trafalgar Square\n\nquit\n")
    assert result.exit_code == 0
    assert "ways to pay" in result.stdout


def test_tickets_are_kept_whatever_their_order() -> None:
    offer = ("Denver–El Paso", "Boston–Miami", "Dallas–New York")
    game = allaboard.Position("usa").offer(*offer).turn(0).game(seed=1)
    observation = game.observe(0)
    choices = choices_of(observation)
    # the player of this box chooses in which order the others go back (R-TICKET-3)
    assert any("; return" in choice.words for choice in choices)
    kept = read_choice(observation.edition, f"keep {observation.offer[1]}, {observation.offer[0]}", choices).actions
    assert text(kept[0]) == f"keep {observation.offer[0]}, {observation.offer[1]}; return {observation.offer[2]}"


def test_a_game_on_a_board_of_ones_own_is_saved_with_the_command_that_replays_it(command: Any, tmp_path: Path) -> None:
    harbour = Harbour(tmp_path)
    result = command("play", harbour.path, "--seed", 2, "--save", "own game.json", answers="1\nquit\n")
    told = re.search(r"\(allaboard (replay .*)\)", result.stdout)
    assert told is not None
    again = command(*shlex.split(told[1]))
    assert again.exit_code == 0, again.stderr


def test_a_bot_that_fails_loses_no_game(command: Any) -> None:
    """Bot, line, edition, seats and seed are told, how to repeat it, and how to play on from the same seat."""
    words = ("play", "london", "-p", 3, "--bot", "odd_bots:Clumsy", "--seed", 2, "--seat", 2, "--save", "game.json")
    result = command(*words, answers="1\n")
    assert result.exit_code == 1
    fault, game, repeat = result.stderr.removesuffix("\n").split("; ")
    assert re.fullmatch(
        r"allaboard: the bot ‘odd_bots:Clumsy’ in seat 1 failed at action 2: KeyError: 'boots' \(.*odd_bots\.py:\d+ in choose\)", fault
    )
    assert game == "london with odd_bots:Clumsy, you, odd_bots:Clumsy, seed 2, action 2"
    bots = "--bot odd_bots:Clumsy --bot odd_bots:Clumsy --seed 2"
    assert repeat == f"to repeat it: allaboard play --from game.json@1 --seat 2 {bots}"
    repeated = command(*repeat.split()[4:], "--save", "repeated.json").stderr
    assert repeated == result.stderr.replace("game.json@1", "repeated.json@1")
    on = re.search(r"allaboard (play --from game\.json@1 --seat 2)\n", result.stdout)
    assert on is not None
    again = command(*on[1].split(), "--save", "again.json", answers="quit\n")
    assert again.exit_code == 0, again.stderr
    first, second = (Record.load(name).data["log"] for name in ("game.json", "again.json"))
    assert second[: len(first)] == first and len(second) > len(first)


@pytest.mark.parametrize(
    ("bot", "complaint"),
    [
        ("odd_bots:Sleepy", "failed when the game began: RuntimeError: five more minutes ("),
        (str(ROOT / "examples" / "nets" / "ppo-new-york-2.npz"), "refuses the game: the net cannot play here: "),
    ],
)
def test_a_bot_that_cannot_begin_is_told_like_any_fault(command: Any, bot: str, complaint: str) -> None:
    result = command("play", "london", "--bot", bot)
    assert result.exit_code == 1
    assert f"the bot ‘{bot}’ in seat 2 {complaint}" in result.stderr
    repeat = re.search(r"; london with random, .*, seed \d+, game 0, action 0; to repeat it: allaboard (.*)\n$", result.stderr)
    assert repeat is not None
    again = command(*shlex.split(repeat[1]))
    assert again.exit_code == 1
    assert f"the bot ‘{bot}’ in seat 2 {complaint}" in again.stdout


def test_on_a_board_of_ones_own_a_game_is_played_on_after_a_fault(command: Any, tmp_path: Path) -> None:
    harbour = Harbour(tmp_path)
    result = command("play", harbour.path, "--bot", "odd_bots:Clumsy", "--seed", 2, answers="1\n")
    on = re.search(r"allaboard (play .*)\n", result.stdout)
    assert on is not None
    again = command(*shlex.split(on[1]), answers="quit\n")
    assert again.exit_code == 0, again.stderr
