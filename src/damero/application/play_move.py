"""Play a move: whole, or hop by hop."""

from __future__ import annotations

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
    """Plays the move once its squares are complete; until then the turn stays, and nobody else hears of it."""
    table = await hall.table(command.match_id)
    if earlier := table.commands.get(command_of(command.by, command.command_id)):
        return answer(command.match_id, earlier)
    seat = table.match.seat_of(command.by, command.seat)
    position = judge.position_to_play(table.match, seat, hall.clock.now(), command.version)
    touched = _joined(table, seat, command.squares)
    following = next_squares(position.routes(), touched)
    if following:
        table.hops = Hops(seat, table.match.turn_version, touched)
        return Hopping(table.match.id, table.match.version, touched, following)
    return await play_move(hall, _whole(command, position, touched))


def _joined(table: Table, seat: Seat, squares: tuple[str, ...]) -> tuple[str, ...]:
    """The squares so far: the same piece must go on from where it is."""
    hops = table.hops
    if hops is None or hops.seat != seat or hops.turn_version != table.match.turn_version:
        return squares
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
