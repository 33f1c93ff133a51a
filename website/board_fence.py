"""Draws the `position` blocks of the documentation as boards, with what they say about the moves below."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import TypeAlias

import damero
from damero.domain.game import Game, Position, View

Lines: TypeAlias = list[tuple[str, str]]
CAPTIONS: Mapping[str, str] = {
    "moves": "All legal moves: {}",
    "legal": "Legal moves, among others: {}",
    "play": "The board shows the position after {}.",
}
SIZE = 320


def draw(source: str, *_: object, **__: object) -> str:
    """A formatter as `pymdownx.superfences` calls it."""
    lines = read_lines(source)
    return f'<figure class="board">{picture_of(lines)}<figcaption>{captions_of(lines)}</figcaption></figure>'


def read_lines(source: str) -> Lines:
    """The words and values of a block; an indented line continues the one above."""
    joined = re.sub(r"\n[ \t]+", "", source.strip("\n"))
    pairs = [line.partition(":") for line in joined.split("\n")]
    return [(word.strip(), value.strip()) for word, _, value in pairs]


def picture_of(lines: Lines) -> str:
    game = damero.game(dict(lines)["game"])
    return damero.svg.board(final_view(game, lines), size=SIZE).replace("<svg ", '<svg role="img" ', 1)


def final_view(game: Game, lines: Lines) -> View | Position:
    """What the block ends with: a view, or the position after all its moves."""
    values = dict(lines)
    if "view" in values:
        return game.read_view(values["view"])
    start = values.get("position", "start")
    position = game.initial() if start == "start" else game.read_position(start)
    return position.after(*(move for word, moves in lines if word == "play" for move in moves.split()))


def captions_of(lines: Lines) -> str:
    return "".join(f"<p>{escape(text)}</p>" for word, value in lines if (text := caption(word, value)))


def caption(word: str, value: str) -> str:
    if word == "illegal":
        move, _, reason = value.partition(" ")
        return f"Not legal: {move}. {reason}"
    return CAPTIONS[word].format(value) if word in CAPTIONS else ""
