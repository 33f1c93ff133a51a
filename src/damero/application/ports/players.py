"""Accounts, their sessions and their saved armies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Account:
    id: str
    name: str
    password_hash: str | None
    """None: a guest."""
    created: int
    language: str | None = None
    """None: as each browser asks for."""


@dataclass(frozen=True, slots=True)
class Session:
    player: Account
    used: int
    """When it was last used (server time), accurate to a day."""


@dataclass(frozen=True, slots=True)
class Device:
    """Where a session was opened."""

    agent: str = ""
    """How the program calls itself (User-Agent)."""
    address: str = ""


UNKNOWN_DEVICE = Device()


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session as its player may see it. Times are server time."""

    token_hash: str
    opened: int
    used: int
    """Accurate to a day."""
    device: Device


class PlayerStore(Protocol):
    """Accounts, their sessions (tokens only as hashes) and their saved armies."""

    async def add_player(self, player: Account) -> bool:
        """Whether the name was free: nobody has it or one that looks like it."""

    async def player(self, player_id: str) -> Account | None: ...

    async def player_named(self, name: str) -> Account | None: ...

    async def change_player(self, player: Account) -> bool:
        """Whether the name was free."""

    async def delete_player(self, player_id: str) -> None:
        """With all sessions and saved armies; games stay, with the names they were played under."""

    async def keep_name(self, key: str, player_id: str, until: int, *, now: int) -> None:
        """Remembers who had the name with this key (`names.name_key`), until this server time.

        Forgets those whose time is over now.
        """

    async def name_kept_for(self, key: str, now: int) -> str | None:
        """The id of the player for whom a name is still kept."""

    async def add_session(self, token_hash: str, player_id: str, now: int, device: Device = UNKNOWN_DEVICE) -> None: ...

    async def sessions(self, player_id: str) -> tuple[StoredSession, ...]:
        """Of a player, the newest first."""

    async def session(self, token_hash: str) -> Session | None: ...

    async def use_session(self, token_hash: str, now: int) -> None: ...

    async def drop_session(self, token_hash: str) -> None: ...

    async def drop_sessions(self, player_id: str) -> tuple[str, ...]:
        """The hashes of the tokens of the sessions that this ends."""

    async def drop_unused_sessions(self, *, unused_since: int, found_before: int, now: int) -> None:
        """Drops the sessions that are unused since then, if an earlier call already found that before `found_before`.

        A guest whose last session this is goes too, since nobody can be that guest again. All times are server time.
        """

    async def formations(self, player_id: str, game_id: str) -> dict[str, str]:
        """Saved armies by name."""

    async def save_formation(self, player_id: str, game_id: str, name: str, army: str) -> None: ...

    async def delete_formation(self, player_id: str, game_id: str, name: str) -> None: ...
