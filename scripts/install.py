"""Installs a lock file into the environment that runs this script: with uv, which takes seconds, or with pip where uv cannot.

Needs nothing but Python and the pip that comes with it. Every download is checked against the lock's hashes. An interrupted installation
is repeated whole the next time, from the installer's own cache: a package that was half copied looks like a whole one.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV_LOCK = ROOT / "requirements-uv.lock"
UNFINISHED = Path(sys.prefix) / ".installing"
UV = Path(sys.executable).with_name("uv.exe" if os.name == "nt" else "uv")
QUIET = ["--disable-pip-version-check", "-qq"]
# What pip is told about indexes → the variable that tells uv, and what stands between several.
SETTINGS = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "no-index": ("UV_NO_INDEX", " "),
    "cert": ("SSL_CERT_FILE", " "),
    "proxy": ("ALL_PROXY", " "),
}


def install(lock: str) -> None:
    """Install what a lock names, and this package on top; say what failed."""
    again = UNFINISHED.exists()
    UNFINISHED.touch()
    repeat = {True: ("--reinstall", "--force-reinstall"), False: (None, None)}[again]
    if not all(run_uv("pip", "install", "--quiet", *arguments) == 0 for arguments in _both(lock, repeat[0])):
        print("uv could not install; pip does it instead, which takes a minute or two.", file=sys.stderr, flush=True)
        if any(_run([*pip_command(), "install", *arguments]) != 0 for arguments in _both(lock, repeat[1])):
            raise SystemExit(f"The dependencies of {lock} could not be installed; what pip said stands above.")
    UNFINISHED.unlink()


def _both(lock: str, repeat: str | None) -> list[list[str]]:
    """Return what an installer is told for a lock, then for the package itself, whose build backend the locks bring."""
    return [["--require-hashes", *filter(None, [repeat]), "-r", lock], ["--no-build-isolation", "--no-deps", "--editable", str(ROOT)]]


def run_uv(*arguments: str) -> int:
    """Run uv, which looks where pip looks; it is fetched by its own lock where it is missing, or older than that."""
    if not UV.exists() or UV.stat().st_mtime < UV_LOCK.stat().st_mtime:
        # Other versions than the lock's are left alone by pip, and a half copied one is not whole: so it is always fetched anew.
        if (code := _run([*pip_command(), "install", "--require-hashes", "--force-reinstall", "-r", str(UV_LOCK)])) != 0:
            return code
        UV.touch()
    return _run([str(UV), *arguments], os.environ | uv_settings(_pip_settings()) | {"VIRTUAL_ENV": sys.prefix})


def uv_settings(listed: str) -> dict[str, str]:
    """Return what uv must be told to look where pip looks, from what `pip config list` prints; what the environment says of uv stays."""
    found: dict[str, str] = {}
    # pip's own order: a section for one verb beats the global one, and the environment beats both.
    for section in ("global", "install", ":env:"):
        for line in listed.splitlines():
            name, _, value = line.partition("=")
            place, _, option = name.rpartition(".")
            if place == section and option in SETTINGS:
                found[option] = str(ast.literal_eval(value))
    # Like pip, take a version from whichever index has it: the hashes say that it is the right one.
    given = {"UV_INDEX_STRATEGY": "unsafe-best-match"}
    for option, value in found.items():
        variable, between = SETTINGS[option]
        given[variable] = between.join(value.split())
    return {variable: value for variable, value in given.items() if variable not in os.environ}


@cache
def pip_command() -> list[str]:
    """Return how pip is run for this environment: the one of the Python it was made from does, so that none need be installed here."""
    base: str = getattr(sys, "_base_executable", sys.executable)
    other = [base, "-m", "pip", "--python", sys.executable]
    if importlib.util.find_spec("pip") is None:
        if subprocess.run([*other, "--version"], capture_output=True, check=False).returncode == 0:
            return [*other, *QUIET]
        _run([sys.executable, "-m", "ensurepip"])
    return [sys.executable, "-m", "pip", *QUIET]


def _pip_settings() -> str:
    return subprocess.run([*pip_command(), "config", "list"], capture_output=True, text=True, check=False).stdout


def _run(command: list[str], environment: dict[str, str] | None = None) -> int:
    try:
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    except OSError as error:
        print(f"{Path(command[0]).name}: {error.strerror or error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    try:
        match sys.argv[1:]:
            case ["uv", *arguments]:
                sys.exit(run_uv(*arguments))
            case ["pip", *arguments]:
                sys.exit(_run([*pip_command(), *arguments]))
            case [lock]:
                install(lock)
            case _:
                sys.exit("usage: install.py LOCK | uv ARGUMENTS | pip ARGUMENTS")
    except KeyboardInterrupt:
        sys.exit(130)
