"""Limits that hold for all servers together: each tells the others what was taken from its own.

They are told of it half a second later, and of tried passwords at once. While the bus is down, each server limits what
comes to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from damero.application.ports import LIMITS, Announcement, LimitsUsed, PasswordTried
from damero.application.services import Services
from damero.web.limits import Buckets, Rate
from damero.web.login_attempts import LoginAttempts

TELL_EVERY = 0.5


@asynccontextmanager
async def sharing(services: Services, buckets: Buckets, logins: LoginAttempts) -> AsyncIterator[None]:
    """Shares limits until the context ends, if there can be other servers."""
    if not services.matches.is_shared:
        yield
        return
    buckets.keep_account()
    logins.tell = lambda *tried: services.bus.publish(LIMITS, PasswordTried(*tried))
    unsubscribe = services.bus.subscribe(LIMITS, partial(apply, buckets, logins))
    telling = asyncio.create_task(services.background.supervise("limits", partial(keep_telling, services, buckets)))
    try:
        yield
    finally:
        unsubscribe()
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


async def keep_telling(services: Services, buckets: Buckets) -> None:
    """Runs until cancelled."""
    while True:
        await asyncio.sleep(TELL_EVERY)
        if uses := buckets.account():
            services.bus.publish(LIMITS, LimitsUsed(uses))


def apply(buckets: Buckets, logins: LoginAttempts, announcement: Announcement) -> None:
    """Counts what came to other servers."""
    match announcement:
        case LimitsUsed(uses, True):
            for use in uses:
                buckets.charge_elsewhere(Rate(use.burst, use.per_second), use.who, use.cost)
        case PasswordTried(name, network, was_right, True):
            logins.note_elsewhere(name, network, was_right=was_right)
