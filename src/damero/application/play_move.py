"""Play a move: whole, or hop by hop."""

from __future__ import annotations

from dataclasses import replace

from damero.application.change_match import act_as_seat, command_key
from damero.application.commands import Answer, Hopping, PlayMove, TouchSquares
from damero.application.live_match import Hops, LiveMatch
from damero.application.services import Services
from damero.domain import judge
from damero.domain.errors import IllegalMove
from damero.domain.game import Game, Position, Seat, next_squares
from damero.domain.match import Match, Progress


class UnfinishedMove(Exception):
    """The squares touched so far are only a part of a move."""

    def __init__(self, hopping: Hopping) -> None:
        super().__init__()
        self.hopping = hopping


async def play_move(services: Services, command: PlayMove) -> Answer:
    def play(match: Match, seat: Seat) -> Progress:
        now, move = services.clock.now(), command.move
        if not isinstance(move, str):
            move = str(judge.position_to_play(match, seat, now, command.version).find(move))
        return judge.play(match, seat, move, now, version=command.version, lag=command.lag)

    return await act_as_seat(services, command, play)


async def touch_squares(services: Services, command: TouchSquares) -> Answer | Hopping:
    """Plays the move once its squares are complete; until then nothing changes for anybody else.

    A player who has touched a piece may still take another; one who has hopped must go on.
    """
    live = await services.live_match(command.match_id)

    def play(match: Match, seat: Seat) -> Progress:
        now = services.clock.now()
        position = judge.position_to_play(match, seat, now, command.version)
        move = str(position.find(_touched(live, position, seat, command)))
        return judge.play(match, seat, move, now, version=command.version, lag=command.lag)

    try:
        return await act_as_seat(services, command, play)
    except UnfinishedMove as unfinished:
        return unfinished.hopping


def _touched(live: LiveMatch, position: Position, seat: Seat, command: TouchSquares) -> tuple[str, ...]:
    """The squares of the whole move; `UnfinishedMove` keeps those that are only a part of one."""
    hops, key = _begun(live, seat), command_key(command.by, command.command_id)
    touched = hops.after(key) or _joined(hops, _squares(live.match.game, command))
    following = next_squares(position.routes(), touched)
    if not following:
        return touched
    if len(touched) > 1 and not hops.after(key):
        live.hops = replace(hops, squares=touched, steps=(*hops.steps, (key, len(touched))))
    raise UnfinishedMove(Hopping(live.match.id, live.match.version, touched, following))


def _squares(game: Game, command: TouchSquares) -> tuple[str, ...]:
    return game.read_squares(command.squares) if isinstance(command.squares, str) else command.squares


def _begun(live: LiveMatch, seat: Seat) -> Hops:
    """The hops made so far in this turn."""
    hops, turn = live.hops, live.match.turn_version
    return hops if hops and (hops.seat, hops.turn_version) == (seat, turn) else Hops(seat, turn, ())


def _joined(hops: Hops, squares: tuple[str, ...]) -> tuple[str, ...]:
    """All squares so far: the same piece must go on from where it is."""
    if squares[: len(hops.squares)] == hops.squares:
        return squares
    if squares[:1] == hops.squares[-1:]:
        return hops.squares + squares[1:]
    last = hops.squares[-1]
    raise IllegalMove("match.capture_goes_on", code="INVALID_CAPTURE_PATH", squares=(last,), square=last)
