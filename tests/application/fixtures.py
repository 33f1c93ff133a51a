"""Services for tests: the real store in a new file, a clock turned by hand, seeded chance, engines in the process."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar, cast

from damero.application.commands import CreateMatch, JoinMatch, Opponent, PlaceArmy, PlayMove, PublicEvent, SomeoneElse
from damero.application.create_match import create_match
from damero.application.engine_turn import run_engines
from damero.application.flag_timeout import schedule_timeouts
from damero.application.join_match import join_match
from damero.application.place_army import place_army
from damero.application.play_move import play_move
from damero.application.ports import Choice, Requester, ReviewGame, ThinkingTime
from damero.application.public_events import public_event
from damero.application.services import Services
from damero.application.show_match import MatchView, show_match
from damero.application.viewer import OwnView, Viewer, own_view, viewer_of
from damero.domain import catalogue
from damero.domain.analysis import Analysis, Judgement, Odds
from damero.domain.beginning import awaits_armies, placed_game
from damero.domain.clock import UNTIMED, TimeControl
from damero.domain.events import Access, Player
from damero.domain.game import Seat, View
from damero.domain.match import Match
from damero.engines import levels, registry
from damero.engines.analysis import judge
from damero.engines.engine import EstimatesSecrets, Limits
from damero.engines.openings.shipped import ShippedOpenings
from damero.engines.puzzles.shipped import ShippedPuzzles
from damero.engines.puzzles.trainer import PracticeEndings
from damero.engines.random_engine import RandomEngine
from damero.infrastructure.file_signing_keys import FileSigningKeys
from damero.infrastructure.memory_bus import MemoryBus
from damero.infrastructure.sqlite.database import Database
from damero.infrastructure.sqlite.matches import SqliteMatchStore
from damero.infrastructure.sqlite.moderation import SqliteModerationStore
from damero.infrastructure.sqlite.openings import SqliteOpeningStore
from damero.infrastructure.sqlite.players import SqlitePlayerStore
from damero.infrastructure.sqlite.puzzles import SqlitePuzzleStore
from damero.infrastructure.sqlite.reviews import SqliteReviewStore

Result = TypeVar("Result")

ANA = Player("ana", "Ana")
BEN = Player("ben", "Ben")
EVE = Player("eve", "Eve")


@dataclass
class ManualClock:
    """Time that moves only when the test says so."""

    time: int = 1_000_000
    ahead: int = 0
    """How much the wall clock is ahead."""

    def now(self) -> int:
        return self.time

    def wall(self) -> int:
        return self.time + self.ahead


class SeededRandomness:
    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def pick(self, items: Sequence[Choice], /) -> Choice:
        return self._random.choice(items)

    def secret(self) -> str:
        return self._random.randbytes(32).hex()

    def code(self) -> str:
        return "CODE42"

    def identifier(self, *parts: str) -> str:
        return "-".join(parts)


class LocalEngines:
    """Random moves without worker processes; keeps what it was shown."""

    def __init__(self) -> None:
        self.seen: list[View] = []

    async def choose(self, view: View, level: int, time: ThinkingTime, requester: Requester) -> str:
        self.seen.append(view)
        await asyncio.sleep(0)
        return RandomEngine().choose(view, Limits(seed=len(self.seen))).move

    async def place_army(self, game_id: str, version: int, seat: str, requester: Requester) -> str:
        return registry.place_army(catalogue.game(game_id, version), seat, Random(1))

    async def analyse(self, view: View, lines: int, limit: int, requester: Requester) -> AsyncGenerator[Analysis, None]:
        """Every depth up to three, then it waits to be closed."""
        self.seen.append(view)
        for analysis in levels.engine_of(view.info, 8).analyse(view, lines, Limits(depth=3, nodes=limit)):
            yield analysis

    async def review(self, game: ReviewGame, limit: int, requester: Requester) -> AsyncGenerator[Judgement, None]:
        played = catalogue.game(game.game_id, game.version)
        engine = levels.engine_of(played.info, 8)
        for judgement in judge(played.read_position(game.start), game.moves, engine, Limits(nodes=200, seed=1)):
            yield judgement

    async def estimate(self, view: View, limit: int, requester: Requester) -> tuple[Odds, ...]:
        engine = levels.engine_of(view.info, 8)
        return engine.estimate(view) if isinstance(engine, EstimatesSecrets) else ()


class LocalJudging:
    """Work in this process. It is pickled all the same."""

    count = 0

    async def run(self, work: Callable[[], Result], budget: int, charge: Callable[[float], None]) -> Result:
        self.count += 1
        charge(0.0)
        return cast(Result, pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(work))())))


class PlainPasswords:
    """The port without the work of argon2, which has its own test."""

    async def hash(self, password: str) -> str:
        return f"hash of {password}"

    async def verify(self, password: str, password_hash: str | None) -> bool:
        return password_hash == f"hash of {password}"


@dataclass
class RecordedTimers:
    at: dict[str, int | None] = field(default_factory=dict)

    def set(self, match_id: str, at: int | None) -> None:
        self.at[match_id] = at


@asynccontextmanager
async def opened_services(folder: Path, clock: ManualClock | None = None) -> AsyncIterator[Services]:
    clock = clock or ManualClock()
    database = Database(folder / "services.sqlite", synchronous="OFF")
    services = Services(
        matches=SqliteMatchStore(database, clock),
        players=SqlitePlayerStore(database),
        moderation=SqliteModerationStore(database),
        puzzles=ShippedPuzzles(),
        puzzle_results=SqlitePuzzleStore(database),
        reviews=SqliteReviewStore(database),
        endings=PracticeEndings(),
        openings=SqliteOpeningStore(database),
        opening_book=ShippedOpenings(),
        bus=MemoryBus(),
        clock=clock,
        randomness=SeededRandomness(),
        engines=LocalEngines(),
        judging=LocalJudging(),
        passwords=PlainPasswords(),
        timers=RecordedTimers(),
        signing=FileSigningKeys.open(folder, clock.wall),
    )
    schedule_timeouts(services)
    run_engines(services)
    services.running_positions.watch(services.bus)
    try:
        yield services
    finally:
        await settled(services)
        await database.close()


async def settled(services: Services) -> None:
    """Waits until everything is announced and no engine has anything more to do."""
    await asyncio.sleep(0)
    while services.tasks:
        await asyncio.gather(*services.tasks)
        await asyncio.sleep(0)


def turn(services: Services, milliseconds: int) -> int:
    """Moves the clock on."""
    assert isinstance(services.clock, ManualClock)
    services.clock.time += milliseconds
    return services.clock.time


async def create(
    services: Services,
    game_id: str = "drafti",
    *,
    seat: Seat | None = None,
    opponent: Opponent | None = None,
    control: TimeControl = UNTIMED,
    access: Access = Access.LINK,
    start: str | None = None,
    command_id: str = "create",
) -> str:
    command = CreateMatch(
        command_id=command_id,
        by=ANA,
        game_id=game_id,
        seat=seat,
        opponent=opponent or SomeoneElse(),
        control=control,
        access=access,
        start=start,
        nonce="ana's",
    )
    return (await create_match(services, command)).match_id


async def begin(
    services: Services,
    game_id: str = "drafti",
    *,
    control: TimeControl = UNTIMED,
    start: str | None = None,
    command_id: str = "create",
) -> str:
    """Ana in the first seat against Ben, ready to move and announced."""
    first = catalogue.game(game_id).info.seats[0]
    match_id = await create(services, game_id, seat=first, control=control, start=start, command_id=command_id)
    await join_match(services, JoinMatch(command_id="join", match_id=match_id, by=BEN, nonce="ben's"))
    match = await current(services, match_id)
    if awaits_armies(match):
        for player in (ANA, BEN):
            seat = match.seat_of(player.id)
            army = next(iter(placed_game(match.game).formations(seat).values()))
            await place_army(services, PlaceArmy(command_id="army", match_id=match_id, by=player.id, army=army))
    await settled(services)
    return match_id


@dataclass(frozen=True)
class Look:
    """Everything that one viewer sees of a match."""

    viewer: Viewer
    match: MatchView
    position: View | None
    own: OwnView


async def look(services: Services, match_id: str, player_id: str | None = None, seat: Seat | None = None) -> Look:
    live = await services.live_match(match_id)
    viewer = viewer_of(live.match, player_id, seat)
    own = own_view(services, live.match, viewer, live.hops)
    return Look(viewer, show_match(services, live.match), live.match.view(viewer.seat), own)


async def public_log(services: Services, match_id: str, after: int = 0) -> tuple[PublicEvent, ...]:
    """What everybody may hear of the events after this sequence number."""
    return tuple(map(public_event, (await services.live_match(match_id)).log[after:]))


async def current(services: Services, match_id: str) -> Match:
    return (await services.live_match(match_id)).match


async def play(services: Services, match_id: str, *moves: str) -> None:
    for move in moves:
        match = await current(services, match_id)
        player = match.player(match.to_move or "")
        assert player is not None
        command_id = f"move {match.version}"
        await play_move(services, PlayMove(command_id=command_id, match_id=match_id, by=player.id, move=move))


async def play_at_random(services: Services, match_id: str, plies: int, seed: int = 0) -> None:
    random = Random(seed)
    for _ in range(plies):
        match = await current(services, match_id)
        if match.position is None or match.to_move is None:
            return
        await play(services, match_id, str(random.choice(match.position.legal_moves())))
