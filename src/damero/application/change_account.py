"""Change one's name or password, or leave for good."""

from __future__ import annotations

from dataclasses import replace

from damero.application.enter_as_guest import Entrance, open_session
from damero.application.hall import Hall
from damero.application.log_in import end_sessions
from damero.application.names import checked_name
from damero.application.ports import PlayerRecord
from damero.application.register import checked_password
from damero.domain.errors import MatchRefusal


async def change_name(hall: Hall, player: PlayerRecord, name: str) -> PlayerRecord:
    renamed = replace(player, name=checked_name(name))
    if not await hall.players.change_player(renamed):
        raise MatchRefusal("This name is taken.", code="NAME_TAKEN")
    return renamed


async def change_password(
    hall: Hall, player: PlayerRecord, old: str, new: str, own_token: str | None = None
) -> Entrance:
    """Ends all other sessions, and gives this one another token."""
    await _prove(hall, player, old)
    changed = replace(player, password_hash=await hall.passwords.hash(checked_password(new)))
    await hall.players.change_player(changed)
    await end_sessions(hall, player.id, own_token)
    return await open_session(hall, changed)


async def delete_account(hall: Hall, player: PlayerRecord, password: str = "") -> None:
    """A guest needs no password; games stay, with the names they were played under."""
    if player.password_hash is not None:
        await _prove(hall, player, password)
    await end_sessions(hall, player.id)
    await hall.players.delete_player(player.id)


async def _prove(hall: Hall, player: PlayerRecord, password: str) -> None:
    if not await hall.passwords.fits(password, player.password_hash):
        raise MatchRefusal("That is not your password.", code="WRONG_PASSWORD")
