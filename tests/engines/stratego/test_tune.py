from __future__ import annotations

import json
from random import Random

import pytest
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.rules import Rank
from damero.engines.stratego.tune import by_lot, changed, main, match, names_of, number_of, slopes, vary
from damero.engines.stratego.values import weights_of

RULES = rules_of("barrage")
WEIGHTS = weights_of(RULES.rules)


def test_weights_are_changed_by_their_names():
    other = changed(WEIGHTS, {"flag": 1.0, "value spy": 2.5})
    assert (other.flag, other.value[Rank.SPY]) == (1.0, 2.5)
    assert changed(other, {"flag": WEIGHTS.flag, "value spy": WEIGHTS.value[Rank.SPY]}) == WEIGHTS


def test_only_ranks_of_the_game_have_weights():
    names = names_of(RULES)
    assert "value miner" in names
    assert "value captain" not in names
    assert all(number_of(WEIGHTS, name) >= 0 for name in names)


@pytest.mark.parametrize("lot", [-3.0, 3.0])
def test_shares_stay_below_one_whatever_the_lot(lot):
    drawn = by_lot(WEIGHTS, dict.fromkeys(names_of(RULES), lot))
    assert drawn.nearer < 1
    assert drawn.caught < 1
    assert (drawn.flag > WEIGHTS.flag) == (drawn.nearer > WEIGHTS.nearer) == (lot > 0)


def test_slopes_find_the_weight_that_wins():
    random = Random(1)
    games = [({name: random.gauss(0, 1) for name in ("flag", "alarm", "plans")}, 0.5) for _ in range(400)]
    found = slopes([(lots, float(lots["alarm"] > 0)) for lots, _ in games])
    assert max(found, key=lambda name: found[name][0]) == "alarm"
    assert found["alarm"][0] > 3 * found["alarm"][1]
    assert abs(found["flag"][0]) < 2 * found["flag"][1]


def test_games_by_lot_tell_what_each_side_had():
    played = list(vary(RULES, 4, 30, Random(2)))
    assert [lots for lots, _ in played][::2] == [lots for lots, _ in played][1::2]
    assert all(set(lots) == set(names_of(RULES)) and 0 <= won <= 1 for lots, won in played)


def test_a_match_of_equal_weights_is_played_in_pairs():
    assert len(match(RULES, {}, 6, 30, Random(3))) == 6


def test_the_command_tells_slopes_and_matches(tmp_path, capsys):
    main(["vary", "--game", "barrage", "--games", "4", "--nodes", "20"])
    lines = capsys.readouterr().out
    assert len([json.loads(line) for line in lines.splitlines()]) == 4
    (tmp_path / "games.txt").write_text(lines)
    main(["slopes", str(tmp_path / "games.txt")])
    assert "4 games" in capsys.readouterr().out
    main(["match", "--game", "barrage", "--games", "2", "--nodes", "20", "alarm=500, value spy=2"])
    assert "2 games: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "--game", "barrage", "speed=1"], "there is no weight 'speed'"),
        (["match", "--game", "barrage", "alarm=much"], "could not convert"),
        (["match", "--game", "russian"], "russian is no Stratego"),
        (["match", "--game", "stratgo"], "There is no game"),
        (["slopes", "nowhere.txt"], "nowhere.txt"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments, sentence, capsys):
    with pytest.raises(SystemExit):
        main(arguments)
    assert sentence in capsys.readouterr().err
