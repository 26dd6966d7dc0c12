"""Art files: found beside the edition, checked against the board, and never guessed at."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from allaboard.drawing import ArtError, draw_board, geometry
from allaboard.drawing.art import BUILT_IN, read_art
from allaboard.drawing.tokens import theme, tokens
from allaboard.editions import Edition, get_edition


def data_of(board: str) -> dict[str, object]:
    data: dict[str, object] = json.loads((BUILT_IN / "art" / f"{board}.json").read_text("utf-8"))
    return data


def elsewhere(folder: Path, data: object) -> Edition:
    """London as somebody's own edition, with this art beside it."""
    london = get_edition("london")
    (folder / "art").mkdir()
    (folder / "art" / "london.json").write_text(json.dumps(data), "utf-8")
    return replace(london, path=folder / "london.toml")


def test_built_in_boards_have_art(built_in: Edition) -> None:
    """Every location has its label and every route its bend; there are no others."""
    art = read_art(built_in.board, built_in.path.parent)
    assert art is not None
    assert set(art.labels) == set(built_in.board.location_index)
    assert set(art.bends) == {(route.a, route.b) for route in built_in.board.routes}
    assert set(art.bridges) <= set(art.bends)


def test_built_in_boards_have_posters(built_in: Edition) -> None:
    """A board brings its poster: a picture that needs nothing else, plate, stamp, and its place on the wall."""
    folder = BUILT_IN / "art"
    poster = json.loads((folder / f"{built_in.board.id}.poster.json").read_text("utf-8"))
    assert set(poster) == {"place", "plate", "stamp"}
    assert re.fullmatch("#[0-9A-F]{6}", poster["plate"])
    assert all(0 < side <= 92 for side in poster["stamp"])
    picture = ElementTree.fromstring((folder / f"{built_in.board.id}.poster.svg").read_text("utf-8"))
    assert picture.get("viewBox") == "0 0 300 380"
    drawn = {element.tag.rpartition("}")[2] for element in picture.iter()}
    assert drawn <= {"svg", "g", "path", "rect", "circle"}


def test_posters_hang_in_places_of_their_own() -> None:
    """No two boards claim the same place on the wall, and no poster is without its picture."""
    files = sorted((BUILT_IN / "art").glob("*.poster.json"))
    places = [json.loads(file.read_text("utf-8"))["place"] for file in files]
    assert sorted(places) == list(range(1, len(files) + 1))
    assert [file.with_suffix(".svg") for file in files] == sorted((BUILT_IN / "art").glob("*.poster.svg"))


def test_inks_and_pictures_exist(built_in: Edition) -> None:
    """Every ink and picture that the art asks for is in both palettes."""
    text = (BUILT_IN / "art" / f"{built_in.board.id}.json").read_text("utf-8")
    inks = set(re.findall(r'"(?:fill|stroke|ground)":"(\w+)"', text)) | set(re.findall(r"{(\w+)}", text))
    pictures = {name for layer in geometry(built_in).art.layers for name, *_ in getattr(layer, "pictures", ())}
    inks |= {ink for name in pictures for ink in re.findall(r"{(\w+)}", tokens().pictures[name])}
    for name in ("light", "night"):
        assert inks <= set(theme(name).inks)


def test_both_palettes_name_the_same_inks() -> None:
    """A drawing can change its theme without missing a colour."""
    light, night = theme("light"), theme("night")
    assert set(light.inks) == set(night.inks)
    assert set(light.paints) == set(night.paints) == {*tokens().symbols, "grey"} - {"wild"}


def test_players_differ_in_more_than_colour() -> None:
    """Each seat has windows of its own on every vehicle."""
    for shape in tokens().vehicles.values():
        assert len(set(shape.windows)) == len(tokens().players) == 5


def test_art_beside_the_edition_wins(tmp_path: Path) -> None:
    """Anybody's edition may bring its own art, in the built-in format."""
    own = elsewhere(tmp_path, data_of("london") | {"ground": "water"})
    assert geometry(own).art.ground == "water"
    assert draw_board(own) != draw_board(get_edition("london"))


def test_built_in_art_serves_a_copy(tmp_path: Path) -> None:
    """An edition elsewhere on a built-in board is drawn with that board's art."""
    london = get_edition("london")
    assert draw_board(replace(london, path=tmp_path / "london.toml")) == draw_board(london)


def test_a_changed_board_does_not_use_art_that_lacks_it(own_board: Callable[..., Edition], tmp_path: Path) -> None:
    """A board that only shares an id with a built-in one is laid out by rule."""
    own = own_board()
    own = replace(own, path=tmp_path / "own.toml", board=replace(own.board, id="london"))
    assert geometry(own).art.ground == "land"
    assert not geometry(own).art.bridges


def test_a_board_called_like_the_shared_table_is_laid_out_by_rule(own_board: Callable[..., Edition]) -> None:
    """`art/tokens.json` holds what all boards share, and is no board's art."""
    own = own_board()
    assert draw_board(replace(own, path=None, board=replace(own.board, id="tokens")))


def test_art_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    """The message names the file and what it lacks."""
    data = data_of("london")
    data["labels"] = [label for label in data["labels"] if label["name"] != "Waterloo"]  # type: ignore[attr-defined]
    with pytest.raises(ArtError, match=r"london\.json places no Waterloo; every location needs a label"):
        geometry(elsewhere(tmp_path, data))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"view": None}, r"london\.json: "),
        ({"layers": [{"colour": "red"}]}, r"london\.json: a layer has colour; it needs one of: shape, pictures, text, bridges"),
        ({"layers": [{"shape": "moat"}]}, r"london\.json: a layer shows the shape 'moat'; there are: river, "),
        ({"layers": [{"pictures": [["dragon", 1, 2, 1]]}]}, r"london\.json: a layer shows the picture 'dragon'; there are: "),
        (
            {"layers": [{"text": "FLEET", "style": "water", "size": 9, "along": "fleet"}]},
            r"london\.json: 'FLEET' runs along the shape 'fleet'",
        ),
        ({"layers": [{"shape": "river", "fill": "ultramarine"}]}, r"london\.json: 'ultramarine' is not an ink"),
        ({"ground": "lava"}, r"london\.json: 'lava' is not an ink of the light theme; allowed: asphalt, "),
    ],
)
def test_faulty_art_is_refused(tmp_path: Path, change: dict[str, object], message: str) -> None:
    """A value of the wrong form is a fault of the file, not a crash."""
    with pytest.raises(ArtError, match=message):
        geometry(elsewhere(tmp_path, data_of("london") | change))


def test_missing_part_is_named(tmp_path: Path) -> None:
    """A part that every board needs is asked for by name."""
    data = data_of("london")
    del data["shapes"]
    with pytest.raises(ArtError, match=r"london\.json has no 'shapes'"):
        geometry(elsewhere(tmp_path, data))
