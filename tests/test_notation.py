"""Actions as text: canonical when written, kindly read, and refused with a hint."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allaboard import (
    Action,
    ClaimRoute,
    DrawDeck,
    DrawTickets,
    IllegalAction,
    KeepTickets,
    NotationError,
    Position,
    PositionError,
    TakeCard,
)
from allaboard import get_edition as find_edition
from allaboard.actions import action_space
from allaboard.editions import load
from allaboard.notation import parse, parse_location, parse_route, parse_ticket, text, texts
from builders import EDITIONS, every_edition
from fuzzing import in_time
from harbour_edition import Harbour

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


@pytest.mark.parametrize(
    ("edition", "typed", "route"),
    [
        ("usa", "Montreal-Toronto", "Montréal–Toronto"),
        ("usa", "toronto to montreal", "Montréal–Toronto"),
        ("usa", "Sault Ste. Marie - Winnipeg", "Sault St. Marie–Winnipeg"),
        ("usa", "sault saint marie–winnipeg", "Sault St. Marie–Winnipeg"),
        ("usa", "Winnipeg-Sault-Ste-Marie", "Sault St. Marie–Winnipeg"),
        ("usa", "Pittsburgh-Washington DC", "Pittsburgh–Washington"),
        ("usa", "washington d.c. - pittsburgh", "Pittsburgh–Washington"),
        ("usa", "New York City-Washington/black", "New York–Washington/black"),
        ("usa", "denver-kansas/black", "Denver–Kansas City/black"),
        ("usa", "oma-den", "Denver–Omaha"),
        ("london", "elephant and castle - tower of london", "Elephant & Castle–Tower of London"),
        ("london", "Covent Garden–Saint Pauls/grey#1", "Covent Garden–St Paul's/grey#1"),
        ("london", "covent-garden - st. paul’s/grey#2", "Covent Garden–St Paul's/grey#2"),
        ("new-york", "chelsea-soho", "Chelsea–Soho"),
    ],
)
def test_names_are_found_by_their_usual_spellings(edition: str, typed: str, route: str) -> None:
    """Without accents, case and punctuation, with Saint for St, or only the beginning; what comes back is the board's own spelling."""
    assert parse_route(find_edition(edition), typed) == route


@pytest.mark.parametrize(
    ("read", "typed", "candidates"),
    [
        (parse_route, "denver-kansas city", ["Denver–Kansas City/black", "Denver–Kansas City/orange"]),
        (parse_route, "new-washington", ["New York–Washington/orange", "New York–Washington/black"]),
        (parse_ticket, "los angeles-new", None),
        (parse_location, "new", ["New Orleans", "New York"]),
        (parse_location, "s", ["Salt Lake City", "San Francisco", "Santa Fe", "Sault St. Marie", "Seattle", "Saint Louis"]),
    ],
)
def test_an_ambiguous_short_form_names_the_candidates(read: Any, typed: str, candidates: list[str] | None) -> None:
    """Nothing is guessed where several are meant."""
    if candidates is None:
        assert read(USA, typed) == "Los Angeles–New York"
        return
    with pytest.raises(NotationError, match="may mean") as caught:
        read(USA, typed)
    assert all(name in str(caught.value) for name in candidates)


@every_edition
def test_a_location_is_found_without_its_accents_and_signs(edition: str) -> None:
    """Each name, in plain capitals and without punctuation, is its location's."""
    made = find_edition(edition)
    for location in made.board.locations:
        plain = unicodedata.normalize("NFKD", location.name).encode("ascii", "ignore").decode()
        for typed in (location.name, plain.upper(), plain.replace("'", ""), plain.replace(".", ""), plain.replace(" ", "-")):
            assert parse_location(made, typed) == location.name


def test_names_that_differ_only_in_their_dashes_are_told_apart(tmp_path: Path) -> None:
    """What is written is read back as it was meant; what may mean either, or any of two accents, is asked for."""
    harbour = Harbour(tmp_path).edit('"Station",    points = 3', '"Lighthouse", points = 3')
    harbour.edit('"Old Mill",   b = "Fish Hall",  points = 3', '"Fish Hall",  b = "Chapel",     points = 3')
    new_names = {"Quay": "A-B", "Lighthouse": "C", "Fish Hall": "A", "Chapel": "B-C", "Station": "Où", "Old Mill": "Ou"}
    for path in (harbour.path, harbour.board_path):
        words = path.read_text("utf-8")
        for old, new in new_names.items():
            words = words.replace(f'"{old}"', f'"{new}"')
        path.write_text(words, "utf-8")
    actions = action_space(load(harbour.path))
    for number, written in texts(actions).items():
        assert actions.number(parse(actions.edition, written, exact=True)) == number
    keep = KeepTickets(actions.ticket_names[:2], actions.ticket_names[2:])
    assert parse(actions.edition, text(keep), exact=True) == keep
    with pytest.raises(NotationError, match="“a-b-c” may mean A–B-C or A-B–C: which route"):
        parse_route(actions.edition, "a-b-c")
    assert [parse_location(actions.edition, name) for name in ("Où", "Ou")] == ["Où", "Ou"]


