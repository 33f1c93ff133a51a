"""`damero backup`: copies all stored games, accounts and armies, even while the server runs."""

from __future__ import annotations

import argparse
from pathlib import Path

EXAMPLES = """\
  damero backup games-today.sqlite
  damero backup --data /var/lib/damero /mnt/safe/damero.sqlite
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target", metavar="FILE", type=Path, help="where to write the copy; an existing file is replaced"
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="data folder of the server (default: damero in the user's data folder)"
    )


def run(arguments: argparse.Namespace) -> int:
    from damero.bootstrap import Settings, back_up  # slow to import: the whole server

    settings = Settings(data_dir=arguments.data) if arguments.data else Settings()
    back_up(settings, arguments.target)
    print(f"{arguments.target}: {arguments.target.stat().st_size:,} bytes")
    return 0
