"""Attacks a server from one address while others play, and measures how fast it acknowledges their moves.

    python benchmarks/attacks.py
    python benchmarks/attacks.py --only explosive hello --seconds 5 --rounds 5

Twenty games are played over WebSockets at 40 moves per second from 127.0.0.1. Each attack comes from 127.0.0.9, which
has the ordinary limits of an address on the network. Times with and without the attack take turns, `--rounds` of each,
so that other work on the machine falls on both alike. Printed are the times and ratios over all rounds together, the
least and the greatest ratio of a single round, and whether p50 stays within twice and p99 within five times. The
server, the players and the attacker are three processes. The attacker has the lowest priority, since it would have a
processor of its own, and stands still while it does not attack. Nothing leaves this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import TypeAlias

import floods
import httpx
import uvicorn
import uvloop
from endless_match import endless_match, renamed
from floods import ATTACKER
from load import Board, play, set_up
from server_process import allow_many_sockets, free_port, wait_for
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from damero.application.ports import Entry
from damero.bootstrap import Settings, open_services, web_app
from damero.web.limits import Limits
from damero.web.logs import log_to_stderr
from damero.web.uvicorn_config import configure, settle_process

GAMES, RATE = 20, 40
AT_ONCE = 20
"""Requests of the attacker that are under way at any time."""
MANY_CAPTURES = (
    "W:WK46,K15,K36,K5,K3,K26:BK11,K22,K21,K28,K38,K8,K12,K24,K29,K42,K10,K44,K9,K41,K20,K50,K39,K6,K33",
    "W:WK1,K4,K5,K6,K33,K45,K46,K47:BK8,K11,K14,K15,K18,K21,K24,K28,K29,K31,K38,K39,K41,K42,K44",
)
"""Positions in which White can capture in 5,442 and 2,164 ways: the most that a search over positions found."""
COLD_MATCHES = 60
"""Long matches with thousands of takebacks. Each is loaded for the first time when somebody asks for it."""
HELD = 11.0
"""Seconds for which a connection is held half open: longer than the server waits for a request."""

MOST_P50, MOST_P99 = 2, 5
"""How many times as long as without an attack the acknowledgements of others may take."""
HEADING = f"{'attack':13}{'p50 ms without, with, ratio (rounds)':36}{'p99 ms':36}{'moves':>7}  goal kept"

_numbers = count()

Attack: TypeAlias = Callable[[httpx.AsyncClient, str], Awaitable[object]]
"""One step of an attack, which is repeated; the text is the id of a long match of the attacker."""


class PlayersAreLocal(Limits):
    """Players at 127.0.0.1 share one address here, so only they have the multiplier for loopback clients."""

    def factor(self, address: str) -> float:
        return 1 if address == ATTACKER else super().factor(address)


async def takebacks(http: httpx.AsyncClient, _match_id: str) -> None:
    await http.get(f"/api/matches/{cold_id(next(_numbers) % COLD_MATCHES)}", headers={"authorization": ""})


async def replay(http: httpx.AsyncClient, match_id: str) -> None:
    await http.get(f"/api/matches/{match_id}/replay")
    await http.get(f"/api/matches/{match_id}/record")


async def explosive(http: httpx.AsyncClient, _match_id: str) -> None:
    for text in MANY_CAPTURES:
        await http.post("/api/games/international/positions", json={"text": text})


async def explosive_match(http: httpx.AsyncClient, _match_id: str) -> None:
    """A composed match: every move in it has thousands of routes."""
    made = await http.post(
        "/api/matches", json={"game": "international", "opponent": "here", "start": MANY_CAPTURES[1]}
    )
    if made.status_code != 201:
        return
    match_id = made.json()["match"]["id"]
    legal = (await http.get(f"/api/matches/{match_id}/moves")).json()
    if legal.get("moves"):
        move = {"command_id": "move", "version": legal["version"], "squares": legal["moves"][0]["squares"]}
        await http.post(f"/api/matches/{match_id}/moves", json=move)


async def pictures(http: httpx.AsyncClient, _match_id: str) -> None:
    await http.get(f"/api/matches/{cold_id(next(_numbers) % COLD_MATCHES)}/picture.png")


async def codes(http: httpx.AsyncClient, _match_id: str) -> None:
    await http.get("/api/qr", params={"path": f"/{next(_numbers):0180}"})


async def analysis(http: httpx.AsyncClient, _match_id: str) -> None:
    address = str(http.base_url).replace("http", "ws", 1)
    headers = {"authorization": http.headers.get("authorization", "")}
    frame = {"type": "analyse", "id": 1, "game": "international", "position": MANY_CAPTURES[0], "seconds": 1}
    with suppress(WebSocketException, OSError, TimeoutError):
        async with connect(f"{address}ws/analysis", local_addr=(ATTACKER, 0), additional_headers=headers) as connection:
            for _ in range(10):
                await connection.send(json.dumps(frame))
                await asyncio.wait_for(connection.recv(), 30)


async def lobby_flood(http: httpx.AsyncClient, _match_id: str) -> None:
    address = str(http.base_url).replace("http", "ws", 1)
    with suppress(WebSocketException, OSError, TimeoutError):
        async with connect(f"{address}ws/lobby", local_addr=(ATTACKER, 0)) as connection:
            for _ in range(500):
                await connection.send('{"type":"pong","id":1}')


async def docs(http: httpx.AsyncClient, _match_id: str) -> None:
    await http.get("/api/docs")


async def static(http: httpx.AsyncClient, _match_id: str) -> None:
    await http.get("/")


async def hello(http: httpx.AsyncClient, match_id: str) -> None:
    address = str(http.base_url).replace("http", "ws", 1)
    with suppress(WebSocketException, OSError, TimeoutError):
        async with connect(f"{address}ws/matches/{match_id}", local_addr=(ATTACKER, 0)) as connection:
            for _ in range(100):
                await connection.send('{"type":"hello"}')


async def half_open(http: httpx.AsyncClient, _match_id: str) -> None:
    """Twenty at a time, opened as fast as the server takes them, each held until the server ends it."""
    held = [asyncio.create_task(_hold(http)) for _ in range(AT_ONCE)]
    await asyncio.gather(*held)


async def _hold(http: httpx.AsyncClient) -> None:
    with suppress(OSError, TimeoutError):
        host, port = http.base_url.host, http.base_url.port or 80
        reader, writer = await asyncio.open_connection(host, port, local_addr=(ATTACKER, 0))
        writer.write(b"GET / HTTP/1.1\r\n")
        async with asyncio.timeout(HELD):
            await reader.read()
        writer.close()


async def giant_bodies(http: httpx.AsyncClient, _match_id: str) -> None:
    body = json.dumps({"text": "x" * 2_000_000}).encode()
    await http.post("/api/records", content=body, headers={"content-type": "application/json"})


async def lobby_churn(http: httpx.AsyncClient, _match_id: str) -> None:
    created = await http.post("/api/matches", json={"game": "drafti", "opponent": "anyone"})
    if created.status_code == 201:
        await http.post(f"/api/matches/{created.json()['match']['id']}/abort", json={"command_id": "abort"})


ATTACKS: dict[str, Attack] = {
    "takebacks": takebacks,
    "replay": replay,
    "explosive": explosive,
    "docs": docs,
    "static": static,
    "hello": hello,
    "half-open": half_open,
    "bodies": giant_bodies,
    "lobby": lobby_churn,
    "lobby-flood": lobby_flood,
    "match": explosive_match,
    "pictures": pictures,
    "codes": codes,
    "analysis": analysis,
    "tiny-pieces": floods.tiny_pieces,
    "pipelining": floods.pipelining,
    "at-once": floods.at_once,
    "malformed": floods.malformed,
    "pings": floods.pings,
    "empty-pieces": floods.empty_pieces,
    "frames": floods.frames,
}


def serve(port: int, folder: Path) -> None:
    """Runs in the server process."""
    settings = Settings(data_dir=folder, limits=PlayersAreLocal())
    server = uvicorn.Server(configure(web_app(settings)))
    log_to_stderr()
    settle_process()
    with suppress(KeyboardInterrupt), socket.create_server(("127.0.0.1", port), backlog=2048) as listener:
        server.run(sockets=[listener])


def cold_id(number: int) -> str:
    return f"cold-{number}"


async def store_cold_matches(folder: Path) -> None:
    """Stores what would take an attacker minutes to play."""
    made = endless_match("international", Random(1))
    async with open_services(Settings(data_dir=folder)) as services:
        for number in range(COLD_MATCHES):
            after, events = renamed(made, cold_id(number))
            await services.matches.append(Entry(after, 0, "stored", events))


def attacker(address: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=address, transport=httpx.AsyncHTTPTransport(local_address=ATTACKER), timeout=30)


async def long_match(http: httpx.AsyncClient) -> str:
    """A match in which the attacker moves two kings to and fro and takes moves back."""
    while (entered := await http.post("/api/guests", json={})).status_code != 201:
        await asyncio.sleep(1)
    token = entered.json()["token"]
    http.headers["authorization"] = f"Bearer {token}"
    start = {"game": "international", "opponent": "here", "start": "W:WK46,K47:BK4,K5"}
    match_id = str((await http.post("/api/matches", json=start)).json()["match"]["id"])
    for number in range(40):
        legal = (await http.get(f"/api/matches/{match_id}/moves")).json()
        if not legal.get("moves"):
            break
        move = {"command_id": f"move {number}", "version": legal["version"], "text": legal["moves"][0]["text"]}
        await http.post(f"/api/matches/{match_id}/moves", json=move)
    return match_id


async def repeat(attack: Attack, http: httpx.AsyncClient, match_id: str) -> None:
    while True:
        with suppress(httpx.HTTPError, KeyError, ValueError):  # a refusal, where an answer was expected
            await attack(http, match_id)
        await asyncio.sleep(0)


async def attack_forever(address: str, name: str) -> None:
    """Runs in the attacker's process."""
    os.nice(19)
    async with attacker(address) as http:
        match_id = await long_match(http)
        print("ready", flush=True)
        await asyncio.gather(*(repeat(ATTACKS[name], http, match_id) for _ in range(AT_ONCE)))


