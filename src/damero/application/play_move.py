"""Play a move: whole, or hop by hop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from damero.application.change_match import act_as_seat, command_key
from damero.application.commands import Answer, Hopping, PlayMove, TouchSquares
from damero.application.live_match import LiveMatch
from damero.application.ports import Hops, StoreUnavailable
from damero.application.services import Services
from damero.domain import judge
from damero.domain.errors import DameroError, IllegalMove
from damero.domain.game import Game, Move, Position, Seat, next_squares
from damero.domain.match import Match, Progress


class UnfinishedMove(Exception):
    """The squares touched so far are only a part of a move."""

    def __init__(self, hopping: Hopping, before: Hops, after: Hops) -> None:
        super().__init__()
        self.hopping = hopping
        self.before = before
        """The hops of this turn before the command …"""
        self.after = after
        """… and after it."""


async def play_move(services: Services, command: PlayMove) -> Answer:
    live = await services.live_match(command.match_id)

    def play(match: Match, seat: Seat) -> Progress:
        now = services.clock.now()
        squares = () if match.to_move == seat else _named_squares(match.game, command.move)
        position = judge.position_to_play(match, seat, now, command.version, squares=squares)
        move = chosen_move(position, live.begun(seat), command.move)
        return judge.play(match, seat, move, now, version=command.version, lag=command.lag)

    return await act_as_seat(services, command, play)


async def touch_squares(services: Services, command: TouchSquares) -> Answer | Hopping:
    """Plays the move once its squares are complete; until then nothing changes for anybody else.

    A player who has touched a piece may still take another; one who has hopped must go on.
    """
    live = await services.live_match(command.match_id)

    def play(match: Match, seat: Seat) -> Progress:
        now = services.clock.now()
        squares = () if match.to_move == seat else _named_squares(match.game, command.squares)
        position = judge.position_to_play(match, seat, now, command.version, squares=squares)
        move = position.find(_touched(live, position, seat, command))
        return judge.play(match, seat, move, now, version=command.version, lag=command.lag)

    try:
        return await act_as_seat(services, command, play)
    except UnfinishedMove as unfinished:
        await _keep(services, live, unfinished)
        return unfinished.hopping


def chosen_move(position: Position, hops: Hops, wanted: str | Sequence[str]) -> Move:
    """The legal move that a text or squares name. If a capture has begun, it must be one of its continuations."""
    if not hops.squares:
        return position.read_move(wanted) if isinstance(wanted, str) else position.find(wanted)
    if not isinstance(wanted, str) and tuple(wanted[:1]) == hops.squares[-1:]:
        wanted = (*hops.squares, *wanted[1:])
    try:
        move = position.read_move(wanted) if isinstance(wanted, str) else position.find(wanted)
    except IllegalMove as refusal:
        raise _must_go_on(hops) from refusal
    if move not in continuations(position, hops):
        raise _must_go_on(hops)
    return move


def continuations(position: Position, hops: Hops) -> tuple[Move, ...]:
    """The legal moves by every route that goes on from these hops."""
    made = hops.squares
    return tuple(route for route in position.routes() if route.squares[: len(made)] == made)


async def _keep(services: Services, live: LiveMatch, unfinished: UnfinishedMove) -> None:
    """A hop is acknowledged once it is stored."""
    if not unfinished.after.squares:
        return
    try:
        await services.matches.save_hops(live.match.id, unfinished.after)
    except StoreUnavailable:
        if live.hops is unfinished.after:
            live.hops = unfinished.before
        raise


def _touched(live: LiveMatch, position: Position, seat: Seat, command: TouchSquares) -> tuple[str, ...]:
    """The squares of the whole move; `UnfinishedMove` keeps those that are only a part of one."""
    hops, key = live.begun(seat), command_key(command.by, command.command_id)
    touched = hops.after(key) or _joined(hops, _squares(live.match.game, command))
    following = next_squares(position.routes(), touched)
    if not following:
        return touched
    hopping, before = Hopping(live.match.id, live.match.version, touched, following), hops
    if len(touched) > 1 and not hops.after(key):
        live.hops = hops = replace(hops, squares=touched, steps=(*hops.steps, (key, len(touched))))
    raise UnfinishedMove(hopping, before, hops)


def _named_squares(game: Game, move: str | Sequence[str]) -> Sequence[str]:
    """The squares of a move, as far as they can be read."""
    if not isinstance(move, str):
        return move
    try:
        return game.read_squares(move)
    except DameroError:
        return ()


def _squares(game: Game, command: TouchSquares) -> tuple[str, ...]:
    return game.read_squares(command.squares) if isinstance(command.squares, str) else command.squares


def _joined(hops: Hops, squares: tuple[str, ...]) -> tuple[str, ...]:
    """All squares so far: the same piece must go on from where it is."""
    if squares[: len(hops.squares)] == hops.squares:
        return squares
    if squares[:1] == hops.squares[-1:]:
        return hops.squares + squares[1:]
    raise _must_go_on(hops)


def _must_go_on(hops: Hops) -> IllegalMove:
    last = hops.squares[-1]
    return IllegalMove("match.capture_goes_on", code="INVALID_CAPTURE_PATH", squares=(last,), square=last)
