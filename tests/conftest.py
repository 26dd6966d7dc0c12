"""Settings that every test shares; fixtures of one subject stand with its tests."""

import os

from hypothesis import settings

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"

# No deadline: the first example pays for compiling what it calls. Interpreted, an example costs a hundred times more.
settings.register_profile("allaboard", deadline=None, max_examples=20 if INTERPRETED else 100)
settings.load_profile("allaboard")
