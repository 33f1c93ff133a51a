"""Learn from one's mistakes: find a better move in a position of a reviewed match. The engine judges the try."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass

from damero.application.analyse import MOST_LINES
from damero.application.analysed_position import position_after
from damero.application.ports import Requester
from damero.application.review_match import stored_review
from damero.application.services import Services
from damero.application.solve_puzzle import Frame, line_frames, refute
from damero.domain.analysis import MARKS, Judgement, capped, chance
from damero.domain.errors import DameroError
from damero.domain.game import Position, Seat

THOUGHT = 1_500
"""Milliseconds of thought about a try that is not the best move of the review."""
LONGEST_LINE = 7
GOOD_ENOUGH = MARKS[-1][0]
"""A try that gives away less of the winning chances is right."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A position in which a player made a mistake."""

    judgement: Judgement
    position: Position

    @property
    def seat(self) -> Seat:
        return self.judgement.seat


@dataclass(frozen=True, slots=True)
class TriedMistake:
    mistake: Mistake
    is_right: bool
    played: Frame
    solution: tuple[Frame, ...]
    """The line of the review."""
    refutation: tuple[Frame, ...] = ()
    """How a wrong try is punished."""


async def find_mistake(services: Services, match_id: str, ply: int) -> Mistake:
    """The position before a move that the review marks as a mistake."""
    match, review = await stored_review(services, match_id)
    if not 0 < ply <= len(review.moves) or not review.moves[ply - 1].is_mistake:
        raise DameroError("review.no_such_mistake", code="NO_SUCH_MISTAKE")
    position = await services.in_thread(lambda: position_after(match, ply - 1))
    return Mistake(review.moves[ply - 1].judgement, position)


async def try_mistake(services: Services, match_id: str, ply: int, text: str, requester: Requester) -> TriedMistake:
    mistake = await find_mistake(services, match_id, ply)
    position, judged = mistake.position, mistake.judgement
    move = str(position.read_move(text))
    is_right = move == judged.best or (
        move != _played(position, judged) and await _is_good(services, mistake, move, requester)
    )
    played = line_frames(position, (move,))
    hides = position.info.hidden or position.info.chance
    refutation = () if is_right or hides else await refute(services, played[0].position, requester)
    return TriedMistake(mistake, is_right, played[0], solution_of(mistake), refutation)


def solution_of(mistake: Mistake) -> tuple[Frame, ...]:
    """The line of the review; where chance or secrets decide, its first move."""
    info = mistake.position.info
    longest = 1 if info.hidden or info.chance else LONGEST_LINE
    return line_frames(mistake.position, (mistake.judgement.line or (mistake.judgement.best,))[:longest])


def _played(position: Position, judged: Judgement) -> str:
    return str(position.read_move(judged.move)) if not (position.info.hidden or position.info.chance) else ""


async def _is_good(services: Services, mistake: Mistake, move: str, requester: Requester) -> bool:
    """Whether an engine, which sees what the player saw, likes the move nearly as well as its best."""
    view, lines = mistake.position.view(mistake.seat), {}
    async with aclosing(services.engines.analyse(view, MOST_LINES, THOUGHT, requester)) as found:
        async for analysis in found:
            lines = {line.move: line.score for line in analysis.lines}
    best = max(lines.values(), default=0)
    return move in lines and chance(capped(best)) - chance(capped(lines[move])) < GOOD_ENOUGH
