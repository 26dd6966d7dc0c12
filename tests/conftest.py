"""Settings that every test shares; fixtures of one subject stand with its tests."""

import os
import signal
from collections.abc import Generator

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"

# No deadline: the first example pays for compiling what it calls. Interpreted, an example costs a hundred times more.
settings.register_profile("allaboard", deadline=None, max_examples=20 if INTERPRETED else 100)
settings.load_profile("allaboard")

# Shells start what runs in the background deaf to Ctrl-C, and children inherit it: tests that press it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leave tests to themselves: who looks for examples in them passes over a module that cannot be imported, and all its tests with it."""
    found = yield
    return [collector for collector in found if not isinstance(collector, DoctestModule)]
