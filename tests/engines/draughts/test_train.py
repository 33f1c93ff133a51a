"""Self-play, the fit, and a small training from end to end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from damero.domain.draughts.rules import Rules
from damero.domain.draughts.variants import ENGLISH, INTERNATIONAL, RUSSIAN, VARIANTS
from damero.engines.data_file import read_data_file
from damero.engines.draughts.evaluate import Evaluation, blocks_of
from damero.engines.draughts.kernel import Kernel
from damero.engines.draughts.train import training
from damero.engines.draughts.train.__main__ import main, read_arguments
from damero.engines.draughts.train.arena import Arena
from damero.engines.draughts.train.regression import (
    PATTERNS,
    SAMPLE,
    TERMS,
    Fit,
    bit_of,
    mirror_of_patterns,
    read_samples,
)
from damero.engines.draughts.train.training import MatchScore
from damero.engines.draughts.trained_weights import TrainedWeights, numbers_of
from damero.engines.draughts.weights import hand_made

every_variant = pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)


def arena(rules: Rules, seed: int = 1, nodes: int = 100) -> Arena:
    evaluation = Evaluation(rules, hand_made(rules))
    return Arena(rules, (evaluation, evaluation), nodes=nodes, seed=seed)


@every_variant
def test_games_of_self_play_end_with_a_result_and_quiet_positions(rules: Rules) -> None:
    field = arena(rules)
    kernel = Kernel(rules)
    squares = {bit_of(square, rules.size): square for square in range(1, rules.size**2 // 2 + 1)}

    def numbers(bits: int) -> tuple[int, ...]:
        return tuple(square for bit, square in squares.items() if bits >> bit & 1)

    for _ in range(4):
        played, result = field.game(6, 30)
        assert result in (-1, 0, 1)
        for sample in np.frombuffer(played, SAMPLE)[::7]:
            white, black, kings = (int(sample[name]) for name in ("white", "black", "kings"))
            pieces = tuple(numbers(bits) for bits in (white & ~kings, white & kings, black & ~kings, black & kings))
            moves = kernel.moves(pieces, black=bool(sample["black_to_move"]))  # type: ignore[arg-type]
            assert moves
            assert not any(captured for _, captured, _ in moves)


def test_the_same_seed_plays_the_same_games() -> None:
    one, other = arena(RUSSIAN, seed=5), arena(RUSSIAN, seed=5)
    assert [one.game(6, 30) for _ in range(3)] == [other.game(6, 30) for _ in range(3)]


def test_a_stronger_evaluation_wins_its_match() -> None:
    """Against one to whom neither men nor kings are worth anything."""
    blind = hand_made(RUSSIAN)
    blind[:6] = type(blind)("h", [0] * 6)
    players = (Evaluation(RUSSIAN, hand_made(RUSSIAN)), Evaluation(RUSSIAN, blind))
    field = Arena(RUSSIAN, players, nodes=400, seed=1)
    score = MatchScore(tuple(field.pair(4) for _ in range(20)))
    assert score.share > 0.75
    assert score.elo > 150


@pytest.mark.parametrize("rules", [RUSSIAN, INTERNATIONAL], ids=lambda rules: rules.id)
def test_the_fit_sees_a_position_as_the_evaluation_does(rules: Rules) -> None:
    weights, kernel = hand_made(rules), Kernel(rules)
    evaluation, fit = Evaluation(rules, weights), Fit(weights, len(blocks_of(rules.size)))
    white, black = (21, 22, 24), (9, 10, 12)
    sample = np.zeros(1, SAMPLE)
    sample["white"] = sum(1 << bit_of(square, rules.size) for square in (*white, 25))
    sample["black"] = sum(1 << bit_of(square, rules.size) for square in (*black, 13))
    sample["kings"] = 1 << bit_of(25, rules.size) | 1 << bit_of(13, rules.size)
    positions = read_samples(rules, sample, np.zeros(1, np.float32))
    judged = evaluation.of(kernel, (white, (25,), black, (13,)), black=False)
    assert fit._scores(positions)[0] == pytest.approx(judged, abs=2)


def test_a_pattern_mirrored_twice_is_itself() -> None:
    mirror = mirror_of_patterns()
    assert (mirror[mirror] == np.arange(PATTERNS)).all()
    assert mirror[1] == 2 * 3**7


def test_the_fit_learns_what_wins() -> None:
    """Results made up by a rule: who has more kings wins."""
    chance = np.random.default_rng(1)
    samples = np.zeros(3000, SAMPLE)
    for side, squares in (("white", range(20, 33)), ("black", range(1, 14))):
        bits = [bit_of(square, 8) for square in squares]
        samples[side] = [sum(1 << bit for bit in chance.choice(bits, 6, replace=False)) for _ in samples]
    samples["kings"] = (samples["white"] | samples["black"]) & chance.integers(0, 1 << 35, 3000, dtype=np.uint64)
    lead = [
        int(white & kings).bit_count() - int(black & kings).bit_count()
        for white, black, kings in zip(samples["white"], samples["black"], samples["kings"], strict=True)
    ]
    results = np.array([0.5 + 0.5 * np.sign(each) for each in lead], np.float32)
    weights = hand_made(RUSSIAN)
    weights[2:6] = type(weights)("h", [0, 0, 0, 0])
    fit = Fit(weights, 9)
    positions = read_samples(RUSSIAN, samples, results)
    first, last = fit.run(positions, steps=1), fit.run(positions, steps=80)
    assert last < first
    assert (fit.terms[2] > fit.terms[0]).all(), "a further king is worth more than a man"
    assert len(fit.numbers()) == (TERMS + 9 * PATTERNS) * 2


@pytest.mark.slow
def test_a_training_ends_with_weights_and_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["english", "--games", "60", "--rounds", "2", "--nodes", "60", "--pairs", "4", "--timed-pairs", "1"]
    arguments += ["--out", str(tmp_path), "--folder", str(tmp_path / "rounds")]
    main(arguments)
    assert "round 2" in capsys.readouterr().err
    weights = read_data_file(tmp_path / "english.json", TrainedWeights)
    assert weights.source.endswith(str(tmp_path / "rounds"))
    assert set(weights.against_hand_made) == {"60 nodes a move", "0.02 seconds a move"}
    assert len(numbers_of(weights, tmp_path)) == len(hand_made(ENGLISH))
    main(arguments)
    assert "round 1:" not in capsys.readouterr().err


def test_the_arguments_say_which_game() -> None:
    plan = read_arguments(["russian", "--games", "10", "--rounds", "5", "--out", "weights"])
    assert plan.rules is RUSSIAN
    assert (plan.games, plan.rounds) == (10, 5)


@pytest.mark.slow
def test_threads_do_not_change_what_is_played() -> None:
    plans = [
        read_arguments(
            [
                *["russian", "--games", "120", "--nodes", "100", "--pairs", "60", "--out", "weights", "--threads"],
                threads,
            ]
        )
        for threads in ("1", "2")
    ]
    weights = hand_made(RUSSIAN)
    (samples, results), (other_samples, other_results) = (training.play_games(plan, weights, 1) for plan in plans)
    assert (samples == other_samples).all()
    assert (results == other_results).all()
    blind = hand_made(RUSSIAN)
    blind[:6] = type(blind)("h", [0] * 6)
    assert training.match(plans[0], weights, blind, 1) == training.match(plans[1], weights, blind, 1)
