"""`damero migrate`: creates or upgrades the tables of a PostgreSQL database."""

from __future__ import annotations

import argparse

from damero.cli.arguments import add_database
from damero.domain.errors import DameroError

EXAMPLES = """\
  damero migrate --database postgresql://db/damero
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    from damero.bootstrap import migrate  # slow to import: the whole server

    if arguments.database is None:
        raise DameroError("database.missing", code="NO_DATABASE")
    before, after = migrate(arguments.database)
    print(f"tables: version {before} -> {after}" if before != after else f"tables: version {after}, up to date")
    return 0
