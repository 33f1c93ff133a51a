"""Reads the `position` blocks of the rules pages and holds each line against the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import Game, Position, View

_BLOCK = re.compile(r"^```position\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_QUOTED = re.compile(r"^````\n.*?^````$", re.MULTILINE | re.DOTALL)


class FalseExampleError(AssertionError):
    """What a block says is not what the rules say."""


@dataclass(frozen=True, slots=True)
class Example:
    page: str
    line: int
    lines: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def examples_of(path: Path) -> list[Example]:
    """The examples of a page; blocks quoted in a longer fence are about the syntax, and none themselves."""
    text = _QUOTED.sub(lambda quoted: "\n" * quoted[0].count("\n"), path.read_text(encoding="utf-8"))
    return [
        Example(path.name, text[: block.start()].count("\n") + 1, read_block(block[1]))
        for block in _BLOCK.finditer(text)
    ]


def read_block(block: str) -> tuple[tuple[str, str], ...]:
    joined = re.sub(r"\n[ \t]+", "", block.rstrip("\n"))
    pairs = [line.partition(":") for line in joined.split("\n")]
    return tuple((word.strip(), value.strip()) for word, _, value in pairs)


def check(example: Example) -> None:
    """Run a block; `FalseExampleError` says which line is not true."""
    (first, game_id), *rest = example.lines
    if first != "game":
        raise FalseExampleError(f"{example}: begins with {first!r}, not with 'game'")
    reading = _Reading(game(game_id))
    for word, value in rest:
        if word not in _LINES:
            raise FalseExampleError(f"{example}: {word!r} is no line of an example")
        try:
            _LINES[word](reading, value)
        except (AssertionError, DameroError) as fault:
            raise FalseExampleError(f"{example}: {word}: {value}: {fault}") from fault


class _Reading:
    """A block being read: the position that stands at the moment, or the view of one."""

    def __init__(self, its_game: Game) -> None:
        self.game = its_game
        self.standing: Position | None = None
        self.known: View | None = None

    @property
    def position(self) -> Position:
        assert self.standing is not None, "there is no position to check"
        return self.standing

    def read_position(self, text: str) -> None:
        self.standing = self.game.initial() if text == "start" else self.game.read_position(text)

    def read_view(self, text: str) -> None:
        self.known = self.game.read_view(text)

    def moves(self, moves: str) -> None:
        said = [] if moves == "none" else sorted(moves.split())
        assert said == self._legal_texts(), f"the legal moves are {self._legal_texts()}"

    def legal(self, moves: str) -> None:
        missing = set(moves.split()) - set(self._legal_texts())
        assert moves, "no move is named"
        assert not missing, f"the legal moves are {self._legal_texts()}"

    def illegal(self, refused: str) -> None:
        move, code = refused.split()
        found = self._refusal(move)
        assert found == code, f"it is {f'refused with {found}' if found else 'legal'}"

    def _refusal(self, move: str) -> str | None:
        try:
            self.position.play(move)
        except DameroError as refusal:
            return refusal.code
        return None

    def play(self, moves: str) -> None:
        for move in moves.split():
            self.standing = self.position.play(move)

    def after(self, text: str) -> None:
        assert self.position.text == text, f"it is {self.position.text}"

    def outcome(self, said: str) -> None:
        outcome = self.position.outcome
        found = f"{outcome.winner or 'draw'} {outcome.reason}" if outcome else "open"
        assert found == said, f"it is {found}"

    def _legal_texts(self) -> list[str]:
        return sorted(map(str, (self.known or self.position).legal_moves()))


_LINES: dict[str, Callable[[_Reading, str], None]] = {
    "position": _Reading.read_position,
    "view": _Reading.read_view,
    "moves": _Reading.moves,
    "legal": _Reading.legal,
    "illegal": _Reading.illegal,
    "play": _Reading.play,
    "after": _Reading.after,
    "outcome": _Reading.outcome,
}
