"""Strangers who do the server harm, for `soak.py`: boards made to hurt, floods, half requests, thinking that nobody waits for."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from load import Connection

from allaboard.editions import EditionError, load_text

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from hostile_boards import hostile_boards, write
from mutants import VALUES, mutated_board, mutated_record, records

__all__ = ["ATTACKS", "EDITIONS", "Attacker", "prepare"]

EDITIONS = ("usa", "new-york", "london", "usa-anniversary")
REST = 330.0
"""Seconds after which a table that nobody looks at is surely no longer in memory."""
TWO_SEATS = [{"kind": "you"}, {"kind": "you"}]
MEANT = {"unavailable", "limit"}
ODD_PATHS = (
    "/%00",
    "/" + "a" * 9000,
    "/api/v1/tables/%ED%A0%80",
    "/api/v1/../../etc/passwd",
    "/api/v1/editions/own-%00",
    "/api/v1/tables/x/view",
)


class Attacker:
    """Somebody at one of a few addresses who does one harmful thing again and again."""

    def __init__(
        self, port: int, number: int, statuses: Counter[str], faults: list[str], played: Callable[[], list[str]] = lambda: []
    ) -> None:
        self.port, self.chance, self.statuses, self.faults = port, random.Random(number), statuses, faults
        self.played = played
        """Returns the addresses of tables at which others play."""
        self.resting: list[tuple[float, str]] = []
        """Tables of one's own that were left alone, and since when."""
        self.made: list[str] = []
        """Ids of tables or keys of boards that one has made, those made last."""
        self.headers = f"X-Forwarded-For: 192.0.2.{number % 8}\r\n"

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """One request on a connection of its own, sometimes without a cookie; who one is stays the same."""
        connection = await Connection(self.port, self.headers).connect()
        connection.cookie = self.cookie if self.chance.random() < 0.9 else ""
        known = connection.cookie or not self.cookie
        try:
            status, told = await connection.ask(method, path, body)
        finally:
            connection.close()
        if known:
            self.cookie = connection.cookie
        self.statuses[f"{status}"] += 1
        kind = str(told.get("type", "")).rpartition("/")[2].rpartition(":")[2] if isinstance(told, dict) else ""
        if status >= 500 and not (status == 503 and kind in MEANT):
            self.faults.append(f"{method} {path[:80]}: {status} {told}")
        return told

    async def listen(self, method: str, path: str, body: Any = None) -> None:
        """Ask for something that takes long, and be gone after a moment."""
        connection = await Connection(self.port, self.headers).connect()
        connection.cookie = self.cookie
        try:
            status, _ = await connection.ask(method, path, body)
            self.statuses[f"{status}"] += 1
            await asyncio.sleep(self.chance.choice((0.0, 0.05, 1.0)))
        finally:
            connection.close()

    def keep(self, made: str) -> None:
        """Remember what one has made, not without end."""
        self.made = [*self.made[-199:], made]

    async def ask_for_rested(self, path: str | None = None) -> None:
        """Leave a table alone from now on; ask for all at once that were left alone until they are surely no longer in memory."""
        if path is not None:
            self.resting.append((time.monotonic(), path))
        rested = [path for since, path in self.resting if time.monotonic() - since > REST]
        self.resting = [(time.monotonic() if path in rested else since, path) for since, path in self.resting]
        await asyncio.gather(*(self.ask("GET", path) for path in rested))

    async def live(self, attack: Callable[[Attacker], Coroutine[Any, Any, None]]) -> None:
        """Attack until it is stopped, now and then as somebody new; a connection that the server ends is an answer too."""
        self.cookie = ""
        while True:
            if self.chance.random() < 0.1:
                self.cookie = ""
            with suppress(OSError, asyncio.IncompleteReadError):
                await attack(self)
            await asyncio.sleep(self.chance.uniform(0, 0.2))


@cache
def sources() -> list[str]:
    """Return records to be uploaded, the first of them of a whole game."""
    return [json.dumps(record) for record in records()]


