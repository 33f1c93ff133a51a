"""The processor time that the server's event loop takes for a move, without sockets and clients.

    python benchmarks/move_cost.py --games 80 --rounds 40
    python benchmarks/move_cost.py --game stratego --games 20

The whole server runs in this process: frames go in as bytes from a made-up connection, moves are judged, stored and
synced, and the frames for both players come out as bytes. In each round a move is made in every game. Where other work
keeps a machine busy, this tells versions of the server apart better than `load.py`: run them in turn.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import uvloop
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from damero.application.commands import CreateMatch, JoinMatch, PlaceArmy
from damero.application.create_match import create_match
from damero.application.enter_as_guest import NewSession, as_player, enter_as_guest
from damero.application.join_match import join_match
from damero.application.live_match import LiveMatch
from damero.application.place_army import place_army
from damero.application.services import Services
from damero.bootstrap import Settings, web_app
from damero.domain.beginning import awaits_armies, placed_game
from damero.domain.clock import UNTIMED, TimeControl, fischer
from damero.domain.game import Seat
from damero.web.uvicorn_config import configure, settle_process

HANDSHAKE = (
    "GET /ws/matches/{match_id} HTTP/1.1\r\nHost: damero\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n"
)
ANNOUNCED_AFTER = 0.6
"""Seconds until the last connection has been announced."""
PAUSE = 0.004
LONGEST_ROUND = 60


class Transport(asyncio.Transport):
    """Takes everything and sends it nowhere."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})

    def write(self, _data: Any) -> None:
        pass

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass
class Board:
    live: LiveMatch
    connections: dict[Seat, asyncio.Protocol]

    def next_move(self, random: Random) -> tuple[asyncio.Protocol, bytes] | None:
        match = self.live.match
        if match.position is None or match.to_move is None:
            return None
        move = {"version": match.version, "text": str(random.choice(match.position.legal_moves()))}
        frame = _framed({"type": "play", "command_id": secrets.token_hex(16), **move})
        return self.connections[match.to_move], frame


async def set_up(services: Services, config: Config, game: str, control: TimeControl) -> Board:
    white, black = await enter_as_guest(services), await enter_as_guest(services)
    create = CreateMatch(command_id="create", by=as_player(white.player), game_id=game, control=control)
    match_id = (await create_match(services, create)).match_id
    await join_match(services, JoinMatch(command_id="join", match_id=match_id, by=as_player(black.player)))
    live = await services.live_match(match_id)
    await _place(services, live)
    sessions = {session.player.id: session for session in (white, black)}
    seated = {taken.seat: sessions[taken.player.id] for taken in live.match.taken}
    return Board(live, {seat: await _connect(config, match_id, session) for seat, session in seated.items()})


async def _place(services: Services, live: LiveMatch) -> None:
    while awaits_armies(live.match):
        match = live.match
        taken = next(taken for taken in match.taken if match.awaits_army(taken.seat))
        game = placed_game(match.game)
        army = tuple(game.read_army(taken.seat, next(iter(game.formations(taken.seat).values()))).items())
        place = PlaceArmy(command_id=f"army {taken.seat}", match_id=match.id, by=taken.player.id, army=army)
        await place_army(services, place)


async def _connect(config: Config, match_id: str, session: NewSession) -> asyncio.Protocol:
    made: Any = config.ws_protocol_class
    connection: asyncio.Protocol = made(config=config, server_state=ServerState(), app_state={})
    connection.connection_made(Transport())
    connection.data_received(HANDSHAKE.format(match_id=match_id, token=session.token).encode())
    for _ in range(20):
        await asyncio.sleep(0)
    connection.data_received(_framed({"type": "hello", "changes": True}))
    return connection


def _framed(message: dict[str, object]) -> bytes:
    return Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True)


async def play_round(boards: list[Board], random: Random) -> float | None:
    """Microseconds for each move; None if all games are over."""
    playing = [(board.live, board.live.match.version, made) for board in boards if (made := board.next_move(random))]
    start = time.thread_time()
    for _, _, (connection, frame) in playing:
        connection.data_received(frame)
    async with asyncio.timeout(LONGEST_ROUND):
        while any(live.match.version == version for live, version, _ in playing):
            await asyncio.sleep(PAUSE)
    await asyncio.sleep(PAUSE)
    return (time.thread_time() - start) / len(playing) * 1e6 if playing else None


async def measure(arguments: argparse.Namespace, folder: Path) -> None:
    app = web_app(Settings(data_dir=folder, engine_workers=1))
    config, control = configure(app), fischer(600_000, 5_000) if arguments.timed else UNTIMED
    config.load()
    async with app.lifespan():
        services: Services = app.state.context.services
        boards = [await set_up(services, config, arguments.game, control) for _ in range(arguments.games)]
        await asyncio.sleep(ANNOUNCED_AFTER)
        settle_process()
        random = Random(arguments.seed)
        rounds = [await play_round(boards, random) for _ in range(arguments.rounds)]
        for board in boards:
            for connection in board.connections.values():
                connection.connection_lost(None)
        await asyncio.sleep(ANNOUNCED_AFTER)
        tenth, *_, half = quantiles([cost for cost in rounds if cost is not None], n=10)[:5]
        print(f"{arguments.game}: {half:.0f} µs for each move (median of the rounds; a tenth: up to {tenth:.0f} µs)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="drafti")
    parser.add_argument("--games", type=int, default=80, help="how many are played at once")
    parser.add_argument("--rounds", type=int, default=40, help="moves in each game")
    parser.add_argument("--timed", action="store_true", help="with clocks")
    parser.add_argument("--seed", type=int, default=1, help="of the moves")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measure(arguments, Path(folder)))


if __name__ == "__main__":
    main()
