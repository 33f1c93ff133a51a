"""The positions of running matches, where several servers share a store: each stores what is played through it."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b

from damero.application.ports import Announcement, MatchChanged, RunningLook, RunningLooks, StoreUnavailable
from damero.application.running_positions import (
    POSITIONS_KEPT,
    Look,
    Pieces,
    Running,
    RunningPositions,
    is_between_people,
    running_of,
    sizes_of,
)
from damero.domain.match import Match

STORE_EVERY = 1.0
"""Seconds for which a new position may be known to its own server only."""

Numbered = tuple[int, Running]
"""A position with the version of the match in which it was reached."""


class SharedRunningPositions(RunningPositions):
    """Keeps what is not stored yet."""

    def __init__(self, stored: RunningLooks) -> None:
        super().__init__()
        self._stored = stored
        self._new: defaultdict[str, deque[Numbered]] = defaultdict(lambda: deque(maxlen=POSITIONS_KEPT))
        self._ended: set[str] = set()

    def note(self, match: Match) -> None:
        if match.is_over:
            self._new.pop(match.id, None)
            self._ended.add(match.id)
        elif is_between_people(match) and match.position is not None and match.position.plies:
            self._new[match.id].append((match.version, running_of(match, match.position)))

    def snapshot(self) -> tuple[tuple[Running, ...], ...]:
        return tuple(tuple(running for _, running in positions) for positions in self._new.values())

    async def occur_elsewhere(self, looks: frozenset[Look]) -> Mapping[Look, bool]:
        by_key = {key_of(look): look for look in looks}
        found = await self._stored.occur(list(by_key))
        return {by_key[key]: is_opening for key, is_opening in found.items()}

    async def present_elsewhere(self, sizes: frozenset[tuple[int, int]]) -> tuple[Pieces, ...]:
        found = await self._stored.present(sorted(sizes))
        return tuple(
            frozenset((row, column, kind, owner) for row, column, kind, owner in json.loads(one)) for one in found
        )

    async def keep_storing(self) -> None:
        """Runs until cancelled."""
        await self._stored.forget_finished()
        while True:
            await asyncio.sleep(STORE_EVERY)
            with suppress(StoreUnavailable):
                await self.store()

    async def store(self) -> None:
        taken, ended = {match_id: tuple(new) for match_id, new in self._new.items()}, tuple(self._ended)
        if not taken and not ended:
            return
        await self._stored.replace(await asyncio.to_thread(_looks, taken), ended)
        self._ended.difference_update(ended)
        for match_id, positions in taken.items():
            self._forget(match_id, positions)

    def _forget(self, match_id: str, positions: Sequence[Numbered]) -> None:
        """A position may have been added meanwhile."""
        if (new := self._new.get(match_id)) is None:
            return
        while new and new[0] in positions:
            new.popleft()
        if not new:
            del self._new[match_id]

    def _on_announcement(self, announcement: Announcement) -> None:
        """What another server stored is its own to tell."""
        if isinstance(announcement, MatchChanged) and not announcement.is_remote:
            self.note(announcement.match)


def key_of(look: Look) -> bytes:
    return blake2b(repr(look).encode(), digest_size=16).digest()


def _looks(taken: Mapping[str, Sequence[Numbered]]) -> list[RunningLook]:
    return [
        RunningLook(
            match_id, version, key_of(running.look), running.is_opening, sizes_of(running.pieces), _text(running.pieces)
        )
        for match_id, positions in taken.items()
        for version, running in positions
    ]


def _text(pieces: Pieces) -> str:
    return json.dumps(sorted(pieces), separators=(",", ":"))
