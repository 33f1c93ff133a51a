from __future__ import annotations

import json
from random import Random

import pytest
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.rules import Rank
from damero.engines.stratego.material import evaluation_weights
from damero.engines.stratego.train.fit_weights import (
    changed,
    main,
    match,
    play_varied,
    slopes,
    stepped,
    weight,
    weight_names,
)

RULES = rules_of("barrage")
WEIGHTS = evaluation_weights(RULES.rules)


def test_weights_are_changed_by_their_names():
    other = changed(WEIGHTS, {"enemy_flag": 1.0, "value spy": 2.5})
    assert (other.enemy_flag, other.value[Rank.SPY]) == (1.0, 2.5)
    assert changed(other, {"enemy_flag": WEIGHTS.enemy_flag, "value spy": WEIGHTS.value[Rank.SPY]}) == WEIGHTS


def test_only_ranks_of_the_game_have_weights():
    names = weight_names(RULES)
    assert "value miner" in names
    assert "value captain" not in names
    assert all(weight(WEIGHTS, name) >= 0 for name in names)


@pytest.mark.parametrize("step", [-3.0, 3.0])
def test_shares_stay_below_one_whatever_the_step(step):
    drawn = stepped(WEIGHTS, dict.fromkeys(weight_names(RULES), step))
    assert drawn.distance_decay < 1
    assert drawn.catch_probability < 1
    assert (drawn.enemy_flag > WEIGHTS.enemy_flag) is (step > 0)
    assert (drawn.distance_decay > WEIGHTS.distance_decay) is (step > 0)


def test_slopes_find_the_weight_that_wins():
    random = Random(1)
    games = [
        ({name: random.gauss(0, 1) for name in ("enemy_flag", "flag_danger_cost", "plans")}, 0.5) for _ in range(400)
    ]
    found = slopes([(steps, float(steps["flag_danger_cost"] > 0)) for steps, _ in games])
    assert max(found, key=lambda name: found[name][0]) == "flag_danger_cost"
    assert found["flag_danger_cost"][0] > 3 * found["flag_danger_cost"][1]
    assert abs(found["enemy_flag"][0]) < 2 * found["enemy_flag"][1]


def test_varied_games_come_with_the_steps_between_their_sides():
    played = list(play_varied(RULES, 4, 30, Random(2)))
    assert [steps for steps, _ in played][::2] == [steps for steps, _ in played][1::2]
    assert all(set(steps) == set(weight_names(RULES)) and 0 <= won <= 1 for steps, won in played)


def test_a_match_of_equal_weights_is_played_in_pairs():
    assert len(match(RULES, {}, 6, 30, Random(3))) == 6


def test_the_command_prints_slopes_and_match_results(tmp_path, capsys):
    main(["vary", "--game", "barrage", "--games", "4", "--nodes", "20"])
    lines = capsys.readouterr().out
    assert len([json.loads(line) for line in lines.splitlines()]) == 4
    (tmp_path / "games.txt").write_text(lines)
    main(["slopes", str(tmp_path / "games.txt")])
    assert "4 games" in capsys.readouterr().out
    main(["match", "--game", "barrage", "--games", "2", "--nodes", "20", "flag_danger_cost=500, value spy=2"])
    assert "2 games: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "--game", "barrage", "speed=1"], "There is no weight 'speed'"),
        (["match", "--game", "barrage", "flag_danger_cost=much"], "'much' is not a number."),
        (["match", "--game", "russian"], "russian is not a Stratego game."),
        (["match", "--game", "stratgo"], "There is no game"),
        (["slopes", "nowhere.txt"], "nowhere.txt: No such file or directory."),
        (["vary", "--games", "1"], "'1' is not a whole number of at least 2"),
        (["slopes", __file__], "does not hold games"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments, sentence, capsys):
    with pytest.raises(SystemExit):
        main(arguments)
    assert sentence in capsys.readouterr().err
