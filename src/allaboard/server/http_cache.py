"""Answers of the API that are the same for everybody: compressed once for those who take gzip, sent again only when they have changed.

Answers about a table are not compressed: they are small, each is made once, and a proxy may do it. The page's files: `static_files`.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import lru_cache

from fastapi import Request, Response
from starlette.datastructures import Headers

__all__ = ["accepts_gzip", "cacheable_response", "content_etag", "picture_response"]

SMALLEST = 1000
"""Bytes below which compression saves nothing."""
GZIP = re.compile(r"(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)", re.ASCII | re.IGNORECASE)


def accepts_gzip(headers: Headers) -> bool:
    """Return whether a client takes gzip (RFC 9110, 12.5.3).

    >>> [accepts_gzip(Headers({"Accept-Encoding": text})) for text in ("br, gzip", "gzip;q=0.5", "gzip;q=0", "identity", "")]
    [True, True, False, False, False]
    """
    return GZIP.search(headers.get("accept-encoding", "")) is not None


def cacheable_response(request: Request, content: bytes, media_type: str, cache_control: str) -> Response:
    """Return the content, compressed where the client takes it; nothing but 304 where the client has it already."""
    etag, compressed = _prepared(content)
    headers = {"ETag": etag, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if compressed is not None and accepts_gzip(request.headers):
        headers["Content-Encoding"], content = "gzip", compressed
    return Response(content, media_type=media_type, headers=headers)


def picture_response(request: Request, content: bytes, media_type: str, cache_control: str) -> Response:
    """Return a picture of hundreds of kilobytes, which no second copy is kept of; nothing but 304 where the client has it already."""
    headers = {"ETag": content_etag(content), "Cache-Control": cache_control}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


def content_etag(content: bytes) -> str:
    """Return a mark that changes with the content."""
    return f'"{hashlib.sha256(content).hexdigest()[:24]}"'


@lru_cache(maxsize=256)
def _prepared(content: bytes) -> tuple[str, bytes | None]:
    """Return a mark that changes with the content, and the content compressed, where that makes it smaller."""
    compressed = gzip.compress(content, 6, mtime=0) if len(content) >= SMALLEST else content
    return content_etag(content), compressed if len(compressed) < len(content) else None
