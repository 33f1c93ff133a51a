"""Bulk work on a Ray cluster of two workers on this machine, one of which is killed in the middle.

    pip install 'damero[ray]'
    python benchmarks/ray_cluster.py --pieces 5

Builds the endgame tables of a game on local threads and on the cluster, plays a match and mines puzzles on both, and
compares everything byte by byte. It fails if anything differs, or if the worker was killed too late to matter.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray
from ray.cluster_utils import Cluster

from damero.domain.catalogue import game
from damero.domain.draughts import DraughtsGame, Rules
from damero.engines.bulk import Bulk, open_bulk
from damero.engines.draughts.tablebase.build import Builder, Progress
from damero.engines.draughts.tablebase.build_in_bulk import BulkBuilder
from damero.engines.match_log import MatchLog
from damero.engines.puzzles.mine import MiningPlan, mine
from damero.engines.ray_bulk import OnRay
from damero.engines.tournament import Pairing, compete

MIDDLE = 0.4
"""The share of the positions after which a worker is killed."""
STORE = 300_000_000
"""Bytes of each machine's object store."""


@dataclass
class TwoWorkers:
    """A cluster whose head does no work itself."""

    cluster: Cluster = field(default_factory=lambda: Cluster(True, head_node_args={"num_cpus": 0}))

    def __post_init__(self) -> None:
        self._nodes = [self.cluster.add_node(num_cpus=1, object_store_memory=STORE) for _ in range(2)]
        self.killed = False

    def kill_one(self) -> None:
        """As if its machine had lost power: its manager and all processes of it."""
        self.killed = True
        for started in self._nodes[0].all_processes.values():
            for each in started:
                os.kill(each.process.pid, signal.SIGKILL)


@contextmanager
def two_workers() -> Iterator[TwoWorkers]:
    workers = TwoWorkers()
    ray.init(address=workers.cluster.address, log_to_driver=False, logging_level="ERROR")
    try:
        yield workers
    finally:
        ray.shutdown()
        workers.cluster.shutdown()


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.table")}


def build_here(rules: Rules, pieces: int, folder: Path) -> dict[str, bytes]:
    Builder(rules, folder, threads=2).build(pieces)
    return files_of(folder)


def build_on_cluster(
    rules: Rules, pieces: int, folder: Path, bulk: OnRay, workers: TwoWorkers
) -> tuple[dict[str, bytes], int]:
    """The files, and how many of them were there when a worker was killed."""
    there = 0

    def kill_in_the_middle(progress: Progress) -> None:
        nonlocal there
        if not workers.killed and progress.done > MIDDLE * progress.total:
            there = len(files_of(folder))
            workers.kill_one()

    BulkBuilder(rules, folder, bulk).build(pieces, kill_in_the_middle)
    return files_of(folder), there


def match_in(path: Path, bulk: Bulk) -> bytes:
    pairing = Pairing("russian", "nodes=400", "nodes=200", opening_plies=4)
    log = MatchLog(path, pairing, 1)
    for score in compete(pairing, 10, bulk, log.seed, lambda _score: False, log.begun()):
        log.add(score.pairs[-1])
    return path.read_bytes()


def puzzles_in(path: Path, bulk: Bulk) -> bytes:
    mine(MiningPlan("russian", 10, 3, path), bulk, lambda _done, _total, _note: None)
    return path.read_bytes()


def compare(what: str, here: object, there: object) -> bool:
    print(f"{what}: {'the same, byte by byte' if here == there else 'DIFFERENT'}", flush=True)
    return here == there


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="russian")
    parser.add_argument("--pieces", type=int, default=5)
    chosen = parser.parse_args()
    played = game(chosen.game)
    assert isinstance(played, DraughtsGame)
    with TemporaryDirectory() as name, two_workers() as workers, open_bulk("local", 2) as processes:
        folder, bulk = Path(name), OnRay()
        begun = time.monotonic()
        here = build_here(played.rules, chosen.pieces, folder / "here")
        between = time.monotonic()
        tables, there = build_on_cluster(played.rules, chosen.pieces, folder / "cluster", bulk, workers)
        print(f"{len(here)} tables in {between - begun:.1f} s on two threads, ", end="")
        print(f"{time.monotonic() - between:.1f} s on the cluster; a worker was killed when {there} were there")
        alive = sum(node["Alive"] and node["Resources"].get("CPU", 0) > 0 for node in ray.nodes())
        print(f"workers alive at the end: {alive} of 2")
        same = [
            compare("tables", here, tables),
            compare("match", match_in(folder / "here.log", processes), match_in(folder / "ray.log", bulk)),
            compare("puzzles", puzzles_in(folder / "here.txt", processes), puzzles_in(folder / "ray.txt", bulk)),
        ]
    return 0 if all(same) and 0 < there < len(here) and alive == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
