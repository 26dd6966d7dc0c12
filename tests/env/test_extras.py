"""Without an extra the package works, and an environment that needs it says what to install."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from importlib import util

EXTRAS = ("pettingzoo", "gymnasium", "pyspiel", "stable_baselines3")
find_spec = util.find_spec
util.find_spec = lambda name, package=None: None if name in EXTRAS else find_spec(name, package)
sys.modules |= dict.fromkeys(EXTRAS)  # importing one of them fails now
import allaboard.env as env

for make in (env.aec, env.parallel, env.gym, env.openspiel_game, env.sb3):
    try:
        make("london")
    except ImportError as error:
        print(error)
print(env.Layout("new-york", 2).size)
"""


def test_a_missing_extra_is_named() -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [
        'this environment needs pettingzoo, which is not installed: pip install "allaboard[rl]"',
        'this environment needs pettingzoo, which is not installed: pip install "allaboard[rl]"',
        'this environment needs gymnasium, which is not installed: pip install "allaboard[rl]"',
        'this environment needs pyspiel, which is not installed: pip install "allaboard[openspiel]"',
        'this environment needs stable_baselines3, which is not installed: pip install "allaboard[sb3]"',
        "280",
    ]
