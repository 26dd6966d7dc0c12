"""Pictures to share: of games that are over, in the sizes and colours that were promised, with the names of the table and nothing else."""

import asyncio
import html
import random
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import cast

import httpx
import pytest
from PIL import Image

from allaboard.editions import get_edition
from allaboard.engine.records import States
from allaboard.pictures import PositionCard
from allaboard.server import drawings
from allaboard.server.edition_store import EditionStore
from allaboard.server.problems import Problem
from allaboard.server.settings import Settings
from allaboard.server.upload_jobs import PictureFacts
from allaboard.server.upload_workers import UploadWorkers
from serving import Guest, Serving, play_out, served

SIZES = {"poster.png": (1600, 1420), "preview.png": (1200, 630)}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(Path(tmp_path_factory.mktemp("pictures"))) as serving:
        yield serving


@pytest.fixture(scope="module")
def host(server: Serving) -> Guest:
    return server.guest()


@pytest.fixture(scope="module")
def over(host: Guest) -> str:
    """A finished game of Ann & <Co>, who hosts it, with a bot."""
    table = host.open("new-york", "you", "random", begin=True, name="Ann & <Co>")
    play_out([host], table, random.Random(1))
    return table


def picture(guest: Guest, table: str, name: str) -> httpx.Response:
    return guest.http.get(f"/tables/{table}/pictures/{name}", timeout=120)


def words(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


@pytest.mark.parametrize("name", SIZES)
def test_a_picture_has_its_size_and_256_colours(host: Guest, over: str, name: str) -> None:
    answer = picture(host, over, name)
    assert answer.headers["content-type"] == "image/png"
    with Image.open(BytesIO(answer.content)) as image:
        assert (image.size, image.mode) == (SIZES[name], "P")
    assert len(answer.content) < 400_000
    again = host.http.get(f"/tables/{over}/pictures/{name}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_poster_tells_names_points_places_day_and_minutes(host: Guest, over: str) -> None:
    answer = picture(host, over, "poster.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    told = words(answer.text)
    result = host.get(f"/tables/{over}/result")
    places = {"first"} if len(result["winners"]) == 2 else {"first", "second"}
    assert {"Ann &amp; &lt;Co&gt;", "Random", *places} <= set(told)
    assert {str(sheet["total"]).replace("-", "–") for sheet in result["sheets"]} <= set(told)
    assert any(re.fullmatch(r"Manhattan by cab, \d{1,2} [A-Z][a-z]+ \d{4}, \d+ minutes?", line) for line in told)


def test_a_picture_holds_no_code_no_address_and_no_id(server: Serving, host: Guest, over: str) -> None:
    drawn = picture(host, over, "poster.svg").text
    header = server.app.state.services.tables._cache[over].live.header
    secrets = (over, header.invite, header.seed, header.host, server.url, "127.0.0.1")
    assert not [secret for secret in secrets if secret in drawn]


def test_a_game_that_goes_on_has_no_picture(host: Guest) -> None:
    """R-TICKET-6: tickets are secret until the end, and points would tell of them."""
    table = host.open("new-york", "you", "you", begin=True)
    for name in (*SIZES, "poster.svg"):
        assert picture(host, table, name).status_code == 409


def test_who_may_not_watch_is_shown_no_picture(server: Serving, host: Guest) -> None:
    table = host.open("new-york", "you", "random", begin=True, watch=False)
    play_out([host], table, random.Random(2))
    assert picture(server.guest(), table, "poster.svg").status_code == 403
    assert picture(host, table, "poster.svg").status_code == 200


def test_a_record_has_its_picture_without_a_day(server: Serving, host: Guest, over: str) -> None:
    record = host.get(f"/tables/{over}/record")
    kept = host.post("/records", {"record": record})["id"]
    told = words(picture(server.guest(), kept, "poster.svg").text)
    assert {*(html.escape(seat["name"]) for seat in record["seats"]), "Manhattan by cab"} <= set(told)


def test_a_record_that_stops_in_the_middle_has_none(host: Guest, over: str) -> None:
    record = host.get(f"/tables/{over}/record")
    begun = {key: value[:20] if key == "log" else value for key, value in record.items() if key != "result"}
    kept = host.post("/records", {"record": begun})["id"]
    assert picture(host, kept, "preview.png").status_code == 409


def test_a_name_that_was_erased_is_on_no_picture_any_more(server: Serving) -> None:
    guest = server.guest()
    table = guest.open("new-york", "you", "random", begin=True, name="Wilhelmina")
    play_out([guest], table, random.Random(3))
    assert "Wilhelmina" in picture(guest, table, "poster.svg").text
    guest.http.delete("/me")
    assert "Wilhelmina" not in picture(server.guest(), table, "poster.svg").text


def test_an_edition_has_a_preview(server: Serving) -> None:
    answer = server.guest().http.get("/editions/london/preview.png", timeout=120)
    with Image.open(BytesIO(answer.content)) as image:
        assert (image.size, image.mode) == (SIZES["preview.png"], "P")
    assert answer.headers["cache-control"].startswith("public")
    assert server.guest().http.get("/editions/nowhere/preview.png").status_code == 404


def test_who_waits_too_long_is_told_to_ask_again_and_the_picture_is_made_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, no work is lost: the next who asks gets what the first has waited for."""
    monkeypatch.setattr(drawings, "PATIENCE", 0.01)
    jobs: list[object] = []

    async def ask_thrice() -> None:
        done = asyncio.Event()

        class Busy:
            async def run(self, *job: object, rules: bool) -> bytes:
                jobs.append(job)
                await done.wait()
                return b"picture"

        kept = drawings.Drawings(Settings(), cast(EditionStore, None), cast(UploadWorkers, Busy()))
        facts = PictureFacts({}, ("Ann",), None, None)

        async def ask() -> bytes:
            return await kept.game_picture("table", get_edition("new-york"), cast(States, None), facts, "poster", True, "somebody")

        for _ in range(2):
            with pytest.raises(Problem, match="still being made") as refused:
                await ask()
            assert (refused.value.status, refused.value.headers) == (503, {"Retry-After": "3"})
        done.set()
        await asyncio.sleep(0)
        assert await ask() == b"picture"

    asyncio.run(ask_thrice())
    assert len(jobs) == 1


def test_nobody_waits_without_end_for_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """And where nobody waits any more it is not made: nobody else will ask for the same."""
    monkeypatch.setattr(drawings, "PATIENCE", 0.01)
    left: list[bool] = []

    class Busy:
        async def run(self, *_: object, rules: bool) -> bytes:
            try:
                await asyncio.sleep(20)
            except asyncio.CancelledError:
                left.append(rules)
                raise
            return b"card"

    async def ask() -> None:
        kept = drawings.Drawings(Settings(), cast(EditionStore, None), cast(UploadWorkers, Busy()))
        card = PositionCard("Denver", "North America", "Play on", ())
        with pytest.raises(Problem, match="takes too long") as refused:
            await asyncio.wait_for(kept.position_card(get_edition("usa"), {}, 0, card, "somebody"), 5)
        assert (refused.value.status, refused.value.headers) == (503, {"Retry-After": "3"})

    asyncio.run(ask())
    assert left == [False]
