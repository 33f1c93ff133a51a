"""The running server of `damero serve`: its socket, its announcement and its end."""

from __future__ import annotations

import argparse
import io
import socket
import threading
import webbrowser
from collections.abc import Callable

import segno
import uvicorn

from damero.bootstrap import Settings, check, web_app
from damero.domain.errors import DameroError
from damero.web.serving import configure, settle_process

EVERYWHERE = "0.0.0.0"
SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address for documentation only: nothing is sent there, but the way to it begins at our own address."""


def run_server(arguments: argparse.Namespace) -> int:
    """Serves until it is told to end."""
    settings = _settings(arguments)
    check(settings)
    listener = _listen(settings)
    server = _Server(configure(web_app(settings)), lambda: _announce(listener, arguments))
    settle_process()
    server.run(sockets=[listener])
    return 0 if server.started else 1


class _Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _settings(arguments: argparse.Namespace) -> Settings:
    host = EVERYWHERE if arguments.lan else arguments.host
    if arguments.data is None:
        return Settings(host=host, port=arguments.port)
    return Settings(data_dir=arguments.data, host=host, port=arguments.port)


def _listen(settings: Settings) -> socket.socket:
    try:
        return socket.create_server((settings.host, settings.port), backlog=2048)
    except OSError as fault:
        sentence = f"Cannot listen on {settings.host}:{settings.port} ({fault.strerror}). Try another --port."
        raise DameroError(sentence, code="CANNOT_LISTEN") from fault


def _announce(listener: socket.socket, arguments: argparse.Namespace) -> None:
    host, port = listener.getsockname()[:2]
    here = f"http://{'127.0.0.1' if host == EVERYWHERE else host}:{port}/"
    print(f"Damero plays at {here}  (Ctrl+C ends it)", flush=True)
    if arguments.lan:
        print(_for_the_house(f"http://{_own_address()}:{port}/"), flush=True)
    if not arguments.no_browser:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def _for_the_house(address: str) -> str:
    """The address that other devices use, and its code for their cameras."""
    drawing = io.StringIO()
    segno.make_qr(address).terminal(drawing, compact=True)
    return f"In the house: {address}\n{drawing.getvalue()}"


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address
