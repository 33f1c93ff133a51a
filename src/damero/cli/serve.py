"""`damero`, or `damero serve`: starts the server and opens the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from damero.cli.arguments import add_bus, add_database, add_log, environment, ip_network_text, whole_number
from damero.cli.speech import say
from damero.texts import Text

EXAMPLES = Text("cli.example.serve")
HOST, PORT, NAME = "127.0.0.1", "8000", "server"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        default=environment("host") or HOST,
        help=say("cli.option.host", default=HOST),
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        default=environment("port") or PORT,
        help=say("cli.option.port", default=PORT),
    )
    parser.add_argument("--lan", action="store_true", help=say("cli.option.lan"))
    parser.add_argument(
        "--data",
        type=Path,
        default=environment("data"),
        metavar="DIR",
        help=say("cli.option.data"),
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        type=ip_network_text,
        default=_trusted_proxies(),
        metavar="ADDRESS",
        help=say("cli.option.trusted_proxy"),
    )
    _add_cluster(parser)
    add_log(parser)
    parser.add_argument("--no-browser", action="store_true", help=say("cli.option.no_browser"))


def _add_cluster(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    add_bus(parser)
    parser.add_argument(
        "--name",
        default=environment("name") or NAME,
        help=say("cli.option.name", default=NAME),
    )
    parser.add_argument(
        "--engine-workers",
        type=whole_number(0, 256),
        default=environment("engine_workers"),
        metavar="N",
        help=say("cli.option.engine_workers"),
    )


def _trusted_proxies() -> list[str]:
    return [ip_network_text(text) for text in (environment("trusted_proxy") or "").split()]


def run(arguments: argparse.Namespace) -> int:
    from damero.cli.run_server import run_server  # slow to import: the whole server

    return run_server(arguments)
