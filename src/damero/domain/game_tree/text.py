"""A game tree as compact JSON, and as text for a link.

`{"game": "english", "moves": ["11-15 23-19", {"m": "8-11", "c": "The usual move.", "v": [["9-14 22-18"]]}]}`: a line is
a list in which each text holds plain moves and each object one annotated move. The start is left out if it is the
usual one. A tree contains the whole start position, secrets included.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from math import isfinite
from operator import attrgetter

from damero.domain import catalogue
from damero.domain.errors import BadText
from damero.domain.game import Position
from damero.domain.game_tree import DOUBLE_FORFEIT, DRAW, AnnotatedMove, GameTree, Line, next_position, tidy
from damero.domain.game_tree.lines import LARGEST_GLYPH, plain_line
from damero.domain.record.canonical import Json
from damero.texts import Text, Value

LONGEST_TEXT = 1_000_000
MOST_MOVES = 5_000
DEEPEST = 40
"""The most variations of variations inside each other."""
SMALLEST_SCORE = -100_000

_FIELDS = {"game", "rules", "start", "moves", "comment", "result", "headers"}
_MOVE_FIELDS = set("mcbgtesv")


def write_tree(tree: GameTree) -> str:
    """The tree as one line of JSON. `read_tree` reads it.

    >>> write_tree(GameTree(catalogue.game("english").initial()).play("11-15", "23-19"))
    '{"game":"english","moves":["11-15 23-19"]}'
    """
    info = tree.start.info
    newest = catalogue.game(info.id).info.version
    usual = catalogue.game(info.id, info.version).initial()
    fields: dict[str, Json] = {
        "game": info.id,
        "rules": None if info.version == newest else info.version,
        "start": None if tree.start.text == usual.text else tree.start.text,
        "moves": _line_json(tree.moves),
        "comment": tree.comment or None,
        "result": tree.result,
        "headers": dict(tree.headers) or None,
    }
    return json.dumps(_without_none(fields), separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def write_link(tree: GameTree) -> str:
    """The tree as text for a link: the JSON compressed (raw deflate), in the URL-safe alphabet of Base64."""
    compressor = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    packed = compressor.compress(write_tree(tree).encode()) + compressor.flush()
    return urlsafe_b64encode(packed).decode().rstrip("=")


def _without_none(fields: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in fields.items() if value is not None}


def _line_json(line: Line) -> list[Json]:
    items: list[Json] = []
    for is_plain, group in groupby(line, key=attrgetter("is_plain")):
        run = list(group)
        items += [" ".join(item.move for item in run)] if is_plain else [_item_json(item) for item in run]
    return items


def _item_json(item: AnnotatedMove) -> dict[str, Json]:
    return _without_none(
        {
            "m": item.move,
            "c": item.comment or None,
            "b": item.before or None,
            "g": item.glyphs or None,
            "t": item.clock,
            "e": item.elapsed,
            "s": item.score,
            "v": [_line_json(line) for line in item.variations] or None,
        }
    )


def read_tree(text: str) -> GameTree:
    """The tree of a text. Every move is checked; a `DameroError` says what is wrong."""
    if len(text) > LONGEST_TEXT:
        raise _bad("tree.too_long", most=LONGEST_TEXT)
    fields = _object(_parsed(text), _FIELDS)
    start = _start(fields)
    line = _read_line(fields.get("moves"), 0)
    if _count(line) > MOST_MOVES:
        raise _bad("tree.too_many_moves", most=MOST_MOVES)
    headers = tuple((name, _text(value)) for name, value in _object(fields.get("headers", {})).items())
    result = _result(fields.get("result"), start)
    return GameTree(start, tidy(_checked(line, start)), _text(fields.get("comment", "")), result, headers)


def read_link(text: str) -> GameTree:
    """The tree of a link's text."""
    decompressor = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        packed = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        unpacked = decompressor.decompress(packed, 4 * LONGEST_TEXT + 1).decode()
    except (ValueError, zlib.error):
        raise _bad("tree.not_a_tree") from None
    return read_tree(unpacked)


def _parsed(text: str) -> Json:
    try:
        parsed: Json = json.loads(text)
    except (ValueError, RecursionError):
        raise _bad("tree.not_a_tree") from None
    return parsed


def _start(fields: Mapping[str, Json]) -> Position:
    version = fields.get("rules")
    game = catalogue.game(_text(fields.get("game")), None if version is None else _number(version))
    return game.read_position(_text(fields["start"])) if "start" in fields else game.initial()


def _result(value: Json, start: Position) -> str | None:
    if value is None:
        return None
    if value not in (*start.info.seats, DRAW, DOUBLE_FORFEIT):
        raise _bad("tree.not_a_tree")
    return _text(value)


def _read_line(value: Json, depth: int) -> Line:
    if depth > DEEPEST:
        raise _bad("tree.too_deep", most=DEEPEST)
    return tuple(item for part in _list(value) for item in _read_items(part, depth))


def _read_items(part: Json, depth: int) -> Iterator[AnnotatedMove]:
    if isinstance(part, str):
        yield from plain_line(part.split())
        return
    fields = _object(part, _MOVE_FIELDS)
    lines = (_read_line(line, depth + 1) for line in _list(fields.get("v", [])))
    yield AnnotatedMove(
        move=_text(fields.get("m")),
        comment=_text(fields.get("c", "")),
        before=_text(fields.get("b", "")),
        glyphs=tuple(_number(glyph, 0, LARGEST_GLYPH) for glyph in _list(fields.get("g", []))),
        clock=_seconds(fields.get("t")),
        elapsed=_seconds(fields.get("e")),
        score=_number(fields["s"], SMALLEST_SCORE, -SMALLEST_SCORE) if "s" in fields else None,
        variations=tuple(line for line in lines if line),
    )


def _count(line: Line) -> int:
    return len(line) + sum(_count(variation) for item in line for variation in item.variations)


def _checked(line: Line, position: Position) -> Line:
    """The line with every move as the rules write it. `IllegalMove` says which one they refuse."""
    items: list[AnnotatedMove] = []
    for item in line:
        variations = tuple(_checked(variation, position) for variation in item.variations)
        items.append(replace(item, move=str(position.read_move(item.move)), variations=variations))
        position = next_position(position, items[-1].move)
    return tuple(items)


def _object(value: Json, known: set[str] | None = None) -> Mapping[str, Json]:
    if not isinstance(value, dict) or (known is not None and not value.keys() <= known):
        raise _bad("tree.not_a_tree")
    return value


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise _bad("tree.not_a_tree")
    return value


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise _bad("tree.not_a_tree")
    return value


def _number(value: Json, least: int = 0, most: int = LONGEST_TEXT) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _bad("tree.not_a_tree")
    return value


def _seconds(value: Json) -> float | None:
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value) or value < 0:
        raise _bad("tree.not_a_tree")
    return value


def _bad(key: str, **values: Value) -> BadText:
    return BadText(Text(key, values), code="BAD_TREE")
