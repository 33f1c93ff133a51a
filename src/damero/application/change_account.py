"""Change the name or password of an account, or delete it."""

from __future__ import annotations

from dataclasses import replace

from damero.application.enter_as_guest import NewSession, open_session
from damero.application.log_in import end_sessions
from damero.application.names import checked_name
from damero.application.ports import Account
from damero.application.register import checked_password
from damero.application.services import Services
from damero.domain.errors import MatchRefusal


async def change_name(services: Services, player: Account, name: str) -> Account:
    renamed = replace(player, name=checked_name(name))
    if not await services.players.change_player(renamed):
        raise MatchRefusal("account.name_taken", code="NAME_TAKEN")
    return renamed


async def change_password(
    services: Services, player: Account, old: str, new: str, own_token: str | None = None
) -> NewSession:
    """Ends all other sessions and gives this one a new token."""
    await _prove(services, player, old)
    changed = replace(player, password_hash=await services.passwords.hash(checked_password(new)))
    await services.players.change_player(changed)
    await end_sessions(services, player.id, own_token)
    return await open_session(services, changed)


async def delete_account(services: Services, player: Account, password: str = "") -> None:
    """A guest needs no password. Games stay, with the names they were played under."""
    if player.password_hash is not None:
        await _prove(services, player, password)
    await end_sessions(services, player.id)
    await services.players.delete_player(player.id)


async def _prove(services: Services, player: Account, password: str) -> None:
    if not await services.passwords.verify(password, player.password_hash):
        raise MatchRefusal("account.not_your_password", code="WRONG_PASSWORD")
