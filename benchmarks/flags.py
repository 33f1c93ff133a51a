"""Lets a thousand clocks run out on the real server and measures how late the flags fall.

    python benchmarks/flags.py --games 1000 --seconds 10

Every game has its own WebSocket. A flag counts as fallen when the player receives the result, so the figure includes
the time of transmission.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

import uvloop
from server_process import allow_many_sockets, free_port, start_server, wait_for
from timings import quantiles

from damero.client import Client, Live

GAMES_PER_PLAYER = 5
GAME = "drafti"


async def begin(stack: AsyncExitStack, client: Client, seconds: float) -> tuple[Live, float]:
    """A game in which both sides have moved, so that a fallen flag decides it, and the time when it will fall."""
    match_id = (await client.create(GAME, "here", clock={"base": int(seconds * 1000)})).match.id
    live = await stack.enter_async_context(client.watch(match_id))
    await anext(aiter(live))
    for _ in range(2):
        await live.play(live.state.moves[0].text)
    clock = live.state.clock
    if clock is None or clock.deadline is None:
        raise RuntimeError("No clock is running.")
    return live, time.perf_counter() + (clock.deadline - clock.at) / 1000


async def lateness(live: Live, deadline: float) -> float:
    """Seconds from the deadline until the player receives the result."""
    async for state in live:
        if state.outcome is not None:
            return time.perf_counter() - deadline
    raise RuntimeError("The connection was lost.")


async def measure(address: str, games: int, seconds: float) -> list[float]:
    await wait_for(address)
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(address)) for _ in range(-(-games // GAMES_PER_PLAYER))]
        for client in clients:
            await client.enter()
        # No clock may run out before the last one has started: setting up a hundred games takes less than a second.
        base = seconds + games / 100
        lives = [await begin(stack, clients[number % len(clients)], base) for number in range(games)]
        print(f"{games} clocks are running", flush=True)
        return await asyncio.gather(*(lateness(live, deadline) for live, deadline in lives))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10, help="shortest time on a clock")
    arguments = parser.parse_args()
    allow_many_sockets()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        server = start_server(port, Path(folder))
        try:
            late = uvloop.run(measure(f"http://127.0.0.1:{port}", arguments.games, arguments.seconds))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()
    print(f"{len(late)} flags fell; delay {quantiles(late)}")


if __name__ == "__main__":
    main()
