"""Show a match to everybody: what may leave the server, whoever looks. A whitelist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from damero.application.services import Services
from damero.application.show_clock import ClockView, show_clock
from damero.domain.beginning import awaits_armies
from damero.domain.clock import TimeControl
from damero.domain.events import Access, OfferKind
from damero.domain.fairness import Commitment
from damero.domain.game import Outcome, Ply, Seat, View
from damero.domain.match import Match, Status


class SeatView(NamedTuple):
    seat: Seat
    player_id: str | None
    name: str | None
    level: int | None
    """Of an engine; `None` for a person."""
    army_placed: bool
    colour: str | None
    """Of the pieces it plays; `None` while that is not decided."""
    hints: int
    """In how many turns it was given a hint."""


@dataclass(frozen=True, slots=True)
class NonceView:
    seat: Seat
    hash: str
    nonce: str | None
    """`None` until the player has told it."""
    missed: bool = False
    """The player did not tell it in time, so that the match was aborted."""


@dataclass(frozen=True, slots=True)
class OfferView:
    id: int
    kind: OfferKind
    seat: Seat
    commitment: str
    """For a rematch: the server's commitment to the next seed."""


class MoveView(NamedTuple):
    ply: Ply
    at: int


class MatchView(NamedTuple):
    id: str
    game_id: str
    ruleset: int
    version: int
    turn_version: int
    status: Status
    seats: tuple[SeatView, ...]
    creator: str
    """The creator's player id."""
    access: Access
    control: TimeControl
    position: View | None
    """What spectators may know; `None` before the game begins, or if it was not asked for."""
    moves: tuple[MoveView, ...]
    """From the ply that was asked for."""
    to_move: Seat | None
    placing: bool
    """Armies are being placed."""
    offer: OfferView | None
    outcome: Outcome | None
    rematch: str | None
    rematch_of: str | None
    clock: ClockView | None
    commitment: str
    nonces: tuple[NonceView, ...]
    """The nonces that were announced."""
    seals: tuple[tuple[str, Commitment], ...]
    seed: str | None
    """Published once the game was played to its end, so that anybody can check the commitment."""
    head: str
    """Of the hash chain over all public events so far."""
    imported: bool
    verified: bool
    """This server vouches for the record."""


def show_match(services: Services, match: Match, *, since: int = 0, with_position: bool = True) -> MatchView:
    """The match as spectators see it, with its moves since this ply."""
    any_view = match.view(match.seats[0])
    return MatchView(
        id=match.id,
        game_id=match.created.game_id,
        ruleset=match.created.ruleset,
        version=match.version,
        turn_version=match.turn_version,
        status=match.status,
        seats=tuple([_seat(match, seat, any_view) for seat in match.seats]),
        creator=match.created.creator.id,
        access=match.created.access,
        control=match.created.control,
        position=match.view(None) if with_position else None,
        moves=moves_since(match, since),
        to_move=match.to_move,
        placing=match.status is Status.WAITING and awaits_armies(match),
        offer=_offer(match),
        outcome=match.outcome,
        rematch=match.rematch,
        rematch_of=match.created.rematch_of,
        clock=show_clock(match, services.clock.now()),
        commitment=match.created.commitment,
        nonces=_nonces(match),
        seals=match.began.seals if match.began else (),
        seed=match.created.seed if match.is_open else None,
        head=match.head.hex(),
        imported=match.is_imported,
        verified=match.is_verified,
    )


def moves_since(match: Match, ply: int, limit: int | None = None) -> tuple[MoveView, ...]:
    """The moves from this ply on, each with the time at which it was played."""
    wanted = slice(ply, None if limit is None else ply + limit)
    played = zip(match.plies[wanted], match.moves[wanted], strict=True)
    return tuple([MoveView(ply, event.at) for ply, event in played])


def _offer(match: Match) -> OfferView | None:
    made = match.offer
    return OfferView(made.offer, made.kind, made.seat, made.commitment) if made else None


def _nonces(match: Match) -> tuple[NonceView, ...]:
    opened = {one.seat: one.nonce for one in match.opened}
    announced = (taken for taken in match.taken if taken.nonce_hash)
    return tuple(
        NonceView(taken.seat, taken.nonce_hash, opened.get(taken.seat), missed=taken.seat in match.missed)
        for taken in announced
    )


def _seat(match: Match, seat: Seat, any_view: View | None) -> SeatView:
    player = match.player(seat)
    hints = {turn for hinted, turn in match.hints if hinted == seat} if match.hints else ()
    return SeatView(
        seat=seat,
        player_id=player.id if player else None,
        name=player.name if player else None,
        level=player.level if player else None,
        army_placed=match.army(seat) is not None,
        colour=any_view.colour_of(seat) if any_view else None,
        hints=len(hints),
    )
