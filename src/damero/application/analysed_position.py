"""The position that somebody wants to know more about, unless fair play or a secret forbids it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from damero.application.check_position import read_any_position
from damero.application.fair_play import is_being_played
from damero.application.newest_match import newest_match
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
    """The position, if nobody is playing it."""
    if wanted.match_id is not None:
        match = await finished_match(services, wanted.match_id)
        position = await services.in_thread(lambda: _in_match(match, wanted))
    else:
        position = await services.in_process(partial(_in_tree, wanted))
    await refuse_if_being_played(services, position)
    return position


async def refuse_if_being_played(services: Services, position: Position) -> None:
    if await is_being_played(services, lambda: (position,)):
        raise DameroError("analysis.being_played", code="BEING_PLAYED")


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


def position_after(match: Match, ply: int | None) -> Position:
    """The position of a match after this many plies, or at its end."""
    assert match.began is not None
    position = match.game.read_position(match.began.position)
    for played in match.moves[: len(match.moves) if ply is None else ply]:
        position = position.play(played.move)
    return position


def _in_match(match: Match, wanted: AnalysedPosition) -> Position:
    position = position_after(match, wanted.ply)
    return _turned(match.game, position) if wanted.threat else position


def _in_tree(wanted: AnalysedPosition) -> Position:
    game = open_game(wanted)
    position = read_any_position(game, wanted.text)
    for move in wanted.moves:
        position = next_position(position, move)
    check_routes(position)
    return _turned(game, position) if wanted.threat else position


def _turned(game: Game, position: Position) -> Position:
    """The same board with the other side to move, where everybody knows all of it."""
    view = position.view(None)
    colour = None if view.to_move is None else view.colour_of(game.info.opponent(view.to_move))
    if colour is None or game.info.chance or game.info.hidden:
        raise DameroError("analysis.no_threat", code="NO_THREAT")
    turned = game.read_position(game.write_pieces({piece.square: piece.kind for piece in view.pieces}, colour))
    check_routes(turned)
    return turned
