"""The order in which an edition is checked, and which checks must wait until what they build on is sound.

The checks themselves stand in `naming`, `geography`, `counts` and `sweep_order`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from . import counts, geography, naming, sweep_order
from .draft import Draft
from .faults import Fault

__all__ = ["check"]


class Check(NamedTuple):
    """A check, and the fields it needs sound; `locations.*` asks only that the list is there, whatever its rows hold."""

    find: Callable[[Draft], Iterator[Fault]]
    needs: tuple[str, ...] = ()


# What the others build on: a fault found here makes the checks wait that need the field.
FOUNDATIONS: Final = (
    Check(naming.location_references, ("board", "locations.*")),
    Check(naming.route_colours, ("board", "colours.*")),
    Check(naming.repeated_names),
    Check(geography.plane, ("board", "width", "height")),
)
CHECKS: Final = (
    Check(naming.ids),
    Check(naming.spelling),
    Check(naming.letters),
    Check(naming.looks),
    Check(naming.repeated_tickets),
    Check(geography.coordinates, ("board", "width", "height", "locations.x", "locations.y")),
    Check(geography.loops),
    Check(geography.crowded_routes),
    Check(geography.twins, ("routes.length",)),
    Check(geography.route_lengths, ("pieces", "route_points")),
    Check(geography.payable_routes, ("board", "colours", "wild_cards", "routes.colour", "routes.length")),
    Check(geography.islands, ("board", "locations.name", "routes.a", "routes.b")),
    Check(sweep_order.tangled, ("board", "locations.name", "routes.a", "routes.b")),
    Check(geography.district_members, ("districts.locations",)),
    Check(counts.players, ("min_players", "max_players")),
    Check(counts.kept_at_setup, ("setup_keep", "setup_offer")),
    Check(counts.kept_in_play, ("keep", "offer")),
    Check(counts.enough_tickets, ("setup_offer", "max_players", "tickets.*")),
    Check(counts.enough_cards, ("starting_hand", "max_players", "wild_cards", "colours.cards")),
    Check(counts.few_wilds),
    Check(counts.twin_closing, ("twin_closed_up_to", "max_players")),
    Check(counts.final_round, ("final_round_at", "pieces")),
    Check(counts.longest_path, ("tie_breaks", "longest_path_points")),
    Check(counts.attractions, ("board", "attraction_points", "locations.attraction")),
    Check(counts.within_bounds),
)


def check(draft: Draft) -> list[Fault]:
    """Everything that is wrong with an edition beyond what reading it showed."""
    unsound = {fault.key for fault in draft.reading_faults} | (set() if draft.has_board else {"board"})
    found = _faults_of(FOUNDATIONS, draft, unsound)
    return found + _faults_of(CHECKS, draft, unsound | {fault.key for fault in found})


def _faults_of(checks: tuple[Check, ...], draft: Draft, unsound: set[str]) -> list[Fault]:
    """The faults that the checks find whose needs are sound; of a field or row that could not be read, enough has been said."""
    unread = {(fault.file, fault.row, fault.field) for fault in draft.reading_faults}
    ready = (find for find, needs in checks if not any(_touches(key, need) for key in unsound for need in needs))
    found = (fault for find in ready for fault in find(draft))
    return [fault for fault in found if not unread & {(fault.file, fault.row, fault.field), (fault.file, fault.row, "")}]


def _touches(key: str, need: str) -> bool:
    """Whether a fault in one field spoils the other: it is the same, a part of it, or the whole that it is part of."""
    return f"{key}.".startswith(f"{need}.") or f"{need}.".startswith(f"{key}.")
