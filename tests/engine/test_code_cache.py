"""Compiled code on disk: found by what it was made of, wherever the sources lie, and never run when it is damaged, stale or foreign."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from allaboard.engine import code_cache
from allaboard.engine.code_cache import cache_folder, misfit, shipped_folder
from allaboard.engine.jit import INTERPRETED, compiled

pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted code is not kept")

CACHED = (cache_folder, shipped_folder, code_cache.sources_hash, code_cache.here)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Folders of the test's own, for the user and for the package."""
    monkeypatch.setenv("ALLABOARD_CACHE_DIR", str(tmp_path / "user"))
    monkeypatch.setattr(code_cache, "SHIPPED", tmp_path / "package")
    for function in CACHED:
        function.cache_clear()
    yield
    monkeypatch.undo()
    for function in CACHED:
        function.cache_clear()


def double(number: int) -> int:
    return 2 * number


def treble(number: int) -> int:
    return 3 * number


double.__module__ = treble.__module__ = "allaboard.engine.sums"


def hits(function: Callable[[int], int], number: int = 21) -> int:
    """Use a rule as a new process would; how often its code was found on disk."""
    rule = compiled(function)
    assert rule(number) == function(number)
    return sum(rule.stats.cache_hits.values())  # type: ignore[attr-defined]


def kept(name: str = "double") -> Path:
    """The one file of a function."""
    (file,) = cache_folder().rglob(f"{name}-*.nbc")
    return file


def ship(monkeypatch: pytest.MonkeyPatch, function: Callable[[int], int] = double) -> Path:
    """Compile a function as a wheel's build does, and move it into the package; returns its folder."""
    with monkeypatch.context() as patch:
        patch.setattr(code_cache, "here", lambda: code_cache._machine(code_cache.BASELINE, ""))
        cache_folder.cache_clear()
        hits(function)
        made = cache_folder()
    cache_folder.cache_clear()
    target = code_cache.SHIPPED / made.parent.name / made.name
    target.parent.mkdir(parents=True)
    shutil.move(made, target)
    shipped_folder.cache_clear()
    return target


def test_code_is_compiled_once() -> None:
    assert hits(double) == 0
    assert hits(double) == 1


def test_folders_are_named_by_sources_and_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots are made of more than rules; another processor, Python or Numba has a folder of its own."""
    rules, bots = cache_folder(), cache_folder("bots")
    assert rules.parents[1] == bots.parents[1] == tmp_path / "user" / "compiled"
    assert rules.parent.name == f"engine-{code_cache.sources_hash('engine')}"
    assert bots.parent.name == f"bots-{code_cache.sources_hash('bots')}"
    machine = code_cache.here()
    others = [replace(machine, processor="z80"), replace(machine, python="cpython-399"), replace(machine, numba="0.0")]
    assert len({one.name for one in (machine, *others)}) == 4


def test_changed_sources_are_compiled_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A change of any rule makes all code stale, since any rule may be part of any other."""
    hits(double)
    monkeypatch.setattr(code_cache, "ROOT", tmp_path)
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "turn.py").write_text("changed", encoding="utf-8")
    code_cache.sources_hash.cache_clear()
    cache_folder.cache_clear()
    assert hits(double) == 0


@pytest.mark.parametrize("damage", ["cut", "emptied", "flipped", "other function", "other machine"])
def test_what_is_damaged_or_foreign_is_never_run(damage: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """A file that is not what its place says is noticed before it is unpickled; the function is compiled again, and kept."""
    hits(double)
    hits(treble)
    file = kept()
    content = bytearray(file.read_bytes())
    if damage == "flipped":
        content[-100] ^= 1
    elif damage == "other function":
        content = bytearray(kept("treble").read_bytes())
    elif damage == "other machine":
        other = replace(code_cache.here(), processor="z80")
        monkeypatch.setattr(code_cache, "here", lambda: other)
        cache_folder.cache_clear()
        file = cache_folder() / file.relative_to(file.parents[1])
        file.parent.mkdir(parents=True)
    file.write_bytes({"cut": content[: len(content) // 2], "emptied": b""}.get(damage, content))
    with caplog.at_level(logging.WARNING):
        assert hits(double) == 0
    assert "is damaged, or not for here" in caplog.text
    assert hits(double) == 1


def test_a_disk_that_takes_nothing_keeps_nobody_from_playing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "user").write_text("a file where the folder should be", encoding="utf-8")
    assert hits(double) == 0
    assert "cannot be kept" in caplog.text


def test_code_that_came_with_the_package_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked for after what this machine compiled for itself, and nothing is written."""
    folder = ship(monkeypatch)
    before = sorted(folder.rglob("*"))
    assert hits(double) == 1
    assert hits(treble) == 0
    assert sorted(folder.rglob("*")) == before
    assert not list(cache_folder().rglob("double-*"))


def test_shipped_code_that_was_tampered_with_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    (file,) = ship(monkeypatch).rglob("*.nbc")
    content = file.read_bytes()
    file.write_bytes(content[:-1])
    assert hits(double) == 0
    assert hits(double) == 1
    assert kept()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, None),
        ({"python": "cpython-399"}, "python cpython-399 instead of"),
        ({"numba": "0.1"}, "numba 0.1 instead of"),
        ({"system": "riscv64-linux"}, "system riscv64-linux instead of"),
    ],
)
def test_shipped_code_for_another_machine_is_left_alone_with_a_sentence(
    change: dict[str, str], told: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ship(monkeypatch)
    made_for = replace(code_cache._machine(code_cache.BASELINE, ""), **change)
    folder.rename(folder.with_name(made_for.name))
    (code_cache.SHIPPED / "machine.json").write_text(json.dumps(asdict(made_for)), encoding="utf-8")
    shipped_folder.cache_clear()
    assert (misfit() is None) if told is None else (told in (misfit() or ""))
    assert hits(double) == (1 if told is None else 0)


def test_shipped_code_for_a_better_processor_is_left_alone_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    ship(monkeypatch)
    (code_cache.SHIPPED / "machine.json").write_text(json.dumps(asdict(code_cache._machine(code_cache.BASELINE, ""))), encoding="utf-8")
    monkeypatch.setattr(code_cache, "_runs_baseline", lambda: False)
    shipped_folder.cache_clear()
    assert "a processor of level x86-64-v3" in (misfit() or "")
    assert hits(double) == 0


def test_code_of_others_is_not_kept() -> None:
    """We cannot tell what it is made of."""

    def half(number: int) -> int:
        return number // 2

    assert compiled(half)(42) == 21
    assert not list(cache_folder().rglob("*half*"))
