"""First steps in a game: positions in which one rule after the other is tried.

The steps of each family are data in this folder. Which of them a game has follows from its rules: a step belongs to a
game if the referee allows there what one of the step's examples says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from damero.application.check_position import read_any_position
from damero.domain import catalogue
from damero.domain.errors import DameroError
from damero.domain.game import Game, Move, Position

MIRRORED = str.maketrans("abcdefgh", "hgfedcba")
"""Examples are written for boards with a dark square at the bottom left; others are their mirror images."""


@dataclass(frozen=True, slots=True)
class Example:
    """Squares are written in letters."""

    position: str | None
    """None is the start of the game."""
    legal: tuple[str, ...] | None = None
    """All legal moves, where games differ in them."""
    goal: tuple[str, ...] = ()
    """The moves that the step asks for; without any, every legal move is right."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Wrong moves that teach something, with the codes of their refusals."""


@dataclass(frozen=True, slots=True)
class Step:
    id: str
    position: Position
    goal: frozenset[str]
    refused: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TriedStep:
    step: Step
    move: Move
    after: Position

    @property
    def is_right(self) -> bool:
        return str(self.move) in self.step.goal


def all_lessons() -> dict[str, tuple[Step, ...]]:
    """The steps of every game, by its id."""
    return {game.info.id: lesson(game.info.id) for game in catalogue.GAMES}


@cache
def lesson(game_id: str) -> tuple[Step, ...]:
    game = catalogue.game(game_id)
    found = (_step(game, name, examples) for name, examples in _pool(game.info.family))
    return tuple(step for step in found if step is not None)


def find_step(game_id: str, step_id: str) -> Step:
    found = next((step for step in lesson(game_id) if step.id == step_id), None)
    if found is None:
        raise DameroError("lessons.no_such_step", code="NO_SUCH_STEP")
    return found


def try_step(game_id: str, step_id: str, text: str) -> TriedStep:
    """What a move leads to. Raises the refusal if it is not legal."""
    step = find_step(game_id, step_id)
    move = step.position.read_move(text)
    return TriedStep(step, move, step.position.play(move))


@cache
def _pool(family: str) -> tuple[tuple[str, tuple[Example, ...]], ...]:
    """The steps of a family with their examples; a family without a file has none."""
    file = resources.files(__name__) / f"{family}.json"
    steps = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    return tuple((step["id"], tuple(_example(**example) for example in step["examples"])) for step in steps)


def _example(
    *,
    position: str | None,
    legal: list[str] | None = None,
    goal: list[str] | None = None,
    refused: dict[str, str] | None = None,
) -> Example:
    return Example(position, None if legal is None else tuple(legal), tuple(goal or ()), refused or {})


def _step(game: Game, name: str, examples: tuple[Example, ...]) -> Step | None:
    """The step with the first example that holds in this game."""
    for example in examples:
        shown = _mirrored(example) if game.info.board.mirrored else example
        try:
            position = read_any_position(game, shown.position)
            legal = frozenset(str(move) for move in position.legal_moves())
            named = frozenset(str(position.read_move(move)) for move in shown.legal or shown.goal)
            goal = frozenset(str(position.read_move(move)) for move in shown.goal) or legal
        except DameroError:
            continue
        if named == legal or (shown.legal is None and named <= legal):
            return Step(name, position, goal, shown.refused)
    return None


def _mirrored(example: Example) -> Example:
    def turned(moves: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(move.translate(MIRRORED) for move in moves)

    return Example(
        None if example.position is None else example.position.translate(MIRRORED),
        None if example.legal is None else turned(example.legal),
        turned(example.goal),
        {move.translate(MIRRORED): code for move, code in example.refused.items()},
    )
