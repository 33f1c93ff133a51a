"""A match: two seats, a position, a clock and at most one open offer. A value that is made by its events.

`evolve` says what each event changes. `judge` decides which events an action causes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from damero.domain import catalogue, reasons
from damero.domain.cached_value import cached_value
from damero.domain.chain import public_entry
from damero.domain.changed import changed
from damero.domain.checkpoints import Checkpoint, thinned, up_to
from damero.domain.clock import ENGINE_PAUSE, Clock
from damero.domain.errors import MatchRefusal
from damero.domain.events import (
    ArmyPlaced,
    ChallengeDeclined,
    Event,
    HintTaken,
    MatchAborted,
    MatchBegan,
    MatchCreated,
    MatchFinished,
    MovePlayed,
    MovesTakenBack,
    NonceMissed,
    NonceOpened,
    OfferAccepted,
    OfferDeclined,
    OfferKind,
    OfferMade,
    Player,
    RematchAgreed,
    SeatTaken,
)
from damero.domain.game import Game, GameInfo, Outcome, Ply, Position, Seat, Start, View
from damero.domain.record.canonical import NO_HEAD, Entry, link
from damero.domain.record.values import OpenedSecret
from damero.domain.sealing import Seal, Trail, seal
from damero.domain.step import Step, step


class Status(StrEnum):
    WAITING = "waiting"
    """Waiting for players, or for their armies."""
    ACTIVE = "active"
    FINISHED = "finished"
    ABORTED = "aborted"


@dataclass(frozen=True)
class Match:
    """Without slots, so that the match after a move is made quickly. What it caches does not depend on the moves."""

    created: MatchCreated
    clock: Clock
    version: int = 1
    """How many events it consists of."""
    status: Status = Status.WAITING
    taken: tuple[SeatTaken, ...] = ()
    opened: tuple[NonceOpened, ...] = ()
    missed: tuple[Seat, ...] = ()
    """Who did not tell the announced nonce in time."""
    armies: tuple[ArmyPlaced, ...] = ()
    began: MatchBegan | None = None
    position: Position | None = None
    seals: tuple[Seal, ...] = ()
    """What is hidden in the first position …"""
    trail: Trail | None = None
    """… and where those pieces are now."""
    moves: tuple[MovePlayed, ...] = ()
    checkpoints: tuple[Checkpoint, ...] = field(default=(), compare=False, repr=False)
    """Some of the earlier positions, from which a takeback starts."""
    turn_version: int = 1
    """The version in which the present position arose. A move that was meant for an older one is stale."""
    offer: OfferMade | None = None
    """The open offer. An answer must name its id."""
    declined: tuple[tuple[Seat, OfferKind], ...] = ()
    """Offers that were declined in the present position. They may not be repeated in it."""
    hints: tuple[tuple[Seat, int], ...] = ()
    """Who was given a hint, with the version of the turn."""
    outcome: Outcome | None = None
    rematch: str | None = None
    last_at: int = 0
    head: bytes = NO_HEAD
    """Of the hash chain over all public events."""

    @cached_value
    def id(self) -> str:
        return self.created.match_id

    @property
    def game(self) -> Game:
        return catalogue.game(self.created.game_id, self.created.ruleset)

    @cached_value
    def info(self) -> GameInfo:
        return self.game.info

    @cached_value
    def seats(self) -> tuple[Seat, Seat]:
        return self.info.seats

    @property
    def is_over(self) -> bool:
        return self.status in (Status.FINISHED, Status.ABORTED)

    @property
    def is_open(self) -> bool:
        """Everything hidden may be shown: the match is over, and it was not aborted with secrets on the board."""
        return self.is_over and (self.status is Status.FINISHED or not self.seals)

    @cached_value
    def is_imported(self) -> bool:
        """Only the record was brought here. Earlier versions marked nothing but the players' ids."""
        return self.created.imported or any(taken.player.is_recorded for taken in self.taken)

    @cached_value
    def is_verified(self) -> bool:
        """This server vouches for what is recorded: the match was played here, or the imported record is signed."""
        return self.created.verified if self.is_imported else True

    @property
    def to_move(self) -> Seat | None:
        return self.position.to_move if self.position and self.status is Status.ACTIVE else None

    @property
    def deadline(self) -> int | None:
        """When the time of the running seat is up."""
        return self.clock.deadline if self.status is Status.ACTIVE else None

    @cached_value
    def free_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.player(seat) is None)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves as everyone saw them, one for each of `moves`."""
        return self.position.plies if self.position else ()

    @property
    def both_moved(self) -> bool:
        return any(played.seat != self.moves[0].seat for played in self.moves)

    @cached_value
    def is_shared(self) -> bool:
        """One player holds both seats: two people share a device."""
        return len(self.taken) == 2 and len({one.player.id for one in self.taken}) == 1

    @property
    def nonces(self) -> tuple[bytes, ...]:
        """The players' nonces, in the order in which they took their seats."""
        opened = {one.seat: one.nonce for one in self.opened}
        return tuple(opened.get(taken.seat, taken.nonce).encode() for taken in self.taken)

    def player(self, seat: Seat) -> Player | None:
        return self._players.get(seat)

    @cached_value
    def engine_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if (player := self.player(seat)) and player.level is not None)

    def plays_engine(self, seat: Seat) -> bool:
        """Whether the other seat is an engine's."""
        return self.opponent(seat) in self.engine_seats

    def pause_after(self, seat: Seat) -> int:
        """How long a person's time stands still after a move of this seat, if it is an engine's."""
        paused = self.clock.accounts and self.plays_engine(self.opponent(seat)) and not self.plays_engine(seat)
        return ENGINE_PAUSE if paused else 0

    def army(self, seat: Seat) -> str | None:
        return next((placed.army for placed in self.armies if placed.seat == seat), None)

    def awaits_army(self, seat: Seat) -> bool:
        """This seat still has to place its pieces before the game can begin."""
        return self.created.start is None and self.info.start is Start.PLACED and self.army(seat) is None

    def opponent(self, seat: Seat) -> Seat:
        return self.info.opponent(seat)

    def seats_of(self, player_id: str) -> tuple[Seat, ...]:
        """The seats of a player: none, one, or both if two people share a device."""
        return tuple([taken.seat for taken in self.taken if taken.player.id == player_id])

    def seat_of(self, player_id: str, wanted: Seat | None = None) -> Seat:
        """The seat a player acts for. A player who holds both acts for the one to place its army or to move."""
        own = self.seats_of(player_id)
        if wanted is not None and wanted in own:
            return wanted
        if wanted is not None or not own:
            raise MatchRefusal("match.not_your_seat", code="NOT_YOUR_SEAT")
        if len(own) == 1:
            return own[0]
        due = (seat for seat in self.seats if seat in own and (seat == self.to_move or self.awaits_army(seat)))
        return next(due, own[0])

    def open(self, exposed: Sequence[tuple[str, str]]) -> tuple[OpenedSecret, ...]:
        """The proofs that what a move made public was fixed at the start."""
        if not exposed:
            return ()
        sealed = {one.name: one for one in self.seals}
        return tuple(OpenedSecret(owner, sealed[owner].open(fact)) for owner, fact in exposed)

    def view(self, seat: Seat | None) -> View | None:
        """What this seat, or a spectator (`None`), may know of the position; None before the game begins."""
        return self.position.view(seat) if self.position else None

    @cached_value
    def _players(self) -> dict[Seat, Player]:
        return {taken.seat: taken.player for taken in self.taken}


