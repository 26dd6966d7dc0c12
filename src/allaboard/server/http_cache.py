"""Answers that are the same for everybody: packed once for those who take gzip, and sent again only when they have changed.

Answers about a table are not packed: they are small, each is made once, and a proxy may pack them.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache

from fastapi import Request, Response

__all__ = ["packed_answer"]

SMALLEST = 1000
"""Below this, packing saves nothing."""


def packed_answer(request: Request, content: bytes, media_type: str, cache_control: str) -> Response:
    """The content, packed where the client takes it; nothing but 304 where the client has it already."""
    mark, packed = _prepared(content)
    takes = packed is not None and "gzip" in request.headers.get("accept-encoding", "")
    headers = {"ETag": mark, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    if mark in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if takes:
        headers["Content-Encoding"] = "gzip"
    return Response(packed if takes and packed is not None else content, media_type=media_type, headers=headers)


@lru_cache(maxsize=256)
def _prepared(content: bytes) -> tuple[str, bytes | None]:
    """A mark that changes with the content, and the content packed, where that makes it smaller."""
    mark = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    packed = gzip.compress(content, 6, mtime=0) if len(content) >= SMALLEST else content
    return mark, packed if len(packed) < len(content) else None
