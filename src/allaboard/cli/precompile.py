"""The rules and the bots as compiled code: `compile` makes it once, and commands that play make sure that the rules are there."""

from __future__ import annotations

import time
from dataclasses import asdict

from allaboard.cli.console import JsonOption, console, messages, print_json
from allaboard.engine.code_cache import cache_folder, here, misfit
from allaboard.engine.jit import INTERPRETED
from allaboard.precompile import PARTS, Part, compile_part, compiling, helping, is_compiled, missing_parts

__all__ = ["compile_command", "need_rules"]

NOTICES: dict[Part, str] = {
    "rules": "Compiling the rules, once: about a minute",
    "planner": "Compiling the bots, once: about a minute",
    "search": "Compiling the search of hints and expert, once: about a minute",
}


def need_rules() -> None:
    """Compile the rules if no earlier run did, and say so: it takes its time."""
    if not is_compiled("rules"):
        _compile("rules")


def compile_command(as_json: JsonOption = False) -> None:
    """Compile the rules and the bots now, so that no later command and no game has to wait for it."""
    if INTERPRETED and not as_json:
        console().print("The rules run interpreted (NUMBA_DISABLE_JIT is set): there is nothing to compile.")
        return
    missing, seconds = missing_parts(), dict.fromkeys(PARTS, 0.0)
    if missing and (reason := misfit()) is not None:
        messages().print(reason, soft_wrap=True)
    with helping(missing) as wait_for:
        for part in missing:
            begun = time.perf_counter()
            wait_for(part)
            _compile(part)
            seconds[part] = round(time.perf_counter() - begun, 1)
            if not as_json:
                console().print(f"Compiled: {part}, {seconds[part]} s.")
    if as_json:
        folders = {package: str(cache_folder(package)) for package in ("engine", "bots")}
        machine = asdict(here())
        print_json({"compiled": not INTERPRETED, "already": not missing, "seconds": seconds, "folders": folders, "machine": machine})
    elif not missing:
        console().print("Rules and bots are compiled already.")


def _compile(part: Part) -> None:
    """Compile a part while somebody looks on: a terminal is shown what is next. Another process that does so is waited for."""
    screen, notice = messages(), NOTICES[part]
    if not screen.is_terminal:
        screen.print(f"{notice}.", soft_wrap=True)
        with compiling():
            compile_part(part)
        return
    with screen.status(f"{notice}…") as status, compiling():
        compile_part(part, lambda step: status.update(f"{notice}… [dim]{step}[/]"))
