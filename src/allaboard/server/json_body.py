"""Bodies of requests: read as strictly as our files, in the one place through which every form comes (`LimitedRoute`)."""

from __future__ import annotations

from fastapi import Request

from allaboard.server.problems import Problem
from allaboard.validation import read_json

__all__ = ["JsonRequest"]


class JsonRequest(Request):
    """A request whose JSON has no key twice, no number that is none, and is text in UTF-8; a Problem says what it has instead."""

    async def json(self) -> object:
        """Return the data of the body."""
        if not hasattr(self, "_json"):
            try:
                self._json = read_json((await self.body()).decode())
            except ValueError as error:
                what = "its bytes are no text in UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
                fault = f"this is not JSON that can be read: {what}"
                raise Problem(422, "invalid", f"body: {fault}", faults=[{"where": "body", "what": fault}]) from error
        return self._json
