"""The tuner's command: it climbs from a bad start, attacks a frozen bot, and says what it found as a bot that can be named."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from allaboard.bots import make_bot
from allaboard.cli.app import app
from allaboard.engine.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of games take their time in plain Python")
LAME = "planner:urge=0,pressure=0,filler=0,needed_card=0.1"


def tuned(*words: str) -> dict[str, object]:
    result = CliRunner().invoke(app, ["tune", "new-york", "--json", *words])
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


@pytest.mark.slow
def test_tuning_leads_away_from_a_bad_start() -> None:
    """What comes out beats what went in, on deals that the tuner never saw."""
    found = tuned("--start", LAME, "--steps", "20", "--blocks", "150", "--every", "5")
    assert float(str(found["low"])) > 0.5
    make_bot(str(found["bot"]))


@pytest.mark.slow
def test_an_attack_on_a_weak_bot_succeeds() -> None:
    found = tuned("--attack", LAME, "--steps", "5", "--blocks", "150")
    assert found["against"] == LAME
    assert float(str(found["low"])) > 0.5


def test_the_same_seed_and_any_number_of_threads_find_the_same() -> None:
    words = ("--steps", "2", "--blocks", "16", "--every", "1", "--seed", "5")
    assert tuned(*words) == tuned(*words, "--jobs", "2")


@pytest.mark.parametrize("spec", ["random", "search:50"])
def test_only_planners_can_be_attacked(spec: str) -> None:
    result = CliRunner().invoke(app, ["tune", "new-york", "--attack", spec])
    assert result.exit_code == 2
    assert "does not play by the planner's constants" in result.stderr
