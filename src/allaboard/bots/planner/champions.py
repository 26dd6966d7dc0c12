"""Champions of earlier versions: the constants by which they decide as they did, to measure later players against.

A constant that is not named came after them; it is nought, which leaves out whatever it weighs.
"""

from __future__ import annotations

from typing import Final

__all__ = ["CHAMPIONS"]

CHAMPIONS: Final[dict[str, dict[str, tuple[float, float]]]] = {
    "planner@1": {
        "turn_worth": (4.182, 6.237),
        "points_share": (0.707, 1.045),
        "hand_share": (0.768, 0.169),
        "draws_per_card": (0.3, 0.439),
        "grey_ease": (0.539, 0.307),
        "scarcity": (0.0, 0.0),
        "cheapest_route": (0.115, 0.382),
        "contest": (0.154, 0.0),
        "confidence": (1.0, 0.992),
        "appetite": (-0.965, -1.02),
        "time_trust": (1.6, 1.626),
        "more_tickets": (4.521, 3.534),
        "pieces_for_more": (0.948, 0.936),
        "time_for_more": (1.0, 0.646),
        "spare_card": (0.104, 0.26),
        "needed_card": (3.0, 4.371),
        "progress": (2.981, 2.2),
        "spare_wild": (0.425, 1.228),
        "used_wild": (0.03, 0.0),
        "filler": (0.566, 0.413),
        "blind": (0.5, 0.826),
        "urge": (2.279, 6.107),
        "pressure": (1.583, 3.376),
        "sharpness": (8.444, 2.368),
        "hurry": (0.787, 1.8),
        "risk": (0.583, 0.369),
        "block": (0.0, 0.0),
        "longest": (0.0, 0.559),
        "claim_length": (5.804, 4.161),
        "late": (11.896, 10.3),
        "rush": (0.098, 0.073),
    },
}
"""Champion → constant → its value on boards the size of a city and of a country, however many play."""
