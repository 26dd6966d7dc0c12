"""The repository keeps its own house rules: the locks, the modules' docstrings, no traces of a machine, the Makefile's help."""

import ast
import os
import re
import shutil
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import pytest

from allaboard.__about__ import __version__

ROOT = Path(__file__).parents[1]
LOCKS = (
    "requirements.lock",
    "requirements-dev.lock",
    "requirements-uv.lock",
    "requirements-docs.lock",
    "requirements-extras.lock",
    "requirements-train.lock",
)
VERBS = {"play", "test", "test-all", "lint", "bench", "docs", "docs-site", "lock", "clean", "help"}
# Written as one alternation, so that this line is not a machine path itself.
MACHINE_PATH = re.compile(r"(?<![\w.:/-])/(?:home|root|work|Users|opt)/\w|\b[A-Z]:\\+Users\\")


@cache
def repository_files() -> tuple[Path, ...]:
    """Every file that is in git or is about to be."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a git checkout, so there is no telling our files from others")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = (ROOT / name for name in listed.stdout.split("\0") if name)
    return tuple(file for file in files if file.is_file())


def direct_dependencies(lock: str) -> list[str]:
    """What pyproject.toml asks for on behalf of a lock's readers; `make lock` names the same extras and groups."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed, extras, groups = asked["project"]["dependencies"], asked["project"]["optional-dependencies"], asked["dependency-groups"]
    wanted: dict[str, list[list[str]]] = {
        "requirements.lock": [needed, groups["build"]],
        "requirements-dev.lock": [needed, extras["dev"], groups["build"]],
        "requirements-uv.lock": [groups["uv"]],
        "requirements-docs.lock": [groups["docs"]],
        "requirements-extras.lock": [needed, *(extras[name] for name in ("cluster", "data", "onnx", "openspiel")), groups["readers"]],
        "requirements-train.lock": [needed, extras["sb3"], extras["train"]],
    }
    return [requirement for part in wanted[lock] for requirement in part]


def test_every_lock_is_looked_at() -> None:
    assert set(LOCKS) == {path.name for path in ROOT.glob("requirements*.lock")}


def lock_text(lock: str) -> str:
    return (ROOT / lock).read_text(encoding="utf-8")


def pinned(lock: str) -> set[str]:
    """The versions that a lock names, each with the machines that it is for."""
    return {line.rstrip("\\ ") for line in lock_text(lock).splitlines() if re.match(r"\w[\w.-]*==", line)}


def normalised(requirement: str) -> str:
    """The name in a requirement, spelled as package indexes compare it."""
    name = re.match(r"[\w.-]+", requirement)
    assert name is not None, f"no package name in {requirement!r}"
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def missing_from_lock(requirements: list[str], lock: str) -> set[str]:
    locked = {normalised(line) for line in lock.splitlines() if re.match(r"\w[\w.-]*==", line)}
    return {normalised(requirement) for requirement in requirements} - locked


def machine_paths(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if MACHINE_PATH.search(line)]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_host(lock: str) -> None:
    """Where packages come from is each machine's own setting."""
    assert not re.findall(r".*(?:https?:|--index|--extra-index|--find-links|file:).*", lock_text(lock))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_every_direct_dependency(lock: str) -> None:
    assert missing_from_lock(direct_dependencies(lock), lock_text(lock)) == set()


def test_what_playing_installs_developing_need_not_install_again() -> None:
    """The lock for playing is part of the one for developing, version by version, and the smaller half of it."""
    assert pinned("requirements.lock") < pinned("requirements-dev.lock")
    assert len(pinned("requirements.lock")) < 0.6 * len(pinned("requirements-dev.lock"))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_version_has_a_hash(lock: str) -> None:
    pins = re.split(r"^(?=\w)", re.sub(r"^#.*\n", "", lock_text(lock), flags=re.MULTILINE), flags=re.MULTILINE)[1:]
    assert pins
    assert [pin.splitlines()[0] for pin in pins if "--hash=sha256:" not in pin] == []


def test_every_module_starts_with_a_docstring() -> None:
    """Even an empty `__init__.py` says what its package owns."""
    modules = [file for file in repository_files() if file.suffix == ".py"]
    assert Path(__file__) in modules
    undocumented = [module for module in modules if not ast.get_docstring(ast.parse(module.read_text(encoding="utf-8")))]
    assert [str(module.relative_to(ROOT)) for module in undocumented] == []


def test_no_file_names_a_place_on_a_machine() -> None:
    traces: list[str] = []
    for file in repository_files():
        content = file.read_bytes()
        if b"\0" not in content:
            traces += [f"{file.relative_to(ROOT)}: {line}" for line in machine_paths(content.decode("utf-8", errors="replace"))]
    assert traces == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see {}root/notes.txt", True),
        ('cache = "{}home/anna/cache"', True),
        ("open({}Users/anna)", True),
        ("https://example.org{}home/index.html", False),
        ("GET {}games/1/events", False),
        ("#!{}usr/bin/env bash", False),
    ],
)
def test_machine_paths_are_recognised(text: str, found: bool) -> None:
    assert bool(machine_paths(text.format("/"))) is found


def test_a_forgotten_lock_entry_is_noticed() -> None:
    assert missing_from_lock(["Typer>=0.15", "resvg_py", "numba>=0.61"], "typer==1.0 \\\n    # via numba\nresvg-py==0.5\n") == {"numba"}


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_the_makefile_lists_every_verb() -> None:
    """Whatever is declared as a verb is explained by `make help`."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    declared = {verb for line in re.findall(r"^\.PHONY:(.*)$", makefile, flags=re.MULTILINE) for verb in line.split()}
    # MAKEFLAGS of an outer make (-n, -j) must not steer the inner one.
    environment = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MFLAGS", "MAKELEVEL"}}
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True, env=environment).stdout
    explained = set(re.findall(r"^  make ([a-z-]+) +\S", shown, flags=re.MULTILINE))
    assert explained == declared
    assert explained >= VERBS


def test_who_cites_us_cites_this_version() -> None:
    cited = re.search(r'^version: "(.*)"$', (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert cited[1] == __version__


def test_continuous_integration_is_executable() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
