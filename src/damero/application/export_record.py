"""Export the record of a match: JSON with its hash chain and proofs, or PDN in the draughts family."""

from __future__ import annotations

from collections.abc import Iterable

from damero.application.services import Services
from damero.domain.draughts import Position as DraughtsPosition
from damero.domain.draughts import pdn
from damero.domain.errors import MatchRefusal
from damero.domain.events import Event, MatchBegan, MatchCreated, MovePlayed, MovesTakenBack
from damero.domain.game import Seat
from damero.domain.match import Match, Status, created, evolve
from damero.domain.record import PlayedMove, Record, Reveal, write_record


async def export_record(services: Services, match_id: str) -> str:
    """The whole record; secrets are revealed only when the match is over."""
    events = [stored.event for stored in (await services.live_match(match_id)).log]
    return await services.in_thread(lambda: write_record(record_of(events)))


async def export_pdn(services: Services, match_id: str) -> str:
    match = (await services.live_match(match_id)).match
    return await services.in_thread(lambda: pdn_of(match))


def pdn_of(match: Match) -> str:
    began = _beginning(match)
    start = match.game.read_position(began.position)
    if not isinstance(start, DraughtsPosition):
        raise MatchRefusal("record.no_pdn_of_match", code="NO_PDN", game=match.game.info.id)
    outcome = match.outcome if match.status is Status.FINISHED else None
    tags = {seat.capitalize(): _name(match, seat) for seat in match.seats}
    return pdn.write_game(pdn.game_of(start, [played.move for played in match.moves], outcome, tags))


def record_of(events: Iterable[Event]) -> Record:
    """The record of the match that these events made."""
    match, moves = _replayed(events)
    began = _beginning(match)
    start = match.game.read_position(began.position)
    seed = bytes.fromhex(match.created.seed)
    return Record(
        game_id=match.created.game_id,
        ruleset=match.created.ruleset,
        players={seat: _name(match, seat) for seat in match.seats},
        start=start.view(None).text,
        moves=tuple(moves),
        outcome=match.outcome,
        seed_commitment=bytes.fromhex(match.created.commitment),
        nonces=match.nonces,
        seals=dict(began.seals),
        reveal=Reveal(seed, start.text) if match.is_over else None,
    )


def _replayed(events: Iterable[Event]) -> tuple[Match, list[PlayedMove]]:
    """The match, and its moves with what the clocks showed after each."""
    remaining = iter(events)
    match, moves = created(_creation(next(remaining))), list[PlayedMove]()
    for event in remaining:
        match = evolve(match, event)
        if isinstance(event, MovePlayed):
            moves.append(PlayedMove(event.public, event.at, _clocks(match, event.at), event.openings))
        elif isinstance(event, MovesTakenBack):
            del moves[-event.count :]
    return match, moves


def _creation(event: Event) -> MatchCreated:
    if not isinstance(event, MatchCreated):
        raise TypeError("A match begins with its creation.")
    return event


def _clocks(match: Match, at: int) -> dict[Seat, int]:
    return {seat: left for seat in match.seats if (left := match.clock.remaining(seat, at)) is not None}


def _beginning(match: Match) -> MatchBegan:
    if match.began is None:
        raise MatchRefusal("record.not_begun", code="GAME_NOT_ACTIVE")
    return match.began


def _name(match: Match, seat: Seat) -> str:
    player = match.player(seat)
    return player.name if player else "?"
