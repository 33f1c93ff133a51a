"""One worker process as the server sees it: it does one job at a time and can be told to stop."""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Generic

from damero.application.ports import EngineFault, EngineLate, WorkerLost
from damero.infrastructure.worker_loop import Finding, FromWorker, Job, ToWorker, WorkerFunctions, run_worker

GRACE = 3.0
"""Seconds that a job may take beyond its limit, or after it was stopped, before its process is killed."""
START_TIMEOUT = 30.0
"""Seconds that a new process may take to get ready."""
_LENGTH = struct.Struct("!i")
"""How `multiprocessing` writes the length of a message."""

if sys.platform == "win32":
    open_streams = asyncio.open_connection
else:
    open_streams = asyncio.open_unix_connection  # A pair of sockets belongs to the family of Unix sockets there.


class WorkerProcess(Generic[Job, Finding]):
    def __init__(self, process: BaseProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._process, self._reader, self._writer = process, reader, writer
        self._numbers = count(1)
        self._number = 0
        self._tell: Callable[[Finding], None] = _ignore
        self._done: asyncio.Future[None] | None = None
        self.memory = 0
        """Bytes in use after the last job."""
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """Why the process ended."""
        self._reading: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, functions: WorkerFunctions[Job, Finding], most_memory: int) -> WorkerProcess[Job, Finding]:
        """Returns when the process is ready; raises `EngineFault` if it never is."""
        ours, theirs = socket.socketpair()
        spawning = asyncio.ensure_future(asyncio.to_thread(_spawn, functions, theirs, most_memory))
        try:
            process = await asyncio.shield(spawning)
            started = cls(process, *await open_streams(sock=ours))
        except BaseException:
            ours.close()
            await _give_up(spawning)
            raise
        try:
            async with asyncio.timeout(START_TIMEOUT):
                await started._receive()
        except (TimeoutError, EOFError, OSError) as error:
            await started.end("not started")
            raise EngineFault(f"A worker process did not start: {error!r}") from error
        except asyncio.CancelledError:
            await started.end("not started")
            raise
        started._reading = asyncio.create_task(started._read())
        return started

    async def do(self, job: Job, limit: int, stop: asyncio.Event, tell: Callable[[Finding], None]) -> None:
        """Does a job. After any exception, `recover` must follow."""
        if self.ended.done():
            raise WorkerLost("A worker process has ended.")
        self._number, self._tell = next(self._numbers), tell
        self._done = done = asyncio.get_running_loop().create_future()
        self._send(("think", self._number, job, limit))
        stopping: asyncio.Task[None] | None = None
        try:
            async with asyncio.timeout(limit / 1000 + GRACE) as timeout:
                stopping = asyncio.create_task(self._stop_when(stop, timeout))
                await asyncio.shield(done)
        except TimeoutError as error:
            raise EngineLate(f"A worker did not answer within {limit / 1000 + GRACE:.1f} s.") from error
        finally:
            self._tell = _ignore
            if stopping is not None:
                stopping.cancel()

    async def recover(self) -> bool:
        """Ends the present job; whether the process can be used again."""
        if self.ended.done():
            return False
        self._send(("stop", self._number))
        with suppress(TimeoutError, EngineFault):
            async with asyncio.timeout(GRACE):
                if self._done is not None:
                    await asyncio.shield(self._done)
        return not self.ended.done() and (self._done is None or self._done.done())

    async def end(self, reason: str) -> None:
        """Kills the process, if it has not ended by itself."""
        self._process.kill()
        self._note_end(reason)
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        self._writer.close()
        await asyncio.to_thread(self._process.join)
        self._process.close()

    async def _stop_when(self, stop: asyncio.Event, timeout: asyncio.Timeout) -> None:
        await stop.wait()
        self._send(("stop", self._number))
        timeout.reschedule(asyncio.get_running_loop().time() + GRACE)

    async def _read(self) -> None:
        """Passes on what the process sends, until it ends."""
        with suppress(EOFError, OSError):
            while True:
                self._note(await self._receive())
        self._note_end("died")

    def _note_end(self, reason: str) -> None:
        if not self.ended.done():
            self.ended.set_result(reason)
        if self._done is not None and not self._done.done():
            self._done.set_exception(WorkerLost("A worker process ended."))
            self._done.exception()

    def _note(self, message: FromWorker[Finding]) -> None:
        if message[0] == "ready" or message[1] != self._number or self._done is None or self._done.done():
            return
        if message[0] == "found":
            self._tell(message[2])
            return
        self.memory = message[3]
        if message[2] is None:
            self._done.set_result(None)
        else:
            self._done.set_exception(EngineFault(f"A worker failed: {message[2]}"))
            self._done.exception()

    async def _receive(self) -> FromWorker[Finding]:
        (length,) = _LENGTH.unpack(await self._reader.readexactly(_LENGTH.size))
        message: FromWorker[Finding] = pickle.loads(await self._reader.readexactly(length))
        return message

    def _send(self, message: ToWorker[Job]) -> None:
        content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        self._writer.write(_LENGTH.pack(len(content)) + content)


def _spawn(functions: WorkerFunctions[Job, Finding], theirs: socket.socket, most_memory: int) -> BaseProcess:
    context = multiprocessing.get_context("spawn")
    with Connection(theirs.detach()) as connection:
        arguments = (functions, connection, most_memory)
        process = context.Process(target=run_worker, args=arguments, name="damero-worker", daemon=True)
        process.start()
        return process


async def _give_up(spawning: asyncio.Future[BaseProcess]) -> None:
    """Ends the process of a start that failed or was cancelled; a thread that is starting one cannot be stopped."""
    with suppress(OSError):
        process = await spawning
        process.kill()
        await asyncio.to_thread(process.join)
        process.close()


def _ignore(_found: object) -> None:
    pass
