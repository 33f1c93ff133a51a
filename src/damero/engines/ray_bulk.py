"""Work in bulk on a Ray cluster, with the extra `damero[ray]`. Every machine needs the same Damero."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, TypeVar

from damero.domain.errors import DameroError
from damero.engines.bulk import Bulk, Shard, Shared, in_order

try:
    import ray
    from ray.exceptions import NodeDiedError, ObjectLostError, OutOfMemoryError, RayError, WorkerCrashedError
except ImportError as problem:
    raise DameroError("bulk.no_ray", code="NO_RAY") from problem

Answer = TypeVar("Answer")

QUEUED = 2
"""Shards handed to the cluster for each of its processors, so that none waits for the next."""


class OtherVersion(DameroError):
    """A worker has another edition of Damero, whose answers may differ."""

    code = "OTHER_VERSION"


@dataclass(frozen=True, slots=True)
class InObjectStore:
    """Bytes that the cluster copies to a machine when a shard there first asks for them."""

    reference: Any

    def content(self) -> bytes:
        content: bytes = ray.get(self.reference)
        return content


class OnRay:
    """The processors of a cluster. Lost shards are handed out again by `in_order`, not by Ray, so that they count."""

    lost: tuple[type[BaseException], ...] = (WorkerCrashedError, NodeDiedError, ObjectLostError, OutOfMemoryError)

    def __init__(self) -> None:
        self.workers = QUEUED * max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._run = ray.remote(max_retries=0)(run)
        self._version = version("damero")

    def submit(self, work: Callable[[Shard], Answer], shard: Shard, /) -> Future[Answer]:
        future: Future[Answer] = self._run.remote(self._version, work, shard).future()
        return future

    def map(self, work: Callable[[Shard], Answer], shards: Iterable[Shard], /) -> Iterator[Answer]:
        return in_order(self, work, shards)

    def share(self, content: bytes, /) -> Shared:
        return InObjectStore(ray.put(content))


def run(expected: str, work: Callable[[Shard], Answer], shard: Shard) -> Answer:
    """What a worker does."""
    if version("damero") != expected:
        raise OtherVersion("bulk.other_version", here=expected, there=version("damero"))
    return work(shard)


@contextmanager
def on_ray(address: str | None) -> Iterator[Bulk]:
    """A cluster at an address; else that of RAY_ADDRESS or one that runs on this machine; else one for this command."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    own = {} if address else {"include_dashboard": False}
    try:
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **own)
    except (RayError, OSError, RuntimeError, ValueError) as problem:
        raise DameroError(
            "bulk.no_cluster", code="NO_CLUSTER", address=address or "ray", reason=str(problem)
        ) from problem
    try:
        yield OnRay()
    finally:
        ray.shutdown()