@cache
def boards() -> list[dict[str, str]]:
    """Return boards made to hurt, as they are uploaded."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [write(board, Path(folder)) for board in hostile_boards()]
        return [
            {"edition": path.read_text("utf-8"), "board": path.with_name(f"{path.stem}.board.toml").read_text("utf-8")} for path in paths
        ]


@cache
def legal_boards() -> list[dict[str, str]]:
    """Return those of the boards made to hurt that are taken."""
    legal = []
    for board in boards():
        with suppress(EditionError):
            load_text(board["edition"], lambda _, text=board["board"]: text)
            legal.append(board)
    return legal


def board_anew(chance: random.Random) -> dict[str, str]:
    """Return a board made to hurt that is taken and that nobody has uploaded: it has another title."""
    board = chance.choice(legal_boards())
    return {**board, "edition": board["edition"].replace('title = "', f'title = "{chance.randrange(10**9)} ', 1)}


def prepare() -> None:
    """Make what takes long before anybody measures anything: the load must not keep itself waiting, for garbage neither."""
    sources()
    legal_boards()
    gc.collect()
    gc.freeze()


async def upload_mutants(self: Attacker) -> None:
    if self.chance.random() < 0.5:
        await self.ask("POST", "/api/v1/editions", mutated_board(self.chance))
    else:
        await self.ask("POST", "/api/v1/records", {"record": mutated_record(self.chance.choice(sources()), self.chance)})


async def play_on_hostile_boards(self: Attacker) -> None:
    """Upload a board that was made to hurt, look at it in every way, and let experts play on it."""
    told = await self.ask("POST", "/api/v1/editions", self.chance.choice(boards()))
    if isinstance(told, dict) and "key" in told:
        for look in ("", "/geometry", "/board.svg"):
            await self.ask("GET", f"/api/v1/editions/{told['key']}{look}")
        seats = [{"kind": "bot", "bot": self.chance.choice(("expert", "hard", "search:50", "planner"))} for _ in range(4)]
        await self.ask("POST", "/api/v1/tables", {"edition": told["key"], "seats": seats, "begin": True, "pace": 0})
    await asyncio.sleep(2)


async def open_expert_tables(self: Attacker) -> None:
    body = {"edition": self.chance.choice(EDITIONS), "seats": [{"kind": "bot", "bot": "expert"}] * 4, "begin": True, "pace": 0}
    await self.ask("POST", "/api/v1/tables", body)
    await asyncio.sleep(1)


async def flood(self: Attacker) -> None:
    for _ in range(20):
        await self.ask("GET", self.chance.choice((*ODD_PATHS, "/api/v1/editions/usa/board.svg", "/api/v1/editions", "/", "/metrics")))


async def send_half_requests(self: Attacker) -> None:
    """Requests that never end, a hundred at a time."""
    halves = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n{",
        b"G",
        b"",
    )
    opened = []
    try:
        for _ in range(100):
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            opened.append(writer)
            writer.write(self.chance.choice(halves))
        await asyncio.sleep(self.chance.uniform(1, 15))
    finally:
        for writer in opened:
            writer.close()


async def undo_and_ask(self: Attacker) -> None:
    """A table of two seats on one device where somebody acts, undoes and asks for hints as fast as may be."""
    body = {"edition": "usa", "seats": [{"kind": "you"}, {"kind": "you"}], "begin": True, "undo": True, "hints": True}
    table = await self.ask("POST", "/api/v1/tables", body)
    if not isinstance(table, dict) or "id" not in table:
        await asyncio.sleep(1)
        return
    path = f"/api/v1/tables/{table['id']}"
    for _ in range(60):
        shown = await self.ask("GET", f"{path}/view?seat={self.chance.randrange(2)}")
        if isinstance(shown, dict) and (you := (shown.get("view") or {}).get("you")):
            legal = you.get("legal") or ["nothing"]
            action = self.chance.choice([self.chance.choice(legal), "x" * 60_000, "\x00", 7, None])
            await self.ask("POST", f"{path}/actions", {"action": action, "seen": shown["n"], "seat": shown["seat"]})
        for request in ("undo", "hints", "log", "replay", "record"):
            await self.ask("POST" if request == "undo" else "GET", f"{path}/{request}", {"seen": 1} if request == "undo" else None)


async def leave_streams_open(self: Attacker) -> None:
    """Streams that nobody reads, every other one with requests sent ahead behind it."""
    connections = [await Connection(self.port, self.headers).connect() for _ in range(40)]
    body = {"edition": "london", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "normal"}], "begin": True}
    try:
        status, table = await connections[0].ask("POST", "/api/v1/tables", body)
        if status == 201:
            for number, connection in enumerate(connections):
                head = f"GET /api/v1/tables/{table['id']}/events HTTP/1.1\r\nHost: localhost\r\n{self.headers}"
                ahead = f"GET /%00 HTTP/1.1\r\nHost: {'x' * 30_000}\r\n\r\n" * (number % 2)
                connection.writer.write(f"{head}Cookie: {connections[0].cookie}\r\n\r\n{ahead}".encode())
        await asyncio.sleep(self.chance.uniform(1, 20))
    finally:
        for connection in connections:
            connection.close()


async def analyse_positions(self: Attacker) -> None:
    """Positions of every size, tried, thought about and left alone: nobody waits for an answer."""
    seats = self.chance.choice((2, 2, 5, 10**6))
    position: dict[str, Any] = {"players": seats, "hands": [{"wild": self.chance.randrange(20)} for _ in range(min(seats, 9))]}
    if self.chance.random() < 0.3:
        position[self.chance.choice(("claimed", "tickets", "market", "deck", "turn", "offer"))] = self.chance.choice(
            (*VALUES, ["x" * 50] * 20_000, {f"card {n}": n for n in range(20_000)})
        )
    setup = {"edition": self.chance.choice(EDITIONS), "position": position, "unseen_cards": [9] * min(seats, 5)}
    await self.ask("POST", "/api/v1/analysis", setup)
    await self.ask("POST", "/api/v1/analysis/moves", {**setup, "action": "draw deck"})
    await self.listen("POST", "/api/v1/analysis/advice", {**setup, "open_hands": self.chance.random() < 0.5})
    await self.ask("POST", "/api/v1/analysis/tables", {**setup, "bot": "expert"})


async def review_and_branch(self: Attacker) -> None:
    """The coach asked about one game after the other, for a moment each."""
    table = await self.ask("POST", "/api/v1/records", {"record": json.loads(sources()[0])})
    if not isinstance(table, dict) or "id" not in table:
        await asyncio.sleep(1)
        return
    path = f"/api/v1/tables/{table['id']}"
    for _ in range(20):
        n = self.chance.choice((1, 2, 20, 40, 10**6))
        await self.listen("GET", f"{path}/review/events")
        await self.ask("POST", f"{path}/moments/{n}/answers", {"action": self.chance.choice(("draw deck", "\x00", "x" * 500))})
        await self.ask("POST", f"{path}/branches", {"n": n, "seat": self.chance.randrange(3), "anew": True, "bot": "expert"})
        for look in (
            f"moments/{n}",
            f"positions/{n}",
            "review",
            "result",
            "replay?seat=all",
            "fairness",
            "pictures/poster.png",
            "pictures/preview.png",
        ):
            await self.ask("GET", f"{path}/{look}")


async def solve_puzzles(self: Attacker) -> None:
    """Every puzzle tried with everything, by a new guest each time."""
    self.cookie = ""
    await self.ask("GET", "/api/v1/puzzles")
    told = await self.ask("GET", "/api/v1/puzzles/today")
    puzzle = told.get("id", "0" * 10) if isinstance(told, dict) else "0" * 10
    for action in ("draw deck", None, "x" * 500, "\x00", 7):
        await self.ask("POST", f"/api/v1/puzzles/{puzzle}/attempts", {"action": action})
    await self.ask("GET", f"/api/v1/puzzles/next?theme={self.chance.choice(('', 'x', '%00'))}")


async def come_and_go(self: Attacker) -> None:
    """A whole life: a name, a board, a table, words, an export, and everything erased."""
    edition, board = mutated_board(self.chance)["edition"], mutated_board(self.chance)["board"]
    await self.ask("PATCH", "/api/v1/me", {"name": self.chance.choice(("Ann", "\u202e" * 40, "x" * 5000))})
    await self.ask("POST", "/api/v1/editions", {"edition": edition, "board": board})
    body = {"edition": "new-york", "seats": [{"kind": "you"}, {"kind": "open"}], "training": True, "hints": True, "chat": True}
    table = await self.ask("POST", "/api/v1/tables", body)
    if isinstance(table, dict) and "id" in table:
        path = f"/api/v1/tables/{table['id']}"
        for _ in range(10):
            await self.ask("POST", f"{path}/chat", {"text": "x" * self.chance.choice((1, 200, 100_000))})
        for request in ("start", "seats/0/token", "leave", "return", "rematch", "hold", "go-on"):
            await self.ask("POST", f"{path}/{request}")
        for look in ("training", "hints", "log?words=true"):
            await self.ask("GET", f"{path}/{look}")
    await self.ask("GET", "/api/v1/me/export")
    await self.ask("DELETE", "/api/v1/me")
    await asyncio.sleep(1)


async def open_long_logs(self: Attacker) -> None:
    """Tables full of claims taken back, left alone until they are no longer in memory, then all asked for at once."""
    body = {"edition": "usa", "seats": [{"kind": "you"}, {"kind": "you"}], "begin": True, "undo": True}
    table = await self.ask("POST", "/api/v1/tables", body)
    if isinstance(table, dict) and "id" in table:
        path = f"/api/v1/tables/{table['id']}"
        for _ in range(600):
            shown = await self.ask("GET", f"{path}/view")
            legal = ((shown.get("view") or {}).get("you") or {}).get("legal") if isinstance(shown, dict) else None
            if not legal:
                await asyncio.sleep(1)  # so fast nobody may ask
                continue
            claims = [action for action in legal if action.startswith("claim")]
            others = [action for action in legal if action not in claims]
            action = self.chance.choice(claims if claims and (shown["n"] > 60 or not others) else others)
            told = await self.ask("POST", f"{path}/actions", {"action": action, "seen": shown["n"], "seat": shown["seat"]})
            if action in claims and isinstance(told, dict) and "n" in told:
                await self.ask("POST", f"{path}/undo", {"seen": told["n"], "seat": shown["seat"]})
        await self.ask_for_rested(path)
    else:
        await self.ask_for_rested()


async def read_logs_of_others(self: Attacker) -> None:
    """Logs of a table at which somebody plays, in words, many at a time; and its news from the beginning."""
    if not (paths := self.played()):
        await asyncio.sleep(1)
        return
    path = self.chance.choice(paths)
    logs = (self.ask("GET", f"{path}/log?words=true") for _ in range(12))
    await asyncio.gather(*logs, *(self.listen("GET", f"{path}/events?after=0") for _ in range(4)))


async def hurry_clocks(self: Attacker) -> None:
    """Small tables with clocks: acts held up and taken back, seats left and taken again, and time that runs out at many tables at once."""
    per, seconds = self.chance.choice((("move", 1), ("move", 30), ("player", 2), ("player", 60)))
    body = {
        "edition": self.chance.choice(("new-york", "london")),
        "seats": [{"kind": "you"}, self.chance.choice(({"kind": "you"}, {"kind": "bot", "bot": "easy"}))],
        "clock": {"per": per, "seconds": seconds, "increment": self.chance.choice((0, 1)) if per == "player" else 0},
        "begin": True,
        "undo": True,
        "pace": 0,
    }
    table = await self.ask("POST", "/api/v1/tables", body)
    if isinstance(table, dict) and "id" in table:
        path = f"/api/v1/tables/{table['id']}"
        self.keep(path)
        for _ in range(10):
            shown = await self.ask("GET", f"{path}/view")
            if isinstance(shown, dict) and (legal := ((shown.get("view") or {}).get("you") or {}).get("legal")):
                seat = shown["seat"]
                told = await self.ask("POST", f"{path}/actions", {"action": self.chance.choice(legal), "seen": shown["n"], "seat": seat})
                await self.ask("POST", f"{path}/hold?seat={seat}&seconds=8")
                if isinstance(told, dict) and "n" in told:
                    await self.ask("POST", f"{path}/undo", {"seen": told["n"], "seat": seat})
                await self.ask("POST", f"{path}/go-on?seat={seat}")
            if self.chance.random() < 0.3:
                await self.ask("POST", f"{path}/leave")
                await self.ask("POST", f"{path}/return")
    # the clocks of all those tables run on, and somebody comes back now and then
    for path in self.chance.sample(self.made, min(3, len(self.made))):
        await self.ask("POST", f"{path}/return")
        await self.ask("GET", path)
    await asyncio.sleep(1)


async def ask_for_previews(self: Attacker) -> None:
    """Links and pictures of tables and boards: one's own, those of others, and such as there are none."""
    kind = self.chance.choice(("record", "game", "board"))
    if kind == "record":
        told = await self.ask("POST", "/api/v1/records", {"record": json.loads(sources()[0])})
    elif kind == "game":
        seats = [{"kind": "bot", "bot": "easy"}] * 2
        told = await self.ask("POST", "/api/v1/tables", {"edition": "new-york", "seats": seats, "begin": True, "pace": 0})
    else:
        told = await self.ask("POST", "/api/v1/editions", board_anew(self.chance))
        if isinstance(told, dict) and "key" in told:
            await self.ask("GET", f"/api/v1/editions/{told['key']}/preview.png")
            told = await self.ask("POST", "/api/v1/tables", {"edition": told["key"], "seats": TWO_SEATS, "begin": True})
    if isinstance(told, dict) and "id" in told:
        self.keep(told["id"])
    others = [path.rpartition("/")[2] for path in self.played()]
    made_up = ["".join(self.chance.choices("23456789abcdefghjkmnpqrstuvwxyz", k=20)), "x", "%00", "x" * 5000]
    for _ in range(8):
        one = self.chance.choice(self.chance.choice([known for known in (self.made, others, made_up) if known]))
        for look in ("/table/{}", "/replay/{}?n=12", "/puzzles/{}", "/record/{}", "/api/v1/tables/{}/record"):
            await self.ask("GET", look.format(one))
        for picture in ("poster.png", "poster.svg", "preview.png"):
            await self.ask("GET", f"/api/v1/tables/{one}/pictures/{picture}")
        await self.ask("GET", f"/api/v1/editions/{self.chance.choice((*EDITIONS, f'own-{0:032x}'))}/preview.png")


