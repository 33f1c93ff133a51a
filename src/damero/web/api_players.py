"""Guests, accounts, and what players keep here."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, delete, get, patch, post, put
from litestar.params import FromQuery, JSONBody

from damero.application.change_account import change_name, change_password, delete_account
from damero.application.commands import Listing, ListMatches
from damero.application.enter_as_guest import Entrance, enter_as_guest
from damero.application.keep_formations import delete_formation, list_formations, save_formation
from damero.application.list_matches import list_matches
from damero.application.log_in import log_in, log_out
from damero.application.register import register
from damero.domain import catalogue
from damero.domain.beginning import placed_game
from damero.domain.events import Access
from damero.web import show, wire
from damero.web.contract import CHANGING, READING, PlayerPath, problems
from damero.web.orders import army_text
from damero.web.problems import WebError
from damero.web.reception import Desk
from damero.web.who import NO_COOKIE, address_of, asker, cookie, signed_in, token_of

AnyRequest = Request[Any, Any, Any]


@post("/guests", summary="Play at once, without an account", responses=problems(*CHANGING))
async def enter(data: JSONBody[wire.NewGuest], desk: Desk, request: AnyRequest) -> Response[wire.SignedIn]:
    desk.gate.by_address(desk.gate.limits.guests_by_address, address_of(request))
    return _welcome(await enter_as_guest(desk.hall, data.name), request)


@post("/accounts", summary="Open an account; a signed-in guest keeps its games", responses=problems(*CHANGING))
async def open_account(data: JSONBody[wire.Credentials], desk: Desk, request: AnyRequest) -> Response[wire.SignedIn]:
    desk.gate.by_address(desk.gate.limits.passwords_by_address, address_of(request))
    guest = await asker(desk.hall, request)
    return _welcome(await register(desk.hall, data.name, data.password, guest), request)


@post("/sessions", summary="Log in", responses=problems(*CHANGING))
async def open_session(data: JSONBody[wire.Credentials], desk: Desk, request: AnyRequest) -> Response[wire.SignedIn]:
    desk.gate.by_address(desk.gate.limits.passwords_by_address, address_of(request))
    desk.gate.by_name(desk.gate.limits.passwords_by_name, data.name)
    return _welcome(await log_in(desk.hall, data.name, data.password), request)


@delete("/sessions", summary="Log out", status_code=204, response_cookies=[NO_COOKIE], responses=problems(*CHANGING))
async def close_session(desk: Desk, request: AnyRequest) -> None:
    token = token_of(request)
    if token is not None:
        await log_out(desk.hall, token)


@get("/me", summary="Who am I", responses=problems(*READING))
async def me(desk: Desk, request: AnyRequest) -> wire.Me:
    record = await asker(desk.hall, request)
    return wire.Me(show.person(record) if record else None, guest=record is None or record.password_hash is None)


@patch("/me", summary="Change my name", responses=problems(*CHANGING))
async def rename(data: JSONBody[wire.NewName], desk: Desk, request: AnyRequest) -> wire.Me:
    record = signed_in(await asker(desk.hall, request))
    renamed = await change_name(desk.hall, record, data.name)
    return wire.Me(show.person(renamed), guest=renamed.password_hash is None)


@put("/me/password", summary="Change my password; all other sessions end", responses=problems(*CHANGING))
async def new_password(data: JSONBody[wire.NewPassword], desk: Desk, request: AnyRequest) -> Response[wire.SignedIn]:
    record = signed_in(await asker(desk.hall, request))
    desk.gate.by_name(desk.gate.limits.passwords_by_name, record.name)
    changed = await change_password(desk.hall, record, data.old, data.new, token_of(request))
    return _welcome(changed, request, status=200)


@delete("/me", summary="Delete me", status_code=204, response_cookies=[NO_COOKIE], responses=problems(*CHANGING))
async def leave(data: JSONBody[wire.Farewell], desk: Desk, request: AnyRequest) -> None:
    record = signed_in(await asker(desk.hall, request))
    desk.gate.by_name(desk.gate.limits.passwords_by_name, record.name)
    await delete_account(desk.hall, record, data.password or "")


@get("/players/{player_id:str}", summary="A player and the games played", responses=problems(*READING))
async def player_page(player_id: PlayerPath, desk: Desk) -> wire.PlayerPage:
    record = await desk.hall.players.player(player_id)
    if record is None:
        raise WebError("There is no such player.", code="NO_SUCH_PLAYER")
    wanted = ListMatches(listing=Listing.HISTORY, player_id=player_id)
    matches = await list_matches(desk.hall, wanted)
    public = [one for one in matches if one.access is not Access.CODE]
    return wire.PlayerPage(show.person(record), tuple(show.summary(one, player_id) for one in public))


@get("/me/formations", summary="My saved armies for a game", responses=problems(*READING, 409))
async def formations(game: FromQuery[wire.GameId], desk: Desk, request: AnyRequest) -> wire.SavedFormations:
    """Each as either seat would place it."""
    record = signed_in(await asker(desk.hall, request))
    rules = placed_game(catalogue.game(game))
    kept = await list_formations(desk.hall, record.id, game)
    return wire.SavedFormations(
        tuple(
            wire.SavedFormation(name, game, seat, show.placed(rules.read_army(seat, army)))
            for name, army in kept.items()
            for seat in rules.info.seats
        )
    )


@put("/me/formations", summary="Save an army", status_code=204, responses=problems(*CHANGING))
async def keep_formation(data: JSONBody[wire.SavedFormation], desk: Desk, request: AnyRequest) -> None:
    record = signed_in(await asker(desk.hall, request))
    game = catalogue.game(data.game)
    if data.seat not in game.info.seats:
        raise WebError(f"The seats are {' and '.join(game.info.seats)}.", code="NO_SUCH_SEAT")
    army = army_text(game, data.seat, data.pieces)
    await save_formation(desk.hall, record.id, data.game, data.seat, data.name, army)


@delete("/me/formations", summary="Forget an army", status_code=204, responses=problems(*CHANGING))
async def forget_formation(data: JSONBody[wire.ForgetFormation], desk: Desk, request: AnyRequest) -> None:
    record = signed_in(await asker(desk.hall, request))
    await delete_formation(desk.hall, record.id, data.game, data.name)


def _welcome(entrance: Entrance, request: AnyRequest, status: int = 201) -> Response[wire.SignedIn]:
    record = entrance.player
    body = wire.SignedIn(show.person(record), guest=record.password_hash is None, token=entrance.token)
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
        new_password,
        leave,
        player_page,
        formations,
        keep_formation,
        forget_formation,
    ],
    tags=["Players"],
)
