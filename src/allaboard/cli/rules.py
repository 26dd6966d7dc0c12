"""The rules as compiled code: `compile` makes it once, and commands that play make sure that it is there."""

from __future__ import annotations

import time
from collections.abc import Callable

from allaboard.actions import action_table
from allaboard.cli.console import JsonOption, console, messages, print_json
from allaboard.editions import edition, edition_ids
from allaboard.engine.compiling import INTERPRETED, cache_folder
from allaboard.engine.entry import compile_rules, rules_are_compiled

__all__ = ["compile_command", "need_rules"]

NOTICE = "Compiling the rules, once: about a minute"


def need_rules() -> None:
    """Compile the rules if no earlier run did, and say so: it takes its time."""
    if INTERPRETED or rules_are_compiled():
        return
    screen = messages()
    if not screen.is_terminal:
        screen.print(f"{NOTICE}.", soft_wrap=True)
        _compile(lambda _: None)
        return
    with screen.status(f"{NOTICE}…") as status:
        _compile(lambda part: status.update(f"{NOTICE}… [dim]{part}[/]"))


def compile_command(as_json: JsonOption = False) -> None:
    """Compile the rules now, so that no later command has to wait for it."""
    begun, ready = time.perf_counter(), INTERPRETED or rules_are_compiled()
    need_rules()
    seconds = round(time.perf_counter() - begun, 1)
    if as_json:
        print_json({"compiled": not INTERPRETED, "already": ready, "seconds": seconds, "folder": str(cache_folder())})
    elif INTERPRETED:
        console().print("The rules run interpreted (NUMBA_DISABLE_JIT is set): there is nothing to compile.")
    else:
        console().print("The rules are compiled already." if ready else f"The rules are compiled: {seconds} s.")


def _compile(announce: Callable[[str], None]) -> None:
    first = edition(edition_ids()[0])
    compile_rules(action_table(first).boards, first.min_players, announce)
