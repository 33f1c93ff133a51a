"""`damero worker`: lets engines think for all servers of a PostgreSQL database."""

from __future__ import annotations

import argparse

from damero.cli.arguments import add_database, environment, whole_number
from damero.domain.errors import DameroError

EXAMPLES = """\
  damero worker --database postgresql://db/damero
  damero worker --database postgresql://db/damero --processes 8 --name machine-2
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    parser.add_argument(
        "--processes", type=whole_number(1, 256), metavar="N", help="engine processes (default: all processors but one)"
    )
    parser.add_argument("--name", default=environment("name") or "worker", help="name of this worker (default: worker)")


def run(arguments: argparse.Namespace) -> int:
    from damero.bootstrap import Settings, run_worker  # slow to import: the whole server

    if arguments.database is None:
        raise DameroError("database.missing", code="NO_DATABASE")
    settings = Settings(database=arguments.database, name=arguments.name)
    run_worker(
        Settings(
            database=arguments.database,
            name=arguments.name,
            engine_workers=arguments.processes or settings.engine_workers,
        )
    )
    return 0
