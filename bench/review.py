"""How far the coach can be trusted: its verdicts at ten times the budget, with another seed, and on players that we know.

    python bench/review.py levels new-york --games 200     the mean loss of every level, the residue, and what luck-adjusted results tell
    python bench/review.py honest new-york --games 40      marks judged again with ten times the budget
    python bench/review.py repeat new-york --games 40      figures of the same games with another seed
    python bench/review.py speed new-york                  seconds of a review on two threads
    python bench/review.py calibrate                       writes the measured levels into the package

Games are written one by one to results/review-….jsonl, so that every command can be stopped and started again; each prints what it has.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np

from allaboard.editions import get_edition
from allaboard.game import Game
from allaboard.review import Graph, Review, review_game
from allaboard.review.judging import JudgedDecision
from allaboard.review.marks import LEVEL_NAMES
from allaboard.review.moments import list_moments
from allaboard.runner import GameSpec

ROOT: Final = Path(__file__).parent.parent
SEED: Final = 17_001
NEIGHBOURS: Final = (("easy", "normal"), ("hard", "expert"), ("normal", "hard"), ("expert", "easy"), ("easy", "hard"), ("normal", "expert"))
"""Who meets whom: every level every other."""
TEN: Final = 10


def lineup(number: int, players: int, expert: str) -> tuple[str, ...]:
    """The players of a game: two levels in turn, in both seatings one after the other."""
    pair = NEIGHBOURS[number // 2 % len(NEIGHBOURS)]
    seats = [pair[(seat + number) % 2] for seat in range(players)]
    return tuple(f"expert:{expert}" if name == "expert" else name for name in seats)


def played(options: argparse.Namespace, number: int) -> tuple[tuple[str, ...], Game]:
    """Game `number` of the seed."""
    bots = lineup(number, options.players, options.expert)
    return bots, GameSpec(get_edition(options.edition), bots, SEED, number, number).play()


def kept(options: argparse.Namespace, work: Callable[[int], dict[str, Any]]) -> list[dict[str, Any]]:
    """One line for every game: those in the file, and those that are missing."""
    file = Path(options.out or ROOT / "results" / f"review-{options.what}-{options.edition}-{options.players}.jsonl")
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
    for number in range(len(lines), options.games):
        lines.append(work(number))
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(lines[-1]) + "\n")
    return lines[: options.games]


def of_level(bot: str) -> str:
    """The level of a bot, whatever its budget."""
    return bot.partition(":")[0]


def told(review: Review, bots: tuple[str, ...], seconds: float) -> dict[str, Any]:
    """What is kept of a review."""
    return {
        "bots": bots,
        "budget": review.budget,
        "games": review.games,
        "seconds": round(seconds, 2),
        "seats": [
            {
                "figure": round(seat.figure, 5),
                "error": round(seat.error, 5),
                "decisions": seat.decisions,
                "marks": [seat.delays, seat.detours, seat.dead_ends, seat.clear_runs],
                "adjusted": round(seat.adjusted, 4),
                **{name: {part: round(getattr(split, part), 4) for part in type(split).__slots__} for name, split in splits(seat)},
            }
            for seat in review.seats
        ],
    }


def splits(seat: Any) -> Iterator[tuple[str, Any]]:
    """Both splits of a seat by name."""
    yield "known", seat.known
    yield "hindsight", seat.hindsight


def review_levels(options: argparse.Namespace) -> None:
    """Review games between levels; print the levels' figures, the residue, and how plain and adjusted results tell levels apart."""

    def work(number: int) -> dict[str, Any]:
        bots, game = played(options, number)
        begun = time.perf_counter()
        review = review_game(game, options.budget, number, options.threads)
        return told(review, bots, time.perf_counter() - begun)

    lines = kept(options, work)
    figures = by_level(lines)
    print(f"{options.edition}, {options.players} players, {len(lines)} games\n")
    print("| level | mean loss | 95 % | decisions |\n| --- | ---: | ---: | ---: |")
    for level in reversed(LEVEL_NAMES):
        if level in figures:
            mean, error, count = figures[level]
            print(f"| {level} | {100 * mean:.2f} | {100 * (mean - 1.96 * error):.2f} to {100 * (mean + 1.96 * error):.2f} | {count} |")
    for name in ("known", "hindsight"):
        residues = [abs(seat[name]["residue"]) for line in lines for seat in line["seats"]]
        print(f"residue, {name}: median {100 * median(residues):.1f} points, 90 % below {100 * np.quantile(residues, 0.9):.1f}")
    print("\n| match | plain result | adjusted for luck | games that plain results need, for one adjusted |\n| --- | ---: | ---: | ---: |")
    for pair in NEIGHBOURS:
        rows = [
            (seat["known"]["result"], seat["adjusted"])
            for line in lines
            if {of_level(bot) for bot in line["bots"]} == set(pair)
            for bot, seat in zip(line["bots"], line["seats"], strict=True)
            if of_level(bot) == pair[0]
        ]
        if len(rows) > 2:
            plain, adjusted = np.array(rows).T
            needed = [(one.std(ddof=1) / max(1e-9, abs(one.mean() - 1 / options.players))) ** 2 for one in (plain, adjusted)]
            print(f"| {pair[0]} against {pair[1]} | {spread(plain)} | {spread(adjusted)} | {needed[0] / max(1e-9, needed[1]):.1f} |")


