"""One game between bots, from the first choice to the end. What a bot does that no player may do ends it with the bot's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex

from allaboard.bots import Bot, BotError, bot_seed, make_bot, prepare
from allaboard.events import Event
from allaboard.game import Game, IllegalAction

__all__ = ["play_action", "play_game", "seat_bots"]


def seat_bots(game: Game, specs: Sequence[str], seed: int | bytes, number: int = 0) -> list[Bot]:
    """New bots for every seat of a game, prepared; `number` tells games of one seed apart."""
    bots = [make_bot(spec) for spec in specs]
    for seat, bot in enumerate(bots):
        prepare(bot, game.edition, game.players, seat, bot_seed(seed, number, seat))
    return bots


def play_action(game: Game, bot: Bot, seat: int, name: str = "") -> list[Event]:
    """Let a bot act for a seat; says what happened."""
    who = f"the bot {f'‘{name}’ ' if name else ''}in seat {seat}"
    try:
        choice = bot.choose(game.observe(seat))
    except Exception as error:  # anybody's code may fail in any way
        raise BotError(f"{who} failed at action {len(game.log) + 1}: {type(error).__name__}: {error}") from error
    try:
        return game.play(int(choice) if isinstance(choice, SupportsIndex) else choice, seat)
    except IllegalAction as error:
        raise BotError(f"{who} chose an illegal action: {error}") from error


def play_game(game: Game, bots: Sequence[Bot], names: Sequence[str] = ()) -> None:
    """Play a game to its end."""
    while not game.over:
        seat = game.acting[0]
        play_action(game, bots[seat], seat, names[seat] if names else "")
