"""Kills the server again and again (SIGKILL) while clients play every kind of game on it, and looks for what was lost.

    python benchmarks/crashes.py --kills 200

Prints how many moves were acknowledged, how many of them are missing, doubled or out of order in the end, and how long
after each restart the first acknowledgement came.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import apsw
import httpx
from websockets.exceptions import WebSocketException

from damero.client import Client, Disconnected, Live, Refusal, new_id
from damero.domain.events import MovePlayed
from damero.domain.match import replay
from damero.infrastructure.event_text import read_event
from damero.infrastructure.sqlite_file import open_to_read

GAMES = ("drafti", "barrage", "banqi", "checkers", "banqi-taiwan", "international")
LINE_TROUBLE = (Disconnected, OSError, WebSocketException, httpx.HTTPError, TimeoutError)
PACE = 0.08
"""Seconds a player thinks, at most: within the limits of a player."""


@dataclass(frozen=True, slots=True)
class Acked:
    match_id: str
    player_id: str
    command_id: str
    version: int


@dataclass(slots=True)
class Findings:
    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    matches: int = 0
    first_acks: list[float] = field(default_factory=list)
    """Seconds from each start of the server to its first acknowledgement."""


class Server:
    """The real program as its own process, always on the same port."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.started = 0.0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-c", "import sys; from damero.cli.main import main; sys.exit(main())"]
        options = ["serve", "--no-browser", "--port", str(self.port), "--data", str(self._folder)]
        self.started = time.monotonic()
        self._process = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


class Torment:
    """A server that is killed, and the players who do not mind."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.acked: list[Acked] = []
        self.first_acks: list[float] = []
        self._random = Random(seed)
        self._acked_once = asyncio.Event()
        self._over = False

    async def run(self, games: Iterable[str], kills: int) -> None:
        self.server.start()
        tables = [asyncio.create_task(self._keep_playing(game, Random(number))) for number, game in enumerate(games)]
        for _ in range(kills):
            await self._live_a_little()
            self.server.kill()
            self._acked_once.clear()
            self.server.start()
        await self._live_a_little()
        self._over = True
        await asyncio.gather(*tables)

    async def _live_a_little(self) -> None:
        """Until something was acknowledged, and a little longer: the kill comes at any moment of the play."""
        async with asyncio.timeout(60):
            await self._acked_once.wait()
        await asyncio.sleep(self._random.random() / 2)

    async def _keep_playing(self, game: str, random: Random) -> None:
        async with Client(self.server.address) as one, Client(self.server.address) as other:
            await asyncio.gather(*(self._enter(client) for client in (one, other)))
            while not self._over:
                match_id = await self._new_match(one, other, game)
                if match_id is not None:
                    await asyncio.gather(*(self._play(client, match_id, random) for client in (one, other)))

    async def _enter(self, client: Client) -> None:
        while not self._over:
            try:
                await client.enter()
                return
            except LINE_TROUBLE:
                await asyncio.sleep(0.05)

    async def _new_match(self, one: Client, other: Client, game: str) -> str | None:
        try:
            match_id = (await one.create(game, opponent="friend")).match.id
            await other.join(match_id)
        except (*LINE_TROUBLE, Refusal):
            await asyncio.sleep(0.05)
            return None
        return match_id

    async def _play(self, client: Client, match_id: str, random: Random) -> None:
        """Plays to the end whatever happens to the line; an unanswered move is sent again with its id."""
        unanswered: list[tuple[str, str, int]] = []
        while not self._over:
            try:
                async with client.watch(match_id) as live:
                    await self._follow(client, live, match_id, random, unanswered)
                return
            except LINE_TROUBLE:
                await asyncio.sleep(0.02)

    async def _follow(
        self, client: Client, live: Live, match_id: str, random: Random, unanswered: list[tuple[str, str, int]]
    ) -> None:
        async for state in live:
            if self._over:
                return
            if "place" in state.can and live.match and live.viewer and live.viewer.seat:
                await self._place(client, live, random)
            if not unanswered and state.moves:
                await asyncio.sleep(random.random() * PACE)
                unanswered.append((new_id(), random.choice(state.moves).text, live.version))
            if unanswered:
                await self._send(client, live, match_id, unanswered)

    async def _place(self, client: Client, live: Live, random: Random) -> None:
        assert live.match
        assert live.viewer
        armies = await client.armies(live.match.game, live.viewer.seat or "")
        try:
            await live.place(random.choice(armies.formations).pieces)
        except Refusal:
            return

    async def _send(self, client: Client, live: Live, match_id: str, unanswered: list[tuple[str, str, int]]) -> None:
        command_id, move, version = unanswered[0]
        try:
            ack = await live.play(move, command_id, version)
        except Refusal:
            unanswered.clear()
            return
        unanswered.clear()
        assert client.player
        self.acked.append(Acked(match_id, client.player.id, command_id, ack.version))
        if not self._acked_once.is_set():
            self.first_acks.append(time.monotonic() - self.server.started)
            self._acked_once.set()


async def torment(folder: Path, kills: int, games: Iterable[str] = GAMES, seed: int = 0) -> Findings:
    """Kills a server so many times, then looks at what it has stored."""
    server = Server(folder)
    play = Torment(server, seed)
    try:
        await play.run(games, kills)
    finally:
        server.kill()
    findings = Findings(kills=kills, acknowledged=len(play.acked), first_acks=play.first_acks)
    connection = open_to_read(folder / "damero.sqlite")
    try:
        _examine(connection, play.acked, findings)
    finally:
        connection.close()
    return findings


def _examine(connection: apsw.Connection, acked: list[Acked], findings: Findings) -> None:
    if connection.pragma("integrity_check") != "ok":
        raise RuntimeError("The file is corrupt.")
    stored: Counter[tuple[str, str]] = Counter()
    at_version: dict[tuple[str, int], str] = {}
    for (match_id,) in connection.execute("SELECT DISTINCT match FROM event").fetchall():
        query = "SELECT seq, command, kind, body FROM event WHERE match = ? ORDER BY seq"
        rows = connection.execute(query, (match_id,)).fetchall()
        findings.gaps += [seq for seq, *_ in rows] != list(range(1, len(rows) + 1))
        replay(read_event(kind, body) for _, _, kind, body in rows)
        stored.update((match_id, command) for _, command, kind, _ in rows if kind == MovePlayed.__name__)
        at_version.update({(match_id, seq): command for seq, command, _, _ in rows})
        findings.matches += 1
    findings.doubled = sum(count > 1 for count in stored.values())
    for ack in acked:
        command = f"{ack.player_id}/{ack.command_id}"
        findings.lost += (ack.match_id, command) not in stored or at_version[ack.match_id, ack.version] != command


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        findings = asyncio.run(torment(Path(folder), arguments.kills, seed=arguments.seed))
    print(f"kills            {findings.kills}")
    print(f"matches          {findings.matches}")
    print(f"acknowledged     {findings.acknowledged} moves")
    print(f"lost             {findings.lost}")
    print(f"doubled          {findings.doubled}")
    print(f"gaps             {findings.gaps}")
    slowest, usual = max(findings.first_acks), statistics.median(findings.first_acks)
    print(f"first ack        {usual:.2f} s after a restart (median), {slowest:.2f} s at most")


if __name__ == "__main__":
    main()
