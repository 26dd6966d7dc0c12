"""Positions of New York in which one action decides the game."""

from __future__ import annotations

from allaboard import Game, Position
from allaboard.observation import Observation

WINNING = "claim Chinatown–Wall Street/pink with 1 pink"


def last_turn(**hand: int) -> Game:
    """The last turn of a game: one claim makes a ticket and wins, and everything else loses."""
    return (
        Position("new-york", 2).hand(0, **hand).claimed(0, "Lower East Side–Chinatown").tickets(0, "Lower East Side–Wall Street")
        .pieces(0, 2).claimed(1, "Lincoln Center–Midtown West", "Gramercy Park–East Village").turn(0)
        .market("blue", "green", "black", "orange", "blue").game(seed=1)
    )  # fmt: skip


def text_of(observation: Observation, action: int) -> str:
    return observation.legal_texts[observation.legal_ids.index(action)]
