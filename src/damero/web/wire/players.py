"""Players, their accounts and their saved armies."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

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
    language: str | None = None
    """The language that I chose; by default the browser's."""


class SignedIn(Reply):
    player: Player
    guest: bool
    token: str
    language: str | None = None


class Session(Reply):
    """A device on which I am signed in."""

    id: str
    opened_at: int
    used_at: int
    """Accurate to a day."""
    agent: str
    """How the program calls itself (User-Agent); empty if that is not known."""
    address: str
    """The network address from which it was opened; empty if that is not known."""
    current: bool
    """It is the session that asks."""


class Sessions(Reply):
    """The newest first."""

    sessions: tuple[Session, ...]


class NewGuest(Request):
    name: PlayerName | None = None


class Credentials(Request):
    name: PlayerName
    password: Password


class NewName(Request):
    name: PlayerName


class NewLanguage(Request):
    language: Annotated[str, Meta(max_length=35, examples=["es"])] | None
    """None: as each browser asks for."""


class NewPassword(Request):
    old: Password
    new: Password


class ReportPlayer(Request):
    reason: Annotated[str, Meta(min_length=1, max_length=1000, examples=["Insults in the name of the match."])]
    match: Annotated[str, Meta(max_length=64)] | None = None
    """The match in which it happened."""


class Farewell(Request):
    password: Password | None = None
