"""Every way of counting leaves gives the published numbers."""

from __future__ import annotations

import pytest
from tests.perft.reader import SUITES, PerftLine, read_suite

from damero.domain.draughts.board import Board
from damero.domain.draughts.position import read_position
from damero.domain.draughts.rules import Player, Rules
from damero.domain.draughts.variants import CHECKERS, INTERNATIONAL, RUSSIAN, VARIANTS
from damero.engines.draughts.board import pieces_of
from damero.engines.draughts.kernel import Kernel
from damero.engines.draughts.perft import Perft

RULES = {rules.id: rules for rules in VARIANTS}
LINES = [line for variant in SUITES for line in read_suite(variant)]


def count_all(line: PerftLine, *, more_than: int, up_to: int) -> None:
    rules = RULES[line.variant]
    position = read_position(rules, line.fen)
    perft = Perft(Kernel(rules), table_megabytes=16)
    for depth, leaves in line.depths(more_than=more_than, up_to=up_to):
        counted = perft.count(pieces_of(position.board), depth, black=position.turn is Player.BLACK)
        assert counted == leaves, f"depth {depth}"


@pytest.mark.parametrize("line", LINES, ids=str)
def test_the_suites_counts_up_to_two_million(line: PerftLine) -> None:
    count_all(line, more_than=0, up_to=2_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES, ids=str)
def test_the_suites_counts_up_to_a_hundred_million(line: PerftLine) -> None:
    count_all(line, more_than=2_000_000, up_to=100_000_000)


def start_of(rules: Rules) -> Board:
    return Board.create_initial(rules.size, rules.men_rows)


@pytest.mark.parametrize(("rules", "depth", "leaves"), [(RUSSIAN, 8, 929_899), (INTERNATIONAL, 7, 1_049_442)])
@pytest.mark.parametrize("bulk", [True, False])
@pytest.mark.parametrize("table_megabytes", [0, 1])
@pytest.mark.parametrize("threads", [1, 2])
def test_every_way_of_counting_agrees(
    rules: Rules, depth: int, leaves: int, bulk: bool, table_megabytes: int, threads: int
) -> None:
    perft = Perft(Kernel(rules), bulk=bulk, table_megabytes=table_megabytes, threads=threads)
    assert perft.count(pieces_of(start_of(rules)), depth, black=False) == leaves


def test_a_tiny_table_that_is_overwritten_all_the_time_still_counts_right() -> None:
    perft = Perft(Kernel(CHECKERS), table_megabytes=1, threads=2)
    plain = Perft(Kernel(CHECKERS), bulk=False)
    pieces = pieces_of(start_of(CHECKERS))
    assert perft.count(pieces, 7, black=True) == plain.count(pieces, 7, black=True)


def test_the_leaves_below_each_move_add_up() -> None:
    perft = Perft(Kernel(RUSSIAN))
    pieces = pieces_of(start_of(RUSSIAN))
    parts = perft.divide(pieces, 6, black=False)
    assert len(parts) == 7
    assert sum(leaves for _, leaves in parts) == perft.count(pieces, 6, black=False) == 37_986


def test_no_depth_is_one_leaf_and_a_lost_side_has_none() -> None:
    perft = Perft(Kernel(RUSSIAN))
    assert perft.count(pieces_of(start_of(RUSSIAN)), 0, black=False) == 1
    assert perft.count(((), (), (1,), ()), 3, black=False) == 0


@pytest.mark.parametrize("depth", [-1, 65])
def test_a_depth_out_of_range_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="0 to 64"):
        Perft(Kernel(RUSSIAN)).count(((32,), (), (1,), ()), depth, black=False)


def test_there_is_a_suite_for_every_variant() -> None:
    assert set(SUITES) == set(RULES)
