"""The public history of a match, event by event. A whitelist: an event's secrets are in no branch of this file.

Each event becomes one entry of the hash chain. The chain's head fixes everything public that has happened so far and
can be told to everybody. `record.history` reads the entries back.
"""

from __future__ import annotations

from collections.abc import Mapping

from damero.domain.clock import TimeControl
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
    OfferMade,
    RematchAgreed,
    SeatTaken,
)
from damero.domain.game import Seat
from damero.domain.record.canonical import Entry, Json
from damero.domain.record.values import OpenedSecret


def public_entry(  # noqa: C901 (one case for each kind of event)
    event: Event, *, clocks: Mapping[Seat, int], start: str, nonces: tuple[bytes, ...]
) -> Entry:
    """The entry of an event: with what the clocks show after it, the start as spectators see it, and the nonces."""
    match event:
        case MovePlayed():
            return _move(event, clocks)
        case MatchCreated():
            return _created(event)
        case SeatTaken(at=at, seat=seat, player=player, nonce_hash=announced):
            given = _given(level=player.level, nonce_hash=announced)
            return _entry("seat_taken", at, seat=seat, name=player.name, **given)
        case ChallengeDeclined(at=at, player=player):
            return _entry("challenge_declined", at, name=player.name)
        case NonceOpened(at=at, seat=seat, nonce=nonce):
            return _entry("nonce_opened", at, seat=seat, nonce=nonce)
        case NonceMissed(at=at, seat=seat):
            return _entry("nonce_missed", at, seat=seat)
        case ArmyPlaced(at=at, seat=seat):
            return _entry("army_placed", at, seat=seat)
        case MatchBegan():
            return _began(event, start, nonces)
        case OfferMade() | OfferAccepted() | OfferDeclined():
            return _offer(event)
        case HintTaken(at=at, seat=seat):
            return _entry("hint_taken", at, seat=seat)
        case MovesTakenBack(at=at, count=count):
            return _entry("moves_taken_back", at, count=count)
        case MatchFinished(at=at, winner=winner, reason=reason):
            return _entry("match_finished", at, winner=winner, reason=reason)
        case MatchAborted(at=at):
            return _entry("match_aborted", at)
        case RematchAgreed(at=at, match_id=match_id, commitment=commitment):
            return _entry("rematch_agreed", at, match=match_id, **_given(seed_commitment=commitment))


def _entry(type_: str, at: int, **fields: Json) -> Entry:
    return {"type": type_, "at": at, **fields}


def _given(**fields: Json) -> dict[str, Json]:
    """The fields that say something."""
    return {name: value for name, value in fields.items() if value}


def _created(event: MatchCreated) -> Entry:
    return _entry(
        "match_created",
        event.at,
        match=event.match_id,
        game=event.game_id,
        ruleset=event.ruleset,
        seed_commitment=event.commitment,
        control=_control(event.control),
        **_given(imported=event.imported, rematch_of=event.rematch_of, nonce_hash=event.nonce_hash),
    )


def _control(control: TimeControl) -> Json:
    if control.base is None:
        return None
    return {
        "base": control.base,
        "increment": control.increment,
        "delay": control.delay,
        "cap": control.cap,
        "renewed": control.renewed,
    }


def _began(event: MatchBegan, start: str, nonces: tuple[bytes, ...]) -> Entry:
    seals: Json = {name: {"root": seal.root.hex(), "size": seal.size} for name, seal in event.seals}
    return _entry("match_began", event.at, position=start, nonces=[nonce.hex() for nonce in nonces], seals=seals)


def _move(event: MovePlayed, clocks: Mapping[Seat, int]) -> Entry:
    openings: Json = [_opening(opened) for opened in event.openings]
    shown = _given(clocks=clocks, lag_credit=event.lag_credit, pause=event.pause, openings=openings)
    return _entry("move_played", event.at, seat=event.seat, move=event.public, **shown)


def _opening(opened: OpenedSecret) -> Json:
    opening = opened.opening
    return {
        "seal": opened.seal,
        "index": opening.index,
        "value": opening.value,
        "salt": opening.salt.hex(),
        "path": [sibling.hex() for sibling in opening.path],
    }


def _offer(event: OfferMade | OfferAccepted | OfferDeclined) -> Entry:
    kinds = {OfferMade: "offer_made", OfferAccepted: "offer_accepted", OfferDeclined: "offer_declined"}
    made = event if isinstance(event, OfferMade) else None
    promised = _given(seed_commitment=made.commitment, nonce_hash=made.nonce_hash) if made else {}
    return _entry(kinds[type(event)], event.at, seat=event.seat, kind=event.kind.value, offer=event.offer, **promised)
