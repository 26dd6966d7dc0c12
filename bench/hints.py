"""How far a hint can be trusted: what it recommends, judged again in ten times the worlds, over positions of bots' games.

    python bench/hints.py --positions 210     a position a line in results/hints.jsonl; stopped and started again it goes on, and
                                              anew where rules, bots or review have changed since
    python bench/hints.py --positions 0       what the file says

Positions come from games of all editions with all numbers of players, one of each game, at a moment that its number decides. A hint
gets as many worlds as a chance is shown from and no more, as on a slow machine, so that the figures are the same everywhere; with
patience it tries four times as many. It passes where its recommendation has the best chance shown, or where it says that another is better
by no more than luck explains. Then it is judged again with another seed: all that was weighed in as many worlds as before, and the best
two that are not surely behind it, beside the recommendation, in ten times as many. The best is chosen by one half of these and measured in
the other, so that luck gains nothing by being chosen; `at_most` is the loss to the best in all of the worlds, which luck can only enlarge.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from versions import engine

from allaboard.bots.search.worlds import NOTHING
from allaboard.editions import edition_ids, get_edition
from allaboard.engine.typed_records import Floats
from allaboard.observation import Observation
from allaboard.review.advice import SHOWN_FROM, SURELY, Advising
from allaboard.review.futures import Futures
from allaboard.runner import GameSpec, workers
from allaboard.server.hints import told

ROOT: Final = Path(__file__).parent.parent
SEED: Final = 16_004
TEN: Final = 10
WAVE: Final = 16
RIVALS: Final = 2


def tables() -> list[tuple[str, int]]:
    """Every edition with every number of players."""
    return [(box.id, players) for box in map(get_edition, edition_ids()) for players in range(box.min_players, box.max_players + 1)]


def position(number: int) -> tuple[str, int, int, Observation]:
    """A moment of a game between levels, with what the acting seat knows there and more than one thing to do."""
    chance = random.Random(SEED + number)
    name, players = tables()[number % len(tables())]
    bots = tuple(chance.choice(("easy", "normal", "hard")) for _ in range(players))
    game = GameSpec(get_edition(name), bots, SEED, number, number).play()
    while True:
        n = chance.randrange(len(game.log))
        observation = game.at(n).observe(game.log[n].seat)
        if len(observation.legal_ids) > 1:
            return name, players, n, observation


def advised(observation: Observation, n: int, worlds: int) -> Advising:
    """A hint, thought about in at most so many worlds."""
    advising = Advising(observation, n, 0)
    while not advising.done and advising.worlds < worlds:
        advising.add(advising.played(advising.worlds, advising.wave(min(WAVE, worlds - advising.worlds))))
    return advising


def judge(advising: Advising, n: int, worlds: int) -> tuple[int, Floats]:
    """How many options may be better than the recommendation, and what it, first, and they win in ten times the worlds, world by world."""
    futures, mine = Futures(advising.observation, n, 1), advising.recommended
    lines = [(option, NOTHING) for option in advising.options]
    won = futures.play(lines, 0, worlds)[..., advising.seat]
    behind = won[:, [mine]] - won
    hopeful = np.flatnonzero(behind.mean(axis=0) <= SURELY * behind.std(axis=0, ddof=1) / np.sqrt(worlds))
    rivals = sorted(set(hopeful.tolist()) - {mine}, key=lambda option: -won[:, option].mean())[:RIVALS]
    if not rivals:
        return 0, won[:, [mine]]
    again = futures.play([lines[option] for option in (mine, *rivals)], worlds, TEN * worlds)
    return len(rivals), again[..., advising.seat]


def lost(won: Floats) -> tuple[float, float, float]:
    """What the first option loses to the best one, the standard error of that, and the loss to the best in the same worlds."""
    losses = np.empty(len(won))
    for half in range(2):
        leader = int(won[1 - half :: 2].mean(axis=0).argmax())
        losses[half::2] = won[half::2, leader] - won[half::2, 0]
    means = won.mean(axis=0)
    return float(losses.mean()), float(losses.std(ddof=1) / np.sqrt(len(won))), float(means.max() - means[0])


def judged(number: int, worlds: int) -> dict[str, Any]:
    """One line of the file."""
    edition, players, n, observation = position(number)
    advising = advised(observation, n, worlds)
    advice = told(advising, thinking=False)
    chances = [candidate["chance"] for candidate in advice["candidates"] if candidate["chance"] is not None]
    line = {
        "number": number,
        "engine": engine(),
        "edition": edition,
        "players": players,
        "n": n,
        "action": advice["candidates"][0]["option"]["action"],
        "options": len(advising.options),
        "worlds": advising.worlds,
        "shown": len(chances),
        "highest": bool(chances) and advice["candidates"][0]["chance"] == max(chances),
        "kept_to_plan": advice["kept_to_plan"],
    }
    if advising.forced:
        return line
    rivals, won = judge(advising, n, worlds)
    loss, error, at_most = lost(won)
    return line | {"rivals": rivals, "judged": TEN * worlds, "loss": round(loss, 6), "error": round(error, 6), "at_most": round(at_most, 6)}


def report(lines: list[dict[str, Any]]) -> str:
    """What the file says."""
    weighed = [line for line in lines if "loss" in line]
    kept = [line for line in weighed if not line["highest"] and line["kept_to_plan"]]
    faults = [line["number"] for line in weighed if not line["highest"] and not line["kept_to_plan"]]
    losses = 100 * np.array([line["loss"] for line in weighed])
    most = 100 * np.mean([line["at_most"] for line in weighed])
    return (
        f"{len(lines)} positions, {len(weighed)} with a choice: {len(weighed) - len(kept) - len(faults)} recommend the best chance shown, "
        f"{len(kept)} say why not, {len(faults)} neither {faults or ''}\n"
        f"loss in ten times the worlds, in points of win chance: {losses.mean():.2f} on average, "
        f"± {2 * losses.std(ddof=1) / np.sqrt(len(losses)):.2f} (two standard errors over the positions); "
        f"{most:.2f} to the best in the same worlds; more than 3 in {np.sum(losses > 3)} positions, at worst {losses.max():.1f}"
    )


def main() -> None:
    """Judge the positions that are missing, and print what all of them say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=210)
    parser.add_argument("--worlds", type=int, default=SHOWN_FROM, help="what a hint has, and a tenth of what judges it")
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "hints.jsonl")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes that judge positions side by side")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.loads(line) for line in options.out.read_text("utf-8").splitlines()] if options.out.exists() else []
    if options.positions and any(line.get("engine") != engine() for line in lines):
        print("rules, bots or review have changed: judging anew", flush=True)
        lines = []
        options.out.unlink()
    missing = range(len(lines), options.positions)
    with workers(options.jobs) as pool:
        for line in pool.map(partial(judged, worlds=options.worlds), missing):
            lines.append(line)
            with options.out.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")
            print(f"{len(lines)} of {options.positions}: {line}", flush=True)
    print(report(lines) if lines else "nothing was judged yet")


if __name__ == "__main__":
    main()
