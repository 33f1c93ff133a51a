from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.formations import formations
from damero.domain.stratego.rules import Rank
from damero.engines.stratego import tables
from damero.engines.stratego.train.cluster_setups import cluster, main, mirrored, read_armies

STRATEGO = rules_of("stratego")
MODELS = [formation.army for formation in formations(STRATEGO.rules)[:3]]


def with_an_exchange(army, random):
    """An army in which two pieces other than bombs and the flag have been exchanged."""
    letters = list(army.replace("/", ""))
    one, two = random.sample([place for place, letter in enumerate(letters) if letter not in "BM"], 2)
    letters[one], letters[two] = letters[two], letters[one]
    return "".join(letters)


def armies_of(models, number):
    random = Random(1)
    return [with_an_exchange(models[count % len(models)], random) for count in range(number)]


def output(folder):
    return ["--source", "a test", "--licence", "MIT", "--output", str(folder / "clusters.json")]


def test_armies_are_read_from_their_back_row_on_whether_rows_are_joined_or_not():
    one, two = read_armies(STRATEGO, [MODELS[0], MODELS[0].replace("/", "") + "\n"])
    assert one.tolist() == two.tolist()
    assert Rank(one[9]) is Rank.FLAG


@pytest.mark.parametrize("line", ["", "nonsense", "B" * 40, MODELS[0][:-1]])
def test_a_line_that_is_not_an_army_is_named_by_its_number(line):
    with pytest.raises(ValueError, match="line 2 is not an army"):
        read_armies(STRATEGO, [MODELS[0], line])


def test_armies_made_from_three_models_form_three_clusters():
    armies = read_armies(STRATEGO, armies_of(MODELS, 90))
    clusters = cluster(armies, 3, seed=1)
    assert [round(found.armies) for found in clusters] == [30, 30, 30]
    flags = {int(np.argmax(found.counts[:, Rank.FLAG])) % 10 for found in clusters}
    assert all(found.counts[:, Rank.FLAG].max() == pytest.approx(30) for found in clusters)
    assert len(flags) == 3


def test_mirror_images_belong_to_one_cluster():
    armies = read_armies(STRATEGO, armies_of(MODELS[:1], 40))
    mixed = np.concatenate([armies[:20], mirrored(armies[20:])])
    (found,) = cluster(mixed, 1, seed=1)
    assert found.armies == pytest.approx(40)
    assert found.counts[:, Rank.FLAG].max() == pytest.approx(40)


def test_the_command_writes_counts_that_add_up(tmp_path):
    (tmp_path / "armies.txt").write_text("\n".join(armies_of(MODELS, 30)), encoding="utf-8")
    main([str(tmp_path / "armies.txt"), "--clusters", "3", *output(tmp_path)])
    written = tables.read_table(tmp_path / "clusters.json", tables.SetupClusters)
    assert (written.source, written.licence) == ("a test", "MIT")
    for found in written.clusters:
        for rank, rows in zip(Rank, found.counts.in_order, strict=True):
            counted = sum(map(sum, rows))
            assert counted == pytest.approx(found.armies * STRATEGO.rules.count(rank), abs=4)


def test_bad_files_get_a_sentence(tmp_path, capsys):
    (tmp_path / "armies.txt").write_text("nonsense\n", encoding="utf-8")
    for name in ("armies.txt", "missing.txt"):
        with pytest.raises(SystemExit):
            main([str(tmp_path / name), *output(tmp_path)])
        assert name in capsys.readouterr().err
    assert not (tmp_path / "clusters.json").exists()


@pytest.mark.parametrize(
    "option", [["--clusters", "0"], ["--clusters", "4"], ["--game", "banqi"], ["--game", "nonsense"]]
)
def test_options_that_cannot_be_met_get_a_sentence(tmp_path, capsys, option):
    (tmp_path / "armies.txt").write_text("\n".join(MODELS), encoding="utf-8")
    with pytest.raises(SystemExit):
        main([str(tmp_path / "armies.txt"), *output(tmp_path), *option])
    assert "error:" in capsys.readouterr().err
    assert not (tmp_path / "clusters.json").exists()
