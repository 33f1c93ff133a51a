"""Play at once, without an account: a guest gets a name and a token."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from damero.application.names import free_name, name_taken
from damero.application.ports import UNKNOWN_DEVICE, Account, Device, SessionEnded, session_topic
from damero.application.services import Services
from damero.domain.events import Player
from damero.texts import catalogue

GUEST_NAMES = (
    "guest_name.badger",
    "guest_name.finch",
    "guest_name.hare",
    "guest_name.heron",
    "guest_name.ibex",
    "guest_name.lynx",
    "guest_name.marten",
    "guest_name.otter",
    "guest_name.plover",
    "guest_name.swift",
    "guest_name.tern",
    "guest_name.wren",
)
LETTERS = "guest_name.letters"
"""A name ends with consonants of its script rather than with a number, which would look like a rating."""
TAIL = 4
ENGLISH = "en"
MOST_SESSIONS = 100
"""Of one account. Another one ends the one that was unused for longest."""
ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class NewSession:
    """A new session: its player, and the token that proves it. Only a hash of the token is stored."""

    player: Account
    token: str


async def enter_as_guest(
    services: Services, name: str | None = None, device: Device = UNKNOWN_DEVICE, language: str = ENGLISH
) -> NewSession:
    """Under the given name if it is free, or under a random one in the guest's language."""
    for _ in range(ATTEMPTS):
        chosen = await free_name(services, name) if name is not None else _random_name(services, language)
        guest = Account(services.randomness.secret()[:16], chosen, None, services.clock.wall())
        if await services.players.add_player(guest):
            return await open_session(services, guest, device)
        if name is not None:
            break
    raise name_taken()


async def open_session(services: Services, player: Account, device: Device = UNKNOWN_DEVICE) -> NewSession:
    token = services.randomness.secret()
    await services.players.add_session(token_hash(token), player.id, services.clock.now(), device)
    await _end_surplus(services, player)
    return NewSession(player, token)


async def _end_surplus(services: Services, player: Account) -> None:
    """A guest has one session, and nothing to open another with."""
    sessions = () if player.password_hash is None else await services.players.sessions(player.id)
    for one in sorted(sessions, key=lambda session: (session.used, session.opened), reverse=True)[MOST_SESSIONS:]:
        await services.players.drop_session(one.token_hash)
        services.bus.publish(session_topic(one.token_hash), SessionEnded())


def token_hash(token: str) -> str:
    """Tokens are long and random, so one round of SHA-256 protects them."""
    return hashlib.sha256(token.encode()).hexdigest()


def as_player(account: Account) -> Player:
    return Player(account.id, account.name)


def _random_name(services: Services, language: str) -> str:
    texts = {**catalogue(ENGLISH).texts, **catalogue(language).texts}
    tail = "".join(services.randomness.pick(texts[LETTERS]) for _ in range(TAIL))
    return f"{texts[services.randomness.pick(GUEST_NAMES)]} {tail}"
