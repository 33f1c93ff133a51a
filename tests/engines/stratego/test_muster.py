from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engines.stratego.play import rules_of

from damero.engines.stratego.arena import Arena
from damero.engines.stratego.merits import army_traits, draft_of
from damero.engines.stratego.muster import (
    Played,
    army_by_lot,
    army_to_learn_from,
    learn,
    main,
    own_places,
    play,
    read_played,
)

BARRAGE = rules_of("barrage")


def far(text):
    return army_traits(BARRAGE.rules, draft_of(BARRAGE.rules, text))["marshal from the flag"]


def decided_by_the_marshal(number):
    """Games as if whoever has its marshal nearer to the flag always won."""
    random = Random(1)
    for _ in range(number):
        first, second = (army_by_lot(BARRAGE.rules, random) for _ in range(2))
        yield Played("barrage", first, second, 0.5 if far(first) == far(second) else float(far(first) < far(second)))


@given(st.integers(0, 2**30), st.sampled_from(["stratego", "barrage"]))
@settings(max_examples=10)
def test_armies_to_learn_from_are_legal(seed, game_id):
    rules = rules_of(game_id)
    rules.check_army("red", army_to_learn_from(rules.rules, Random(seed)))


def test_a_trait_that_decides_games_is_found():
    learnt = learn(BARRAGE.rules, list(decided_by_the_marshal(300)))
    assert learnt["marshal from the flag"] < -1
    assert abs(learnt["general from the flag"]) < 0.3


def test_the_first_move_is_not_taken_for_a_merit():
    same = [
        Played("barrage", text, text, 1.0) for text in (army_by_lot(BARRAGE.rules, Random(seed)) for seed in range(50))
    ]
    assert set(learn(BARRAGE.rules, same).values()) == {0.0}


def test_a_game_is_the_same_for_the_same_chance_and_survives_its_line():
    played, again = (play(Arena(BARRAGE.rules, random), BARRAGE, random) for random in (Random(3), Random(3)))
    assert played == again == read_played(str(played))
    assert played.share in (0.0, 0.5, 1.0)


@pytest.mark.parametrize("game_id", ["stratego", "barrage"])
def test_an_army_by_lot_may_have_the_flag_anywhere(game_id):
    rules = rules_of(game_id).rules
    flags = {army_by_lot(rules, Random(seed)).replace("/", "").index("M") for seed in range(300)}
    assert len(flags) == 40


def test_the_places_of_own_armies_are_counted_with_their_mirror_images():
    counts = own_places(BARRAGE, 5, Random(2))
    for rank, number in BARRAGE.rules.army:
        rows = counts[rank.name.lower()]
        assert sum(map(sum, rows)) == 2 * 5 * number
        assert all(row == row[::-1] for row in rows)


def test_three_of_four_armies_come_from_a_file_if_there_is_one():
    rules = rules_of("barrage")
    given = army_by_lot(rules.rules, Random(7))
    random = Random(1)
    arena = Arena(rules.rules, random)
    games = [play(arena, rules, random, [given]) for _ in range(30)]
    drawn = [army in (given, rules.mirror_army(given)) for one in games for army in (one.first, one.second)]
    assert 0.6 < sum(drawn) / len(drawn) < 0.9


@pytest.mark.parametrize(
    "arguments", [["play", "--game", "banqi"], ["play", "--armies", "missing.txt"], ["fit", "missing.txt"]]
)
def test_bad_arguments_get_a_sentence(arguments, capsys):
    with pytest.raises(SystemExit):
        main(arguments)
    assert "error:" in capsys.readouterr().err
