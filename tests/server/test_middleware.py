"""What every request passes before its route: cookies, origins, sizes, rates, headers; and what is one's own to export or erase."""

import gc
import re
import socket
from pathlib import Path

import httpx
import pytest

from allaboard.server import limits
from allaboard.server.limits import Rate
from allaboard.server.middleware import hosts
from allaboard.server.startup import COLLECT
from serving import API, Guest, Serving, served


def test_a_guest_is_known_by_a_cookie_that_scripts_cannot_read(server: Serving) -> None:
    answer = httpx.get(f"{server.url}{API}/me")
    cookie = answer.headers["set-cookie"]
    assert re.match(r"allaboard_guest=[\w-]{43}\.\d+;", cookie)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in httpx.get(f"{server.url}{API}/me", headers={"Cookie": cookie.split(";")[0]}).headers


def test_behind_https_the_cookie_is_secure(tmp_path: Path) -> None:
    with served(tmp_path, public_url="https://trains.example") as serving:
        assert "; Secure" in httpx.get(f"{serving.url}{API}/me").headers["set-cookie"]
        guest = serving.guest(Origin="https://trains.example", Cookie=f"allaboard_guest={'x' * 43}")
        assert guest.get(f"/tables/{guest.open('usa', 'you', 'open')}")["invitation"]["link"].startswith("https://trains.example/#/join/")


def test_pages_of_other_sites_can_do_nothing(ann: Guest, server: Serving) -> None:
    wish = {"edition": "usa", "seats": [{"kind": "you"}, {"kind": "open"}]}
    own = server.url
    for headers, status in (
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": own}, 403),
        ({"Origin": own, "Sec-Fetch-Site": "same-origin"}, 201),
        ({}, 201),
    ):
        assert ann.http.post("/tables", json=wish, headers=headers).status_code == status, headers


def test_every_answer_carries_the_headers_of_a_careful_server(server: Serving) -> None:
    for path in ("/", "/healthz", f"{API}/me", f"{API}/nothing", "/nothing"):
        headers = httpx.get(f"{server.url}{path}").headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("status", "method", "path", "headers"),
    [
        (403, "POST", "/join", {"Origin": "https://evil.example"}),
        (404, "GET", "/a%0ab", {}),
        (413, "POST", "/join", {"Content-Length": "70000"}),
        (414, "GET", "/" + "x" * 2000, {}),
        (421, "GET", "/me", {"Host": "evil.example"}),
    ],
)
def test_a_refusal_before_the_route_is_an_answer_like_others(
    server: Serving, status: int, method: str, path: str, headers: dict[str, str]
) -> None:
    """Whichever middleware refuses: a problem with its status, the careful headers, a cookie, and no cache that keeps it."""
    given = {"Host": "localhost", "Connection": "close", **headers}
    lines = [f"{method} {API}{path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "", ""]
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), timeout=20) as connection:
        connection.sendall("\r\n".join(lines).encode())
        head = connection.recv(65536).partition(b"\r\n\r\n")[0].decode()
    assert head.startswith(f"HTTP/1.1 {status} ")
    answered = httpx.Headers([tuple(line.split(": ", 1)) for line in head.split("\r\n")[1:]])
    assert answered["content-type"] == "application/problem+json"
    assert "default-src 'none'" in answered["content-security-policy"]
    assert answered["cache-control"] == "no-store"
    assert answered["set-cookie"].startswith("allaboard_guest=")


