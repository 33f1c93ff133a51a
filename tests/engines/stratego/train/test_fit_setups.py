from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engines.stratego.play import rules_of

from damero.engines.stratego import tables
from damero.engines.stratego.setup_features import army_features, placement_of
from damero.engines.stratego.train.arena import Arena
from damero.engines.stratego.train.armies import uniform_army
from damero.engines.stratego.train.fit_setups import (
    PlayedGame,
    army_to_learn_from,
    count_engine_setups,
    fit,
    main,
    play,
    read_game,
)

BARRAGE = rules_of("barrage")


def far(text):
    return army_features(BARRAGE.rules, placement_of(BARRAGE.rules, text))["marshal from the flag"]


def decided_by_the_marshal(number):
    """Games that are always won by the side whose marshal is nearer to its flag."""
    random = Random(1)
    for _ in range(number):
        first, second = (uniform_army(BARRAGE.rules, random) for _ in range(2))
        yield PlayedGame(
            "barrage", first, second, 0.5 if far(first) == far(second) else float(far(first) < far(second))
        )


@given(st.integers(0, 2**30), st.sampled_from(["stratego", "barrage"]))
@settings(max_examples=10)
def test_armies_to_learn_from_are_legal(seed, game_id):
    rules = rules_of(game_id)
    rules.check_army("red", army_to_learn_from(rules.rules, Random(seed)))


def test_a_feature_that_decides_games_is_found():
    fitted = fit(BARRAGE.rules, list(decided_by_the_marshal(300)))
    assert fitted["marshal from the flag"] < -1
    assert abs(fitted["general from the flag"]) < 0.3


def test_the_advantage_of_the_first_move_is_not_credited_to_a_feature():
    same = [
        PlayedGame("barrage", text, text, 1.0)
        for text in (uniform_army(BARRAGE.rules, Random(seed)) for seed in range(50))
    ]
    assert set(fit(BARRAGE.rules, same).values()) == {0.0}


def test_the_same_seed_gives_the_same_game_and_its_line_can_be_read_back():
    played, again = (play(Arena(BARRAGE.rules, random), BARRAGE, random) for random in (Random(3), Random(3)))
    assert played == again == read_game(str(played))
    assert played.share in (0.0, 0.5, 1.0)


@pytest.mark.parametrize("game_id", ["stratego", "barrage"])
def test_a_uniformly_random_army_may_have_the_flag_anywhere(game_id):
    rules = rules_of(game_id).rules
    flags = {uniform_army(rules, Random(seed)).replace("/", "").index("M") for seed in range(300)}
    assert len(flags) == 40


def test_engine_setups_are_counted_with_their_mirror_images():
    counts = count_engine_setups(BARRAGE, 5, Random(2))
    for rank, number in BARRAGE.rules.army:
        rows = counts[rank]
        assert sum(map(sum, rows)) == 2 * 5 * number
        assert all(row == row[::-1] for row in rows)


def test_three_of_four_armies_come_from_a_file_if_there_is_one():
    rules = rules_of("barrage")
    given = uniform_army(rules.rules, Random(7))
    random = Random(1)
    arena = Arena(rules.rules, random)
    games = [play(arena, rules, random, [given]) for _ in range(30)]
    drawn = [army in (given, rules.mirror_army(given)) for one in games for army in (one.first, one.second)]
    assert 0.6 < sum(drawn) / len(drawn) < 0.9


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--game", "banqi"],
        ["play", "--armies", "missing.txt"],
        ["fit", "missing.txt", "--output", "weights.json"],
    ],
)
def test_bad_arguments_get_a_sentence(arguments, capsys):
    with pytest.raises(SystemExit):
        main(arguments)
    assert "error:" in capsys.readouterr().err


def test_the_command_fits_games_that_it_has_played(tmp_path, capsys):
    main(["play", "--game", "barrage", "--games", "3"])
    (tmp_path / "games.txt").write_text(capsys.readouterr().out, encoding="utf-8")
    main(["fit", str(tmp_path / "games.txt"), "--output", str(tmp_path / "weights.json")])
    small, large = tables.read_table(tmp_path / "weights.json", tables.SetupWeightTables).armies
    assert small.games == 3
    assert large == tables.setup_weights().armies[1]


def test_the_command_counts_setups(tmp_path):
    main(["count", "--game", "barrage", "--games", "3", "--output", str(tmp_path / "counts.json")])
    written = tables.read_table(tmp_path / "counts.json", tables.SetupCounts)
    assert sum(map(sum, written.counts.flag)) == 6
    assert written.source.endswith("fit_setups count --game barrage --games 3 --seed 1")


def test_a_file_without_games_is_named_with_its_line(tmp_path, capsys):
    (tmp_path / "games.txt").write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["fit", str(tmp_path / "games.txt"), "--output", str(tmp_path / "weights.json")])
    assert "games.txt: line 1 is not a game that `play` has printed." in capsys.readouterr().err
    assert not (tmp_path / "weights.json").exists()
