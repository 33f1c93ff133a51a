"""Practise an ending against perfect defence: every move is graded by the plies that it loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.errors import DameroError
from damero.domain.game import Position
from damero.domain.puzzle import Goal

MOST_PIECES = 4


@dataclass(frozen=True, slots=True)
class TrainedEnding:
    goal: Goal
    position: Position
    plies: int


@dataclass(frozen=True, slots=True)
class PlayedEnding:
    before: Position
    played: Position
    keeps: bool
    lost: int
    best: str
    replied: Position | None
    """After the reply, unless the game is over."""


async def draw_ending(services: Services, game_id: str, material: str, goal: Goal) -> TrainedEnding:
    seed = services.randomness.secret()

    def draw() -> TrainedEnding:
        position = services.endings.draw(game_id, material, goal, seed)
        best = services.endings.moves(position)[0]
        return TrainedEnding(goal, position, best.plies if goal is Goal.WIN else 0)

    return await services.in_thread(draw)


async def play_ending(services: Services, game_id: str, start: str, moves: Sequence[str]) -> PlayedEnding:
    """Judges the last move and answers it. The moves before it are played again, so that the draw rules count."""
    return await services.in_thread(lambda: _play(services, game_id, start, moves))


def _play(services: Services, game_id: str, start: str, moves: Sequence[str]) -> PlayedEnding:
    game = catalogue.game(game_id)
    if not services.endings.classes(game_id):
        raise DameroError("puzzles.no_such_ending", code="NO_SUCH_ENDING")
    before = game.read_position(start)
    if len(before.view(None).pieces) > MOST_PIECES:
        raise DameroError("puzzles.no_such_ending", code="NO_SUCH_ENDING")
    for text in moves[:-1]:
        before = before.play(text)
    move = before.read_move(moves[-1])
    known = services.endings.moves(before)
    graded = next(each for each in known if before.read_move(each.move) == move)
    best, played = known[0], before.play(move)
    replied = None if played.outcome else played.play(services.endings.defence(played))
    keeps, is_win = graded.result == best.result, best.result > 0
    lost = graded.plies - best.plies if keeps and is_win else 0
    return PlayedEnding(before, played, keeps, lost, best.move, replied)
