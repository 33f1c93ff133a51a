"""Open an account with a name and a password. A guest who does so keeps all games."""

from __future__ import annotations

from dataclasses import replace

from damero.application.enter_as_guest import NewSession, open_session
from damero.application.log_in import end_sessions
from damero.application.names import free_name, name_taken
from damero.application.passwords import checked_password
from damero.application.ports import UNKNOWN_DEVICE, Account, Device
from damero.application.services import Services


async def register(
    services: Services,
    name: str,
    password: str,
    guest: Account | None = None,
    own_token: str | None = None,
    device: Device = UNKNOWN_DEVICE,
) -> NewSession:
    """A new account, or one made from a guest, whose tokens then end."""
    chosen = await free_name(services, name)
    password_hash = await services.passwords.hash(checked_password(password, chosen))
    if guest is not None and guest.password_hash is None:
        account = replace(guest, name=chosen, password_hash=password_hash)
        free = await services.players.change_player(account)
    else:
        account = Account(services.randomness.secret()[:16], chosen, password_hash, services.clock.wall())
        free = await services.players.add_player(account)
    if not free:
        raise name_taken()
    await end_sessions(services, account.id, own_token)
    return await open_session(services, account, device)
