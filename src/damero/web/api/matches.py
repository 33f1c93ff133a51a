"""Matches: create, join, watch, play."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from damero.application.commands import (
    Answer,
    CreateMatch,
    EngineOpponent,
    NamedPlayer,
    Opponent,
    SameDevice,
    SeekGame,
    SomeoneElse,
)
from damero.application.create_match import create_match
from damero.application.enter_as_guest import as_player
from damero.application.explain_move import explain_in_match
from damero.application.newest_match import newest_match
from damero.application.seek_game import seek_game
from damero.application.viewer import legal_routes, viewer_of
from damero.application.watch_match import hear
from damero.domain.clock import UNTIMED, TimeControl
from damero.domain.events import Access, Player
from damero.web import serialize, wire
from damero.web.auth import current_account, signed_in
from damero.web.context import Context, ServerContext
from damero.web.dispatch import CommandHandler
from damero.web.limits import COST, SNAPSHOT
from damero.web.live.viewer_frames import MatchFrames
from damero.web.openapi import CHANGING, READING, MatchPath, OfferPath, SeatQuery, problems
from damero.web.problems import WebError

AnyRequest = Request[Any, Any, Any]
PliesQuery = Annotated[int | None, QueryParameter(ge=0, le=100_000)]


@post("/matches", summary="Create a match", responses=problems(*CHANGING))
async def create(data: JSONBody[wire.CreateMatch], context: Context, request: AnyRequest) -> Response[wire.Snapshot]:
    player = await _player(context, request)
    context.gate.by_player(context.gate.limits.matches_by_player, player.id)
    return await _created(context, await create_match(context.services, _creation(context, data, player)), player)


@post(
    "/seeks",
    summary="Play anyone: join the oldest match in the lobby that fits, or create one",
    responses=problems(*CHANGING),
)
async def seek(data: JSONBody[wire.SeekGame], context: Context, request: AnyRequest) -> Response[wire.Snapshot]:
    player = await _player(context, request)
    context.gate.by_player(context.gate.limits.matches_by_player, player.id)
    secret = context.services.randomness.secret
    wanted = SeekGame(
        command_id=data.command_id or secret(),
        by=player,
        game_id=data.game,
        control=_control(data.clock),
        nonce=data.nonce or secret(),
        nonce_hash=data.nonce_hash or "",
    )
    return await _created(context, await seek_game(context.services, wanted), player)


@get(
    "/matches/{match_id:str}",
    summary="A match as I may see it",
    responses=problems(*READING, 403),
    opt={COST: SNAPSHOT},
)
async def snapshot(
    match_id: MatchPath, context: Context, request: AnyRequest, seat: SeatQuery = None, plies: PliesQuery = None
) -> wire.Snapshot:
    """With `plies`, only that many of the newest; `/matches/{match_id}/plies` gives the earlier ones."""
    account = await current_account(context.services, request)
    await hear(context.services, match_id, account.id if account else None)
    return await _snapshot(context, match_id, account.id if account else None, seat, plies)


@get("/matches/{match_id:str}/moves", summary="My legal moves", responses=problems(*READING, 403))
async def moves(
    match_id: MatchPath,
    context: Context,
    request: AnyRequest,
    square: FromQuery[wire.SquareName | None] = None,
    seat: SeatQuery = None,
) -> wire.LegalMoves:
    """All of them by every route, or those that begin on one square. Empty unless it is my turn."""
    account = await current_account(context.services, request)
    await hear(context.services, match_id, account.id if account else None)
    live = await newest_match(context.services, match_id)
    match = live.match
    found = legal_routes(match, viewer_of(match, account.id if account else None, seat), live.hops)
    wanted = found if square is None else tuple(route for route in found if route.squares[0] == square)
    return wire.LegalMoves(match.version, serialize.routes(wanted))


@post("/matches/{match_id:str}/why", summary="Why is this not a move?", status_code=200, responses=problems(*CHANGING))
async def why(match_id: MatchPath, data: JSONBody[wire.AskWhy], context: Context, request: AnyRequest) -> wire.Why:
    player = await _player(context, request)
    return serialize.why(await explain_in_match(context.services, match_id, player.id, data.seat, data.squares))


@post("/matches/{match_id:str}/join", summary="Take the free seat", status_code=200, responses=problems(*CHANGING))
async def join(match_id: MatchPath, data: JSONBody[wire.Join], context: Context, request: AnyRequest) -> wire.Ack:
    return await (await _handler(context, request, match_id)).join(data)


@post(
    "/matches/{match_id:str}/decline",
    summary="Decline a challenge",
    status_code=200,
    responses=problems(*CHANGING),
)
async def decline_challenge(
    match_id: MatchPath, data: JSONBody[wire.Act], context: Context, request: AnyRequest
) -> wire.Ack:
    """The match is aborted, and the challenger is told."""
    return await (await _handler(context, request, match_id)).decline_challenge(data)


@post("/matches/{match_id:str}/nonce", summary="Tell my nonce", status_code=200, responses=problems(*CHANGING))
async def nonce(match_id: MatchPath, data: JSONBody[wire.OpenNonce], context: Context, request: AnyRequest) -> wire.Ack:
    """The nonce whose hash I announced, once both seats are taken. The match waits for it."""
    return await (await _handler(context, request, match_id)).open_nonce(data)


@post("/matches/{match_id:str}/moves", summary="Play a move", status_code=200, responses=problems(*CHANGING))
async def play(match_id: MatchPath, data: JSONBody[wire.Play], context: Context, request: AnyRequest) -> wire.Ack:
    """By the squares touched or by its text; whole, or hop by hop. The response is sent once the move is durable."""
    return await (await _handler(context, request, match_id)).play(data)


@post("/matches/{match_id:str}/army", summary="Place my army", status_code=200, responses=problems(*CHANGING))
async def place(match_id: MatchPath, data: JSONBody[wire.Place], context: Context, request: AnyRequest) -> wire.Ack:
    return await (await _handler(context, request, match_id)).place(data)


@post("/matches/{match_id:str}/offers", summary="Make an offer", status_code=200, responses=problems(*CHANGING))
async def offer(match_id: MatchPath, data: JSONBody[wire.Offer], context: Context, request: AnyRequest) -> wire.Ack:
    return await (await _handler(context, request, match_id)).offer(data)


@post(
    "/matches/{match_id:str}/offers/{offer_id:int}/accept",
    summary="Accept an offer",
    status_code=200,
    responses=problems(*CHANGING),
)
async def accept(
    match_id: MatchPath, offer_id: OfferPath, data: JSONBody[wire.Accept], context: Context, request: AnyRequest
) -> wire.Ack:
    return await (await _handler(context, request, match_id)).accept(data, offer_id)


@post(
    "/matches/{match_id:str}/offers/{offer_id:int}/decline",
    summary="Decline an offer, or withdraw my own",
    status_code=200,
    responses=problems(*CHANGING),
)
async def decline(
    match_id: MatchPath, offer_id: OfferPath, data: JSONBody[wire.Act], context: Context, request: AnyRequest
) -> wire.Ack:
    return await (await _handler(context, request, match_id)).decline(data, offer_id)


@post("/matches/{match_id:str}/resign", summary="Resign", status_code=200, responses=problems(*CHANGING))
async def resign(match_id: MatchPath, data: JSONBody[wire.Act], context: Context, request: AnyRequest) -> wire.Ack:
    return await (await _handler(context, request, match_id)).resign(data)


@post("/matches/{match_id:str}/abort", summary="Abort the match", status_code=200, responses=problems(*CHANGING))
async def abort(match_id: MatchPath, data: JSONBody[wire.Act], context: Context, request: AnyRequest) -> wire.Ack:
    return await (await _handler(context, request, match_id)).abort(data)


@post(
    "/matches/{match_id:str}/claim", summary="Claim an abandoned game", status_code=200, responses=problems(*CHANGING)
)
async def claim(match_id: MatchPath, data: JSONBody[wire.Claim], context: Context, request: AnyRequest) -> wire.Ack:
    return await (await _handler(context, request, match_id)).claim(data)


async def _player(context: ServerContext, request: AnyRequest) -> Player:
    return as_player(signed_in(await current_account(context.services, request)))


async def _handler(context: ServerContext, request: AnyRequest, match_id: str) -> CommandHandler:
    player = await _player(context, request)
    context.gate.by_player(context.gate.limits.commands_by_player, player.id)
    return CommandHandler(context.services, match_id, player)


async def _snapshot(
    context: ServerContext, match_id: str, player_id: str | None, seat: str | None = None, plies: int | None = None
) -> wire.Snapshot:
    live = await newest_match(context.services, match_id)
    frames = MatchFrames(context.services, live.match, live.hops, context.rooms.spectators(match_id))
    return frames.for_viewer(viewer_of(live.match, player_id, seat), frames.snapshot(plies))


async def _created(context: ServerContext, answer: Answer, player: Player) -> Response[wire.Snapshot]:
    """The response to a request for a new match."""
    snapshot = await _snapshot(context, answer.match_id, player.id)
    return Response(snapshot, status_code=201, headers={"location": f"/api/matches/{answer.match_id}"})


def _creation(context: ServerContext, data: wire.CreateMatch, player: Player) -> CreateMatch:
    return CreateMatch(
        command_id=data.command_id or context.services.randomness.secret(),
        by=player,
        game_id=data.game,
        opponent=_opponent(data),
        seat=data.seat,
        control=_control(data.clock),
        access=_access(data),
        start=data.start,
        nonce=data.nonce or context.services.randomness.secret(),
        nonce_hash=data.nonce_hash or "",
    )


def _opponent(data: wire.CreateMatch) -> Opponent:
    if data.opponent is wire.OpponentKind.ENGINE:
        return EngineOpponent(data.level or 1)
    if data.opponent is wire.OpponentKind.PLAYER:
        if data.player is None:
            raise WebError("web.player_missing", code="MALFORMED")
        return NamedPlayer(data.player)
    return SameDevice() if data.opponent is wire.OpponentKind.HERE else SomeoneElse()


def _access(data: wire.CreateMatch) -> Access:
    if data.private:
        return Access.CODE
    return Access.LOBBY if data.opponent is wire.OpponentKind.ANYONE else Access.LINK


def _control(clock: wire.TimeControl | None) -> TimeControl:
    if clock is None:
        return UNTIMED
    return TimeControl(clock.base, clock.increment, clock.delay, clock.cap, clock.renewed)


matches_api = Router(
    "/",
    route_handlers=[
        create,
        seek,
        snapshot,
        moves,
        why,
        join,
        decline_challenge,
        nonce,
        play,
        place,
        offer,
        accept,
        decline,
        resign,
        abort,
        claim,
    ],
    tags=["Matches"],
)
