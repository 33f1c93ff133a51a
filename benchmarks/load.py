"""Plays a thousand games at once on the real server and measures how fast it acknowledges moves.

    python benchmarks/load.py --games 1000 --rate 500 --seconds 30
    python benchmarks/load.py --games 1000 --rate 0 --seconds 10
    python benchmarks/load.py --games 200 --rate 500 --seconds 10 --profile
    python benchmarks/load.py --games 1 --rate 5 --seconds 30 --spectators 1000
    python benchmarks/load.py --games 1 --rate 1 --seconds 60 --idle 10000

The server and the players are two processes. Every move is sent over a WebSocket, judged, stored (SQLite,
synchronous=FULL), acknowledged and sent to both players. Moves are sent at fixed times, whether or not the earlier ones
have been answered. With a rate of 0, `--at-once` boards play the next move as soon as both players have received the
last one. `--spectators` watch the first board, `--idle` connections only watch. The memory of the server and the
longest stop of its garbage collector are printed too.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import os
import pstats
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeAlias

import uvicorn
import uvloop
from server_process import allow_many_sockets, free_port, wait_for
from timings import quantiles

from damero.bootstrap import Settings, web_app
from damero.client import Client, Disconnected, Live, Refusal
from damero.web import wire
from damero.web.uvicorn_config import configure, settle_process

GAMES_PER_PLAYER = 5
"""Few enough for the limits on a single player."""
LAYERS = {
    "damero/domain/match": "match, judge and clock",
    "damero/domain/judge": "match, judge and clock",
    "damero/domain/clock": "match, judge and clock",
    "damero/domain": "rules of the game",
    "damero/application": "use cases",
    "damero/infrastructure": "store and bus",
    "damero/web": "views and sockets",
    "litestar": "web framework",
    "uvicorn": "web framework",
    "websockets": "web framework",
    "asyncio": "event loop",
    "uvloop": "event loop",
}


Function: TypeAlias = tuple[str, int, str]
"""File, line and name."""
Profiled: TypeAlias = dict[Function, tuple[int, int, float, float, dict[Function, tuple[int, int, float, float]]]]


@dataclass
class Measured:
    acks: list[float] = field(default_factory=list)
    """Seconds from sending a move to its acknowledgement."""
    deliveries: list[float] = field(default_factory=list)
    """Seconds from sending a move until the opponent receives it."""
    refused: int = 0
    missed: int = 0
    """Moves not sent in time because the previous one on the same board was still unanswered."""


@dataclass
class Board:
    lives: tuple[Live, Live]
    random: Random
    is_busy: bool = False

    async def play_once(self, measured: Measured) -> None:
        mover = next((live for live in self.lives if live.state.moves), None)
        if self.is_busy or mover is None:
            measured.missed += 1
            return
        self.is_busy = True
        try:
            await self._play(mover, measured)
        finally:
            self.is_busy = False

    async def _play(self, mover: Live, measured: Measured) -> None:
        other = self.lives[1] if mover is self.lives[0] else self.lives[0]
        sent, version = time.perf_counter(), other.version
        try:
            ack = await mover.play(self.random.choice(mover.state.moves).text)
        except (Refusal, Disconnected):
            measured.refused += 1
            return
        measured.acks.append(time.perf_counter() - sent)
        async for _ in other:
            if other.version >= max(ack.version, version):
                measured.deliveries.append(time.perf_counter() - sent)
                return


def serve(port: int, folder: Path, profile: Path | None) -> None:
    """Runs in the server process."""
    settings = Settings(data_dir=folder)
    server = uvicorn.Server(configure(web_app(settings)))
    settle_process()
    pauses = note_collections()
    profiler = cProfile.Profile(time.thread_time)
    signal.signal(signal.SIGUSR1, lambda *_: profiler.enable())
    with suppress(KeyboardInterrupt), socket.create_server(("127.0.0.1", port), backlog=4096) as listener:
        server.run(sockets=[listener])
    print(f"collections      {len(pauses)}, the longest {1000 * max(pauses, default=0):.1f} ms", flush=True)
    if profile is not None:
        profiler.disable()
        profiler.dump_stats(profile)


def note_collections() -> list[float]:
    """The seconds that each garbage collection takes from now on."""
    pauses: list[float] = []
    began = 0.0

    def note(phase: str, _info: dict[str, int]) -> None:
        nonlocal began
        if phase == "start":
            began = time.perf_counter()
        else:
            pauses.append(time.perf_counter() - began)

    gc.callbacks.append(note)
    return pauses


async def set_up(stack: AsyncExitStack, address: str, game: str, games: int) -> list[Board]:
    players = max(2, 2 * -(-games // GAMES_PER_PLAYER))
    clients = [await stack.enter_async_context(Client(address)) for _ in range(players)]
    for client in clients:
        await client.enter()
    return [await _board(stack, clients, game, number) for number in range(games)]


async def _board(stack: AsyncExitStack, clients: list[Client], game: str, number: int) -> Board:
    pairs = len(clients) // 2
    white, black = clients[2 * (number % pairs)], clients[2 * (number % pairs) + 1]
    match_id = (await white.create(game, opponent="friend")).match.id
    await black.join(match_id)
    await _place(white, black, match_id, game)
    one, other = [await stack.enter_async_context(client.watch(match_id)) for client in (white, black)]
    for live in (one, other):
        async for _ in live:
            break
    return Board((one, other), Random(number))


async def _place(white: Client, black: Client, match_id: str, game: str) -> None:
    """Places ready-made armies in games that begin with them."""
    for client in (white, black):
        seen = await client.match(match_id)
        if "place" in seen.state.can and seen.viewer.seat is not None:
            army = (await client.armies(game, seen.viewer.seat)).formations[0].pieces
            await client.act(match_id, "army", wire.Place(secrets.token_hex(8), army))


async def watch(stack: AsyncExitStack, address: str, match_id: str, count: int) -> None:
    """Opens connections that only watch, and answer pings meanwhile."""
    for _ in range(count):
        live = await stack.enter_async_context(Client(address).watch(match_id))
        async for _state in live:
            break
        watching = asyncio.create_task(follow(live))
        stack.callback(watching.cancel)


async def follow(live: Live) -> None:
    with suppress(Disconnected):
        async for _ in live:
            pass


async def idle(stack: AsyncExitStack, address: str, count: int) -> None:
    """Opens connections to a match that nobody plays."""
    client = await stack.enter_async_context(Client(address))
    await client.enter()
    await watch(stack, address, (await client.create("drafti", opponent="friend")).match.id, count)


async def play_on(boards: list[Board], at_once: int, seconds: float) -> Measured:
    """Plays on all boards in turn, with `at_once` moves under way at any time."""
    measured, waiting = Measured(), iter(range(1_000_000_000))
    end = time.perf_counter() + seconds

    async def play_in_turn() -> None:
        while time.perf_counter() < end:
            await boards[next(waiting) % len(boards)].play_once(measured)
            await asyncio.sleep(0)

    await asyncio.gather(*(play_in_turn() for _ in range(at_once)))
    return measured


async def play(boards: list[Board], rate: float, seconds: float) -> Measured:
    """Plays on all boards in turn, `rate` moves per second."""
    measured, moves = Measured(), set[asyncio.Task[None]]()
    start = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        task = asyncio.create_task(boards[number % len(boards)].play_once(measured))
        moves.add(task)
        task.add_done_callback(moves.discard)
    await asyncio.wait_for(asyncio.gather(*moves), 30)
    return measured


def cpu_seconds(process_id: int) -> float:
    """Processor time that the server process has used so far."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process_id: int) -> float:
    """MiB that the server process holds."""
    status = Path(f"/proc/{process_id}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


async def measure(arguments: argparse.Namespace, address: str, process_id: int) -> None:
    await wait_for(address)
    async with AsyncExitStack() as stack:
        await idle(stack, address, arguments.idle)
        boards = await set_up(stack, address, arguments.game, arguments.games)
        await watch(stack, address, boards[0].lives[0].match_id, arguments.spectators)
        print(f"{len(boards)} games of {arguments.game} are set up", flush=True)
        gc.collect()
        gc.disable()
        if arguments.profile:
            os.kill(process_id, signal.SIGUSR1)
        before, start = cpu_seconds(process_id), time.perf_counter()
        if arguments.rate:
            measured = await play(boards, arguments.rate, arguments.seconds)
        else:
            measured = await play_on(boards, arguments.at_once, arguments.seconds)
        took, used = time.perf_counter() - start, cpu_seconds(process_id) - before
        print(f"memory           {memory(process_id):.0f} MiB", flush=True)
    _print(measured, took, used)


def _print(measured: Measured, took: float, used: float) -> None:
    count = len(measured.acks)
    print(f"moves            {count} acknowledged in {took:.1f} s: {count / took:.0f} per second")
    print(f"not sent         {measured.missed} (the board was not ready), refused {measured.refused}")
    print(f"acknowledgement  {quantiles(measured.acks)}")
    print(f"opponent         {quantiles(measured.deliveries)}")
    print(f"server           {used:.1f} s of processor time ({100 * used / took:.0f} %), ", end="")
    print(f"{count / used:.0f} durable moves per second of it")


def _print_profile(profile: Path) -> None:
    """Prints where the main thread of the server spends its time, by layer. Profiling makes it much slower."""
    stats: Profiled = pstats.Stats(str(profile)).stats  # type: ignore[attr-defined]
    spent: Counter[str] = Counter()
    for function, (_, _, own, _, callers) in stats.items():
        layer = _layer(function)
        if layer is not None:
            spent[layer] += own  # type: ignore[assignment]
            continue
        for caller, (_, _, share, _) in callers.items():
            spent[_layer(caller) or "Python itself"] += share  # type: ignore[assignment]
    whole = sum(spent.values())
    for layer, seconds in spent.most_common():
        print(f"{layer:24} {100 * seconds / whole:5.1f} %")


def _layer(function: Function) -> str | None:
    """The layer of a function; None for Python's own, which are counted for their callers."""
    return next((layer for part, layer in LAYERS.items() if part in function[0]), None)


def main(words: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="drafti")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500, help="moves per second; 0: as fast as possible")
    parser.add_argument("--at-once", type=int, default=100, help="with --rate 0: moves under way at any time")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--spectators", type=int, default=0, help="connections that watch the first board")
    parser.add_argument("--idle", type=int, default=0, help="connections that watch a match nobody plays")
    parser.add_argument("--profile", action="store_true", help="show where the server spends its time")
    parser.add_argument("--serve", nargs=2, metavar=("PORT", "FOLDER"), help=argparse.SUPPRESS)
    arguments = parser.parse_args(None if words is None else list(words))
    allow_many_sockets()
    if arguments.serve:
        port, folder = int(arguments.serve[0]), Path(arguments.serve[1])
        serve(port, folder, folder / "profile" if arguments.profile else None)
        return
    with tempfile.TemporaryDirectory() as folder:
        _run(arguments, Path(folder))


def _run(arguments: argparse.Namespace, folder: Path) -> None:
    port = free_port()
    command = [sys.executable, __file__, "--serve", str(port), str(folder)]
    server = subprocess.Popen([*command, "--profile"] if arguments.profile else command)
    try:
        uvloop.run(measure(arguments, f"http://127.0.0.1:{port}", server.pid))
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()
    if arguments.profile:
        _print_profile(folder / "profile")


if __name__ == "__main__":
    main()
