"""The tuner on the command line: better constants for the planner, or an attack that shows how far a frozen one can be exploited."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from allaboard.actions import ActionSpace, action_space
from allaboard.arena.statistics import Share, share_of
from allaboard.arena.tuning import Tuner, play_blocks
from allaboard.bots.planner.constants import TABLE, Constants
from allaboard.cli.bots import check_bots, complete_bot
from allaboard.cli.console import (
    EditionArgument,
    JsonOption,
    check_folder,
    checked_players,
    console,
    find_edition,
    messages,
    print_json,
    progress_bar,
)
from allaboard.cli.precompile import need_rules
from allaboard.editions import Edition
from allaboard.engine.typed_records import Records
from allaboard.runner import Workers, workers
from allaboard.runner.compiled import planner_constants

__all__ = ["tune"]

PANEL = ("racer", "collector", "blocker")
"""Who the constants are tuned against, beside themselves."""

ATTACKED = 3
"""How often an attacked bot is the rival, for each time that the attacker meets itself."""


def tune(
    name: EditionArgument,
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many seats; the least of the edition unless named.")] = None,
    steps: Annotated[int, typer.Option("--steps", "-n", min=1, help="Steps uphill.")] = 150,
    blocks: Annotated[int, typer.Option("--blocks", min=8, help="Blocks that a step is taken from; a test has twice as many.")] = 200,
    every: Annotated[int, typer.Option("--every", min=1, help="Steps between two tests on fresh deals.")] = 10,
    attack: Annotated[
        str | None, typer.Option("--attack", metavar="BOT", help="Exploit this frozen bot instead.", autocompletion=complete_bot)
    ] = None,
    start: Annotated[str, typer.Option("--start", metavar="BOT", help="Where to start from.", autocompletion=complete_bot)] = "planner",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, help="How many threads; the result stays the same.")] = 1,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 32) - 1, help="Same seed, same steps. The last test has deals of its own.")] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the constants here, as options of the planner.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Tune the planner's constants for winning on a board: a step goes where winning was, and nothing counts before it wins on fresh deals.

    With --attack the same climb is the probe for how exploitable a frozen bot is: the closer the attacker stays to its fair share, the
    better. Ctrl-C ends the climb early and tests what there is.
    """
    edition = find_edition(name)
    seats = checked_players(edition, edition.min_players if players is None else players)
    table = action_space(edition)
    rivals = [attack] * ATTACKED if attack else list(PANEL)
    begin = _constants(table, seats, start, "--start")
    population = [_constants(table, seats, spec, "--attack") for spec in rivals]
    check_folder(out)
    need_rules()
    with workers(jobs, threads=True) as pool:
        tuner = Tuner([(edition, seats)], begin, population, seed=seed, workers=pool)
        _climb(tuner, steps, blocks, every, quiet=as_json)
        # of the last steps only a test on fresh deals knows whether they were any good
        found = tuner.running if attack else tuner.champion
        proof = _proved(edition, seats, found, population[0] if attack else begin, 4 * blocks, seed, pool)
    spec = _spec(found, begin)
    if out is not None:
        out.write_text(f"{spec}\n", "utf-8")
    against = attack or start
    if as_json:
        facts = {"edition": edition.id, "players": seats, "against": against, "steps": steps, "seed": seed, "bot": spec}
        print_json({**facts, "share": proof.share, "low": proof.low, "high": proof.high, "blocks": proof.blocks})
        return
    verb = "The attacker" if attack else "The tuned planner"
    words = f"{verb} wins {proof.share:.1%} ({proof.low:.1%} to {proof.high:.1%}) against {against} in {proof.blocks} fresh blocks."
    console().print(words, spec, sep="\n", soft_wrap=True)


def _constants(table: ActionSpace, players: int, spec: str, option: str) -> Records[Constants]:
    [name] = check_bots([spec], option)
    try:
        return planner_constants(name, table, players)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from error


def _climb(tuner: Tuner, steps: int, blocks: int, every: int, *, quiet: bool) -> None:
    try:
        with progress_bar(quiet=quiet) as bar:
            task = bar.add_task("Climbing", total=steps)
            for step in range(1, steps + 1):
                tuner.step(blocks)
                if step % every == 0:
                    [duel] = tuner.test(2 * blocks)
                    bar.update(task, description=f"Climbing; last test {duel.share:.1%} ± {1.96 * duel.error:.1%}")
                bar.advance(task)
    except KeyboardInterrupt:
        messages().print("Stopped early; testing what there is.")


def _proved(
    edition: Edition, players: int, found: Records[Constants], rival: Records[Constants], blocks: int, seed: int, pool: Workers
) -> Share:
    """The result on deals that no step and no test has seen."""
    table = action_space(edition)
    rows = found.repeat(blocks), rival.repeat(blocks)
    return share_of(play_blocks(table, players, *rows, seed + (1 << 32), workers=pool).shares)


def _spec(found: Records[Constants], begin: Records[Constants]) -> str:
    """The constants as a bot: the planner with those that changed."""
    changed = {name: float(found[name][0]) for name in TABLE if found[name][0] != begin[name][0]}
    return "planner" + (":" + ",".join(f"{name}={value:.4g}" for name, value in changed.items()) if changed else "")