class Progress(NamedTuple):
    """What an action did to a match: the match before, the match after, and the events between."""

    before: Match | None
    after: Match
    events: tuple[Event, ...]


def created(event: MatchCreated) -> Match:
    seats = catalogue.game(event.game_id, event.ruleset).info.seats
    match = Match(created=event, clock=Clock.ready(event.control, seats), last_at=event.at)
    return replace(match, head=link(NO_HEAD, entry_of(match, event)))


def replay(events: Iterable[Event]) -> Match:
    """The match that these events lead to."""
    return deque(followed(events), maxlen=1)[0]


def followed(events: Iterable[Event]) -> Iterator[Match]:
    """The match after each of its events."""
    remaining = iter(events)
    first = next(remaining)
    if not isinstance(first, MatchCreated):
        raise TypeError("A match begins with its creation.")
    match = created(first)
    yield match
    for event in remaining:
        match = evolve(match, event)
        yield match


def evolve(match: Match, event: Event) -> Match:
    """The match after one more event."""
    if isinstance(event, MovePlayed):
        return moved(match, event, step(_position(match), match.trail, event.move))
    return _linked(_changed(replace(match, version=match.version + 1, last_at=event.at), event), event)


def entry_of(after: Match, event: Event) -> Entry:
    """The entry that an event adds to the public history of the match, seen after it."""
    start = after.view(None) if isinstance(event, MatchBegan) else None
    nonces = after.nonces if isinstance(event, MatchBegan) else ()
    return public_entry(event, clocks=after.clock.shown(event.at), start=start.text if start else "", nonces=nonces)


def _linked(after: Match, event: Event) -> Match:
    return replace(after, head=link(after.head, entry_of(after, event)))


