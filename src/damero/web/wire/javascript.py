"""The wire types as JSDoc for the browser client: `python -m damero.web.wire.javascript` writes them."""

from __future__ import annotations

import json
import re
import textwrap
from importlib import resources
from pathlib import Path
from types import UnionType
from typing import Any, get_args

import msgspec

from damero.web import wire
from damero.web.wire.base import Reply, Request

TARGET = Path(str(resources.files("damero.web") / "static" / "js" / "wire.js"))
WIDTH = 120
NO_BREAK = "\N{NO-BREAK SPACE}"
HEADER = """\
/**
 * The messages between server and browser. Types only.
 *
 * Generated from the Python package `damero.web.wire` by `make wire`. Do not edit.
 */

"""
PRIMITIVES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Schema = dict[str, Any]


def source() -> str:
    """The whole JavaScript file."""
    typedefs = {name: _typedef(schema) for name, schema in _schemas().items()}
    typedefs |= {name: _union(name, union) for name, union in _unions().items()}
    return HEADER + "\n".join([*(typedefs[name] for name in sorted(typedefs)), "", "export {};", ""])


def _schemas() -> dict[str, Schema]:
    """A JSON Schema for every message and every enumeration in one, by name."""
    messages = [value for value in vars(wire).values() if _is_message(value)]
    _, components = msgspec.json.schema_components(messages, ref_template="{name}")
    return components


def _is_message(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Request | Reply) and value not in (Request, Reply)


def _unions() -> dict[str, UnionType]:
    return {name: value for name, value in vars(wire).items() if isinstance(value, UnionType)}


def _typedef(schema: Schema) -> str:
    return _comment(schema.get("description"), schema["title"], type_of(schema))


def _union(name: str, union: UnionType) -> str:
    return _comment(None, name, " | ".join(member.__name__ for member in get_args(union)))


def _comment(description: str | None, name: str, definition: str) -> str:
    about = description.partition("\n\n")[0].replace("\n", " ") if description else ""
    typedef = f"@typedef {{{definition}}} {name}"
    one_line = " ".join(filter(None, ["/**", about, typedef, "*/"]))
    if len(one_line) <= WIDTH:
        return one_line
    return "\n".join(["/**", *(f" * {line}" for line in [*_wrapped(about), *_wrapped(_unbroken(typedef))]), " */"])


def _unbroken(typedef: str) -> str:
    """Lets lines end only after a property or an alternative."""
    return re.sub(r"(?<=[^,|]) ", NO_BREAK, typedef)


def _wrapped(text: str) -> list[str]:
    return [line.replace(NO_BREAK, " ") for line in textwrap.wrap(text, WIDTH - 3, break_on_hyphens=False)]


def type_of(schema: Schema) -> str:
    """The TypeScript type that a JSON Schema describes."""
    match schema:
        case {"$ref": name}:
            return str(name)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"anyOf": options}:
            return " | ".join(map(type_of, options))
        case {"type": "array", "items": items}:
            element = type_of(items)
            return f"({element})[]" if " | " in element else f"{element}[]"
        case {"type": "object", "properties": properties}:
            return f"{{ {', '.join(_property(schema, name, properties[name]) for name in properties)} }}"
        case {"type": "object", "additionalProperties": values}:
            return f"Record<string, {type_of(values)}>"
        case {"type": primitive}:
            return PRIMITIVES[primitive]
    raise ValueError(f"No JavaScript type is known for {schema}.")


def _property(owner: Schema, name: str, schema: Schema) -> str:
    """Requests may leave out what has a default. Replies contain that; they leave out what can be unset."""
    is_request = owner.get("additionalProperties") is False
    optional = name not in owner.get("required", []) and (is_request or "default" not in schema)
    return f"{name}{'?' if optional else ''}: {type_of(schema)}"


if __name__ == "__main__":
    TARGET.write_text(source(), encoding="utf-8")
