"""A bot that needs nothing of All Aboard but its address: it plays one game over HTTP, with an HTTP library alone.

    python examples/http_bot.py http://localhost:8000              opens a table against a bot of the server and plays it
    python examples/http_bot.py http://localhost:8000 TABLE TOKEN  plays for the seat that the token was made for

The play is simple: claim the longest route that can be paid for, otherwise draw cards.
"""

from __future__ import annotations

import json
import sys
import uuid
from typing import Any

import httpx


def choose(legal: list[dict[str, Any]], market: list[str | None]) -> str:
    """One of the legal actions, as its text."""
    claims = [option for option in legal if option["kind"] == "claim"]
    if claims:
        return str(max(claims, key=lambda option: (sum(option["payment"].values()), -option["payment"].get("wild", 0)))["action"])
    keeps = [option for option in legal if option["kind"] == "keep"]
    if keeps:
        return str(min(keeps, key=lambda option: len(option["keep"]))["action"])
    common = max(set(market), key=market.count)
    takes = [option["action"] for option in legal if option["kind"] == "take" and option["card"] == common]
    blind = [option["action"] for option in legal if option["kind"] == "draw deck"]
    return str((takes or blind or [legal[0]["action"]])[0])


def act(api: httpx.Client, table: str, body: dict[str, Any]) -> None:
    """Send one action until it is answered. The key makes sure that it happens once, even when an answer was lost on the way."""
    key = str(uuid.uuid4())
    for _ in range(100):
        try:
            answer = api.post(f"/tables/{table}/actions", json=body, headers={"Idempotency-Key": key})
        except httpx.TransportError:
            continue
        if answer.status_code == 409:
            return  # the game has moved on: look again
        if answer.status_code != 503:
            answer.raise_for_status()
            return
    raise SystemExit("the server does not answer")


def play(api: httpx.Client, table: str) -> None:
    """Act whenever it is our turn; between turns the event stream tells when to look again."""
    seen = 0
    while True:
        shown = api.get(f"/tables/{table}/view").raise_for_status().json()
        seen = shown["n"]
        if shown["status"] == "over":
            return
        view = shown["view"]
        if view and shown["seat"] in view["acting"]:
            options = api.get(f"/tables/{table}/options").raise_for_status().json()
            if options["legal"]:
                act(api, table, {"action": choose(options["legal"], view["market"]), "seen": seen})
            continue
        with api.stream("GET", f"/tables/{table}/events", params={"after": seen}) as news:
            for line in news.iter_lines():
                if line.startswith("data: ") and json.loads(line.removeprefix("data: "))["n"] > seen:
                    break


def main(address: str, table: str | None = None, token: str | None = None) -> None:
    """Play one game and print how it ended."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with httpx.Client(base_url=f"{address}/api/v1", headers=headers, timeout=30) as api:
        if table is None:
            wish = {"edition": "new-york", "seats": [{"kind": "you", "name": "HTTP bot"}, {"kind": "bot"}], "begin": True, "pace": 0}
            wish["undo"] = False  # else the other one waits for who might take a move back
            table = str(api.post("/tables", json=wish).raise_for_status().json()["id"])
        play(api, table)
        result = api.get(f"/tables/{table}/result").raise_for_status().json()
        for name, sheet in zip(result["names"], result["sheets"], strict=True):
            winner = " and wins" if sheet["seat"] in result["winners"] else ""
            print(f"{name} has {sheet['total']} points{winner}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
