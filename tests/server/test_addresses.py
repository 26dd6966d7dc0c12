"""Who is asking from where, and by what name: proxies, addresses and hosts. With a real proxy in front, and without."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from allaboard.server import limits
from allaboard.server.middleware.cookies import COOKIE
from allaboard.server.middleware.hosts import Hosts
from allaboard.server.settings import Settings
from serving import API, Guest, Serving, served


class Proxy(threading.Thread):
    """A reverse proxy as small as can be: one request a connection, `X-Forwarded-For` added as a header line of its own or appended."""

    def __init__(self, serving: Serving, *, appends: bool) -> None:
        super().__init__(daemon=True)
        self.target, self.appends = int(serving.url.rpartition(":")[2]), appends
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.seen_as = "198.51.100.7"

    def run(self) -> None:
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            with client, socket.create_connection(("127.0.0.1", self.target)) as server:
                data = b""
                while b"\r\n\r\n" not in data:
                    data += client.recv(65536)
                top, _, body = data.partition(b"\r\n\r\n")
                lines = [line for line in top.split(b"\r\n") if not line.lower().startswith(b"connection:")]
                own = f"X-Forwarded-For: {self.seen_as}".encode()
                sent = [line for line in lines if line.lower().startswith(b"x-forwarded-for:")]
                if self.appends and sent:
                    lines[lines.index(sent[-1])] = sent[-1] + f", {self.seen_as}".encode()
                else:
                    lines.append(own)
                length = next((int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:")), 0)
                while len(body) < length:
                    body += client.recv(65536)
                server.sendall(b"\r\n".join([*lines, b"Connection: close", b"", b""]) + body)
                while answer := server.recv(65536):
                    client.sendall(answer)


@pytest.fixture(autouse=True)
def hardly_filling(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is: an address has 200 guesses, and no more."""
    monkeypatch.setitem(limits.RATES, "join", limits.Rate(20, 0.001))


@contextmanager
def behind(serving: Serving, *, appends: bool) -> Iterator[Proxy]:
    proxy = Proxy(serving, appends=appends)
    proxy.start()
    try:
        yield proxy
    finally:
        proxy.listening.close()


def guesses(url: str, *forwarded: str, count: int = 202) -> list[int]:
    """Guess codes, each time as somebody new from somewhere else, if one is to be believed."""
    statuses = []
    with httpx.Client(base_url=f"{url}{API}", timeout=20) as stranger:
        for number in range(count):
            stranger.cookies.clear()
            headers = [("X-Forwarded-For", told.format(number)) for told in forwarded]
            statuses.append(stranger.post("/join", json={"invite": "AAAAAA"}, headers=headers).status_code)
    return statuses


@pytest.mark.parametrize("told", [("203.0.113.{}",), ("203.0.113.{}", "203.0.113.{}"), ("203.0.113.{}, 127.0.0.1",)])
def test_without_a_proxy_nobody_is_believed_about_their_address(tmp_path: Path, told: tuple[str, ...]) -> None:
    """`trust_proxy` is off: not even what comes from this machine is taken for a proxy's word."""
    with served(tmp_path, rate_limits=True) as serving:
        assert guesses(serving.url, *told)[-1] == 429


@pytest.mark.parametrize("appends", [True, False], ids=["appended", "a line of its own"])
def test_behind_a_proxy_only_its_own_word_counts(tmp_path: Path, appends: bool) -> None:
    """Whatever a client claims to come from, the proxy adds what it saw; others behind the proxy are not concerned."""
    with served(tmp_path, rate_limits=True, trust_proxy=True) as serving, behind(serving, appends=appends) as proxy:
        assert guesses(proxy.url, "203.0.113.{}")[-1] == 429
        proxy.seen_as = "198.51.100.8"
        assert guesses(proxy.url, "198.51.100.7", count=1) == [404]
        proxy.seen_as = "2001:db8:1::1"
        guesses(proxy.url)
        for neighbour, status in (
            ("2001:db8:1::2", 429),
            ("[2001:db8:1::3]:4711", 429),
            ("2001:db8:2::1", 404),
            ("::ffff:198.51.100.7", 429),
        ):
            proxy.seen_as = neighbour
            assert guesses(proxy.url, count=1) == [status], neighbour


def test_a_proxy_tells_of_https_only_where_it_is_trusted(tmp_path: Path) -> None:
    for trusted in (True, False):
        with served(tmp_path, trust_proxy=trusted) as serving:
            answer = httpx.get(f"{serving.url}{API}/me", headers={"X-Forwarded-Proto": "https"})
            assert ("; Secure" in answer.headers["set-cookie"]) == trusted


def test_the_host_must_be_ours(server: Serving) -> None:
    """A page whose name was given our address can ask by that name alone, and by that name we are not at home."""
    port = server.url.rpartition(":")[2]
    for host in ("localhost", f"localhost:{port}", "127.0.0.1", f"127.0.0.1:{port}", f"[::1]:{port}", "LOCALHOST.", "localhost:1"):
        assert httpx.get(f"{server.url}{API}/me", headers={"Host": host}).status_code == 200, host
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "192.168.1.5",
        "[::2]",
        "localhost:80@evil.example",
        "[::1]:80@evil.example",
        "localhost:80/evil.example",
        "",
        socket.gethostname(),
    ):
        for path in ("/", f"{API}/me", "/readyz", "/nothing"):
            answer = httpx.get(f"{server.url}{path}", headers={"Host": host})
            assert answer.status_code == 421, host
            assert answer.headers["content-type"] == "application/problem+json"
        assert "allowed_hosts" in answer.json()["detail"]


