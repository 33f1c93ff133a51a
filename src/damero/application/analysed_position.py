"""The position that somebody wants to know more about, unless fair play or a secret forbids it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from damero.application.check_position import read_any_position
from damero.application.fair_play import AskedLine, asked_line, is_being_played
from damero.application.newest_match import newest_match
from damero.application.running_reviews import MOST_LINES
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.beginning import check_routes
from damero.domain.errors import DameroError, MatchRefusal
from damero.domain.game import Game, Position
from damero.domain.game_tree import next_position
from damero.domain.match import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysedPosition:
    """A position by its text, otherwise the start, after some moves; or the one after a number of plies of a match."""

    game_id: str | None = None
    version: int | None = None
    text: str | None = None
    moves: tuple[str, ...] = ()
    match_id: str | None = None
    ply: int | None = None
    threat: bool = False
    """What the side that is not to move would do if it were."""


async def position_to_analyse(services: Services, wanted: AnalysedPosition) -> Position:
    """The position, if nobody is playing it, nor one on the way to it."""
    if wanted.match_id is not None:
        match = await finished_match(services, wanted.match_id)
        position, line = await services.in_thread(lambda: _in_match(match, wanted))
    else:
        position, line = await services.in_process(partial(_in_tree, wanted))
    await refuse_line_being_played(services, line)
    return position


async def refuse_if_being_played(services: Services, *positions: Position) -> None:
    """The positions of a line, of which the last is in question."""
    line = await services.in_thread(lambda: asked_line(positions))
    await refuse_line_being_played(services, line)


async def refuse_line_being_played(services: Services, line: AskedLine) -> None:
    if await is_being_played(services, line):
        raise DameroError("analysis.being_played", code="BEING_PLAYED")


async def refuse_copy_of_running_game(services: Services, match: Match) -> None:
    """Anyone could copy the moves of a running game into a match of their own, which is over."""
    lines = services.running_reviews.lines
    if match.id not in lines:
        lines[match.id] = await services.in_thread(lambda: asked_line(positions_of(match)))
        while len(lines) > MOST_LINES:
            lines.popitem(last=False)
    await refuse_line_being_played(services, lines[match.id])


async def finished_match(services: Services, match_id: str) -> Match:
    """While a match is played, and if it was aborted, nothing of it may be analysed."""
    match = (await newest_match(services, match_id)).match
    if not match.is_open or match.began is None:
        raise MatchRefusal("replay.aborted" if match.is_over else "replay.still_secret", code="STILL_SECRET")
    return match


def open_game(wanted: AnalysedPosition) -> Game:
    """The game, if positions of it may be handed in."""
    game = catalogue.game(wanted.game_id or "", wanted.version)
    if game.info.hidden:
        raise DameroError("analysis.hidden_game", code="STILL_SECRET")
    return game


def positions_of(match: Match, ply: int | None = None) -> list[Position]:
    """The positions of a match from its start up to this many plies, or to its end."""
    assert match.began is not None
    positions = [match.game.read_position(match.began.position)]
    for played in match.moves[: len(match.moves) if ply is None else ply]:
        positions.append(positions[-1].play(played.move))
    return positions


def position_after(match: Match, ply: int | None) -> Position:
    """The position of a match after this many plies, or at its end."""
    return positions_of(match, ply)[-1]


def _in_match(match: Match, wanted: AnalysedPosition) -> tuple[Position, AskedLine]:
    positions = positions_of(match, wanted.ply)
    return _wanted(match.game, positions, wanted), asked_line(positions)


def _in_tree(wanted: AnalysedPosition) -> tuple[Position, AskedLine]:
    game = open_game(wanted)
    positions = [read_any_position(game, wanted.text)]
    for move in wanted.moves:
        positions.append(next_position(positions[-1], move))
    check_routes(positions[-1])
    return _wanted(game, positions, wanted), asked_line(positions)


def _wanted(game: Game, positions: list[Position], wanted: AnalysedPosition) -> Position:
    """The look of a position is the same whichever side is to move: the line needs no turned position."""
    return _turned(game, positions[-1]) if wanted.threat else positions[-1]


def _turned(game: Game, position: Position) -> Position:
    """The same board with the other side to move, where everybody knows all of it."""
    view = position.view(None)
    colour = None if view.to_move is None else view.colour_of(game.info.opponent(view.to_move))
    if colour is None or game.info.chance or game.info.hidden:
        raise DameroError("analysis.no_threat", code="NO_THREAT")
    turned = game.read_position(game.write_pieces({piece.square: piece.kind for piece in view.pieces}, colour))
    check_routes(turned)
    return turned
