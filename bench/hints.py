"""How far a hint can be trusted: what it recommends, judged again in ten times the worlds, over positions of bots' games.

    python bench/hints.py --positions 200     a position a line in results/hints.jsonl; stopped and started again it goes on
    python bench/hints.py --positions 0       what the file says

Positions come from games of all editions with two to four players, one of each game in turn, at a moment that its number decides. A hint
gets few worlds, as a small machine tries in its patience, so that the figures are the same everywhere. It passes where its recommendation
has the best chance shown, or where it says that another is better by no more than luck explains. It is judged again in ten times the
worlds that a chance is shown from, with another seed, against the best of its options there; the best is chosen by one half of the worlds
and measured in the other, so that luck gains nothing by being chosen.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any, Final

import numpy as np

from allaboard.bots.search.worlds import NOTHING
from allaboard.editions import edition_ids, get_edition
from allaboard.engine.typed_records import Floats
from allaboard.observation import Observation
from allaboard.review.advice import SHOWN_FROM, Advising
from allaboard.review.futures import Futures
from allaboard.runner import GameSpec

ROOT: Final = Path(__file__).parent.parent
SEED: Final = 16_004
TEN: Final = 10
WAVE: Final = 16


def position(number: int) -> tuple[str, int, int, Observation]:
    """A moment of a game between levels, with what the acting seat knows there and more than one thing to do."""
    chance = random.Random(SEED + number)
    editions = edition_ids()
    edition = get_edition(editions[number % len(editions)])
    players = 2 + number // len(editions) % 3
    bots = tuple(chance.choice(("easy", "normal", "hard")) for _ in range(players))
    game = GameSpec(edition, bots, SEED, number, number).play()
    while True:
        n = chance.randrange(len(game.log))
        before = game.at(n)
        seat = game.log[n].seat
        observation = before.observe(seat)
        if len(observation.legal_ids) > 1:
            return edition.id, players, n, observation


def advised(observation: Observation, n: int, worlds: int) -> Advising:
    """A hint, thought about in at most so many worlds."""
    advising = Advising(observation, n, 0)
    while not advising.done and advising.worlds < worlds:
        advising.add(advising.played(advising.worlds, advising.wave(WAVE)))
    return advising


def lost(advising: Advising, observation: Observation, n: int) -> tuple[float, float]:
    """What the recommendation loses to the best option in ten times the worlds, and the standard error of that."""
    worlds = TEN * SHOWN_FROM
    # what was dropped on the way was behind the leader; the best of it is judged anew with the rest
    options = sorted({advising.recommended, *advising.alive, *advising.ranking[:3]})
    futures = Futures(observation, n, 1)
    won: Floats = futures.play([(advising.options[option], NOTHING) for option in options], 0, worlds)[..., advising.seat]
    mine = options.index(advising.recommended)
    losses = np.empty(worlds)
    for half in range(2):
        leader = int(won[1 - half :: 2].mean(axis=0).argmax())
        losses[half::2] = won[half::2, leader] - won[half::2, mine]
    return float(losses.mean()), float(losses.std(ddof=1) / np.sqrt(worlds))


def judged(number: int, worlds: int) -> dict[str, Any]:
    """One line of the file."""
    edition, players, n, observation = position(number)
    advising = advised(observation, n, worlds)
    shown = [option for option in range(len(advising.options)) if advising.shown(option)]
    best = advising.recommended
    highest = bool(shown) and best == max(shown, key=lambda option: advising.chance(option).value)
    loss, error = (0.0, 0.0) if advising.forced else lost(advising, observation, n)
    return {
        "number": number,
        "edition": edition,
        "players": players,
        "n": n,
        "forced": advising.forced,
        "worlds": advising.worlds,
        "shown": len(shown),
        "highest": highest,
        "kept_to_plan": advising.kept_to_plan,
        "loss": loss,
        "error": error,
    }


def report(lines: list[dict[str, Any]]) -> str:
    """What the file says."""
    weighed = [line for line in lines if not line["forced"]]
    told = [line for line in weighed if line["shown"]]
    faults = [line["number"] for line in told if not line["highest"] and not line["kept_to_plan"]]
    losses = np.array([line["loss"] for line in weighed])
    error = np.sqrt(sum(line["error"] ** 2 for line in weighed)) / max(1, len(weighed))
    return (
        f"{len(lines)} positions, {len(weighed)} with a choice; {len(told)} with chances shown, of which "
        f"{sum(line['highest'] for line in told)} recommend the best shown, {sum(line['kept_to_plan'] for line in told)} say why not, "
        f"{len(faults)} neither {faults or ''}\n"
        f"mean loss in ten times the worlds: {100 * losses.mean():.2f} points of win chance, ± {200 * error:.2f} (two standard errors)"
    )


def main() -> None:
    """Judge the positions that are missing, and print what all of them say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=240, help="what a hint has at most; North America on a small machine has about these")
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "hints.jsonl")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.loads(line) for line in options.out.read_text("utf-8").splitlines()] if options.out.exists() else []
    for number in range(len(lines), options.positions):
        lines.append(judged(number, options.worlds))
        with options.out.open("a", encoding="utf-8") as out:
            out.write(json.dumps(lines[-1]) + "\n")
        print(f"{number + 1} of {options.positions}: {lines[-1]}", flush=True)
    print(report(lines) if lines else "nothing was judged yet")


if __name__ == "__main__":
    main()
