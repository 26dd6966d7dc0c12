"""Answers of the API that stay as they are: compressed once for those who take gzip, sent again only when they have changed.

Answers about a table are not compressed: they are small, each is made once, and a proxy may do it. The page's files: `static_files`.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import re
from dataclasses import dataclass

from fastapi import Request, Response
from starlette.datastructures import Headers

from allaboard.server.byte_cache import ByteCache

__all__ = ["Content", "accepts_gzip", "cacheable_response", "content_etag", "json_bytes", "json_text", "picture_response", "prepared"]

SMALLEST = 1000
"""Bytes below which compression saves nothing."""
MOST = 32_000_000
"""Bytes of answers that are kept compressed: all our boards in every look take a quarter of it."""
GZIP = re.compile(r"(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)", re.ASCII | re.IGNORECASE)


def accepts_gzip(headers: Headers) -> bool:
    """Return whether a client takes gzip (RFC 9110, 12.5.3).

    >>> [accepts_gzip(Headers({"Accept-Encoding": text})) for text in ("br, gzip", "gzip;q=0.5", "gzip;q=0", "identity", "")]
    [True, True, False, False, False]
    """
    return GZIP.search(headers.get("accept-encoding", "")) is not None


@dataclass(frozen=True, slots=True)
class Content:
    """What is sent: a mark that changes with it, and its bytes compressed, None where that makes nothing smaller."""

    etag: str
    plain: bytes
    compressed: bytes | None

    @property
    def size(self) -> int:
        """How many bytes it takes to keep it."""
        return len(self.plain) + len(self.compressed or b"")

    @classmethod
    def of(cls, plain: bytes) -> Content:
        """Prepare bytes to be sent: hashed and compressed once."""
        compressed = gzip.compress(plain, 6, mtime=0) if len(plain) >= SMALLEST else plain
        return cls(content_etag(plain), plain, compressed if len(compressed) < len(plain) else None)


def json_text(body: object) -> str:
    """Return plain data as JSON without blanks between its parts."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def json_bytes(body: object) -> bytes:
    """Return plain data as it is sent."""
    return json_text(body).encode()


def cacheable_response(request: Request, prepared: Content, media_type: str, cache_control: str) -> Response:
    """Return the content, compressed where the client takes it; nothing but 304 where the client has it already."""
    headers = {"ETag": prepared.etag, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    if prepared.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if prepared.compressed is not None and accepts_gzip(request.headers):
        headers["Content-Encoding"] = "gzip"
        return Response(prepared.compressed, media_type=media_type, headers=headers)
    return Response(prepared.plain, media_type=media_type, headers=headers)


def picture_response(request: Request, content: bytes, media_type: str, cache_control: str) -> Response:
    """Return a picture of hundreds of kilobytes, which no second copy is kept of; nothing but 304 where the client has it already."""
    headers = {"ETag": content_etag(content), "Cache-Control": cache_control}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


def content_etag(content: bytes) -> str:
    """Return a mark that changes with the content."""
    return f'"{hashlib.sha256(content).hexdigest()[:24]}"'


_kept = ByteCache[bytes, Content](MOST, lambda content: content.size)


async def prepared(plain: bytes) -> Content:
    """Return bytes as they are sent, compressed once for all: half a megabyte, as a stranger's board may have, takes some milliseconds."""
    if (content := _kept.get(plain)) is None:
        content = await asyncio.to_thread(Content.of, plain)
        _kept.put(plain, content)
    return content
