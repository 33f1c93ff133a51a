"""Open an account with a name and a password. A guest who does so keeps all games."""

from __future__ import annotations

from dataclasses import replace

from damero.application.enter_as_guest import NewSession, open_session
from damero.application.names import checked_name
from damero.application.ports import Account
from damero.application.services import Services
from damero.domain.errors import MatchRefusal

PASSWORD_LENGTHS = range(8, 257)


async def register(services: Services, name: str, password: str, guest: Account | None = None) -> NewSession:
    """A new account, or one made from a guest."""
    chosen = checked_name(name)
    password_hash = await services.passwords.hash(checked_password(password))
    if guest is not None and guest.password_hash is None:
        account = replace(guest, name=chosen, password_hash=password_hash)
        free = await services.players.change_player(account)
    else:
        account = Account(services.randomness.secret()[:16], chosen, password_hash, services.clock.wall())
        free = await services.players.add_player(account)
    if not free:
        raise MatchRefusal("account.name_taken", code="NAME_TAKEN")
    return await open_session(services, account)


def checked_password(password: str) -> str:
    if len(password) not in PASSWORD_LENGTHS:
        least, most = PASSWORD_LENGTHS[0], PASSWORD_LENGTHS[-1]
        raise MatchRefusal("account.bad_password", code="BAD_PASSWORD", least=least, most=most)
    return password
