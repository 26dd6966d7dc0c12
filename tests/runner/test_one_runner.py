"""One runner: no other module lets bots play in a loop, starts processes for games or counts the games of a seed."""

from __future__ import annotations

import ast
from pathlib import Path

import allaboard

PACKAGE = Path(allaboard.__file__).parent
BENCH = PACKAGE.parents[1] / "bench"


def modules(*but: str) -> dict[str, ast.Module]:
    """Sources of the package and the benchmarks, by path, without some packages; what serves people has workers of its own."""
    files = {str(file.relative_to(root.parent)): file for root in (PACKAGE, BENCH) for file in root.rglob("*.py")}
    left_out = tuple(f"allaboard/{name}" for name in ("server", *but))
    return {name: ast.parse(file.read_text("utf-8")) for name, file in files.items() if not name.startswith(left_out)}


def loops_that_ask_bots(module: ast.Module) -> list[int]:
    """Lines of loops in which something is asked to `choose`, or the runner to let it act."""
    loops = [node for node in ast.walk(module) if isinstance(node, ast.While)]
    return [loop.lineno for loop in loops if any(asks_a_bot(node) for node in ast.walk(loop))]


def asks_a_bot(node: ast.AST) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "choose") or (isinstance(node, ast.Name) and node.id == "play_action")


def processes(module: ast.Module) -> list[int]:
    """Lines that import what starts processes."""
    names = {"multiprocessing", "ProcessPoolExecutor", "distributed"}
    imports = (node for node in ast.walk(module) if isinstance(node, ast.Import | ast.ImportFrom))
    return [node.lineno for node in imports if names & {getattr(node, "module", ""), *(alias.name for alias in node.names)}]


def counted_seeds(module: ast.Module) -> list[int]:
    """Lines that set a single word of a seed from another."""
    found = []
    for node in ast.walk(module):
        if isinstance(node, ast.Assign | ast.AugAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Subscript) and ast.unparse(target.value) in ("game_seed", "seed", "words"):
                found.append(node.lineno)
    return found


def test_only_the_runner_asks_bots_in_a_loop() -> None:
    """But for the environment whose bots act until it is the agent's turn."""
    found = {name for name, module in modules("runner").items() if loops_that_ask_bots(module)}
    assert found == {"allaboard/env/gymnasium.py"}


def test_only_the_runner_starts_processes() -> None:
    assert {name: lines for name, module in modules("runner").items() if (lines := processes(module))} == {}


def test_only_one_module_counts_the_games_of_a_seed() -> None:
    assert {name: lines for name, module in modules("engine/seeding").items() if (lines := counted_seeds(module))} == {}


def test_the_checks_find_what_they_look_for() -> None:
    loop = ast.parse("while not game.over:\n    game.play(bots[0].choose(game.observe(0)), 0)")
    assert loops_that_ask_bots(loop) == [1]
    assert loops_that_ask_bots(ast.parse("while not game.over:\n    play_action(game, bot, 0, 0)")) == [1]
    assert processes(ast.parse("from concurrent.futures import ProcessPoolExecutor\nimport multiprocessing")) == [1, 2]
    assert counted_seeds(ast.parse("game_seed[3] = seed[3] + number\nwords[3] += number")) == [1, 2]
