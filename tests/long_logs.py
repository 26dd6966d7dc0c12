"""Logs as long as the server takes them, full of actions taken back: made at once, since playing them takes minutes."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Any

from allaboard import ClaimRoute, Game
from allaboard.editions import Edition
from allaboard.server.identity import new_id, new_token
from allaboard.server.live_table import begin_game
from allaboard.server.models import Header, Line
from allaboard.server.settings import Settings
from allaboard.server.store import Store

__all__ = ["act_and_undo", "copies", "played"]


def played(header: Header, edition: Edition, seed: int = 1) -> Iterator[Line]:
    """The log of a game in which everybody does anything, to its end."""
    game, chance, numbers = begin_game(header, edition), random.Random(seed), count(1)
    yield Line(next(numbers), "start", at=header.created)
    while not game.over:
        seat = game.acting[0]
        yield act(game, next(numbers), seat, chance.choice(game.observe(seat).legal_ids), header.created)


def act_and_undo(header: Header, edition: Edition, lines: int) -> list[Line]:
    """The log of a game in which somebody claims a route and takes it back again and again, as far from a kept state as can be."""
    game, chance, numbers = begin_game(header, edition), random.Random(1), count(2)
    log = [Line(1, "start", at=header.created)]
    while True:
        seat = game.acting[0]
        observation = game.observe(seat)
        claims = [
            number
            for number, action in zip(observation.legal_ids, observation.legal_actions, strict=True)
            if isinstance(action, ClaimRoute)
        ]
        if claims and len(game.log) % 64 >= 56:
            break
        others = [number for number in observation.legal_ids if number not in claims]
        log.append(act(game, next(numbers), seat, chance.choice(others or claims), header.created))
    claimed = act(game, 0, seat, claims[0], header.created)
    pairs = (line for _ in count() for line in (claimed, Line(0, "undo", seat, at=header.created)))
    even = lines - len(log) - (lines - len(log)) % 2
    return log + [replace(line, n=next(numbers)) for line in islice(pairs, even)]


def act(game: Game, n: int, seat: int, number: int, at: int) -> Line:
    """Act; the line that a table's log keeps of it."""
    game.play(number, seat)
    return Line(n, "action", seat, game.log[-1].action, game.log[-1].outcome, at=at)


async def copies(folder: Path, table: str, edition: Edition, lines: int, number: int) -> list[str]:
    """Store tables like one of two people that has just begun, with long logs of acts and undos; their ids."""
    store = Store(Settings(data_dir=folder).database)
    found = await store.table(table)
    assert found is not None
    header, seats, _ = found
    log = act_and_undo(header, edition, lines)
    changes: dict[str, Any] = {"code": None, "key": None, "n": len(log), "acting": [log[-1].seat]}
    stored = [replace(header, id=new_id(), invite=new_token()[:32], **changes) for _ in range(number)]
    for one in stored:
        await store.add_table(one, seats, log)
    await store.close()
    return [one.id for one in stored]
