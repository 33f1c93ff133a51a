"""What players ask for in a match, over whichever way it came, handed to the use case that does it."""

from __future__ import annotations

from dataclasses import dataclass

from damero.application import abort, claim_abandoned, join_match, offer, place_army, play_move, resign
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
from damero.application.conduct import answer, command_of
from damero.application.hall import Hall
from damero.domain import judge
from damero.domain.beginning import placed_game
from damero.domain.events import Player
from damero.domain.game import Game, Seat
from damero.domain.match import Match
from damero.web import show, wire
from damero.web.look import eyes
from damero.web.problems import WebError


@dataclass(frozen=True, slots=True)
class Clerk:
    """Carries out what one player asks for in one match."""

    hall: Hall
    match_id: str
    player: Player
    lag: int = 0

    async def carry_out(self, order: wire.CommandFrame) -> wire.Ack:
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
            return show.ack(order.command_id, await self._hop(order))
        return show.ack(order.command_id, await self._whole(order))

    async def place(self, order: wire.Place) -> wire.Ack:
        table = await self.hall.table(self.match_id)
        if earlier := table.commands.get(command_of(self.player.id, order.command_id)):
            return show.ack(order.command_id, answer(self.match_id, earlier))
        seat = eyes(table.match, self.player.id, order.seat).seat
        army = army_text(table.match.game, table.match.seat_of(self.player.id, seat), order.pieces)
        command = PlaceArmy(
            command_id=order.command_id, match_id=self.match_id, by=self.player.id, seat=seat, army=army
        )
        return show.ack(order.command_id, await place_army.place_army(self.hall, command))

    async def join(self, order: wire.Join) -> wire.Ack:
        command = JoinMatch(
            command_id=order.command_id,
            match_id=self.match_id,
            by=self.player,
            code=order.code,
            nonce=order.nonce or self.hall.chance.secret(),
        )
        return show.ack(order.command_id, await join_match.join_match(self.hall, command))

    async def offer(self, order: wire.Offer) -> wire.Ack:
        command = MakeOffer(
            command_id=order.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=order.seat,
            kind=order.kind,
            nonce=order.nonce or self.hall.chance.secret(),
        )
        return show.ack(order.command_id, await offer.make_offer(self.hall, command))

    async def accept(self, order: wire.Act, offer_id: int) -> wire.Ack:
        command = AcceptOffer(
            command_id=order.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=order.seat,
            offer=offer_id,
            nonce=self.hall.chance.secret(),
        )
        return show.ack(order.command_id, await offer.accept_offer(self.hall, command))

    async def decline(self, order: wire.Act, offer_id: int) -> wire.Ack:
        command = DeclineOffer(
            command_id=order.command_id, match_id=self.match_id, by=self.player.id, seat=order.seat, offer=offer_id
        )
        return show.ack(order.command_id, await offer.decline_offer(self.hall, command))

    async def resign(self, order: wire.Act) -> wire.Ack:
        command = Resign(command_id=order.command_id, match_id=self.match_id, by=self.player.id, seat=order.seat)
        return show.ack(order.command_id, await resign.resign(self.hall, command))

    async def abort(self, order: wire.Act) -> wire.Ack:
        command = Abort(command_id=order.command_id, match_id=self.match_id, by=self.player.id, seat=order.seat)
        return show.ack(order.command_id, await abort.abort(self.hall, command))

    async def claim(self, order: wire.Act) -> wire.Ack:
        command = ClaimAbandoned(
            command_id=order.command_id, match_id=self.match_id, by=self.player.id, seat=order.seat
        )
        return show.ack(order.command_id, await claim_abandoned.claim_abandoned(self.hall, command))

    async def _hop(self, order: wire.Play) -> Answer | Hopping:
        squares = order.squares if order.squares is not None else show.touched(order.text or "")
        command = TouchSquares(
            command_id=order.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=order.seat,
            squares=squares,
            version=order.version,
            lag=self.lag,
        )
        return await play_move.touch_squares(self.hall, command)

    async def _whole(self, order: wire.Play) -> Answer:
        """A move that was already played by this command is not looked up in the new position."""
        table = await self.hall.table(self.match_id)
        if earlier := table.commands.get(command_of(self.player.id, order.command_id)):
            return answer(self.match_id, earlier)
        match, text = table.match, order.text
        if text is None:
            text = await self.hall.judge(match, lambda: self._named(match, order))
        command = PlayMove(
            command_id=order.command_id,
            match_id=self.match_id,
            by=self.player.id,
            seat=order.seat,
            move=text,
            version=order.version,
            lag=self.lag,
        )
        return await play_move.play_move(self.hall, command)

    def _named(self, match: Match, order: wire.Play) -> str:
        """The text of the move that these squares name."""
        seat = match.seat_of(self.player.id, order.seat)
        position = judge.position_to_play(match, seat, self.hall.clock.now(), order.version)
        return str(position.find(order.squares or ()))


def army_text(game: Game, seat: Seat, pieces: tuple[wire.Placed, ...]) -> str:
    placed = {piece.square: piece.kind for piece in pieces}
    if len(placed) != len(pieces):
        raise WebError("Two pieces cannot stand on one square.", code="OCCUPIED")
    return placed_game(game).write_army(seat, placed)
