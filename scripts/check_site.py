"""Looks through a built site for links that lead nowhere, headings included, and for anything that a browser would fetch from elsewhere."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself when it shows a page; an anchor's address waits for a reader.
FETCHED = {("script", "src"), ("img", "src"), ("source", "src"), ("iframe", "src"), ("link", "href"), ("use", "href"), ("object", "data")}
# Of links in the head, those that only name an address.
NAMED = {"canonical", "next", "prev", "author", "license"}
STYLE_ADDRESS = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s]+)""")


class PageReader(HTMLParser):
    """What a page links to, what it fetches, and which places it has."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.places: set[str] = set()
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses and the ids of a tag."""
        given = {name: value or "" for name, value in attrs}
        self.places |= {given[name] for name in ("id", "name") if given.get(name)}
        for name, value in given.items():
            if (tag, name) in FETCHED and not (tag == "link" and given.get("rel") in NAMED):
                self.fetched.append(value)
            elif name == "href":
                self.links.append(value)
        self.fetched += STYLE_ADDRESS.findall(given.get("style", ""))
        self._in_style = tag == "style"

    def handle_data(self, data: str) -> None:
        """Note the addresses of a style sheet within the page."""
        if self._in_style:
            self.fetched += STYLE_ADDRESS.findall(data)

    def handle_endtag(self, tag: str) -> None:
        """A style sheet ends."""
        self._in_style = False


def faults_of(site: Path) -> list[str]:
    """Return what is wrong with a site, one line each."""
    site = site.resolve()
    pages = {path: _read(path) for path in sorted(site.rglob("*.html"))}
    fetched = [(path, address) for path, page in pages.items() for address in page.fetched]
    fetched += [(path, address) for path in sorted(site.rglob("*.css")) for address in STYLE_ADDRESS.findall(path.read_text("utf-8"))]
    # the page for what is not there is shown at any depth, so its links are absolute
    links = [(path, address) for path, page in pages.items() for address in page.links if path.name != "404.html"]
    found = [(path, _fetch_fault(address, path, site)) for path, address in fetched]
    found += [(path, _link_fault(address, path, pages)) for path, address in links]
    return [f"{path.relative_to(site).as_posix()}: {fault}" for path, fault in found if fault is not None]


def _read(path: Path) -> PageReader:
    reader = PageReader()
    reader.feed(path.read_text("utf-8"))
    return reader


def _fetch_fault(address: str, origin: Path, site: Path) -> str | None:
    parts = urlsplit(address)
    if parts.scheme == "data" or not parts.path:
        return None
    if parts.scheme or parts.netloc:
        return f"fetches {address} from another host"
    start = site if parts.path.startswith("/") else origin.parent
    return None if (start / unquote(parts.path).lstrip("/")).is_file() else f"fetches {address}, which is not there"


def _link_fault(address: str, origin: Path, pages: dict[Path, PageReader]) -> str | None:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return None
    target = (origin.parent / unquote(parts.path)).resolve() if parts.path else origin.resolve()
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return f"links to {address}, which is not there"
    found, place = pages.get(target), unquote(parts.fragment)
    # a fragment such as :~:text= or an empty one is the browser's own
    if place and not place.startswith(":~:") and found is not None and place not in found.places:
        return f"links to {address}, which has no such heading"
    return None


if __name__ == "__main__":
    found = faults_of(Path(sys.argv[1]))
    print("\n".join(found) or "No dead link, and nothing from other hosts.")
    sys.exit(1 if found else 0)
