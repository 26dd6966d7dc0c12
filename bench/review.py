"""How far the coach can be trusted: its verdicts at ten times the budget, with another seed, and on players that we know.

    python bench/review.py levels new-york       400 games: the mean loss of every level, the residue, and what luck-adjusted results tell
    python bench/review.py honest new-york       48 games: marks judged again with ten times the budget
    python bench/review.py repeat new-york       48 games: figures of the same games with another seed
    python bench/review.py speed new-york        3 games: seconds of a review on two threads, and of its first graph
    python bench/review.py calibrate             writes the measured levels into the package

With two players every level plays half of the games: 400 are 200 of each. In 12 games all pairs have met in both seatings. Games are
reviewed side by side and written one by one to results/review-….jsonl, so that every command can be stopped and started again; each
prints what it has, and what it took, with `--games 0` without doing more. What `levels` has reviewed already, `honest` and `repeat` do
not review again. Where rules, bots, review, boards, budget or expert are others than those of a file, it is refused. `--first 200`
begins with game 200, in a file of its own: parts may be made by several machines.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from statistics import median
from typing import Any, Final, TypeAlias

import numpy as np
from intervals import interval, share, share_by_games
from versions import engine

from allaboard.bots.levels import GAMES_A_PLAYER
from allaboard.editions import edition_ids, get_edition
from allaboard.engine.typed_records import Floats
from allaboard.game import Game
from allaboard.precompile import try_lock
from allaboard.puzzles.mining import mend
from allaboard.review import Graph, News, Review, default_games, review_game
from allaboard.review.judging import JudgedDecision
from allaboard.review.marks import GRADES, LEVEL_NAMES
from allaboard.review.moments import list_moments
from allaboard.review.results import Split
from allaboard.runner import GameSpec, workers

ROOT: Final = Path(__file__).parent.parent
SEED: Final = 17_001
NEIGHBOURS: Final = (("easy", "normal"), ("hard", "expert"), ("normal", "hard"), ("expert", "easy"), ("easy", "hard"), ("normal", "expert"))
"""Who meets whom: every level every other."""
TEN: Final = 10
GAMES: Final = {"levels": 400, "honest": 48, "repeat": 48, "speed": 3, "calibrate": 400}
"""Games that a command wants, unless somebody says otherwise."""
VERSION: Final = engine()
"""Of rules, bots, review and boards as this process reads them, before it has done anything."""
SECOND: Final = 1_000_000
"""The seed of the second review of a game, less the number of the game, which is the seed of the first."""

Line: TypeAlias = dict[str, Any]


def lineup(number: int, players: int, expert: str) -> tuple[str, ...]:
    """The players of a game: two levels in turn, in both seatings one after the other."""
    pair = NEIGHBOURS[number // 2 % len(NEIGHBOURS)]
    seats = [pair[(seat + number) % 2] for seat in range(players)]
    return tuple(f"expert:{expert}" if name == "expert" else name for name in seats)


def played(options: Namespace, number: int) -> Game:
    """Game `number` of the seed."""
    bots = lineup(number, options.players, options.expert)
    return GameSpec(get_edition(options.edition), bots, SEED, number, number).play()


def settled(options: Namespace) -> Namespace:
    """The options with what follows from the table, where nobody has said otherwise: the budget, and the expert as it is shipped."""
    budget = options.budget or default_games(get_edition(options.edition))
    return Namespace(**{**vars(options), "budget": budget, "expert": options.expert or str(GAMES_A_PLAYER * options.players)})


def files_of(options: Namespace, what: str) -> tuple[Path, list[Path]]:
    """The file that games are added to, and all that have games of the same table."""
    if options.out:
        return Path(options.out), [Path(options.out)]
    whole = ROOT / "results" / f"review-{what}-{options.edition}-{options.players}.jsonl"
    parts = whole.parent.glob(f"{whole.stem}-from-*.jsonl")
    return whole.with_stem(f"{whole.stem}-from-{options.first}") if options.first else whole, [whole, *sorted(parts)]


def read(files: Iterable[Path]) -> list[Line]:
    """The games of some files in their order, each once. What stands behind the last end of a line is torn, or being written."""
    texts = [file.read_text("utf-8").rpartition("\n")[0] for file in files if file.exists()]
    lines = {line["number"]: line for text in texts for line in map(json.loads, text.splitlines())}
    return [lines[number] for number in sorted(lines)]


def other_setting(options: Namespace, lines: Sequence[Line]) -> str:
    """The first game that was not played or reviewed as the options say; nothing if all were."""
    for line in lines:
        found = line["bots"], line["budget"]
        wanted = list(lineup(line["number"], options.players, options.expert)), options.budget
        if found != wanted:
            return f"game {line['number']}: {found[0]} with a budget of {found[1]}, not {wanted[0]} with {wanted[1]}"
    return ""


def other_versions(lines: Sequence[Line]) -> str:
    """Which versions of rules, bots and review the games are of, if that is not the present one alone."""
    found = sorted({line["engine"] for line in lines} - {VERSION})
    return f"reviewed by {', '.join(found)}; rules, bots and review are now {VERSION}" if found else ""


def kept(options: Namespace, work: Callable[[Namespace, int], Line]) -> list[Line]:
    """One line for every game: those in the files, and those that are missing. Each says who played, with which budget, what it took."""
    own, files = files_of(options, options.what)
    lines = read(files)
    known = {line["number"] for line in lines}
    missing = [number for number in range(options.first, options.first + options.games) if number not in known]
    if fault := other_setting(options, lines):
        sys.exit(f"{own}, {fault}")
    if (stale := other_versions(lines)) and missing:
        sys.exit(f"{own}: {stale}. Move it away to begin anew; --games 0 prints what it says")
    if missing:
        add(own, missing, partial(reviewed, options, work), options.jobs)
        lines = read(files)
    if not lines:
        sys.exit(f"{own}: no games yet")
    print(f"{options.edition}, {options.players} players, {len(lines)} games, {options.budget} games a decision")
    print(f"{sum(line['cpu'] for line in lines) / 3600:.2f} hours of processor time")
    print(f"{stale}\n" if stale else "")
    return lines


def add(own: Path, missing: Sequence[int], work: Callable[[int], Line], jobs: int) -> None:
    """Add games to a file, which nobody else may do meanwhile."""
    own.parent.mkdir(parents=True, exist_ok=True)
    with own.open("ab") as out, workers(jobs) as pool:
        if not try_lock(out):
            sys.exit(f"{own}: another process is adding games to it")
        mend(own)
        for count, line in enumerate(pool.map(work, missing), start=1):
            if line["engine"] != VERSION:
                sys.exit("rules, bots or review were changed while games were reviewed")
            out.write(f"{json.dumps(line)}\n".encode())
            out.flush()
            print(f"{own.name}: game {line['number']}, {count} of {len(missing)}, {line['cpu']:.0f} s", file=sys.stderr, flush=True)


def reviewed(options: Namespace, work: Callable[[Namespace, int], Line], number: int) -> Line:
    """The line of a game."""
    begun = time.process_time()
    bots, found = lineup(number, options.players, options.expert), work(options, number)
    cpu = round(time.process_time() - begun, 1)
    return {"number": number, "bots": list(bots), "budget": options.budget, "engine": VERSION, "cpu": cpu, **found}


def of_level(bot: str) -> str:
    """The level of a bot, whatever its budget."""
    return bot.partition(":")[0]


def told(review: Review) -> Line:
    """What is kept of a review: its seats, and of every decision seat, loss, error, mark, whether it was forced, and its games."""
    return {
        "games": review.games,
        "seats": [
            {
                "figure": round(seat.figure, 5),
                "error": round(seat.error, 5),
                "decisions": seat.decisions,
                "marks": [seat.delays, seat.detours, seat.dead_ends, seat.clear_runs],
                "adjusted": round(seat.adjusted, 4),
                "known": rounded(seat.known),
                "hindsight": rounded(seat.hindsight),
            }
            for seat in review.seats
        ],
        "decisions": [[one.seat, round(one.loss, 4), round(one.error, 4), one.mark, one.forced, one.games] for one in review.judgements],
    }


def rounded(split: Split) -> dict[str, float]:
    """A split by the names of its parts."""
    return {part: round(value, 4) for part, value in asdict(split).items()}


def review_one(options: Namespace, number: int) -> Line:
    """Review a game."""
    return told(review_game(played(options, number), options.budget, number, options.threads))


def first_review(options: Namespace, number: int) -> Line:
    """What is kept of the review of a game: by `levels`, if it has made the same one; else it is made."""
    _, files = files_of(Namespace(**{**vars(options), "out": None}), "levels")
    for line in read(files):
        if line["number"] == number and not other_setting(options, [line]) and not other_versions([line]):
            return line
    return review_one(options, number)


def review_levels(options: Namespace) -> None:
    """Review games between levels; print the levels' figures, the residue, and how plain and adjusted results tell levels apart."""
    lines = kept(options, review_one)
    figures = by_level(lines)
    print("| level | mean loss | 95 % | decisions |\n| --- | ---: | ---: | ---: |")
    for level in reversed(LEVEL_NAMES):
        if level in figures:
            mean, error, count = figures[level]
            print(f"| {level} | {100 * mean:.2f} | {100 * (mean - 1.96 * error):.2f} to {100 * (mean + 1.96 * error):.2f} | {count} |")
    # in hindsight the same is left: choices and what was hidden have the same sum
    residues = [abs(seat["known"]["residue"]) for line in lines for seat in line["seats"]]
    print(f"residue: median {100 * median(residues):.1f} points, 90 % below {100 * np.quantile(residues, 0.9):.1f}\n")
    print_matches(lines, options.players)


