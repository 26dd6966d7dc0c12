"""The distributions: a wheel that plays at once, without a compiler run; a source distribution that needs no Node; the image's steps.

All of it is slow: it compiles for the common processor (once for the same sources, in build/baseline) and installs from the registry.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from functools import cache
from pathlib import Path

import pytest

from repository import copy_repository

ROOT = Path(__file__).parents[1]
INSTALL = [sys.executable, str(ROOT / "scripts" / "install.py"), "uv", "pip", "install", "--quiet"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="steps and paths are those of Linux"),
    pytest.mark.skipif(not (ROOT / "src" / "allaboard" / "web" / "index.html").is_file(), reason="the page is not built: make page"),
]

PLAY = """
import gc, json, random
import numba.core.event
from numba.core.dispatcher import Dispatcher
import allaboard
from allaboard.bots import make_bot, prepare
from allaboard.engine import code_cache

class Compilations(numba.core.event.Listener):
    count = 0
    def on_start(self, event): self.count += 1
    def on_end(self, event): pass

compilations = Compilations()
numba.core.event.register("numba:compile", compilations)
game, chance, hard = allaboard.Game("new-york", players=2, seed=5), random.Random(5), make_bot("hard")
prepare(hard, game.edition, 2, 1, 0)
while not game.over:
    seat = game.acting[0]
    game.play(hard.choose(game.observe(seat)) if seat == 1 else chance.choice(game.legal_actions(seat)), seat)
hits = sum(sum(one.stats.cache_hits.values()) for one in gc.get_objects() if isinstance(one, Dispatcher))
print(json.dumps({
    "compiled": compilations.count, "misfit": code_cache.misfit(), "winners": list(game.result().winners),
    "kept": sum(1 for _ in code_cache.cache_folder().rglob("*.nbc")), "hits": hits,
}))
"""


@cache
def distributions() -> tuple[Path, Path]:
    """The wheel and the source distribution of this checkout, made as `make wheel` does."""
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    subprocess.run([sys.executable, ROOT / "scripts" / "wheel.py"], check=True)
    (wheel,), (source,) = (ROOT / "dist").glob("*.whl"), (ROOT / "dist").glob("*.tar.gz")
    return wheel, source


def empty_environment(folder: Path) -> Path:
    """A new environment; returns its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    return folder / "bin" / "python"


def play(python: Path, home: Path, **more: str) -> dict[str, object]:
    """Play a game against `hard` at a new home; what came of it."""
    home.mkdir(exist_ok=True)
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), **more}
    told = subprocess.run([python, "-c", PLAY], env=environment, cwd=home, check=True, capture_output=True, text=True)
    found: dict[str, object] = json.loads(told.stdout)
    return found


def test_a_wheel_plays_at_once(tmp_path: Path) -> None:
    """Installed into an empty environment, with an empty home: a game against `hard`, all code from the wheel, no compiler run."""
    wheel, _ = distributions()
    assert f"cp{sys.version_info[0]}{sys.version_info[1]}" in wheel.name
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "allaboard/web/index.html" in names and "allaboard/compiled/machine.json" in names
    python = empty_environment(tmp_path / "venv")
    subprocess.run([*INSTALL, "--python", python, "--constraint", ROOT / "requirements-dev.lock", wheel], check=True)
    played = play(python, tmp_path / "home")
    assert played["compiled"] == 0 and played["kept"] == 0 and played["misfit"] is None
    assert isinstance(played["hits"], int) and played["hits"] >= 4  # each door that Python calls; what a door calls is inside it
    # What is damaged in the package is compiled anew, and only that.
    code = next((tmp_path / "venv").rglob("compiled/engine-*/**/apply-*.nbc"), None) or next((tmp_path / "venv").rglob("*.nbc"))
    code.write_bytes(code.read_bytes()[:-10])
    again = play(python, tmp_path / "home")
    assert again["winners"] == played["winners"]


def test_a_source_distribution_needs_no_node(tmp_path: Path) -> None:
    """It brings the page; a wheel is built from it where there is no Node and nothing to fetch one with."""
    _, source = distributions()
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    environment = {"PATH": str(tmp_path / "nothing"), "PIP_NO_INDEX": "1"}
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=folder, env=environment, check=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert "allaboard/web/index.html" in archive.namelist()


def test_the_image_is_built_by_steps_that_run(tmp_path: Path) -> None:
    """Every RUN of the first stage, in a fresh folder instead of a container: what is copied into the image plays without compiling."""
    text = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    _, first, second = text.split("\nFROM ")
    assert re.findall(r"^USER (.*)$", second, flags=re.MULTILINE) == ["nobody"]
    source, target = copy_repository(tmp_path / "source"), tmp_path / "image"
    distributions()
    shutil.copytree(ROOT / "build" / "baseline", source / "build" / "baseline")  # compiled for the same sources already
    environment = {**os.environ, "PATH": f"{Path(sys.executable).resolve().parent}:{os.environ['PATH']}"}
    environment.pop("VIRTUAL_ENV", None)
    for line in re.findall(r"^RUN (.*)$", first, flags=re.MULTILINE):
        step = line.replace("/source/", f"{source}/").replace("/srv/allaboard", str(target))
        subprocess.run(["sh", "-c", step], cwd=source, env=environment, check=True)
    played = play(target / "bin" / "python", tmp_path / "home")
    assert played["compiled"] == 0 and played["misfit"] is None
    assert shutil.which("uv", path=str(target / "bin")) is None
