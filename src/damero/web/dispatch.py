"""What players ask for in a match, over whichever way it came, handed to the use case that does it."""

from __future__ import annotations

from dataclasses import dataclass

from damero.application import abort, claim_abandoned, join_match, offer, place_army, play_move, resign
from damero.application.change_match import answer, command_key
from damero.application.commands import (
    Abort,
    AcceptOffer,
    Answer,
    ClaimAbandoned,
    DeclineOffer,
    Hopping,
    JoinMatch,
    MakeOffer,
    PlaceArmy,
    PlayMove,
    Resign,
    TouchSquares,
)
from damero.application.services import Services
from damero.domain import judge
from damero.domain.beginning import placed_game
from damero.domain.events import Player
from damero.domain.game import Game, Seat
from damero.domain.match import Match
from damero.web import serialize, wire
from damero.web.live.viewer_frames import viewer_of
from damero.web.problems import WebError


@dataclass(frozen=True, slots=True)
class CommandHandler:
    """Carries out what one player asks for in one match."""

    services: Services
    match_id: str
    player: Player
    lag: int = 0

    async def handle(self, order: wire.CommandFrame) -> wire.Ack:
        match order:
            case wire.PlayFrame():
                return await self.play(order)
            case wire.PlaceFrame():
                return await self.place(order)
            case wire.JoinFrame():
                return await self.join(order)
            case wire.OfferFrame():
                return await self.offer(order)
            case wire.AcceptFrame():
                return await self.accept(order, order.offer)
            case wire.DeclineFrame():
                return await self.decline(order, order.offer)
            case wire.ResignFrame():
                return await self.resign(order)
            case wire.AbortFrame():
                return await self.abort(order)
            case wire.ClaimFrame():
                return await self.claim(order)

    async def play(self, order: wire.Play) -> wire.Ack:
        """By text or by squares, whole or a hop of it."""
        if (order.text is None) == (order.squares is None):
            raise WebError("A move has either squares or a text.", code="MALFORMED")
        if order.hop:
            return serialize.ack(order.command_id, await self._hop(order))
        return serialize.ack(order.command_id, await self._whole(order))

    async def place(self, order: wire.Place) -> wire.Ack:
        live = await self.services.live_match(self.match_id)
        if earlier := live.commands.get(command_key(self.player.id, order.command_id)):
            return serialize.ack(order.command_id, answer(self.match_id, earlier))
        seat = viewer_of(live.match, self.player.id, order.seat).seat
        army = army_text(live.match.game, live.match.seat_of(self.player.id, seat), order.pieces)
        command = PlaceArmy(
            command_id=order.command_id, match_id=self.match_id, by=self.player.id, seat=seat, army=army
        )
        return serialize.ack(order.command_id, await place_army.place_army(self.services, command))

    async def join(self, order: wire.Join) -> wire.Ack:
        command = JoinMatch(
            command_id=order.command_id,
            match_id=self.match_id,
            by=self.player,
            code=order.code,
            nonce=order.nonce or self.services.randomness.secret(),
        )
        return serialize.ack(order.command_id, await join_match.join_match(self.services, command))

    async def offer(self, order: wire.Offer) -> wire.Ack:
        command = MakeOffer(
            command_id=order.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=order.seat,
            kind=order.kind,
            nonce=order.nonce or self.services.randomness.secret(),
        )
        return serialize.ack(order.command_id, await offer.make_offer(self.services, command))

    async def accept(self, order: wire.Act, offer_id: int) -> wire.Ack:
        command = AcceptOffer(
            command_id=order.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=order.seat,
            offer=offer_id,
            nonce=self.services.randomness.secret(),
        )
        return serialize.ack(order.command_id, await offer.accept_offer(self.services, command))

    async def decline(self, order: wire.Act, offer_id: int) -> wire.Ack:
        command = DeclineOffer(
            command_id=order.command_id, match_id=self.match_id, by=self.player.id, seat=order.seat, offer=offer_id
        )
        return serialize.ack(order.command_id, await offer.decline_offer(self.services, command))

    async def resign(self, order: wire.Act) -> wire.Ack:
        command = Resign(command_id=order.command_id, match_id=self.match_id, by=self.player.id, seat=order.seat)
        return serialize.ack(order.command_id, await resign.resign(self.services, command))

    async def abort(self, order: wire.Act) -> wire.Ack:
        command = Abort(command_id=order.command_id, match_id=self.match_id, by=self.player.id, seat=order.seat)
        return serialize.ack(order.command_id, await abort.abort(self.services, command))

    async def claim(self, order: wire.Act) -> wire.Ack:
        command = ClaimAbandoned(
            command_id=order.command_id, match_id=self.match_id, by=self.player.id, seat=order.seat
        )
        return serialize.ack(order.command_id, await claim_abandoned.claim_abandoned(self.services, command))

    async def _hop(self, order: wire.Play) -> Answer | Hopping:
        squares = order.squares
        if squares is None:
            game = (await self.services.live_match(self.match_id)).match.game
            squares = game.read_squares(order.text or "")
        command = TouchSquares(
            command_id=order.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=order.seat,
            squares=squares,
            version=order.version,
            lag=self.lag,
        )
        return await play_move.touch_squares(self.services, command)

    async def _whole(self, order: wire.Play) -> Answer:
        """A move that was already played by this command is not looked up in the new position."""
        live = await self.services.live_match(self.match_id)
        if earlier := live.commands.get(command_key(self.player.id, order.command_id)):
            return answer(self.match_id, earlier)
        match, text = live.match, order.text
        if text is None:
            text = await self.services.judge(match, lambda: self._named(match, order))
        command = PlayMove(
            command_id=order.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=order.seat,
            move=text,
            version=order.version,
            lag=self.lag,
        )
        return await play_move.play_move(self.services, command)

    def _named(self, match: Match, order: wire.Play) -> str:
        """The text of the move that these squares name."""
        seat = match.seat_of(self.player.id, order.seat)
        position = judge.position_to_play(match, seat, self.services.clock.now(), order.version)
        return str(position.find(order.squares or ()))


def army_text(game: Game, seat: Seat, pieces: tuple[wire.Placed, ...]) -> str:
    placed = {piece.square: piece.kind for piece in pieces}
    if len(placed) != len(pieces):
        raise WebError("Two pieces cannot stand on one square.", code="OCCUPIED")
    return placed_game(game).write_army(seat, placed)
