"""`damero worker`: lets engines think for all servers of a PostgreSQL database."""

from __future__ import annotations

import argparse
from dataclasses import replace

from damero.cli.arguments import add_database, add_log, environment, whole_number
from damero.cli.speech import say
from damero.domain.errors import DameroError

EXAMPLES = """\
  damero worker --database postgresql://db/damero
  damero worker --database postgresql://db/damero --processes 8 --name machine-2 --metrics-port 9100
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    parser.add_argument(
        "--processes",
        type=whole_number(1, 256),
        default=environment("processes"),
        metavar="N",
        help="engine processes (default: all processors but one)",
    )
    parser.add_argument("--name", default=environment("name") or "worker", help="name of this worker (default: worker)")
    parser.add_argument(
        "--metrics-port",
        type=whole_number(1, 65535),
        default=environment("metrics_port"),
        metavar="N",
        help="port for /api/health, /api/ready and /api/metrics (default: none)",
    )
    parser.add_argument(
        "--host",
        default=environment("host") or "127.0.0.1",
        help="address of that port (default: 127.0.0.1, this machine only)",
    )
    add_log(parser)


def run(arguments: argparse.Namespace) -> int:
    from damero.bootstrap import Settings, check_database, run_worker  # slow to import: the whole server
    from damero.web.logs import log_to_stderr

    if arguments.database is None:
        raise DameroError("database.missing", code="NO_DATABASE")
    log_to_stderr(arguments.log)
    settings = Settings(host=arguments.host, database=arguments.database, name=arguments.name)
    check_database(settings)
    processes = arguments.processes or settings.engine_workers
    print(say("cli.worker.running", name=arguments.name, count=processes), flush=True)
    run_worker(replace(settings, engine_workers=processes), arguments.metrics_port)
    return 0
