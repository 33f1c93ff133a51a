"""Log in and out, and find out who somebody is."""

from __future__ import annotations

from damero.application.enter_as_guest import Entrance, open_session, token_hash
from damero.application.hall import Hall
from damero.application.ports import PlayerRecord
from damero.domain.errors import MatchRefusal


async def log_in(hall: Hall, name: str, password: str) -> Entrance:
    """The same refusal, after the same work, whether the name or the password is wrong."""
    player = await hall.players.player_named(name)
    known = player.password_hash if player else None
    fits = await hall.passwords.fits(password, known)
    if player is None or not fits:
        raise MatchRefusal("Name and password do not fit.", code="WRONG_PASSWORD")
    return await open_session(hall, player)


async def log_out(hall: Hall, token: str) -> None:
    await hall.players.drop_session(token_hash(token))


async def authenticate(hall: Hall, token: str) -> PlayerRecord | None:
    """Who holds this token; nobody if it is unknown or was given up."""
    return await hall.players.session(token_hash(token))
