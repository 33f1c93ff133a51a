"""Play a move: whole, or hop by hop."""

from __future__ import annotations

from dataclasses import replace

from damero.application.commands import Answer, Hopping, PlayMove, TouchSquares
from damero.application.conduct import act, answer, command_of
from damero.application.hall import Hall, Hops, Table
from damero.domain import judge
from damero.domain.errors import IllegalMove
from damero.domain.game import Position, Seat, next_squares


async def play_move(hall: Hall, command: PlayMove) -> Answer:
    return await act(
        hall,
        command,
        lambda match, seat: judge.play(
            match, seat, command.move, hall.clock.now(), version=command.version, lag=command.lag
        ),
    )


async def touch_squares(hall: Hall, command: TouchSquares) -> Answer | Hopping:
    """Plays the move once its squares are complete; until then the turn stays, and nobody else hears of it.

    Who has touched a piece may still take another; who has hopped must go on.
    """
    table = await hall.table(command.match_id)
    key = command_of(command.by, command.command_id)
    if earlier := table.commands.get(key):
        return answer(command.match_id, earlier)
    seat = table.match.seat_of(command.by, command.seat)
    position = judge.position_to_play(table.match, seat, hall.clock.now(), command.version)
    hops = _begun(table, seat)
    touched = hops.after(key) or _joined(hops, command.squares)
    following = next_squares(position.routes(), touched)
    if following:
        if len(touched) > 1 and not hops.after(key):
            table.hops = replace(hops, squares=touched, steps=(*hops.steps, (key, len(touched))))
        return Hopping(table.match.id, table.match.version, touched, following)
    return await play_move(hall, await hall.judge(table.match, lambda: _whole(command, position, touched)))


def _begun(table: Table, seat: Seat) -> Hops:
    """The hops made so far in this turn."""
    hops, turn = table.hops, table.match.turn_version
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