def test_a_flood_is_refused_before_anything_of_it_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else is wrong with a request, the address is counted first; and of a name that is not ours only the beginning is read."""
    monkeypatch.setitem(limits.RATES, "any", Rate(2, 0.001, 1))
    lengths: list[int] = []
    monkeypatch.setattr(hosts, "clean_text", lambda text, longest: lengths.append(len(text)) or text[:longest])
    with served(tmp_path) as serving:
        serving.app.state.services.limits._enabled = True
        answers = [httpx.get(f"{serving.url}{API}/me", headers={"Host": "x" * 60_000}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [421, 421, 429, 429]
    assert max(lengths) <= 200
    assert "default-src 'none'" in answers[-1].headers["content-security-policy"]
    assert answers[-1].headers["cache-control"] == "no-store"
    assert int(answers[-1].headers["retry-after"]) >= 1


def test_what_is_the_same_for_all_is_packed_kept_and_carries_no_cookie(server: Serving) -> None:
    path = f"{server.url}{API}/editions/usa/geometry"
    packed = httpx.get(path)
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["cache-control"].startswith("public")
    assert "set-cookie" not in packed.headers
    plain = httpx.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == packed.json()
    again = httpx.get(path, headers={"If-None-Match": packed.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_request_has_a_size(tmp_path: Path) -> None:
    with served(tmp_path, max_body=2000) as serving:
        guest = serving.guest()
        assert guest.post("/join", {"invite": "x" * 3000}, 413)["type"].endswith("too-large")
        answer = guest.http.post("/join", content=iter([b"x" * 1500] * 4), headers={"Content-Type": "application/json"})
        assert answer.status_code == 413


def test_nobody_may_ask_too_fast(tmp_path: Path) -> None:
    with served(tmp_path, rate_limits=True) as serving:
        guest = serving.guest()
        answers = [guest.http.post("/join", json={"invite": "AAAAAA"}) for _ in range(40)]
        assert {answer.status_code for answer in answers} == {404, 429}
        assert int(answers[-1].headers["retry-after"]) >= 1
        for _ in range(230):  # a new cookie for every try does not help
            guest.http.cookies.clear()
            status = guest.http.post("/join", json={"invite": "AAAAAA"}).status_code
        assert status == 429


def test_streams_are_counted(tmp_path: Path) -> None:
    with served(tmp_path, streams_per_guest=2) as serving:
        guest = serving.guest()
        table = guest.open("usa", "you", "open")
        with guest.http.stream("GET", f"/tables/{table}/events"), guest.http.stream("GET", f"/tables/{table}/events"):
            guest.get(f"/tables/{table}/events", 429)
        with serving.guest().http.stream("GET", f"/tables/{table}/events") as answer:
            assert answer.status_code == 200


def test_names_are_bounded_and_harmless(ann: Guest) -> None:
    assert ann.ask("PATCH", "/me", json={"name": "  <i>Ann\u202e\n e</i>" + "x" * 50})["name"] == "<i>Ann e</i>xxxxxxxxxxxx"
    ann.ask("PATCH", "/me", 422, json={"name": "x" * 81})


def test_ones_data_can_be_taken_along_and_erased(ann: Guest, bob: Guest) -> None:
    ann.ask("PATCH", "/me", json={"name": "Ann"})
    table = ann.open("new-york", "you", "open")
    bob.join(ann, table, name="Bob")
    ann.post(f"/tables/{table}/start")
    ann.post(f"/tables/{table}/chat", {"text": "my secret"})
    bob.post(f"/tables/{table}/chat", {"text": "bob's word"})
    data = ann.get("/me/export")
    assert data["name"] == "Ann"
    assert data["tables"][0]["chat"][0]["text"] == "my secret"
    assert "bob's word" not in str(data)
    ann.ask("DELETE", "/me", 204)
    log = bob.get(f"/tables/{table}/log")
    assert "my secret" not in str(log)
    assert "bob's word" in str(log)
    info = bob.get(f"/tables/{table}")
    assert info["seats"][0]["name"] == "somebody"
    assert info["seats"][0]["away"]  # a bot plays on
    assert ann.get("/me") == {"name": "", "tables": [], "boards": [], "uploads": True}


def test_the_server_tells_how_it_is(server: Serving) -> None:
    assert httpx.get(f"{server.url}/healthz").text == "alive\n"
    assert httpx.get(f"{server.url}/readyz").text == "ready\n"
    metrics = httpx.get(f"{server.url}/metrics").text
    assert "allaboard_requests_total" in metrics
    assert "allaboard_event_streams" in metrics


def test_nobody_waits_for_garbage(server: Serving) -> None:
    """All objects of all tables are looked through for garbage far less often than Python would by itself."""
    assert gc.get_threshold() == COLLECT
