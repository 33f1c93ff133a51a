from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from damero.infrastructure.garbage_collection import MOST_OBJECTS, search


class Node:
    other: Node


@pytest.fixture(autouse=True)
def settled() -> Iterator[None]:
    """As in a server: what exists already is never looked at."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.fixture
def looked_at(settled: None) -> Iterator[list[int]]:
    """How many objects of the oldest generation each full search looked at."""
    found: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            found.append(len(gc.get_objects(2)))

    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


def _cycle() -> weakref.ref[Node]:
    node = Node()
    node.other = node
    return weakref.ref(node)


def test_a_search_frees_cycles_that_have_outlived_younger_searches() -> None:
    left = _cycle()
    search()
    assert left() is None


def test_a_search_never_looks_at_many_objects(looked_at: list[int]) -> None:
    held: list[list[object]] = [[] for _ in range(MOST_OBJECTS)]
    held[0].append(held)
    gc.collect(1)
    search()
    assert not looked_at
    left = _cycle()
    search()
    assert left() is None
    assert max(looked_at) < MOST_OBJECTS
    held.clear()


def _make_tuples(stop: Event) -> None:
    while not stop.is_set():
        tuple(number for number in range(3_000))


def test_a_search_does_not_disturb_what_other_threads_are_making() -> None:
    held: list[list[object]] = [[] for _ in range(MOST_OBJECTS // 2)]
    stop, interval = Event(), sys.getswitchinterval()
    with ThreadPoolExecutor(1) as threads:
        making = threads.submit(_make_tuples, stop)
        sys.setswitchinterval(1e-6)
        try:
            for _ in range(300):
                gc.collect(1)
                search()
        finally:
            sys.setswitchinterval(interval)
            stop.set()
        assert making.exception() is None
    held.clear()
