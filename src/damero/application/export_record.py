"""Export the record of a match: JSON with its hash chain, proofs and signature, or PDN in the draughts family."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from damero.application.newest_match import newest_match
from damero.application.ports import SigningKeys
from damero.application.services import Services
from damero.domain.draughts import Position as DraughtsPosition
from damero.domain.draughts import pdn
from damero.domain.errors import MatchRefusal
from damero.domain.events import Event, MatchBegan
from damero.domain.game import Seat
from damero.domain.match import Match, Status, entry_of, followed
from damero.domain.record import Record, Reveal, read_history, signed_bytes, write_record
from damero.domain.record.canonical import Entry


async def export_record(services: Services, match_id: str) -> str:
    """The whole record. Secrets are revealed only when the game was played to its end."""
    events = [stored.event for stored in (await newest_match(services, match_id)).log]
    return await services.in_thread(lambda: write_record(signed_record_of(events, services.signing)))


async def export_pdn(services: Services, match_id: str) -> str:
    match = (await newest_match(services, match_id)).match
    return await services.in_thread(lambda: pdn_of(match))


def pdn_of(match: Match) -> str:
    began = _beginning(match)
    start = match.game.read_position(began.position)
    if not isinstance(start, DraughtsPosition):
        raise MatchRefusal("record.no_pdn_of_match", code="NO_PDN", game=match.game.info.id)
    outcome = match.outcome if match.status is Status.FINISHED else None
    tags = {seat.capitalize(): _name(match, seat) for seat in match.seats}
    return pdn.write_game(pdn.tree_of(start, [played.move for played in match.moves], outcome, tags))


def signed_record_of(events: Sequence[Event], keys: SigningKeys) -> Record:
    """The record of the match that these events made. The server does not sign what was played elsewhere."""
    match, history = _history(events)
    began = _beginning(match)
    reveal = Reveal(bytes.fromhex(match.created.seed), began.position) if match.is_open else None
    record = read_history(history, reveal)
    return record if match.is_imported else replace(record, signature=keys.sign(signed_bytes(record)))


def _history(events: Sequence[Event]) -> tuple[Match, list[Entry]]:
    """The match that these events lead to, and all that is public of them."""
    history: list[Entry] = []
    for after, event in zip(followed(events), events, strict=True):
        match = after
        history.append(entry_of(after, event))
    return match, history


def _beginning(match: Match) -> MatchBegan:
    if match.began is None:
        raise MatchRefusal("record.not_begun", code="GAME_NOT_ACTIVE")
    return match.began


def _name(match: Match, seat: Seat) -> str:
    player = match.player(seat)
    return player.name if player else "?"
