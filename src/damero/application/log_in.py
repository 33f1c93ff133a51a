"""Log in, log out, and find the account of a token. A session lasts while it is used now and then."""

from __future__ import annotations

from damero.application.challenge import close_challenges
from damero.application.enter_as_guest import NewSession, open_session, token_hash
from damero.application.ports import UNKNOWN_DEVICE, Account, Device, SessionEnded, session_topic
from damero.application.services import Services
from damero.domain.clock import DAY
from damero.domain.errors import MatchRefusal

SESSION_LASTS = 90 * DAY
"""A session that is unused for this long ends; a guest account is then lost."""


async def log_in(services: Services, name: str, password: str, device: Device = UNKNOWN_DEVICE) -> NewSession:
    """The same refusal, after the same work, whether the name or the password is wrong."""
    player = await services.players.player_named(name)
    known = player.password_hash if player else None
    correct = await services.passwords.verify(password, known)
    if player is None or not correct:
        raise MatchRefusal("account.wrong_password", code="WRONG_PASSWORD")
    if await services.moderation.is_banned(player.id):
        raise MatchRefusal("account.banned", code="BANNED")
    return await open_session(services, player, device)


async def log_out(services: Services, token: str) -> None:
    """A guest goes with the token: nobody can be that guest again, and the name is free."""
    session = await services.players.session(token_hash(token))
    await services.players.drop_session(token_hash(token))
    services.bus.publish(session_topic(token_hash(token)), SessionEnded())
    if session is not None and session.player.password_hash is None:
        await close_challenges(services, session.player.id)
        await services.players.delete_player(session.player.id)


async def authenticate(services: Services, token: str) -> Account | None:
    """The account of this token; `None` if the session is unknown, ended or expired."""
    session, now = await services.players.session(token_hash(token)), services.clock.now()
    if session is None or now - session.used > SESSION_LASTS:
        return None
    if now - session.used > DAY:
        await services.players.use_session(token_hash(token), now)
    return session.player


async def end_sessions(services: Services, player_id: str, own_token: str | None = None) -> None:
    """Ends all sessions of a player. Their connections are closed, except those of `own_token`."""
    own = token_hash(own_token) if own_token else None
    for ended in await services.players.drop_sessions(player_id):
        if ended != own:
            services.bus.publish(session_topic(ended), SessionEnded())
