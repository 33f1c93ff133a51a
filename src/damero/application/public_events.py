"""What may be published of an event. A whitelist: no branch of this file reads a secret."""

from __future__ import annotations

from damero.application.commands import PublicEvent
from damero.application.ports import StoredEvent
from damero.domain.events import (
    ArmyPlaced,
    ChallengeDeclined,
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


def public_event(stored: StoredEvent) -> PublicEvent:  # noqa: C901 (one case for each kind of event)
    """The event as everybody may see it."""
    seq, event = stored.seq, stored.event
    match event:
        case MovePlayed(at=at, seat=seat, public=public, openings=openings):
            return PublicEvent(seq, at, "move_played", seat, public, openings=openings)
        case MatchCreated(at=at, commitment=commitment):
            return PublicEvent(seq, at, "match_created", text=commitment, commitment=commitment)
        case SeatTaken(at=at, seat=seat, player=player):
            return PublicEvent(seq, at, "seat_taken", seat, player.name)
        case ChallengeDeclined(at=at, player=player):
            return PublicEvent(seq, at, "challenge_declined", text=player.name)
        case NonceOpened(at=at, seat=seat, nonce=nonce):
            return PublicEvent(seq, at, "nonce_opened", seat, nonce)
        case NonceMissed(at=at, seat=seat):
            return PublicEvent(seq, at, "nonce_missed", seat)
        case ArmyPlaced(at=at, seat=seat):
            return PublicEvent(seq, at, "army_placed", seat)
        case MatchBegan(at=at, seals=seals):
            return PublicEvent(seq, at, "match_began", seals=seals)
        case OfferMade(at=at, seat=seat, kind=kind, offer=offer, commitment=commitment):
            return PublicEvent(seq, at, "offer_made", seat, kind, offer=offer, commitment=commitment)
        case OfferAccepted(at=at, seat=seat, kind=kind, offer=offer):
            return PublicEvent(seq, at, "offer_accepted", seat, kind, offer=offer)
        case OfferDeclined(at=at, seat=seat, kind=kind, offer=offer):
            return PublicEvent(seq, at, "offer_declined", seat, kind, offer=offer)
        case HintTaken(at=at, seat=seat):
            return PublicEvent(seq, at, "hint_taken", seat)
        case MovesTakenBack(at=at, count=count):
            return PublicEvent(seq, at, "moves_taken_back", count=count)
        case MatchFinished(at=at, winner=winner, reason=reason):
            return PublicEvent(seq, at, "match_finished", text=reason, winner=winner)
        case MatchAborted(at=at):
            return PublicEvent(seq, at, "match_aborted")
        case RematchAgreed(at=at, match_id=match_id, commitment=commitment):
            return PublicEvent(seq, at, "rematch_agreed", text=match_id, commitment=commitment)
