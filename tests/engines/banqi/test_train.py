"""Fitting the network that judges the living."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np

from damero.engines.banqi.material import PATH
from damero.engines.banqi.search import Searcher
from damero.engines.banqi.train.__main__ import main
from damero.engines.banqi.train.training import NEURONS, NetworkFit, Sample, fit, inputs, play_itself

FULL = (1, 2, 2, 2, 2, 2, 5)
WITHOUT_GUARDS = (1, 0, 2, 2, 2, 2, 5)


def chances(network: NetworkFit, own: tuple[int, ...], enemy: tuple[int, ...]) -> float:
    weights, thresholds, outputs = network.layers
    seen, mirrored = (
        np.tanh(inputs(np.array([alive], dtype=np.float64)) @ weights + thresholds)
        for alive in (own + enemy, enemy + own)
    )
    return float(((seen - mirrored) @ outputs)[0])


def test_a_network_learns_who_wins() -> None:
    samples = [(Sample(FULL + WITHOUT_GUARDS, 0), 1.0), (Sample(WITHOUT_GUARDS + FULL, 1), 0.0)] * 300
    network = fit(samples, passes=20, seed=1)
    assert chances(network, FULL, WITHOUT_GUARDS) > 1
    assert chances(network, FULL, FULL) == 0
    assert chances(network, FULL, WITHOUT_GUARDS) == -chances(network, WITHOUT_GUARDS, FULL)


def test_a_game_against_itself_gives_samples_of_both_colours() -> None:
    samples = play_itself(Searcher(), 50, Random(2))
    assert {sample.colour for sample, _ in samples} == {0, 1}
    points = {sample.colour: won for sample, won in samples}
    assert points[0] + points[1] == 1
    assert all(len(sample.alive) == 14 and max(sample.alive) <= 5 for sample, _ in samples)


def test_the_same_command_comes_to_the_same_weights_in_the_form_of_those_in_use(tmp_path: Path) -> None:
    written = []
    for name in ("one.json", "other.json"):
        main(["--games", "2", "--nodes", "30", "--passes", "1", "--out", str(tmp_path / name)])
        written.append((tmp_path / name).read_text())
    assert written[0] == written[1]
    in_use = json.loads(PATH.read_text())
    fitted = json.loads(written[0])
    assert in_use.keys() == fitted.keys()
    assert fitted["source"] == "python -m damero.engines.banqi.train --games 2 --nodes 30 --passes 1 --seed 1"
    assert np.array(in_use["weights"]).shape == np.array(fitted["weights"]).shape == (28, NEURONS)
