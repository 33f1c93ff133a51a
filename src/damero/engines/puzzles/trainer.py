"""Endings to practise: random positions of a material in which a goal can be reached, and the answer to every move.

Many pairs of material and goal have hardly a position: which ones do is data, made by `damero puzzles endings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

from damero.application.ports import EndingClass, KnownMove
from damero.domain import catalogue
from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import Game, Position
from damero.domain.puzzle import Goal
from damero.engines.data_file import LICENCE, DataFile, read_data_file
from damero.engines.puzzles.endings import Endings
from damero.engines.puzzles.exact import RESULTS, best_defence
from damero.engines.puzzles.shipped import FOLDER
from damero.engines.registry import solved_endings

FILE = FOLDER / "endings.json"
TRIES = 400
"""Random positions, until one fits."""
SAMPLE = 300
SOURCE = "damero puzzles endings"
LEAST_SHARE = 0.03
"""Of random positions that fit, from which a pair is offered: all tries then fail once in 200,000 times."""


class OfferedEndings(DataFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The goals that can be practised: by game and material."""

    games: dict[str, dict[str, tuple[Goal, ...]]]


@cache
def _offered() -> Mapping[str, tuple[EndingClass, ...]]:
    return {
        game_id: tuple(EndingClass(material, goals) for material, goals in classes.items())
        for game_id, classes in read_data_file(FILE, OfferedEndings).games.items()
    }


class PracticeEndings:
    """Implements the port `EndgameTables` for every family that has solved endings."""

    def classes(self, game_id: str, /) -> tuple[EndingClass, ...]:
        return _offered().get(game_id, ())

    def draw(self, game_id: str, material: str, goal: Goal, seed: str, /) -> Position:
        played, random = game(game_id), Random(seed)
        if any(offered.material == material and goal in offered.goals for offered in self.classes(game_id)):
            endings = _endings_of(played)
            for _ in range(TRIES):
                position = endings.place(played, material, random)
                if endings.is_exercise(position, goal):
                    return position
        raise DameroError("puzzles.no_such_ending", code="NO_SUCH_ENDING")

    def moves(self, position: Position, /) -> tuple[KnownMove, ...]:
        ranked = _endings_of(position).rank(position)
        return tuple(KnownMove(str(each.move), each.result, each.plies) for each in ranked)

    def plies_left(self, position: Position, /) -> int:
        return _endings_of(position).plies_left(position)

    def defence(self, position: Position, /) -> str:
        return str(best_defence(_endings_of(position).rank, position))


def _endings_of(known: Game | Position) -> Endings:
    endings = solved_endings(known.info.family)
    if endings is None:
        raise DameroError("puzzles.no_such_ending", code="NO_SUCH_ENDING")
    return endings


def sort_out() -> OfferedEndings:
    """Tries every pair of material and goal of every game: the tables of all games are built first."""
    games = {played.info.id: _offered_in(played) for played in catalogue.GAMES}
    found = {game_id: classes for game_id, classes in games.items() if classes}
    return OfferedEndings(format=OfferedEndings.FORMAT, source=SOURCE, licence=LICENCE, games=found)


def _offered_in(played: Game) -> dict[str, tuple[Goal, ...]]:
    endings = solved_endings(played.info.family)
    if endings is None or not endings.covers(played):
        return {}
    goals = {material: _goals(endings, played, material) for material in endings.materials}
    return {material: found for material, found in goals.items() if found}


def _goals(endings: Endings, played: Game, material: str) -> tuple[Goal, ...]:
    random = Random(f"{played.info.id} {material}")
    sample = [endings.place(played, material, random) for _ in range(SAMPLE)]
    return tuple(
        goal for goal in RESULTS if sum(endings.is_exercise(each, goal) for each in sample) >= LEAST_SHARE * SAMPLE
    )