def moved(match: Match, event: MovePlayed, made: Step) -> Match:
    """The match after a move on its board."""
    version = match.version + 1
    clock = match.clock.press(made.position.to_move, event.at, credit=_lag_credit(match, event), pause=event.pause)
    return changed(
        match,
        version=version,
        turn_version=version,
        position=made.position,
        trail=made.trail,
        moves=(*match.moves, event),
        checkpoints=_with_present(match),
        clock=clock,
        offer=_still_open(match.offer, event.seat),
        declined=(),
        last_at=event.at,
        head=link(match.head, public_entry(event, clocks=clock.shown(event.at), start="", nonces=())),
    )


def _lag_credit(match: Match, event: MovePlayed) -> int:
    if event.lag_credit is None:
        return match.clock.first_edition_lag_credit(event.lag, event.at)
    return event.lag_credit


def _still_open(offer: OfferMade | None, mover: Seat) -> OfferMade | None:
    """A move declines the opponent's offer. Any move ends an offer to take back."""
    if offer is None or offer.seat != mover or offer.kind is OfferKind.TAKEBACK:
        return None
    return offer


def _changed(match: Match, event: Event) -> Match:  # noqa: C901 (one case for each kind of event)
    match event:
        case SeatTaken():
            return replace(match, taken=(*match.taken, event))
        case NonceOpened():
            return replace(match, opened=(*match.opened, event))
        case NonceMissed():
            return replace(match, missed=(*match.missed, event.seat))
        case ChallengeDeclined():
            return match
        case ArmyPlaced():
            return replace(match, armies=(*match.armies, event))
        case MatchBegan():
            return _begun(match, event)
        case OfferMade():
            return replace(match, offer=event)
        case OfferAccepted():
            return replace(match, offer=None)
        case OfferDeclined():
            return _refused(match, event)
        case HintTaken():
            return replace(match, hints=(*match.hints, (event.seat, match.turn_version)))
        case MovesTakenBack():
            return _taken_back(match, event)
        case MatchFinished():
            return _ended(match, Status.FINISHED, Outcome(event.winner, event.reason), event.at)
        case MatchAborted():
            return _ended(match, Status.ABORTED, Outcome(None, reasons.ABORTED), event.at)
        case RematchAgreed():
            return replace(match, rematch=event.match_id)
        case MatchCreated() | MovePlayed():
            raise ValueError(f"{type(event).__name__} does not change a running match here.")


def _begun(match: Match, event: MatchBegan) -> Match:
    position = match.game.read_position(event.position)
    return replace(
        match,
        status=Status.ACTIVE,
        began=event,
        position=position,
        seals=seal(position, bytes.fromhex(match.created.seed), match.nonces) if event.seals else (),
        trail=Trail.begin(position) if event.seals else None,
        turn_version=match.version,
        clock=match.clock.run(position.to_move, event.at),
    )


def _refused(match: Match, event: OfferDeclined) -> Match:
    if match.offer is None:
        return match
    return replace(match, offer=None, declined=(*match.declined, (match.offer.seat, event.kind)))


def _taken_back(match: Match, event: MovesTakenBack) -> Match:
    moves = match.moves[: -event.count]
    back = _before(match, moves)
    return replace(
        match,
        position=back.position,
        trail=back.trail,
        moves=moves,
        checkpoints=back.checkpoints,
        turn_version=match.version,
        declined=(),
        clock=match.clock.run(back.position.to_move if back.position else None, event.at),
    )


def _before(match: Match, moves: tuple[MovePlayed, ...]) -> Match:
    """The match with the position after these moves, its first ones; played on from the last checkpoint before it."""
    *earlier, last = up_to(match.checkpoints, len(moves))
    back = replace(match, position=last.position, trail=last.trail, moves=moves[: last.ply], checkpoints=tuple(earlier))
    for played in moves[last.ply :]:
        made = step(_position(back), back.trail, played.move)
        back = replace(
            back, position=made.position, trail=made.trail, moves=(*back.moves, played), checkpoints=_with_present(back)
        )
    return back


def _with_present(match: Match) -> tuple[Checkpoint, ...]:
    """The checkpoints, with the present position among them, for the game that is one ply longer."""
    ply = len(match.moves)
    return thinned((*match.checkpoints, Checkpoint(ply, _position(match), match.trail)), ply + 1)


def _ended(match: Match, status: Status, outcome: Outcome, at: int) -> Match:
    position = match.position and (match.position if match.position.outcome else match.position.ended(outcome))
    clock = match.clock.run(None, at)
    return replace(match, status=status, outcome=outcome, position=position, offer=None, clock=clock)


def _position(match: Match) -> Position:
    if match.position is None:
        raise ValueError("A move was recorded before the game began.")
    return match.position
