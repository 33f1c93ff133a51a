"""`damero move-data`: moves everything that is stored from SQLite to PostgreSQL, or back."""

from __future__ import annotations

import argparse

EXAMPLES = """\
  damero move-data /var/lib/damero postgresql://db/damero
  damero move-data postgresql://db/damero /var/lib/damero
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = "a data folder, or the address of a PostgreSQL database"
    parser.add_argument(
        "source", metavar="FROM", help=f"where everything is: {where}. No server may be running; it stays"
    )
    parser.add_argument("target", metavar="TO", help=f"where everything goes, which must be empty: {where}")


def run(arguments: argparse.Namespace) -> int:
    from damero.bootstrap import move_data  # slow to import: the whole server

    moved = move_data(arguments.source, arguments.target)
    for table, count in moved.rows.items():
        print(f"{table:16} {count:>12,}")
    print(f"The copy is equal to the original. Histories of all matches: {moved.heads[:16]}")
    for match_id in moved.unreadable:
        print(f"Match {match_id} is damaged in the original and was copied as it is.")
    return 0
