"""Another program that speaks Hub, as an engine."""

from __future__ import annotations

import queue
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread
from types import TracebackType

from damero.domain.draughts import Position
from damero.domain.draughts import View as DraughtsView
from damero.domain.errors import DameroError
from damero.domain.game import View
from damero.engines.draughts.hub import read_line, read_move, write_line, write_move, write_position
from damero.engines.engine import Choice, Closeable, Engine, Limits

START = 20.0
"""Seconds that a program may take to start."""
GRACE = 10.0
"""Seconds that an answer may take beyond its limit."""
DEFAULT_SECONDS = 1.0


class HubFault(DameroError):
    """The other program does not answer, has ended, or breaks the protocol."""

    code = "HUB_FAULT"


class HubEngine(Engine, Closeable):
    """Starts a program and talks to it until `close`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as problem:
            raise HubFault("hub.not_started", program=command[0], reason=problem.strerror or "") from problem
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            self._handshake()
        except HubFault:
            self._process.kill()
            self.close()
            raise

    def __enter__(self) -> HubEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _handshake(self) -> None:
        self._send("hub")
        self._receive("wait", START)
        self._send("init")
        self._receive("ready", START)

    def choose(self, view: View, limits: Limits = Limits(), /) -> Choice:  # noqa: B008 (a frozen value)
        assert isinstance(view, DraughtsView)
        position = view.position
        self._send(_position_line(position))
        self._send(_level_line(limits))
        self._send("go think")
        heard = self._receive("done", (limits.seconds or 60.0) + GRACE)
        move = str(read_move(position, heard["done"].get("move", "")))
        info = heard.get("info", {})
        score = round(100 * float(info.get("score", 0)))
        return Choice(move, score, int(info.get("depth", 0)), int(info.get("nodes", 0)), (move,))

    def close(self) -> None:
        """Ask the program to quit, and kill it if it does not."""
        with suppress(HubFault):
            self._send("quit")
        try:
            self._process.wait(timeout=GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError as problem:
            raise HubFault("hub.ended", program=self._command[0]) from problem

    def _receive(self, wanted: str, seconds: float) -> dict[str, dict[str, str]]:
        """The last line of each command, up to the awaited one."""
        heard: dict[str, dict[str, str]] = {}
        while wanted not in heard:
            try:
                line = self._lines.get(timeout=seconds)
            except queue.Empty as silence:
                program = self._command[0]
                raise HubFault("hub.silent", program=program, wanted=wanted, seconds=round(seconds)) from silence
            if line is None:
                raise HubFault("hub.ended", program=self._command[0])
            command, arguments = read_line(line)
            if command == "error":
                raise HubFault("hub.error", program=self._command[0], message=arguments.get("message", ""))
            heard[command] = arguments
        return heard


def _position_line(position: Position) -> str:
    """The position with its reversible moves, so that the program knows of repetitions."""
    if not position.seen or len(position.plies) < len(position.seen):
        return write_line("pos", pos=write_position(position))
    board, turn = position.seen[0]
    at = Position(position.rules, board, turn)
    start, moves = write_position(at), []
    for ply in position.plies[-len(position.seen) :]:
        move = at.read_move(ply.text)
        moves.append(write_move(move))
        at = at.play(move)
    return write_line("pos", pos=start, moves=" ".join(moves))


def _level_line(limits: Limits) -> str:
    given = {"depth": limits.depth, "nodes": limits.nodes, "move_time": limits.seconds}
    chosen = {name: value for name, value in given.items() if value is not None}
    return write_line("level", **(chosen or {"move_time": DEFAULT_SECONDS}))
