"""`damero doctor`: checks that everything is there that Damero needs, and tells in sentences what is not."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from damero.cli.arguments import add_bus, add_database, add_json, whole_number
from damero.cli.console import print_report_line, to_json

EXAMPLES = """\
  damero doctor
  damero doctor --data /var/lib/damero --port 9000
  damero doctor --database postgresql://db/damero --bus valkey://bus
  damero doctor --json

With --database it also asks the database, the bus and the workers of several servers.
`error` is something that Damero needs: the exit code is then 1. `note` is only useful, or needed for some things.
Nothing is changed.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="the server's data folder (default: damero in the user's data folder)"
    )
    parser.add_argument("--port", type=whole_number(1, 65535), default=8000, help="the server's port (default: 8000)")
    add_database(parser)
    add_bus(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from damero.cli.checks import all_checks  # slow to import: engines and database
    from damero.cli.cluster_checks import cluster_checks

    findings = [*all_checks(arguments.data, arguments.port), *cluster_checks(arguments.database, arguments.bus)]
    if arguments.json:
        print(to_json([asdict(finding) for finding in findings]))
    else:
        for finding in findings:
            print_report_line(finding.level, finding.sentence)
    return 1 if any(finding.level == "error" for finding in findings) else 0
