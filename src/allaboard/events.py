"""What happened, told for people: every event with what all may know of it, and what only its seat may know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from allaboard.actions import ActionSpace, ClaimRoute, DrawDeck, DrawTickets, KeepTickets, TakeCard
from allaboard.engine.records import CHOOSING, NO_CARD, OVER
from allaboard.observation import offer_of

__all__ = ["Event", "events_of_action", "events_of_setup"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at log position `n` (0: set-up); `private` is for `seat` alone (R-SECRET-2)."""

    n: int
    kind: str
    seat: int | None
    public: dict[str, Any] = field(default_factory=dict)
    private: dict[str, Any] = field(default_factory=dict)

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The event as a seat (None: a spectator) may know it, ready for JSON."""
        told = {"n": self.n, "kind": self.kind, "seat": self.seat, **self.public}
        return {**told, **self.private} if seat is not None and seat == self.seat else told


def events_of_setup(actions: ActionSpace, state: Any, outcome: tuple[int, ...]) -> list[Event]:
    """The deal: hands, the market, the tickets to choose from."""
    edition, players = actions.edition, int(state["players"])
    cards = edition.starting_hand
    events = []
    for seat in range(players):
        dealt = [edition.card_names[kind] for kind in outcome[seat * cards : (seat + 1) * cards]]
        offer = list(offer_of(actions, state, seat))
        events.append(Event(0, "dealt", seat, {"cards": cards, "tickets": len(offer)}, {"hand": dealt, "offer": offer}))
    laid = outcome[players * cards : len(outcome) - players * edition.setup_offer]
    return [*events, *_market_events(actions, 0, [NO_CARD] * len(state["market"]), laid)]


def events_of_action(
    actions: ActionSpace, n: int, before: Any, after: Any, seat: int, number: int, outcome: tuple[int, ...]
) -> list[Event]:
    """What one logged action brought about: the action itself, the market, the turn's end and the game's."""
    action = actions.action(number, offer_of(actions, before, seat))
    cards = actions.edition.card_names
    market = [int(kind) for kind in before["market"]]
    events: list[Event] = []
    match action:
        case DrawDeck():
            events.append(Event(n, "drew", seat, {}, {"card": cards[outcome[0]]}))
            outcome = outcome[1:]
        case TakeCard(card):
            events.append(Event(n, "took", seat, {"card": card}))
            market[market.index(cards.index(card))] = NO_CARD
        case ClaimRoute(route):
            points = int(after["points"][seat] - before["points"][seat]) if actions.edition.points_shown == "claimed" else None
            events.append(Event(n, "claimed", seat, {"route": route, "payment": action.payment, "points": points}))
        case DrawTickets():
            offer = offer_of(actions, after, seat)
            events.append(Event(n, "offered", seat, {"tickets": len(offer)}, {"offer": list(offer)}))
            outcome = ()
        case KeepTickets(keep, give_back):
            private = {"keep": list(keep), "give_back": list(give_back)}
            if before["phase"] == CHOOSING:
                events.append(Event(n, "chose", seat, {}, private))
                if after["phase"] != CHOOSING:
                    events.append(Event(n, "chosen", None, {"kept": [int(count) for count in after["ticket_count"][: after["players"]]]}))
            else:
                events.append(Event(n, "kept", seat, {"kept": len(keep), "returned": len(give_back)}, private))
            outcome = ()
    events += _market_events(actions, n, market, outcome)
    if _reshuffled(before, after, action, outcome):
        events.append(Event(n, "reshuffled", None, {"deck": int(after["deck_size"])}))
    return events + _turn_events(n, before, after, seat)


def _market_events(actions: ActionSpace, n: int, market: list[int], laid: tuple[int, ...]) -> list[Event]:
    """The row as it was laid: refilled first, then cleared and laid anew as often as chance had it (R-MARKET-2)."""
    names = actions.edition.card_names
    events: list[Event] = []
    rest = list(laid)
    while rest:
        if NO_CARD not in market:
            events.append(Event(n, "cleared", None, {"market": [names[kind] for kind in market]}))
            market = [NO_CARD] * len(market)
        market = [rest.pop(0) if kind == NO_CARD and rest else kind for kind in market]
        events.append(Event(n, "laid", None, {"market": [None if kind == NO_CARD else names[kind] for kind in market]}))
    return events


def _reshuffled(before: Any, after: Any, action: Any, laid: tuple[int, ...]) -> bool:
    """Whether the discard pile became the deck on the way: cards that were discarded are no longer on the pile."""
    paid = action.cards + action.wilds if isinstance(action, ClaimRoute) else 0
    size = len(before["market"])
    filled = int(np.count_nonzero(np.asarray(before["market"]) == NO_CARD)) + (1 if isinstance(action, TakeCard) else 0)
    cleared = max(0, -(-(len(laid) - filled) // size)) * size
    return int(before["discard_size"]) + paid + cleared > int(after["discard_size"])


def _turn_events(n: int, before: Any, after: Any, seat: int) -> list[Event]:
    """Turns skipped because nothing was possible (R-TURN-2), the final round (R-END-1), the end."""
    events: list[Event] = []
    if after["turns"] == before["turns"] and before["phase"] != CHOOSING:
        return events
    if before["final_turns"] < 0 <= after["final_turns"]:
        events.append(Event(n, "final round", seat, {"turns": int(after["players"])}))
    ended = 0 if before["phase"] == CHOOSING else 1
    next_seat = int(after["start"]) if before["phase"] == CHOOSING else (seat + 1) % int(after["players"])
    skipped = range(int(after["turns"] - before["turns"]) - ended)
    events += [Event(n, "skipped", (next_seat + turn) % int(after["players"])) for turn in skipped]
    if after["phase"] == OVER:
        events.append(Event(n, "ended", None, {"by": "final round" if after["final_turns"] == 0 else "nobody can act"}))
    return events
