"""Turns what a player sends, over HTTP or WebSocket, into a command and hands it to its use case."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass

from msgspec import structs

from damero.application import (
    abort,
    announce_nonce,
    challenge,
    claim_abandoned,
    join_match,
    offer,
    place_army,
    play_move,
    resign,
)
from damero.application.commands import (
    Abort,
    AcceptOffer,
    Answer,
    ClaimAbandoned,
    DeclineChallenge,
    DeclineOffer,
    Hopping,
    JoinMatch,
    MakeOffer,
    OpenNonce,
    PlaceArmy,
    PlayMove,
    Resign,
    TouchSquares,
)
from damero.application.services import Services
from damero.domain.clock import NO_LAG, Lag
from damero.domain.events import Player
from damero.web import serialize, wire
from damero.web.problems import WebError


@dataclass(slots=True)
class CommandHandler:
    """Handles the commands of one player in one match."""

    services: Services
    match_id: str
    player: Player
    lag: Lag = NO_LAG

    async def handle(self, body: wire.CommandFrame) -> wire.Ack:  # noqa: C901 (one case for each frame)
        match body:
            case wire.PlayFrame():
                return await self.play(body)
            case wire.NonceFrame():
                return await self.open_nonce(body)
            case wire.PlaceFrame():
                return await self.place(body)
            case wire.JoinFrame():
                return await self.join(body)
            case wire.OfferFrame():
                return await self.offer(body)
            case wire.AcceptFrame():
                return await self.accept(body, body.offer)
            case wire.DeclineFrame():
                return await self.decline(body, body.offer)
            case wire.DeclineChallengeFrame():
                return await self.decline_challenge(body)
            case wire.ResignFrame():
                return await self.resign(body)
            case wire.AbortFrame():
                return await self.abort(body)
            case wire.ClaimFrame():
                return await self.claim(body)

    async def play(self, body: wire.Play) -> wire.Ack:
        """By text or by squares, whole or a hop of it."""
        move = body.text if body.squares is None else body.squares
        if move is None or (body.text is not None and body.squares is not None):
            raise WebError("web.squares_or_text", code="MALFORMED")
        answer = await (self._hop(body, move) if body.hop else self._whole(body, move))
        return serialize.ack(body.command_id, answer)

    async def place(self, body: wire.Place) -> wire.Ack:
        command = PlaceArmy(
            command_id=body.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=body.seat,
            army=pairs(body.pieces),
        )
        return serialize.ack(body.command_id, await place_army.place_army(self.services, command))

    async def join(self, body: wire.Join) -> wire.Ack:
        command = JoinMatch(
            command_id=body.command_id,
            match_id=self.match_id,
            by=self.player,
            code=body.code,
            nonce=body.nonce or self.services.randomness.secret(),
            nonce_hash=body.nonce_hash or "",
        )
        ack = serialize.ack(body.command_id, await join_match.join_match(self.services, command))
        match = (await self.services.live_match(self.match_id)).match
        has_chance = match.info.chance or match.info.hidden
        return structs.replace(ack, commitment=match.created.commitment if has_chance else None)

    async def open_nonce(self, body: wire.OpenNonce) -> wire.Ack:
        command = OpenNonce(command_id=body.command_id, match_id=self.match_id, by=self.player.id, nonce=body.nonce)
        return serialize.ack(body.command_id, await announce_nonce.open_nonce(self.services, command))

    async def offer(self, body: wire.Offer) -> wire.Ack:
        command = MakeOffer(
            command_id=body.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=body.seat,
            kind=body.kind,
            nonce=body.nonce or self.services.randomness.secret(),
            nonce_hash=body.nonce_hash or "",
        )
        return serialize.ack(body.command_id, await offer.make_offer(self.services, command))

    async def accept(self, body: wire.Accept, offer_id: int) -> wire.Ack:
        command = AcceptOffer(
            command_id=body.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=body.seat,
            offer=offer_id,
            nonce=self.services.randomness.secret(),
            nonce_hash=body.nonce_hash or "",
        )
        return serialize.ack(body.command_id, await offer.accept_offer(self.services, command))

    async def decline(self, body: wire.Act, offer_id: int) -> wire.Ack:
        command = DeclineOffer(
            command_id=body.command_id, match_id=self.match_id, by=self.player.id, seat=body.seat, offer=offer_id
        )
        return serialize.ack(body.command_id, await offer.decline_offer(self.services, command))

    async def decline_challenge(self, body: wire.Act) -> wire.Ack:
        command = DeclineChallenge(command_id=body.command_id, match_id=self.match_id, by=self.player.id)
        return serialize.ack(body.command_id, await challenge.decline_challenge(self.services, command))

    async def resign(self, body: wire.Act) -> wire.Ack:
        command = Resign(command_id=body.command_id, match_id=self.match_id, by=self.player.id, seat=body.seat)
        return serialize.ack(body.command_id, await resign.resign(self.services, command))

    async def abort(self, body: wire.Act) -> wire.Ack:
        command = Abort(command_id=body.command_id, match_id=self.match_id, by=self.player.id, seat=body.seat)
        return serialize.ack(body.command_id, await abort.abort(self.services, command))

    async def claim(self, body: wire.Claim) -> wire.Ack:
        command = ClaimAbandoned(
            command_id=body.command_id, match_id=self.match_id, by=self.player.id, seat=body.seat, draw=body.draw
        )
        return serialize.ack(body.command_id, await claim_abandoned.claim_abandoned(self.services, command))

    def _hop(self, body: wire.Play, move: str | tuple[str, ...]) -> Awaitable[Answer | Hopping]:
        command = TouchSquares(
            command_id=body.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=body.seat,
            squares=move,
            version=body.version,
            lag=self.lag,
        )
        return play_move.touch_squares(self.services, command)

    def _whole(self, body: wire.Play, move: str | tuple[str, ...]) -> Awaitable[Answer]:
        command = PlayMove(
            command_id=body.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=body.seat,
            move=move,
            version=body.version,
            lag=self.lag,
        )
        return play_move.play_move(self.services, command)


def pairs(pieces: tuple[wire.Placed, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((piece.square, piece.kind) for piece in pieces)
