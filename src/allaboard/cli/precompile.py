"""Compiled code on the command line: `compile` makes it once, for what is asked; commands that play make sure that the rules are there."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Final, Literal, TypeAlias, get_args

import typer

from allaboard.bots.precompile import SELDOM_ASKED, compile_bots
from allaboard.cli.console import JsonOption, console, messages, print_json
from allaboard.compile_notice import known_to_compile
from allaboard.engine.code_cache import cache_folder, here, misfit
from allaboard.engine.jit import INTERPRETED
from allaboard.precompile import PARTS, Part, compile_part, compiling, helping, is_compiled, is_whole, mark_whole, missing_parts

__all__ = ["STEPS", "compile_command", "make_step", "need_rules", "need_search"]

Step: TypeAlias = Part | Literal["arena", "env"]
Purpose: TypeAlias = Literal["play", "arena", "env", "all"]

STEPS: Final[dict[Purpose, tuple[Step, ...]]] = {
    "play": PARTS,
    "arena": (*PARTS, "arena"),
    "env": ("rules", "planner", "env"),
    "all": (*PARTS, "arena", "env"),
}
PACKAGES: Final[dict[Step, str]] = {"rules": "engine", "planner": "bots", "search": "bots", "arena": "bots", "env": "env"}

NOTICES: Final[dict[Step, str]] = {
    "rules": "Compiling the rules, once: about a minute",
    "planner": "Compiling the bots, once: about a minute",
    "search": "Compiling the search of hints, reviews and expert, once: about a minute",
    "arena": "Compiling whole games and the bot distilled for the arena, once: half a minute",
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
    """Compile rules and bots now, so that nobody waits for it later: for playing, or for what --for names."""
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
        ready = {"play": "Rules and bots are", "env": "Rules, planner and environments are"}.get(purpose, "Everything is")
        console().print(f"{ready} compiled already.")


def _compile(step: Step) -> None:
    """Compile a part while somebody looks on: a terminal is shown what is next. Another process that does so is waited for."""
    screen, notice = messages(), NOTICES[step]
    if not screen.is_terminal:
        screen.print(f"{notice}.", soft_wrap=True)
        with compiling():
            make_step(step)
        return
    with screen.status(f"{notice}…") as status, compiling():
        make_step(step, lambda part: status.update(f"{notice}… [dim]{part}[/]"))


def make_step(step: Step, announce: Callable[[str], None] = lambda _: None) -> None:
    """Compile a part in this process, and remember it."""
    if step in PARTS:
        compile_part(step, announce)
        return
    with known_to_compile():
        if step == "arena":
            from allaboard.runner.compiled import compile_games

            compile_games()
            compile_bots(SELDOM_ASKED, announce)
        else:
            from allaboard.env.precompile import compile_environments

            compile_environments()
    mark_whole(PACKAGES[step], step)
