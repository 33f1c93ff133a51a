"""`damero backup`: copy all games, accounts and armies while the server goes on."""

from __future__ import annotations

import argparse
from pathlib import Path

from damero.cli.arguments import Subparsers, add_command

EXAMPLES = """\
  damero backup games-today.sqlite
  damero backup --data /var/lib/damero /mnt/safe/damero.sqlite
"""


def register(subparsers: Subparsers) -> None:
    summary = "copy everything the server has stored, also while it runs"
    command = add_command(subparsers, "backup", run, summary=summary, examples=EXAMPLES)
    command.add_argument("target", metavar="FILE", type=Path, help="the copy; an older one there is replaced")
    command.add_argument("--data", type=Path, metavar="DIR", help="where the server keeps its games")


def run(arguments: argparse.Namespace) -> int:
    from damero.bootstrap import Settings, back_up  # takes longer to load than any other command

    settings = Settings(data_dir=arguments.data) if arguments.data else Settings()
    back_up(settings, arguments.target)
    print(f"{arguments.target}: {arguments.target.stat().st_size:,} bytes")
    return 0
