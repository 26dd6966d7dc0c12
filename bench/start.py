"""Measures the first wait: from nothing, with cold caches, until the page answers, a game begins, a bot has moved, everything is ready.

    python bench/start.py clone                      this commit, by `make play`
    python bench/start.py clone --commit 3741f14     another one, for comparison
    python bench/start.py wheel dist/allaboard-….whl  a wheel, into an empty environment
    python bench/start.py imports                    `import allaboard`, `allaboard --help` and an answer to Tab, warm

Wall time, and processor time of all processes that take part. Packages come from wherever pip, uv and npm of this machine are told to look;
their caches, ours and the data folder are empty ones. `--json` prints one object.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import asdict, dataclass
from http.cookiejar import CookieJar
from pathlib import Path

from load import free_port

ROOT = Path(__file__).parents[1]
SAID = re.compile(r"^(Making|Installing|Fetching|Building|Compiled|The rules are compiled|The bots are compiled|All Aboard at)")
"""What set-up says that is worth a line; older commits said it a little differently."""
LONGEST = 1800.0
TAB = "allaboard play london --bot gre"
"""A line of the shell on which Tab is pressed."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that was reached: after so many seconds by the clock, for so much work of the processors."""

    what: str
    wall: float
    cpu: float


class Run:
    """A command in a session of its own, and what it reaches."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str], before: float = 0.0, cpu_before: float = 0.0) -> None:
        self.began, self.cpu_before = time.monotonic() - before, cpu_before
        self.moments: list[Moment] = []
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        )
        self.lines: list[str] = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def reach(self, what: str) -> None:
        """Note that something was reached now."""
        self.moments.append(Moment(what, round(time.monotonic() - self.began, 1), round(self.cpu_before + self._cpu(), 1)))

    def until(self, what: str, true: Callable[[], bool]) -> None:
        """Wait for something, and note when it came."""
        while not true():
            if self.process.poll() is not None or time.monotonic() - self.began > LONGEST:
                raise SystemExit("\n".join([*self.lines[-20:], f"{what}: never reached"]))
            time.sleep(0.1)
        self.reach(what)

    def end(self) -> None:
        """End the command and all it started."""
        os.killpg(self.process.pid, signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.reader.join(5)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if SAID.match(line):
                self.reach(f"said: {line.strip()[:60]}")

    def _cpu(self) -> float:
        """Seconds of processor time of the session: of what lives, and of what its processes have waited for."""
        ticks = 0
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = file.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == self.process.pid:
                ticks += sum(map(int, fields[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")


class Guest:
    """Somebody who opens a table with a bot as soon as that is possible."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.table = ""

    def ask(self, path: str, body: object = None) -> object:
        """Ask; None where there is no answer yet."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"})
        try:
            with self.opener.open(request, timeout=30) as answer:
                text = answer.read()
        except (OSError, urllib.error.HTTPError):
            return None
        try:
            return json.loads(text)
        except ValueError:
            return text

    def sees_the_page(self) -> bool:
        return self.ask("/") is not None

    def opens_a_table(self) -> bool:
        seats = [{"kind": "bot", "bot": "hard"}, {"kind": "you"}]
        answer = self.ask("/api/v1/tables", {"edition": "new-york", "seats": seats, "begin": True})
        self.table = answer["id"] if isinstance(answer, dict) else ""
        return bool(self.table)

    def sees_a_bot_move(self) -> bool:
        answer = self.ask(f"/api/v1/tables/{self.table}")
        return isinstance(answer, dict) and 0 not in answer["acting"]

    def finds_all_ready(self) -> bool:
        return self.ask("/readyz") is not None


def cold(folder: Path) -> dict[str, str]:
    """An environment in which nothing was ever fetched or compiled."""
    names = ("XDG_CACHE_HOME", "PIP_CACHE_DIR", "UV_CACHE_DIR", "npm_config_cache", "ALLABOARD_CACHE_DIR", "ALLABOARD_DATA_DIR")
    own = {name: str(folder / name.lower()) for name in names}
    kept = {
        name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "VIRTUAL_ENV", "PYTHONPATH"}
    }
    return {**kept, **own, "ALLABOARD_PACE": "0"}


def play(command: list[str], folder: Path, environment: dict[str, str], port: int, wall: float = 0.0, cpu: float = 0.0) -> list[Moment]:
    """Run a command that serves, play as a guest, and return what was reached."""
    guest, run = Guest(port), Run(command, folder, environment, wall, cpu)
    try:
        run.until("page answers", guest.sees_the_page)
        run.until("table opened", guest.opens_a_table)
        run.until("first bot move", guest.sees_a_bot_move)
        run.until("everything ready", guest.finds_all_ready)
    finally:
        run.end()
    return run.moments


def from_clone(commit: str) -> list[Moment]:
    """`make play` in a fresh clone."""
    with tempfile.TemporaryDirectory(prefix="allaboard-start-") as name:
        folder, port = Path(name), free_port()
        subprocess.run(["git", "clone", "--quiet", "--no-local", str(ROOT), str(folder / "clone")], check=True)
        subprocess.run(["git", "checkout", "--quiet", commit], cwd=folder / "clone", check=True)
        return play(["make", "play", f"ARGS=--no-browser --port {port}"], folder / "clone", cold(folder), port)


def from_wheel(wheel: str) -> list[Moment]:
    """A wheel into an empty environment, then `allaboard`."""
    with tempfile.TemporaryDirectory(prefix="allaboard-start-") as name:
        folder, port = Path(name), free_port()
        began = time.monotonic()
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
        install = [sys.executable, str(ROOT / "scripts" / "install.py"), "uv", "pip", "install", "--quiet"]
        asked = ["--python", str(folder / "venv" / "bin" / "python"), "--constraint", str(ROOT / "requirements-dev.lock"), wheel]
        subprocess.run([*install, *asked], env=cold(folder), check=True)
        installed = Moment("wheel installed", round(time.monotonic() - began, 1), 0.0)
        command = [str(folder / "venv" / "bin" / "allaboard"), "serve", "--no-browser", "--port", str(port)]
        return [installed, *play(command, folder, cold(folder), port)]


def imports() -> list[Moment]:
    """The best of five, warm: wall time, and processor time."""
    found = []
    command = "import sys; sys.argv = ['allaboard']; from allaboard.cli import main; main()"
    shell = {"_ALLABOARD_COMPLETE": "complete_bash", "COMP_WORDS": TAB, "COMP_CWORD": str(len(TAB.split()) - 1)}
    for what, arguments, more, said in (
        ("import allaboard", ["-c", "import allaboard"], {}, ""),
        ("import Game", ["-c", "from allaboard import Game"], {}, ""),
        ("allaboard --help", ["-m", "allaboard", "--help"], {}, "Usage"),
        ("Tab in the shell", ["-c", command], shell, "greedy"),
    ):
        times = []
        for _ in range(6):
            wall, before = time.perf_counter(), os.times()
            done = subprocess.run([sys.executable, *arguments], env={**os.environ, **more}, stdout=subprocess.PIPE, text=True, check=True)
            after = os.times()
            if said not in done.stdout:
                raise SystemExit(f"{what}: not answered")
            cpu = after.children_user + after.children_system - before.children_user - before.children_system
            times.append((time.perf_counter() - wall, cpu))
        best = min(times[1:])
        found.append(Moment(what, round(best[0], 2), round(min(cpu for _, cpu in times[1:]), 2)))
    return found


def main() -> None:
    """Measure what is asked for, and show it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=["clone", "wheel", "imports"])
    parser.add_argument("wheel", nargs="?", help="the wheel's file")
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if asked.what == "wheel" and not asked.wheel:
        parser.error("name the wheel's file: dist/allaboard-….whl")
    moments = from_clone(asked.commit) if asked.what == "clone" else from_wheel(asked.wheel) if asked.what == "wheel" else imports()
    if asked.json:
        print(json.dumps({"what": asked.what, "cores": os.cpu_count(), "moments": [asdict(moment) for moment in moments]}, indent=1))
        return
    print(f"{'wall s':>8}  {'cpu s':>8}  reached, on {os.cpu_count()} cores")
    for moment in moments:
        print(f"{moment.wall:>8}  {moment.cpu:>8}  {moment.what}")


if __name__ == "__main__":
    main()
