"""Who is asking: a guest by cookie, or a seat by token. Both are random; the database holds only hashes of them.

Names are made harmless here as well: short, one line, nothing that turns text around.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Annotated, Final

from fastapi import Depends, Request

from allaboard.server.models import Seat
from allaboard.server.problems import Problem

__all__ = [
    "ASKED",
    "COOKIE_SCOPE",
    "NOBODY",
    "Asked",
    "Caller",
    "CallerDep",
    "IdempotencyKey",
    "clean_name",
    "clean_text",
    "hashed",
    "network_of",
    "new_code",
    "new_id",
    "new_token",
]

COOKIE_SCOPE = "allaboard.cookie"
"""Under this key the cookie's secret stands in the scope of a request (`middleware.cookies`)."""
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
NAME_LENGTH = 24
CHAT_LENGTH = 500


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody with a cookie, or somebody with a seat's token. `address` is only for limits, and no finer than they need."""

    guest: str
    token: str | None
    address: str

    def owns(self, seat: Seat) -> bool:
        """Return whether the caller may see and act for a seat."""
        if self.token is not None:
            return seat.token is not None and secrets.compare_digest(seat.token, self.token)
        return seat.guest is not None and seat.guest == self.guest

    @property
    def who(self) -> str:
        """What tells this caller from others, for keys and limits; neither cookie nor token can be read from it."""
        return f"token {self.token[:16]}" if self.token else self.guest


@dataclass(slots=True)
class Asked:
    """Who sends the request under way; nobody where the server does something by itself."""

    caller: Caller | None = None
    opening: str | None = None
    """The table that is not in memory and is opened for it, until that was counted."""
    completes: bool = False
    """Whether it must not be broken off: what it costs more than is left is owed, and not refused."""
    listens: bool = False
    """Whether it is answered already, and goes on as a stream: what others' writing costs from then on is not counted for it."""

    @property
    def address(self) -> str:
        """By which turns are taken."""
        return "" if self.caller is None else self.caller.address


NOBODY: Final = Asked()
ASKED: ContextVar[Asked] = ContextVar("asked", default=NOBODY)


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """An Idempotency-Key, and a hash of the one request that it belongs to."""

    value: str
    asked: str

    def of(self, caller: Caller) -> IdempotencyKey:
        """Return the key as it is kept: another one for every caller, and nothing that could be read."""
        return IdempotencyKey(hashed(f"{caller.who}\n{self.value}"), self.asked)

    def check(self, asked: str | None, *, same: bool = True) -> None:
        """Refuse a key that was used before for another request; of old ones only the kind is known."""
        if not same or asked not in (None, self.asked):
            raise Problem(422, "invalid", "Idempotency-Key: this key was used for another request; every request needs a key of its own")


def hashed(secret: str) -> str:
    """Return what is kept of a secret. It is random and long, so that a plain hash does."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_token() -> str:
    """Return 256 random bits as text."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Return an unguessable name for a table: 100 random bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(20)).lower()


def new_code() -> str:
    """Return a code that can be read aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


async def caller(request: Request) -> Caller:
    """Return who sends a request. The middleware has already given a cookie to those who came without."""
    address = network_of(request.client.host) if request.client else "unknown"
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if token:
        if scheme.lower() != "bearer" or len(token) > 200:
            raise Problem(401, "not-allowed", "the Authorization header holds no seat token; allowed: “Bearer TOKEN”")
        return Caller("", hashed(token.strip()), address)
    return Caller(hashed(request.scope[COOKIE_SCOPE])[:32], None, address)


CallerDep = Annotated[Caller, Depends(caller)]


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return what an address counts as: IPv4 is itself, mapped into IPv6 or not; of IPv6 one customer has a whole /64.

    >>> [network_of(address) for address in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1", "2001:db8::2:1", "somewhere")]
    ['192.0.2.7', '192.0.2.7', '2001:db8::/64', '2001:db8::/64', 'somewhere']
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))


def clean_text(text: str, longest: int = CHAT_LENGTH) -> str:
    """Return a line of text without control characters and signs that turn or hide text; the page shows it as text, never as HTML."""
    kept = "".join(" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    kept = "".join(letter for letter in kept if unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
    return " ".join(kept.split())[:longest].strip()


def clean_name(name: str, otherwise: str) -> str:
    """Return a name to show, or another where nothing is left of it."""
    return clean_text(name, NAME_LENGTH) or otherwise
