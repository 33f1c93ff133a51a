"""The main loop of a worker process.

A worker receives a pickled job and its limit, and nothing else. It sends what it finds.
A thread listens meanwhile, so that a job can be stopped. When the server closes the connection or dies, the process
ends at once.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from damero.operating_system import limit_memory, lower_priority, memory_in_use

LOWER_PRIORITY = 5
"""The server itself comes first when processors are short."""
MEGABYTE = 1 << 20

Job = TypeVar("Job")
Finding = TypeVar("Finding")
Told = TypeVar("Told", covariant=True)


class Thought(Protocol[Told]):
    """A job in progress."""

    def run(self, tell: Callable[[Told], None], /) -> None: ...

    def stop(self) -> None:
        """Called from another thread: end soon, with what was found."""


@dataclass(frozen=True, slots=True)
class WorkerFunctions(Generic[Job, Finding]):
    """What a worker runs. They are imported by name in the new process, so they must be at the level of a module."""

    think: Callable[[Job, int], Thought[Finding]]
    """A job and its limit in milliseconds → a thought that has not begun."""
    warm_up: Callable[[], Iterator[Callable[[], object]]]
    """What a new process does step by step while it has nothing else to do."""


ToWorker: TypeAlias = tuple[Literal["think"], int, Job, int] | tuple[Literal["stop"], int]
"""A job with its number and limit; or the number of the job to stop."""
FromWorker: TypeAlias = (
    tuple[Literal["ready"]] | tuple[Literal["found"], int, Finding] | tuple[Literal["done"], int, str | None, int]
)
"""What a job found; and its end, with an error and the bytes of memory in use."""


def run_worker(functions: WorkerFunctions[Job, Finding], connection: Connection, most_memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_priority(LOWER_PRIORITY)
    limit_memory(most_memory)
    jobs: SimpleQueue[tuple[int, Thought[Finding]]] = SimpleQueue()
    Thread(target=_listen, args=(functions, connection, jobs), daemon=True).start()
    warming_up = functions.warm_up()
    with suppress(OSError):
        connection.send(("ready",))
        while True:
            number, thought = _next_job(jobs, warming_up)
            error = _error_of(thought, partial(_send_finding, connection, number))
            connection.send(("done", number, error, memory_in_use()))


def _listen(
    functions: WorkerFunctions[Job, Finding], connection: Connection, jobs: SimpleQueue[tuple[int, Thought[Finding]]]
) -> None:
    thoughts: dict[int, Thought[Finding]] = {}
    try:
        while True:
            message: ToWorker[Job] = connection.recv()
            if message[0] == "think":
                number, thought = message[1], functions.think(message[2], message[3])
                thoughts = {number: thought}
                jobs.put((number, thought))
            elif message[1] in thoughts:
                thoughts[message[1]].stop()
    except (EOFError, OSError):
        os._exit(0)


def _next_job(
    jobs: SimpleQueue[tuple[int, Thought[Finding]]], warming_up: Iterator[Callable[[], object]]
) -> tuple[int, Thought[Finding]]:
    """Waits for a job, and warms up as long as there is none."""
    for step in warming_up:
        with suppress(Empty):
            return jobs.get_nowait()
        step()
    return jobs.get()


def _send_finding(connection: Connection, number: int, found: Finding) -> None:
    connection.send(("found", number, found))


def _error_of(thought: Thought[Finding], tell: Callable[[Finding], None]) -> str | None:
    """Does the job; a description of the error, if there was one."""
    try:
        thought.run(tell)
    except Exception as error:
        return repr(error)
    return None
