"""Play a move: whole, or hop by hop."""

from __future__ import annotations

from dataclasses import replace

from damero.application.change_match import act_as_seat, answer, command_key
from damero.application.commands import Answer, Hopping, PlayMove, TouchSquares
from damero.application.live_match import Hops, LiveMatch
from damero.application.services import Services
from damero.domain import judge
from damero.domain.errors import IllegalMove
from damero.domain.game import Position, Seat, next_squares


async def play_move(services: Services, command: PlayMove) -> Answer:
    return await act_as_seat(
        services,
        command,
        lambda match, seat: judge.play(
            match, seat, command.move, services.clock.now(), version=command.version, lag=command.lag
        ),
    )


async def touch_squares(services: Services, command: TouchSquares) -> Answer | Hopping:
    """Plays the move once its squares are complete; until then the turn stays, and nobody else hears of it.

    Who has touched a piece may still take another; who has hopped must go on.
    """
    live = await services.live_match(command.match_id)
    key = command_key(command.by, command.command_id)
    if earlier := live.commands.get(key):
        return answer(command.match_id, earlier)
    seat = live.match.seat_of(command.by, command.seat)
    position = judge.position_to_play(live.match, seat, services.clock.now(), command.version)
    hops = _begun(live, seat)
    touched = hops.after(key) or _joined(hops, command.squares)
    following = next_squares(position.routes(), touched)
    if following:
        if len(touched) > 1 and not hops.after(key):
            live.hops = replace(hops, squares=touched, steps=(*hops.steps, (key, len(touched))))
        return Hopping(live.match.id, live.match.version, touched, following)
    return await play_move(services, await services.judge(live.match, lambda: _whole(command, position, touched)))


def _begun(live: LiveMatch, seat: Seat) -> Hops:
    """The hops made so far in this turn."""
    hops, turn = live.hops, live.match.turn_version
    return hops if hops and (hops.seat, hops.turn_version) == (seat, turn) else Hops(seat, turn, ())


def _joined(hops: Hops, squares: tuple[str, ...]) -> tuple[str, ...]:
    """The squares so far: the same piece must go on from where it is."""
    if squares[: len(hops.squares)] == hops.squares:
        return squares
    if squares[:1] == hops.squares[-1:]:
        return hops.squares + squares[1:]
    sentence = f"The piece on {hops.squares[-1]} must go on with its capture."
    raise IllegalMove(sentence, code="INVALID_CAPTURE_PATH", squares=hops.squares[-1:])


def _whole(command: TouchSquares, position: Position, touched: tuple[str, ...]) -> PlayMove:
    return PlayMove(
        command_id=command.command_id,
        match_id=command.match_id,
        by=command.by,
        seat=command.seat,
        move=str(position.find(touched)),
        version=command.version,
        lag=command.lag,
    )
