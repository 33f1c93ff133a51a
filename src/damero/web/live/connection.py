"""The outgoing side of a WebSocket: a bounded queue, a writer, and pings that measure the round trip."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from damero.domain.clock import Lag
from damero.web import wire

LONGEST_QUEUE = 64
LARGEST_QUEUE = 1_000_000
"""Bytes that wait; a single frame may be larger."""
PING_EVERY = 10.0
LONGEST_SILENCE = 35.0
LONGEST_SEND = 15.0
"""Drop a client that accepts nothing for this many seconds."""
TRIPS_KEPT = 3
KERNEL_TOLERANCE = 50
"""Milliseconds by which a client's answer may be slower than the operating system measures."""
TOO_SLOW, NO_PONG = 4409, 4408


def never(*_frames: bytes) -> bool:
    """For a connection whose frames always go through the writer."""
    return False


class Connection:
    """Sends frames in order without ever waiting for the other end.

    When the other end is too slow, `catch_up` gives one frame that replaces all it missed. A connection without
    `catch_up` is closed; its client reconnects and resumes.
    """

    __slots__ = (
        "_close_code",
        "_heard",
        "_held",
        "_is_behind",
        "_kernel_round_trip",
        "_ping_id",
        "_pings",
        "_queue",
        "_socket",
        "_timer",
        "_trips",
        "_woken",
        "_write_now",
        "_writer",
        "_writing_since",
        "catch_up",
    )

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        kernel_round_trip: Callable[[], int | None] = lambda: None,
        write_now: Callable[..., bool] = never,
    ) -> None:
        """`write_now` sends frames if that is possible without waiting, and says whether it was."""
        self.catch_up: Callable[[], bytes] | None = None
        self._socket = socket
        self._kernel_round_trip = kernel_round_trip
        self._write_now = write_now
        self._held: bytes | None = None
        self._queue: list[bytes] = []
        self._woken: asyncio.Future[None] | None = None
        """What the writer waits for."""
        self._is_behind = False
        self._close_code: int | None = None
        self._pings: dict[int, float] = {}
        self._trips: tuple[int, ...] = ()
        self._ping_id = 0
        self._heard = monotonic()
        self._writer: asyncio.Task[None] | None = None
        self._writing_since: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def round_trip(self) -> int:
        """Milliseconds: the shortest of the last few, so that one slow answer earns no extra time."""
        return min(self._trips, default=0)

    @property
    def lag(self) -> Lag:
        """The round trip; a client that delays its answers is found out where the operating system measures it too."""
        measured = self._kernel_round_trip()
        if measured is None:
            return Lag(self.round_trip)
        return Lag(min(self.round_trip, measured + KERNEL_TOLERANCE), confirmed=True)

    def note_round_trip(self, milliseconds: int) -> None:
        """Something showed that the round trip is at most this long."""
        if milliseconds < self.round_trip:
            self._note_trip(milliseconds)

    @property
    def is_holding(self) -> bool:
        return self._held is not None

    def hold(self, frame: bytes) -> None:
        """Sends a frame together with the next one, or alone as soon as everything that is due now has been done.

        The acknowledgement of a change is held until the change itself is sent, which happens before others are told.
        """
        self.release()
        self._held = frame
        asyncio.get_running_loop().call_soon(self.release)

    def release(self) -> None:
        """Sends the frame that is held."""
        held, self._held = self._held, None
        if held is not None:
            self._send(held)

    def send(self, frame: bytes) -> None:
        """Sends at once what need not wait."""
        held, self._held = self._held, None
        if held is None:
            self._send(frame)
        else:
            self._send(held, frame)

    def _send(self, *frames: bytes) -> None:
        if self._close_code is not None or self._is_behind:
            return
        if not self._queue and self._writing_since is None and self._write_now(*frames):
            return
        for frame in frames:
            self._enqueue(frame)
        self._wake()

    def _enqueue(self, frame: bytes) -> None:
        if self._is_behind:
            return
        if self._has_room(frame):
            self._queue.append(frame)
        elif self.catch_up is None:
            self.close(TOO_SLOW)
        else:
            self._queue.clear()
            self._is_behind = True

    def _has_room(self, frame: bytes) -> bool:
        if not self._queue:
            return True
        waiting = sum(map(len, self._queue))
        return len(self._queue) < LONGEST_QUEUE and waiting + len(frame) <= LARGEST_QUEUE

    def close(self, code: int) -> None:
        """Closes after sending what is queued; if the client is too slow, the queue is dropped."""
        self.release()
        if self._close_code is None:
            self._close_code = code
            if code == TOO_SLOW:
                self._queue.clear()
            self._wake()

    async def write(self) -> None:
        """Writes until the connection is closed by either end."""
        self._writer = asyncio.current_task()
        self._ping()
        try:
            while await self._write_more():
                pass
        except (WebSocketDisconnect, OSError, RuntimeError):
            self._close_code = self._close_code or 1006
        finally:
            if self._timer is not None:
                self._timer.cancel()

    def receive_pong(self, pong: int) -> None:
        now = monotonic()
        sent = self._pings.pop(pong, None)
        if sent is None:
            return
        self._heard = now
        self._note_trip(int((now - sent) * 1000))

    def _note_trip(self, milliseconds: int) -> None:
        self._trips = (*self._trips, milliseconds)[-TRIPS_KEPT:]

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    async def _write_more(self) -> bool:
        """Writes what is queued, or waits for more; whether to go on."""
        if self._is_behind:
            self._catch_up()
        if not self._queue and self._close_code is None:
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
            return True
        self._writing_since = monotonic()
        while self._queue:
            await self._socket.send({"type": "websocket.send", "text": self._queue.pop(0).decode(), "bytes": None})
        self._writing_since = None
        if self._close_code is None or self._is_behind:
            return True
        await self._socket.close(code=self._close_code)
        return False

    def _catch_up(self) -> None:
        self._is_behind = False
        if self.catch_up is None:
            self.close(TOO_SLOW)
        else:
            self._queue.append(self.catch_up())

    def _is_stuck(self, now: float) -> bool:
        return self._writing_since is not None and now - self._writing_since > LONGEST_SEND

    def _ping(self) -> None:
        now = monotonic()
        if self._writer is not None and self._is_stuck(now):
            self._writer.cancel()
            return
        if now - self._heard > LONGEST_SILENCE:
            self.close(NO_PONG)
            return
        self._ping_id += 1
        self._pings[self._ping_id] = now
        self.send(wire.write_frame(wire.Ping(self._ping_id)))
        self._timer = asyncio.get_running_loop().call_later(PING_EVERY, self._ping)


async def run_connection(connection: Connection, reading: Coroutine[None, None, None]) -> None:
    """Runs the reader and the writer until either ends, then stops the other."""
    reader, writer = asyncio.create_task(reading), asyncio.create_task(connection.write())
    await _first_done(reader, writer)
    reader.cancel()
    connection.close(1000)
    results = await asyncio.gather(reader, writer, return_exceptions=True)
    connection.catch_up = None
    for result in results:
        if isinstance(result, Exception):
            raise result


async def _first_done(*tasks: asyncio.Task[None]) -> None:
    """Like `asyncio.wait`, which takes more memory while it waits."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    for task in tasks:
        task.add_done_callback(lambda _: None if done.done() else done.set_result(None))
    await done