@dataclass
class Compared:
    """The acknowledgements of each round, without and with the attack."""

    quiet: list[list[float]] = field(default_factory=list)
    attacked: list[list[float]] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        return all(self.quiet) and all(self.attacked)

    def ratio(self, share: float) -> float:
        return _at(_all(self.attacked), share) / _at(_all(self.quiet), share)

    @property
    def keeps_goal(self) -> bool:
        return self.is_complete and self.ratio(0.5) <= MOST_P50 and self.ratio(0.99) <= MOST_P99

    def row(self, name: str) -> str:
        if not self.is_complete:
            return f"{name:13} in one of the rounds no move was acknowledged"
        cells = "".join(self._cells(share) for share in (0.5, 0.99))
        return f"{name:13}{cells}{len(_all(self.attacked)):7}  {'yes' if self.keeps_goal else 'NO'}"

    def _cells(self, share: float) -> str:
        """Milliseconds without and with the attack, and the ratio, with the least and the greatest of one round."""
        single = [
            _at(beside, share) / _at(alone, share) for alone, beside in zip(self.quiet, self.attacked, strict=True)
        ]
        alone, beside = (1000 * _at(_all(rounds), share) for rounds in (self.quiet, self.attacked))
        return f"{alone:7.1f}{beside:7.1f}{self.ratio(share):6.2f} ({min(single):.1f} to {max(single):.1f})".ljust(36)