def print_matches(lines: Sequence[Line], players: int) -> None:
    """Print how plain results and those without luck tell the stronger of two levels, pair by pair and all alike."""
    print("Games: that plain results need, for one without luck, until the stronger level is known; with an interval of 95 %.\n")
    print("| match | games | plain result | without luck | mean luck | games |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    pairs = {pair: edges(lines, *pair, 1 / players) for pair in combinations(LEVEL_NAMES, 2)}
    pairs = {pair: rows for pair, rows in pairs.items() if len(rows) > 2}
    for pair, rows in pairs.items():
        plain, adjusted = (rows + 1 / players).T
        luck = plain - adjusted
        error = luck.std(ddof=1) / np.sqrt(len(luck))
        facts = f"{spread(plain)} | {spread(adjusted)} | {100 * luck.mean():.1f} ± {200 * error:.1f} | {interval([rows])}"
        print(f"| {pair[0]} against {pair[1]} | {len(rows)} | {facts} |")
    if pairs:
        print(f"| all | {sum(map(len, pairs.values()))} | | | | {interval(list(pairs.values()))} |")


def edges(lines: Iterable[Line], strong: str, weak: str, fair: float) -> Floats:
    """Game by game, what the seats of the stronger level have on average beyond their fair share: plain, and without luck."""
    rows = []
    for line in lines:
        levels = [of_level(bot) for bot in line["bots"]]
        if set(levels) == {strong, weak}:
            own = [
                (seat["known"]["result"], seat["adjusted"]) for level, seat in zip(levels, line["seats"], strict=True) if level == strong
            ]
            rows.append(np.mean(own, axis=0) - fair)
    return np.array(rows).reshape(-1, 2)


def spread(values: Floats) -> str:
    """A mean in per cent with its standard deviation."""
    return f"{100 * values.mean():.0f} (± {100 * values.std(ddof=1):.0f} a game)"


def by_level(lines: Iterable[Line]) -> dict[str, tuple[float, float, int]]:
    """Level → its mean loss over all decisions, the standard error by games, and how many decisions there were."""
    losses: dict[str, list[Floats]] = defaultdict(list)
    for line in lines:
        game: dict[str, Floats] = defaultdict(lambda: np.zeros(2))  # seats of one game are not independent
        for bot, seat in zip(line["bots"], line["seats"], strict=True):
            game[of_level(bot)] += seat["figure"] * seat["decisions"], seat["decisions"]
        for level, sums in game.items():
            losses[level].append(sums)
    found = {}
    for level, rows in losses.items():
        sums, counts = np.array(rows).T
        mean = sums.sum() / counts.sum()
        error = float(np.sqrt(((sums - mean * counts) ** 2).sum()) / counts.sum())
        found[level] = (float(mean), error, int(counts.sum()))
    return found


def judge_one_again(options: Namespace, number: int) -> Line:
    """Judge again what the review of a game has marked: number of the action, seat, mark, loss and error, and both anew."""
    moments = list_moments(played(options, number))

    def again(n: int, decided: list[Any]) -> list[Any]:
        seat, loss, error, mark, _, games = decided
        decision = JudgedDecision(moments[n - 1], SEED + number)
        while decision.games < TEN * games:
            decision.try_worlds()
        return [n, seat, mark, loss, error, round(decision.loss.value, 4), round(decision.loss.error, 4)]

    decisions = enumerate(first_review(options, number)["decisions"], start=1)
    return {"marks": [again(n, decided) for n, decided in decisions if decided[3] in GRADES]}


def judge_again(options: Namespace) -> None:
    """Judge every marked decision again, in other worlds and ten times as many of them."""
    games = [[(mark, loss) for _, _, mark, _, _, loss, _ in line["marks"]] for line in kept(options, judge_one_again)]
    scale = 2 / options.players
    dead_ends = [[loss >= 0.08 * scale for mark, loss in marks if mark == "dead end"] for marks in games]
    print(f"dead ends that lose 8 or more: {share_by_games(dead_ends)}")
    print(f"marks that lose something: {share_by_games([[loss > 0 for _, loss in marks] for marks in games])}")


def review_one_twice(options: Namespace, number: int) -> Line:
    """Two reviews of a game, with different seeds: every player's figure and its error, for both."""
    again = told(review_game(played(options, number), options.budget, SECOND + number, options.threads))
    reviews = (first_review(options, number), again)
    return {"figures": [[[seat["figure"], seat["error"]] for seat in review["seats"]] for review in reviews]}


def review_again(options: Namespace) -> None:
    """Review every game twice, with different seeds, and compare the players' figures."""
    figures = [np.array(line["figures"]) for line in kept(options, review_one_twice)]
    changes = [one[0, :, 0] - one[1, :, 0] for one in figures]
    print(f"games in which all players' figures change by less than 1 point: {share([bool((abs(one) < 0.01).all()) for one in changes])}")
    told_by_errors = np.concatenate([(one[..., 1] ** 2).sum(axis=0) for one in figures])
    beyond = float(np.sqrt((np.concatenate(changes) ** 2).mean() / told_by_errors.mean()))
    print(f"figures change {beyond:.1f} times as much as their errors tell (root of the mean square)")


def time_one(options: Namespace, number: int) -> Line:
    """Review a game and take the time."""
    game, first = played(options, number), []
    begun, cpu = time.perf_counter(), time.process_time()

    def listen(news: News) -> None:
        if isinstance(news, Graph):
            first.append(time.perf_counter() - begun)

    review = review_game(game, options.budget, 0, options.threads, listen)
    seconds, spent = time.perf_counter() - begun, time.process_time() - cpu
    facts = {"seconds": round(seconds, 1), "review_cpu": round(spent, 1), "first": round(first[0], 2)}
    return {"actions": len(game.log), "games": review.games, "threads": options.threads, **facts}


def take_time(options: Namespace) -> None:
    """Review games and say how long it took, and how long the first graph; what was compiled before is loaded beforehand."""
    if options.games:
        review_game(played(options, 0), 1, 0, options.threads)
    for line in kept(options, time_one):
        print(f"{line['actions']} actions, {line['games']} games: {line['seconds']:.1f} s on {line['threads']} threads", end=" ")
        print(f"({line['review_cpu']:.1f} s of processor time), the first graph after {line['first']:.2f} s")


def calibrate(options: Namespace) -> None:
    """Write where the levels stand into the package, from all games of `levels`; a table with a fault is named and left out."""
    tables, faults = {}, []
    for box in map(get_edition, edition_ids()):
        for players in range(box.min_players, box.max_players + 1):
            table = settled(Namespace(edition=box.id, players=players, budget=None, expert=None, games=options.games, first=0, out=None))
            lines = read(files_of(table, "levels")[1])
            if lines and (fault := unfit(table, lines)):
                faults.append(f"{box.id}, {players} players: {fault}")
            elif lines:
                figures = by_level(lines)
                tables[f"{box.id} {players}"] = {level: [round(part, 5) for part in figures[level][:2]] for level in LEVEL_NAMES}
    for fault in faults:
        print(fault)
    if not tables:
        sys.exit("no table to calibrate by: nothing was written")
    target = ROOT / "src" / "allaboard" / "review" / "levels.json"
    target.write_text(json.dumps({"tables": tables}, indent=1) + "\n", "utf-8")
    print(f"{len(tables)} tables in {target}")


def unfit(options: Namespace, lines: Sequence[Line]) -> str:
    """Why levels cannot be set by these games; nothing if they can."""
    if fault := other_setting(options, lines) or other_versions(lines):
        return fault
    if len(lines) < options.games:
        return f"{len(lines)} games; {options.games} are wanted"
    figures = by_level(lines)
    if absent := [level for level in LEVEL_NAMES if level not in figures]:
        return f"no games of {', '.join(absent)}"
    rising = [0.0, *(figures[level][0] for level in LEVEL_NAMES)]
    if any(upper <= lower for lower, upper in pairwise(rising)):
        return "mean losses that do not rise: " + ", ".join(f"{level} {100 * figures[level][0]:.2f}" for level in LEVEL_NAMES)
    return ""


def main() -> None:
    """Read the command and do it."""
    commands = {"levels": review_levels, "honest": judge_again, "repeat": review_again, "speed": take_time, "calibrate": calibrate}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=commands)
    parser.add_argument("edition", nargs="?", default="new-york")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, help="best a multiple of 12; for calibrate: the fewest that a table must have")
    parser.add_argument("--first", type=int, default=0, help="the first game; with another than 0 the results have a file of their own")
    parser.add_argument("--budget", type=int, help="games a decision; what the command takes unless named")
    parser.add_argument("--expert", help="the budget of expert in games a decision; as many as it is shipped with unless named")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games that are reviewed side by side; speed has one")
    parser.add_argument("--out", help="the file of results")
    options = parser.parse_args()
    options.games = GAMES[options.what] if options.games is None else options.games
    options.threads, options.jobs = (2, 1) if options.what == "speed" else (1, options.jobs)
    commands[options.what](settled(options))


if __name__ == "__main__":
    main()
