"""Make, accept and decline offers. A match has one open offer at most; an answer names its id."""

from __future__ import annotations

from damero.application.announce_nonce import nonce_and_hash
from damero.application.change_match import act_as_seat
from damero.application.commands import AcceptOffer, Answer, DeclineOffer, MakeOffer
from damero.application.match_quota import check_room
from damero.application.newest_match import newest_match
from damero.application.rematch import agreed_rematch, rematch_id
from damero.application.services import Services
from damero.domain import judge
from damero.domain.events import OfferKind
from damero.domain.game import Seat
from damero.domain.match import Match, Progress


async def make_offer(services: Services, command: MakeOffer) -> Answer:
    if command.kind is OfferKind.REMATCH:
        await check_room(services, command.by)
    seed = services.randomness.secret()

    def make(match: Match, seat: Seat) -> Progress:
        nonce, announced = nonce_and_hash(match.info, command.nonce, command.nonce_hash)
        now = services.clock.now()
        return judge.offer(match, seat, command.kind, now, nonce=nonce, seed=seed, announced=announced)

    return await act_as_seat(services, command, make)


async def accept_offer(services: Services, command: AcceptOffer) -> Answer:
    offer = (await newest_match(services, command.match_id)).match.offer
    if offer is not None and offer.kind is OfferKind.REMATCH:
        await check_room(services, command.by)

    def accept(match: Match, seat: Seat) -> Progress:
        next_id = rematch_id(services, match, command.offer)
        return judge.accept(match, seat, command.offer, services.clock.now(), next_id=next_id)

    def create_rematch(progress: Progress) -> Progress | None:
        return agreed_rematch(progress, command.nonce, command.nonce_hash)

    return await act_as_seat(services, command, accept, and_create=create_rematch)


async def decline_offer(services: Services, command: DeclineOffer) -> Answer:
    return await act_as_seat(
        services, command, lambda match, seat: judge.decline(match, seat, command.offer, services.clock.now())
    )
