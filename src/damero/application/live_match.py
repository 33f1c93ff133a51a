"""A match that is being played, held in memory: its state, its log and what each command caused."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from damero.application.ports import Hops, StoredEvent
from damero.domain.events import Event
from damero.domain.game import Seat
from damero.domain.match import Match, followed


@dataclass(slots=True)
class LiveMatch:
    """Never ahead of the store, and can be rebuilt from it at any time."""

    match: Match
    log: list[StoredEvent] = field(default_factory=list)
    commands: dict[str, tuple[StoredEvent, ...]] = field(default_factory=dict)
    """What each command caused."""
    heads: dict[str, str] = field(default_factory=dict)
    """The head of the public history after each command."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    hops: Hops | None = None
    """The hops of the last move that was made hop by hop; see `begun`."""
    hint: tuple[int, str] | None = None
    """The version of a turn and the move that was hinted at in it."""
    thinking_about: int = 0
    """The version of the turn that an engine is thinking about."""

    @classmethod
    def of(cls, log: Sequence[StoredEvent]) -> LiveMatch:
        matches = followed(stored.event for stored in log)
        live = cls(next(matches))
        live.note(log[0], live.match)
        for stored, match in zip(log[1:], matches, strict=True):
            live.note(stored, match)
        return live

    def note(self, stored: StoredEvent, after: Match) -> None:
        """Adds a stored event; `after` is the match after it, or after the last event of its command."""
        self.log.append(stored)
        self.commands[stored.command] = (*self.commands.get(stored.command, ()), stored)
        self.heads[stored.command] = after.head.hex()
        self.match = after

    def extend(self, match: Match, events: tuple[Event, ...], command: str) -> tuple[StoredEvent, ...]:
        first = len(self.log) + 1
        for seq, event in enumerate(events, first):
            self.note(StoredEvent(seq, event, command), match)
        return self.commands[command]

    def begun(self, seat: Seat) -> Hops:
        """The hops that this seat has made in the present turn."""
        hops, turn = self.hops, self.match.turn_version
        return hops if hops and (hops.seat, hops.turn_version) == (seat, turn) else Hops(seat, turn, ())
