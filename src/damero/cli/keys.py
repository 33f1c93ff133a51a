"""`damero keys`: shows or renews the keys with which the server signs records."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from damero.cli.arguments import add_json, add_store, store_of
from damero.cli.console import print_table, to_json

if TYPE_CHECKING:
    from damero.application.ports import PublishedKey

EXAMPLES = """\
  damero keys                    the public keys of this server, the present one first
  damero keys --json > keys.json    for `damero verify --key keys.json`
  damero keys rotate             sign with a new key from now on, also while the server runs
  damero keys rotate --database postgresql://db/damero    the same for all servers of a database
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=("show", "rotate"), default="show", help="default: show")
    add_store(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from damero.bootstrap import published_keys  # slow to import: the whole server

    keys = published_keys(store_of(arguments), is_rotated=arguments.action == "rotate")
    if arguments.json:
        print(to_json({"keys": [_document(key) for key in keys]}))
    else:
        print_table(("key", "since", "until", "public key"), [_row(key) for key in keys])
    return 0


def _document(key: PublishedKey) -> dict[str, object]:
    return {"id": key.id, "public_key": key.public_key.hex(), "since": key.since, "until": key.until}


def _row(key: PublishedKey) -> tuple[str, str, str, str]:
    return key.id, _date(key.since), "-" if key.until is None else _date(key.until), key.public_key.hex()


def _date(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
