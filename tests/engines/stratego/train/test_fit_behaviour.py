from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.rules import Rank
from damero.engines.stratego import belief, tables
from damero.engines.stratego.behaviour import BehaviourModel
from damero.engines.stratego.behaviour_features import FEATURES
from damero.engines.stratego.belief import belief_of, counting_belief
from damero.engines.stratego.setup import army
from damero.engines.stratego.train.fit_behaviour import (
    army_to_learn_from,
    army_to_measure_by,
    fit,
    log_loss,
    main,
    play_games,
    players,
    recorded_samples,
)


@pytest.fixture(scope="module")
def samples():
    return played_samples(12)


def played_samples(games):
    played = play_games(rules_of("barrage"), games, 1, players(judge_behaviour=False)[:2], army_to_learn_from)
    return [sample for samples in played for sample in samples]


def test_every_sample_knows_the_truth_of_what_is_unknown(samples):
    for sample in samples:
        assert set(counting_belief(sample.view).cells) == set(sample.truth)


def test_fitted_features_have_a_weight_for_every_rank(samples):
    fitted = fit(samples)
    assert fitted
    assert all(len(weights) == len(Rank) for weights in fitted.values())


def test_fitting_lowers_the_log_loss_on_the_games_it_was_fitted_to_and_is_repeatable(samples):
    fitted = fit(samples)
    assert log_loss(samples, partial(belief_of, evidence=fitted)) < log_loss(samples, partial(belief_of, evidence={}))
    assert fit(samples) == fitted


def test_knowing_the_truth_has_no_log_loss(samples):
    truths = {sample.view: sample.truth for sample in samples}

    def knowing(view):
        belief = counting_belief(view)
        probabilities = tuple(tuple(float(truths[view][cell] is rank) for rank in Rank) for cell in belief.cells)
        return replace(belief, probabilities=probabilities)

    assert log_loss(samples, knowing) == 0 < log_loss(samples, counting_belief)


def test_tables_fitted_before_do_not_influence_the_games_to_learn_from(monkeypatch):
    before = played_samples(3)
    biased = BehaviourModel({"moved by 1": [9.0] * len(Rank)})
    monkeypatch.setattr(belief, "behaviour_models", lambda _: (biased,))
    assert played_samples(3) == before


def test_samples_of_a_recorded_game_are_the_views_of_the_programs_opponent():
    rules, random = rules_of("barrage"), Random(5)
    armies = {seat: army(rules, seat, random) for seat in rules.info.seats}
    states, chosen = [rules.place(armies)], []
    while states[-1].outcome is None and len(states) < 60:
        chosen.append(random.choice(states[-1].legal_moves()))
        states.append(states[-1].play(chosen[-1]))
    moves = [str(move) for move in chosen]
    line = json.dumps({"seat": "red", "armies": armies, "moves": moves})
    seen = list(recorded_samples(rules, [line, line]))
    assert [sample.view for sample in seen] == 2 * [state.view("blue") for state in states[21:-1:22]]


def test_armies_to_learn_from_and_to_measure_by_are_legal_and_never_the_same():
    rules, random = rules_of("stratego"), Random(4)
    used_for_fitting = {army_to_learn_from(rules, random) for _ in range(60)}
    used_for_measuring = {army_to_measure_by(rules, random) for _ in range(60)}
    for text in used_for_fitting | used_for_measuring:
        rules.check_army("red", text)
    assert not used_for_fitting & used_for_measuring


def test_the_command_writes_a_complete_table_where_it_is_told(tmp_path, capsys):
    output = tmp_path / "behaviour.json"
    main(["--game", "barrage", "--games", "2", "--output", str(output)])
    assert f"{output} was written." in capsys.readouterr().out
    written = tables.read_table(output, tables.BehaviourTables)
    small, large = written.armies
    assert small.source.endswith("--games 2 --seed 1 --game barrage")
    assert set(small.features) == set(FEATURES)
    assert large == tables.engine_behaviour().armies[1]


def test_an_existing_file_is_replaced_only_on_request(tmp_path, capsys):
    output = tmp_path / "behaviour.json"
    output.write_text("mine", encoding="utf-8")
    command = ["--game", "barrage", "--games", "1", "--output", str(output)]
    with pytest.raises(SystemExit):
        main(command)
    assert "--overwrite" in capsys.readouterr().err
    assert output.read_text(encoding="utf-8") == "mine"
    main([*command, "--overwrite"])
    assert tables.read_table(output, tables.BehaviourTables).armies


def test_without_an_output_the_belief_is_measured(capsys):
    main(["--game", "barrage", "--games", "1"])
    assert "% better" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--games", "0"], "'0' is not a whole number of at least 1"),
        (["--game", "banqi"], "banqi is not a Stratego game."),
        (["--records", "missing.jsonl"], "missing.jsonl: No such file or directory."),
        (["--games", "1", "--output", "nowhere/table.json"], "nowhere is not a folder."),
    ],
)
def test_bad_arguments_get_a_sentence(arguments, sentence, capsys):
    with pytest.raises(SystemExit):
        main(arguments)
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("line", ["nonsense", "{}", '{"seat": "red", "armies": {"red": "AB"}, "moves": []}', "[1]"])
def test_a_line_that_is_not_a_recorded_game_is_named_by_its_number(line, tmp_path, capsys):
    records = tmp_path / "games.jsonl"
    records.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["--records", str(records)])
    assert "games.jsonl: line 1 is not a recorded game of stratego" in capsys.readouterr().err
