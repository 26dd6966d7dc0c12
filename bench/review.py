"""How far the coach can be trusted: its verdicts at ten times the budget, with another seed, and on players that we know.

    python bench/review.py levels new-york --games 400     the mean loss of every level, the residue, and what luck-adjusted results tell
    python bench/review.py honest new-york --games 40      marks judged again with ten times the budget
    python bench/review.py repeat new-york --games 40      figures of the same games with another seed
    python bench/review.py speed new-york --games 3        seconds of a review on two threads, and of its first graph
    python bench/review.py calibrate                       writes the measured levels into the package

With two players every level plays half of the games: 400 are 200 of each. Games are written one by one to results/review-….jsonl, so that
every command can be stopped and started again; each prints what it has, and what it took. A file of another budget is refused.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np
from versions import engine

from allaboard.editions import get_edition
from allaboard.game import Game
from allaboard.puzzles.mining import mend
from allaboard.review import Graph, Judgement, News, Review, default_games, review_game
from allaboard.review.judging import JudgedDecision
from allaboard.review.marks import GRADES, LEVEL_NAMES
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


def played(options: argparse.Namespace, number: int) -> Game:
    """Game `number` of the seed."""
    bots = lineup(number, options.players, options.expert)
    return GameSpec(get_edition(options.edition), bots, SEED, number, number).play()


def kept(options: argparse.Namespace, work: Callable[[int], dict[str, Any]]) -> list[dict[str, Any]]:
    """One line for every game: those in the file, and those that are missing. Each says who played, with which budget, what it took."""
    file = Path(options.out or ROOT / "results" / f"review-{options.what}-{options.edition}-{options.players}.jsonl")
    file.parent.mkdir(parents=True, exist_ok=True)
    mend(file)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
    for number, line in enumerate(lines):
        wanted = (list(lineup(number, options.players, options.expert)), options.budget)
        if (line["bots"], line["budget"]) != wanted:
            sys.exit(f"{file}, line {number + 1}: {line['bots']} with a budget of {line['budget']}, not {wanted[0]} with {wanted[1]}")
    for number in range(len(lines), options.games):
        begun = time.process_time()
        bots, found = lineup(number, options.players, options.expert), work(number)
        cpu = round(time.process_time() - begun, 1)
        lines.append({"bots": list(bots), "budget": options.budget, "engine": engine(), "cpu": cpu, **found})
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(lines[-1]) + "\n")
    lines = lines[: options.games]
    print(f"{options.edition}, {options.players} players, {len(lines)} games, {options.budget} games a decision")
    print(f"{sum(line['cpu'] for line in lines) / 3600:.2f} hours of processor time")
    if len(versions := {line["engine"] for line in lines}) > 1:
        print(f"reviewed by {len(versions)} versions of rules, bots and review: compare with care")
    print()
    return lines


def of_level(bot: str) -> str:
    """The level of a bot, whatever its budget."""
    return bot.partition(":")[0]


def told(review: Review) -> dict[str, Any]:
    """What is kept of a review."""
    return {
        "games": review.games,
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
        return told(review_game(played(options, number), options.budget, number, options.threads))

    lines = kept(options, work)
    figures = by_level(lines)
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
        game = played(options, number)
        review = review_game(game, options.budget, number, options.threads)
        moments = list_moments(game)

        def again(one: Judgement) -> list[Any]:
            decision = JudgedDecision(moments[one.n - 1], SEED + number)
            while decision.games < TEN * one.games:
                decision.try_worlds()
            loss = decision.loss
            return [one.mark, round(one.loss, 4), round(one.error, 4), round(loss.value, 4), round(loss.error, 4)]

        with ThreadPoolExecutor(options.threads) as pool:
            return {"marks": list(pool.map(again, (one for one in review.judgements if one.mark in GRADES)))}

    marks = [mark for line in kept(options, work) for mark in line["marks"]]
    dead = [mark for mark in marks if mark[0] == "dead end"]
    scale = 2 / options.players
    if dead:
        print(f"dead ends that lose 8 or more: {share([mark[3] >= 0.08 * scale for mark in dead])}")
    if marks:
        print(f"marks that lose something: {share([mark[3] > 0 for mark in marks])}")


def review_again(options: argparse.Namespace) -> None:
    """Review every game twice, with different seeds, and compare the players' figures."""

    def work(number: int) -> dict[str, Any]:
        game = played(options, number)
        reviews = [review_game(game, options.budget, seed, options.threads) for seed in (2 * number, 2 * number + 1)]
        return {"figures": [[round(seat.figure, 5) for seat in review.seats] for review in reviews]}

    changes = [max(abs(a - b) for a, b in zip(*line["figures"], strict=True)) for line in kept(options, work)]
    print(f"games in which all players' figures change by less than 1 point: {share([change < 0.01 for change in changes])}")


def share(held: list[bool]) -> str:
    """How many of how many, in per cent."""
    return f"{sum(held)} of {len(held)}, {np.mean(held):.1%}" if held else "none of none"


def take_time(options: argparse.Namespace) -> None:
    """Review games and say how long it took, and how long the first graph; what was compiled before is loaded beforehand."""
    review_game(played(options, 0), 1, 0, options.threads)

    def work(number: int) -> dict[str, Any]:
        game, first = played(options, number), []
        begun, cpu = time.perf_counter(), time.process_time()

        def listen(news: News) -> None:
            if isinstance(news, Graph):
                first.append(time.perf_counter() - begun)

        review = review_game(game, options.budget, 0, options.threads, listen)
        seconds, spent = time.perf_counter() - begun, time.process_time() - cpu
        facts = {"seconds": round(seconds, 1), "review_cpu": round(spent, 1), "first": round(first[0], 2)}
        return {"actions": len(game.log), "games": review.games, "threads": options.threads, **facts}

    for line in kept(options, work):
        print(f"{line['actions']} actions, {line['games']} games: {line['seconds']:.1f} s on {line['threads']} threads", end=" ")
        print(f"({line['review_cpu']:.1f} s of processor time), the first graph after {line['first']:.2f} s")


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
    options.budget = options.budget or default_games(get_edition(options.edition))
    commands[options.what](options)


if __name__ == "__main__":
    main()
