"""Checks of numbers against each other: enough players, cards and tickets, bonuses that can be won, and the engine's bounds.

Single numbers out of their range are refused when they are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from . import bounds
from .draft import Draft
from .faults import Fault

__all__ = [
    "attractions",
    "enough_cards",
    "enough_tickets",
    "few_wilds",
    "final_round",
    "kept_at_setup",
    "kept_in_play",
    "longest_path",
    "players",
    "twin_closing",
    "within_bounds",
]

# The market is cleared again and again while three of its cards are wild and three others could still come (R-MARKET-2). The worst is
# what players can bring about who hoard colours: three coloured cards outside of their hands, and every wild. With w wilds that takes
# (w + 1)(w + 2)(w + 3) / 60 rows on average, give or take a few: 300 with 24. That an action needs more cards than the longest journal
# of a game holds then has a chance below one in a billion; docs/decisions/0005 has the figures.
MOST_WILDS: Final = 24


def players(draft: Draft) -> Iterator[Fault]:
    """The fewest players are no more than the most."""
    edition = draft.edition
    if edition.min_players > edition.max_players:
        yield _above(draft, "min_players", edition.min_players, "2", "max_players", edition.max_players)


def kept_at_setup(draft: Draft) -> Iterator[Fault]:
    """Nobody must keep more tickets than dealt (R-SETUP-4)."""
    edition = draft.edition
    if edition.setup_keep > edition.setup_offer:
        yield _above(draft, "setup_keep", edition.setup_keep, "1", "setup_offer", edition.setup_offer)


def kept_in_play(draft: Draft) -> Iterator[Fault]:
    """Nobody must keep more tickets than drawn (R-TICKET-1)."""
    edition = draft.edition
    if edition.keep > edition.offer:
        yield _above(draft, "keep", edition.keep, "1", "offer", edition.offer)


def enough_tickets(draft: Draft) -> Iterator[Fault]:
    """A full table can be dealt its tickets (R-SETUP-4)."""
    edition = draft.edition
    needed, there = edition.setup_offer * edition.max_players, len(edition.tickets)
    if needed > there:
        message = f"is {edition.setup_offer}: {edition.max_players} players need {needed} tickets, and there are {there}"
        most = there // edition.max_players
        allowed = f"at most {most}, or more tickets"
        values = {"value": edition.setup_offer, "players": edition.max_players, "needed": needed, "there": there, "most": most}
        yield draft.in_edition("setup_offer", f"{message}; allowed: {allowed}", "tickets-short", **values)


def enough_cards(draft: Draft) -> Iterator[Fault]:
    """A full table can be dealt its hands, and the market laid out (R-SETUP-2, R-SETUP-3)."""
    edition = draft.edition
    there = edition.card_total
    needed = edition.starting_hand * edition.max_players + bounds.MARKET_SIZE
    if needed > there:
        message = f"is {edition.starting_hand}: {edition.max_players} players and the market need {needed} cards, and there are {there}"
        values = {"value": edition.starting_hand, "players": edition.max_players, "needed": needed, "there": there}
        yield draft.in_edition("starting_hand", f"{message}; allowed: a smaller hand, or more cards", "cards-short", **values)


def few_wilds(draft: Draft) -> Iterator[Fault]:
    """A row that wilds spoil is clean again soon, whatever the hands hold (R-SETUP-3, R-MARKET-2)."""
    wilds = draft.edition.wild_cards
    if wilds > MOST_WILDS:
        message = (
            f"is {wilds}: with so many the market could be cleared thousands of times before two wilds or fewer lie in it (R-MARKET-2)"
        )
        yield draft.in_edition("wild_cards", f"{message}; allowed: at most {MOST_WILDS}", "wilds", value=wilds, most=MOST_WILDS)


def twin_closing(draft: Draft) -> Iterator[Fault]:
    """Doubles close for a number of players that can play (R-CLAIM-7)."""
    edition = draft.edition
    if edition.twin_closed_up_to > edition.max_players:
        yield _above(draft, "twin_closed_up_to", edition.twin_closed_up_to, "0 (never)", "max_players", edition.max_players)


def final_round(draft: Draft) -> Iterator[Fault]:
    """The last round does not begin with the first (R-END-1)."""
    edition = draft.edition
    if edition.final_round_at >= edition.pieces:
        message = f"is {edition.final_round_at}, and players start with {edition.pieces} pieces; allowed: 0 to {edition.pieces - 1}"
        values = {"value": edition.final_round_at, "pieces": edition.pieces, "most": edition.pieces - 1}
        yield draft.in_edition("final_round_at", message, "final-round", **values)


def longest_path(draft: Draft) -> Iterator[Fault]:
    """Only an edition that rewards the longest path has a holder of it to break ties (R-SCORE-5, R-SCORE-6)."""
    edition = draft.edition
    if "longest-path" in edition.tie_breaks and not edition.longest_path_points:
        message = "has 'longest-path' while longest_path_points is 0; allowed: it only with points"
        yield draft.in_edition("tie_breaks", message, "longest-path")


def attractions(draft: Draft) -> Iterator[Fault]:
    """Points for attractions need attractions (R-SCORE-3)."""
    edition = draft.edition
    if edition.attraction_points and not any(location.attraction for location in edition.board.locations):
        message = f"is {edition.attraction_points}, and no location of the board has attraction = true; allowed: 0, or mark some"
        yield draft.in_edition("attraction_points", message, "attractions", value=edition.attraction_points)


def within_bounds(draft: Draft) -> Iterator[Fault]:
    """The edition fits the engine's tables; lists with too many rows were refused when they were read."""
    edition, board = draft.edition, draft.edition.board
    cards = edition.card_total
    own = (
        ("max_players", "is", edition.max_players, "MAX_PLAYERS", bounds.MAX_PLAYERS),
        ("pieces", "is", edition.pieces, "MAX_PIECES", bounds.MAX_PIECES),
        ("setup_offer", "is", edition.setup_offer, "MAX_OFFER", bounds.MAX_OFFER),
        ("offer", "is", edition.offer, "MAX_OFFER", bounds.MAX_OFFER),
        ("route_points", "has the length", max(edition.route_points, default=0), "MAX_LENGTH", bounds.MAX_LENGTH),
        ("colours", "with the wild cards make a deck of", cards, "MAX_CARDS", bounds.MAX_CARDS),
    )
    for field, verb, value, name, bound in own:
        if value > bound:
            yield draft.in_edition(field, _beyond(verb, value, name, bound), "bound", value=value, most=bound)
    for index, route in enumerate(board.routes):
        if route.length > bounds.MAX_LENGTH:
            message = _beyond("is", route.length, "MAX_LENGTH", bounds.MAX_LENGTH)
            yield draft.in_row("routes", index, "length", message, "bound", value=route.length, most=bounds.MAX_LENGTH)


def _above(draft: Draft, field: str, value: int, least: str, limit: str, most: int) -> Fault:
    message = f"is {value}; allowed: {least} to {limit}, which is {most}"
    return draft.in_edition(field, message, "above", value=value, limit=limit, most=most)


def _beyond(verb: str, value: int, name: str, bound: int) -> str:
    return f"{verb} {value}, beyond the engine's bound {name}; allowed: at most {bound}"
