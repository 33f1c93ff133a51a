"""Work in bulk: one function over many shards, on this machine or on a cluster.

The answers come in the order of the shards, and a shard's answer depends on nothing but the shard: whatever number of
workers there is and whichever of them is lost, the result is the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Generic, Protocol, TypeVar

from damero.domain.errors import DameroError
from damero.operating_system import allow_interrupts, interrupts_blocked
from damero.places import LOCAL, RAY_CLIENT

Shard = TypeVar("Shard")
Answer = TypeVar("Answer")

AHEAD = 4
"""Shards for each worker that may be begun before the answer of the first is there."""
MOST_LOSSES = 5
"""A shard whose workers die more often than this is given up."""


class LostShard(DameroError):
    """Every worker that took a shard died."""

    code = "LOST_SHARD"


class Shared(Protocol):
    """Bytes that many shards need, handed over once."""

    def content(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Here:
    """Bytes that travel with each shard."""

    kept: bytes

    def content(self) -> bytes:
        return self.kept


class Bulk(Protocol):
    """Where work in bulk is done."""

    def map(self, work: Callable[[Shard], Answer], shards: Iterable[Shard], /) -> Iterator[Answer]:
        """The answers, in the order of the shards. Shards may be endless."""

    def share(self, content: bytes, /) -> Shared: ...


class Crew(Protocol):
    """Workers that take one shard after the other."""

    workers: int
    lost: tuple[type[BaseException], ...]
    """What a shard's future raises if its worker died."""

    def submit(self, work: Callable[[Shard], Answer], shard: Shard, /) -> Future[Answer]: ...


@dataclass(slots=True)
class _UnderWay(Generic[Shard, Answer]):
    shard: Shard
    future: Future[Answer]
    losses: int = 0


def in_order(crew: Crew, work: Callable[[Shard], Answer], shards: Iterable[Shard]) -> Iterator[Answer]:
    """Hands shards to whichever worker is free; a lost one is handed out again."""
    coming, under_way = iter(shards), deque[_UnderWay[Shard, Answer]]()
    while True:
        for each in under_way:
            _hand_out_again_if_lost(crew, work, each)
        running = [each.future for each in under_way if not each.future.done()]
        free = min(crew.workers - len(running), AHEAD * crew.workers - len(under_way))
        under_way.extend(_UnderWay(shard, crew.submit(work, shard)) for shard in islice(coming, free))
        if not under_way:
            return
        if under_way[0].future.done():
            first = under_way[0].future
            if not isinstance(first.exception(), crew.lost):
                under_way.popleft()
                yield first.result()
        else:
            wait([each.future for each in under_way if not each.future.done()], return_when=FIRST_COMPLETED)


def _hand_out_again_if_lost(crew: Crew, work: Callable[[Shard], Answer], each: _UnderWay[Shard, Answer]) -> None:
    if not each.future.done() or not isinstance(each.future.exception(), crew.lost):
        return
    each.losses += 1
    if each.losses > MOST_LOSSES:
        raise LostShard("bulk.lost_shard", times=each.losses) from each.future.exception()
    each.future = crew.submit(work, each.shard)


class Threads:
    """For work that leaves Python's lock alone."""

    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = ThreadPoolExecutor(workers)

    def submit(self, work: Callable[[Shard], Answer], shard: Shard, /) -> Future[Answer]:
        return self._pool.submit(work, shard)

    def map(self, work: Callable[[Shard], Answer], shards: Iterable[Shard], /) -> Iterator[Answer]:
        return in_order(self, work, shards)

    def share(self, content: bytes, /) -> Shared:
        return Here(content)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class Processes:
    """Processes of this machine. They are started for the first shard."""

    lost: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = self._new_pool()

    def submit(self, work: Callable[[Shard], Answer], shard: Shard, /) -> Future[Answer]:
        """A process that starts for a shard does not see an interrupt before it is ready."""
        with interrupts_blocked():
            try:
                return self._pool.submit(work, shard)
            except BrokenProcessPool:
                self._pool = self._new_pool()
                return self._pool.submit(work, shard)

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, get_context("spawn"), allow_interrupts)

    def map(self, work: Callable[[Shard], Answer], shards: Iterable[Shard], /) -> Iterator[Answer]:
        return in_order(self, work, shards)

    def share(self, content: bytes, /) -> Shared:
        return Here(content)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class OneByOne:
    """This process alone."""

    def map(self, work: Callable[[Shard], Answer], shards: Iterable[Shard], /) -> Iterator[Answer]:
        return map(work, shards)

    def share(self, content: bytes, /) -> Shared:
        return Here(content)


def open_bulk(where: str, processes: int) -> AbstractContextManager[Bulk]:
    """`local` for processes of this machine, `ray` or `ray://HOST:PORT` for a Ray cluster."""
    if where == LOCAL:
        return _local(processes)
    from damero.engines.ray_bulk import on_ray

    return on_ray(where if where.startswith(RAY_CLIENT) else None)


@contextmanager
def _local(processes: int) -> Iterator[Bulk]:
    crew = Processes(processes)
    try:
        yield crew
    finally:
        crew.close()


@contextmanager
def in_threads(threads: int) -> Iterator[Bulk]:
    crew = Threads(threads)
    try:
        yield crew
    finally:
        crew.close()
