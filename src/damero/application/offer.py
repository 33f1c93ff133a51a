"""Make, accept and decline offers. A match has one open offer at most; an answer names its id."""

from __future__ import annotations

from damero.application.change_match import act_as_seat
from damero.application.commands import AcceptOffer, Answer, DeclineOffer, MakeOffer
from damero.application.create_match import checked_nonce
from damero.application.rematch import agreed_rematch, rematch_id
from damero.application.services import Services
from damero.domain import judge
from damero.domain.game import Seat
from damero.domain.match import Match, Progress


async def make_offer(services: Services, command: MakeOffer) -> Answer:
    nonce, seed = checked_nonce(command.nonce), services.randomness.secret()
    return await act_as_seat(
        services,
        command,
        lambda match, seat: judge.offer(match, seat, command.kind, services.clock.now(), nonce=nonce, seed=seed),
    )


async def accept_offer(services: Services, command: AcceptOffer) -> Answer:
    nonce = checked_nonce(command.nonce)

    def accept(match: Match, seat: Seat) -> Progress:
        next_id = rematch_id(services, match, command.offer)
        return judge.accept(match, seat, command.offer, services.clock.now(), next_id=next_id)

    return await act_as_seat(services, command, accept, and_create=lambda progress: agreed_rematch(progress, nonce))


async def decline_offer(services: Services, command: DeclineOffer) -> Answer:
    return await act_as_seat(
        services, command, lambda match, seat: judge.decline(match, seat, command.offer, services.clock.now())
    )
