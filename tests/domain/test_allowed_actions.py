"""What a player is told to be able to do is exactly what is not refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from tests.matches import ANA, BEN, begun, creation, played, waiting

from damero.domain import catalogue, judge
from damero.domain.beginning import awaits_armies, placed_game
from damero.domain.clock import ABSENCE_UNTIMED
from damero.domain.errors import DameroError, MatchRefusal
from damero.domain.events import OfferKind, Player
from damero.domain.fairness import nonce_hash
from damero.domain.game import Seat
from damero.domain.match import Match, Progress

EVE = Player("eve", "Eve")
PLAYERS = (ANA, BEN, EVE)
NONCE = "a" * 64


def _carry_out(match: Match, action: str, seat: Seat | None, player: Player, absent: int) -> Progress:
    now = match.last_at
    if action == "abort":
        return judge.abort(match, player.id, now)
    if action == "join":
        return judge.join(match, player, "nonce", now, drawn=match.seats[0])
    if action == "nonce":
        return judge.open_nonce(match, player.id, NONCE, now)
    held = match.seat_of(player.id, seat)
    if action == "resign":
        return judge.resign(match, held, now)
    if action in ("claim", "claim_draw"):
        return judge.claim(match, held, absent, now, draw=action == "claim_draw")
    if action == "place":
        army = next(iter(placed_game(match.game).formations(held).values()))
        return judge.place(match, held, army, now)
    return judge.offer(match, held, OfferKind(action.removeprefix("offer_")), now, seed="5eed" * 16)


def _is_refused(match: Match, action: str, seat: Seat | None, player: Player, absent: int) -> bool:
    try:
        _carry_out(match, action, seat, player, absent)
    except DameroError:
        return True
    return False


def _stages(game_id: str) -> Iterator[Match]:
    """A match from its creation to its rematch: free seats, armies, moves, offers, an end."""
    random = Random(game_id)
    yield judge.create(creation(game_id), ()).after
    match = waiting(game_id)
    yield match
    yield judge.join(match, BEN, "", 0, drawn=match.seats[0], announced=nonce_hash(NONCE)).after
    match = judge.join(match, BEN, "nonce", 0, drawn=match.seats[0]).after
    yield match
    if awaits_armies(match):
        yield judge.place(
            match, match.seats[0], next(iter(placed_game(match.game).formations("red").values())), 0
        ).after
        match = begun(game_id)
        yield match
    for _ in range(4):
        assert match.position is not None
        assert match.to_move is not None
        match = judge.play(match, match.to_move, str(random.choice(match.position.legal_moves())), match.last_at).after
        yield match
    offered = judge.offer(match, match.seats[0], OfferKind.DRAW, match.last_at).after
    yield offered
    yield judge.decline(offered, match.seats[1], offered.version - 1, match.last_at).after
    over = judge.resign(match, match.seats[1], match.last_at).after
    yield over
    yield judge.offer(over, match.seats[0], OfferKind.REMATCH, match.last_at, seed="5eed" * 16).after


@pytest.mark.parametrize("game_id", [game.info.id for game in catalogue.GAMES])
@pytest.mark.parametrize("absent", [0, ABSENCE_UNTIMED])
def test_what_is_allowed_is_what_is_not_refused(game_id: str, absent: int) -> None:
    actions = [
        "abort",
        "join",
        "nonce",
        "resign",
        "claim",
        "claim_draw",
        "place",
        *(f"offer_{kind}" for kind in OfferKind),
    ]
    seen = set[str]()
    for match in _stages(game_id):
        for player in PLAYERS:
            seat = next(iter(match.seats_of(player.id)), None)
            allowed = judge.allowed_actions(match, seat, player.id, absent)
            assert {action for action in actions if not _is_refused(match, action, seat, player, absent)} == set(
                allowed
            )
            seen |= set(allowed)
    assert {"abort", "join", "nonce", "resign", "offer_draw", "offer_rematch"} <= seen
    assert ("claim" in seen) == (absent > 0)
    assert ("place" in seen) == (catalogue.game(game_id).info.start == "placed")


def test_takebacks_do_not_make_a_match_longer_without_end() -> None:
    match = played(begun(), "21-17")
    longer = replace(match, version=judge.LONGEST_WITH_TAKEBACKS + 1)
    assert judge.why_no_offer(match, "white", OfferKind.TAKEBACK) is None
    with pytest.raises(MatchRefusal, match="TOO_MANY_TAKEBACKS"):
        judge.offer(longer, "white", OfferKind.TAKEBACK, 2_000)
