"""Another way from a moment of a game: as it was (`Game.at`), or with all that a seat could not know dealt anew."""

from __future__ import annotations

import numpy as np

from allaboard.bots.search.beliefs import ticket_odds
from allaboard.bots.search.workspace import WORLD, new_workspace
from allaboard.bots.search.worlds import dealt
from allaboard.editions.bounds import MAX_PLAYERS, MAX_TICKETS
from allaboard.engine.seeding import seed_words
from allaboard.game import Game
from allaboard.position import Position
from allaboard.validation import seat_number, seed_bytes

__all__ = ["deal_anew"]


def deal_anew(game: Game, seat: int, seed: int | bytes | None = None) -> Game:
    """A game from this moment on that the seat could have believed itself in: others hold other cards and tickets.

    Nothing of it comes from what the seat could not know. Tickets that explain what others have built are likelier, as the search
    believes; so the bots that play it on have a reason for their routes. The moment must be one of somebody's turn.
    """
    seat = seat_number(seat, game.players)
    chance = seed_bytes(seed)
    observation = game.observe(seat)
    boards, odds, slots = observation.actions.boards, np.zeros((MAX_PLAYERS, MAX_TICKETS)), new_workspace().states
    ticket_odds(boards, observation.states, seat, odds)
    dealt(boards, observation.states, slots, seat, odds, seed_words(chance))
    return Position.of(Game.from_states(game.edition, slots[WORLD : WORLD + 1])).game(chance)
