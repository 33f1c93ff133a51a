"""Endgame tablebases: against the referee, against themselves, and against what is known of kings' endings."""

from __future__ import annotations

import fcntl
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from damero.domain.draughts import Position
from damero.domain.draughts.board import king, man
from damero.domain.draughts.position import read_position, set_up
from damero.domain.draughts.rules import Draws, Player, Rules
from damero.domain.draughts.variants import (
    CHECKERS,
    DRAFTI_FEDERATION,
    ENGLISH,
    INTERNATIONAL,
    ITALIAN,
    RUSSIAN,
    SPANISH,
    VARIANTS,
)
from damero.domain.errors import BadPosition
from damero.engines.draughts.kernel import Kernel, flags_of
from damero.engines.draughts.tablebase.build import AlreadyBuilding, Builder, PairWork, Progress, works
from damero.engines.draughts.tablebase.check import check
from damero.engines.draughts.tablebase.packing import tally
from damero.engines.draughts.tablebase.slice_file import DamagedTablebase, SliceFile, key_of, path_of, pieces_in, shapes
from damero.engines.draughts.tablebase.slice_index import index_round_trips, pieces_at, slice_size
from damero.engines.draughts.tablebase.solved_slices import SolvedSlices
from damero.engines.draughts.tablebase.tables import Result, Tablebase, Verdict, check_covers

WHITE, BLACK = Player.WHITE, Player.BLACK
SMALL = [rules for rules in VARIANTS if rules.size == 8]
ALL_OF_THREE = [shape for pieces in (2, 3) for shape in shapes(pieces)]
NEVER_DRAWN = Draws(no_progress=1 << 30, repetition=1 << 30)


def built(rules: Rules, folder: Path, pieces: int) -> Tablebase:
    Builder(rules, folder).build(pieces)
    return Tablebase(rules, folder)


