"""Bots by name: ours, those of other packages, any class by its module; and what is said of names that lead nowhere."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import allaboard
from allaboard.bots import Bot, BotError, Preparing, bot_names, bot_seed, bot_summary, make_bot, prepare, registry


@pytest.mark.parametrize("name", bot_names())
def test_every_named_bot_is_a_bot_and_says_what_it_does(name: str) -> None:
    assert isinstance(make_bot(name), Bot)
    assert bot_summary(name).endswith(".")


def test_ours_come_first_weakest_first() -> None:
    assert bot_names()[:2] == ("random", "greedy")


def test_a_class_is_found_by_its_module() -> None:
    assert type(make_bot("odd_bots:Hasty")).__name__ == "Hasty"
    assert bot_summary("odd_bots:Hasty") == "Does the first thing that comes to mind."


def test_what_stands_behind_the_colon_is_passed_as_text() -> None:
    assert vars(make_bot("odd_bots:Careful:slow")) == {"pace": "slow"}


def test_bots_of_other_packages_are_found_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {name: EntryPoint(name, f"odd_bots:{kind}", registry.GROUP) for name, kind in (("hasty", "Hasty"), ("careful", "Careful"))}
    points["random"] = EntryPoint("random", "odd_bots:Hasty", registry.GROUP)
    monkeypatch.setattr(registry, "_announced", lambda: points)
    assert bot_names()[-2:] == ("careful", "hasty")
    assert vars(make_bot("careful:slow")) == {"pace": "slow"}
    assert type(make_bot("random")).__name__ == "RandomBot", "our own names cannot be taken over"


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("gready", "'gready' is no bot (did you mean 'greedy'?); allowed: random, greedy"),
        ("Random", "did you mean 'random'?"),
        ("", "'' is no bot; allowed: random, greedy"),
        ("no_such_module:Bot", "cannot be loaded: there is no module 'no_such_module' here"),
        ("huried:Hurried", "there is no module 'huried' here"),
        ("odd_bots.inner:Bot", "there is no module 'odd_bots.inner' here"),
        ("odd_bots:Unready", "failed while it was made: ZeroDivisionError: integer division or modulo by zero ("),
        ("serch:200ms", "'serch:200ms' is no bot"),
        ("odd_bots:Nobody", "the module 'odd_bots' has no 'Nobody'"),
        ("odd_bots:NUMBER", "'NUMBER' of the module 'odd_bots' is neither a class nor a function"),
        ("odd_bots:Mute", "a bot has a method choose(observation), which Mute lacks"),
        ("odd_bots:Careful", "the bot 'odd_bots:Careful' cannot be made without options"),
        ("odd_bots:Careful:fast", "refuses its options: the pace is 'slow', not 'fast'"),
        ("greedy:hard", "the bot 'greedy:hard' takes no options, so not 'hard'"),
    ],
)
def test_a_wrong_name_is_answered_with_what_is_allowed(spec: str, complaint: str) -> None:
    with pytest.raises(BotError) as caught:
        make_bot(spec)
    assert complaint in str(caught.value)


BOTS = "class Helper:\n    pass\n\nclass Hurried:\n    def choose(self, observation):\n        return 0\n"


@pytest.mark.parametrize(
    ("spec", "source", "complaint"),
    [
        ("hurried.py", BOTS, "'hurried.py' names the file hurried.py; a bot is named by its module and its class: 'hurried:Hurried'"),
        ("hurried", BOTS, "'hurried' names the file hurried.py; a bot is named by its module and its class: 'hurried:Hurried'"),
        ("./hurried:Hurried", BOTS, "its class: 'hurried:Hurried'"),
        ("my_bots/hurried:Hurried", BOTS, "its class: 'my_bots.hurried:Hurried'"),
        ("my_bots/nowhere:Hurried", None, "'my_bots/nowhere:Hurried' is no bot; allowed: random, greedy"),
        ("x" * 300, None, "is no bot; allowed: random, greedy"),
        ("./hurried.py:Hurried", BOTS, "its class: 'hurried:Hurried'"),
        ("my_bots/hurried.py", BOTS, "its class: 'my_bots.hurried:Hurried'"),
        ("../hurried.py", BOTS, "its class: 'hurried:Hurried', in "),
        ("two.py", BOTS + BOTS.replace("Hurried", "Calm"), "its class: 'two:Hurried' or 'two:Calm'"),
        ("none.py", "NUMBER = 7", "its class: 'none:Class', but there is no class in it"),
        ("broken.py", "\nclass Broken\n", "cannot be loaded: SyntaxError: expected ':' (broken.py:2)"),
        ("nowhere.py", None, "'nowhere.py' is no bot, nor a file of Python that can be read"),
    ],
)
def test_a_file_is_answered_with_the_names_of_its_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, source: str | None, complaint: str
) -> None:
    (tmp_path / "here" / "my_bots").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    if source is not None:
        Path(spec.partition(":")[0]).with_suffix(".py").write_text(source, "utf-8")
    with pytest.raises(BotError) as caught:
        make_bot(spec)
    assert complaint in str(caught.value)


def test_what_is_no_python_is_located_in_the_file_of_the_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the module itself, or in one that it imports: not where Python reads modules."""
    (tmp_path / "stumbling.py").write_text("import stumbled_over\n\nclass Stumbling: ...\n", "utf-8")
    (tmp_path / "stumbled_over.py").write_text("ONE = 1\nTWO = = 2\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for spec in ("stumbling:Stumbling", "stumbled_over:Bot"):
        with pytest.raises(BotError, match=r"cannot be loaded: SyntaxError: invalid syntax \(stumbled_over\.py:2\)$"):
            make_bot(spec)


def test_a_module_that_ends_the_program_is_told_like_any_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as a script that runs what it was written for when it is imported."""
    (tmp_path / "a_script.py").write_text("import sys\n\nsys.exit('usage: a_script.py FILE')\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BotError, match=r"cannot be loaded: SystemExit: usage: a_script\.py FILE \(a_script\.py:3 in <module>\)$"):
        make_bot("a_script:Bot")


def test_a_module_that_fails_is_not_said_to_lack_the_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "miscounting.py").write_text("import math\n\nmath.halve(1)\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BotError, match=r"cannot be loaded: AttributeError: .* 'halve' \(miscounting\.py:3 in <module>\)$"):
        make_bot("miscounting:Bot")


def test_a_bot_that_wants_to_hear_of_the_beginning_does() -> None:
    edition = allaboard.get_edition("london")
    listening, hasty = make_bot("odd_bots:Listening"), make_bot("odd_bots:Hasty")
    prepare(listening, edition, 3, 1, 99)
    prepare(hasty, edition, 3, 2, 99)
    assert vars(listening) == {"heard": ("london", 3, 1, 99)}
    assert not isinstance(hasty, Preparing)


def test_every_bot_of_every_game_has_a_seed_of_its_own() -> None:
    seeds = {bot_seed(seed, game, seat) for seed in (1, 2, bytes(32)) for game in range(5) for seat in range(5)}
    assert len(seeds) == 75
    assert all(0 <= seed < 1 << 64 for seed in seeds)
    assert bot_seed(1, 2, 3) == bot_seed(1, 2, 3)
