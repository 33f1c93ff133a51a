"""Engines in worker processes, so that thinking never blocks the server.

A worker receives a pickled view with a level and a time limit, or a game id and a seat for an army, and nothing else.
A worker that is late is killed, one that dies is replaced, and the caller gets an `EngineFault`.
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
START_TIMEOUT = 20.0
"""Seconds that a new worker may take to get ready."""

ChooseMove: TypeAlias = Callable[[View, int, int], str]
"""View, level and limit in milliseconds → a move."""
PlaceArmy: TypeAlias = Callable[[str, int, Seat], str]
"""A game id, the version of its rules and a seat → an army."""


@dataclass(frozen=True, slots=True)
class WorkerFunctions:
    """What a worker runs. Both are imported by name in the new process, so they must be module-level functions."""

    choose: ChooseMove
    place_army: PlaceArmy


Request: TypeAlias = tuple[Literal["choose"], View, int, int] | tuple[Literal["place_army"], str, int, Seat]


class EnginePool:
    """A fixed number of workers. Each handles one request at a time; further requests wait."""

    def __init__(self, functions: WorkerFunctions, workers: int = 1) -> None:
        self._functions = functions
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        for _ in range(workers):
            self._idle.put_nowait(_Worker(functions))
        self._workers = workers

    async def choose(self, view: View, level: int, limit: int) -> str:
        return await self._request(("choose", view, level, limit), limit)

    async def place_army(self, game_id: str, version: int, seat: Seat, limit: int) -> str:
        return await self._request(("place_army", game_id, version, seat), limit)

    async def _request(self, request: Request, limit: int) -> str:
        worker = await self._idle.get()
        try:
            return await asyncio.to_thread(worker.request, request, limit)
        except (OSError, EOFError) as error:
            raise EngineFault(f"An engine process died: {error!r}") from error
        except asyncio.CancelledError:
            worker.kill()
            worker = _Worker(self._functions)
            raise
        finally:
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        for _ in range(self._workers):
            (await self._idle.get()).stop()


class _Worker:
    """A process that is started when it is first needed, and again after every failure."""

    def __init__(self, functions: WorkerFunctions) -> None:
        self._functions = functions
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def request(self, request: Request, limit: int) -> str:
        """Blocks until the worker responds. A worker that fails in any way is stopped."""
        try:
            pipe = self._started()
            pipe.send(request)
            return self._response(pipe, limit / 1000 + GRACE)
        except (OSError, EOFError, EngineFault):
            self.stop()
            raise

    def kill(self) -> None:
        """Ends the process in the middle of its work; the thread that waits in `request` cleans up."""
        if self._process is not None:
            self._process.kill()

    def stop(self) -> None:
        self.kill()
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.join()
        self._pipe = self._process = None

    def _started(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self.stop()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        arguments = (self._functions, theirs)
        self._process = context.Process(target=_run_worker, args=arguments, name="damero-engine", daemon=True)
        self._process.start()
        theirs.close()
        self._response(self._pipe, START_TIMEOUT)
        return self._pipe

    @staticmethod
    def _response(pipe: Connection, timeout: float) -> str:
        if not pipe.poll(timeout):
            raise EngineFault(f"An engine did not answer within {timeout:.1f} s.")
        answer, error = pipe.recv()
        if error is not None:
            raise EngineFault(f"An engine failed: {error}")
        return str(answer)


def _run_worker(functions: WorkerFunctions, pipe: Connection) -> None:
    """The worker's main loop. Ends when the server closes the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        pipe.send(("ready", None))
        while True:
            pipe.send(_handle(functions, pipe.recv()))


def _handle(functions: WorkerFunctions, request: Request) -> tuple[str | None, str | None]:
    """The answer, or a description of the error."""
    try:
        if request[0] == "place_army":
            return functions.place_army(*request[1:]), None
        return functions.choose(*request[1:]), None
    except Exception as error:
        return None, repr(error)
