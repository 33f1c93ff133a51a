"""Play a line of moves on an analysis board: the positions along it, each with what can be played next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from damero.application.analysed_position import AnalysedPosition, open_game
from damero.application.check_position import read_any_position
from damero.application.services import Services
from damero.domain.beginning import check_routes
from damero.domain.game import Continuable, Move, Outcome, Ply, Position, View
from damero.domain.game_tree import next_position

MOST_POSITIONS = 60
"""In one answer."""
MOST_ROUTES = 5_000
"""In one answer. Positions after these come with the next answer."""


@dataclass(frozen=True, slots=True)
class LinePosition:
    move: str | None
    """That led here, as the rules write it; None at the start."""
    ply: Ply | None
    view: View
    """What everybody may know: pieces that lie face down stay so."""
    moves: tuple[Move, ...]
    outcome: Outcome | None


async def play_line(services: Services, wanted: AnalysedPosition, since: int) -> tuple[LinePosition, ...]:
    """The positions of a line from this ply on, as many as fit into one answer."""
    return await services.in_process(partial(_played, wanted, since))


def _played(wanted: AnalysedPosition, since: int) -> tuple[LinePosition, ...]:
    position = read_any_position(open_game(wanted), wanted.text)
    found = [_shown(None, position)] if since == 0 else []
    for ply, text in enumerate(wanted.moves, start=1):
        if len(found) >= MOST_POSITIONS or sum(len(one.moves) for one in found) > MOST_ROUTES:
            break
        move = _going_on(position).read_move(text)
        position = next_position(position, str(move))
        check_routes(position)
        if ply >= since:
            found.append(_shown(str(move), position))
    return tuple(found)


def _going_on(position: Position) -> Position:
    """A game that is looked at may go on after a draw by the rules."""
    return position.continued() if position.outcome and isinstance(position, Continuable) else position


def _shown(move: str | None, position: Position) -> LinePosition:
    ply = position.plies[-1] if move is not None else None
    return LinePosition(move, ply, position.view(None), _going_on(position).routes(), position.outcome)
