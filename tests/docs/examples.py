"""Reads the `position` blocks of the rules pages and checks each line against the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import Game, Position, View

_BLOCK = re.compile(r"^```position([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_QUOTED = re.compile(r"^````\n.*?^````$", re.MULTILINE | re.DOTALL)


class FalseExampleError(AssertionError):
    """A block disagrees with the rules."""


@dataclass(frozen=True, slots=True)
class Example:
    """One block: its lines as pairs of word and value, and the refusal codes of its `illegal` lines in order."""

    page: str
    line: int
    lines: tuple[tuple[str, str], ...]
    codes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def examples_of(path: Path) -> list[Example]:
    """The examples of a page. Blocks quoted inside a longer fence only explain the syntax and are left out."""
    text = _QUOTED.sub(lambda quoted: "\n" * quoted[0].count("\n"), path.read_text(encoding="utf-8"))
    return [
        Example(path.name, text[: block.start()].count("\n") + 1, read_block(block[2]), tuple(block[1].split()))
        for block in _BLOCK.finditer(text)
    ]


def read_block(block: str) -> tuple[tuple[str, str], ...]:
    joined = re.sub(r"\n[ \t]+", "", block.rstrip("\n"))
    pairs = [line.partition(":") for line in joined.split("\n")]
    return tuple((word.strip(), value.strip()) for word, _, value in pairs)


def check(example: Example) -> None:
    """Run a block; `FalseExampleError` names the line that is wrong."""
    (first, game_id), *rest = example.lines
    if first != "game":
        raise FalseExampleError(f"{example}: begins with {first!r}, not with 'game'")
    if len(example.codes) != [word for word, _ in rest].count("illegal"):
        raise FalseExampleError(f"{example}: the first line needs one code for each 'illegal' line")
    reading = _Reading(game(game_id), iter(example.codes))
    for word, value in rest:
        if word not in _LINES:
            raise FalseExampleError(f"{example}: there is no {word!r} line in an example")
        try:
            _LINES[word](reading, value)
        except (AssertionError, DameroError) as fault:
            raise FalseExampleError(f"{example}: {word}: {value}: {fault}") from fault


class _Reading:
    """A block being read: the current position, or the view of one."""

    def __init__(self, its_game: Game, codes: Iterator[str]) -> None:
        self.game = its_game
        self.codes = codes
        self.current: Position | None = None
        self.known: View | None = None

    @property
    def position(self) -> Position:
        assert self.current is not None, "there is no position to check"
        return self.current

    def read_position(self, text: str) -> None:
        self.current = self.game.initial() if text == "start" else self.game.read_position(text)

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
        move, _, reason = refused.partition(" ")
        code, found = next(self.codes), self._refusal(move)
        assert found == code, f"it is {f'refused with {found}' if found else 'legal'}"
        assert reason, "no reason is given"

    def _refusal(self, move: str) -> str | None:
        try:
            self.position.play(move)
        except DameroError as refusal:
            return refusal.code
        return None

    def play(self, moves: str) -> None:
        for move in moves.split():
            self.current = self.position.play(move)

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
