"""What happened, as a sentence for the log. Facts come from events that were already made safe for the reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["sentence"]


def sentence(event: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return one event, redacted for its reader, in words.

    >>> sentence({"n": 4, "kind": "claimed", "seat": 0, "route": "Denver–Omaha", "payment": {"purple": 3, "wild": 1}, "points": 7}, ["Ann"])
    'Ann claims Denver–Omaha for 3 purple and 1 wild and scores 7.'
    """
    seat = event.get("seat")
    who = names[seat] if isinstance(seat, int) and seat < len(names) else "Somebody"
    match event["kind"]:
        case "dealt":
            own = f": {_listed(event['hand'])}" if "hand" in event else ""
            return f"{who} is dealt {_count(event['cards'], 'card')}{own}."
        case "chose":
            return f"{who} keeps {_listed(event['keep'])}." if "keep" in event else f"{who} has chosen tickets."
        case "chosen":
            kept = [f"{name} keeps {count}" for name, count in zip(names, event["kept"], strict=False)]
            return f"All have chosen: {', '.join(kept)}."
        case "drew":
            return f"{who} draws {event['card']} from the deck." if "card" in event else f"{who} draws a card from the deck."
        case "took":
            return f"{who} takes {event['card']} from the market."
        case "claimed":
            paid = " and ".join(f"{count} {card}" for card, count in event["payment"].items())
            points = f" and scores {event['points']}" if event["points"] is not None else ""
            return f"{who} claims {event['route']} for {paid}{points}."
        case "offered":
            own = f": {_listed(event['offer'])}" if "offer" in event else ""
            return f"{who} draws {_count(event['tickets'], 'ticket')} to choose from{own}."
        case "kept":
            own = f": {_listed(event['keep'])}" if "keep" in event else ""
            return f"{who} keeps {_count(event['kept'], 'ticket')}{own}, and gives back {event['returned'] or 'none'}."
        case "laid":
            return f"The market shows {_listed(card or 'a gap' for card in event['market'])}."
        case "cleared":
            return "Three wilds or more lay in the market: all five are discarded."
        case "reshuffled":
            return f"The discard pile is shuffled into a deck of {event['deck']}."
        case "skipped":
            return f"{who} has nothing to do and is skipped."
        case "final round":
            return f"{who} is down to the last pieces: everybody has one more turn."
        case "ended":
            return "The game is over." if event["by"] == "final round" else "Nobody can act any more: the game is over."
    return f"{who}: {event['kind']}."


def _listed(names: Any) -> str:
    return ", ".join(map(str, names))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
