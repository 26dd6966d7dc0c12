"""Invitations before they are taken: what they are to, by which address others can come, and how long games take."""

import random
from pathlib import Path

import httpx
import pytest
from fastapi import Request

from allaboard.server import durations
from allaboard.server.addresses import network_addresses
from allaboard.server.durations import medians
from allaboard.server.schemas import Durations
from allaboard.server.settings import Settings
from serving import API, Guest, Serving, play_out, served


def test_an_invitation_tells_host_players_clock_and_free_seats(ann: Guest, bob: Guest) -> None:
    """Who is invited reads all of it by code or link, and takes no seat by looking."""
    table = ann.open("new-york", {"kind": "you", "name": "Ann"}, "open", "greedy", clock={"per": "move", "seconds": 90})
    invitation = ann.get(f"/tables/{table}")["invitation"]
    for invite in (invitation["code"].lower(), invitation["invite"]):
        told = bob.post("/invitations", {"invite": invite})
        assert (told["table"], told["host"], told["edition"], told["free"], told["you"]) == (table, "Ann", "new-york", [1], [])
        assert told["clock"]["seconds"] == 90
        assert [seat["kind"] for seat in told["seats"]] == ["person", "open", "bot"]
    assert ann.get(f"/tables/{table}")["seats"][1]["kind"] == "open"


def test_an_invitation_tells_when_the_game_has_begun(ann: Guest, bob: Guest) -> None:
    """A link outlives the lobby: it tells that no seat is free any more. A code does not, and tells nothing."""
    table = ann.open("new-york", "you", "open")
    invitation = ann.get(f"/tables/{table}")["invitation"]
    ann.post(f"/tables/{table}/start")
    told = bob.post("/invitations", {"invite": invitation["invite"]})
    assert (told["status"], told["free"]) == ("playing", [])
    assert bob.post("/join", {"invite": invitation["invite"]}, 409)["code"] == "game-begun"
    bob.post("/invitations", {"invite": invitation["code"]}, 404)
    bob.post("/invitations", {"invite": "K7RW2M"}, 404)


def asked(host: str, client: str) -> Request:
    """A request by a Host, from an address."""
    scope = {"type": "http", "method": "GET", "scheme": "http", "path": "/", "query_string": b""}
    return Request({**scope, "headers": [(b"host", host.encode())], "client": (client, 5), "server": ("192.0.2.9", 8123)})


@pytest.mark.parametrize(
    ("settings", "host", "client", "told"),
    [
        ({"host": "192.0.2.9"}, "localhost:8123", "127.0.0.1", ["http://192.0.2.9:8123"]),
        ({"host": "2001:db8::7"}, "127.0.0.1:8123", "::1", ["http://[2001:db8::7]:8123"]),
        ({"host": "192.0.2.9"}, "192.0.2.9:8123", "127.0.0.1", []),
        ({"host": "192.0.2.9"}, "localhost:8123", "198.51.100.7", []),
        ({"host": "127.0.0.1"}, "localhost:8123", "127.0.0.1", []),
        ({"host": "192.0.2.9", "public_url": "https://trains.example"}, "localhost:8123", "127.0.0.1", []),
    ],
)
def test_network_addresses_are_told_at_the_machine_only(settings: dict[str, str], host: str, client: str, told: list[str]) -> None:
    """Nobody behind a proxy, and nobody who came by a name that works, learns where the machine stands in its network."""
    assert network_addresses(Settings(**settings), asked(host, client)) == told


def test_only_the_host_is_told_the_addresses(tmp_path: Path) -> None:
    """The host at the machine is offered what others can open; who was invited is not told."""
    with served(tmp_path, listen="0.0.0.0", host="0.0.0.0") as serving:
        host, guest = serving.guest(), serving.guest()
        table = host.open("new-york", "you", "open")
        guest.join(host, table)
        offered = host.get(f"/tables/{table}")["invitation"]["addresses"]
        assert guest.get(f"/tables/{table}")["invitation"]["addresses"] == []
        for address in offered:
            assert httpx.get(f"{address}{API}/startup").status_code == 200


def test_durations_are_those_of_finished_games(server: Serving, ann: Guest, chance: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that was played to its end here counts, with the people who sat at it; one that is still played does not."""
    monkeypatch.setattr(durations, "ENOUGH", 1)
    monkeypatch.setattr(durations, "FRESH_SECONDS", 0.0)
    ann.open("london", "you", "random", begin=True)
    table = ann.open("new-york", "you", "random", begin=True)
    play_out([ann], table, chance)
    told = {of["edition"]: of for of in server.guest().get("/durations")}
    assert told == {"new-york": {"edition": "new-york", "bots": 1, "friends": None}}


def test_nothing_is_promised_before_ten_games() -> None:
    """Nine games tell nothing; with the tenth there is a median, in whole minutes."""
    games = [("usa", 1, minutes * 60_000) for minutes in range(20, 29)]
    assert medians(games) == []
    assert medians([*games, ("usa", 1, 90 * 60_000)]) == [Durations(edition="usa", bots=24, friends=None)]
