"""People who play on while servers and databases break under them, and the check that nothing was lost, doubled or missed."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import httpx

from serving import Guest, Process, until


class Player(threading.Thread):
    """Plays for two seats of one device, against a bot; sends every action until it is acknowledged, always under the same key."""

    def __init__(self, url: str, number: int) -> None:
        super().__init__(daemon=True)
        self.chance, self.number = random.Random(number), number
        self.guest = Guest(url)
        self.acknowledged: dict[str, dict[str, Any]] = {}
        self.stopping = threading.Event()
        self.table = ""

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask until there is an answer; a server that is down, or whose database is, is asked again."""
        while True:
            try:
                answer = self.guest.http.request(method, path, **more)
                if answer.status_code != 503:
                    return answer
            except httpx.HTTPError:
                pass
            if self.stopping.wait(0.02):
                raise SystemExit

    def begin(self) -> None:
        """Open a table; what broke last may still be down."""
        until(self._opened, 30)

    def _opened(self) -> bool:
        with suppress(httpx.HTTPError, AssertionError):
            self.table = self.guest.open("new-york", "you", "you", "random", begin=True, undo=False)
        return bool(self.table)

    def run(self) -> None:
        games = 0
        while not self.stopping.is_set():
            shown = self.ask("GET", f"/tables/{self.table}/view").json()
            if shown["status"] == "over":
                return
            if not set(shown["view"]["acting"]) & {0, 1}:
                time.sleep(0.005)
                continue
            key = f"{self.number} {games} {len(self.acknowledged)} {self.chance.random()}"
            body = {"action": self.chance.choice(shown["view"]["you"]["legal"]), "seen": shown["n"], "seat": shown["seat"]}
            answer = self.ask("POST", f"/tables/{self.table}/actions", json=body, headers={"Idempotency-Key": key})
            if answer.status_code == 200:
                self.acknowledged[key] = answer.json()
            else:
                assert answer.status_code == 409, answer.text


class Listener(threading.Thread):
    """Follows a table as a browser does: when the stream breaks it comes back with the last id it had."""

    def __init__(self, player: Player) -> None:
        super().__init__(daemon=True)
        self.guest = Guest(player.guest.url)
        self.guest.http.cookies = player.guest.http.cookies
        self.table, self.stopping = player.table, player.stopping
        self.heard: list[dict[str, Any]] = []

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                for told in self.guest.events(self.table, self.heard[-1]["n"] if self.heard else 0):
                    self.heard.append(told)
                    if told["over"]:
                        return
            except (httpx.HTTPError, AssertionError):
                time.sleep(0.02)


def heard_all(heard: list[dict[str, Any]], n: int) -> bool:
    return bool(heard) and heard[-1]["n"] == n


def check(players: list[Player], listeners: list[Listener]) -> int:
    """Compare what was acknowledged and heard with what is on disk; returns how many actions were acknowledged."""
    for player, listener in zip(players, listeners, strict=True):
        log = player.ask("GET", f"/tables/{player.table}/log").json()
        assert [line["n"] for line in log] == list(range(1, len(log) + 1))
        by_n = {line["n"]: line for line in log}
        for told in player.acknowledged.values():
            assert by_n[told["n"]] == told, "an acknowledged action is lost or changed"
        own = [line for line in log if line["kind"] == "action" and line["seat"] in (0, 1)]
        assert len({told["n"] for told in player.acknowledged.values()}) == len(player.acknowledged)
        assert len(own) == len(player.acknowledged), "an action is doubled"
        until(partial(heard_all, listener.heard, len(log)), 30)
        assert listener.heard == log, "a listener missed something, or heard it twice"
    return sum(len(player.acknowledged) for player in players)


def play_through(server: Process, break_it: Iterator[None], count: int = 4) -> int:
    """Let people play while something breaks again and again; new games follow those that end."""
    total = 0
    done = False
    while not done:
        players = [Player(server.url, number) for number in range(count)]
        for player in players:
            player.begin()
        listeners = [Listener(player) for player in players]
        for thread in (*players, *listeners):
            thread.start()
        while any(player.is_alive() for player in players):
            done = next(break_it, True) or done
            if done:
                break
        for player in players:
            player.join(120)
            assert not player.is_alive()
        total += check(players, listeners)
        for thread in (*players, *listeners):
            thread.stopping.set()
        for listener in listeners:
            listener.join(20)
            listener.guest.http.close()
        for player in players:
            player.guest.http.close()
    return total
