"""A tablebase that is built in bulk is the one that is built here, byte by byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from damero.domain.draughts import Rules
from damero.domain.draughts.variants import ENGLISH, RUSSIAN
from damero.engines.bulk import Here, open_bulk
from damero.engines.draughts.tablebase import build_in_bulk
from damero.engines.draughts.tablebase.build import Builder
from damero.engines.draughts.tablebase.build_in_bulk import BulkBuilder, leads_to
from damero.engines.draughts.tablebase.slice_file import Shape, shapes


@dataclass(slots=True)
class CountingBulk:
    """Works in this process and knows which slices were solved."""

    solved: list[Shape] = field(default_factory=list)

    def map(self, work: Callable[[Any], Any], shards: Iterable[Any], /) -> Iterator[Any]:
        for shard in shards:
            self.solved.append(shard.shape)
            yield work(shard)

    def share(self, content: bytes, /) -> Here:
        return Here(content)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.table"))}


def built_here(rules: Rules, folder: Path) -> dict[str, bytes]:
    Builder(rules, folder).build(3)
    return files_of(folder)


def test_a_worker_that_knows_too_much_forgets_what_the_next_pair_does_not_need(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build_in_bulk, "MOST_KNOWN", 10_000)
    build_in_bulk._known.cache_clear()
    BulkBuilder(RUSSIAN, tmp_path / "bulk", CountingBulk()).build(3)
    known = build_in_bulk._known(RUSSIAN)
    assert set(known.sizes) < set(shapes(2) + shapes(3))
    assert files_of(tmp_path / "bulk") == built_here(RUSSIAN, tmp_path / "here")
    build_in_bulk._known.cache_clear()


@pytest.mark.parametrize("rules", [ENGLISH, RUSSIAN])
def test_the_files_are_the_same(rules: Rules, tmp_path: Path) -> None:
    BulkBuilder(rules, tmp_path / "bulk", CountingBulk()).build(3)
    assert files_of(tmp_path / "bulk") == built_here(rules, tmp_path / "here") != {}


def test_the_files_are_the_same_from_other_processes(tmp_path: Path) -> None:
    with open_bulk("local", 2) as bulk:
        BulkBuilder(RUSSIAN, tmp_path / "bulk", bulk).build(3)
    assert files_of(tmp_path / "bulk") == built_here(RUSSIAN, tmp_path / "here")


def test_only_what_is_missing_or_damaged_is_solved_again(tmp_path: Path) -> None:
    whole, bulk, reported = built_here(RUSSIAN, tmp_path), CountingBulk(), []
    (tmp_path / "0m1k-0m1k.table").unlink()
    damaged = tmp_path / "1m0k-0m2k.table"
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"?")
    BulkBuilder(RUSSIAN, tmp_path, bulk).build(3, reported.append)
    assert files_of(tmp_path) == whole
    assert sorted(bulk.solved) == [(0, 1, 0, 1), (0, 2, 1, 0)]
    assert reported[-1].done == reported[-1].total > reported[-1].found > 0


def test_a_slice_leads_to_those_with_fewer_pieces_or_fewer_men() -> None:
    assert leads_to((1, 1, 0, 1), (0, 2, 0, 1))
    assert leads_to((1, 1, 0, 1), (0, 1, 0, 2))
    assert leads_to((1, 1, 0, 1), (0, 1, 1, 0))
    assert not leads_to((1, 1, 0, 1), (1, 1, 0, 1))
    assert not leads_to((1, 1, 0, 1), (0, 1, 1, 1))
    assert not leads_to((0, 2, 0, 2), (0, 3, 0, 1))
