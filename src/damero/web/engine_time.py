"""A player's time for analysis: whoever has used it up is refused, and every thought is charged to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from damero.application.ports import Account, Requester
from damero.web.context import ServerContext


@contextmanager
def engine_time(context: ServerContext, account: Account, cost: float = 0) -> Iterator[Requester]:
    """Takes the cost. Waiting for an engine costs nothing, but the number of those that wait is limited."""
    gate, rate = context.gate, context.gate.limits.analysis_by_player
    gate.by_player(rate, account.id, cost)
    charge = partial(gate.charge_player, rate, account.id)
    with gate.analysing(account.id):
        yield Requester(account.id, context.services.last_addresses.get(account.id), charge=charge)
