"""What the use cases share: the ports, and the live matches in memory."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TypeVar

from damero.application.background import ONE_OFF, BackgroundTasks
from damero.application.durations import Durations
from damero.application.engine_statistics import EngineStatistics
from damero.application.last_addresses import LastAddresses
from damero.application.live_match import LiveMatch
from damero.application.ports import (
    JUDGING_BUDGET,
    BudgetExceeded,
    Bus,
    EndgameTables,
    EngineLate,
    Engines,
    JudgingProcesses,
    MatchStore,
    ModerationStore,
    OpeningBook,
    OpeningStore,
    Passwords,
    PlayerStore,
    PuzzleLibrary,
    PuzzleStore,
    Randomness,
    ReviewStore,
    ServerClock,
    SigningKeys,
    StoredEvent,
    StoreUnavailable,
    Timers,
    Unreadable,
    WorkerLost,
)
from damero.application.presence import Presence
from damero.application.running_positions import RunningPositions
from damero.application.running_reviews import RunningReviews
from damero.application.work_queue import ServerBusy, WorkQueue, sender
from damero.domain.errors import BadPosition, MatchRefusal
from damero.domain.match import Match, evolve

Result = TypeVar("Result")
LIVE_MATCHES_KEPT = 5_000
EVENTS_KEPT = 1_000_000
"""Of all live matches together: about 0.5 GB. The longest matches have some thousands."""
ANSWER_BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds, for the histogram of acknowledgements."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Queues:
    """Apart from each other, so that no kind of work keeps another waiting."""

    loads: WorkQueue = field(default_factory=lambda: WorkQueue("load", threads=2, waiting=200))
    """Matches that are not in memory."""
    judging: WorkQueue = field(default_factory=lambda: WorkQueue("judge", threads=2, waiting=100))
    """Moves in matches whose start was composed."""
    work: WorkQueue = field(default_factory=lambda: WorkQueue("work", threads=1, waiting=60))
    """Replays, exports, and large answers to be written."""
    handed_in: WorkQueue = field(default_factory=lambda: WorkQueue("handed-in", threads=1, waiting=60))
    """Positions that players hand in: judged in a process of their own."""
    long_handed_in: WorkQueue = field(default_factory=lambda: WorkQueue("long-handed-in", threads=1, waiting=60))
    """Records, trees and moving pictures, in another process."""
    engine_moves: WorkQueue = field(default_factory=lambda: WorkQueue("engine-move", threads=1, waiting=100))
    """Positions in which the lowest level is to move."""


@dataclass(slots=True)
class Services:
    matches: MatchStore
    players: PlayerStore
    moderation: ModerationStore
    puzzles: PuzzleLibrary
    puzzle_results: PuzzleStore
    reviews: ReviewStore
    endings: EndgameTables
    openings: OpeningStore
    opening_book: OpeningBook
    bus: Bus
    clock: ServerClock
    randomness: Randomness
    engines: Engines
    judging: JudgingProcesses
    passwords: Passwords
    timers: Timers
    signing: SigningKeys
    engine_statistics: EngineStatistics = field(default_factory=EngineStatistics)
    last_addresses: LastAddresses = field(default_factory=LastAddresses)
    running_positions: RunningPositions = field(default_factory=RunningPositions)
    running_reviews: RunningReviews = field(default_factory=RunningReviews)
    presence: Presence = field(default_factory=Presence)
    background: BackgroundTasks = field(default_factory=BackgroundTasks)
    live_matches: OrderedDict[str, LiveMatch] = field(default_factory=OrderedDict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    """Background tasks, such as an engine's turn."""

    answered: Durations = field(default_factory=lambda: Durations(*ANSWER_BOUNDS))
    """From a player's command in a match to its acknowledgement."""
    counters: dict[str, Callable[[], int]] = field(default_factory=dict)
    """What the parts of this server have counted since it started, by what it is."""
    gauges: dict[str, Callable[[], int]] = field(default_factory=dict)
    """What parts that only some servers have tell of themselves now, by what it is."""
    queues: Queues = field(default_factory=Queues)
    _loading: dict[str, asyncio.Task[LiveMatch]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.presence.began = self.clock.now()

    async def in_thread(self, work: Callable[[], Result]) -> Result:
        """Runs work that may take long in a thread, so that the event loop stays free."""
        return await self.queues.work.run(work)

    async def in_process(self, work: Callable[[], Result], budget: int = JUDGING_BUDGET) -> Result:
        """Runs work on what a player handed in: in another process, for at most `budget` ms of processor time."""
        asking = sender.get()
        queue = self.queues.handed_in if budget <= JUDGING_BUDGET else self.queues.long_handed_in
        async with queue.place():
            try:
                return await self.judging.run(work, budget, asking.charge if asking else _not_charged)
            except BudgetExceeded as exceeded:
                raise BadPosition("position.too_expensive", code="TOO_EXPENSIVE", seconds=budget // 1000) from exceeded
            except (WorkerLost, EngineLate) as lost:
                raise ServerBusy from lost

    async def judge(self, match: Match, work: Callable[[], Result]) -> Result:
        """Runs work on a match: in a thread if its start was composed, since that may have thousands of captures."""
        return work() if match.created.start is None else await self.queues.judging.run(work)

    async def live_match(self, match_id: str) -> LiveMatch:
        """The live match, loaded from the store if it is not in memory."""
        live = self.live_matches.get(match_id)
        if live is None:
            return await self._load(match_id)
        self.live_matches.move_to_end(match_id)
        return live

    def is_known(self, match_id: str) -> bool:
        """Whether the match is in memory, or is being loaded: what another server stores now may be missing in it."""
        return match_id in self.live_matches or match_id in self._loading

    def remember(self, match_id: str, live: LiveMatch) -> LiveMatch:
        """Keeps a live match in memory; of two loaded at the same time the first stays."""
        kept = self.live_matches.setdefault(match_id, live)
        if len(self.live_matches) > LIVE_MATCHES_KEPT:
            self._evict_one()
        return kept

    def forget_long_unused(self) -> None:
        """Forgets matches that nobody used for long while all together have too many events."""
        events = sum(len(live.log) for live in self.live_matches.values())
        for match_id, live in tuple(self.live_matches.items()):
            if events <= EVENTS_KEPT:
                return
            if not live.lock.locked():
                del self.live_matches[match_id]
                events -= len(live.log)

    async def refresh(self, live: LiveMatch) -> tuple[StoredEvent, ...]:
        """Applies events that were stored without this live match's knowledge, once everything could be read."""
        news = await self.matches.events(live.match.id, after=len(live.log))
        live.hops = await self.matches.hops(live.match.id) if self.matches.is_shared else live.hops
        for stored in news:
            live.note(stored, evolve(live.match, stored.event))
        return news

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._task_done)

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.background.note_failure(ONE_OFF, error)

    async def _load(self, match_id: str) -> LiveMatch:
        """However many ask for a match at the same time, it is loaded once. Whoever stops waiting stops nobody else."""
        loading = self._loading.get(match_id)
        if loading is None:
            loading = self._loading[match_id] = asyncio.create_task(self._read(match_id))
            loading.add_done_callback(lambda done: self._loaded(match_id, done))
        return await asyncio.shield(loading)

    async def _read(self, match_id: str) -> LiveMatch:
        try:
            live = await self._replayed(match_id)
        except Exception as error:
            if isinstance(error, StoreUnavailable) and not isinstance(error, Unreadable):
                raise
            raise self._set_aside(match_id, error) from error
        if live is None:
            raise MatchRefusal("match.no_such_match", code="NO_SUCH_MATCH")
        live.hops = await self.matches.hops(match_id)
        return self.remember(match_id, live)

    async def _replayed(self, match_id: str) -> LiveMatch | None:
        async with self.queues.loads.place():
            stored = await self.matches.events(match_id)
            return await self.queues.loads.in_place(lambda: LiveMatch.of(stored)) if stored else None

    def _loaded(self, match_id: str, done: asyncio.Task[LiveMatch]) -> None:
        del self._loading[match_id]
        if not done.cancelled():
            done.exception()

    def _set_aside(self, match_id: str, error: Exception) -> MatchRefusal:
        """One damaged match must not affect the others."""
        if match_id not in self.matches.unreadable:
            log.error("Match %s cannot be read", match_id, exc_info=error)
        self.matches.unreadable[match_id] = f"{type(error).__name__}: {error}"
        return MatchRefusal("match.unreadable", code="UNREADABLE_MATCH")

    def _evict_one(self) -> None:
        idle = next((match_id for match_id, live in self.live_matches.items() if not live.lock.locked()), None)
        if idle is not None:
            del self.live_matches[idle]


def _not_charged(_seconds: float) -> None:
    """For what the server does by itself."""
