"""The browser's wire types are generated from the Python ones."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from damero.web.wire.javascript import TARGET, Schema, source, type_of


def test_the_committed_types_are_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == source(), "Run `make wire`."


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, "string"),
        ({"type": "integer"}, "number"),
        ({"anyOf": [{"type": "boolean"}, {"type": "null"}]}, "boolean | null"),
        ({"enum": ["a", "b"]}, '"a" | "b"'),
        ({"$ref": "View"}, "View"),
        ({"type": "array", "items": {"$ref": "View"}}, "View[]"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a" | "b")[]'),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "Record<string, number>"),
    ],
)
def test_each_kind_of_schema_has_its_type(schema: Schema, expected: str) -> None:
    assert type_of(schema) == expected


class Question(msgspec.Struct, tag="question", forbid_unknown_fields=True):
    game: str
    level: int | None = None


class Answer(msgspec.Struct):
    tone: Literal["low", "high"] = "low"


def schema_of(message: type) -> Schema:
    _, components = msgspec.json.schema_components([message], ref_template="{name}")
    return components[message.__name__]


def test_a_request_may_leave_out_what_has_a_default() -> None:
    assert type_of(schema_of(Question)) == '{ type: "question", game: string, level?: number | null }'


def test_a_reply_always_contains_what_has_a_default() -> None:
    assert type_of(schema_of(Answer)) == '{ tone: "high" | "low" }'


def test_a_schema_without_a_javascript_type_is_refused() -> None:
    with pytest.raises(ValueError, match="No JavaScript type"):
        type_of({"const": 1})
