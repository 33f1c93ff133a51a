"""The devices on which a player is signed in: list them, and sign them out."""

from __future__ import annotations

from dataclasses import dataclass

from damero.application.enter_as_guest import token_hash
from damero.application.ports import Device, SessionEnded, StoredSession, session_topic
from damero.application.services import Services
from damero.domain.errors import MatchRefusal

ID_LENGTH = 16
"""Of the hash of a token, which tells nothing about the token."""


@dataclass(frozen=True, slots=True)
class OpenSession:
    """Times are milliseconds of the wall clock."""

    id: str
    opened: int
    used: int
    """Accurate to a day."""
    device: Device
    current: bool
    """It is the session that asks."""


async def list_sessions(services: Services, player_id: str, own_token: str | None) -> tuple[OpenSession, ...]:
    """The newest first."""
    ahead = services.clock.wall() - services.clock.now()
    own = own_token and token_hash(own_token)
    return tuple(
        OpenSession(_id(one), one.opened + ahead, one.used + ahead, one.device, one.token_hash == own)
        for one in await services.players.sessions(player_id)
    )


async def end_session(services: Services, player_id: str, session_id: str) -> None:
    found = [one for one in await services.players.sessions(player_id) if _id(one) == session_id]
    if not found:
        raise MatchRefusal("account.no_such_session", code="NO_SUCH_SESSION")
    await _end(services, found[0])


async def end_other_sessions(services: Services, player_id: str, own_token: str | None) -> None:
    """All but the one that asks."""
    own = own_token and token_hash(own_token)
    for one in await services.players.sessions(player_id):
        if one.token_hash != own:
            await _end(services, one)


async def _end(services: Services, session: StoredSession) -> None:
    await services.players.drop_session(session.token_hash)
    services.bus.publish(session_topic(session.token_hash), SessionEnded())


def _id(session: StoredSession) -> str:
    return session.token_hash[:ID_LENGTH]
