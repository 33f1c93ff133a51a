"""What a game leaves behind: its record, and its replay move by move."""

from __future__ import annotations

from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import JSONBody, QueryParameter

from damero.application.commands import ImportRecord
from damero.application.enter_as_guest import as_player
from damero.application.export_record import export_pdn, export_record
from damero.application.import_record import import_record
from damero.application.show_match import moves_since
from damero.domain.errors import MatchRefusal
from damero.domain.game import Position
from damero.domain.match import Match
from damero.web import serialize, wire
from damero.web.auth import current_account, signed_in
from damero.web.context import Context
from damero.web.openapi import CHANGING, READING, MatchPath, problems

AnyRequest = Request[Any, Any, Any]
LONGEST_RECORD = 256 * 1024
TRUTH, SPECTATOR = "truth", "spectator"
Perspective = Annotated[
    str, QueryParameter(max_length=20, description="A seat, `spectator`, or after the end `truth`.", examples=[])
]
Ply = Annotated[int, QueryParameter(ge=0, le=100_000)]
Limit = Annotated[int, QueryParameter(ge=1, le=500)]


@get("/matches/{match_id:str}/record", summary="The record, for anyone to verify", responses=problems(*READING, 409))
async def record(match_id: MatchPath, context: Context) -> Response[dict[str, Any]]:
    """JSON with its hash chain and proofs; what is hidden is opened only when the match is over."""
    text = await export_record(context.services, match_id)
    return Response(cast(dict[str, Any], msgspec.Raw(text.encode())))


@get(
    "/matches/{match_id:str}/record.pdn",
    summary="The record as PDN, for the draughts family",
    media_type="text/plain",
    responses=problems(*READING, 409),
)
async def pdn(match_id: MatchPath, context: Context) -> str:
    return await export_pdn(context.services, match_id)


@post(
    "/records",
    summary="Bring in a record, JSON or PDN",
    request_max_body_size=LONGEST_RECORD,
    responses=problems(*CHANGING),
)
async def bring(data: JSONBody[wire.ImportRecord], context: Context, request: AnyRequest) -> wire.Imported:
    player = as_player(signed_in(await current_account(context.services, request)))
    context.gate.by_player(context.gate.limits.matches_by_player, player.id)
    command = ImportRecord(
        command_id=data.command_id or context.services.randomness.secret(), by=player, text=data.text
    )
    return wire.Imported((await import_record(context.services, command)).match_id)


@get("/matches/{match_id:str}/replay", summary="The game move by move", responses=problems(*READING, 403, 409, 422))
async def replay(
    match_id: MatchPath,
    context: Context,
    request: AnyRequest,
    perspective: Perspective = SPECTATOR,
    start: Ply = 0,
    limit: Limit = 500,
) -> wire.Replay:
    """What was to be seen after each move. While it is played, only from my own seat or as a spectator."""
    looker = await current_account(context.services, request)
    match = (await context.services.live_match(match_id)).match
    check_perspective(match, perspective, looker.id if looker else None)
    return await context.services.in_thread(lambda: replayed(match, perspective, start, limit))


def check_perspective(match: Match, perspective: str, player_id: str | None) -> None:
    if perspective not in (*match.seats, SPECTATOR, TRUTH):
        raise MatchRefusal(f"Look from {', '.join(match.seats)}, {SPECTATOR} or {TRUTH}.", code="NO_SUCH_SEAT")
    own = match.seats_of(player_id) if player_id else ()
    if perspective != SPECTATOR and perspective not in own and not match.is_over:
        raise MatchRefusal("The game is still being played.", code="STILL_SECRET")


def replayed(match: Match, perspective: str, start: int, limit: int) -> wire.Replay:
    if match.began is None:
        raise MatchRefusal("The game has not begun.", code="GAME_NOT_ACTIVE")
    position = match.game.read_position(match.began.position)
    last = min(start + limit, len(match.moves))
    frames = [_frame(position, perspective)] if start == 0 else []
    for ply, played in enumerate(match.moves[:last], start=1):
        position = position.play(played.move)
        if ply >= start:
            frames.append(_frame(position, perspective))
    return wire.Replay(
        game=match.created.game_id,
        perspective=perspective,
        total=len(match.moves),
        start=start,
        record=serialize.plies(moves_since(match, start)[:limit]),
        frames=tuple(frames),
    )


def _frame(position: Position, perspective: str) -> wire.View:
    if perspective == TRUTH:
        return serialize.truth(position)
    return serialize.view(position.view(None if perspective == SPECTATOR else perspective))


records = Router("/", route_handlers=[record, pdn, bring, replay], tags=["Records"])
