"""Requests and frames that are valid by the API's description and name what exists, with one wrong thing or none."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias
from urllib.parse import quote

Json: TypeAlias = Any
Values: TypeAlias = dict[str, list[Json]]
"""What exists, by the name of a parameter or field."""
WRONG: tuple[Json, ...] = (
    None, True, -1, 0, 1, 2**31, 2**53 + 1, 2**64, 1.5, -0.0, "", " ", "x", "x" * 300, "\x00", "\ud800", "💣", "١٢",
    "é", "\u202e", "22x15", "W:W22:B18", "W:WK1:BK50", "a1", "1-1", "red-flag", "white", "GUEST", "../x", "%", [], [[]],
    {}, ["22"] * 30, {"square": "a1"}, [None],
)  # fmt: skip
FRAMES: tuple[Json, ...] = (
    {"type": "hello", "version": None, "seat": None, "plies": 5, "changes": True},
    {"type": "play", "command_id": "", "version": None, "text": ""},
    {"type": "play", "command_id": "", "squares": [], "hop": True},
    {"type": "place", "command_id": "", "pieces": []},
    {"type": "offer", "command_id": "", "kind": "draw"},
    {"type": "offer", "command_id": "", "kind": "takeback"},
    {"type": "offer", "command_id": "", "kind": "rematch"},
    {"type": "accept", "command_id": "", "offer": 0},
    {"type": "decline", "command_id": "", "offer": 0},
    {"type": "join", "command_id": "", "nonce_hash": ""},
    {"type": "nonce", "command_id": "", "nonce": ""},
    {"type": "claim", "command_id": "", "draw": True},
    {"type": "resign", "command_id": ""},
    {"type": "analyse", "id": 1, "game": "", "start": None, "moves": [], "seconds": 1, "lines": 2},
)  # fmt: skip
GUESSED = 0.85
"""How often a field gets a value that exists."""


@dataclass(frozen=True)
class Shapes:
    description: Json
    values: Values

    def operations(self) -> list[tuple[str, str]]:
        """Methods and templates of paths."""
        return [(method, path) for path, methods in self.description["paths"].items() for method in methods]

    def path(self, random: Random, method: str, template: str) -> str:
        """With its parameters, of which optional ones may be missing."""
        path, query = template, []
        for one in self.description["paths"][template][method].get("parameters", ()):
            value = quote(str(self.made(random, one["schema"], one["name"])), safe="")
            if one["in"] == "path":
                path = path.replace(f"{{{one['name']}}}", value)
            elif one.get("required") or random.random() < 0.5:
                query.append(f"{one['name']}={value}")
        return f"{path}?{'&'.join(query)}" if query else path

    def body(self, random: Random, method: str, template: str) -> Json:
        content = self.description["paths"][template][method].get("requestBody", {}).get("content", {})
        return next((self.made(random, media["schema"], "") for media in content.values()), None)

    def frame(self, random: Random) -> Json:
        frame = deepcopy(random.choice(FRAMES))
        for name in frame:
            if name in self.values and frame[name] in ("", []):
                frame[name] = random.choice(self.values[name])
        return with_one_wrong_thing(random, frame) if random.random() < 0.5 else frame

    def made(self, random: Random, schema: Json, name: str) -> Json:
        """A value of this schema."""
        if name in self.values and random.random() < GUESSED:
            return random.choice(self.values[name])
        if "$ref" in schema:
            return self.made(random, self.description["components"]["schemas"][schema["$ref"].rpartition("/")[2]], name)
        if choices := [one for one in schema.get("oneOf", ()) if one]:
            return self.made(random, {**schema, "oneOf": (), **random.choice(choices)}, name)
        if "enum" in schema:
            return random.choice(schema["enum"])
        return MAKE.get(schema.get("type", "null"), _nothing)(self, random, schema, name)


Maker: TypeAlias = Callable[[Shapes, Random, Json, str], Json]


def with_one_wrong_thing(random: Random, value: Json) -> Json:
    """A copy in which one part is missing, doubled, of another kind or not expected."""
    value = deepcopy(value)
    holder = random.choice(_holders(value) or [{}])
    if isinstance(holder, list):
        holder.insert(random.randrange(len(holder) + 1), random.choice(WRONG))
    elif holder and random.random() < 0.8:
        holder[random.choice(list(holder))] = random.choice(WRONG)
    elif holder and random.random() < 0.5:
        del holder[random.choice(list(holder))]
    else:
        holder[random.choice(("x", "seat", "version", "type"))] = random.choice(WRONG)
    return value


def encoded(value: Json) -> bytes:
    return json.dumps(value).encode()


def _holders(value: Json) -> list[Json]:
    """All objects and lists within, itself included."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = [value] if isinstance(value, dict | list) else []
    return own + [one for part in parts for one in _holders(part)]


def _nothing(_shapes: Shapes, _random: Random, _schema: Json, _name: str) -> Json:
    return None


def _object(shapes: Shapes, random: Random, schema: Json, _name: str) -> Json:
    required = schema.get("required", ())
    wanted = {
        name: one for name, one in schema.get("properties", {}).items() if name in required or random.random() < 0.4
    }
    return {name: shapes.made(random, one, name) for name, one in wanted.items()}


def _array(shapes: Shapes, random: Random, schema: Json, name: str) -> Json:
    return [shapes.made(random, schema.get("items", {}), f"{name}[]") for _ in range(random.randrange(4))]


def _integer(_shapes: Shapes, random: Random, schema: Json, _name: str) -> Json:
    least, most = int(schema.get("minimum", 0)), int(schema.get("maximum", 100))
    return random.choice((least, most, random.randint(least, min(most, least + 12))))


def _string(_shapes: Shapes, random: Random, schema: Json, _name: str) -> Json:
    if "64}" in schema.get("pattern", ""):
        return random.randbytes(32).hex()
    return f"c-{random.getrandbits(40)}"[: schema.get("maxLength", 40)]


def _boolean(_shapes: Shapes, random: Random, _schema: Json, _name: str) -> Json:
    return random.random() < 0.5


MAKE: dict[str, Maker] = {
    "object": _object,
    "array": _array,
    "integer": _integer,
    "string": _string,
    "boolean": _boolean,
}
