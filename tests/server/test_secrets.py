"""No reader is told what it should not know: all traffic of each player and of a spectator, over whole games in all editions."""

import json
import random
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from allaboard import edition_ids, get_edition
from serving import Guest, Serving, until

# what an event tells of its own seat alone
PRIVATE = {
    "dealt": {"hand"},
    "drew": {"card"},
    "offered": {"offer"},
    "chose": {"keep", "give_back"},
    "kept": {"keep", "give_back"},
}


class Reader:
    """A guest, and everything the server ever said to them, before the game was over and after."""

    def __init__(self, server: Serving, guest: Guest) -> None:
        self.server, self.guest = server, guest
        self.before: list[str] = []
        self.after: list[str] = []
        self.ended = threading.Event()
        self.thread: threading.Thread | None = None

    def hear(self, text: str, *, over: bool = False) -> None:
        (self.after if over else self.before).append(text)

    def ask(self, method: str, path: str, **more: Any) -> Any:
        answer = self.guest.http.request(method, path, **more)
        told = "json" in answer.headers.get("content-type", "")
        self.hear(answer.text if told else f"{answer.headers}\n{answer.text}")
        return answer.json() if told else None

    def follow(self, table: str) -> None:
        stream = self.server.guest(self.guest)  # by now the guest is known by a cookie, and has a seat

        def listen() -> None:
            for told in stream.events(table, now=True):
                self.hear(json.dumps(told, ensure_ascii=False), over=told["over"])
                if told["over"]:
                    break
            self.ended.set()

        self.thread = threading.Thread(target=listen, daemon=True)
        self.thread.start()


def walk(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from walk(inner)


def check_objects(texts: list[str], eyes: set[int]) -> set[str]:
    """Check every object of the traffic; returns the tickets that the reader was lawfully shown."""
    tickets: set[str] = set()
    taken: Counter[tuple[int, str]] = Counter()
    seen: set[str] = set()
    objects = [told for text in texts if text[0] in "[{" for told in walk(json.loads(text))]
    for told in objects:
        if told.get("kind") == "took" and (line := json.dumps(told)) not in seen:
            seen.add(line)
            taken[told["seat"], told["card"]] += 1
    for told in objects:
        kind = told.get("kind")
        if kind in PRIVATE:
            if told["seat"] in eyes:
                tickets |= {ticket for key in ("offer", "keep", "give_back") for ticket in told.get(key, [])}
            else:
                assert not PRIVATE[kind] & set(told), told
                if kind == "drew" and "words" in told:
                    assert told["words"].endswith("draws a card from the deck.")
        if "you" in told and "market" in told:
            assert told["seat"] in (eyes or {None})
            assert (told["you"] is None) == (not eyes)
            for other in told["seats"]:
                for card, count in other["known_cards"].items():
                    assert count <= taken[other["seat"], card], f"seat {other['seat']} was not seen to take {count} {card}"
                assert set(other) == {"seat", "pieces", "cards", "known_cards", "tickets", "offer", "chosen", "points"}
                assert isinstance(other["tickets"], int)
                assert isinstance(other["offer"], int)
    return tickets


LONG = [pytest.param(name, marks=[pytest.mark.slow] * (get_edition(name).pieces > 20)) for name in edition_ids()]


@pytest.mark.parametrize("name", LONG)
def test_nobody_is_told_a_secret(server: Serving, name: str) -> None:
    chance = random.Random(name)
    readers = [Reader(server, server.guest()) for _ in range(3)]
    ann, bob, watcher = readers
    last = "random" if get_edition(name).max_players > 4 else "greedy"
    # without undo: among people bots would wait for what may be taken back
    table = ann.guest.open(name, "you", "open", "random", last, listed=True, undo=False)
    bob.guest.join(ann.guest, table)
    ann.guest.post(f"/tables/{table}/start")
    for reader in readers:
        reader.follow(table)
    for round_number in range(2000):
        for reader in (ann, bob):
            shown = reader.ask("GET", f"/tables/{table}/view")
            if shown["status"] == "over":
                reader.hear(reader.before.pop(), over=True)
                break
            seat, view = shown["seat"], shown["view"]
            if seat in view["acting"]:
                body = {"action": chance.choice(view["you"]["legal"]), "seen": shown["n"]}
                reader.ask("POST", f"/tables/{table}/actions?now=true", json=body)
        else:
            if round_number % 10 == 0:
                for reader in readers:
                    for path in (
                        "",
                        "/view",
                        "/log",
                        "/log?words=true",
                        "/options",
                        "/fairness",
                        "/result",
                        "/record",
                        "/replay?seat=all",
                        "/pictures/poster.svg",
                        "/review",
                        "/moments/3",
                        "/positions/3",
                        "/hints",
                        "/events?seat=9",
                    ):
                        reader.ask("GET", f"/tables/{table}{path}")
                        if server.app.state.services.tables._cache[table].live.header.status == "over":
                            reader.hear(reader.before.pop(), over=True)
                    for path in ("/tables", "/me", "/me/export"):
                        reader.ask("GET", path)
                    reader.ask("POST", f"/tables/{table}/actions", json={"action": "draw deck", "seen": 1})
                    reader.ask("POST", f"/tables/{table}/undo", json={"seen": 1})
            continue
        break
    until(lambda: all(reader.ended.is_set() for reader in readers))

    seed = ann.guest.get(f"/tables/{table}/fairness")["seed"]
    routes = {route["name"] for route in ann.guest.get(f"/editions/{name}")["routes"]}
    tickets = {ticket["name"] for ticket in ann.guest.get(f"/editions/{name}")["tickets"]} - routes
    for reader, eyes in ((ann, {0}), (bob, {1}), (watcher, set())):
        traffic = "\n".join(reader.before)
        assert len(reader.before) > 50
        assert seed not in traffic
        lawful = check_objects(reader.before, eyes)
        assert bool(lawful) == bool(eyes)
        assert {ticket for ticket in tickets if ticket in traffic} <= lawful
    assert seed in ann.guest.http.get(f"/tables/{table}/record").text
