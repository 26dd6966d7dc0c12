"""Positions to analyse: what they leave open is dealt, always alike, and what is tried from them leads to positions again.

Whether a position can be is for `Position` to say, and what to do there for `advice`.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from typing import Literal

from allaboard.actions import action_space
from allaboard.editions import Edition
from allaboard.game import Game
from allaboard.placement import PositionData, PositionFaultCode
from allaboard.position import Position, PositionError
from allaboard.validation import brief

__all__ = ["laid_out", "tried"]


def laid_out(edition: Edition, data: object, cards: Sequence[int] = (), tickets: Sequence[int] = ()) -> Game:
    """The game of a position given as plain data, in which seats may hold so many more cards and tickets that nobody has named.

    They are dealt from what is left. The same data give the same game, with the same chance from there on.
    """
    position = Position.from_json(edition, data).to_json()
    chance = random.Random(json.dumps([position, list(cards), list(tickets)], sort_keys=True))
    _deal_cards(edition, position, cards, chance)
    _deal_tickets(edition, position, tickets, chance)
    told = json.dumps(position, sort_keys=True).encode()
    return Position.from_json(edition, position).game(hashlib.sha256(told).digest())


def tried(game: Game, action: str) -> Game:
    """The game after an action of the seat to act; IllegalAction says why not."""
    after = game.copy()
    after.play(action)
    return after


def _deal_cards(edition: Edition, data: PositionData, unseen: Sequence[int], chance: random.Random) -> None:
    left = data["deck"]
    if left is None:
        gone = [*data["hands"], data["discard"], {card: (data["market"] or []).count(card) for card in edition.card_names}]
        counts = {"wild": edition.wild_cards, **{colour.name: colour.cards for colour in edition.colours}}
        left = {card: max(0, counts[card] - sum(held.get(card, 0) for held in gone)) for card in edition.card_names}
    pool = [card for card in edition.card_names for _ in range(left.get(card, 0))]
    for seat, count in _by_seat("cards", unseen, data, len(pool)):
        for card in chance.sample(pool, count):
            pool.remove(card)
            data["hands"][seat][card] = data["hands"][seat].get(card, 0) + 1
    if data["deck"] is not None:
        data["deck"] = {card: pool.count(card) for card in edition.card_names if card in pool}


def _deal_tickets(edition: Edition, data: PositionData, unseen: Sequence[int], chance: random.Random) -> None:
    named = {*data["under_deck"], *data["offer"], *(name for kept in data["tickets"] for name in kept)}
    pool = [name for name in action_space(edition).ticket_names if name not in named]
    if data["ticket_deck"] is not None:
        pool = [name for name in pool if name in data["ticket_deck"]]
    for seat, count in _by_seat("tickets", unseen, data, len(pool)):
        for name in chance.sample(pool, count):
            pool.remove(name)
            data["tickets"][seat].append(name)
    if data["ticket_deck"] is not None:
        data["ticket_deck"] = pool


def _by_seat(cards_or_tickets: Literal["cards", "tickets"], unseen: Sequence[int], data: PositionData, left: int) -> list[tuple[int, int]]:
    """Seats and how many are dealt to each; a PositionError names what is too much."""
    where = f"unseen_{cards_or_tickets}"
    code: PositionFaultCode = "position-unseen-cards" if cards_or_tickets == "cards" else "position-unseen-tickets"
    if len(unseen) > data["players"]:
        told = f"{where} has {len(unseen)} values; allowed: one for each of the {data['players']} seats"
        raise PositionError(told, "position-by-seat", field=where, value=brief(list(unseen)), n=data["players"])
    for seat, count in enumerate(unseen):
        before = sum(unseen[:seat])
        if not 0 <= count <= left - before:
            most = max(0, left - before)
            told = f"{where}[{seat}] is {count}; allowed: 0 to {most}, as many as are left"
            raise PositionError(told, code, seat=seat, value=count, most=most)
    return list(enumerate(unseen))