@pytest.mark.parametrize("line", ["claim Montreal–Toronto with 3 wild", "keep Montreal–Atlanta", "claim oma-den with 4 wild"])
def test_records_are_spelled_as_on_the_board(line: str) -> None:
    """What people may type is not what a file may hold."""
    parse(USA, line)
    with pytest.raises(NotationError, match=r"is no (route|ticket) of usa"):
        parse(USA, line, exact=True)


@pytest.mark.parametrize(
    "line", ["take " + "x" * 100_000, "claim " + "-" * 400, "claim Denver–Omaha with " + "9" * 400 + " wild", "keep \x1b[2J"]
)
def test_what_is_typed_is_repeated_short_and_printable(line: str) -> None:
    """A refusal is one line, whatever was typed."""
    with pytest.raises(NotationError) as caught:
        parse(USA, line)
    assert len(str(caught.value)) < 500
    assert str(caught.value).isprintable()


@every_edition
def test_every_action_without_an_offer_is_read_back(edition: str) -> None:
    """All claims with all payments of a board, by their canonical text."""
    actions = action_space(find_edition(edition))
    for number, written in texts(actions).items():
        assert actions.number(parse(actions.edition, written)) == number


@every_edition
def test_names_are_unmistakable(edition: str) -> None:
    """No two routes and no two tickets share a name, whichever end comes first."""
    actions = action_space(find_edition(edition))
    for names, read in ((actions.route_names, parse_route), (actions.ticket_names, parse_ticket)):
        assert len(set(names)) == len(names)
        assert [read(actions.edition, name.upper().replace("–", " - ")) for name in names] == list(names)


@given(line=st.text(max_size=60), name=st.sampled_from(EDITIONS), verb=st.sampled_from(["", "take ", "claim ", "keep ", "claim x with "]))
def test_any_text_is_an_action_or_a_notation_error(line: str, name: str, verb: str) -> None:
    """Nothing else comes out of reading."""
    try:
        action = parse(find_edition(name), verb + line)
    except NotationError:
        return
    assert parse(find_edition(name), text(action)) == action


@pytest.mark.parametrize(
    ("edition", "line", "route"),
    [
        ("usa", "claim Denver–Kansas City with 3 black + 1 wild", "Denver–Kansas City/black"),
        ("usa", "claim kansas city - denver with 4 orange", "Denver–Kansas City/orange"),
        ("usa", "claim Seattle–Vancouver with 1 red", "Seattle–Vancouver/grey#1"),
    ],
)
def test_the_payment_says_which_half_of_a_double_route_is_meant(edition: str, line: str, route: str) -> None:
    action = parse(find_edition(edition), line)
    assert isinstance(action, ClaimRoute)
    assert action.route == route


def test_the_board_says_which_half_is_meant_where_one_is_left() -> None:
    """Where neither payment nor board decides, the halves are named; in Python as over HTTP, which plays by `Game`."""
    both = Position("usa", players=4).hand(0, wild=4).turn(0)
    with pytest.raises(IllegalAction, match="may mean Denver–Kansas City/black or Denver–Kansas City/orange: which route"):
        both.game().play("claim Denver–Kansas City with 4 wild", 0)
    for other, left in (("black", "orange"), ("orange", "black")):
        game = Position("usa", players=4).hand(0, wild=4).claimed(1, f"Denver–Kansas City/{other}").turn(0).game()
        game.play("claim Denver–Kansas City with 4 wild", 0)
        assert game.view()["routes"][f"Denver–Kansas City/{left}"] == 0
    grey = Position("usa", players=4).hand(0, red=1).claimed(1, "Seattle–Vancouver/grey#1").turn(0).game()
    grey.play("claim Seattle–Vancouver with 1 red", 0)
    assert grey.view()["routes"]["Seattle–Vancouver/grey#2"] == 0


def test_a_record_names_the_half() -> None:
    with pytest.raises(NotationError, match="is no route of usa"):
        parse(USA, "claim Denver–Kansas City with 4 black", exact=True)


@pytest.mark.parametrize("words", ["–" * 10**6, " to " * 10**6, "Denver–" * 10**6, "x" * 501, " " * 10**6])
def test_no_name_is_longer_than_an_action(words: str) -> None:
    """However long a text is, it is refused at once."""
    for read, what in ((parse_route, "route"), (parse_ticket, "ticket"), (parse_location, "location"), (parse, "action")):
        with in_time(), pytest.raises(NotationError, match=f"is no {what}: it has {len(words)} letters"):
            read(USA, words)
    with in_time(), pytest.raises(PositionError, match="is no route: it has"):
        Position("usa").claimed(0, words)
