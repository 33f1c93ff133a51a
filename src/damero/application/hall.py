"""The hall: everything the use cases share, handed to each of them. One table for each match in play."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from damero.application.ports import (
    Alarms,
    Bus,
    Chance,
    Engines,
    MatchStore,
    Passwords,
    PlayerStore,
    Recorded,
    ServerClock,
)
from damero.application.presence import Presence
from damero.domain.errors import MatchRefusal
from damero.domain.events import Event
from damero.domain.game import Seat
from damero.domain.match import Match, evolve, replay

Result = TypeVar("Result")
TABLES_KEPT = 5_000
ASIDE_AT_ONCE = 2

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Hops:
    """A move that is being made hop by hop, and is not whole yet."""

    seat: Seat
    turn_version: int
    squares: tuple[str, ...]
    steps: tuple[tuple[str, int], ...] = ()
    """Each command that made a hop, with how many squares had been touched after it."""

    def after(self, command: str) -> tuple[str, ...]:
        """The squares touched when this command was carried out; none if it was not."""
        return next((self.squares[:count] for made, count in self.steps if made == command), ())


@dataclass(slots=True)
class Table:
    """A live match in memory: never ahead of the store, and rebuilt from it at any time."""

    match: Match
    log: list[Recorded] = field(default_factory=list)
    commands: dict[str, tuple[Recorded, ...]] = field(default_factory=dict)
    """What each command caused."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    hops: Hops | None = None
    thinking_about: int = 0
    """The turn (by its version) that an engine is busy with."""

    @classmethod
    def of(cls, log: Sequence[Recorded]) -> Table:
        table = cls(replay(recorded.event for recorded in log))
        for recorded in log:
            table.note(recorded)
        return table

    def note(self, recorded: Recorded) -> None:
        self.log.append(recorded)
        self.commands[recorded.command] = (*self.commands.get(recorded.command, ()), recorded)

    def extend(self, match: Match, events: tuple[Event, ...], command: str) -> tuple[Recorded, ...]:
        first = len(self.log) + 1
        for seq, event in enumerate(events, first):
            self.note(Recorded(seq, event, command))
        self.match = match
        return self.commands[command]


@dataclass(slots=True)
class Hall:
    matches: MatchStore
    players: PlayerStore
    bus: Bus
    clock: ServerClock
    chance: Chance
    engines: Engines
    passwords: Passwords
    alarms: Alarms
    presence: Presence = field(default_factory=Presence)
    tables: OrderedDict[str, Table] = field(default_factory=OrderedDict)
    errands: set[asyncio.Task[None]] = field(default_factory=set)
    """What the hall does by itself, such as letting an engine think."""

    _aside: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(ASIDE_AT_ONCE))

    async def aside(self, work: Callable[[], Result]) -> Result:
        """Does what may take long beside everything else."""
        async with self._aside:
            return await asyncio.to_thread(work)

    async def judge(self, match: Match, work: Callable[[], Result]) -> Result:
        """A position that somebody has made up may have thousands of ways to capture: it is looked at aside."""
        return work() if match.created.start is None else await self.aside(work)

    async def table(self, match_id: str) -> Table:
        """The table of a match, set up again from the store if need be."""
        table = self.tables.get(match_id)
        if table is None:
            return await self._set_up(match_id)
        self.tables.move_to_end(match_id)
        return table

    def seat_down(self, match_id: str, table: Table) -> Table:
        """Keeps a table at hand; of two set up at the same time the first stays."""
        kept = self.tables.setdefault(match_id, table)
        if len(self.tables) > TABLES_KEPT:
            self._clear_one()
        return kept

    async def refresh(self, table: Table) -> tuple[Recorded, ...]:
        """Takes over what was stored without this table's knowledge."""
        news = (await self.matches.events(table.match.id))[len(table.log) :]
        for recorded in news:
            table.match = evolve(table.match, recorded.event)
            table.note(recorded)
        return news

    def send(self, errand: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(errand)
        self.errands.add(task)
        task.add_done_callback(self._back_from)

    def _back_from(self, task: asyncio.Task[None]) -> None:
        self.errands.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("An errand of the hall failed", exc_info=error)

    async def _set_up(self, match_id: str) -> Table:
        log = await self.matches.events(match_id)
        if not log:
            raise MatchRefusal("There is no such match.", code="NO_SUCH_MATCH")
        return self.seat_down(match_id, await asyncio.to_thread(Table.of, log))

    def _clear_one(self) -> None:
        idle = next((match_id for match_id, table in self.tables.items() if not table.lock.locked()), None)
        if idle is not None:
            del self.tables[idle]
