"""The opening tables: made by a seed, read back, and legal."""

from __future__ import annotations

from pathlib import Path

import pytest

from damero.domain.catalogue import game
from damero.domain.position_key import position_key
from damero.engines.bulk import open_bulk
from damero.engines.data_file import read_data_file, write_data_file
from damero.engines.openings.make import OpeningPlan, make
from damero.engines.openings.shipped import FOLDER, OpeningTable, ShippedOpenings

PLAN = OpeningPlan("russian", games=2, seed=7, nodes=20, plies=4, least=1)
SHIPPED = sorted(path.stem for path in FOLDER.glob("*.json"))


def test_the_same_plan_makes_the_same_table_and_another_seed_another(tmp_path: Path) -> None:
    table = make(PLAN)
    assert make(PLAN) == table
    assert make(OpeningPlan("russian", games=2, seed=8, nodes=20, plies=4, least=1)).positions != table.positions
    path = tmp_path / "russian.json"
    write_data_file(path, table)
    assert read_data_file(path, OpeningTable) == table
    assert sum(_total(counts) for counts in table.positions.values()) == 2 * 4


def test_the_table_is_the_same_from_other_processes() -> None:
    plan = OpeningPlan("international", games=12, seed=7, nodes=20, plies=4, least=1)
    with open_bulk("local", 2) as bulk:
        assert make(plan, bulk) == make(plan)


def _total(counts: str) -> int:
    return sum(int(word) for word in counts.split() if word.isdigit())


def test_the_same_position_has_the_same_key_however_it_was_reached() -> None:
    start = game("english").initial()
    one, other = start.after("11-15", "23-19", "9-13"), start.after("9-13", "23-19", "11-15")
    assert position_key(one) == position_key(other) != position_key(start)
    assert -(2**63) <= position_key(one) < 2**63


@pytest.mark.parametrize("game_id", SHIPPED)
def test_the_moves_of_a_shipped_table_are_legal_at_the_start_and_after_it(game_id: str) -> None:
    start = game(game_id).initial()
    book = ShippedOpenings()
    for position in (start, start.play(book.moves(game_id, position_key(start))[0].move)):
        found = book.moves(game_id, position_key(position))
        assert found
        assert {one.move for one in found} <= {str(move) for move in position.legal_moves()}
        totals = [one.first + one.draws + one.second for one in found]
        assert totals == sorted(totals, reverse=True)


def test_a_game_without_a_table_has_no_moves() -> None:
    assert ShippedOpenings().moves("banqi", 0) == ()