@pytest.fixture(scope="module")
def russian(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    return built(RUSSIAN, tmp_path_factory.mktemp("russian"), 4)


def random_positions(rules: Rules, pieces: int, count: int, seed: int) -> Iterator[Position]:
    lots, kernel = random.Random(seed), Kernel(rules)
    found = 0
    while found < count:
        shape = lots.choice(shapes(lots.randint(2, pieces)))
        squares = pieces_at(kernel, *shape, lots.randrange(slice_size(*shape, board=rules.size)))
        if squares is not None:
            found += 1
            yield position_of(rules, squares)


def position_of(rules: Rules, squares: tuple[tuple[int, ...], ...]) -> Position:
    kinds = (man(WHITE), king(WHITE), man(BLACK), king(BLACK))
    placed = [(square, kind) for kind, each in zip(kinds, squares, strict=True) for square in each]
    return set_up(rules, placed, WHITE)


def result_by_successors(tables: Tablebase, position: Position) -> Result:
    if position.outcome is not None:
        return Result.DRAW if position.outcome.winner is None else Result.LOSS
    results = {result_now(tables, position.play(move)) for move in position.legal_moves()}
    if Result.LOSS in results:
        return Result.WIN
    return Result.DRAW if Result.DRAW in results else Result.LOSS


def result_now(tables: Tablebase, position: Position) -> Result:
    """The referee goes before the tables."""
    if position.outcome is not None:
        return Result.DRAW if position.outcome.winner is None else Result.LOSS
    verdict = tables.ask(position)
    assert verdict is not None
    return verdict.result


@pytest.mark.parametrize("board", [8, 10])
@pytest.mark.parametrize("shape", [(1, 1, 1, 1), (2, 0, 1, 0), (0, 2, 0, 1), (3, 0, 0, 1)])
def test_an_index_leads_back_to_its_position(shape: tuple[int, int, int, int], board: int) -> None:
    seen, same = index_round_trips(*shape, every=1 if board == 8 else 13, board=board)
    assert seen == same > 600


@pytest.mark.parametrize("shape", shapes(7))
def test_an_index_of_seven_pieces_leads_back_to_its_position(shape: tuple[int, int, int, int]) -> None:
    seen, same = index_round_trips(*shape, every=slice_size(*shape) // 1_009)
    assert seen == same > 100


def test_every_position_of_two_three_and_four_pieces_has_a_place(russian: Tablebase) -> None:
    positions = dict.fromkeys((2, 3, 4), 0)
    for header in russian.headers():
        positions[sum(header.shape)] += header.wins + header.losses + header.draws
    assert positions == {2: 3_488, 3: 196_032, 4: 6_209_316}


@pytest.mark.parametrize(
    ("kings", "expected"),
    [((3, 1), (91.9, 0.0, 8.1)), ((2, 1), (37.8, 0.0, 62.2)), ((2, 2), (10.0, 0.3, 89.7))],
)
def test_kings_endings_of_russian_draughts_are_as_known(
    russian: Tablebase, kings: tuple[int, int], expected: tuple[float, float, float]
) -> None:
    header = next(header for header in russian.headers() if header.shape == (0, kings[0], 0, kings[1]))
    whole = header.wins + header.losses + header.draws
    shares = tuple(round(100 * count / whole, 1) for count in (header.wins, header.losses, header.draws))
    assert shares == expected


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)
def test_three_pieces_of_every_variant_are_what_the_referee_makes_of_their_successors(
    rules: Rules, tmp_path: Path
) -> None:
    tables = built(rules, tmp_path, 3)
    for position in random_positions(rules, 3, 150, seed=7):
        verdict = tables.ask(position)
        assert verdict is not None
        assert verdict.result is result_by_successors(tables, position), position.text


def solved_up_to(pieces: int, rules: Rules) -> Iterator[PairWork]:
    solved = SolvedSlices(flags_of(rules))
    for count in range(2, pieces + 1):
        for work in (work for group in works(rules, solved, count) for work in group):
            work.pair.solve()
            yield work
            work.keep()
            work.clear()


@pytest.mark.parametrize("rules", [RUSSIAN, CHECKERS, ENGLISH], ids=lambda rules: rules.id)
def test_an_altered_entry_is_a_fault(rules: Rules) -> None:
    work = next(solved_up_to(2, rules))
    values = work.values((0, 1, 0, 1))
    values[values.index(0)] = 4
    assert work.faults() >= 1


@pytest.mark.slow
def test_the_best_move_of_a_thousand_positions_keeps_the_result_and_comes_nearer(russian: Tablebase) -> None:
    for position in random_positions(RUSSIAN, 4, 1000, seed=5):
        verdict, ranked = russian.ask(position), russian.ranked(position)
        assert verdict is not None
        if ranked:
            assert ranked[0][1].result is verdict.result, position.text
            assert ranked[0][1].plies == verdict.plies or verdict.result is Result.DRAW, position.text


def test_three_kings_catch_one_in_time(russian: Tablebase) -> None:
    position = read_position(RUSSIAN, "W:WK1,K5,K9:BK32")
    while position.outcome is None:
        position = position.play(russian.ranked(position)[0][0])
    assert position.outcome.winner == "white"


def test_the_side_without_pieces_has_lost(russian: Tablebase) -> None:
    assert russian.ask(read_position(RUSSIAN, "B:WK1:B")) == Verdict(Result.LOSS, 0)


def test_more_pieces_than_the_tables_have_are_not_known(russian: Tablebase) -> None:
    position = read_position(RUSSIAN, "W:WK1,K5,K9,10:BK32")
    assert russian.ask(position) is None
    assert russian.ranked(position) == []


def test_building_again_takes_what_is_there(tmp_path: Path) -> None:
    built(RUSSIAN, tmp_path, 3)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.table")}
    told: list[Progress] = []
    Builder(RUSSIAN, tmp_path).build(3, told.append)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.table")} == before
    assert told[-1].found == told[-1].done == told[-1].total == sum(slice_size(*shape) for shape in ALL_OF_THREE)


def test_a_damaged_table_is_found_and_built_again(tmp_path: Path) -> None:
    built(RUSSIAN, tmp_path, 2)
    path = path_of(tmp_path, (0, 1, 0, 1))
    whole = path.read_bytes()
    path.write_bytes(whole[:-40] + bytes([whole[-40] ^ 1]) + whole[-39:])
    with pytest.raises(DamagedTablebase, match="altered"):
        SliceFile(path, key_of(RUSSIAN)).verify()
    Builder(RUSSIAN, tmp_path).build(2)
    assert path.read_bytes() == whole
    Tablebase(RUSSIAN, tmp_path).verify()


def test_a_builder_that_may_not_wait_leaves_another_alone(tmp_path: Path) -> None:
    built(RUSSIAN, tmp_path, 2)
    with (tmp_path / "building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(AlreadyBuilding):
            Builder(RUSSIAN, tmp_path).build(3, may_wait=False)
        Builder(RUSSIAN, tmp_path).build(2)
        assert pieces_in(tmp_path) == 2


def test_a_build_that_is_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def leave(progress: Progress) -> None:
        if progress.done > 1000:
            raise Enough

    with pytest.raises(Enough):
        Builder(ENGLISH, tmp_path).build(4, leave)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.table")}
    assert len(kept) > 0
    assert pieces_in(tmp_path) < 4
    assert built(ENGLISH, tmp_path, 3).pieces == 3
    assert all(path.stat().st_mtime_ns == time for path, time in kept.items())


def test_the_check_looks_at_every_entry_and_finds_what_is_wrong(tmp_path: Path) -> None:
    tables = built(ITALIAN, tmp_path, 3)
    found = list(check(ITALIAN, tables))
    assert [(each.pieces, each.faults) for each in found] == [(2, 0), (3, 0)]
    assert found[1].entries == sum(slice_size(*shape) for shape in shapes(3))
    whole, of_others = path_of(tmp_path, (0, 1, 0, 2)), path_of(tmp_path, (0, 2, 0, 1))
    assert sum(each.faults for each in check(replace(ITALIAN, draws=Draws(no_progress=9)), tables)) > 0
    whole.write_bytes(of_others.read_bytes())
    with pytest.raises(DamagedTablebase):
        list(check(ITALIAN, Tablebase(ITALIAN, tmp_path)))


def test_a_table_cut_short_or_of_other_rules_is_refused(tmp_path: Path) -> None:
    built(RUSSIAN, tmp_path, 2)
    path = path_of(tmp_path, (0, 1, 0, 1))
    with pytest.raises(DamagedTablebase, match="other rules"):
        SliceFile(path, key_of(ITALIAN))
    path.write_bytes(path.read_bytes()[:-50])
    with pytest.raises(DamagedTablebase, match="cut short"):
        SliceFile(path, key_of(RUSSIAN))
    path.write_bytes(b"nonsense")
    with pytest.raises(DamagedTablebase, match="header"):
        SliceFile(path, key_of(RUSSIAN))


def test_only_variants_that_move_alike_and_are_drawn_alike_share_their_tables() -> None:
    assert key_of(SPANISH) != key_of(DRAFTI_FEDERATION)
    assert key_of(SPANISH) == key_of(replace(SPANISH, id="castilian", draws=replace(SPANISH.draws, repetition=5)))
    for one, other in combinations(SMALL, 2):
        moves_alike = flags_of(one) == flags_of(other)
        drawn_alike = replace(one.draws, repetition=3) == replace(other.draws, repetition=3)
        assert (key_of(one) == key_of(other)) == (moves_alike and drawn_alike), (one.id, other.id)


def test_only_few_pieces_have_tables() -> None:
    with pytest.raises(BadPosition, match="2 to 4"):
        check_covers(INTERNATIONAL, 5)
    with pytest.raises(BadPosition, match="2 to 7"):
        check_covers(RUSSIAN, 8)
    with pytest.raises(BadPosition, match="126 plies"):
        check_covers(replace(RUSSIAN, draws=NEVER_DRAWN), 4)


def test_a_tally_counts_what_stands_in_the_values() -> None:
    assert tally(bytearray([0, 1, 4, 4, 7, 12])) == (3, 1, 1, 5)
