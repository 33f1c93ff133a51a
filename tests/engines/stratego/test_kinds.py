from __future__ import annotations

import json
from random import Random

import numpy as np
import pytest
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.formations import formations
from damero.domain.stratego.rules import Rank
from damero.engines.stratego.kinds import main, mirrored, read_armies, sorted_out

STRATEGO = rules_of("stratego")
MODELS = [formation.army for formation in formations(STRATEGO.rules)[:3]]


def disturbed(army, random):
    """An army in which two pieces that are no bombs and no flag have changed places."""
    letters = list(army.replace("/", ""))
    one, two = random.sample([place for place, letter in enumerate(letters) if letter not in "BM"], 2)
    letters[one], letters[two] = letters[two], letters[one]
    return "".join(letters)


def armies_of(models, number):
    random = Random(1)
    return [disturbed(models[count % len(models)], random) for count in range(number)]


def test_armies_are_read_from_their_back_row_on_whether_rows_are_joined_or_not():
    one, two = read_armies(STRATEGO, [MODELS[0], MODELS[0].replace("/", "") + "\n"])
    assert one.tolist() == two.tolist()
    assert Rank(one[9]) is Rank.FLAG


@pytest.mark.parametrize("line", ["", "nonsense", "B" * 40, MODELS[0][:-1]])
def test_a_line_that_is_no_army_is_told_by_its_number(line):
    with pytest.raises(ValueError, match="line 2 is no army"):
        read_armies(STRATEGO, [MODELS[0], line])


def test_armies_drawn_after_three_models_are_of_three_kinds():
    armies = read_armies(STRATEGO, armies_of(MODELS, 90))
    kinds = sorted_out(armies, 3, seed=1)
    assert [round(kind.armies) for kind in kinds] == [30, 30, 30]
    flags = {int(np.argmax(kind.counts[:, Rank.FLAG])) % 10 for kind in kinds}
    assert all(kind.counts[:, Rank.FLAG].max() == pytest.approx(30) for kind in kinds)
    assert len(flags) == 3


def test_mirror_images_are_of_one_kind():
    armies = read_armies(STRATEGO, armies_of(MODELS[:1], 40))
    mixed = np.concatenate([armies[:20], mirrored(armies[20:])])
    (kind,) = sorted_out(mixed, 1, seed=1)
    assert kind.armies == pytest.approx(40)
    assert kind.counts[:, Rank.FLAG].max() == pytest.approx(40)


def test_the_command_writes_counts_that_add_up(tmp_path):
    (tmp_path / "armies.txt").write_text("\n".join(armies_of(MODELS, 30)), encoding="utf-8")
    main([str(tmp_path / "armies.txt"), "--kinds", "3", "--source", "a test", "--to", str(tmp_path / "kinds.json")])
    told = json.loads((tmp_path / "kinds.json").read_text(encoding="utf-8"))
    assert told["source"] == "a test"
    for kind in told["kinds"]:
        for rank in Rank:
            counted = sum(map(sum, kind["counts"][rank.name.lower()]))
            assert counted == pytest.approx(kind["armies"] * STRATEGO.rules.count(rank), abs=4)


def test_bad_files_get_a_sentence(tmp_path, capsys):
    (tmp_path / "armies.txt").write_text("nonsense\n", encoding="utf-8")
    for name in ("armies.txt", "missing.txt"):
        with pytest.raises(SystemExit):
            main([str(tmp_path / name), "--to", str(tmp_path / "kinds.json")])
        assert name in capsys.readouterr().err
    assert not (tmp_path / "kinds.json").exists()


@pytest.mark.parametrize("wish", [["--kinds", "0"], ["--kinds", "4"], ["--game", "banqi"], ["--game", "nonsense"]])
def test_wishes_that_cannot_be_met_get_a_sentence(tmp_path, capsys, wish):
    (tmp_path / "armies.txt").write_text("\n".join(MODELS), encoding="utf-8")
    with pytest.raises(SystemExit):
        main([str(tmp_path / "armies.txt"), "--to", str(tmp_path / "kinds.json"), *wish])
    assert "error:" in capsys.readouterr().err
    assert not (tmp_path / "kinds.json").exists()
