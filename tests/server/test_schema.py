"""The page's types are those of the API: `web/src/schema.ts` says what the OpenAPI document says, comments aside.

The file is made by openapi-typescript (docs/page.md tells how); here the same types are written out in Python, so that a change of the API
that did not reach the page fails without Node.
"""

import re
from pathlib import Path
from typing import Any

from allaboard.server.app import create_app
from allaboard.server.settings import Settings

DOCUMENT: dict[str, Any] = create_app(Settings(database_url="sqlite:///nowhere.db")).openapi()
FILE = Path(__file__).parents[2] / "web" / "src" / "schema.ts"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
PLACES = ("query", "header", "path", "cookie")
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEADERS = "headers: { [name: string]: unknown; };"


def typed(schema: dict[str, Any]) -> str:
    """A schema as a type of TypeScript."""
    if "$ref" in schema:
        return f'components["schemas"]["{schema["$ref"].rpartition("/")[2]}"]'
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if parts := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(f"({typed(part)})" if is_choice(part) else typed(part) for part in parts))
    if "prefixItems" in schema:
        return f"[ {', '.join(map(typed, schema['prefixItems']))} ]"
    if schema.get("type") == "array":
        inner = typed(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if schema.get("properties"):
        return members(schema)
    if schema.get("additionalProperties") is False:
        return "Record<string, never>"
    if schema.get("type") == "object":
        inner = schema.get("additionalProperties")
        return f"{{ [key: string]: {typed(inner) if isinstance(inner, dict) else 'unknown'}; }}"
    return PLAIN[schema["type"]] if schema else "unknown"


def is_choice(schema: dict[str, Any]) -> bool:
    """Whether a schema is several types or values, which stand in brackets among others."""
    return any(len(schema.get(name, ())) > 1 for name in ("enum", "anyOf", "oneOf"))


def members(schema: dict[str, Any]) -> str:
    """An object's type; what has a default need not be sent."""
    needed = schema.get("required", ())
    parts = [f"{name}{'' if name in needed else '?'}: {typed(part)};" for name, part in schema["properties"].items()]
    open_end = "[key: string]: unknown;" if schema.get("additionalProperties") is True else ""
    return f"{{ {' '.join(filter(None, [*parts, open_end]))} }}"


def content(media: dict[str, Any]) -> str:
    return " ".join(f'"{name}": {typed(found.get("schema", {}))};' for name, found in media.items())


def operation(asked: dict[str, Any]) -> str:
    """What is sent with a request and what comes back."""
    given: dict[str, list[str]] = {place: [] for place in PLACES}
    for parameter in asked.get("parameters", ()):
        name = parameter["name"] if parameter["name"].isidentifier() else f'"{parameter["name"]}"'
        given[parameter["in"]].append(f"{name}{'' if parameter.get('required') else '?'}: {typed(parameter['schema'])};")
    required = {parameter["in"] for parameter in asked.get("parameters", ()) if parameter.get("required")}
    places = []
    for place, names in given.items():
        kind = f"{{ {' '.join(names)} }}" if names else "never"
        places.append(f"{place}{'' if place in required else '?'}: {kind};")
    sent = asked.get("requestBody")
    body = f"requestBody: {{ content: {{ {content(sent['content'])} }}; }};" if sent else "requestBody?: never;"
    answers = []
    for status, answer in sorted(asked["responses"].items()):
        carried = f"content: {{ {content(answer['content'])} }};" if "content" in answer else "content?: never;"
        answers.append(f"{status}: {{ {HEADERS} {carried} }};")
    return f"{asked['operationId']}: {{ parameters: {{ {' '.join(places)} }}; {body} responses: {{ {' '.join(answers)} }}; }};"


def path(name: str, item: dict[str, Any]) -> str:
    nothing = " ".join(f"{place}?: never;" for place in PLACES)
    methods = [f'{method}: operations["{item[method]["operationId"]}"];' if method in item else f"{method}?: never;" for method in METHODS]
    return f'"{name}": {{ parameters: {{ {nothing} }}; {" ".join(methods)} }};'


def test_the_page_knows_the_api_as_it_is() -> None:
    without_comments = re.sub(r"/\*.*?\*/", "", FILE.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = " ".join(without_comments.split())
    expected = [path(name, item) for name, item in DOCUMENT["paths"].items()]
    expected += [f"{name}: {typed(schema)};" for name, schema in DOCUMENT["components"]["schemas"].items()]
    expected += [operation(asked) for item in DOCUMENT["paths"].values() for method, asked in item.items() if method in METHODS]
    missing = [entry for entry in expected if entry not in text]
    assert not missing, "web/src/schema.ts is not of this API; docs/page.md tells how to make it anew"
    for entry in expected:
        text = text.replace(entry, "", 1)
    left = re.findall(r"[\w{}/\"-]+(?=: \{)", text)
    assert left == ["schemas"], f"web/src/schema.ts knows what the API does not: {left}"
