from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from damero.infrastructure.sqlite import match_lists
from damero.infrastructure.sqlite.connection import open_writer
from damero.infrastructure.sqlite.matches import COUNT_OWN

QUERIES = {"lobby and live games": match_lists.OPEN_TO_ALL, "own matches that are over": match_lists.OVER}


def plan(connection: apsw.Connection, query: str) -> str:
    steps = connection.execute(f"EXPLAIN QUERY PLAN {query}", ("x",) * query.count("?")).fetchall()
    return "\n".join(str(detail) for *_, detail in steps)


@pytest.mark.parametrize("name", QUERIES)
@pytest.mark.parametrize("condition", ["", "AND listed.changed < ?"])
def test_every_page_of_a_list_is_read_in_the_order_of_an_index(tmp_path: Path, name: str, condition: str) -> None:
    connection = open_writer(tmp_path / "damero.sqlite")
    found = plan(connection, QUERIES[name].format(condition))
    connection.close()
    assert "SCAN" not in found
    assert "TEMP B-TREE" not in found


@pytest.mark.parametrize("column", ["game", "opponent", "result", "speed", "imported"])
def test_a_search_in_own_matches_is_read_in_the_order_of_an_index(tmp_path: Path, column: str) -> None:
    connection = open_writer(tmp_path / "damero.sqlite")
    condition = f"AND listed.{column} = ? AND listed.changed >= ? AND listed.changed < ?"
    found = plan(connection, match_lists.OVER.format(condition))
    connection.close()
    assert f"({'player=? AND ' + column}=?" in found
    assert "SCAN" not in found
    assert "TEMP B-TREE" not in found


def test_own_matches_are_counted_with_indexes_alone(tmp_path: Path) -> None:
    connection = open_writer(tmp_path / "damero.sqlite")
    found = plan(connection, COUNT_OWN)
    connection.close()
    assert "SEARCH seat USING COVERING INDEX" in found
    assert "SCAN seat" not in found
    assert "SCAN event" not in found
    assert "TEMP B-TREE" not in found


def test_own_matches_are_sorted_by_turn_only_within_the_newest(tmp_path: Path) -> None:
    connection = open_writer(tmp_path / "damero.sqlite")
    newest = plan(connection, match_lists.NEWEST)
    connection.close()
    assert "SCAN" not in newest
    assert "TEMP B-TREE" not in newest
