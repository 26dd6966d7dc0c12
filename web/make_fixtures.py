"""Fixtures for the page's tests: every edition with its geometry, a table in mid-game and a finished one, as the server tells them.

Run `python web/make_fixtures.py` after a change of the view, the events or the geometry; the files land in web/fixtures.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from allaboard import Game, edition_ids, get_edition
from allaboard.drawing import geometry
from allaboard.editions import Edition
from allaboard.notation import text
from allaboard.server.api.editions import edition_info

FOLDER = Path(__file__).parent / "fixtures"
SEAT = 0


def eager(game: Game, seat: int, chance: random.Random) -> str:
    """A claim where one is possible, mostly; otherwise anything."""
    actions = [text(action) for action in game.legal_actions(seat)]
    claims = [action for action in actions if action.startswith("claim")]
    return chance.choice(claims if claims and chance.random() < 0.6 else actions)


def played(about: Edition, players: int, seed: int, until: float) -> Game:
    """A game played until a share of the pieces is placed and it is the seat's turn again; to the end when `until` is 1."""
    game, chance = Game(about, players=players, seed=seed), random.Random(seed)
    while not game.over:
        placed = 1 - sum(int(count) for count in game.state["pieces"][:players]) / (players * about.pieces)
        if placed >= until and game.acting == (SEAT,) and game.view(SEAT)["phase"] == "turn":
            break
        seat = chance.choice(game.acting)
        game.play(eager(game, seat, chance), seat)
    return game


def main() -> None:
    """Write one file an edition."""
    FOLDER.mkdir(exist_ok=True)
    for number, name in enumerate(edition_ids()):
        about = get_edition(name)
        middle = played(about, min(4, about.max_players), 11 + number, 0.45)
        end = played(about, 3, 5 + number, 1)
        data = {
            "edition": edition_info(name, about),
            "geometry": geometry(about).to_json(),
            "middle": {
                "view": middle.view(SEAT),
                "refusals": middle.observe(SEAT).refusals(),
                "events": [event.seen_by(SEAT) for event in middle.events],
            },
            "end": {"view": end.view(SEAT), "result": end.result().to_json(), "events": [event.seen_by(SEAT) for event in end.events]},
        }
        (FOLDER / f"{name}.json").write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
