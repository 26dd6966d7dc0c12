"""Ports for the servers of tests: who was given one keeps it."""

from __future__ import annotations

from itertools import chain
from types import SimpleNamespace

import pytest

from processes import free_port


def test_no_port_is_given_out_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though nobody listens there yet, and chance comes upon it again."""
    given = free_port()
    drawn = chain([given, given], range(10_000, 30_000))
    monkeypatch.setattr("random.SystemRandom", lambda: SimpleNamespace(randrange=lambda *_: next(drawn)))
    assert free_port() != given
