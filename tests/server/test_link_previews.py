"""What a link shows elsewhere: title, sentence and picture in the head of the page, for everybody the same, and no secret among them."""

import random
import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from PIL import Image

from allaboard.puzzles import shipped_puzzles
from allaboard.server import static_files
from serving import Guest, Serving, play_out, served

PAGE = "<!doctype html><html><head><title>All Aboard</title></head><body></body></html>"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_files, "FOLDER", folder)
        yield folder


@pytest.fixture(scope="module")
def server(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(tmp_path_factory.mktemp("previews")) as serving:
        yield serving


def fetched(server: Serving, path: str, **headers: str) -> httpx.Response:
    """What somebody gets who brings no cookie, as crawlers do."""
    return httpx.get(f"{server.url}{path}", headers=headers)


def tags(server: Serving, path: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]*)" content="([^"]*)" />', fetched(server, path).text)
    return {name: unescape(value) for name, value in found}


def test_a_finished_game_tells_who_won_and_shows_its_picture(server: Serving, ann: Guest) -> None:
    table = ann.open("new-york", "you", "random", begin=True, name='Ann "Quick" <b>')
    play_out([ann], table, random.Random(1))
    totals = [sheet["total"] for sheet in ann.get(f"/tables/{table}/result")["sheets"]]
    for screen in ("table", "replay", "review"):
        told = tags(server, f"/{screen}/{table}")
        assert told["og:title"].endswith("first")
        assert f'Ann "Quick" <b> {totals[0]}' in told["og:description"]
        assert told["og:url"] == f"{server.url}/{screen}/{table}"
        assert told["og:image"] == f"{server.url}/api/v1/tables/{table}/pictures/preview.png"
    assert "<b>" not in fetched(server, f"/table/{table}").text
    assert httpx.get(told["og:image"], timeout=120).headers["content-type"] == "image/png"


def test_a_record_tells_how_it_ended(server: Serving, ann: Guest) -> None:
    table = ann.open("new-york", "you", "random", begin=True)
    play_out([ann], table, random.Random(2))
    record = ann.get(f"/tables/{table}/record")
    kept = ann.post("/records", {"record": record})["id"]
    told = tags(server, f"/replay/{kept}")
    winners = [record["seats"][seat]["name"] for seat in record["result"]["winners"]]
    assert told["og:title"] == f"{' and '.join(winners)} {'arrives' if len(winners) == 1 else 'arrive'} first"
    assert told["og:image"].endswith(f"/tables/{kept}/pictures/preview.png")


def test_a_table_that_waits_tells_who_sits_there_and_how_many_seats_are_free(server: Serving, ann: Guest) -> None:
    told = tags(server, f"/table/{ann.open('new-york', 'you', 'random', 'open', name='Ann')}")
    assert told["og:title"] == "New York: a table is open"
    assert told["og:description"] == "At the table: Ann and Random. One seat is free."
    assert told["og:image"].endswith("/editions/new-york/preview.png")
    unnamed = tags(server, f"/table/{ann.open('new-york', 'you', 'random')}")
    assert unnamed["og:description"] == "At the table: Host and Random. All seats are taken."


def test_games_that_differ_in_secrets_alone_have_the_same_preview(server: Serving, ann: Guest, chance: random.Random) -> None:
    """R-SECRET: two deals, other hands and tickets, the same words and the same picture."""
    told = []
    for _ in range(2):
        table = ann.open("new-york", "you", "you", begin=True, start=0, name="Ann")
        for _ in range(12):
            ann.act_any(table, chance)
        text = fetched(server, f"/table/{table}").text
        header = server.app.state.services.tables._cache[table].live.header
        assert not [secret for secret in (header.seed, header.invite, header.host) if secret in text]
        told.append(text.replace(table, "TABLE"))
    assert told[0] == told[1]


def test_a_table_that_is_not_for_watching_tells_nothing(server: Serving, ann: Guest) -> None:
    table = ann.open("new-york", "you", "random", begin=True, watch=False, name="Ann")
    assert tags(server, f"/table/{table}")["og:title"] == "All Aboard"
    play_out([ann], table, random.Random(3))
    assert tags(server, f"/table/{table}")["og:title"] == "All Aboard"


def test_the_page_itself_has_a_preview_with_the_address_that_people_see(page: Path, tmp_path: Path) -> None:
    with served(tmp_path, public_url="https://trains.example/", allowed_hosts=("*",)) as server:
        told = tags(server, "/")
    assert told["og:image"].startswith("https://trains.example/api/v1/editions/")
    assert told["og:url"] == "https://trains.example/"
    assert told["twitter:card"] == "summary_large_image"


def test_a_puzzle_asks_its_question_and_tells_nothing_of_its_answer(server: Serving) -> None:
    """Edition and players, and the board as it lies; drawn once, and kept by who has it."""
    puzzle = next(one for one in shipped_puzzles() if one.edition == "new-york" and one.answers[0].startswith("claim"))
    told = tags(server, f"/puzzles/{puzzle.id}")
    assert told["og:title"] == f"New York, {puzzle.players} players: what would you do?"
    assert told["og:image"] == f"{server.url}/api/v1/puzzles/{puzzle.id}/preview.png"
    assert told["og:url"] == f"{server.url}/puzzles/{puzzle.id}"
    route = puzzle.answers[0].removeprefix("claim ").partition(" with ")[0]
    text = fetched(server, f"/puzzles/{puzzle.id}").text
    assert not [word for word in (route, *route.partition("/")[0].split("–"), *puzzle.themes) if word in text]
    drawn = httpx.get(told["og:image"], timeout=120)
    with Image.open(BytesIO(drawn.content)) as image:
        assert (image.size, image.format) == ((1200, 630), "PNG")
    assert (f"puzzle {puzzle.id}", "preview") in server.app.state.services.drawings._kept
    again = httpx.get(told["og:image"], headers={"If-None-Match": drawn.headers["etag"]})
    assert (again.status_code, again.headers["cache-control"]) == (304, "public, max-age=3600")


@pytest.mark.parametrize(
    "path", ["/some/where", "/table/nothing", "/replay/00000000", "/puzzles/0000000000", "/puzzles/x", "/table/a%20b", "/watch/out.html"]
)
def test_who_gets_lost_in_a_browser_is_shown_the_page(server: Serving, path: str) -> None:
    answer = fetched(server, path, Accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "<title>All Aboard</title>" in answer.text


@pytest.mark.parametrize("path", ["/some/where", "/assets/nothing.js", "/api/v1/nothing"])
def test_programs_are_told_in_json(server: Serving, path: str) -> None:
    answer = fetched(server, path, Accept="*/*")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_a_browser_that_asks_the_interface_is_told_in_json_too(server: Serving) -> None:
    assert fetched(server, "/api/v1/nothing", Accept="text/html").headers["content-type"] == "application/problem+json"
