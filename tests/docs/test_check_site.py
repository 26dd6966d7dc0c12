"""The checker of the built site finds what leads nowhere and what would be fetched from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from repository import script

PAGE = '<html><head><link rel="stylesheet" href="site.css"></head><body><h1 id="top">Trains</h1>{}</body></html>'


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="other.html#there">there</a><a href="https://toml.io">TOML</a><img src="data:image/png;base64,AA">', None),
        ('<a href="missing.html">gone</a>', "index.html: links to missing.html, which is not there"),
        ('<a href="other.html#nowhere">gone</a>', "index.html: links to other.html#nowhere, which has no such heading"),
        ('<a href="#nowhere">gone</a>', "index.html: links to #nowhere, which has no such heading"),
        ('<img src="missing.png">', "index.html: fetches missing.png, which is not there"),
        ('<script src="https://cdn.example/x.js"></script>', "index.html: fetches https://cdn.example/x.js from another host"),
        ('<style>@import "https://fonts.example/f.css";</style>', "index.html: fetches https://fonts.example/f.css from another host"),
        ('<p style="background: url(//cdn.example/x.png)"></p>', "index.html: fetches //cdn.example/x.png from another host"),
    ],
)
def test_what_is_wrong_with_a_page_is_told(tmp_path: Path, body: str, fault: str | None) -> None:
    (tmp_path / "index.html").write_text(PAGE.format(body), "utf-8")
    (tmp_path / "other.html").write_text('<p id="there">here</p>', "utf-8")
    (tmp_path / "site.css").write_text("body { color: black }", "utf-8")
    assert script("scripts/check_site.py").faults_of(tmp_path) == ([] if fault is None else [fault])


def test_style_sheets_are_read_as_well(tmp_path: Path) -> None:
    (tmp_path / "site.css").write_text('@font-face { src: url("type.woff2") } p { background: url(https://cdn.example/p.png) }', "utf-8")
    assert script("scripts/check_site.py").faults_of(tmp_path) == [
        "site.css: fetches type.woff2, which is not there",
        "site.css: fetches https://cdn.example/p.png from another host",
    ]
