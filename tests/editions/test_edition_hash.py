"""The hash of an edition: stable against looks, changed by whatever changes a game."""

from __future__ import annotations

import pytest

from allaboard.editions import get_edition, load
from harbour_edition import Harbour

# A change here makes saved games of the edition unreadable: it belongs in the changelog.
PINNED = {
    "new-york": "f2f01bedf5f8e7f0",
    "london": "2e78116541e9ec8b",
    "usa": "afee38183717dbae",
    "usa-anniversary": "d8d3877d98ae7717",
}
LOOKS = [
    ('label = "s"', 'label = "n"'),
    ("x = 200, y = 240", "x = 210, y = 235.5"),
    ("width = 400", "width = 500"),
    ('title = "Harbour"', 'title = "Haven"'),
    ('source = "Invented', 'source = "Made up'),
    ('piece = "tram"', 'piece = "car"'),
    ('letter = "B"', 'letter = "A"'),
    ('look = "blue"', 'look = "white"'),
    ('points_shown = "claimed"', 'points_shown = "end"'),
    ('b = "Lighthouse", length = 3, colour = "grey"', 'b = "Lighthouse", length = 3, colour = "grey", ferries = 0'),
    ("route_points = { 1 = 1, 2 = 2, 3 = 4 }", "route_points = { 3 = 4, 2 = 2, 1 = 1 }"),
]
RULES = [
    ('b = "Lighthouse", length = 3', 'b = "Lighthouse", length = 2'),
    ('b = "Lighthouse", length = 3, colour = "grey"', 'b = "Lighthouse", length = 3, colour = "red"'),
    ('b = "Lighthouse", length = 3, colour = "grey"', 'b = "Lighthouse", length = 3, colour = "grey", ferries = 1'),
    ('"Quay",       b = "Chapel",     points = 3', '"Quay",       b = "Chapel",     points = 4'),
    ('label = "s"', 'label = "s", attraction = true'),
    ('name = "Waterfront", points = 2', 'name = "Waterfront", points = 3'),
    ("pieces = 8\n", "pieces = 9\n"),
    ("wild_cards = 4", "wild_cards = 5"),
    ('setup_return = "bottom"', 'setup_return = "out"'),
    ('return_order = "drawn"', 'return_order = "chosen"'),
    ("twin_closed_up_to = 2", "twin_closed_up_to = 3"),
    ('["tickets", "longest-path"]', '["longest-path", "tickets"]'),
    ("longest_path_points = 3", "longest_path_points = 4"),
    ("final_round_at = 1", "final_round_at = 2"),
]


@pytest.mark.parametrize("name", PINNED)
def test_built_in_hashes(name: str) -> None:
    """Games saved with a built-in edition can still be replayed."""
    assert get_edition(name).hash == PINNED[name]


@pytest.mark.parametrize(("old", "new"), LOOKS)
def test_looks_do_not_count(harbour: Harbour, old: str, new: str) -> None:
    """Titles, notes, coordinates and paint leave the hash as it is."""
    before = load(harbour.path).hash
    assert load(harbour.edit(old, new).path).hash == before


@pytest.mark.parametrize(("old", "new"), RULES)
def test_rules_count(harbour: Harbour, old: str, new: str) -> None:
    """Whatever can change a game changes the hash."""
    before = load(harbour.path).hash
    assert load(harbour.edit(old, new).path).hash != before


def test_editions_are_hashable() -> None:
    """An edition can be the key of a cache."""
    assert {get_edition("usa"): 1}[get_edition("usa")] == 1
