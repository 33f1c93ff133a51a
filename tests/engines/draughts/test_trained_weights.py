"""Weights are found by the traits of the rules."""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest

from damero.domain.draughts.rules import Duty, Player, Priority, Promotion, Rules
from damero.domain.draughts.variants import ENGLISH, INTERNATIONAL, RUSSIAN, VARIANTS
from damero.engines.data_file import BadDataFile, read_data_file
from damero.engines.draughts.trained_weights import (
    FOLDER,
    TrainedWeights,
    all_weights,
    numbers_of,
    traits_of,
    weights_for,
    write,
)
from damero.engines.draughts.weights import evaluation_of

EXPECTED = {
    "spanish": "spanish-federation",
    "spanish-federation": "spanish-federation",
    "drafti-federation": "spanish-federation",
    "czech": "spanish-federation",
    "russian": "russian",
    "checkers": "russian",
    "pool": "russian",
    "drafti": "drafti",
    "brazilian": "drafti",
    "english": "english",
    "italian": "italian",
    "international": "international",
}
RULES = {rules.id: rules for rules in VARIANTS}


def name_for(rules: Rules) -> str | None:
    weights = weights_for(rules)
    return weights.trained_on if weights else None


@pytest.mark.parametrize(("variant", "name"), EXPECTED.items())
def test_a_variant_plays_with_the_weights_of_the_nearest_trained_rules(variant: str, name: str | None) -> None:
    assert name_for(RULES[variant]) == name


@pytest.mark.parametrize("name", sorted({name for name in EXPECTED.values() if name}))
def test_trained_rules_play_with_their_own_weights_under_any_name(name: str) -> None:
    assert name_for(replace(RULES[name], id="another")) == name


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (replace(RUSSIAN, promotion=Promotion.AT_END, duty=Duty.PIECE), "russian"),
        (replace(RUSSIAN, priority=Priority.MOST_PIECES), "drafti"),
        (replace(ENGLISH, men_capture_backward=True), "english"),
        (replace(RUSSIAN, men_capture_backward=False), "spanish-federation"),
        (replace(RUSSIAN, men_rows=2, first=Player.BLACK, mirrored=True), "russian"),
        (replace(INTERNATIONAL, size=8, men_rows=3), "drafti"),
        (replace(INTERNATIONAL, priority=Priority.FREE, men_rows=3), "international"),
        (replace(INTERNATIONAL, size=12), None),
    ],
)
def test_new_rules_share_the_weights_of_those_that_differ_least(rules: Rules, name: str | None) -> None:
    assert name_for(replace(rules, id="new")) == name


def test_every_file_of_weights_says_where_it_comes_from_and_fits_its_variant() -> None:
    for weights in all_weights():
        assert weights.source.startswith("python -m damero.engines.draughts.train ")
        assert weights.licence == "MIT"
        assert weights.traits == traits_of(RULES[weights.trained_on])
        assert (FOLDER / f"{weights.trained_on}.bin.gz").stat().st_size < 2_000_000
        assert numbers_of(weights)


def test_altered_numbers_are_refused(tmp_path: Path) -> None:
    weights = all_weights()[0]
    with pytest.raises(BadDataFile, match="cannot be read"):
        numbers_of(weights, tmp_path)
    write(tmp_path / f"{weights.trained_on}.bin.gz", array("h", [1, 2, 3]))
    with pytest.raises(BadDataFile, match="checksum"):
        numbers_of(weights, tmp_path)


def test_weights_of_a_file_are_played_with_on_a_board_of_their_size(tmp_path: Path) -> None:
    for suffix in (".json", ".bin.gz"):
        copy(FOLDER / f"russian{suffix}", tmp_path)
    path = tmp_path / "russian.json"
    assert read_data_file(path, TrainedWeights) in all_weights()
    assert evaluation_of(RUSSIAN, str(path))
    with pytest.raises(BadDataFile, match="another size"):
        evaluation_of(INTERNATIONAL, str(path))
