"""Settings that every test shares; fixtures of one subject stand with its tests."""

import os
import signal

from hypothesis import settings

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"

# No deadline: the first example pays for compiling what it calls. Interpreted, an example costs a hundred times more.
settings.register_profile("allaboard", deadline=None, max_examples=20 if INTERPRETED else 100)
settings.load_profile("allaboard")

# Shells start what runs in the background deaf to Ctrl-C, and children inherit it: tests that press it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
