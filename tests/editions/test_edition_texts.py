"""Hostile texts in an edition: too long, too many, unprintable. Refused in words that can be printed, and at once."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from allaboard.editions import EditionError, Unreadable, edition_ids, get_edition, load, load_text
from allaboard.editions.faults import MOST_FAULTS
from allaboard.editions.texts import printable
from harbour_edition import BOARDS, Harbour

EDITION_TEXT = (BOARDS / "harbour.toml").read_text("utf-8")
BOARD_TEXT = (BOARDS / "harbour.board.toml").read_text("utf-8")
TITLE = 'title = "Harbour"'
ESCAPE, OVERRIDE, NEL = "\x1b", "\u202e", "\x85"


@pytest.mark.parametrize(
    ("old", "new", "field", "longest"),
    [
        (TITLE, 'title = "{}"', "title", 80),
        ('subtitle = "', 'subtitle = "{}', "subtitle", 80),
        ('summary = "', 'summary = "{}', "summary", 300),
        ('source = "', 'source = "{}', "source", 4000),
        ('\npiece = "', '\npiece = "{}', "piece", 40),
        ('\nwild = "', '\nwild = "{}', "wild", 40),
        ('name = "Waterfront"', 'name = "{}"', "name", 40),
        ('starting_player = "', 'starting_player = "{}', "starting_player", 40),
    ],
)
def test_texts_are_bounded(harbour: Harbour, old: str, new: str, field: str, longest: int) -> None:
    """Titles, notes and names have a longest length, and a text beyond it is refused without being repeated."""
    (fault,) = harbour.edit(old, new.format("x" * 150_000)).faults()
    assert fault.field == field
    assert f"letters long; allowed: at most {longest}" in fault.message
    assert len(str(fault)) < 300


@pytest.mark.parametrize("sign", [ESCAPE, OVERRIDE, NEL, "\n", "\x7f", "\u2066", "\ufffe", "\U000e0041"])
def test_unprintable_signs_are_refused(harbour: Harbour, sign: str) -> None:
    """A sign that repaints a terminal, turns a line around or breaks an SVG is in no title and no name, and not in the refusal either."""
    escaped = f"\\U{ord(sign):08x}"
    for old, field in ((TITLE, "title"), ('name = "Waterfront"', "name"), ('title = "All Round the Bay"', "title")):
        faults = harbour.edit(old, f'{old[:-1]}{escaped}"').faults()
        assert [fault.field for fault in faults] == [field]
        assert "cannot be printed" in faults[0].message
        assert str(faults[0]).isprintable()
        harbour.restore()


def test_a_source_may_have_lines(harbour: Harbour) -> None:
    """Where the facts come from takes more than a line; it is shown nowhere that a line would hurt."""
    old = next(line for line in EDITION_TEXT.splitlines() if line.startswith("source"))
    assert harbour.edit(old, 'source = """\nA walk.\n\tA map.\n"""').faults() == ()


def test_excerpts_of_broken_files_are_printable(harbour: Harbour) -> None:
    """Keys, rows and file names reach a refusal only as what can be printed."""
    harbour.edit("pieces = 8\n", 'pieces = 8\n"\\u001b[2J\\u202e" = 1\n').edit('label = "s"', 'label = "\\u001b]0;owned\\u0007"')
    faults = harbour.faults()
    assert len(faults) == 2
    assert all(str(fault).isprintable() for fault in faults)
    assert r"\x1b[2J\u202e" in str(faults[1])
    harbour.path.write_text("\x1b[31m = 1", "utf-8")
    assert all(str(fault).isprintable() for fault in harbour.faults())


def test_faults_are_capped(harbour: Harbour) -> None:
    """The first faults are told one by one, and of the rest how many there are."""
    rows = "\n".join(f'{{ a = "Quay", b = "Nowhere {n}", points = 1 }},' for n in range(60))
    harbour.edit("\ntickets = [", f"\ntickets = [\n{rows}")
    with pytest.raises(EditionError) as caught:
        load(harbour.path)
    assert len(caught.value.faults) == MOST_FAULTS
    assert caught.value.more == 60 - MOST_FAULTS
    assert str(caught.value).splitlines()[-1] == f"and {60 - MOST_FAULTS} more faults"
    keys = "\n".join(f"k{n} = 1" for n in range(5000))
    (*_, last) = harbour.edit("pieces = 8\n", f"pieces = 8\n{keys}\n").faults()
    assert last.message != ""
    assert len(harbour.faults()) == MOST_FAULTS


def boards_made_to_hurt() -> dict[str, tuple[str, str]]:
    """Texts on which a careless reader takes its time: names nobody knows, thousands of rows, keys, letters."""
    chance = random.Random(4)

    def name() -> str:
        return "".join(chance.choice("ab") for _ in range(40))

    unknown = "\n".join(f'{{ a = "{name()}", b = "{name()}", length = 1, colour = "{name()}" }},' for _ in range(119))
    tickets = "\n".join(f'{{ a = "{name()}", b = "{name()}", points = 1 }},' for _ in range(88))
    places = "\n".join(f'{{ name = "{name()}", x = {n}, y = 1, label = "n" }},' for n in range(58))
    rows = "\n".join(f'{{ a = "{name()}", b = "x", length = 1, colour = "red" }},' for _ in range(4000))
    keys = "\n".join(f'"{name()}{n}" = 1' for n in range(3000))
    return {
        "names": (
            EDITION_TEXT.replace("\ntickets = [", f"\ntickets = [\n{tickets}"),
            BOARD_TEXT.replace("\nroutes = [", f"\nroutes = [\n{unknown}").replace("\nlocations = [", f"\nlocations = [\n{places}"),
        ),
        "rows": (EDITION_TEXT, BOARD_TEXT.replace("\nroutes = [", f"\nroutes = [\n{rows}")),
        "keys": (f"{keys}\n{EDITION_TEXT}", BOARD_TEXT),
        "dots": ("a." * 40_000 + "a = 1", BOARD_TEXT),
        "dots in rows": ("\n".join("a." * 500 + f"b{n} = 1" for n in range(100)), BOARD_TEXT),
        "dots under a header": ("\n".join(["[" + "a." * 900 + "a]", *("a." * 900 + f"b{n} = 1" for n in range(200))]), BOARD_TEXT),
        "letters": (EDITION_TEXT, BOARD_TEXT.replace('a = "Quay"', 'a = "' + "a" * 20_000 + '"', 1)),
        "members": (EDITION_TEXT, BOARD_TEXT.replace('["Quay", ', f'["{name()}", ' + '"z", ' * 30_000)),
        "points": (EDITION_TEXT.replace("{ 1 = 1,", "{ " + " ".join(f"k{n} = 1," for n in range(9000)) + " 1 = 1,"), BOARD_TEXT),
    }


@pytest.mark.parametrize("kind", boards_made_to_hurt())
def test_a_refusal_takes_no_time(kind: str) -> None:
    """Sizes are judged before anything is compared with anything: a refusal comes within a second, and is short."""
    text, board = boards_made_to_hurt()[kind]
    begun = time.process_time()
    with pytest.raises(EditionError) as caught:
        load_text(text, lambda name: board)
    assert time.process_time() - begun < 1
    assert len(str(caught.value)) < 20_000


@pytest.mark.parametrize("name", edition_ids())
def test_texts_load_like_files(name: str) -> None:
    """An edition read from texts is the one read from files, but for the place where the files lie."""
    made = get_edition(name)
    assert made.path is not None
    folder: Path = made.path.parent
    again = load_text(made.path.read_text("utf-8"), lambda board: (folder / board).read_text("utf-8"))
    assert again.facts == made.facts
    assert again.board == made.board
    assert again.path is None


def test_a_board_that_is_not_there_is_told() -> None:
    """Whoever gives the board's text may say why there is none."""

    def none(name: str) -> str:
        raise Unreadable("was not sent along")

    with pytest.raises(EditionError, match=r"^harbour\.board\.toml: was not sent along$"):
        load_text(EDITION_TEXT, none)


def test_large_and_endless_files_are_refused(harbour: Harbour) -> None:
    """No more of a file is read than an edition can have."""
    harbour.path.write_bytes(b"# " + b"x" * 600_000)
    assert [fault.message for fault in harbour.faults()] == ["is too large; allowed: at most 500000 bytes"]
    if Path("/dev/zero").exists():
        with pytest.raises(EditionError, match="is too large"):
            load("/dev/zero")


def test_printable_keeps_what_is_asked() -> None:
    """Ordinary text is untouched; what cannot be printed stands as its escape."""
    assert printable("Montréal–東京 🚂") == "Montréal–東京 🚂"
    assert printable("a\tb\nc", keep="\n") == "a\\tb\nc"
    assert printable("\ud800\x00\x9b") == "\\ud800\\x00\\x9b"
