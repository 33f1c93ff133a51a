"""`damero`, or `damero serve`: starts the server and opens the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from damero.cli.arguments import add_database, add_log, environment, ip_network_text, whole_number

EXAMPLES = """\
  damero                             on this machine only, with a browser window
  damero --lan                       for all devices on the local network, with a QR code
  damero serve --port 9000 --no-browser --data /var/lib/damero
  damero serve --database postgresql://db/damero --bus valkey://bus --name a    one of several servers

Options may be given as environment variables: DAMERO_PORT=9000 stands for --port 9000, and
DAMERO_TRUSTED_PROXY="192.0.2.1 192.0.2.2" for two of --trusted-proxy.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        default=environment("host") or "127.0.0.1",
        help="address to listen on (default: 127.0.0.1, this machine only)",
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        default=environment("port") or "8000",
        help="port to listen on (default: 8000; 0: any free port)",
    )
    parser.add_argument(
        "--lan", action="store_true", help="listen on all network interfaces and show the address with a QR code"
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=environment("data"),
        metavar="DIR",
        help="folder for games and accounts (default: damero in the user's data folder)",
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        type=ip_network_text,
        default=_trusted_proxies(),
        metavar="ADDRESS",
        help="address or network of a reverse proxy whose X-Forwarded-For header is believed (may be repeated)",
    )
    _add_cluster(parser)
    add_log(parser)
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser window")


def _add_cluster(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    parser.add_argument(
        "--bus",
        metavar="URL",
        default=environment("bus"),
        help="Valkey or Redis server that connects the servers of a database, as valkey://HOST (or DAMERO_BUS)",
    )
    parser.add_argument(
        "--name",
        default=environment("name") or "server",
        help="name of this server among those of a database (default: server, or DAMERO_NAME)",
    )
    parser.add_argument(
        "--engine-workers",
        type=whole_number(0, 256),
        default=environment("engine_workers"),
        metavar="N",
        help="engine processes of this server (default: all processors but one; with --database 0: engines think in "
        "`damero worker`)",
    )


def _trusted_proxies() -> list[str]:
    return [ip_network_text(text) for text in (environment("trusted_proxy") or "").split()]


def run(arguments: argparse.Namespace) -> int:
    from damero.cli.run_server import run_server  # slow to import: the whole server

    return run_server(arguments)
