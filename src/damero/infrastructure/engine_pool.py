"""Engines in worker processes, so that thinking never holds up the server.

A worker gets a pickled view, a level and a time limit, or a game's id and a seat for an army, and nothing else. One
that is late is killed; one that dies is replaced; whoever asked hears of an `EngineFault` and makes do without.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Literal, TypeAlias

from damero.application.ports import EngineFault
from damero.domain.game import Seat, View

GRACE = 0.5
"""Seconds that a worker may take beyond its limit before it is killed."""
START = 20.0
"""Seconds that a new worker may take to get ready."""

Thinker: TypeAlias = Callable[[View, int, int], str]
"""View, level and limit in milliseconds → a move. Must be importable by name, since workers are started afresh."""
Musterer: TypeAlias = Callable[[str, Seat], str]
"""A game's id and a seat → an army; importable by name likewise."""


@dataclass(frozen=True, slots=True)
class Skills:
    """What a worker can do."""

    choose: Thinker
    army: Musterer


Request: TypeAlias = tuple[Literal["choose"], View, int, int] | tuple[Literal["army"], str, Seat]


class EnginePool:
    """So many workers, each busy with one request at a time; the others wait their turn."""

    def __init__(self, skills: Skills, workers: int = 1) -> None:
        self._skills = skills
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        for _ in range(workers):
            self._idle.put_nowait(_Worker(skills))
        self._workers = workers

    async def choose(self, view: View, level: int, limit: int) -> str:
        return await self._ask(("choose", view, level, limit), limit)

    async def army(self, game_id: str, seat: Seat, limit: int) -> str:
        return await self._ask(("army", game_id, seat), limit)

    async def _ask(self, request: Request, limit: int) -> str:
        worker = await self._idle.get()
        try:
            return await asyncio.to_thread(worker.ask, request, limit)
        except (OSError, EOFError) as fault:
            raise EngineFault(f"An engine died: {fault!r}") from fault
        except asyncio.CancelledError:
            worker.kill()
            worker = _Worker(self._skills)
            raise
        finally:
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        for _ in range(self._workers):
            (await self._idle.get()).stop()


class _Worker:
    """A process that is started when it is first needed, and again after each fault."""

    def __init__(self, skills: Skills) -> None:
        self._skills = skills
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def ask(self, request: Request, limit: int) -> str:
        """Blocks until the worker answers; a worker that fails in any way is stopped."""
        try:
            line = self._ready()
            line.send(request)
            return self._reply(line, limit / 1000 + GRACE)
        except (OSError, EOFError, EngineFault):
            self.stop()
            raise

    def kill(self) -> None:
        """Ends the process in the middle of its work; whoever waits for it in `ask` cleans up."""
        if self._process is not None:
            self._process.kill()

    def stop(self) -> None:
        self.kill()
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.join()
        self._line = self._process = None

    def _ready(self) -> Connection:
        if self._line is not None and self._process is not None and self._process.is_alive():
            return self._line
        self.stop()
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(self._skills, theirs), name="damero-engine", daemon=True)
        self._process.start()
        theirs.close()
        self._reply(self._line, START)
        return self._line

    @staticmethod
    def _reply(line: Connection, patience: float) -> str:
        if not line.poll(patience):
            raise EngineFault(f"An engine did not answer within {patience:.1f} s.")
        answer, fault = line.recv()
        if fault is not None:
            raise EngineFault(f"An engine failed: {fault}")
        return str(answer)


def _work(skills: Skills, line: Connection) -> None:
    """The worker's life: one request after another, until its server hangs up or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        line.send(("ready", None))
        while True:
            line.send(_answer(skills, line.recv()))


def _answer(skills: Skills, request: Request) -> tuple[str | None, str | None]:
    try:
        if request[0] == "army":
            return skills.army(*request[1:]), None
        return skills.choose(*request[1:]), None
    except Exception as fault:
        return None, repr(fault)
