"""Lets a thousand clocks run out at the real server on this machine and measures how late the flags fall.

    python benchmarks/flags.py --games 1000 --seconds 10

Every game has its own socket. A flag has fallen when its player hears of it, over the same line by which the deadline
was told: what the line takes is part of the figure.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack

import uvloop
from load import quantiles, wait_for

from damero.client import Client, Live

GAMES_OF_A_PLAYER = 5
GAME = "drafti"


async def begin(stack: AsyncExitStack, client: Client, seconds: float) -> tuple[Live, float]:
    """A game in which both have moved, so that a flag that falls decides it; and when that will be."""
    match_id = (await client.create(GAME, "here", clock={"base": int(seconds * 1000)})).match.id
    live = await stack.enter_async_context(client.watch(match_id))
    await anext(aiter(live))
    for _ in range(2):
        await live.play(live.state.moves[0].text)
    clock = live.state.clock
    if clock is None or clock.deadline is None:
        raise RuntimeError("No clock runs.")
    return live, time.perf_counter() + (clock.deadline - clock.at) / 1000


async def lateness(live: Live, deadline: float) -> float:
    """Seconds from the deadline to the news that the flag has fallen."""
    async for state in live:
        if state.outcome is not None:
            return time.perf_counter() - deadline
    raise RuntimeError("The line is gone.")


async def measure(address: str, games: int, seconds: float) -> list[float]:
    await wait_for(address)
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(address)) for _ in range(-(-games // GAMES_OF_A_PLAYER))]
        for client in clients:
            await client.enter()
        # All clocks start within a few seconds; each has the same time on top of what setting up the others takes.
        patience = seconds + games / 100
        lives = [await begin(stack, clients[number % len(clients)], patience) for number in range(games)]
        print(f"{games} clocks run", flush=True)
        return await asyncio.gather(*(lateness(live, deadline) for live, deadline in lives))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10, help="how long the clocks run at least")
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "damero", "serve", "--no-browser", "--port", str(port), "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            late = uvloop.run(measure(f"http://127.0.0.1:{port}", arguments.games, arguments.seconds))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()
    print(f"{len(late)} flags fell too late by {quantiles(late)}")


if __name__ == "__main__":
    main()
