"""Makes the golden records: one finished game for each edition and number of players, saved beside this file.

Run it from the repository's root when a rule was meant to change, read the difference and say in the commit why it changed:

    python tests/golden/make.py
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from allaboard import Action, ClaimRoute, DrawTickets, Game, edition_ids, get_edition

FOLDER: Final = Path(__file__).parent


def choose(game: Game, seat: int, chance: random.Random) -> Action:
    """What a player in a hurry would do: a long route for few wilds where there is one, now and then tickets, otherwise cards."""
    actions = game.legal_actions(seat)
    claims = [action for action in actions if isinstance(action, ClaimRoute)]
    if claims and chance.random() < 0.6:
        best = max(action.cards + 0.5 * action.wilds for action in claims)
        return chance.choice([action for action in claims if action.cards + 0.5 * action.wilds == best])
    tickets = [action for action in actions if isinstance(action, DrawTickets)]
    if tickets and chance.random() < 0.06:
        return tickets[0]
    cards = [action for action in actions if not isinstance(action, ClaimRoute | DrawTickets)]
    return chance.choice(cards or actions)


def golden_game(name: str, players: int) -> Game:
    """The golden game of an edition and a number of players, the same at every call."""
    chance = random.Random(f"{name} {players}")
    game = Game(name, players, seed=chance.getrandbits(256))
    while not game.over:
        seat = chance.choice(game.acting)
        game.play(choose(game, seat, chance), seat)
    return game


def main() -> None:
    """Write every record."""
    for name in edition_ids():
        box = get_edition(name)
        for players in range(box.min_players, box.max_players + 1):
            game = golden_game(name, players)
            path = game.record().save(FOLDER / f"{name}-{players}.json")
            print(f"{path.name}: {len(game.log)} actions, {[sheet.total for sheet in game.result().sheets]}")


if __name__ == "__main__":
    main()
