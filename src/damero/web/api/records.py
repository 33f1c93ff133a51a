"""The record of a game, and its replay move by move."""

from __future__ import annotations

from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import JSONBody, QueryParameter

from damero.application.commands import ImportRecord
from damero.application.enter_as_guest import as_player
from damero.application.export_record import export_pdn, export_record
from damero.application.import_record import import_record
from damero.application.newest_match import newest_match
from damero.application.replay_match import SPECTATOR, Replay, replay_match
from damero.application.show_match import moves_since
from damero.web import serialize, wire
from damero.web.auth import current_account, signed_in
from damero.web.context import Context
from damero.web.large_answers import LARGE, answer
from damero.web.limits import COST, IMPORT, RECORD, REPLAY, SNAPSHOT
from damero.web.openapi import CHANGING, READING, MatchPath, problems
from damero.web.sender import unless_gone

AnyRequest = Request[Any, Any, Any]
LONGEST_RECORD = 256 * 1024
Perspective = Annotated[
    str, QueryParameter(max_length=20, description="A seat, `spectator`, or after the end `truth`.", examples=[])
]
Ply = Annotated[int, QueryParameter(ge=0, le=100_000)]
Limit = Annotated[int, QueryParameter(ge=1, le=500)]


@get(
    "/matches/{match_id:str}/record",
    summary="The record, which anyone can verify",
    responses=problems(*READING, 409),
    opt={COST: RECORD, **LARGE},
)
async def record(match_id: MatchPath, context: Context, request: AnyRequest) -> Response[dict[str, Any]]:
    """JSON with its hash chain and proofs; secrets are revealed only when the match is over."""
    return await answer(request, context.services, export_record(context.services, match_id), _as_json)


def _as_json(text: str) -> dict[str, Any]:
    return cast(dict[str, Any], msgspec.Raw(text.encode()))


@get(
    "/matches/{match_id:str}/record.pdn",
    summary="The record as PDN, for the draughts family",
    media_type="text/plain",
    responses=problems(*READING, 409),
    opt={COST: RECORD},
)
async def pdn(match_id: MatchPath, context: Context, request: AnyRequest) -> str:
    return await unless_gone(request, export_pdn(context.services, match_id))


@post(
    "/records",
    summary="Import a record, JSON or PDN",
    request_max_body_size=LONGEST_RECORD,
    responses=problems(*CHANGING),
    opt={COST: IMPORT},
)
async def bring(data: JSONBody[wire.ImportRecord], context: Context, request: AnyRequest) -> wire.Imported:
    player = as_player(signed_in(await current_account(context.services, request)))
    context.gate.by_player(context.gate.limits.matches_by_player, player.id)
    command = ImportRecord(
        command_id=data.command_id or context.services.randomness.secret(), by=player, text=data.text
    )
    return serialize.imported(await unless_gone(request, import_record(context.services, command)))


@get(
    "/matches/{match_id:str}/replay",
    summary="The game move by move",
    responses=problems(*READING, 403, 409, 422),
    opt={COST: REPLAY, **LARGE},
)
async def replay(
    match_id: MatchPath,
    context: Context,
    request: AnyRequest,
    perspective: Perspective = SPECTATOR,
    start: Ply = 0,
    limit: Limit = 500,
) -> Response[wire.Replay]:
    """The board after each move. While the game is played, only from my own seat or as a spectator."""
    account = await current_account(context.services, request)
    player_id = account.id if account else None
    replaying = replay_match(context.services, match_id, player_id, perspective, start=start, limit=limit)
    return await answer(request, context.services, replaying, _replay)


@get("/matches/{match_id:str}/plies", summary="A part of the moves", responses=problems(*READING), opt={COST: SNAPSHOT})
async def plies(match_id: MatchPath, context: Context, start: Ply = 0, limit: Limit = 500) -> wire.RecordPage:
    """As everybody saw them, from this ply on."""
    match = (await newest_match(context.services, match_id)).match
    return wire.RecordPage(start, len(match.moves), serialize.plies(moves_since(match, start, limit)))


def _replay(replayed: Replay) -> wire.Replay:
    return wire.Replay(
        game=replayed.game_id,
        perspective=replayed.perspective,
        total=replayed.total,
        start=replayed.start,
        record=serialize.plies(replayed.moves),
        frames=tuple(map(serialize.view, replayed.frames)),
    )


@get("/keys", summary="The public keys of this server's signatures", responses=problems(*READING))
async def keys(context: Context) -> wire.PublicKeys:
    """The present key, then all earlier ones, so that old records can be checked."""
    return wire.PublicKeys(tuple(map(serialize.public_key, context.services.signing.published())))


records = Router("/", route_handlers=[record, pdn, bring, replay, plies, keys], tags=["Records"])
