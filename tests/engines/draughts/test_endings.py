"""Endings of few pieces in every variant: counted, checked, and played without an error.

DAMERO_ENDINGS=500 python -m pytest tests/engines/draughts/test_endings.py   plays five hundred of each variant.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.plies import move_texts

from damero.domain.draughts import Position
from damero.domain.draughts.board import king, man
from damero.domain.draughts.position import initial, read_position, set_up
from damero.domain.draughts.rules import Player, Rules
from damero.domain.draughts.variants import ENGLISH, INTERNATIONAL, RUSSIAN, VARIANTS
from damero.domain.game import Seat
from damero.engines.draughts import endings
from damero.engines.draughts.kernel import Kernel, flags_of
from damero.engines.draughts.player import player_of
from damero.engines.draughts.tablebase import background
from damero.engines.draughts.tablebase.build import Builder, CannotKeep, works
from damero.engines.draughts.tablebase.check import check
from damero.engines.draughts.tablebase.packing import tally
from damero.engines.draughts.tablebase.slice_file import name_of, pieces_in, shapes
from damero.engines.draughts.tablebase.slice_index import pieces_at, slice_size
from damero.engines.draughts.tablebase.solved_slices import SolvedSlices
from damero.engines.draughts.tablebase.tables import Result, Tablebase, folder_of, tablebase
from damero.engines.engine import Limits

SMALL = [rules for rules in VARIANTS if rules.size == 8]
ASKED = os.environ.get("DAMERO_ENDINGS")
GAMES = int(ASKED or 50)
SOLVED = SMALL if ASKED else SMALL[::2]
"""Every second variant, since neighbours share most of their rules; all of them when they are asked for."""
GOLDEN = json.loads(Path(__file__).with_name("slices.json").read_text())
"""Of every slice of up to four pieces: wins, losses, draws and the greatest distance (`tablebase info --json`).

