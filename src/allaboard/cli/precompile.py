"""Compiled code on the command line: `compile` makes it once, for what is asked; commands that play make sure that the rules are there."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Final, Literal, TypeAlias, get_args

import typer

from allaboard.cli.console import JsonOption, console, messages, print_json
from allaboard.compile_notice import known_to_compile
from allaboard.engine.code_cache import cache_folder, here, misfit
from allaboard.engine.jit import INTERPRETED
from allaboard.precompile import PARTS, Part, compile_part, compiling, helping, is_compiled, is_whole, mark_whole, missing_parts

__all__ = ["compile_command", "need_rules", "need_search"]

Step: TypeAlias = Part | Literal["arena", "env"]
Purpose: TypeAlias = Literal["play", "arena", "env", "all"]

STEPS: Final[dict[Purpose, tuple[Step, ...]]] = {
    "play": PARTS,
    "arena": (*PARTS, "arena"),
    "env": ("rules", "env"),
    "all": (*PARTS, "arena", "env"),
}
PACKAGES: Final[dict[Step, str]] = {"rules": "engine", "planner": "bots", "search": "bots", "arena": "bots", "env": "env"}

NOTICES: Final[dict[Step, str]] = {
    "rules": "Compiling the rules, once: about a minute",
    "planner": "Compiling the bots, once: about a minute",
    "search": "Compiling the search of hints, reviews and expert, once: about a minute",
    "arena": "Compiling whole games for the arena, once: some seconds",
    "env": "Compiling the environments, once: about a minute",
}


def need_rules() -> None:
    """Compile the rules if no earlier run did, and say so: it takes its time."""
    if not is_compiled("rules"):
        _compile("rules")


def need_search() -> None:
    """The same for everything that the search needs."""
    for part in missing_parts():
        _compile(part)


def compile_command(
    purpose: Annotated[
        str, typer.Option("--for", metavar="PURPOSE", help="What is to be ready: play, arena, env (learning environments) or all.")
    ] = "play",
    as_json: JsonOption = False,
) -> None:
    """Compile the rules and the bots now, so that no later command and no game has to wait for it."""
    steps = next((steps for name, steps in STEPS.items() if name == purpose), None)
    if steps is None:
        raise typer.BadParameter(f"'{purpose}' is nothing to compile for; allowed: {', '.join(get_args(Purpose))}", param_hint="--for")
    if INTERPRETED and not as_json:
        console().print("The rules run interpreted (NUMBA_DISABLE_JIT is set): there is nothing to compile.")
        return
    missing, seconds = [step for step in steps if not is_whole(PACKAGES[step], step)], dict.fromkeys(steps, 0.0)
    if missing and (reason := misfit()) is not None:
        messages().print(reason, soft_wrap=True)
    with helping([part for part in PARTS if part in missing] if PARTS[-1] in steps else []) as wait_for:
        for step in missing:
            begun = time.perf_counter()
            if step in PARTS:
                wait_for(step)
            _compile(step)
            seconds[step] = round(time.perf_counter() - begun, 1)
            if not as_json:
                console().print(f"Compiled: {step}, {seconds[step]} s.")
    if as_json:
        folders = {package: str(cache_folder(package)) for package in dict.fromkeys(PACKAGES[step] for step in steps)}
        machine = asdict(here())
        print_json({"compiled": not INTERPRETED, "already": not missing, "seconds": seconds, "folders": folders, "machine": machine})
    elif not missing:
        ready = {"play": "Rules and bots are", "env": "Rules and environments are"}.get(purpose, "Everything is")
        console().print(f"{ready} compiled already.")


def _compile(step: Step) -> None:
    """Compile a part while somebody looks on: a terminal is shown what is next. Another process that does so is waited for."""
    screen, notice = messages(), NOTICES[step]
    if not screen.is_terminal:
        screen.print(f"{notice}.", soft_wrap=True)
        with compiling():
            _make(step, lambda _: None)
        return
    with screen.status(f"{notice}…") as status, compiling():
        _make(step, lambda part: status.update(f"{notice}… [dim]{part}[/]"))


def _make(step: Step, announce: Callable[[str], None]) -> None:
    if step in PARTS:
        compile_part(step, announce)
        return
    if step == "arena":
        from allaboard.runner.compiled import compile_games as compile_it
    else:
        from allaboard.env.precompile import compile_environments as compile_it
    with known_to_compile():
        compile_it()
    mark_whole(PACKAGES[step], step)
