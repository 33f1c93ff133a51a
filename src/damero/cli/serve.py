"""`damero`, or `damero serve`: start the server and open the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from damero.cli.arguments import Subparsers, add_command

EXAMPLES = """\
  damero                             on this machine, with a browser window
  damero --lan                       for every device in the house, with a QR code
  damero serve --port 9000 --no-browser --data /var/lib/damero
"""


def register(subparsers: Subparsers) -> None:
    add_options(add_command(subparsers, "serve", run, summary="start the server", examples=EXAMPLES))


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    command.add_argument("--port", type=_port, default=8000, help="(default: 8000; 0 takes any free one)")
    command.add_argument("--lan", action="store_true", help="listen on all interfaces; shows the address and a QR code")
    command.add_argument("--data", type=Path, metavar="DIR", help="where the games are kept")
    command.add_argument("--no-browser", action="store_true", help="do not open a browser")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    from damero.cli.server import run_server  # what a server needs takes longer to load than any other command

    return run_server(arguments)
