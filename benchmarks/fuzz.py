"""Sends made-up requests and WebSocket frames to a server of its own, with wide limits: no 5xx, no traceback logged.

    python benchmarks/fuzz.py --requests 20000 --seed 1

Half of the requests are valid by the API's own description and name matches, games, moves and puzzles that exist, and
half of those have one wrong thing. The other half has a few bytes changed: invalid UTF-8, broken JSON, strange headers,
paths and methods. Every tenth opens a WebSocket instead and sends frames of both kinds.
Only the loopback interface is used. The schema-based counterpart is

    DAMERO_SCHEMA_CASES=20000 python -m pytest tests/web/test_schema.py
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import h11
from fuzz_shapes import Shapes, encoded, with_one_wrong_thing
from fuzz_target import known_values
from server_process import free_port, wait_for
from websockets.frames import DATA_OPCODES, Frame, Opcode

from damero.client import Client

SENDERS, GUESTS = 8, 40
SHAPED, WRONG = 0.5, 0.5
"""The share of requests that are valid by the description, and of those the share with one wrong thing."""
OWNER = 0.7
"""The share of valid requests that come from the player whose matches they are about."""
SOCKETS = 0.1
"""The share of requests that open a WebSocket."""
OPEN_FOR = 0.2
"""Seconds for which the answers to its frames are awaited."""
LONGEST_WAIT = 30.0
"""Seconds after which a request counts as unanswered."""
PATIENCE = 1.0
PAGES = ("/", "/play", "/static/js/main.js", "/api/admin", "/x?a=b", "/sw.js", "/match/x", "/ws/lobby")
GAMES = ("drafti", "banqi", "stratego", "international", "barrage")
ENDS_SESSION = ((b"DELETE", "/api/me"), (b"DELETE", "/api/sessions"), (b"POST", "/api/accounts"))
NASTY = (
    b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xf5\x80\x80\x80", b"\x00", b"\\ud800", b"\\u0000", b"%ff", b"%00",
    b"%ed%a0%80", b"[", b"]" * 50, b"{" * 50, b'"', b"1e999", b"-0", b"9" * 400, b"NaN", b"null", b"../", b"//", b"?",
    b"#", b";", b"\t", b"\xe2\x80\xae", b"\xef\xbb\xbf", b"A" * 3000,
)  # fmt: skip
HANDSHAKE = (
    b"GET /ws/%b HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer %b\r\n\r\n"
)
METHODS = (b"GET", b"POST", b"PUT", b"PATCH", b"DELETE", b"HEAD", b"OPTIONS", b"TRACE", b"get", b"X")
HEADERS = (
    b"Origin: http://[", b"Origin: null", b"Origin: \xff", b"Host: x:99999", b"Host: [::", b"Cookie: damero=\xff\xfe",
    b"Cookie: =;;=", b"Authorization: Bearer \xff", b"Authorization: Basic x", b"Accept: \xff",
    b"Accept-Encoding: \xff", b"If-None-Match: \xff", b"Content-Type: text/plain",
    b"Content-Type: application/json; charset=\xff",
    b"Content-Encoding: gzip", b"Transfer-Encoding: chunked", b"Expect: 100-continue", b"Range: bytes=9-1",
    b"X-Forwarded-For: \xff", b"X-Forwarded-Proto: x", b"Sec-Fetch-Site: \xff", b"Upgrade: websocket",
    b"Accept-Language: \xff", b"X-Damero-Admin: \xff",
)  # fmt: skip
FIELDS = (
    "name", "password", "old", "new", "game", "opponent", "text", "start", "level", "seat", "command_id", "version",
    "squares", "hop", "kind", "code", "reason", "match", "pieces", "control", "private", "nonce", "perspective",
    "token",
)  # fmt: skip
BODIES = (
    {"game": "drafti", "opponent": "here"}, {"game": "stratego", "opponent": "anyone"}, {"text": "32-28"},
    {"name": "Ana"}, {"name": "Ana B", "password": "correct horse"}, {"text": '[GameType "20"]\n1. 32-28 *'},
    {"reason": "rude"}, {}, {},
    {"command_id": "c-1"}, {"command_id": "c-2", "text": "21-17"}, {"game": "drafti", "position": "W:W22:B18"},
    {"old": "correct horse", "new": "battery staple"}, {"text": "W:W22:B18"}, {},
)  # fmt: skip
FRAMES = (
    b'{"type":"hello"}', b'{"type":"pong","id":1}', b'{"type":"hello","version":1,"plies":5}',
    b'{"type":"play","command_id":"c","version":3,"text":"32-28"}', b'{"type":"resign","command_id":"c"}',
    b'{"type":"offer","command_id":"c","kind":"draw"}', b'{"type":"analyse","id":1,"game":"drafti","seconds":1}', b"",
)  # fmt: skip
TEXTS = (
    "32-28", "W:W22:B18", "", "\ud800", "💣", "x" * 500, '[GameType "20"]\n1. 32-28 *', '{"entries":[]}', "\x00",
    "white", "here", "anyone", "Ana", "drafti", "stratego",
)  # fmt: skip


@dataclass
class Target:
    address: str
    tokens: list[str]
    """Of the guest with matches, and of as many others as keep below the limits of one player."""
    operations: list[tuple[bytes, str]]
    """Methods and paths."""
    matches: list[str]
    shapes: Shapes


@dataclass
class Outcome:
    statuses: Counter[str] = field(default_factory=Counter)
    failures: list[bytes] = field(default_factory=list)
    """Requests that were answered with a 5xx."""


def request(random: Random, target: Target) -> bytes:
    return _shaped(random, target) if random.random() < SHAPED else _changed(random, target)


def _shaped(random: Random, target: Target) -> bytes:
    """A request that is valid by the description, or has one wrong thing."""
    method, template = random.choice(target.shapes.operations())
    path = target.shapes.path(random, method, template)
    made = target.shapes.body(random, method, template)
    made = with_one_wrong_thing(random, made) if made is not None and random.random() < WRONG else made
    body = b"" if made is None else encoded(made)
    head = f"{method.upper()} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    if (method.upper().encode(), template) not in ENDS_SESSION:
        token = target.tokens[0] if random.random() < OWNER else random.choice(target.tokens)
        head += f"Authorization: Bearer {token}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def _changed(random: Random, target: Target) -> bytes:
    """A valid request with up to three changes."""
    method, address = random.choice(target.operations)
    path = address.encode()
    if random.random() < 0.05:
        method = random.choice(METHODS)
    body = b"" if method == b"GET" else _body(random)
    headers = [b"Host: 127.0.0.1", b"Connection: close", b"Content-Type: application/json"]
    if random.random() < 0.8 and (method, address) not in ENDS_SESSION:
        headers.append(b"Authorization: Bearer " + random.choice(target.tokens).encode())
    if random.random() < 0.4:
        headers.append(random.choice(HEADERS))
    for _ in range(random.randrange(3)):
        if random.random() < 0.3:
            path = _spoiled(random, path)
        else:
            body = _spoiled(random, body)
    if random.random() < 0.95:
        headers.append(b"Content-Length: %d" % len(body))
    sent = b"\r\n".join([method + b" " + path + b" HTTP/1.1", *headers, b"", body])
    return _spoiled(random, sent) if random.random() < 0.1 else sent


def _body(random: Random) -> bytes:
    chosen = random.sample(FIELDS, random.randrange(5)) if random.random() < 0.4 else ()
    return json.dumps(random.choice(BODIES) | {name: _value(random) for name in chosen}).encode()


def _value(random: Random) -> object:
    text = random.choice(TEXTS)
    return random.choice((text, text, text, 1, -1, 2**64, 1.5, None, True, [], [text], {}, {"square": text}))


def _spoiled(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data) + 1)
    kind = random.randrange(4)
    if kind == 0:
        return data[:at] + random.choice(NASTY) + data[at:]
    if kind == 1:
        return data[:at] + random.randbytes(random.randrange(1, 20)) + data[at:]
    if kind == 2:
        return data[:at] + data[at + random.randrange(1, 10) :]
    return data[:at] + random.randbytes(1) + data[at + 1 :]


def frames(random: Random, shapes: Shapes) -> bytes:
    """Some frames of a client, of which some have a few bytes changed."""
    if random.random() < SHAPED:
        made = [encoded({"type": "hello"}), *(encoded(shapes.frame(random)) for _ in range(8))]
        return b"".join(Frame(Opcode.TEXT, one).serialize(mask=True) for one in made)
    made = [_frame(random) for _ in range(5)]
    return b"".join(_spoiled(random, one) if random.random() < 0.3 else one for one in made)


def _frame(random: Random) -> bytes:
    opcode = random.choice(tuple(Opcode)) if random.random() < 0.2 else Opcode.TEXT
    fin = opcode not in DATA_OPCODES or random.random() < 0.9
    return Frame(opcode, _data(random), fin).serialize(mask=True)


def _data(random: Random) -> bytes:
    """At most 125 bytes, so that it can be in a frame of any kind."""
    data = random.choice(FRAMES)
    return (_spoiled(random, data) if random.random() < 0.5 else data)[:125]


async def open_socket(target: Target, random: Random, outcome: Outcome) -> None:
    """Sends frames after a valid handshake, and reads for a while."""
    host, port = target.address.removeprefix("http://").split(":")
    path = random.choice(("lobby", "analysis", *(f"matches/{match_id}" for match_id in target.matches)))
    try:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(HANDSHAKE % (path.encode(), random.choice(target.tokens).encode()))
        line = await asyncio.wait_for(reader.readline(), LONGEST_WAIT)
        writer.write(frames(random, target.shapes))
        with suppress(TimeoutError):
            async with asyncio.timeout(OPEN_FOR):
                while await reader.read(65536):
                    pass
        writer.close()
    except (OSError, TimeoutError) as error:
        outcome.statuses[f"WebSocket {type(error).__name__}"] += 1
    else:
        outcome.statuses[f"WebSocket {line.split(b' ')[1].decode() if line.count(b' ') else 'unanswered'}"] += 1


async def send(target: Target, sent: bytes, outcome: Outcome) -> None:
    host, port = target.address.removeprefix("http://").split(":")
    try:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(sent)
        line = await _first_line(reader, writer, gives_up=not _is_complete(sent))
        while await asyncio.wait_for(reader.read(65536), LONGEST_WAIT):
            pass
        writer.close()
    except (OSError, TimeoutError) as error:
        outcome.statuses[type(error).__name__] += 1
        return
    status = line.split(b" ")[1].decode() if line.count(b" ") else _unanswered(sent)
    outcome.statuses[status] += 1
    if status.startswith("5"):
        outcome.failures.append(sent)


async def _first_line(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, gives_up: bool) -> bytes:
    """Of the final answer. An incomplete request is given up after a while."""
    answer = asyncio.ensure_future(_final_line(reader))
    await asyncio.wait({answer}, timeout=PATIENCE if gives_up else LONGEST_WAIT)
    if not answer.done():
        writer.write_eof()
    return await asyncio.wait_for(answer, LONGEST_WAIT)


async def _final_line(reader: asyncio.StreamReader) -> bytes:
    """Answers of the 100s, such as 100 Continue, are followed by another."""
    while (line := await reader.readline()).startswith(b"HTTP/1.1 1"):
        while (await reader.readline()).strip():
            pass
    return line


def _unanswered(sent: bytes) -> str:
    return "closed without an answer" if _is_complete(sent) else "incomplete request, given up"


def _is_complete(sent: bytes) -> bool:
    """Whether these bytes can be a whole request, by the reading of h11."""
    parser = h11.Connection(h11.SERVER)
    parser.receive_data(sent)
    try:
        while (event := parser.next_event()) is not h11.NEED_DATA:
            if isinstance(event, h11.EndOfMessage):
                return True
    except h11.RemoteProtocolError:
        return True
    return False


async def prepare(address: str) -> Target:
    """A guest with matches, and every path of the API."""
    async with Client(address) as guest:
        player = await guest.enter()
        ids = [(await guest.create(game, "here")).match.id for game in GAMES]
        description = (await guest.send("GET", "/api/openapi.json")).json()
        values = {"match_id": ids, "game_id": ["drafti", "stratego", "nonsense"], "player_id": [player.id, "x"]}
        operations = [
            (method.upper().encode(), path)
            for template, methods in description["paths"].items()
            for method in methods
            for path in _filled(template, values)
        ]
        tokens = [guest.token or ""] * (GUESTS // 2) + [await _token(address) for _ in range(GUESTS // 2)]
        shapes = Shapes(description, await known_values(guest, ids))
        return Target(address, tokens, [*operations, *((b"GET", path) for path in PAGES)], ids, shapes)


async def _token(address: str) -> str:
    async with Client(address) as guest:
        await guest.enter()
        return guest.token or ""


def _filled(template: str, values: dict[str, list[str]]) -> list[str]:
    for name, choices in values.items():
        if f"{{{name}}}" in template:
            return [path for one in choices for path in _filled(template.replace(f"{{{name}}}", one), values)]
    return [template.replace("{offer_id}", "0")]


async def fuzz(address: str, requests: int, seed: int) -> Outcome:
    await wait_for(address)
    target, outcome = await prepare(address), Outcome()

    async def sender(number: int) -> None:
        random = Random(f"{seed} {number}")
        for _ in range(requests // SENDERS):
            if random.random() < SOCKETS:
                await open_socket(target, random, outcome)
            else:
                await send(target, request(random, target), outcome)

    await asyncio.gather(*(sender(number) for number in range(SENDERS)))
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w+b") as log:
        command = [sys.executable, str(Path(__file__).with_name("fuzz_server.py")), str(port), folder]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        try:
            outcome = asyncio.run(fuzz(f"http://127.0.0.1:{port}", arguments.requests, arguments.seed))
        finally:
            server.terminate()
            server.wait()
        logged = Path(log.name).read_bytes()
    return report(outcome, logged)


def report(outcome: Outcome, logged: bytes) -> int:
    tracebacks = logged.count(b"Traceback")
    print(f"{outcome.statuses.total():,} requests: {dict(outcome.statuses.most_common())}")
    print(f"{len(outcome.failures)} answers 5xx, {tracebacks} tracebacks")
    for sent in outcome.failures[:5]:
        print(sent[:500])
    if tracebacks:
        print(logged.decode(errors="replace")[-5000:])
    return 1 if outcome.failures or tracebacks else 0


if __name__ == "__main__":
    sys.exit(main())
