from __future__ import annotations

from tests.matches import BEN, begun, creation, played

from damero.domain import judge
from damero.domain.awaited import awaited
from damero.domain.beginning import placed_game
from damero.domain.fairness import nonce_hash


def test_the_seat_to_move_is_awaited() -> None:
    match = begun()
    assert awaited(match) == ("white",)
    assert awaited(played(match, "21-17")) == ("black",)


def test_nobody_is_awaited_while_a_seat_is_free_or_when_the_match_is_over() -> None:
    assert awaited(judge.create(creation("drafti"), ()).after) == ()
    assert awaited(judge.resign(begun(), "white", 1).after) == ()


def test_both_seats_are_awaited_while_their_armies_are_missing() -> None:
    match = judge.join(judge.create(creation("stratego"), ()).after, BEN, "nonce", 1, drawn="red").after
    assert awaited(match) == ("red", "blue")
    army = next(iter(placed_game(match.game).formations("red").values()))
    assert awaited(judge.place(match, "red", army, 1).after) == ("blue",)


def test_whoever_has_not_told_an_announced_nonce_is_awaited() -> None:
    created = judge.create(creation("banqi"), ()).after
    match = judge.join(created, BEN, "", 1, drawn="first", announced=nonce_hash("secret")).after
    assert awaited(match) == ("second",)
    assert awaited(judge.open_nonce(match, BEN.id, "secret", 2).after) == ("first",)