A new variant need not be here: its tables are checked against its own rules.
"""
WORTH = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}
LONG_ENOUGH = 2
"""Plies played in a drawn ending; each must keep the draw."""


@pytest.fixture(autouse=True)
def tables_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMERO_TABLEBASES", str(tmp_path))
    monkeypatch.setattr(endings, "_open", {})
    monkeypatch.setattr(endings, "_builders", {})
    endings._build_in_thread.cache_clear()
    tablebase.cache_clear()


def test_the_counts_are_those_of_variants() -> None:
    assert set(GOLDEN) <= {rules.id for rules in SMALL}


@pytest.mark.slow
@pytest.mark.parametrize("rules", SOLVED, ids=lambda rules: rules.id)
def test_four_pieces_are_as_counted_follow_from_one_another_and_are_played_without_error(rules: Rules) -> None:
    tables = tablebase(rules)
    counts = counts_of(tables)
    assert counts == GOLDEN.get(rules.id, counts)
    assert [checked.faults for checked in check(rules, tables)] == [0, 0, 0]
    for number, position in enumerate(random_positions(rules, 4, GAMES, seed=13)):
        play_without_error(tables, position, Random(number))


def counts_of(tables: Tablebase) -> dict[str, list[int]]:
    headers = tables.headers()
    return {name_of(each.shape): [each.wins, each.losses, each.draws, each.longest] for each in headers}


def random_positions(rules: Rules, pieces: int, count: int, seed: int) -> Iterator[Position]:
    lots, kernel = Random(seed), Kernel(rules)
    kinds = (man(Player.WHITE), king(Player.WHITE), man(Player.BLACK), king(Player.BLACK))
    while count:
        shape = lots.choice(shapes(lots.randint(2, pieces)))
        squares = pieces_at(kernel, *shape, lots.randrange(slice_size(*shape)))
        if squares is None:
            continue
        placed = [(square, kind) for kind, each in zip(kinds, squares, strict=True) for square in each]
        position = set_up(rules, placed, Player.WHITE)
        if position.outcome is None:
            count -= 1
            yield position


def play_without_error(tables: Tablebase, start: Position, lots: Random) -> None:
    """The engine has White or Black, its opponent plays by the tables too, or at random: no result is given away."""
    seat, is_wild, position = lots.choice(("white", "black")), lots.random() < 0.5, start
    promised = worth_for(seat, tables, start)
    for _ in range(LONG_ENOUGH if promised == 0 else 1000):
        if position.to_move is None:
            break
        before = worth_for(seat, tables, position)
        if is_wild and position.to_move != seat:
            position = position.play(lots.choice(position.legal_moves()))
        else:
            choice = player_of(8).choose(position.view(position.to_move), Limits(seed=lots.randrange(1 << 20)))
            position = position.play(choice.move)
        assert worth_for(seat, tables, position) >= before, (start.text, move_texts(position))
    assert worth_for(seat, tables, position) >= promised
    assert promised == 0 or position.outcome is not None


def worth_for(seat: Seat, tables: Tablebase, position: Position) -> int:
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0 if winner is None else 1 if winner == seat else -1
    verdict = tables.ask(position)
    assert verdict is not None
    return WORTH[verdict.result] * (1 if position.to_move == seat else -1)


@pytest.mark.slow
def test_three_kings_against_two_are_as_counted_and_follow_from_one_another() -> None:
    solved = SolvedSlices(flags_of(ENGLISH))
    for pieces in (2, 3, 4):
        for work in (work for group in works(ENGLISH, solved, pieces) for work in group):
            work.pair.solve()
            work.keep()
            work.clear()
    kings = next(work for work in next(works(ENGLISH, solved, 5)) if (0, 3, 0, 2) in work.shapes)
    kings.pair.solve()
    assert kings.faults(every=3) == 0
    assert tally(kings.values((0, 3, 0, 2))) == (1_994_430, 1_062, 18_268, 48)


def test_a_player_that_cannot_win_keeps_its_pieces_and_leaves_room_for_errors() -> None:
    """After 25-21 three replies out of four lose, after 25-30 two out of three, and 25-22 gives a king away."""
    position = read_position(ENGLISH, "W:WK25,K29:BK26")
    drawing = {str(move) for move, verdict in tablebase(ENGLISH).ranked(position) if verdict.result is Result.DRAW}
    assert drawing == {"25-21", "25-22", "25-30"}
    chosen = {str(endings.perfect_choice(position, seed, may_wait=True)) for seed in range(12)}
    assert chosen == {"25-21"}


def test_a_large_board_has_no_tables() -> None:
    assert endings.table_of(initial(INTERNATIONAL), may_wait=True) is None


def test_a_player_makes_do_without_tables_that_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("DAMERO_TABLEBASES", str(tmp_path / "file"))
    position = read_position(ENGLISH, "W:WK6,K9:BK5")
    assert player_of(6).choose(position.view("white"), Limits(nodes=500)).move in set(map(str, position.legal_moves()))
    with pytest.raises(CannotKeep, match="cannot be kept"):
        tablebase(ENGLISH)


def test_tables_that_have_grown_are_used() -> None:
    position = read_position(RUSSIAN, "W:WK1,K5,K9:BK32")
    endings._looked[RUSSIAN] = time.monotonic()
    small = Builder(RUSSIAN, folder_of(RUSSIAN))
    small.build(2)
    endings._open[RUSSIAN] = Tablebase(RUSSIAN, folder_of(RUSSIAN))
    table = endings.table_of(position, may_wait=False)
    assert table is not None
    assert table.pieces == 2
    small.build(3)
    endings._looked[RUSSIAN] -= endings.RECHECK_SECONDS
    grown = endings.table_of(position, may_wait=False)
    assert grown is not None
    assert grown.pieces == 3


def test_no_tables_are_built_in_the_background_of_a_test() -> None:
    endings.build_in_background(RUSSIAN)
    assert endings._builders == {}


@pytest.mark.parametrize(("asked", "pieces"), [("", 5), ("4", 4), ("0", 0), ("9", 6), ("five", 5)])
def test_how_many_pieces_are_built_in_the_background_can_be_set(
    asked: str, pieces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMERO_TABLEBASE_PIECES", asked)
    assert endings.background_pieces(RUSSIAN) == pieces
    assert endings.background_pieces(INTERNATIONAL) == min(pieces, 4)


@pytest.mark.slow
def test_a_player_that_knows_endings_has_them_built_once_by_a_process_of_low_priority(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DAMERO_TABLEBASE_PIECES", "3")
    view = initial(ENGLISH).view("black")
    player_of(5).prepare(view)
    assert endings._builders == {}
    player_of(6).prepare(view)
    builder = endings._builders[ENGLISH]
    player_of(8).prepare(view)
    assert endings._builders == {ENGLISH: builder}
    priorities = set()
    while builder.poll() is None:
        priorities.add(os.getpriority(os.PRIO_PROCESS, builder.pid))
    builder.communicate()
    assert builder.returncode == 0
    assert background.LOWEST_PRIORITY in priorities
    assert pieces_in(folder_of(ENGLISH)) == 3


def test_one_game_after_the_other_has_its_tables_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of which many games are asked must not build for all of them at once."""
    monkeypatch.setenv("DAMERO_TABLEBASE_PIECES", "5")
    endings.build_in_background(ENGLISH)
    endings.build_in_background(RUSSIAN)
    assert list(endings._builders) == [ENGLISH]
    end(endings._builders[ENGLISH])
    endings.build_in_background(RUSSIAN)
    assert list(endings._builders) == [ENGLISH, RUSSIAN]
    end(endings._builders[RUSSIAN])


def end(builder: subprocess.Popen[bytes]) -> None:
    builder.kill()
    builder.communicate()


def test_a_build_in_the_background_ends_with_the_process_that_asked_for_it() -> None:
    builder = background.start_build(RUSSIAN, 5)
    assert builder.stdin is not None
    builder.stdin.close()
    builder.wait()
    assert pieces_in(folder_of(RUSSIAN)) < 5


@pytest.mark.slow
def test_a_background_build_that_is_killed_is_taken_up_by_the_next() -> None:
    command = [sys.executable, "-m", "damero", "tablebase", "build", "english", "--pieces", "4", "--background"]
    folder = folder_of(ENGLISH)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
        while pieces_in(folder) < 3:
            time.sleep(0.01)
        first.kill()
    kept = {path: path.stat().st_mtime_ns for path in folder.glob("*.table")}
    assert subprocess.run(command, capture_output=True, check=True).returncode == 0
    assert pieces_in(folder) == 4
    assert all(path.stat().st_mtime_ns == written for path, written in kept.items())
