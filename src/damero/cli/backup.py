"""`damero backup`: copies all stored games, accounts and armies, even while the server runs."""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

from damero.cli.arguments import add_store, store_of, whole_number
from damero.cli.console import print_error
from damero.domain.errors import DameroError

if TYPE_CHECKING:
    from damero.bootstrap import Settings

EXAMPLES = """\
  damero backup games-today.sqlite
  damero backup --data /var/lib/damero /mnt/safe/damero.sqlite
  damero backup --data /var/lib/damero --every 1h --keep 24 /mnt/safe/damero
  damero backup --database postgresql://db/damero /mnt/safe/damero.sqlite
"""
UNITS = {"s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60}
KEPT = 7


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target",
        metavar="TARGET",
        type=Path,
        help="file to write the copy to, replacing an existing one; with --every or --keep, the folder of the copies",
    )
    add_store(parser)
    parser.add_argument(
        "--every", type=_interval, metavar="TIME", help="make a copy now and again after each 30s, 15m, 1h or 1d"
    )
    parser.add_argument(
        "--keep", type=whole_number(1), metavar="N", help=f"keep the newest N copies in the folder (default: {KEPT})"
    )


def run(arguments: argparse.Namespace) -> int:
    from damero.bootstrap import back_up  # slow to import: the whole server

    settings = store_of(arguments)
    if arguments.every is None and arguments.keep is None:
        back_up(settings, arguments.target)
        _report(arguments.target)
        return 0
    _add_copy(settings, arguments)
    while arguments.every is not None:
        time.sleep(arguments.every)
        try:
            _add_copy(settings, arguments)
        except DameroError as error:
            print_error(str(error))
    return 0


def _add_copy(settings: Settings, arguments: argparse.Namespace) -> None:
    from damero.bootstrap import add_backup

    _report(add_backup(settings, arguments.target, arguments.keep or KEPT))


def _report(copy: Path) -> None:
    print(f"{copy}: {copy.stat().st_size:,} bytes", flush=True)


def _interval(text: str) -> int:
    """Seconds."""
    found = re.fullmatch(r"([1-9][0-9]{0,5})([smhd])", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time such as 30s, 15m, 1h or 1d")
    return int(found[1]) * UNITS[found[2]]