def spread(values: Any) -> str:
    """A mean in per cent with its standard deviation."""
    return f"{100 * values.mean():.0f} (± {100 * values.std(ddof=1):.0f} a game)"


def by_level(lines: list[dict[str, Any]]) -> dict[str, tuple[float, float, int]]:
    """Level → its mean loss over all decisions, the standard error by games, and how many decisions there were."""
    losses: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for line in lines:
        for bot, seat in zip(line["bots"], line["seats"], strict=True):
            losses[of_level(bot)].append((seat["figure"] * seat["decisions"], seat["decisions"]))
    found = {}
    for level, rows in losses.items():
        sums, counts = np.array(rows).T
        mean = sums.sum() / counts.sum()
        error = float(np.sqrt(((sums - mean * counts) ** 2).sum()) / counts.sum())
        found[level] = (float(mean), error, int(counts.sum()))
    return found


def judge_again(options: argparse.Namespace) -> None:
    """Judge every marked decision again, in other worlds and ten times as many of them."""

    def work(number: int) -> dict[str, Any]:
        bots, game = played(options, number)
        review = review_game(game, options.budget, number, options.threads)
        moments = list_moments(game)
        marks = []
        for one in review.judgements:
            if one.mark not in (None, "clear run"):
                decision = JudgedDecision(moments[one.n - 1], SEED + number)
                while decision.games < TEN * one.games:
                    decision.try_worlds()
                loss = decision.loss
                marks.append([one.mark, round(one.loss, 4), round(one.error, 4), round(loss.value, 4), round(loss.error, 4)])
        return {"bots": bots, "marks": marks}

    marks = [mark for line in kept(options, work) for mark in line["marks"]]
    dead = [mark for mark in marks if mark[0] == "dead end"]
    scale = 2 / options.players
    print(f"{options.edition}, {options.players} players: {len(marks)} marks, {len(dead)} of them dead ends")
    if marks and dead:
        print(f"dead ends that lose 8 or more: {np.mean([mark[3] >= 0.08 * scale for mark in dead]):.1%}")
        print(f"marks that lose something: {np.mean([mark[3] > 0 for mark in marks]):.1%}")


def review_again(options: argparse.Namespace) -> None:
    """Review every game twice, with different seeds, and compare the players' figures."""

    def work(number: int) -> dict[str, Any]:
        bots, game = played(options, number)
        reviews = [review_game(game, options.budget, seed, options.threads) for seed in (2 * number, 2 * number + 1)]
        return {"bots": bots, "figures": [[round(seat.figure, 5) for seat in review.seats] for review in reviews]}

    changes = [max(abs(a - b) for a, b in zip(*line["figures"], strict=True)) for line in kept(options, work)]
    near = np.mean(np.array(changes) < 0.01)
    print(f"{options.edition}, {options.players} players, {len(changes)} games: all figures within 1 point in {near:.0%}")


def take_time(options: argparse.Namespace) -> None:
    """Review a game and say how long it took, and how long the first graph."""
    _, game = played(options, 0)
    begun, cpu = time.perf_counter(), time.process_time()
    first: list[float] = []
    review = review_game(
        game,
        options.budget,
        0,
        options.threads,
        lambda news: first.append(time.perf_counter() - begun) if isinstance(news, Graph) else None,
    )
    seconds, spent = time.perf_counter() - begun, time.process_time() - cpu
    print(f"{options.edition}, {options.players} players: {len(game.log)} actions, {review.games} games of {review.budget} a decision")
    print(f"{seconds:.1f} s ({spent:.1f} s of processor time) on {options.threads} threads; the first graph after {first[0]:.2f} s")


def calibrate(_: argparse.Namespace) -> None:
    """Write where the levels stand into the package, from all games of `levels`."""
    tables = {}
    for file in sorted((ROOT / "results").glob("review-levels-*.jsonl")):
        edition, _, players = file.stem.removeprefix("review-levels-").rpartition("-")
        figures = by_level([json.loads(line) for line in file.read_text("utf-8").splitlines()])
        tables[f"{edition} {players}"] = {
            level: [round(part, 5) for part in figures[level][:2]] for level in LEVEL_NAMES if level in figures
        }
    target = ROOT / "src" / "allaboard" / "review" / "levels.json"
    target.write_text(json.dumps({"tables": tables}, indent=1) + "\n", "utf-8")
    print(f"{len(tables)} tables in {target}")


def main() -> None:
    """Read the command and do it."""
    commands = {"levels": review_levels, "honest": judge_again, "repeat": review_again, "speed": take_time, "calibrate": calibrate}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=commands)
    parser.add_argument("edition", nargs="?", default="new-york")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--budget", type=int, help="games a decision; what the command takes unless named")
    parser.add_argument("--expert", default="400", help="the budget of expert in games a decision, so that games can be had again")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", help="the file of results")
    options = parser.parse_args()
    commands[options.what](options)


if __name__ == "__main__":
    main()
