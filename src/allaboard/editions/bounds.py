"""The largest board that fits the engine's fixed tables; the loader refuses what is beyond them."""

from typing import Final

MAX_PLAYERS: Final = 5
MAX_COLOURS: Final = 9
MAX_LOCATIONS: Final = 64
MAX_ROUTES: Final = 128
MAX_LENGTH: Final = 8
MAX_PIECES: Final = 60
MAX_CARDS: Final = 240
MAX_TICKETS: Final = 96
MAX_OFFER: Final = 5
MAX_DISTRICTS: Final = 16
MARKET_SIZE: Final = 5
MAX_WIDTH: Final = 10
MAX_WAYS: Final = 1 << 23
