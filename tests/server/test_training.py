"""Training at a table: for those who sit there, where the table allows it, and nothing that their seat could not know."""

from __future__ import annotations

import random

from allaboard import Game
from properties.worlds import another_world, differs
from serving import Guest, Serving


def test_only_a_table_for_training_tells(ann: Guest, bob: Guest) -> None:
    """It is the host's choice, said with the table's options; nobody without a seat is told, and nothing before the game begins."""
    plain = ann.open("new-york", "you", "random", begin=True)
    assert ann.get(f"/tables/{plain}/training", 403)["detail"] == "this table is not for training"
    waiting = ann.open("new-york", "you", "open", training=True)
    assert ann.get(f"/tables/{waiting}")["options"]["training"]
    ann.get(f"/tables/{waiting}/training", 409)
    bob.join(ann, waiting)
    ann.post(f"/tables/{waiting}/start")
    told = [guest.get(f"/tables/{waiting}/training") for guest in (ann, bob)]
    assert [(one["seat"], one["rivals"][0]["seat"]) for one in told] == [(0, 1), (1, 0)]
    assert told[0]["n"] == ann.view(waiting)["n"]


def test_others_are_not_told(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "random", begin=True, training=True)
    assert bob.get(f"/tables/{table}/training", 403)
    assert bob.get(f"/tables/{table}/training?seat=0", 403)


def test_nothing_depends_on_what_the_seat_cannot_know(server: Serving, ann: Guest, bob: Guest) -> None:
    """Whatever the other holds, the same bytes: the game at the table is exchanged for another that the seat cannot tell from it."""
    chance = random.Random(3)
    table = ann.open("london", "you", "open", training=True, undo=False)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    for _ in range(20):
        for guest in (ann, bob):
            guest.act_any(table, chance)
    live = server.app.state.services.tables._cache[table].live
    game: Game = live.game
    told = ann.http.get(f"/tables/{table}/training").text
    others = [another_world(game, 0, random.Random(world)) for world in range(20)]
    others = [other for other in others if differs(game, other)][:3]  # chance may deal the very same
    assert len(others) == 3
    for other in others:
        live.game = other
        live.game.log = game.log  # how many actions were played, everybody has counted
        assert ann.http.get(f"/tables/{table}/training").text == told
    live.game = game
