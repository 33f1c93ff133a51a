"""Every action of a match × everybody who might try it. Made from the lists below; an action that is missing fails."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec
import pytest
from tests.web.playing import a_match
from tests.web.servers import guests

from damero.client import Client, Disconnected, Refusal, new_id
from damero.domain.events import OfferKind
from damero.web import wire
from damero.web.dispatch import CommandHandler

Order: TypeAlias = wire.CommandFrame
ORDERS: dict[str, Callable[[int], Order]] = {
    "moves": lambda _offer: wire.PlayFrame(new_id(), text="21-17"),
    "nonce": lambda _offer: wire.NonceFrame(new_id(), "a" * 64),
    "army": lambda _offer: wire.PlaceFrame(new_id(), ()),
    "join": lambda _offer: wire.JoinFrame(new_id()),
    "decline": lambda _offer: wire.DeclineChallengeFrame(new_id()),
    "offers": lambda _offer: wire.OfferFrame(new_id(), OfferKind.DRAW),
    "offers/{offer}/accept": lambda offer: wire.AcceptFrame(new_id(), offer=offer),
    "offers/{offer}/decline": lambda offer: wire.DeclineFrame(new_id(), offer=offer),
    "resign": lambda _offer: wire.ResignFrame(new_id()),
    "abort": lambda _offer: wire.AbortFrame(new_id()),
    "claim": lambda _offer: wire.ClaimFrame(new_id()),
}
STRANGER = dict.fromkeys(ORDERS, "NOT_YOUR_SEAT") | {
    "join": "SEAT_TAKEN",
    "decline": "NOT_CHALLENGED",
    "nonce": "NO_NONCE_AWAITED",
}
ANONYMOUS = dict.fromkeys(ORDERS, "NOT_SIGNED_IN")
OWNER = dict.fromkeys(ORDERS, "done") | {
    "army": "NO_ARMIES",
    "nonce": "NO_NONCE_AWAITED",
    "join": "SEAT_TAKEN",
    "decline": "NOT_CHALLENGED",
    "offers": "OFFER_OPEN",
    "claim": "NOT_ABANDONED",
}
OPPONENT = OWNER | {"moves": "INVALID_TURN", "offers/{offer}/accept": "OWN_OFFER"}
"""White is to move, and Black has offered a draw."""
OTHER_MATCH = dict.fromkeys(ORDERS, "NO_SUCH_MATCH")
EXPECTED = {
    "owner": OWNER,
    "opponent": OPPONENT,
    "spectator": STRANGER,
    "anonymous": ANONYMOUS,
    "player of another match": STRANGER,
    "owner, in a match that does not exist": OTHER_MATCH,
}
WAYS = ("http", "socket")


async def _over_http(client: Client, match_id: str, action: str, order: Order) -> None:
    fields = {key: value for key, value in msgspec.to_builtins(order).items() if key not in ("type", "offer")}
    body = msgspec.json.encode(fields)
    answer = await client.send("POST", f"/api/matches/{match_id}/{action}", body)
    if answer.status_code >= 400:
        problem = msgspec.json.decode(answer.content, type=wire.Problem)
        raise Refusal(problem.code, problem.detail, problem.squares, problem.status)


async def _over_the_socket(client: Client, match_id: str, _action: str, order: Order) -> None:
    async with client.watch(match_id) as live:
        await live.order(order)


TRY: dict[str, Callable[[Client, str, str, Order], Awaitable[None]]] = {
    "http": _over_http,
    "socket": _over_the_socket,
}


def test_the_matrix_has_every_command() -> None:
    made = {type(make(0)) for make in ORDERS.values()}
    assert made == set(wire.CommandFrame.__args__)
    assert all(hasattr(CommandHandler, name) for name in ("play", "place", "join", "offer", "resign", "abort", "claim"))


@pytest.mark.asyncio
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("who", EXPECTED)
@pytest.mark.parametrize("action", ORDERS)
async def test_each_may_do_what_is_theirs_and_nothing_else(server: str, action: str, who: str, way: str) -> None:
    async with guests(server, 3) as (white, black, stranger), Client(server) as nobody:
        match_id = await a_match(white, black, "drafti")
        await black.act(match_id, "offers", wire.Offer(new_id(), OfferKind.DRAW))
        before = await white.match(match_id)
        assert before.state.offer is not None
        if who == "player of another match":
            await stranger.create("drafti", "here")
        client = {"owner": white, "opponent": black, "anonymous": nobody}.get(who.partition(",")[0], stranger)
        target = "nosuchmatch1" if who.startswith("owner, in a match") else match_id
        path = action.format(offer=before.state.offer.id)
        expected = EXPECTED[who][action]
        result = await _result(TRY[way](client, target, path, ORDERS[action](before.state.offer.id)))
        after = await white.match(match_id)
    assert result == expected
    if expected != "done":
        assert (after.version, after.state.status, after.record) == (before.version, before.state.status, before.record)
    else:
        assert after.version > before.version


async def _result(attempt: Awaitable[None]) -> str:
    try:
        async with asyncio.timeout(60):
            await attempt
    except Refusal as refusal:
        return refusal.code
    except Disconnected:
        return "NO_SUCH_MATCH"
    return "done"
