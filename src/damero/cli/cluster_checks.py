"""What `damero doctor` checks of a cluster: its database, its bus and its workers."""

from __future__ import annotations

from collections.abc import Iterator

from damero.cli.checks import Finding
from damero.domain.errors import DameroError

USABLE = "The database answers, can be written, keeps what it has acknowledged and has all tables."
NO_BUS = "No bus is named with --bus. Servers follow each other through the database alone, within two seconds."
BUS_ALONE = "A bus connects the servers of a database. Name the database with --database."
NO_WORKER = "No worker is running. Start `damero worker`, or give the servers --engine-workers."


def cluster_checks(database: str | None, bus: str | None) -> Iterator[Finding]:
    if database is not None:
        yield from check_database(database)
    elif bus is not None:
        yield Finding("database", "error", BUS_ALONE)
    if bus is not None:
        yield check_bus(bus)
    elif database is not None:
        yield Finding("bus", "note", NO_BUS)


def check_database(database: str) -> Iterator[Finding]:
    """What hinders its use, each with a finding; without any, its workers."""
    from damero.bootstrap import database_faults

    try:
        faults = database_faults(database)
    except DameroError as missing:
        faults = (missing,)
    for fault in faults:
        yield Finding("database", "error", fault.sentence)
    if not faults:
        yield Finding("database", "ok", USABLE)
        yield check_workers(database)


def check_workers(database: str) -> Finding:
    from damero.bootstrap import present_workers

    try:
        workers, processes = present_workers(database)
    except DameroError as error:
        return Finding("workers", "error", error.sentence)
    if not workers:
        return Finding("workers", "note", NO_WORKER)
    return Finding("workers", "ok", f"Workers that are running: {workers}, with {processes} engine processes.")


def check_bus(bus: str) -> Finding:
    from damero.bootstrap import check_bus as ask_bus

    try:
        ask_bus(bus)
    except DameroError as error:
        return Finding("bus", "error", error.sentence)
    return Finding("bus", "ok", "The bus answers.")
