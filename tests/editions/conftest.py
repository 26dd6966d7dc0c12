"""Fixtures of the tests of editions: a harbour to spoil, and the one fault that comes of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from allaboard.editions import Fault
from harbour_edition import Harbour


@pytest.fixture
def harbour(tmp_path: Path) -> Harbour:
    """A fresh harbour."""
    return Harbour(tmp_path)


@pytest.fixture
def one_fault_after(harbour: Harbour) -> Callable[[str, str], Fault]:
    """The fault of a harbour with one edit: a mistake is named once, where it stands, and breeds no second fault."""

    def one_fault(old: str, new: str) -> Fault:
        faults = harbour.edit(old, new).faults()
        assert len(faults) == 1, "\n".join(map(str, faults)) or "no fault"
        return faults[0]

    return one_fault
