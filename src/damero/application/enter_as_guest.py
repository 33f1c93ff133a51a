"""Play at once, without an account: a guest gets a name and a token."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from damero.application.hall import Hall
from damero.application.names import checked_name
from damero.application.ports import PlayerRecord
from damero.domain.errors import MatchRefusal
from damero.domain.events import Player

GUEST_NAMES = ("Heron", "Otter", "Lynx", "Swift", "Badger", "Finch", "Hare", "Marten", "Plover", "Wren", "Ibex", "Tern")
ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class Entrance:
    """Who came in, and the token that proves it from now on. Only its hash is kept here."""

    player: PlayerRecord
    token: str


async def enter_as_guest(hall: Hall, name: str | None = None) -> Entrance:
    """Under the name given if nobody has it, or one made up."""
    for _ in range(ATTEMPTS):
        chosen = checked_name(name) if name is not None else _made_up(hall)
        guest = PlayerRecord(hall.chance.secret()[:16], chosen, None, hall.clock.wall())
        if await hall.players.add_player(guest):
            return await open_session(hall, guest)
        if name is not None:
            break
    raise MatchRefusal("This name is taken.", code="NAME_TAKEN")


async def open_session(hall: Hall, player: PlayerRecord) -> Entrance:
    token = hall.chance.secret()
    await hall.players.add_session(token_hash(token), player.id, hall.clock.wall())
    return Entrance(player, token)


def token_hash(token: str) -> str:
    """Tokens are long and random, so that one round of SHA-256 hides them well."""
    return hashlib.sha256(token.encode()).hexdigest()


def as_player(record: PlayerRecord) -> Player:
    return Player(record.id, record.name)


def _made_up(hall: Hall) -> str:
    return f"{hall.chance.pick(GUEST_NAMES)} {hall.chance.pick(range(1000, 10000))}"