def _all(rounds: list[list[float]]) -> list[float]:
    return [one for acks in rounds for one in acks]


async def measure(arguments: argparse.Namespace, address: str) -> None:
    await wait_for(address)
    print(HEADING, flush=True)
    kept = 0
    for name in arguments.only or ATTACKS:
        async with AsyncExitStack() as stack:
            attacking = await stack.enter_async_context(attacked_by(address, name))
            attacking.send_signal(signal.SIGSTOP)
            boards = await set_up(stack, address, "international", GAMES)
            compared = await compare(attacking, boards, arguments)
            kept += compared.keeps_goal
            print(compared.row(name), flush=True)
    print(
        f"{kept} of {len(arguments.only or ATTACKS)} attacks kept p50 within {MOST_P50} x and p99 within {MOST_P99} x"
    )


@asynccontextmanager
async def attacked_by(address: str, name: str) -> AsyncIterator[asyncio.subprocess.Process]:
    command = [sys.executable, __file__, "--attack", address, name]
    attacking = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert attacking.stdout is not None
        await attacking.stdout.readline()
        yield attacking
    finally:
        with suppress(ProcessLookupError):
            attacking.kill()
        await attacking.wait()


async def compare(
    attacking: asyncio.subprocess.Process, boards: list[Board], arguments: argparse.Namespace
) -> Compared:
    compared = Compared()
    for _ in range(arguments.rounds):
        attacking.send_signal(signal.SIGSTOP)
        await asyncio.sleep(arguments.pause)
        compared.quiet.append(await acknowledgements(boards, arguments.seconds))
        attacking.send_signal(signal.SIGCONT)
        compared.attacked.append(await acknowledgements(boards, arguments.seconds))
    return compared


async def acknowledgements(boards: list[Board], seconds: float) -> list[float]:
    return (await play(boards, RATE, seconds)).acks


def _at(seconds: list[float], share: float) -> float:
    return sorted(seconds)[int(share * (len(seconds) - 1))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=ATTACKS)
    parser.add_argument("--seconds", type=float, default=5, help="of play with and without the attack in each round")
    parser.add_argument("--pause", type=float, default=5, help="seconds in which the attacker's budget fills again")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--attack", nargs=2, metavar=("ADDRESS", "NAME"), help=argparse.SUPPRESS)
    parser.add_argument("--serve", nargs=2, metavar=("PORT", "FOLDER"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    allow_many_sockets()
    if arguments.serve:
        serve(int(arguments.serve[0]), Path(arguments.serve[1]))
        return
    if arguments.attack:
        asyncio.run(attack_forever(*arguments.attack))
        return
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(store_cold_matches(Path(folder)))
        port = free_port()
        server = subprocess.Popen([sys.executable, __file__, "--serve", str(port), folder])
        try:
            uvloop.run(measure(arguments, f"http://127.0.0.1:{port}"))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


if __name__ == "__main__":
    main()
