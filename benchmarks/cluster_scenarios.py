"""Faults of a cluster that need a play of their own: workers, the network, storms, rolling restarts, clock skew."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import httpx
from benchmarks.cluster_load import steady_play
from benchmarks.timings import quantiles
from tests.cluster.players import TimedLedger, a_match, count_wrong, guests, playing
from tests.cluster.processes import PostgresServer, free_port
from tests.cluster.topology import WORKERS, StallingProxy, Topology, balanced, is_ready, wait_ready
from tests.web.crashing import insist

from damero.client import Client, new_id
from damero.web import wire

Scenario = Callable[[Topology, int, float], Awaitable[bool]]
HOUR = 3_600_000
SKEW = 300
LONGEST_WAIT = 3.0
"""Seconds that a player may wait while a server is restarted."""
DOING = "SELECT count(*) FROM procrastinate_jobs WHERE status = 'doing'"


class UntouchedClock:
    """A match with a clock in which nobody moves."""

    def __init__(self, client: Client, match_id: str) -> None:
        self._client, self._match_id = client, match_id
        self._began = time.monotonic()
        self.waited = 0.0

    @classmethod
    @asynccontextmanager
    async def running(cls, address: str) -> AsyncIterator[UntouchedClock]:
        async with guests([address, address]) as (one, other):
            match_id = await a_match(one, other, clock={"base": HOUR})
            for client in (one, other):
                shown = await client.match(match_id)
                await client.play(match_id, shown.state.moves[0].text)
            yield cls(one, match_id)

    async def used(self) -> float:
        """Seconds that the clock has run since the start."""
        shown = await insist(lambda: self._client.match(self._match_id))
        self.waited = time.monotonic() - self._began
        assert shown.state.clock is not None
        return (HOUR - shown.state.clock.remaining["white"]) / 1000


async def kill_workers(cluster: Topology, times: int, _rate: float) -> bool:
    """Two workers think for both servers; one is killed in mid-thought, again and again. Then all are gone."""
    cluster.engine_workers = 0
    for port in cluster.ports:
        cluster.start_server(port)
    for number in range(2):
        cluster.start_worker(number)
    await wait_ready(*cluster.ports)
    while cluster.number(WORKERS) < 2:
        await asyncio.sleep(0.1)
    waits: list[float] = []
    async with balanced(cluster.ports) as address, guests([address] * 3) as clients:
        stopping = asyncio.Event()
        games = [asyncio.create_task(_play_engine(client, stopping, waits, n)) for n, client in enumerate(clients)]
        for turn in range(times):
            while not _is_working(cluster, turn % 2):
                await asyncio.sleep(0.02)
            cluster.end_worker(turn % 2, signal.SIGKILL)
            await asyncio.sleep(2)
            cluster.start_worker(turn % 2)
            while cluster.number(WORKERS) < 2:
                await asyncio.sleep(0.1)
        moved, fallbacks = len(waits), await _fallbacks(cluster)
        for number in range(2):
            cluster.end_worker(number, signal.SIGKILL)
        await asyncio.sleep(15)
        stopping.set()
        await asyncio.gather(*games)
    alone, replaced = len(waits) - moved, await _fallbacks(cluster) - fallbacks
    print(f"worker: killed in mid-thought {times} times, {moved} engine moves, {fallbacks:.0f} of them fallbacks;")
    print(f"  the longest wait for an engine {max(waits):.1f} s")
    print(f"  without any worker {alone} moves, {replaced:.0f} of them fallbacks")
    return alone > 0 and replaced > 0


async def _play_engine(client: Client, stopping: asyncio.Event, waits: list[float], seed: int) -> None:
    """Plays games against the engine, one after the other, and notes how long it takes to answer."""
    random = Random(seed)
    while not stopping.is_set():
        command = new_id()
        options = {"level": 6, "seat": "white", "command_id": command}
        created = await insist(partial(client.create, "international", "engine", **options))
        ask = partial(client.match, created.match.id)
        while not stopping.is_set() and (shown := await insist(ask)).state.status is wire.Status.ACTIVE:
            order = wire.Play(new_id(), shown.version, text=random.choice(shown.state.moves).text)
            ack = await insist(partial(client.act, created.match.id, "moves", order))
            asked = time.monotonic()
            while (await insist(ask)).version <= ack.version and not stopping.is_set():
                await asyncio.sleep(0.05)
            waits.append(time.monotonic() - asked)


def _is_working(cluster: Topology, number: int) -> bool:
    return number in cluster.workers and cluster.number(DOING) > 0


async def _fallbacks(cluster: Topology) -> float:
    async with httpx.AsyncClient() as http:
        texts = [(await http.get(f"http://127.0.0.1:{port}/api/metrics")).text for port in cluster.ports]
    lines = [line for text in texts for line in text.splitlines() if line.startswith("damero_engine_fallbacks_total{")]
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines)


async def cut_network(cluster: Topology, times: int, _rate: float) -> bool:
    """The first server reaches the database through a proxy that stalls; the second goes on."""
    proxy, (cut, whole) = StallingProxy(), cluster.ports
    async with proxy.running(cluster.postgres.url()) as url, httpx.AsyncClient() as http:
        cluster.databases[cut] = url
        for port in cluster.ports:
            cluster.start_server(port)
        await wait_ready(*cluster.ports)
        ledgers = {port: TimedLedger() for port in cluster.ports}
        said, resumed, acknowledged, elsewhere = [], [], 0, 0
        async with (
            playing(f"http://127.0.0.1:{cut}", ledgers[cut], 3) as faults,
            playing(f"http://127.0.0.1:{whole}", ledgers[whole], 2) as other_faults,
        ):
            for _ in range(times):
                await asyncio.sleep(3)
                proxy.stall()
                began, before = time.monotonic(), len(ledgers[whole].acknowledged_at)
                while await is_ready(http, cut):
                    await asyncio.sleep(0.05)
                said.append(time.monotonic() - began)
                counted = len(ledgers[cut].acknowledged_at)
                await asyncio.sleep(8)
                acknowledged += len(ledgers[cut].acknowledged_at) - counted
                elsewhere += len(ledgers[whole].acknowledged_at) - before
                proxy.resume()
                began = time.monotonic()
                while ledgers[cut].last < began:
                    await asyncio.sleep(0.05)
                resumed.append(time.monotonic() - began)
    stopped = faults + other_faults
    wrong = sum(count_wrong(cluster.postgres.url(), ledger) for ledger in ledgers.values())
    moves = sum(len(ledger.acknowledged_at) for ledger in ledgers.values())
    print(f"network: cut {times} times, {moves:,} acknowledged moves: {wrong} lost or doubled;")
    print(
        f"  not ready after {max(said):.1f} s; while cut {acknowledged} acknowledged, {elsewhere} at the other server"
    )
    print(f"  acknowledged again {max(resumed):.1f} s after the network was back; stopped: {stopped or 'none'}")
    return not wrong and not stopped and not acknowledged and elsewhere > 0


async def fail_over(cluster: Topology, times: int, _rate: float) -> bool:
    """Every commit is on a standby too. The primary is killed and the standby promoted; its place is taken anew."""
    spare, ready_after = free_port(), list[float]()
    both = f"postgresql://postgres@127.0.0.1:{cluster.postgres.port},127.0.0.1:{spare}/postgres"
    cluster.databases = dict.fromkeys(cluster.ports, f"{both}?target_session_attrs=read-write")
    for port in cluster.ports:
        cluster.start_server(port)
    await wait_ready(*cluster.ports)
    ledger = TimedLedger()
    async with balanced(cluster.ports) as address, playing(address, ledger, 6) as faults:
        for turn in range(times):
            standby = await asyncio.to_thread(_a_standby, cluster, turn, spare)
            await asyncio.sleep(3)
            spare = cluster.postgres.port
            cluster.postgres.kill()
            cluster.postgres = standby
            await asyncio.sleep(0.5)
            await asyncio.to_thread(standby.promote)
            promoted = time.monotonic()
            await wait_ready(*cluster.ports)
            ready_after.append(time.monotonic() - promoted)
            await asyncio.sleep(3)
        idle = ledger.longest_idle()
    wrong, moves = count_wrong(cluster.postgres.url(), ledger), len(ledger.acknowledged_at)
    print(f"failover: {times} times, {moves:,} acknowledged moves: {wrong} lost or doubled;")
    print(
        f"  ready {max(ready_after):.1f} s at most after the standby was promoted; the longest time without a move",
        end="",
    )
    print(f" in a match {idle:.1f} s; stopped: {faults or 'none'}")
    return not wrong and not faults


def _a_standby(cluster: Topology, turn: int, port: int) -> PostgresServer:
    folder = cluster.folder / f"standby-{turn}"
    folder.mkdir()
    standby = PostgresServer(folder, port, primary=cluster.postgres)
    standby.start()
    cluster.postgres.wait_for_standby()
    return standby


async def storm(cluster: Topology, times: int, _rate: float) -> bool:
    """Every move is sent twenty times under one id, to both servers at once."""
    for port in cluster.ports:
        cluster.start_server(port)
    await wait_ready(*cluster.ports)
    addresses = [f"http://127.0.0.1:{port}" for port in cluster.ports]
    random, different, answers = Random(1), 0, 0
    async with guests([addresses[0], addresses[1]]) as (one, other):
        elsewhere = {id(one): Client(addresses[1], one.token), id(other): Client(addresses[0], other.token)}
        match_id, played = await a_match(one, other, "international"), 0
        while played < times:
            for client in (one, other):
                shown = await client.match(match_id)
                if shown.state.status is not wire.Status.ACTIVE:
                    match_id = await a_match(one, other, "international")
                    break
                order = wire.Play(new_id(), shown.version, text=random.choice(shown.state.moves).text)
                senders = (client, elsewhere[id(client)]) * 10
                sends = [insist(partial(by.act, match_id, "moves", order)) for by in senders]
                told = await asyncio.gather(*sends)
                different += len({(ack.version, ack.head) for ack in told}) != 1
                answers, played = answers + len(told), played + 1
        for client in elsewhere.values():
            await client.__aexit__(None, None, None)
    doubled = cluster.number("SELECT count(*) - count(DISTINCT (match, command, part)) FROM event")
    print(f"storm: {played} moves, {answers} answers on both servers: {different} differ, {doubled} moves doubled")
    return not different and not doubled


async def rolling(cluster: Topology, times: int, rate: float) -> bool:
    """Both servers are restarted one after the other under a steady rate of moves. Engines are left to workers."""
    cluster.engine_workers = 0
    for port in cluster.ports:
        cluster.start_server(port)
    await wait_ready(*cluster.ports)
    ledger = TimedLedger()
    async with (
        balanced(cluster.ports) as address,
        steady_play(address, ledger, games=max(2, int(rate / 2)), rate=rate) as faults,
    ):
        await asyncio.sleep(5)
        began, before = time.monotonic(), len(ledger.acknowledged_at)
        ledger.waits.clear()
        for turn in range(2 * times):
            await asyncio.to_thread(cluster.end_server, cluster.ports[turn % 2], signal.SIGTERM)
            cluster.start_server(cluster.ports[turn % 2])
            await wait_ready(cluster.ports[turn % 2])
            await asyncio.sleep(2)
        reached = (len(ledger.acknowledged_at) - before) / (time.monotonic() - began)
        waits = list(ledger.waits)
    wrong = count_wrong(cluster.postgres.url(), ledger)
    print(f"rolling: both servers restarted {times} times at {reached:.0f} moves per second: {wrong} lost or doubled;")
    late = sum(wait > LONGEST_WAIT for wait in waits)
    print(
        f"  nobody waited longer than {max(waits):.1f} s for an acknowledgement, {late} of {len(waits)} longer than",
        end="",
    )
    print(f" {LONGEST_WAIT:.0f} s; {quantiles(waits)}; stopped: {faults or 'none'}")
    return not wrong and not faults


async def skew(cluster: Topology, times: int, _rate: float) -> bool:
    """The wall clocks of the servers differ by ten minutes. Every flag must fall when its time is up."""
    library = cluster.folder / "skewed_clock.so"
    source = Path(__file__).with_name("skewed_clock.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    for port, seconds in zip(cluster.ports, (SKEW, -SKEW), strict=True):
        cluster.environments[port] = {"LD_PRELOAD": str(library), "SKEW": str(seconds)}
        cluster.start_server(port)
    await wait_ready(*cluster.ports)
    addresses = [f"http://127.0.0.1:{port}" for port in cluster.ports]
    async with guests(addresses) as (one, other):
        dates = [(await client.send("GET", "/api/health")).headers.get("date", "?") for client in (one, other)]
        off = [await _flag_off(*((one, other) if turn % 2 else (other, one))) for turn in range(times)]
    print(f"skew: servers at {dates[0]} and {dates[1]}: {times} flags fell {min(off):+.2f} to {max(off):+.2f} s off")
    return max(map(abs, off)) < 1.0


async def _flag_off(one: Client, other: Client) -> float:
    """Seconds by which a flag fell too late. Moves come through both servers."""
    match_id = await a_match(one, other, clock={"base": 3000})
    for client in (one, other):
        shown = await insist(partial(client.match, match_id))
        await client.play(match_id, shown.state.moves[0].text)
    began = time.monotonic()
    async with other.watch(match_id) as live:
        async for state in live:
            if state.status is wire.Status.FINISHED:
                break
    return time.monotonic() - began - 3.0


SCENARIOS: dict[str, tuple[Scenario, int]] = {
    "worker": (kill_workers, 50),
    "network": (cut_network, 5),
    "failover": (fail_over, 10),
    "storm": (storm, 200),
    "rolling": (rolling, 3),
    "skew": (skew, 10),
}
"""Each with the number of times that `--all` uses."""
