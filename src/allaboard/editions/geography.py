"""Checks of the board: locations inside the plane, sound routes and doubles, one connected network, sound districts.

It takes for granted that names are known; the naming checks see to that first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from .draft import Draft
from .faults import Fault, listed

__all__ = ["coordinates", "crowded_routes", "district_members", "islands", "loops", "payable_routes", "plane", "route_lengths", "twins"]


# A drawing needs some room: sides of at least this, one not many times the other, and locations a part of the longer side apart.
LEAST_SIDE: Final = 10
FLATTEST: Final = 20
NEAREST: Final = 0.002


def plane(draft: Draft) -> Iterator[Fault]:
    """The plane has room for something, and is no strip that nobody could draw on."""
    board = draft.edition.board
    sides = (("width", board.width, board.height), ("height", board.height, board.width))
    for field, value, other in sides:
        if value < LEAST_SIDE:
            yield draft.in_board(
                field, f"is {value:g}; allowed: a number from {LEAST_SIDE} on", "side", value=f"{value:g}", least=LEAST_SIDE
            )
        elif value * FLATTEST < other:
            message = f"is {value:g}, and the other side {other:g}; allowed: at least a {FLATTEST}th of it"
            yield draft.in_board(field, message, "flat", value=f"{value:g}", other=f"{other:g}", n=FLATTEST)


def coordinates(draft: Draft) -> Iterator[Fault]:
    """Every location stands in the plane, and on a spot of its own."""
    board = draft.edition.board
    room = NEAREST * max(board.width, board.height)
    for index, location in enumerate(board.locations):
        for field, value, size in (("x", location.x, board.width), ("y", location.y, board.height)):
            if not 0 <= value <= size:
                message = f"is {value:g}, outside the plane; allowed: a number from 0 to {size:g}"
                yield draft.in_row("locations", index, field, message, "outside", value=f"{value:g}", most=f"{size:g}")
        for earlier, other in enumerate(board.locations[:index]):
            if math.dist((location.x, location.y), (other.x, other.y)) < room:
                near = draft.label("locations", earlier)
                message = f"and y are those of {near}, or nearly; allowed: a spot of its own, {room:g} away"
                yield draft.in_row("locations", index, "x", message, "place-taken", row=near, least=f"{room:g}")
                break


def loops(draft: Draft) -> Iterator[Fault]:
    """Routes and tickets join two different locations."""
    for table in ("routes", "tickets"):
        for index, (a, b) in enumerate(draft.names(table)):
            if a and a == b:
                yield draft.in_row(table, index, "b", f"is '{b}', where it starts; allowed: another location", "loop", name=b)


def crowded_routes(draft: Draft) -> Iterator[Fault]:
    """At most two routes join the same two locations."""
    between: dict[frozenset[str], list[int]] = {}
    for index, ends in enumerate(draft.names("routes")):
        rows = between.setdefault(frozenset(ends), [])
        rows.append(index)
        if all(ends) and len(rows) > 2:
            others = " and ".join(draft.label("routes", row) for row in rows[:2])
            message = f"joins the same two locations as {others}; allowed: at most two routes, the halves of a double"
            yield draft.in_row("routes", index, "b", message, "third-route", row=others)


def twins(draft: Draft) -> Iterator[Fault]:
    """The halves of a double route have the same length and run the same way."""
    routes = draft.edition.board.routes
    for index, route in enumerate(routes):
        if route.twin is None or route.twin > index:
            continue
        first, twin = routes[route.twin], draft.label("routes", route.twin)
        if route.length != first.length:
            message = f"is {route.length}, and its twin {twin} has {first.length}; allowed: the same for both"
            yield draft.in_row("routes", index, "length", message, "twin-length", value=route.length, row=twin, other=first.length)
        if route.a != first.a:
            message = f"is '{route.a}', the other end of its twin {twin}; allowed: '{first.a}' for both"
            yield draft.in_row("routes", index, "a", message, "twin-way", value=route.a, row=twin, other=first.a)


def route_lengths(draft: Draft) -> Iterator[Fault]:
    """A player can fill the route with pieces, and it is worth points (R-CLAIM-5, R-CLAIM-9)."""
    edition = draft.edition
    for index, route in enumerate(edition.board.routes):
        if route.length > edition.pieces:
            message = f"is {route.length}, more than the {edition.pieces} pieces of a player; allowed: 1 to {edition.pieces}"
            yield draft.in_row("routes", index, "length", message, "too-long", value=route.length, most=edition.pieces)
        if route.length not in edition.route_points:
            scoring = listed(sorted(edition.route_points))
            message = f"is {route.length}, for which route_points gives no points; allowed: {scoring}"
            yield draft.in_row("routes", index, "length", message, "no-points", value=route.length, list=scoring)


def payable_routes(draft: Draft) -> Iterator[Fault]:
    """All cards of a colour and all wilds together pay for a route of that colour, and wilds for its ferries (R-CLAIM-1, R-CLAIM-10)."""
    edition = draft.edition
    cards = {colour.name: colour.cards for colour in edition.colours}
    for index, route in enumerate(edition.board.routes):
        most = edition.wild_cards + (max(cards.values()) if route.colour is None else cards[route.colour])
        if route.length > most:
            cards_in_all = f"all {route.colour or 'cards of one colour'} and all wild cards together make {most}"
            message = f"is {route.length}, and {cards_in_all}; allowed: 1 to {most}"
            yield draft.in_row("routes", index, "length", message, "unpayable", value=route.length, most=most)
        for limit, words in ((route.length, "the route has spaces"), (edition.wild_cards, "there are wild cards")):
            if route.ferries > limit:
                message = f"is {route.ferries}, more than {words}; allowed: 0 to {limit}"
                yield draft.in_row("routes", index, "ferries", message, "ferries", value=route.ferries, most=limit)
                break


def islands(draft: Draft) -> Iterator[Fault]:
    """Every location can be reached from every other."""
    board = draft.edition.board
    island = {location.name: {location.name} for location in board.locations}
    for route in board.routes:
        if island[route.a] is not island[route.b]:
            merged = island[route.a] | island[route.b]
            island.update(dict.fromkeys(merged, merged))
    parts = sorted({id(part): part for part in island.values()}.values(), key=len, reverse=True)
    if len(parts) > 1:
        names = [location.name for location in board.locations]
        shown = "; ".join(listed(name for name in names if name in part) for part in parts)
        message = f"leaves {len(parts)} islands ({shown}); allowed: routes that join all locations to each other"
        yield draft.in_board("routes", message, "islands", n=len(parts), list=shown)


def district_members(draft: Draft) -> Iterator[Fault]:
    """A district joins at least two locations, and a location belongs to at most one district."""
    home: dict[str, int] = {}
    for index, district in enumerate(draft.edition.board.districts):
        if len(set(district.locations)) < 2:
            message = f"has {len(set(district.locations))}; allowed: two different locations or more"
            yield draft.in_row("districts", index, "locations", message, "district-small")
        seen: set[str] = set()
        for name in district.locations:
            if name in seen:
                message = f"names '{name}' twice; allowed: each location once"
                yield draft.in_row("districts", index, "locations", message, "district-twice", name=name)
            elif home.setdefault(name, index) != index:
                other = draft.label("districts", home[name])
                message = f"names '{name}', which belongs to {other}; allowed: one district a location"
                yield draft.in_row("districts", index, "locations", message, "district-other", name=name, row=other)
            seen.add(name)
