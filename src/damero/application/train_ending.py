"""Practise an ending against perfect defence: every move is graded by the plies that it loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from damero.application.analysed_position import refuse_if_being_played
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
    left: int
    """Plies until the rules make it a draw."""


@dataclass(frozen=True, slots=True)
class PlayedEnding:
    before: Position
    played: Position
    keeps: bool
    lost: int
    best: str
    replied: Position | None
    """After the reply, unless the game is over."""
    left: int
    """Plies until the rules then make it a draw."""


async def draw_ending(services: Services, game_id: str, material: str, goal: Goal) -> TrainedEnding:
    seed = services.randomness.secret()

    def draw() -> TrainedEnding:
        position = services.endings.draw(game_id, material, goal, seed)
        best = services.endings.moves(position)[0]
        left = services.endings.plies_left(position)
        return TrainedEnding(goal, position, best.plies if goal is Goal.WIN else 0, left)

    return await services.in_thread(draw)


async def play_ending(services: Services, game_id: str, start: str, moves: Sequence[str]) -> PlayedEnding:
    """Judges the last move and answers it. The moves before it are played again, so that the draw rules count.

    Nothing is told about a position that people are playing now.
    """
    positions = await services.in_thread(lambda: _positions(services, game_id, start, moves[:-1]))
    await refuse_if_being_played(services, *positions)
    return await services.in_thread(lambda: _play(services, positions[-1], moves[-1]))


def _positions(services: Services, game_id: str, start: str, moves: Sequence[str]) -> list[Position]:
    game = catalogue.game(game_id)
    if not services.endings.classes(game_id):
        raise DameroError("puzzles.no_such_ending", code="NO_SUCH_ENDING")
    positions = [game.read_position(start)]
    if len(positions[0].view(None).pieces) > MOST_PIECES:
        raise DameroError("puzzles.no_such_ending", code="NO_SUCH_ENDING")
    for text in moves:
        positions.append(positions[-1].play(text))
    return positions


def _play(services: Services, before: Position, text: str) -> PlayedEnding:
    move = before.read_move(text)
    known = services.endings.moves(before)
    if not known:
        raise DameroError("puzzles.no_such_ending", code="NO_SUCH_ENDING")
    graded = next(each for each in known if before.read_move(each.move) == move)
    best, played = known[0], before.play(move)
    replied = None if played.outcome else played.play(services.endings.defence(played))
    keeps, is_win = graded.result == best.result, best.result > 0
    lost = graded.plies - best.plies if keeps and is_win else 0
    left = services.endings.plies_left(replied or played)
    return PlayedEnding(before, played, keeps, lost, best.move, replied, left)
