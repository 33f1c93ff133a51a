"""The referee and the naive generator give the counts of the suites."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from tests.perft import naive
from tests.perft.reader import SUITES, PerftLine, read_all, read_laws, read_line, read_suite

from damero.domain.draughts import moves, position
from damero.domain.draughts.board import Board
from damero.domain.draughts.rules import Player, Rules
from damero.domain.draughts.variants import VARIANTS

FAST, SLOW = 1_000, 100_000
RULES = {rules.id: rules for rules in VARIANTS}
LINES = read_all()
LAWS = {variant: naive.read_laws(read_laws(variant)) for variant in SUITES}


def leaves(board: Board, player: Player, rules: Rules, depth: int) -> int:
    legal = moves.legal_moves(board, player, rules)
    if depth == 1:
        return len(legal)
    return sum(leaves(moves.board_after(board, move), player.opponent, rules, depth - 1) for move in legal)


def referee_counts(line: PerftLine, depth: int) -> int:
    read = position.read_position(RULES[line.variant], line.fen)
    return leaves(read.board, read.turn, read.rules, depth)


def naive_counts(line: PerftLine, depth: int) -> int:
    laws = LAWS[line.variant]
    return naive.perft(*naive.read_fen(line.fen, laws), laws, depth)


@pytest.mark.parametrize("line", LINES, ids=str)
def test_the_referee_gives_the_published_and_agreed_counts(line: PerftLine) -> None:
    for depth, count in line.depths(up_to=FAST):
        assert referee_counts(line, depth) == count, f"depth {depth}"


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES, ids=str)
def test_the_referee_gives_the_counts_of_deeper_trees(line: PerftLine) -> None:
    for depth, count in line.depths(more_than=FAST, up_to=SLOW):
        assert referee_counts(line, depth) == count, f"depth {depth}"


@pytest.mark.parametrize("line", LINES, ids=str)
def test_the_naive_generator_gives_the_same_counts(line: PerftLine) -> None:
    for depth, count in line.depths(up_to=FAST):
        assert naive_counts(line, depth) == count, f"depth {depth}"


def test_every_variant_has_a_suite_and_laws_of_its_own() -> None:
    assert set(LAWS) == {rules.id for rules in VARIANTS}


def test_every_suite_begins_with_the_start_position() -> None:
    for rules in VARIANTS:
        assert read_suite(rules.id)[0].fen == position.initial(rules).text


def test_the_suites_tell_any_two_laws_apart_within_five_plies() -> None:
    """Two variants on the same board differ in some count, unless the naive generator gives them the same laws."""
    tables = {variant: counts_by_position(variant) for variant in SUITES}
    laws = {variant: replace(LAWS[variant], numbers="") for variant in SUITES}
    for one, other in combinations(tables, 2):
        shared = tables[one].keys() & tables[other].keys()
        differ = any(tables[one][position] != tables[other][position] for position in shared)
        same_board = laws[one].size == laws[other].size
        assert differ == (same_board and laws[one] != laws[other]), (one, other)


def counts_by_position(variant: str) -> dict[object, tuple[int, ...]]:
    """The counts of a suite to five plies, by the pieces and the turn, however its squares are numbered."""
    read = ((naive.read_fen(line.fen, LAWS[variant]), line.counts) for line in read_suite(variant))
    return {(frozenset(pieces.items()), turn, LAWS[variant].size): counts[:5] for (pieces, turn), counts in read}


def test_a_line_with_a_gap_between_its_depths_is_refused() -> None:
    with pytest.raises(ValueError, match="not 1, 2, 3"):
        read_line("spanish", "W:W21:B1 ;D1 7 ;D3 302")
