"""What a move costs on the wire: one request, one line of the stream for each seat, and at most half the bytes of the first interface.

With four people on USA that one took five requests and 52,296 bytes a move (docs/http-api.md). This tells today's:

    python -m pytest tests/server/test_wire.py -m slow -s
"""

import json
import random
import threading
from contextlib import suppress
from typing import Any

import httpx
import pytest

from serving import Guest, Serving, until

SEATS = 4
BEFORE = 52_296


class Listener:
    """The event stream of a seat, or of a spectator, read byte by byte as it comes."""

    def __init__(self, guest: Guest, table: str, seat: int | None, after: int) -> None:
        self.query = {"after": after, "now": True} | ({} if seat is None else {"seat": seat})
        self.bytes = 0
        self.lines: list[dict[str, Any]] = []
        self.thread = threading.Thread(target=self.read, args=(guest, table), daemon=True)
        self.thread.start()

    def read(self, guest: Guest, table: str) -> None:
        # A game that is not played to its end leaves the stream open until everybody goes; lines that are lost before that are missed.
        with suppress(httpx.ReadError), guest.http.stream("GET", f"/tables/{table}/events", params=self.query, timeout=60) as answer:
            assert "content-encoding" not in answer.headers
            waiting = b""
            for part in answer.iter_raw():
                waiting += part
                *events, waiting = waiting.split(b"\n\n")
                for event in events:
                    data = [line for line in event.split(b"\n") if line.startswith(b"data: ")]
                    if data:  # heartbeats belong to nobody's move
                        self.bytes += len(event) + 2
                        self.lines.append(json.loads(data[0].removeprefix(b"data: ")))
                if self.lines and self.lines[-1]["over"]:
                    return


@pytest.mark.parametrize("most", [40, pytest.param(10_000, marks=pytest.mark.slow, id="whole game")])
def test_a_move_is_one_request_and_half_the_bytes(server: Serving, chance: random.Random, most: int) -> None:
    guests = [server.guest() for _ in range(SEATS)]
    table = guests[0].open("usa", "you", *["open"] * (SEATS - 1))
    for guest in guests[1:]:
        guest.join(guests[0], table)
    guests[0].post(f"/tables/{table}/start")
    shown = [guest.view(table, options=True) for guest in guests]
    listeners = [Listener(guest, table, seat, shown[seat]["n"]) for seat, guest in enumerate(guests)]
    spectator = Listener(server.guest(), table, None, shown[0]["n"])
    answered = moves = 0
    while moves < most and (acting := shown[0]["view"]["acting"]):
        seat = acting[0]
        legal = [option["action"] for option in shown[seat]["options"]["legal"]]
        claims = [action for action in legal if action.startswith("claim")]
        action = chance.choice(claims if claims and chance.random() < 0.5 else legal)
        body = {"action": action, "seen": shown[seat]["n"], "seat": seat}
        answer = guests[seat].http.post(f"/tables/{table}/actions", params={"now": True}, json=body)
        assert answer.status_code == 200, answer.text
        assert "content-encoding" not in answer.headers
        answered, moves = answered + len(answer.content), moves + 1
        until(lambda: {len(listener.lines) for listener in (*listeners, spectator)} == {moves}, pause=0.001)  # noqa: B023
        for other, listener in enumerate(listeners):
            line = answer.json() if other == seat else listener.lines[-1]
            shown[other] = line["now"]  # nothing else need be asked
            assert shown[other]["n"] == answer.json()["n"]
        watched = spectator.lines[-1]["now"]
        assert (watched["n"], watched["seat"], watched["view"]["you"]) == (answer.json()["n"], None, None)
    streamed = sum(listener.bytes for listener in listeners)
    print(f"\n{moves} moves: {answered / moves:.0f} bytes answered and {streamed / moves:.0f} streamed to {SEATS} seats a move")
    assert answered + streamed <= moves * BEFORE / 2
