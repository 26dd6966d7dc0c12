"""The OpenAPI document: complete, with examples; and whatever is thrown at the API, it answers as the document says, never with 5xx."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from allaboard.server.app import create_app
from allaboard.server.settings import Settings
from serving import Bystander, Guest, Serving, bystander, play_out, served

DOCUMENT: dict[str, Any] = create_app(Settings(database_url="sqlite:///nowhere.db")).openapi()
METHODS = ("get", "post", "patch", "delete")


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, method, asked) for path, item in DOCUMENT["paths"].items() for method, asked in item.items() if method in METHODS]


@pytest.mark.parametrize(("path", "method", "asked"), operations(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_operation_is_described(path: str, method: str, asked: dict[str, Any]) -> None:
    assert path.startswith("/api/v1/")
    assert asked["summary"]
    assert asked["tags"]
    for status in ("404", "409", "422", "429", "503"):
        assert "application/problem+json" in asked["responses"][status]["content"]
    assert any(status.startswith("2") for status in asked["responses"])
    assert all("application/json" not in answer.get("content", {}) for status, answer in asked["responses"].items() if status[0] in "45")


def test_what_is_asked_and_answered_has_examples() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for name in ("NewTable", "Act", "Join", "Chat", "ActionLine", "Options", "Candidate", "ProblemBody"):
        described = [schemas[name], *schemas[name]["properties"].values()]
        assert any("examples" in part for part in described), name


def test_every_answer_in_json_has_a_form() -> None:
    answers = {
        (path, method): answer["content"]["application/json"]["schema"]
        for path, method, asked in operations()
        for status, answer in asked["responses"].items()
        if status[0] == "2" and "application/json" in answer.get("content", {})
    }
    assert [asked for asked, schema in answers.items() if not schema] == []


def test_nothing_about_a_route_is_told_twice() -> None:
    """Its points stand with the route, what the hand lacks for it with the refusal."""
    schemas = DOCUMENT["components"]["schemas"]
    assert "points" in schemas["RouteInfo"]["properties"]
    assert "route_points" not in schemas["EditionInfo"]["properties"]
    assert [name for name, part in schemas.items() if {"missing", "card"} <= set(part.get("properties", ()))] == ["RefusedRoutes"]


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Serving, Guest, dict[str, str]]]:
    """A server with an open, a running and a finished table of one guest."""
    # what is thought about is not looked at here, and a case waits for the end of it
    brief = {"hint_patience": 0.3, "analysis_patience": 0.3, "review_games": 20}
    with served(Path(tmp_path_factory.mktemp("openapi")), streams_per_guest=1_000_000, max_open_tables=1_000_000, **brief) as server:
        guest = server.guest()
        tables = {
            "open": guest.open("new-york", "you", "open"),
            "playing": guest.open("new-york", "you", "you", begin=True),
            "over": guest.open("new-york", "you", "random", begin=True),
        }
        play_out([guest], tables["over"], random.Random(1))
        yield server, guest, tables


@pytest.fixture(scope="module")
def somebody(furnished: tuple[Serving, Guest, dict[str, str]]) -> Iterator[Bystander]:
    with bystander(furnished[0]) as somebody:
        yield somebody


@pytest.fixture
def ground(furnished: tuple[Serving, Guest, dict[str, str]], somebody: Bystander) -> Iterator[tuple[Serving, Guest, dict[str, str]]]:
    """That server; nobody else there waits for half a second meanwhile."""
    somebody.forget()
    yield furnished
    assert not somebody.slow


# The stream never ends by itself, and who erases their own data has nothing left to ask about.
SKIPPED = {("GET", "/api/v1/tables/{table_id}/events"), ("DELETE", "/api/v1/me")}
# Each of its 150 examples is drawn: they belong to what is tried at length.
DRAWN = "/api/v1/analysis/card"
schema = schemathesis.openapi.from_dict(DOCUMENT)


def run(case: schemathesis.Case, ground: tuple[Serving, Guest, dict[str, str]]) -> None:
    server, guest, tables = ground
    if (case.method, case.path) in SKIPPED:
        return
    if case.path_parameters and "table_id" in case.path_parameters:
        # most of what is asked should concern a table that is there
        chosen = random.Random(str(case.body) + str(case.query)).choice([*tables.values(), None])
        if chosen is not None:
            case.path_parameters["table_id"] = chosen
    cookies = {"allaboard_guest": guest.http.cookies["allaboard_guest"]}
    answer = case.call(base_url=server.url, cookies=cookies, timeout=30)
    case.validate_response(
        answer, checks=[not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    )


RELAXED = {"deadline": None, "suppress_health_check": list(HealthCheck), "phases": (Phase.explicit, Phase.generate)}


@schema.exclude(path=DRAWN).parametrize()
@settings(max_examples=2, **RELAXED)
def test_answers_are_as_the_document_says(case: schemathesis.Case, ground: tuple[Serving, Guest, dict[str, str]]) -> None:
    run(case, ground)


@schema.include(path=DRAWN).parametrize()
@settings(max_examples=10, **RELAXED | {"phases": (Phase.generate,)})
def test_a_drawing_is_as_the_document_says(case: schemathesis.Case, ground: tuple[Serving, Guest, dict[str, str]]) -> None:
    run(case, ground)


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=150, **RELAXED)
def test_answers_are_as_the_document_says_at_length(case: schemathesis.Case, ground: tuple[Serving, Guest, dict[str, str]]) -> None:
    run(case, ground)
