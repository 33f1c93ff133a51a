"""Make, accept and decline offers. There is one slot: whoever answers names the offer's id."""

from __future__ import annotations

from damero.application.commands import AcceptOffer, Answer, DeclineOffer, MakeOffer
from damero.application.conduct import act
from damero.application.create_match import checked_nonce
from damero.application.hall import Hall
from damero.application.rematch import agreed_rematch, rematch_id
from damero.domain import judge
from damero.domain.game import Seat
from damero.domain.match import Match, Progress


async def make_offer(hall: Hall, command: MakeOffer) -> Answer:
    nonce, seed = checked_nonce(command.nonce), hall.chance.secret()
    return await act(
        hall,
        command,
        lambda match, seat: judge.offer(match, seat, command.kind, hall.clock.now(), nonce=nonce, seed=seed),
    )


async def accept_offer(hall: Hall, command: AcceptOffer) -> Answer:
    nonce = checked_nonce(command.nonce)

    def accept(match: Match, seat: Seat) -> Progress:
        next_id = rematch_id(hall, match, command.offer)
        return judge.accept(match, seat, command.offer, hall.clock.now(), next_id=next_id)

    return await act(hall, command, accept, and_found=lambda progress: agreed_rematch(progress, nonce))


async def decline_offer(hall: Hall, command: DeclineOffer) -> Answer:
    return await act(hall, command, lambda match, seat: judge.decline(match, seat, command.offer, hall.clock.now()))
