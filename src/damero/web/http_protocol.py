"""HTTP connections with limits: how many, and how long a request may take to arrive and a response to be taken."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from time import monotonic
from typing import Any, ClassVar

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from damero.web.limits import Gate, network
from damero.web.open_files import most_connections
from damero.web.problems import PROBLEM, TooManyError, problem, retry_after

HEAD_WITHIN = 10.0
"""Seconds from the first byte, or from the connection, until the head of a request is complete."""
BODY_WITHIN = 30.0
TAKEN_WITHIN = 30.0
"""Drop a client that accepts nothing of its response for this many seconds."""
WARN_EVERY = 60.0
REFUSAL = b"HTTP/1.1 %s\r\nretry-after: 10\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
EXHAUSTED = (
    "HTTP/1.1 429 Too Many Requests\r\nretry-after: {wait}\r\nconnection: close\r\ncache-control: no-store\r\n"
    "content-type: {type}\r\ncontent-length: {length}\r\n\r\n"
)
TOO_MANY, FULL = b"429 Too Many Requests", b"503 Service Unavailable"

log = logging.getLogger(__name__)


class LimitedProtocol(H11Protocol):
    """One connection. A subclass made by `limited_protocol` counts those of one server."""

    gate: ClassVar[Gate]
    trusted_proxies: ClassVar[tuple[IPv4Network | IPv6Network, ...]]
    open: ClassVar[Counter[str]]
    most: ClassVar[int]
    warned_at: ClassVar[float] = -WARN_EVERY
    _network: str | None = None
    """None: not counted."""
    _waiting_for: object = None
    _deadline: asyncio.TimerHandle | None = None
    _taken_by: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if refusal := self._count():
            transport.write(REFUSAL % refusal)
            transport.close()
        else:
            self._set_deadline()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE and (refusal := self._exhausted()):
            self.transport.write(refusal)
            self.transport.close()
            return
        super().data_received(data)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on the connection is counted and watched as a WebSocket."""
        self._release()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._taken_by = self.loop.call_later(TAKEN_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._taken_by is not None:
            self._taken_by.cancel()
            self._taken_by = None

    def _count(self) -> bytes | None:
        """Counts the connection for its address, or says why it is refused."""
        if len(self.connections) > self.most:
            self._warn()
            return FULL
        address = self.client[0] if self.client else "unknown"
        if self._is_trusted(address):
            return None
        counted = network(address)
        limits = self.gate.limits
        if self.open[counted] >= limits.connections_by_address * limits.factor(address):
            return TOO_MANY
        self._network = counted
        self.open[counted] += 1
        return None

    def _exhausted(self) -> bytes | None:
        """The refusal of a sender who could not even ask for a file. The request is not read."""
        if self._network is None or self.client is None:
            return None
        try:
            self.gate.check_exhausted(self.client[0])
        except TooManyError as refusal:
            self.gate.refused_early += 1
            answer = problem(refusal)
            body = msgspec.json.encode(answer)
            head = EXHAUSTED.format(wait=retry_after(answer), type=PROBLEM, length=len(body))
            return head.encode() + body
        return None

    def _is_trusted(self, address: str) -> bool:
        """A proxy's connections are those of many clients."""
        return bool(self.trusted_proxies) and any(ip_address(address) in proxies for proxies in self.trusted_proxies)

    def _warn(self) -> None:
        own = type(self)
        if monotonic() - own.warned_at >= WARN_EVERY:
            own.warned_at = monotonic()
            log.warning("All %d connections that the file limit allows are in use; more are refused.", self.most)

    def _release(self) -> None:
        for timer in (self._deadline, self._taken_by):
            if timer is not None:
                timer.cancel()
        if self._network is not None:
            self.open[self._network] -= 1
            if not self.open[self._network]:
                del self.open[self._network]
            self._network = None

    def _set_deadline(self) -> None:
        """Starts a deadline for each part of a request that is still on its way."""
        state = self.conn.their_state
        if state is self._waiting_for:
            return
        self._waiting_for = state
        if self._deadline is not None:
            self._deadline.cancel()
        within = {h11.IDLE: HEAD_WITHIN, h11.SEND_BODY: BODY_WITHIN}.get(state)
        self._deadline = None if within is None else self.loop.call_later(within, self.transport.close)


def limited_protocol(gate: Gate, trusted_proxies: Iterable[str]) -> type[LimitedProtocol]:
    """The protocol of one server, with its own counts."""
    proxies = tuple(map(ip_network, trusted_proxies))
    own: dict[str, Any] = {"gate": gate, "trusted_proxies": proxies, "open": Counter(), "most": most_connections()}
    return type("LimitedProtocol", (LimitedProtocol,), own)
