"""Runs the server of `damero serve`: opens the socket, prints the address and serves until interrupted."""

from __future__ import annotations

import argparse
import io
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import segno
import uvicorn

from damero.bootstrap import Settings, check, publish_admin_access, web_app
from damero.cli.speech import say
from damero.domain.errors import DameroError
from damero.web.draining import drain
from damero.web.logs import log_to_stderr
from damero.web.open_files import allow_many_files
from damero.web.uvicorn_config import configure, settle_process

ALL_INTERFACES = "0.0.0.0"
BACKLOG = 2048
DOCUMENTATION_ADDRESS = ("192.0.2.1", 9)
"""Reserved by RFC 5737. Nothing is sent there; connecting a UDP socket to it tells which address of ours is used."""


def run_server(arguments: argparse.Namespace) -> int:
    """Serves until it is interrupted or told to stop."""
    _exit_when_terminated()
    settings = _settings(arguments)
    check(settings)
    listener = _listen(settings)
    allow_many_files()
    config = configure(web_app(settings))
    log_to_stderr(arguments.log)
    server = _Server(config, lambda: _announce(listener, arguments), has_others=settings.database is not None)
    settle_process()
    with publish_admin_access(settings, _local_address(listener)):
        server.run(sockets=[listener])
    return 0 if server.started else 1


def _exit_when_terminated() -> None:
    """So that what is left to do is done: uvicorn sends itself the signal again when it has finished."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


class _Server(uvicorn.Server):
    """Calls a function when it is ready for requests. Where there are other servers, it sends its players to them."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], *, has_others: bool) -> None:
        super().__init__(config)
        self._ready, self._has_others = ready, has_others

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._has_others:
            await drain(self, sockets or [])
        await super().shutdown(sockets)


def _settings(arguments: argparse.Namespace) -> Settings:
    host = ALL_INTERFACES if arguments.lan else arguments.host
    settings = Settings(
        host=host,
        port=arguments.port,
        trusted_proxies=tuple(arguments.trusted_proxy),
        database=arguments.database,
        bus=arguments.bus,
        name=arguments.name,
    )
    workers = 0 if arguments.engine_workers is None and arguments.database else arguments.engine_workers
    settings = settings if workers is None else replace(settings, engine_workers=workers)
    return settings if arguments.data is None else replace(settings, data_dir=arguments.data)


def _listen(settings: Settings) -> socket.socket:
    address = settings.host, settings.port
    try:
        return _bound(address) if settings.database else socket.create_server(address, backlog=BACKLOG)
    except OSError as error:
        where, reason = f"{settings.host}:{settings.port}", error.strerror or ""
        raise DameroError("cli.cannot_listen", code="CANNOT_LISTEN", address=where, reason=reason) from error


def _bound(address: tuple[str, int]) -> socket.socket:
    """Refuses connections until the server is ready, so that they go to another one meanwhile."""
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(address)
    return bound


def _announce(listener: socket.socket, arguments: argparse.Namespace) -> None:
    here, port = f"{_local_address(listener)}/", listener.getsockname()[1]
    print(say("cli.serve.running", address=here), flush=True)
    if arguments.lan:
        print(_network_address(f"http://{_own_address()}:{port}/"), flush=True)
    if not arguments.no_browser:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def _local_address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{'127.0.0.1' if host == ALL_INTERFACES else host}:{port}"


def _network_address(address: str) -> str:
    """The address for other devices, with its QR code."""
    drawing = io.StringIO()
    segno.make_qr(address).terminal(drawing, compact=True)
    return f"{say('cli.serve.network', address=address)}\n{drawing.getvalue()}"


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(DOCUMENTATION_ADDRESS)
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address
