"""Create a match: against anyone, a named player, an engine, or on one shared device."""

from __future__ import annotations

from functools import partial

from damero.application.analysed_position import refuse_if_being_played
from damero.application.announce_nonce import nonce_and_hash
from damero.application.challenge import challenged_player, create_challenge
from damero.application.change_match import command_key, create
from damero.application.commands import Answer, CreateMatch, EngineOpponent, NamedPlayer, SameDevice
from damero.application.match_quota import check_offers, check_room
from damero.application.services import Services
from damero.domain import catalogue, judge
from damero.domain.beginning import commitment_to, why_no_start
from damero.domain.errors import MatchRefusal
from damero.domain.events import Access, MatchCreated, Player, SeatTaken
from damero.domain.game import GameInfo, Seat

LEVELS = range(1, 9)


async def create_match(services: Services, command: CreateMatch) -> Answer:
    await check_room(services, command.by.id)
    event = await _created(services, command)
    if event.access is Access.LOBBY:
        await check_offers(services, command.by.id, event.match_id)
    seated = _seated(services, command, event)
    creating = partial(judge.create, event, seated)
    progress = await services.in_process(creating) if command.start else creating()
    if command.start and isinstance(command.opponent, EngineOpponent) and progress.after.position is not None:
        await refuse_if_being_played(services, progress.after.position)
    store = create if event.invited is None else create_challenge
    return await store(services, command_key(command.by.id, command.command_id), progress)


def engine_player(level: int) -> Player:
    if level not in LEVELS:
        raise MatchRefusal("match.no_such_level", code="NO_SUCH_LEVEL", least=LEVELS[0], most=LEVELS[-1])
    return Player(id=f"machine-{level}", name=f"Engine, level {level}", level=level)


async def _created(services: Services, command: CreateMatch) -> MatchCreated:
    info, other = catalogue.game(command.game_id).info, command.opponent
    _check_start(info, command)
    invited = await challenged_player(services, command.by, other.name) if isinstance(other, NamedPlayer) else None
    seed = services.randomness.secret()
    nonce, announced = nonce_and_hash(info, command.nonce, command.nonce_hash)
    return MatchCreated(
        at=services.clock.now(),
        match_id=services.randomness.identifier("match", command.by.id, command.command_id),
        game_id=info.id,
        ruleset=info.version,
        creator=command.by,
        access=command.access,
        control=command.control,
        seed=seed,
        commitment=commitment_to(seed),
        nonce=nonce,
        nonce_hash=announced,
        start=command.start,
        code=services.randomness.code() if command.access is Access.CODE and invited is None else None,
        invited=invited,
    )


def _check_start(info: GameInfo, command: CreateMatch) -> None:
    shared = isinstance(command.opponent, SameDevice)
    if command.start is not None and (refusal := why_no_start(info, command.access, shared=shared)):
        raise refusal


def _seated(services: Services, command: CreateMatch, event: MatchCreated) -> tuple[SeatTaken, ...]:
    """The seats taken at once. A creator who wants a random colour gets a seat when somebody joins."""
    info = catalogue.game(command.game_id).info
    other = _opponent(command)
    if other is None and command.seat is None:
        return ()
    seat = checked_seat(info, command.seat) or services.randomness.pick(info.seats)
    own = SeatTaken(event.at, seat, command.by, event.nonce, event.nonce_hash)
    if other is None:
        return (own,)
    return own, SeatTaken(event.at, info.opponent(seat), other, nonce=services.randomness.secret())


def checked_seat(info: GameInfo, seat: Seat | None) -> Seat | None:
    """The seat, if the game has it or none was named."""
    if seat is not None and seat not in info.seats:
        raise MatchRefusal("match.no_such_seat", code="NO_SUCH_SEAT", game=info.id, seats=info.seats)
    return seat


def _opponent(command: CreateMatch) -> Player | None:
    if isinstance(command.opponent, EngineOpponent):
        return engine_player(command.opponent.level)
    return command.by if isinstance(command.opponent, SameDevice) else None
