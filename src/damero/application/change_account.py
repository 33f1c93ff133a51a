"""Change the name, language or password of an account, or delete it."""

from __future__ import annotations

from dataclasses import replace

from damero.application.challenge import close_challenges
from damero.application.enter_as_guest import NewSession, open_session
from damero.application.log_in import end_sessions
from damero.application.names import KEPT_BACK, free_name, name_key, name_taken
from damero.application.passwords import checked_password
from damero.application.ports import UNKNOWN_DEVICE, Account, Device
from damero.application.services import Services
from damero.domain.errors import MatchRefusal
from damero.texts import languages


async def change_name(services: Services, player: Account, name: str) -> Account:
    """Nobody else can take the old name for a while."""
    renamed = replace(player, name=await free_name(services, name, player.id))
    if not await services.players.change_player(renamed):
        raise name_taken()
    await _keep_name_back(services, player)
    return renamed


async def change_language(services: Services, player: Account, language: str | None) -> Account:
    """None: as each browser asks for."""
    if language is not None and language not in languages():
        raise MatchRefusal("account.no_such_language", code="BAD_LANGUAGE", language=language, languages=languages())
    changed = replace(player, language=language)
    await services.players.change_player(changed)
    return changed


async def change_password(
    services: Services,
    player: Account,
    old: str,
    new: str,
    own_token: str | None = None,
    device: Device = UNKNOWN_DEVICE,
) -> NewSession:
    """Ends all other sessions and gives this one a new token."""
    await _prove(services, player, old)
    changed = replace(player, password_hash=await services.passwords.hash(checked_password(new, player.name)))
    await services.players.change_player(changed)
    await end_sessions(services, player.id, own_token)
    return await open_session(services, changed, device)


async def delete_account(services: Services, player: Account, password: str = "") -> None:
    """A guest needs no password. Games stay, with the names they were played under."""
    if player.password_hash is not None:
        await _prove(services, player, password)
    await remove_account(services, player)


async def remove_account(services: Services, player: Account) -> None:
    await end_sessions(services, player.id)
    await close_challenges(services, player.id)
    await _keep_name_back(services, player)
    await services.players.delete_player(player.id)


async def _keep_name_back(services: Services, player: Account) -> None:
    """A guest's name is free at once: nobody knows guests by their names."""
    if player.password_hash is not None:
        now = services.clock.now()
        await services.players.keep_name(name_key(player.name), player.id, now + KEPT_BACK, now=now)


async def _prove(services: Services, player: Account, password: str) -> None:
    if not await services.passwords.verify(password, player.password_hash):
        raise MatchRefusal("account.not_your_password", code="WRONG_PASSWORD")
