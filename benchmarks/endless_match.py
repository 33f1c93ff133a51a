"""A match in which one player, who holds both seats, moves and takes the move back for as long as that is allowed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from damero.domain import catalogue, judge
from damero.domain.beginning import commitment_to
from damero.domain.clock import UNTIMED
from damero.domain.events import Access, Event, MatchCreated, OfferKind, Player, SeatTaken
from damero.domain.match import Match, Progress

PLAYER = Player("endless", "Endless")
PLIES, LONGEST = 60, 10_000
SEED = "5eed" * 16


def endless_match(game_id: str, random: Random) -> tuple[Match, tuple[Event, ...]]:
    """The match and its events."""
    game = catalogue.game(game_id)
    event = MatchCreated(
        at=0,
        match_id="endless",
        game_id=game_id,
        ruleset=game.info.version,
        creator=PLAYER,
        access=Access.LINK,
        control=UNTIMED,
        seed=SEED,
        commitment=commitment_to(SEED),
        nonce="nonce",
    )
    progress = judge.create(event, tuple(SeatTaken(0, seat, PLAYER, "nonce") for seat in game.info.seats))
    events = [*progress.events]
    while progress.after.version < LONGEST and not progress.after.is_over:
        progress = _next(progress.after, random)
        events += progress.events
    return progress.after, tuple(events)


def _next(match: Match, random: Random) -> Progress:
    seat = match.to_move or ""
    mover = match.opponent(seat)
    if len(match.moves) > PLIES and judge.why_no_offer(match, mover, OfferKind.TAKEBACK) is None:
        return judge.offer(match, mover, OfferKind.TAKEBACK, match.last_at + 1)
    assert match.position is not None
    return judge.play(match, seat, str(random.choice(match.position.legal_moves())), match.last_at + 1)


def renamed(made: tuple[Match, tuple[Event, ...]], match_id: str) -> tuple[Match, tuple[Event, ...]]:
    """The same match under another id."""
    match, (_, *rest) = made
    created = replace(match.created, match_id=match_id)
    return replace(match, created=created), (created, *rest)
