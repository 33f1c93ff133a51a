"""One player with eight games at level 8, ten others at levels 1 to 6 with clocks, one engine process.

    python benchmarks/engines_under_load.py --seconds 60

The real server runs in a process of its own. First the ten others play alone, then beside the one with eight games.
Measured is the time from the acknowledgement of a player's move to the engine's answer, as the player sees it. The
extra wait is what an answer took beyond the median of the same level without the eight games.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import median
from typing import TypeAlias

import httpx
import uvicorn
from server_process import free_port, wait_for
from timings import quantiles

from damero.bootstrap import Settings, web_app
from damero.client import Client, Disconnected
from damero.web import wire
from damero.web.uvicorn_config import configure, settle_process

GAME = "drafti"
HEAVY_GAMES, HEAVY_LEVEL = 8, 8
LEVELS = (1, 2, 3, 4, 5, 6, 1, 2, 4, 6)
"""Of the ten others, one each."""
CLOCK = wire.TimeControl(base=30_000, increment=500)
PAUSE = 0.4
"""Seconds that a player thinks before each move."""

Answers: TypeAlias = dict[int, list[float]]
"""Seconds that the engine's answers took, by level."""


class Players:
    def __init__(self, address: str, until: float) -> None:
        self._address, self._until = address, until
        self.answers: Answers = defaultdict(list)
        self.lost_on_time = 0

    async def heavy(self) -> None:
        """One player, eight games, answers at once."""
        async with Client(self._address) as client:
            await client.enter()
            await asyncio.gather(*(self._games(client, HEAVY_LEVEL, None, 0.0) for _ in range(HEAVY_GAMES)))

    async def light(self, level: int) -> None:
        async with Client(self._address) as client:
            await client.enter()
            await self._games(client, level, CLOCK, PAUSE)

    async def _games(self, client: Client, level: int, clock: wire.TimeControl | None, pause: float) -> None:
        while time.monotonic() < self._until:
            try:
                await self._game(client, level, clock, pause)
            except Disconnected:
                continue

    async def _game(self, client: Client, level: int, clock: wire.TimeControl | None, pause: float) -> None:
        random = Random(level)
        match = await client.create(GAME, "engine", level=level, clock=clock, seat="white")
        moved: float | None = None
        async with client.watch(match.match.id) as live:
            async for state in live:
                if time.monotonic() > self._until:
                    return
                if not state.moves:
                    continue
                if moved is not None:
                    self.answers[level].append(time.monotonic() - moved)
                await asyncio.sleep(pause)
                text = random.choice(state.moves).text
                await live.play(text)
                moved = time.monotonic()
            outcome = live.state.outcome
            self.lost_on_time += outcome is not None and outcome.reason == "timeout" and outcome.winner == "white"


async def measure(address: str, seconds: float, *, heavy: bool) -> Players:
    players = Players(address, time.monotonic() + seconds)
    everybody = [players.light(level) for level in LEVELS]
    await asyncio.gather(*everybody, *([players.heavy()] if heavy else []))
    return players


async def metrics(address: str, *names: str) -> list[str]:
    async with httpx.AsyncClient() as http:
        lines = (await http.get(f"{address}/api/metrics")).text.splitlines()
    return [line for line in lines if line.startswith(tuple(f"damero_engine_{name}" for name in names))]


async def engines_ready(address: str) -> None:
    while await metrics(address, "workers") != ["damero_engine_workers 1"]:
        await asyncio.sleep(0.2)


async def compare(address: str, seconds: float) -> None:
    await wait_for(address)
    await engines_ready(address)
    alone = await measure(address, seconds / 2, heavy=False)
    beside = await measure(address, seconds, heavy=True)
    extra = []
    for level in sorted(beside.answers):
        print(f"level {level}: {len(beside.answers[level])} answers, {quantiles(beside.answers[level])}")
        if level in alone.answers:
            print(f"    without the eight games: {quantiles(alone.answers[level])}")
            usual = median(alone.answers[level])
            extra += [max(0.0, answer - usual) for answer in beside.answers[level]]
    print(f"extra wait of the others: {quantiles(extra)}")
    print(f"engines that lost on time: {alone.lost_on_time + beside.lost_on_time}")
    print("\n".join(await metrics(address, "fallbacks", "shortened", "restarts")) or "no fallbacks, nothing shortened")


def serve(port: int, folder: Path) -> None:
    server = uvicorn.Server(configure(web_app(Settings(data_dir=folder, engine_workers=1))))
    settle_process()
    with socket.create_server(("127.0.0.1", port), backlog=512) as listener:
        server.run(sockets=[listener])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--serve", nargs=2, metavar=("PORT", "FOLDER"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(int(arguments.serve[0]), Path(arguments.serve[1]))
        return
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, __file__, "--serve", str(port), folder])
        try:
            asyncio.run(compare(f"http://127.0.0.1:{port}", arguments.seconds))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
