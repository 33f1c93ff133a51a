"""Matches for tests, made in the same way as the server makes them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from damero.domain import catalogue, judge
from damero.domain.beginning import awaits_armies, commitment_to, placed_game
from damero.domain.clock import UNTIMED, TimeControl
from damero.domain.events import Access, MatchCreated, Player, SeatTaken
from damero.domain.match import Match, Progress

ANA = Player("ana", "Ana")
BEN = Player("ben", "Ben")
SEED = "5eed" * 16


def creation(game_id: str = "drafti", control: TimeControl = UNTIMED, start: str | None = None) -> MatchCreated:
    return MatchCreated(
        at=0,
        match_id="match",
        game_id=game_id,
        ruleset=catalogue.game(game_id).info.version,
        creator=ANA,
        access=Access.LINK,
        control=control,
        seed=SEED,
        commitment=commitment_to(SEED),
        nonce="ana's nonce",
        start=start,
    )


def waiting(game_id: str = "drafti", control: TimeControl = UNTIMED, start: str | None = None) -> Match:
    """Ana sits in the first seat and waits."""
    event = creation(game_id, control, start)
    seat = catalogue.game(game_id).info.seats[0]
    return judge.create(event, (SeatTaken(0, seat, ANA, event.nonce),)).after


def begun(game_id: str = "drafti", control: TimeControl = UNTIMED, start: str | None = None) -> Match:
    """Ana in the first seat plays Ben in the second, from time 0."""
    event = creation(game_id, control, start)
    first, second = catalogue.game(game_id).info.seats
    seated = (SeatTaken(0, first, ANA, event.nonce), SeatTaken(0, second, BEN, "ben's nonce"))
    match = judge.create(event, seated).after
    if awaits_armies(match):
        for seat in match.seats:
            army = next(iter(placed_game(match.game).formations(seat).values()))
            match = judge.place(match, seat, army, 0).after
    return match


def played(match: Match, *moves: str, pace: int = 1_000) -> Match:
    """The match after these moves, one every `pace` milliseconds."""
    for move in moves:
        match = judge.play(match, match.to_move or "", move, match.last_at + pace).after
    return match


def random_progress(
    match: Match, random: Random, plies: int, each: Callable[[Progress], None] = lambda progress: None
) -> Match:
    """The match after this many random moves, or at its end."""
    for _ in range(plies):
        if match.to_move is None or match.position is None:
            return match
        move = random.choice(match.position.legal_moves())
        progress = judge.play(match, match.to_move, str(move), match.last_at + random.randrange(2_000))
        each(progress)
        match = progress.after
    return match
