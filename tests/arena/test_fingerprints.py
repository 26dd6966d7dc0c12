"""A bot of somebody else's that changed: its old results are not reported as the new one's, nor mixed with them."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from allaboard.arena.fingerprints import fingerprint
from allaboard.bots import registry
from allaboard.bots.distilled.bot import Distilled
from allaboard.bots.distilled.net import WEIGHTS
from allaboard.cli.app import app
from allaboard.engine.jit import INTERPRETED

FIRST = "class Own:\n    def choose(self, observation):\n        return observation.legal_ids[0]\n"
LAST = FIRST.replace("[0]", "[-1]")

Write = Callable[[str, str], None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Write a module of the author's, as if the next command were another process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = set(sys.modules)

    def written(name: str, text: str) -> None:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
        forget()

    def forget() -> None:
        for module in set(sys.modules) - before:
            if not module.startswith("allaboard."):  # what is compiled is loaded once
                del sys.modules[module]

    yield written
    forget()


def arena(*words: object) -> tuple[Any, str]:
    result = CliRunner().invoke(app, ["arena", "london", "--blocks", "2", "--out", "file.sqlite", "--json", *map(str, words)])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout), result.stderr


@pytest.mark.skipif(INTERPRETED, reason="whole games take their time in plain Python")
def test_a_changed_bot_is_played_anew(write: Write) -> None:
    write("own.py", FIRST)
    first, _ = arena("--bots", "own:Own,random")
    again, said = arena("--bots", "own:Own,random")
    assert (first["played_now"], again["played_now"], said) == (2, 0, "")
    write("own.py", LAST)
    changed, said = arena("--bots", "own:Own,random")
    assert changed["played_now"] == 2
    assert said == "own:Own has changed: playing anew.\n"
    rated = CliRunner().invoke(app, ["ratings", "file.sqlite", "--json"])
    assert json.loads(rated.stdout)["tables"][0]["blocks"] == 2
    assert "2 blocks by older code left out." in rated.stderr
    write("own.py", FIRST)
    assert arena("--bots", "own:Own,random") == ({**again, "seconds": pytest.approx(0, abs=60)}, "")


@pytest.mark.parametrize(
    "changed",
    [
        ("mine/bot.py", f"from .advice import ADVICE\n{LAST}"),
        ("mine/advice.py", "from mine import deep\nADVICE = deep.LEVEL + 1\n"),
        ("mine/deep.py", "LEVEL = 2\n"),
        ("mine/__init__.py", "VERSION = 2\n"),
    ],
)
def test_everything_that_a_bot_imports_of_its_own_counts(write: Write, changed: tuple[str, str]) -> None:
    write("mine/__init__.py", "")
    write("mine/bot.py", f"from .advice import ADVICE\n{FIRST}")
    write("mine/advice.py", "from mine import deep\nADVICE = deep.LEVEL\n")
    write("mine/deep.py", "LEVEL = 1\n")
    write("mine/other.py", "UNUSED = 1\n")
    before = fingerprint("mine.bot:Own")
    write("mine/other.py", "UNUSED = 2\n")
    assert fingerprint("mine.bot:Own") == before
    write(*changed)
    assert fingerprint("mine.bot:Own") != before


def test_a_module_beside_it_the_declared_version_and_files_count(write: Write) -> None:
    seen = set()
    write("helper.py", "LEVEL = 1\n")
    for text in (
        f"import helper\n{FIRST}",
        f"import helper\n{FIRST}    version = 2\n",
        f"import helper\n{FIRST}    files = ('weights.bin',)\n",
    ):
        write("own.py", text)
        seen.add(fingerprint("own:Own"))
    write("weights.bin", "weights")
    seen.add(fingerprint("own:Own"))
    write("helper.py", "LEVEL = 2\n")
    seen.add(fingerprint("own:Own"))
    assert len(seen) == 5


MAKER = "from allaboard.bots.planner.bot import Planner\n\n\ndef make():\n    return Planner('block={}')\n"
TAKER = "from theirs.bot import Own\n\n\ndef make():\n    return Own()\n"


@pytest.mark.parametrize(
    ("name", "text", "changed"),
    [
        ("mine.py", MAKER.format(0.3), MAKER.format(0.4)),
        ("mine.py", TAKER, f"{TAKER}\n"),
        ("theirs/bot.py", FIRST, LAST),
        ("theirs/__init__.py", "", "LEVEL = 1\n"),
    ],
)
def test_a_function_that_makes_a_bot_counts_and_so_does_what_it_makes(write: Write, name: str, text: str, changed: str) -> None:
    """Whether the class is one of ours, as it was set up, or of another package."""
    for file, content in (("theirs/__init__.py", ""), ("theirs/bot.py", FIRST), ("mine.py", TAKER), (name, text)):
        write(file, content)
    before = fingerprint("mine:make")
    write(name, changed)
    assert "" != before != fingerprint("mine:make")


@pytest.mark.parametrize("name", ["mine/__init__.py", "far/__init__.py", "far/off/__init__.py", "far/off/helper.py", "near/__init__.py"])
def test_packages_around_what_is_imported_run_and_count(write: Write, name: str) -> None:
    """Those of the bot itself and of `import a.b.c` and `from a.b import x` alike."""
    for file in ("mine/__init__.py", "far/__init__.py", "far/off/__init__.py", "far/off/helper.py", "near/__init__.py"):
        write(file, "")
    write("near/advice.py", "ADVICE = 1\n")
    write("mine/bot.py", FIRST)
    write("own.py", f"import far.off.helper\nfrom mine.bot import Own\nfrom near.advice import ADVICE\n{FIRST}")
    write(name, "")
    before = {spec: fingerprint(spec) for spec in ("own:Own", "mine.bot:Own")}
    write(name, "LEVEL = 1\n")
    after = {spec: fingerprint(spec) for spec in before}
    assert after["own:Own"] != before["own:Own"]
    assert (after["mine.bot:Own"] != before["mine.bot:Own"]) == name.startswith("mine")


def test_what_a_bot_would_import_later_is_read_and_not_run(write: Write) -> None:
    """A helper that is half written does not keep the bot from playing, and counts."""
    write("own.py", f"{FIRST}\n    def later(self):\n        import half\n        from grumpy.helper import advice\n")
    write("grumpy/__init__.py", "raise SystemExit('not now')\n")
    seen = set()
    for text in ("def (", "def )"):
        write("half.py", text)
        seen.add(fingerprint("own:Own"))
    for text in ("", "ADVICE = 1\n"):
        write("grumpy/helper.py", text)
        seen.add(fingerprint("own:Own"))
    assert len(seen) == 4


def test_a_bot_that_a_package_announces_is_known_by_the_version_of_it(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a letter of its source changes: what it was built from may have."""
    monkeypatch.setattr(registry, "_announced", registry._announced.__wrapped__)
    write("brought/__init__.py", FIRST)
    write("brought-1.dist-info/entry_points.txt", "[allaboard.bots]\nbrought = brought:Own\n")
    write("brought-1.dist-info/top_level.txt", "brought\n")
    found = []
    for version in (1, 2, 2):
        write("brought-1.dist-info/METADATA", f"Metadata-Version: 2.1\nName: brought\nVersion: {version}\n")
        found.append(fingerprint("brought"))
    first, second, again = found
    assert "" != first != second == again


def test_our_own_bots_are_known_by_our_sources() -> None:
    assert fingerprint("random") == fingerprint("search:200") == ""


def test_a_net_of_ours_is_known_by_its_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After `allaboard train` the bot is another one, wherever the package lies."""
    before, copy = fingerprint("distilled"), tmp_path / WEIGHTS.name
    shutil.copy(WEIGHTS, copy)
    monkeypatch.setattr(Distilled, "files", (str(copy),))
    assert fingerprint("distilled") == before
    copy.write_bytes(b"trained again")
    assert "" != before != fingerprint("distilled")
