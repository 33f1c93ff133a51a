"""A player's time for analysis: whoever has used it up is refused, and every thought is charged to it."""

from __future__ import annotations

from functools import partial

from damero.application.ports import Account, Requester
from damero.web.context import ServerContext


def who_asks(context: ServerContext, account: Account, cost: float = 0) -> Requester:
    """Takes the cost. Waiting for an engine costs nothing."""
    gate, rate = context.gate, context.gate.limits.analysis_by_player
    gate.by_player(rate, account.id, cost)
    charge = partial(gate.charge_player, rate, account.id)
    return Requester(account.id, context.services.last_addresses.get(account.id), charge=charge)
