"""A review of a draughts game of sixty moves on one engine process, alone and while others play against the engine.

    python benchmarks/review.py --seconds 30

The real server runs in a process of its own. First the game is reviewed alone. Then four others play against levels 1,
2, 4 and 6 with clocks, and then again while the same game, stored as another match, is reviewed. Measured are the time
from asking for a review to its first and last move, and the time from the acknowledgement of a player's move to the
engine's answer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import engines_under_load
from engines_under_load import Players, engines_ready
from server_process import free_port, wait_for
from timings import quantiles

from damero.client import Client
from damero.domain.catalogue import game
from damero.engines.engine import Limits
from damero.engines.levels import engine

GAME, PLIES = "international", 120
LEVELS = (1, 2, 4, 6)
PAUSE = 0.08
"""Seconds between the moves of the game that is stored: a player may send 15 commands a second."""


def moves_of_a_game() -> list[str]:
    """An engine's game against itself that lasts long enough."""
    for seed in range(100):
        position, moves = game(GAME).initial(), list[str]()
        while position.to_move is not None and len(moves) < PLIES:
            limits = Limits(nodes=500, seed=1000 * seed + len(moves))
            moves.append(engine(GAME, 6).choose(position.view(position.to_move), limits).move)
            position = position.play(moves[-1])
        if len(moves) == PLIES:
            return moves
    raise RuntimeError("All games were short.")


async def stored_match(client: Client, moves: list[str]) -> str:
    match_id = (await client.create(GAME, "here")).match.id
    for move in moves:
        await client.play(match_id, move)
        await asyncio.sleep(PAUSE)
    async with client.watch(match_id) as live:
        async for _ in live:
            break
        await live.resign()
    return match_id


async def review(client: Client, match_id: str) -> tuple[float, float]:
    """Seconds to the first and to the last judged move."""
    began = time.monotonic()
    times = [time.monotonic() - began async for _ in client.review(match_id)]
    assert len(times) == PLIES, len(times)
    return times[0], times[-1]


async def play(address: str, seconds: float) -> Players:
    players = Players(address, time.monotonic() + seconds)
    await asyncio.gather(*(players.light(level) for level in LEVELS))
    return players


async def compare(address: str, seconds: float) -> None:
    await wait_for(address)
    await engines_ready(address)
    moves = moves_of_a_game()
    async with Client(address) as client:
        await client.enter()
        first, second = await stored_match(client, moves), await stored_match(client, moves)
        began, ended = await review(client, first)
        print(f"review of {PLIES} plies alone: first move after {began:.2f} s, all after {ended:.1f} s")
        again = await review(client, first)
        print(f"the same review from the store: {again[1]:.3f} s")
        alone = await play(address, seconds)
        (began, ended), beside = await asyncio.gather(review(client, second), play(address, seconds))
    print(f"review beside {len(LEVELS)} games: first move after {began:.2f} s, all after {ended:.1f} s")
    for level in sorted(beside.answers):
        print(f"level {level}: {len(beside.answers[level])} answers, {quantiles(beside.answers[level])}")
        print(f"    without the review: {quantiles(alone.answers[level])}")
    print(f"engines that lost on time: {alone.lost_on_time + beside.lost_on_time}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=30)
    arguments = parser.parse_args()
    port = free_port()
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as folder:
        script = str(Path(engines_under_load.__file__))
        server = subprocess.Popen([sys.executable, script, "--serve", str(port), folder])
        try:
            asyncio.run(compare(f"http://127.0.0.1:{port}", arguments.seconds))
        finally:
            server.terminate()
            server.wait()
    print(f"load average after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
