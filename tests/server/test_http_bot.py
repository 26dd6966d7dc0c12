"""The example that plays over HTTP alone, as its readers would run it."""

import re
import subprocess
import sys
from pathlib import Path

from serving import Guest, Serving

EXAMPLE = Path(__file__).parents[2] / "examples" / "http_bot.py"


def run(*arguments: str) -> str:
    return subprocess.run([sys.executable, str(EXAMPLE), *arguments], capture_output=True, text=True, check=True, timeout=120).stdout


def test_it_opens_a_table_and_plays_to_the_end(server: Serving) -> None:
    lines = run(server.url).splitlines()
    assert len(lines) == 2
    assert all(re.fullmatch(r".+ has -?\d+ points( and wins)?\.", line) for line in lines)


def test_it_plays_for_a_seat_by_token(server: Serving, ann: Guest) -> None:
    table = ann.open("new-york", "remote", "random")
    token = ann.post(f"/tables/{table}/seats/0/token")["token"]
    ann.post(f"/tables/{table}/start")
    assert "Remote bot has" in run(server.url, table, token)


def test_it_needs_nothing_of_ours() -> None:
    assert "allaboard" not in re.sub(r'""".*?"""', "", EXAMPLE.read_text(encoding="utf-8"), flags=re.DOTALL).replace("All Aboard", "")
