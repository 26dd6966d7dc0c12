"""Trained nets at the server's tables: offered for their own board, refused elsewhere, and they play a whole game."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import allaboard
from allaboard import Record
from allaboard.bots import make_bot
from allaboard.env import PolicyInfo, save_policy
from serving import Guest, Serving, play_out, served_with_nets, until

SHIPPED = Path(__file__).parents[2] / "examples" / "nets" / "ppo-new-york-2.npz"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with two nets in its folder, one that nobody has trained and the one of the examples, and a file that is none."""
    folder, edition = tmp_path_factory.mktemp("nets"), allaboard.get_edition("new-york")
    info = PolicyInfo.of(edition, 2, "compact", "survey", "untrained")
    shown, choices = info.sizes(edition)
    save_policy(folder / "own-net.npz", info, [(np.random.default_rng(1).normal(size=(choices, shown)), np.zeros(choices))])
    shutil.copy(SHIPPED, folder)
    (folder / "broken.npz").write_text("no net")
    with served_with_nets(tmp_path_factory.mktemp("server"), folder) as serving:
        yield serving


def test_a_net_is_offered_for_its_table(ann: Guest) -> None:
    offered = {bot["name"]: (bot["edition"], bot["players"]) for bot in ann.get("/bots")}
    assert offered["own-net"] == offered[SHIPPED.stem] == ("new-york", 2)
    assert offered["normal"] == (None, None)
    assert "broken" not in offered


@pytest.mark.parametrize(("edition", "seats"), [("london", 2), ("new-york", 3)])
def test_a_net_is_refused_at_other_tables(ann: Guest, edition: str, seats: int) -> None:
    others = [{"kind": "open"}] * (seats - 2)
    wish = {"edition": edition, "seats": [{"kind": "you"}, {"kind": "bot", "bot": "own-net"}, *others]}
    problem = ann.post("/tables", wish, 422)
    assert (
        problem["detail"] == f"the bot “own-net” cannot play here: it was made for new-york with 2 players, not for {edition} with {seats}"
    )


def test_a_file_is_not_to_be_named(ann: Guest) -> None:
    """Only what the operator put into the folder plays."""
    wish = {"edition": "new-york", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "nets/own-net.npz"}]}
    assert "there is no bot" in ann.post("/tables", wish, 422)["detail"]


@pytest.mark.parametrize("name", ["own-net", SHIPPED.stem])
def test_a_net_plays_a_whole_game(ann: Guest, server: Serving, chance: random.Random, name: str) -> None:
    """Once it is warm its decisions are its own: each is what the net chooses there."""
    until(lambda: server.app.state.services.startup.is_warm(name), 300)
    table = ann.open("new-york", "you", name, begin=True, undo=False)
    play_out([ann], table, chance)
    record, net = Record.from_json(ann.http.get(f"/tables/{table}/record").text), make_bot(name)
    decisions = [(n, entry) for n, entry in enumerate(record.replay().log) if entry.seat == 1]
    assert len(decisions) > 10
    for n, entry in decisions:
        before = record.replay(until=n).observe(1)
        assert net.choose(before) == entry.action
