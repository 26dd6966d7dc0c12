"""Checks of names: those that rows refer to exist, no two are the same, and all can be written in the action notation.

What the named things are worth and where they stand is checked elsewhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from .draft import Draft, Table
from .faults import MOST_FAULTS, Fault, FaultCode, listed, near, offered

__all__ = ["ids", "letters", "location_references", "looks", "repeated_names", "repeated_tickets", "route_colours", "spelling"]

# What the action notation puts between names.
SEPARATORS: Final = ("–", " - ", ",", ";", ":", "/", "#", "+", " with ")
# What stands beside the colours in the notation: the wild card and the route of any colour.
RESERVED: Final = ("wild", "grey")
# What lies among the art of the boards without being a board's: art/tokens.json, the look that all share.
TAKEN: Final = ("tokens",)
NAMED: Final[tuple[Table, ...]] = ("locations", "districts", "colours")


def location_references(draft: Draft) -> Iterator[Fault]:
    """Routes, tickets and districts name locations of the board."""
    known = {location.name: None for location in draft.edition.board.locations}
    for number, (table, index, field, name) in enumerate(use for use in _uses_of_locations(draft) if use[3] not in known):
        # Looking for the nearest name takes its time, and nobody is told more than the first faults.
        like = near(name, list(known)) if number < MOST_FAULTS else ""
        message = f"'{name}' is not a location of the board{offered(like)}; allowed: the names under locations"
        yield draft.in_row(table, index, field, message, "location", name=name, near=like)


def _uses_of_locations(draft: Draft) -> Iterator[tuple[Table, int, str, str]]:
    """Wherever a location is named: table, row, field and name."""
    tables: tuple[Table, ...] = ("routes", "tickets")
    for table in tables:
        for index, ends in enumerate(draft.names(table)):
            for field, name in zip(("a", "b"), ends, strict=True):
                yield table, index, field, name
    for index, district in enumerate(draft.edition.board.districts):
        for name in district.locations:
            yield "districts", index, "locations", name


def route_colours(draft: Draft) -> Iterator[Fault]:
    """A route has the colour of some cards, or is grey."""
    known = [*(colour.name for colour in draft.edition.colours), "grey"]
    unknown = ((index, route.colour) for index, route in enumerate(draft.edition.board.routes) if route.colour not in {None, *known})
    for number, (index, colour) in enumerate(unknown):
        like = near(str(colour), known) if number < MOST_FAULTS else ""
        message = f"'{colour}' is not a colour of the edition{offered(like)}; allowed: {listed(known)}"
        yield draft.in_row("routes", index, "colour", message, "colour", name=str(colour), near=like, list=listed(known))


def repeated_names(draft: Draft) -> Iterator[Fault]:
    """No two locations, districts or colours have the same name, nor names that differ only in capitals."""
    for table in NAMED:
        first: dict[str, int] = {}
        for index, (name,) in enumerate(draft.names(table)):
            earlier = first.setdefault(_folded(name), index)
            if name and earlier != index:
                other = draft.label(table, earlier)
                message = f"'{name}' reads like the name of {other}; allowed: a name of its own"
                yield draft.in_row(table, index, "name", message, "name-repeated", name=name, row=other)


def _folded(name: str) -> str:
    # Also makes one of the two ways in which Unicode can write an accent.
    return unicodedata.normalize("NFKC", name).casefold()


def repeated_tickets(draft: Draft) -> Iterator[Fault]:
    """No two tickets join the same two locations, in either direction."""
    first: dict[frozenset[str], int] = {}
    for index, ends in enumerate(draft.names("tickets")):
        earlier = first.setdefault(frozenset(ends), index)
        if all(ends) and earlier != index:
            other = draft.label("tickets", earlier)
            message = f"joins the same two locations as {other}; allowed: one ticket for two locations"
            yield draft.in_row("tickets", index, "b", message, "ticket-repeated", row=other)


def letters(draft: Draft) -> Iterator[Fault]:
    """Each colour has a capital letter of its own."""
    first: dict[str, int] = {}
    for index, colour in enumerate(draft.edition.colours):
        if not re.fullmatch("[A-Z]", colour.letter):
            message = f"is '{colour.letter}'; allowed: one capital letter from A to Z"
            yield draft.in_row("colours", index, "letter", message, "letter", value=colour.letter)
        elif first.setdefault(colour.letter, index) != index:
            other = draft.label("colours", first[colour.letter])
            message = f"is '{colour.letter}' as in {other}; allowed: a letter of its own"
            yield draft.in_row("colours", index, "letter", message, "repeated", value=colour.letter, row=other)


def looks(draft: Draft) -> Iterator[Fault]:
    """No two colours are painted alike: nobody could tell their cards apart."""
    first: dict[str, int] = {}
    for index, colour in enumerate(draft.edition.colours):
        if first.setdefault(colour.look, index) != index:
            other = draft.label("colours", first[colour.look])
            message = f"is '{colour.look}' as in {other}; allowed: a look of its own"
            yield draft.in_row("colours", index, "look", message, "repeated", value=colour.look, row=other)


def spelling(draft: Draft) -> Iterator[Fault]:
    """A name can stand in the action notation without being taken apart."""
    for table in NAMED:
        for index, (name,) in enumerate(draft.names(table)):
            for fault, code in _misspellings(name):
                yield draft.in_row(table, index, "name", f"'{name}' {fault}", code, name=name, list=" ".join(SEPARATORS))
            if table == "colours" and _folded(name) in (*RESERVED, _folded(draft.edition.wild)):
                message = f"'{name}' is kept for wild cards and grey routes; allowed: another name"
                yield draft.in_row(table, index, "name", message, "reserved", name=name)


def _misspellings(name: str) -> Iterator[tuple[str, FaultCode]]:
    for separator in SEPARATORS:
        if separator in f"{name.casefold()} ":  # a blank comes behind a name, too
            allowed = f"names without {' '.join(SEPARATORS)}"
            yield f"contains '{separator}', which separates names in the notation of actions; allowed: {allowed}", "separator"
    if name != " ".join(name.split()):
        yield "has blanks around it or two in a row; allowed: single blanks between words", "blanks"


def ids(draft: Draft) -> Iterator[Fault]:
    """Ids are written in links and file names."""
    allowed = "allowed: small letters a to z, digits and single hyphens, such as 'new-york'"
    pattern = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
    if not pattern.fullmatch(draft.edition.id):
        yield draft.in_edition("id", f"is '{draft.edition.id}'; {allowed}", "id", value=draft.edition.id)
    if draft.has_board and not pattern.fullmatch(draft.edition.board.id):
        yield draft.in_board("id", f"is '{draft.edition.board.id}'; {allowed}", "id", value=draft.edition.board.id)
    if draft.edition.board.id in TAKEN:
        message = f"is '{draft.edition.board.id}', the name of the look that all boards share; allowed: another id"
        yield draft.in_board("id", message, "reserved", name=draft.edition.board.id)
