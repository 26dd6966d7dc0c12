"""Bodies of requests: read in the one place through which every form comes (`LimitedRoute`), and large ones in another process.

On the event loop, where everybody waits, no body is read that takes longer than a few thousandths of a second. A thread would not help:
Python reads JSON in one step, in which nothing else runs.
"""

from __future__ import annotations

from typing import Final

from fastapi import Request

from allaboard.server.body_data import marks_of, read_body
from allaboard.server.identity import caller
from allaboard.server.problems import Problem
from allaboard.server.settings import Settings
from allaboard.server.upload_workers import JobFailed

__all__ = ["LARGEST_FORM", "UPLOADS", "JsonRequest", "need_uploads"]

LARGEST_FORM: Final = 65536
"""In bytes. Only uploads are larger."""
UPLOADS: Final = frozenset(("/api/v1/editions", "/api/v1/records"))
MOST_MARKS: Final = 2000
"""Commas and brackets of a body that is read at once. A position with every route claimed and every ticket held has some hundreds."""


class JsonRequest(Request):
    """A request whose JSON has no key twice, no number that is none, and is text in UTF-8; a Problem says what it has instead."""

    @property
    def uploads(self) -> bool:
        """Whether this is a board or a record, whose body may be large."""
        return self.method == "POST" and self.scope["path"] in UPLOADS

    async def json(self) -> object:
        """Return the data of the body."""
        if not hasattr(self, "_json"):
            try:
                self._json = await self._read(await self.body())
            except (ValueError, JobFailed) as error:
                raise Problem(422, "invalid", f"body: {error}", faults=[{"where": "body", "what": str(error)}]) from error
        return self._json

    async def _read(self, body: bytes) -> object:
        if len(body) <= LARGEST_FORM and marks_of(body) <= MOST_MARKS:
            return read_body(body)
        if not self.uploads:
            raise ValueError(f"has more than {MOST_MARKS:,} commas and brackets")
        services = self.app.state.services
        need_uploads(services.settings)
        return await services.workers.run((await caller(self)).address, services.settings.upload_seconds, read_body, body)


def need_uploads(settings: Settings) -> None:
    """Refuse uploads where the operator has switched them off."""
    if not settings.uploads:
        words = "this server takes no boards and no records: whoever runs it has switched uploads off"
        raise Problem(403, "not-allowed", words, code="uploads-off")
