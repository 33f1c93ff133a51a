"""The API description as one plain HTML page without scripts or external files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any

import msgspec
from litestar import Litestar

from damero.web.static_files import StaticFile

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; } summary { cursor: pointer; padding: .3rem 0; }
code { font: 14px ui-monospace, monospace; } pre { background: #8882; padding: .7rem; overflow: auto; }
.method { display: inline-block; width: 4.5rem; font-weight: 700; } dd { margin: 0 0 .4rem 1rem; }
@media (prefers-color-scheme: dark) { body { background: #1b1b1d; color: #e8e6e3; } a { color: #9cf; } }
"""


@dataclass(frozen=True, slots=True)
class ApiDescription:
    schema: StaticFile
    page: StaticFile


@lru_cache(1)
def api_description(app: Litestar) -> ApiDescription:
    """Made and compressed once, when somebody first asks for it."""
    schema = app.openapi_schema.to_schema()
    return ApiDescription(
        StaticFile.of("openapi.json", msgspec.json.encode(schema)), StaticFile.of("docs.html", openapi_page(schema))
    )


def openapi_page(schema: dict[str, Any]) -> bytes:
    return "\n".join(_page(schema)).encode()


def _page(schema: dict[str, Any]) -> Iterator[str]:
    title = f"{schema['info']['title']} API"
    yield f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(title)}</title><style>{STYLE}</style>"
    yield "<meta name='viewport' content='width=device-width'>"
    yield f"<h1>{escape(title)}</h1><p>{escape(schema['info'].get('description', ''))}"
    yield " The same as <a href='/api/openapi.json'>openapi.json</a>.</p>"
    for tag, operations in _by_tag(schema).items():
        yield f"<h2>{escape(tag)}</h2>"
        for path, method, operation in operations:
            yield from _operation(schema, path, method, operation)


def _by_tag(schema: dict[str, Any]) -> dict[str, list[tuple[str, str, dict[str, Any]]]]:
    found: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict):
                found.setdefault(operation.get("tags", ["Others"])[0], []).append((path, method, operation))
    return found


def _operation(schema: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"<details><summary><span class='method'>{method.upper()}</span><code>{escape(path)}</code> "
    yield f"{escape(operation.get('summary', ''))}</summary><p>{escape(operation.get('description', ''))}</p><dl>"
    for parameter in operation.get("parameters", []):
        yield f"<dt><code>{escape(parameter['name'])}</code> ({escape(parameter['in'])})</dt>"
        yield f"<dd>{escape(parameter.get('description', ''))}</dd>"
    body = operation.get("requestBody")
    if body:
        yield f"<dt>Body</dt><dd>{_example(schema, _schema_of(body))}</dd>"
    for status, response in operation["responses"].items():
        yield f"<dt>{escape(status)} {escape(response.get('description', ''))}</dt>"
        if status.startswith("2"):
            yield f"<dd>{_example(schema, _schema_of(response))}</dd>"
    yield "</dl></details>"


def _schema_of(part: dict[str, Any]) -> dict[str, Any]:
    content = part.get("content") or {}
    return next((media.get("schema", {}) for media in content.values()), {})


def _example(schema: dict[str, Any], part: dict[str, Any]) -> str:
    value = _sample(schema, part, depth=0)
    return f"<pre>{escape(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())}</pre>"


def _sample(schema: dict[str, Any], part: dict[str, Any], depth: int) -> Any:
    """A sample value for a schema, taken from its examples if it has any."""
    if "$ref" in part:
        return _sample(schema, schema["components"]["schemas"][part["$ref"].rpartition("/")[2]], depth)
    if part.get("examples"):
        return part["examples"][0]
    if "const" in part or part.get("enum"):
        return part.get("const", (part.get("enum") or [None])[0])
    for union in ("oneOf", "anyOf"):
        if union in part:
            return _sample(schema, part[union][0], depth)
    kind = part.get("type")
    if kind == "object" and depth < 6:
        return {name: _sample(schema, one, depth + 1) for name, one in part.get("properties", {}).items()}
    if kind == "array" and depth < 6:
        return [_sample(schema, part.get("items", {}), depth + 1)]
    return {"integer": 0, "number": 0.0, "boolean": False, "string": "…"}.get(str(kind))