def test_a_request_without_a_host(server: Serving) -> None:
    """HTTP/1.1 demands one; old probes by HTTP/1.0 know none."""
    for version, status in (("1.1", b"400"), ("1.0", b"200")):
        with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))) as one:
            one.sendall(f"GET /healthz HTTP/{version}\r\n\r\n".encode())
            assert one.recv(1000).split(b" ")[1] == status


def knows(asked: str, came_in_by: str = "127.0.0.1", **settings: object) -> bool:
    made = Hosts(Settings(**settings))  # type: ignore[arg-type]
    return made.knows(asked, {"type": "http", "server": (came_in_by, 8000)})


def test_which_hosts_are_ours() -> None:
    """Loopback by default; in the network at home the machine's own names and addresses; and what the operator says."""
    machine = socket.gethostname().lower().partition(".")[0]
    for host in ("0.0.0.0", "::"):
        assert knows("192.168.1.5:8000", "192.168.1.5", host=host)
        assert knows("[fd00::5]:8000", "fd00::5", host=host)
        assert knows("192.168.1.5", "::ffff:192.168.1.5", host=host)
        assert not knows("192.168.1.6", "192.168.1.5", host=host)
        assert knows(f"{machine}.local:8000", "192.168.1.5", host=host)
        assert knows(machine.upper(), "192.168.1.5", host=host)
        assert knows("localhost", host=host)
        assert not knows(f"{machine}.evil.example", "192.168.1.5", host=host)
        assert not knows("evil.example", "192.168.1.5", host=host)
    assert knows("192.168.1.5", "192.168.1.5", host="192.168.1.5")
    assert not knows("192.168.1.5", "192.168.1.5")
    assert knows("trains.example", public_url="https://trains.example")
    assert knows("Trains.Example:443", public_url="https://trains.example:443/")
    assert not knows("trains.example.evil", public_url="https://trains.example")
    assert knows("games.example", allowed_hosts=("games.example", "other.example:8000"))
    assert knows("other.example", allowed_hosts=("games.example", "other.example:8000"))
    assert knows("whatever.example", allowed_hosts=("*",))


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_playing_in_the_same_network_is_one_flag(tmp_path: Path, host: str) -> None:
    """With `--host` friends reach the table by the address of the machine; without, the same address is refused."""
    own = own_address()
    with served(tmp_path, host=host, listen="0.0.0.0") as serving:
        url = serving.url.replace("127.0.0.1", own)
        friend = Guest(url)
        answer = friend.http.post("/join", json={"invite": "AAAAAA"}, headers={"Origin": url})
        friend.http.close()
        assert answer.status_code == (404 if host == "0.0.0.0" else 421)


def own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            pytest.skip("this machine is in no network")
        return str(one.getsockname()[0])


PATHS = [
    "/%00",
    "/a%00b",
    f"{API}/tables/%00",
    f"{API}/editions/%00",
    "/%0a",
    "/%7f",
    "/%ed%a0%80",
    "/%ff%fe",
    f"{API}/me?x=%00",
    "/" + "x" * 300,
]
LONG = ["/" + "x" * 3000, f"{API}/tables/{'x' * 3000}", f"/?{'x' * 3000}", "/" + "%00" * 1000, "/" + "a/" * 2000]


@pytest.mark.parametrize("path", [*PATHS, *LONG], ids=lambda path: path[:24])
def test_odd_addresses_are_refused_in_good_form(server: Serving, path: str) -> None:
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), timeout=10) as one:
        one.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while got := one.recv(65536):
            answer += got
    status = int(answer.split(b" ")[1])
    if "?x=" not in path:
        assert status == 414 if path in LONG else status in (404, 422), answer
        assert b"application/problem+json" in answer
    assert status < 500


def test_a_cookie_is_renewed_while_it_is_used(server: Serving) -> None:
    """Once a day, with a new age; the guest stays the same, and who erases their data gets no new one."""
    guest = server.guest()
    guest.ask("PATCH", "/me", json={"name": "Ann"})
    secret, _, day = guest.http.cookies[COOKIE].partition(".")
    assert "set-cookie" not in guest.http.get("/me").headers  # given today
    for older in (f"{secret}.{int(day) - 1}", f"{secret}.1", secret):
        answer = httpx.get(f"{server.url}{API}/me", headers={"Cookie": f"{COOKIE}={older}"})
        assert answer.json()["name"] == "Ann"
        assert answer.headers["set-cookie"].startswith(f"{COOKIE}={secret}.{day}; Max-Age=34560000;")
    for odd in (f"{secret}.{'9' * 7}", f"{secret}.x", f"{secret}.1.1"):
        answer = httpx.get(f"{server.url}{API}/me", headers={"Cookie": f"{COOKIE}={odd}"})
        assert answer.json()["name"] == ""
    erased = httpx.delete(f"{server.url}{API}/me", headers={"Cookie": f"{COOKIE}={secret}"})
    assert erased.headers.get_list("set-cookie") == [f'{COOKIE}=""; expires=' + erased.headers["set-cookie"].partition("expires=")[2]]
    assert "Max-Age=0" in erased.headers["set-cookie"]
