"""The match that follows an accepted rematch."""

from __future__ import annotations

from dataclasses import replace

from damero.domain import catalogue, judge
from damero.domain.events import Access, OfferMade, SeatTaken
from damero.domain.match import Match, Progress


def next_match(match: Match, made: OfferMade, nonce: str, match_id: str, now: int, *, announced: str = "") -> Progress:
    """The match that follows an accepted rematch: the same game with the seats swapped.

    Nonce (or the hash announced) are those of the player who accepted.
    """
    creator = match.player(made.seat) or match.created.creator
    event = replace(
        match.created,
        at=now,
        match_id=match_id,
        creator=creator,
        access=Access.LINK if match.created.access is Access.LOBBY else match.created.access,
        seed=made.seed,
        commitment=made.commitment,
        nonce=made.nonce,
        nonce_hash=made.nonce_hash,
        rematch_of=match.id,
        invited=None,
        ruleset=_ruleset_of_rematch(match),
    )
    nonces = {made.seat: (made.nonce, made.nonce_hash), match.opponent(made.seat): (nonce, announced)}
    seated = (SeatTaken(now, match.opponent(old.seat), old.player, *nonces[old.seat]) for old in match.taken)
    return judge.create(event, tuple(seated))


def _ruleset_of_rematch(match: Match) -> int:
    """The newest version of the rules, unless the text of a start position belongs to the old one."""
    created = match.created
    return catalogue.game(created.game_id).info.version if created.start is None else created.ruleset
