"""Players, their accounts and their saved armies."""

from __future__ import annotations

from enum import StrEnum

from damero.web.wire.base import Password, PlayerName, Reply, Request


class PlayerKind(StrEnum):
    PERSON = "person"
    ENGINE = "engine"


class Player(Reply):
    id: str
    name: str
    kind: PlayerKind
    level: int | None = None


class Me(Reply):
    player: Player | None
    guest: bool


class SignedIn(Reply):
    player: Player
    guest: bool
    token: str


class NewGuest(Request):
    name: PlayerName | None = None


class Credentials(Request):
    name: PlayerName
    password: Password


class NewName(Request):
    name: PlayerName


class NewPassword(Request):
    old: Password
    new: Password


class Farewell(Request):
    password: Password | None = None
