"""Actions as text: canonical when written, kindly read, and refused with a hint."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allaboard import Action, ClaimRoute, DrawDeck, DrawTickets, KeepTickets, NotationError, TakeCard
from allaboard import edition as find_edition
from allaboard.actions import action_table
from allaboard.notation import parse, parse_route, parse_ticket, text, texts
from builders import EDITIONS, every_edition

USA = find_edition("usa")


@pytest.mark.parametrize(
    ("action", "written"),
    [
        (DrawDeck(), "draw deck"),
        (TakeCard("wild"), "take wild"),
        (ClaimRoute("Denver–Omaha", "purple", 4, 0), "claim Denver–Omaha with 4 purple"),
        (ClaimRoute("Denver–Omaha", "purple", 3, 1), "claim Denver–Omaha with 3 purple + 1 wild"),
        (ClaimRoute("Denver–Omaha", None, 0, 4), "claim Denver–Omaha with 4 wild"),
        (DrawTickets(), "draw tickets"),
        (KeepTickets(("Denver–El Paso",)), "keep Denver–El Paso"),
        (
            KeepTickets(("Denver–El Paso",), ("Boston–Miami", "Dallas–New York")),
            "keep Denver–El Paso; return Boston–Miami, Dallas–New York",
        ),
    ],
)
def test_each_action_has_one_text(action: Action, written: str) -> None:
    assert text(action) == written
    assert parse(USA, written) == action


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("  DRAW   deck ", DrawDeck()),
        ("Draw Tickets", DrawTickets()),
        ("take Locomotive", TakeCard("wild")),
        ("take RED", TakeCard("red")),
        ("claim omaha - denver WITH 3 Purple + 1 locomotive", ClaimRoute("Denver–Omaha", "purple", 3, 1)),
        ("claim Denver—Omaha with 1 wild + 3 purple", ClaimRoute("Denver–Omaha", "purple", 3, 1)),
        ("claim Denver-Omaha with 2 wild + 2 wild", ClaimRoute("Denver–Omaha", None, 0, 4)),
        ("claim Denver-Omaha with 0 purple + 4 wild", ClaimRoute("Denver–Omaha", None, 0, 4)),
        ("keep el paso-denver; RETURN miami-boston", KeepTickets(("Denver–El Paso",), ("Boston–Miami",))),
    ],
)
def test_reading_is_kind(line: str, action: Action) -> None:
    """Any case, any dash, either end first, the edition's own word for wild."""
    assert parse(USA, line) == action


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "is no action; actions read: draw deck · take CARD"),
        ("castle", "“castle” is no action"),
        ("take", "“take” is no action"),
        ("take taxi", "“taxi” is no card of usa; the cards are wild, purple"),
        ("claim Denver–Omaha", "names no payment, such as “with 2 red"),
        ("claim Denver–Omaha with purple", "“purple” is no part of a payment"),
        ("claim Denver–Omaha with 2 purple + 2 red", "cards of one colour and wilds, not purple and red"),
        ("claim Denver–Omahha with 4 purple", "“Denver–Omahha” is no route of usa; did you mean Denver–Omaha"),
        ("claim Rivendell–Mordor with 1 wild", "“Rivendell–Mordor” is no route of usa$"),
        ("keep Atlantis–Lemuria", "is no ticket of usa"),
    ],
)
def test_what_is_not_understood_is_said(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse(USA, line)


@every_edition
def test_every_action_without_an_offer_is_read_back(edition: str) -> None:
    """All claims with all payments of a board, by their canonical text."""
    table = action_table(find_edition(edition))
    for number, written in enumerate(texts(table.edition)):
        assert table.number(parse(table.edition, written)) == number


@every_edition
def test_names_are_unmistakable(edition: str) -> None:
    """No two routes and no two tickets share a name, whichever end comes first."""
    table = action_table(find_edition(edition))
    for names, read in ((table.route_names, parse_route), (table.ticket_names, parse_ticket)):
        assert len(set(names)) == len(names)
        assert [read(table.edition, name.upper().replace("–", " - ")) for name in names] == list(names)


@given(line=st.text(max_size=60), name=st.sampled_from(EDITIONS), verb=st.sampled_from(["", "take ", "claim ", "keep ", "claim x with "]))
def test_any_text_is_an_action_or_a_notation_error(line: str, name: str, verb: str) -> None:
    """Nothing else comes out of reading."""
    try:
        action = parse(find_edition(name), verb + line)
    except NotationError:
        return
    assert parse(find_edition(name), text(action)) == action
