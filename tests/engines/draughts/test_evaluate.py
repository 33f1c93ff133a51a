"""The evaluation and its weights."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

import pytest

from damero.domain.draughts.rules import Rules
from damero.domain.draughts.variants import INTERNATIONAL, RUSSIAN, VARIANTS
from damero.engines.draughts.board import Squares
from damero.engines.draughts.evaluate import Evaluation, blocks_of, size_of
from damero.engines.draughts.kernel import Kernel
from damero.engines.draughts.trained_weights import read, write
from damero.engines.draughts.weights import evaluation_of, hand_made

every_variant = pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)

Sides = tuple[Squares, Squares, Squares, Squares]


def random_pieces(rules: Rules, chance: random.Random) -> Sides:
    last = rules.size**2 // 2
    squares = chance.sample(range(rules.size // 2 + 1, last - rules.size // 2 + 1), 14)
    return tuple(squares[:5]), tuple(squares[5:7]), tuple(squares[7:12]), tuple(squares[12:])


def seen_from_the_other_side(rules: Rules, pieces: Sides) -> Sides:
    last = rules.size**2 // 2
    white_men, white_kings, black_men, black_kings = (
        tuple(last + 1 - square for square in squares) for squares in pieces
    )
    return black_men, black_kings, white_men, white_kings


@every_variant
def test_both_colours_are_judged_alike(rules: Rules) -> None:
    evaluation, kernel, chance = evaluation_of(rules), Kernel(rules), random.Random(3)
    for _ in range(50):
        pieces = random_pieces(rules, chance)
        turned = seen_from_the_other_side(rules, pieces)
        judged = evaluation.of(kernel, pieces, black=False), evaluation.of(kernel, turned, black=True)
        assert judged[0] == pytest.approx(judged[1], abs=2)


@every_variant
def test_more_material_is_worth_more(rules: Rules) -> None:
    """With more pieces than the endgame tables have: of fewer the evaluation need know nothing."""
    evaluation, kernel, black = evaluation_of(rules), Kernel(rules), (1, 2, 10, 11)
    even = evaluation.of(kernel, ((22, 23, 31, 32), (), black, ()), black=False)
    man_more = evaluation.of(kernel, ((21, 22, 23, 31, 32), (), black, ()), black=False)
    king = evaluation.of(kernel, ((22, 31, 32), (23,), black, ()), black=False)
    assert man_more > even + 30
    assert king > even + 20


@pytest.mark.parametrize(("rules", "number"), [(RUSSIAN, 9), (INTERNATIONAL, 16)])
def test_the_blocks_of_eight_squares_cover_the_board(rules: Rules, number: int) -> None:
    blocks = blocks_of(rules.size)
    assert len(blocks) == number
    assert {len(block) for block in blocks} == {8}
    assert {square for block in blocks for square in block} == set(range(1, rules.size**2 // 2 + 1))


def test_weights_of_another_board_are_refused() -> None:
    with pytest.raises(ValueError, match=str(size_of(16))):
        Evaluation(INTERNATIONAL, hand_made(RUSSIAN))


def test_weights_survive_their_file(tmp_path: Path) -> None:
    numbers = array("h", [3, -32_000, 7])
    write(tmp_path / "weights.bin.gz", numbers)
    assert read(tmp_path / "weights.bin.gz") == numbers