async def cycle_boards(self: Attacker) -> None:
    """More boards than stay in memory, asked for in turns at every door that reads one, by a new guest each time."""
    for _ in range(1 if len(self.made) > 50 else 4):
        board = mutated_board(self.chance) if self.chance.random() < 0.1 else board_anew(self.chance)
        told = await self.ask("POST", "/api/v1/editions", board)
        if isinstance(told, dict) and "key" in told:
            self.keep(told["key"])
            table = await self.ask("POST", "/api/v1/tables", {"edition": told["key"], "seats": TWO_SEATS, "begin": True})
            if isinstance(table, dict) and "id" in table:
                await self.ask_for_rested(f"/api/v1/tables/{table['id']}")
    await self.ask_for_rested()
    for _ in range(10):
        if not self.made:
            break
        key = self.made.pop(0)  # the one that was asked for longest ago
        self.keep(key)
        self.cookie = ""
        setup = {"edition": key, "position": {"players": 2, "hands": [{"red": 3, "wild": 1}, {}], "turn": 0}, "unseen_tickets": [3, 3]}
        doors: list[tuple[str, str, Any]] = [
            ("GET", f"/api/v1/editions/{key}", None),
            ("GET", f"/api/v1/editions/{key}/geometry", None),
            ("GET", f"/api/v1/editions/{key}/board.svg?routes=true", None),
            ("GET", f"/api/v1/editions/{key}/preview.png", None),
            ("POST", "/api/v1/analysis", setup),
            ("POST", "/api/v1/analysis/moves", {**setup, "action": "draw deck"}),
            ("POST", "/api/v1/analysis/card", {**setup, "heading": "x", "caption": "x"}),
            ("POST", "/api/v1/analysis/tables", {**setup, "bot": "easy"}),
            ("POST", "/api/v1/tables", {"edition": key, "seats": TWO_SEATS, "begin": True}),
            *(
                ("GET", f"/table/{path.rpartition('/')[2]}", None)
                for _, path in self.chance.sample(self.resting, min(1, len(self.resting)))
            ),
        ]
        # the first that is asked for has the board read; the others find it there, and keep something of it
        for method, path, body in self.chance.sample(doors, 4):
            await self.ask(method, path, body)
        await self.listen("POST", "/api/v1/analysis/advice", setup)


ATTACKS = (
    upload_mutants,
    play_on_hostile_boards,
    open_expert_tables,
    flood,
    send_half_requests,
    undo_and_ask,
    leave_streams_open,
    analyse_positions,
    review_and_branch,
    solve_puzzles,
    come_and_go,
    open_long_logs,
    read_logs_of_others,
    hurry_clocks,
    ask_for_previews,
    cycle_boards,
)
