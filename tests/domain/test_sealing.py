from __future__ import annotations

from tests.random_play import random_moves, shuffle_by

from damero.domain import catalogue
from damero.domain.fairness import verify_opening
from damero.domain.game import Game, Position
from damero.domain.sealing import Trail, seal, secrets

BANQI = catalogue.game("banqi")
STRATEGO = catalogue.game("stratego")
SCOUTS = "DP"


def test_nothing_is_sealed_where_everything_is_open() -> None:
    start = catalogue.game("spanish").initial()
    assert secrets(start) == {}
    assert seal(start, b"seed", ()) == ()


def test_the_deal_of_banqi_is_sealed_square_by_square() -> None:
    facts = secrets(BANQI.initial())["deal"]
    assert len(facts) == 32
    assert facts[:3] == ("a4=K", "b4=G", "c4=G")


def test_each_army_of_stratego_has_a_seal_of_its_own() -> None:
    facts = secrets(STRATEGO.initial(shuffle_by(1)))
    assert {name: len(own) for name, own in facts.items()} == {"red": 40, "blue": 40}


def test_equal_facts_of_two_owners_have_different_salts() -> None:
    red, blue = seal(STRATEGO.initial(shuffle_by(1)), b"seed", ())
    assert not set(red.salts) & set(blue.salts)


def test_any_fact_opens() -> None:
    (deal,) = seal(BANQI.initial(shuffle_by(2)), b"seed", (b"nonce",))
    for fact in deal.values:
        assert verify_opening(deal.commitment, deal.open(fact))


def exposures(game: Game, number: int) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """Each move of a random game as written, with the secrets it made public; the last move is left out."""
    trail: Trail | None = None
    told = []
    for before, move in random_moves(game, number):
        trail = trail or Trail.begin(before)
        after: Position = before.play(move)
        trail, exposed = trail.follow(move, after)
        if after.outcome is None:
            assert trail.shown == {piece.square: piece.kind for piece in after.view(None).pieces}
            told.append((after.plies[-1].text, exposed))
    return told


def test_a_flip_exposes_its_own_square() -> None:
    for number in range(20):
        for text, exposed in exposures(BANQI, number):
            assert exposed == ((("deal", text),) if "=" in text else ())


def test_a_fight_or_a_long_step_exposes_pieces_where_they_stood_at_the_start() -> None:
    """The facts are those of the start, however far the pieces have come, and each comes out once."""
    for number in range(5):
        known: set[tuple[str, str]] = set()
        sealed = secrets(STRATEGO.initial(shuffle_by(number)))
        for text, exposed in exposures(STRATEGO, number):
            assert len(exposed) <= 2
            assert "x" in text or all(fact[-1] in SCOUTS for _, fact in exposed)
            assert all(fact in sealed[name] for name, fact in exposed)
            assert not known & set(exposed)
            known |= set(exposed)
        assert known
