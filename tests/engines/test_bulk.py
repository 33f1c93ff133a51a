"""Work in bulk: answers in order, and lost shards done again."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from itertools import count, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damero.domain.errors import DameroError
from damero.engines.bulk import MOST_LOSSES, Bulk, LostShard, OneByOne, in_order, in_threads, open_bulk


@contextmanager
def one_by_one() -> Iterator[Bulk]:
    yield OneByOne()


PLACES: tuple[Callable[[], object], ...] = (one_by_one, partial(in_threads, 2), partial(open_bulk, "local", 2))


def negative(number: int) -> int:
    return -number


def dies_at_first(marker: Path, number: int) -> int:
    """Kills its own process when it first meets the number three."""
    if number == 3 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGTERM)
    return -number


class Died(Exception):
    pass


class UnevenCrew:
    """Workers of which some die, and which finish in an order of their own."""

    lost: tuple[type[BaseException], ...] = (Died,)

    def __init__(self, workers: int, deaths: list[bool]) -> None:
        self.workers = workers
        self._deaths = deaths
        self.begun = 0

    def submit(self, work: Callable[[int], int], shard: int, /) -> Future[int]:
        self.begun += 1
        future: Future[int] = Future()
        if self._deaths and self._deaths.pop():
            future.set_exception(Died())
        else:
            future.set_result(work(shard))
        return future


@pytest.mark.parametrize("place", PLACES)
def test_answers_come_in_the_order_of_the_shards(place: Callable[[], contextmanager]) -> None:  # type: ignore[type-arg]
    with place() as bulk:
        assert list(bulk.map(negative, range(20))) == [-number for number in range(20)]
        assert list(bulk.map(negative, [])) == []
        assert bulk.share(b"some bytes").content() == b"some bytes"


def test_endless_shards_are_begun_only_a_little_ahead() -> None:
    crew = UnevenCrew(3, [])
    assert list(islice(in_order(crew, negative, count()), 5)) == [0, -1, -2, -3, -4]
    assert crew.begun < 20


@given(st.integers(1, 5), st.lists(st.booleans(), max_size=MOST_LOSSES))
def test_whoever_dies_the_answers_are_the_same(workers: int, deaths: list[bool]) -> None:
    assert list(in_order(UnevenCrew(workers, deaths), negative, range(12))) == [-number for number in range(12)]


def test_a_shard_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(LostShard, match="LOST_SHARD"):
        list(in_order(UnevenCrew(1, [True] * 20), negative, range(2)))


def test_an_error_of_the_work_is_no_loss() -> None:
    with in_threads(2) as bulk, pytest.raises(ZeroDivisionError):
        list(bulk.map(lambda number: 1 // number, [1, 0]))


def test_the_shards_of_a_killed_process_are_done_by_another(tmp_path: Path) -> None:
    with open_bulk("local", 2) as bulk:
        assert list(bulk.map(partial(dies_at_first, tmp_path / "died"), range(8))) == [-number for number in range(8)]
    assert (tmp_path / "died").exists()


def test_without_ray_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "damero.engines.ray_bulk", raising=False)
    with pytest.raises(DameroError, match=r"damero\[ray\]"):
        open_bulk("ray", 1)
