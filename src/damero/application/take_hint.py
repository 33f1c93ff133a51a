"""Give a player a hint against an engine. The match counts the turns in which it did."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass

from damero.application.analysed_position import refuse_if_being_played
from damero.application.change_match import act_as_seat
from damero.application.commands import TakeHint
from damero.application.live_match import LiveMatch
from damero.application.newest_match import newest_match
from damero.application.play_move import continuations
from damero.application.ports import EngineFault, Requester
from damero.application.services import Services
from damero.domain import judge
from damero.domain.game import Move, Seat
from damero.domain.match import Match, Progress

THOUGHT = 1_000
"""Milliseconds of thought, behind the moves of others."""


@dataclass(frozen=True, slots=True)
class Hint:
    move: Move
    hints: int
    """Turns of this match in which the player was given one."""


async def take_hint(services: Services, command: TakeHint, requester: Requester) -> Hint:
    """The move of the strongest engine, which sees what the player sees. A turn counts once.

    A match that began from a made-up position may be the copy of a running game between people: there it is refused.
    """
    live = await newest_match(services, command.match_id)
    match, seat = live.match, live.match.seat_of(command.by, command.seat)
    if refusal := judge.why_no_hint(match, seat):
        raise refusal
    if match.created.start is not None and match.position is not None:
        await refuse_if_being_played(services, match.position)
    turn = match.turn_version
    move = await _hinted_move(services, live, seat, requester)
    if (seat, turn) not in live.match.hints:
        await act_as_seat(services, command, lambda current, own: _note(services, current, own, turn))
    return Hint(move, len({hinted for own, hinted in live.match.hints if own == seat}))


def _note(services: Services, match: Match, seat: Seat, turn: int) -> Progress:
    return judge.hint(match, seat, turn, services.clock.now())


async def _hinted_move(services: Services, live: LiveMatch, seat: Seat, requester: Requester) -> Move:
    match, turn = live.match, live.match.turn_version
    assert match.position is not None
    if live.hint is None or live.hint[0] != turn:
        live.hint = turn, await _best_move(services, match, seat, requester)
    move, hops = match.position.read_move(live.hint[1]), live.begun(seat)
    going_on = continuations(match.position, hops) if hops.squares else ()
    return move if not going_on or move in going_on else going_on[0]


async def _best_move(services: Services, match: Match, seat: Seat, requester: Requester) -> str:
    view = match.view(seat)
    assert view is not None
    moves: tuple[str, ...] = ()
    async with aclosing(services.engines.analyse(view, 1, THOUGHT, requester)) as found:
        async for analysis in found:
            moves = analysis.lines[0].moves
    if not moves:
        raise EngineFault("The engine found no move.")
    return moves[0]
