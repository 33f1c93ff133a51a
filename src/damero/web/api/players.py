"""Guests, accounts, sessions and saved armies."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, delete, get, patch, post, put
from litestar.params import FromQuery, JSONBody

from damero.application.change_account import change_language, change_name, change_password, delete_account
from damero.application.enter_as_guest import NewSession, enter_as_guest
from damero.application.keep_formations import delete_formation, list_formations, save_formation
from damero.application.log_in import log_in, log_out
from damero.application.player_page import player_page
from damero.application.ports import Account
from damero.application.register import register
from damero.application.report_player import report_player
from damero.domain import catalogue
from damero.domain.beginning import placed_game
from damero.domain.errors import MatchRefusal
from damero.web import serialize, wire
from damero.web.auth import NO_COOKIE, address_of, cookie, current_account, device_of, signed_in, token_of
from damero.web.context import Context, ServerContext
from damero.web.dispatch import pairs
from damero.web.language import language_of
from damero.web.openapi import CHANGING, READING, PlayerPath, problems
from damero.web.sender import unless_gone

AnyRequest = Request[Any, Any, Any]


@post("/guests", summary="Play at once, without an account", responses=problems(*CHANGING))
async def enter(data: JSONBody[wire.NewGuest], context: Context, request: AnyRequest) -> Response[wire.SignedIn]:
    context.gate.by_address(context.gate.limits.guests_by_address, address_of(request))
    session = await enter_as_guest(context.services, data.name, device_of(request), language_of(request))
    return _welcome(session, request)


@post("/accounts", summary="Open an account; a signed-in guest keeps its games", responses=problems(*CHANGING))
async def open_account(
    data: JSONBody[wire.Credentials], context: Context, request: AnyRequest
) -> Response[wire.SignedIn]:
    context.gate.by_address(context.gate.limits.passwords_by_address, address_of(request))
    guest = await current_account(context.services, request)
    token, device = token_of(request), device_of(request)
    return _welcome(await register(context.services, data.name, data.password, guest, token, device), request)


@post("/sessions", summary="Log in", responses=problems(*CHANGING))
async def open_session(
    data: JSONBody[wire.Credentials], context: Context, request: AnyRequest
) -> Response[wire.SignedIn]:
    context.gate.by_address(context.gate.limits.passwords_by_address, address_of(request))
    return _welcome(await unless_gone(request, _log_in(context, data, request)), request)


@delete("/sessions", summary="Log out", status_code=204, response_cookies=[NO_COOKIE], responses=problems(*CHANGING))
async def close_session(context: Context, request: AnyRequest) -> None:
    token = token_of(request)
    if token is not None:
        await log_out(context.services, token)


@get("/me", summary="Who am I", responses=problems(*READING))
async def me(context: Context, request: AnyRequest) -> wire.Me:
    account = await current_account(context.services, request)
    return _me(account) if account else wire.Me(None, guest=True)


@patch("/me", summary="Change my name", responses=problems(*CHANGING))
async def rename(data: JSONBody[wire.NewName], context: Context, request: AnyRequest) -> wire.Me:
    account = signed_in(await current_account(context.services, request))
    context.gate.by_player(context.gate.limits.names_by_player, account.id)
    return _me(await change_name(context.services, account, data.name))


@put("/me/language", summary="Choose my language", responses=problems(*CHANGING))
async def choose_language(data: JSONBody[wire.NewLanguage], context: Context, request: AnyRequest) -> wire.Me:
    account = signed_in(await current_account(context.services, request))
    return _me(await change_language(context.services, account, data.language))


def _me(account: Account) -> wire.Me:
    return wire.Me(serialize.person(account), guest=account.password_hash is None, language=account.language)


@put("/me/password", summary="Change my password; all other sessions end", responses=problems(*CHANGING))
async def new_password(
    data: JSONBody[wire.NewPassword], context: Context, request: AnyRequest
) -> Response[wire.SignedIn]:
    account = signed_in(await current_account(context.services, request))
    context.gate.by_player(context.gate.limits.passwords_by_player, account.id)
    token, device = token_of(request), device_of(request)
    changed = await change_password(context.services, account, data.old, data.new, token, device)
    return _welcome(changed, request, status=200)


@delete(
    "/me", summary="Delete my account", status_code=204, response_cookies=[NO_COOKIE], responses=problems(*CHANGING)
)
async def leave(data: JSONBody[wire.Farewell], context: Context, request: AnyRequest) -> None:
    account = signed_in(await current_account(context.services, request))
    context.gate.by_player(context.gate.limits.passwords_by_player, account.id)
    await delete_account(context.services, account, data.password or "")


@get("/players/{player_id:str}", summary="A player and the games played", responses=problems(*READING))
async def player(player_id: PlayerPath, context: Context) -> wire.PlayerPage:
    page = await player_page(context.services, player_id)
    results = tuple(wire.GameResults(one.game_id, one.won, one.drawn, one.lost) for one in page.results)
    matches = tuple(serialize.summary(one, player_id) for one in page.matches)
    return wire.PlayerPage(serialize.person(page.account), results, matches)


@post(
    "/players/{player_id:str}/reports",
    summary="Report a player to the administrators",
    status_code=204,
    responses=problems(*CHANGING),
)
async def report(
    player_id: PlayerPath, data: JSONBody[wire.ReportPlayer], context: Context, request: AnyRequest
) -> None:
    """A second report of the same player replaces the first while it is open."""
    account = signed_in(await current_account(context.services, request))
    context.gate.by_player(context.gate.limits.reports_by_player, account.id)
    await report_player(context.services, account, player_id, data.reason, data.match)


@get("/me/formations", summary="My saved armies for a game", responses=problems(*READING, 409))
async def formations(game: FromQuery[wire.GameId], context: Context, request: AnyRequest) -> wire.SavedFormations:
    """Each of them as each seat would place it."""
    account = signed_in(await current_account(context.services, request))
    rules = placed_game(catalogue.game(game))
    kept = await list_formations(context.services, account.id, game)
    return wire.SavedFormations(
        tuple(
            wire.SavedFormation(name, game, seat, serialize.placed(rules.read_army(seat, army)))
            for name, army in kept.items()
            for seat in rules.info.seats
        )
    )


@put("/me/formations", summary="Save an army", status_code=204, responses=problems(*CHANGING))
async def keep_formation(data: JSONBody[wire.SavedFormation], context: Context, request: AnyRequest) -> None:
    account = signed_in(await current_account(context.services, request))
    army = pairs(data.pieces)
    await save_formation(context.services, account.id, data.game, data.seat, data.name, army)


@delete("/me/formations", summary="Delete a saved army", status_code=204, responses=problems(*CHANGING))
async def forget_formation(data: JSONBody[wire.ForgetFormation], context: Context, request: AnyRequest) -> None:
    account = signed_in(await current_account(context.services, request))
    await delete_formation(context.services, account.id, data.game, data.name)


async def _log_in(context: ServerContext, data: wire.Credentials, request: AnyRequest) -> NewSession:
    address = address_of(request)
    context.login_attempts.check(data.name, address)
    try:
        session = await log_in(context.services, data.name, data.password, device_of(request))
    except MatchRefusal:
        context.login_attempts.note_failure(data.name, address)
        raise
    context.login_attempts.note_success(data.name, address)
    return session


def _welcome(entrance: NewSession, request: AnyRequest, status: int = 201) -> Response[wire.SignedIn]:
    account = entrance.player
    body = wire.SignedIn(
        serialize.person(account), guest=account.password_hash is None, token=entrance.token, language=account.language
    )
    return Response(body, status_code=status, cookies=[cookie(entrance.token, request)])


players = Router(
    "/",
    route_handlers=[
        enter,
        open_account,
        open_session,
        close_session,
        me,
        rename,
        choose_language,
        new_password,
        leave,
        player,
        report,
        formations,
        keep_formation,
        forget_formation,
    ],
    tags=["Players"],
)
