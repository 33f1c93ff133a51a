"""Attacks a server from one address while others play, and measures how fast it acknowledges their moves.

    python benchmarks/attacks.py
    python benchmarks/attacks.py --only explosive hello --seconds 5

Twenty games are played over WebSockets at 40 moves per second from 127.0.0.1. Each attack comes from 127.0.0.9, which
has the ordinary limits of an address on the network, and stops after `--seconds`. The server, the players and the
attacker are three processes. The attacker has the lowest priority, since it would have a processor of its own. Nothing
leaves this machine.
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
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import TypeAlias

import httpx
import uvicorn
import uvloop
from endless_match import endless_match, renamed
from load import Measured, play, set_up
from server_process import allow_many_sockets, free_port, wait_for
from timings import quantiles
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from damero.application.ports import Entry
from damero.bootstrap import Settings, open_services, web_app
from damero.web.limits import Limits
from damero.web.uvicorn_config import configure, settle_process

ATTACKER = "127.0.0.9"
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
}


def serve(port: int, folder: Path) -> None:
    """Runs in the server process."""
    settings = Settings(data_dir=folder, limits=PlayersAreLocal())
    server = uvicorn.Server(configure(web_app(settings)))
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
        with suppress(httpx.HTTPError):
            await attack(http, match_id)
        await asyncio.sleep(0)


async def attack_forever(address: str, name: str) -> None:
    """Runs in the attacker's process."""
    os.nice(19)
    async with attacker(address) as http:
        match_id = await long_match(http)
        print("ready", flush=True)
        await asyncio.gather(*(repeat(ATTACKS[name], http, match_id) for _ in range(AT_ONCE)))


async def measure(arguments: argparse.Namespace, address: str) -> None:
    await wait_for(address)
    quiet = await measure_play(address, arguments.seconds)
    _print("undisturbed", quiet, quiet)
    for name in arguments.only or ATTACKS:
        command = [sys.executable, __file__, "--attack", address, name]
        attacking = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            assert attacking.stdout is not None
            await attacking.stdout.readline()
            _print(name, await measure_play(address, arguments.seconds), quiet)
        finally:
            with suppress(ProcessLookupError):
                attacking.kill()
            await attacking.wait()
        await asyncio.sleep(arguments.pause)


async def measure_play(address: str, seconds: float) -> Measured:
    async with AsyncExitStack() as stack:
        return await play(await set_up(stack, address, "international", GAMES), RATE, seconds)


def _print(name: str, measured: Measured, quiet: Measured) -> None:
    if not measured.acks:
        print(f"{name:12} no move was acknowledged", flush=True)
        return
    ratios = [_at(measured.acks, share) / _at(quiet.acks, share) for share in (0.5, 0.99)]
    print(f"{name:12} {quantiles(measured.acks)}; p50 x {ratios[0]:.1f}, p99 x {ratios[1]:.1f}", flush=True)


def _at(seconds: list[float], share: float) -> float:
    return sorted(seconds)[int(share * (len(seconds) - 1))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=ATTACKS)
    parser.add_argument("--seconds", type=float, default=10, help="of play for each attack")
    parser.add_argument("--pause", type=float, default=10, help="seconds in which the attacker's budget fills again")
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
