"""The rules and the bots as compiled code: `compile` makes it once, and commands that play make sure that the rules are there."""

from __future__ import annotations

import time
from collections.abc import Callable

from allaboard.actions import action_space
from allaboard.bots.precompile import bots_are_compiled, compile_bots
from allaboard.cli.console import JsonOption, console, messages, print_json
from allaboard.editions import edition_ids, get_edition
from allaboard.engine.code_cache import cache_folder
from allaboard.engine.entry import compile_rules, rules_are_compiled
from allaboard.engine.jit import INTERPRETED

__all__ = ["compile_command", "need_rules"]

Announce = Callable[[str], None]


def need_rules() -> None:
    """Compile the rules if no earlier run did, and say so: it takes its time."""
    if not INTERPRETED and not rules_are_compiled():
        _watched("Compiling the rules, once: about a minute", _compile_rules)


def need_bots() -> None:
    """Compile the bots if no earlier run did, and say so."""
    if not INTERPRETED and not bots_are_compiled():
        _watched("Compiling the bots, once: about two minutes", compile_bots)


def compile_command(as_json: JsonOption = False) -> None:
    """Compile the rules and the bots now, so that no later command and no game has to wait for it."""
    parts = {"rules": (rules_are_compiled, need_rules), "bots": (bots_are_compiled, need_bots)}
    already = {name: INTERPRETED or done() for name, (done, _) in parts.items()}
    if INTERPRETED and not as_json:
        console().print("The rules run interpreted (NUMBA_DISABLE_JIT is set): there is nothing to compile.")
        return
    seconds: dict[str, float] = {}
    for name, (_, compile_it) in parts.items():
        begun = time.perf_counter()
        compile_it()
        seconds[name] = round(time.perf_counter() - begun, 1)
        if not as_json:
            console().print(f"The {name} are compiled already." if already[name] else f"The {name} are compiled: {seconds[name]} s.")
    if as_json:
        folders = {name: str(cache_folder(package)) for name, package in (("rules", "engine"), ("bots", "bots"))}
        print_json({"compiled": not INTERPRETED, "already": all(already.values()), "seconds": seconds, "folders": folders})


def _watched(notice: str, compile_it: Callable[[Announce], object]) -> None:
    """Compile while somebody looks on: a terminal is shown which part is next."""
    screen = messages()
    if not screen.is_terminal:
        screen.print(f"{notice}.", soft_wrap=True)
        compile_it(lambda _: None)
        return
    with screen.status(f"{notice}…") as status:
        compile_it(lambda part: status.update(f"{notice}… [dim]{part}[/]"))


def _compile_rules(announce: Announce) -> None:
    first = get_edition(edition_ids()[0])
    compile_rules(action_space(first).boards, first.min_players, announce)
