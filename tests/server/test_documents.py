"""The pages about the server say what is so: the game with curl runs as it stands, and every setting is listed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from allaboard.server.limits import RATES
from allaboard.server.problems import TITLES
from allaboard.server.settings import Settings
from serving import Serving

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "http-api.md").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("curl") is None or shutil.which("bash") is None, reason="curl or bash is not installed")
def test_the_game_with_curl_runs_as_it_stands(server: Serving, tmp_path: Path) -> None:
    script = "set -o pipefail\n" + "\n".join(re.findall(r"^```sh\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE))
    ended = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={"SERVER": server.url, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines()[-1] == "the seed gives exactly the cards and tickets of this game"


def test_every_setting_is_explained() -> None:
    listed = set(re.findall(r"`(\w+)`", (DOCS / "server.md").read_text(encoding="utf-8").partition("## Settings")[2]))
    assert set(Settings.model_fields) <= listed


def test_every_rate_is_told_as_it_is() -> None:
    rows = re.findall(r"^\| (\w+) \| ([\d.,; ]*)\| ([\d.,; ]+)\|", (DOCS / "server.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    told = {
        kind: [float(number.replace(",", "")) for number in f"{person};{address}".split(";") if number.strip()]
        for kind, person, address in rows
    }
    people = {kind: [rate.burst, rate.per_second] if kind != "any" else [] for kind, rate in RATES.items()}
    assert told == {kind: [*people[kind], rate.burst * rate.guests, rate.per_second * rate.guests] for kind, rate in RATES.items()}


def test_every_kind_of_refusal_is_explained() -> None:
    listed = set(re.findall(r"`([\w-]+)`", PAGE.partition("## Refusals")[2]))
    assert set(TITLES) - {"bad-request"} <= listed


def test_every_promise_names_what_is_there() -> None:
    """Tests, functions and modules that the page about security names: a promise whose test has gone is none."""
    page, root = (DOCS / "security.md").read_text(encoding="utf-8"), DOCS.parent
    tests = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in (root / "tests").rglob("*.py")}
    names = {path.rpartition("/")[2] for path in tests}
    told = set(re.findall(r"`((?:tests/[\w/]+/)?\w+\.py)`", page))
    sources = {path.name for folder in ("src", "bench") for path in (root / folder).rglob("*.py")}
    assert {name for name in told if name not in (tests if "/" in name else names | sources)} == set()
    functions = set(re.findall(r"`(test_\w+)`", page))
    assert len(functions) > 10
    assert {name for name in functions if not any(f"def {name}(" in text for text in tests.values())} == set()
    code = "".join(path.read_text(encoding="utf-8") for path in (root / "src").rglob("*.py"))
    classes = set(re.findall(r"`([A-Z][a-z]\w+)(?:\.\w+)?`", page)) - {"Host", "Origin"}
    assert {name for name in classes if f"class {name}" not in code} == set()
