"""The page's files: compressed by the build, kept by browsers for as long as they may be, and nothing else than the page's own."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from allaboard.server import static_files
from repository import script
from serving import Serving, served

BUILDER = script("hatch_build.py")
SCRIPT = "let a = 1;" * 200


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page as small as can be, compressed as the build does it, with a secret beside it."""
    folder = tmp_path_factory.mktemp("page") / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>" + "<p>All aboard.</p>" * 50, encoding="utf-8")
    (folder / "assets" / "page-a1.js").write_text(SCRIPT, encoding="utf-8")
    (folder.parent / "secret.txt").write_text("secret", encoding="utf-8")
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    BUILDER.compress(folder)
    return folder


@pytest.fixture(scope="module")
def page(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_files, "FOLDER", folder)
        with served(tmp_path_factory.mktemp("server")) as serving:
            yield serving


def test_names_that_change_with_their_content_last(page: Serving) -> None:
    assert httpx.get(page.url).headers["cache-control"] == "no-cache"
    script = httpx.get(f"{page.url}/assets/page-a1.js")
    assert script.text == SCRIPT
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["content-encoding"] == "gzip"
    assert "set-cookie" not in script.headers
    assert "default-src 'none'" in script.headers["content-security-policy"]
    head = httpx.head(page.url)
    assert (head.status_code, head.content) == (200, b"")
    assert httpx.post(page.url).status_code == 405


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip;q=0.5", "identity", "gzip;q=0", ""])
def test_who_takes_gzip_is_sent_what_the_build_compressed(page: Serving, folder: Path, accepted: str) -> None:
    """Byte for byte as it lies on the disk, and by another ETag than the plain file."""
    name = "assets/page-a1.js"
    takes = accepted in ("gzip", "br, gzip;q=0.5")
    with httpx.stream("GET", f"{page.url}/{name}", headers={"Accept-Encoding": accepted}) as answer:
        sent = b"".join(answer.iter_raw())
    assert sent == (folder / f"{name}.gz" if takes else folder / name).read_bytes()
    assert int(answer.headers["content-length"]) == len(sent)
    assert answer.headers.get("content-encoding") == ("gzip" if takes else None)
    assert answer.headers["vary"] == "Accept-Encoding"
    other = httpx.head(f"{page.url}/{name}", headers={"Accept-Encoding": "identity" if takes else "gzip"})
    assert other.headers["etag"] != answer.headers["etag"]


def test_what_does_not_shrink_is_sent_as_it_is(page: Serving, folder: Path) -> None:
    noise = bytes((number * number + number // 7) % 251 for number in range(50))
    (folder / "assets" / "noise-c3.woff2").write_bytes(noise)
    BUILDER.compress(folder)
    assert not (folder / "assets" / "noise-c3.woff2.gz").exists()
    answer = httpx.get(f"{page.url}/assets/noise-c3.woff2", headers={"Accept-Encoding": "gzip"})
    assert answer.content == noise
    assert "content-encoding" not in answer.headers
    assert answer.headers["content-type"] == "font/woff2"


def test_who_has_a_file_is_sent_it_again_only_when_it_has_changed(page: Serving, folder: Path) -> None:
    """By its content: a new index.html often has the size of the old one, and a build may give it the same date."""
    known = httpx.get(page.url).headers["etag"]
    for sent in (known, f"W/{known}", f'"other", {known}', "*"):
        again = httpx.get(page.url, headers={"If-None-Match": sent})
        assert (again.status_code, again.content) == (304, b""), sent
        assert again.headers["etag"] == known
        assert again.headers["cache-control"] == "no-cache"
    assert httpx.get(page.url, headers={"If-None-Match": '"other"'}).status_code == 200
    index = folder / "index.html"
    index.write_text(index.read_text(encoding="utf-8").replace("All aboard", "All abroad"), encoding="utf-8")
    BUILDER.compress(folder)
    changed = httpx.get(page.url, headers={"If-None-Match": known})
    assert changed.status_code == 200
    assert "All abroad" in changed.text


def test_a_part_of_a_file_can_be_asked_for(page: Serving) -> None:
    answer = httpx.get(f"{page.url}/assets/page-a1.js", headers={"Range": "bytes=4-8", "Accept-Encoding": "identity"})
    assert (answer.status_code, answer.text) == (206, "a = 1")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/link.txt",
        "/nothing.js",
        "/assets",
        "/assets/",
        "/index.html.gz",
        "/" + "x" * 300,
        "/a%5cb",
    ],
)
def test_nothing_but_the_page_is_served(page: Serving, path: str) -> None:
    answer = httpx.get(f"{page.url}{path}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_without_its_page_the_server_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_files, "FOLDER", tmp_path / "nowhere")
    with served(tmp_path) as serving:
        assert "without its page" in httpx.get(serving.url).text
        assert httpx.get(f"{serving.url}/assets/nothing.js").status_code == 404


def test_the_build_compresses_to_the_same_bytes_each_time(folder: Path) -> None:
    """Two builds of one state of the sources are the same wheel."""
    before = (folder / "assets" / "page-a1.js.gz").read_bytes()
    BUILDER.compress(folder)
    assert (folder / "assets" / "page-a1.js.gz").read_bytes() == before
    assert gzip.decompress(before).decode() == SCRIPT
    assert not list(folder.rglob("*.gz.gz"))
