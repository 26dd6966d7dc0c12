"""The pages about the server say what is so: the game with curl runs as it stands, and every setting is listed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

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


def test_every_kind_of_refusal_is_explained() -> None:
    listed = set(re.findall(r"`([\w-]+)`", PAGE.partition("## Refusals")[2]))
    assert set(TITLES) - {"bad-request"} <= listed
