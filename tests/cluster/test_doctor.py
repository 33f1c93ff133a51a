"""`damero doctor` of a cluster tells what hinders it, and asks everything that its servers share."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import damero
from tests.cluster.processes import shared_postgres, shared_valkey
from tests.infrastructure.implementations import database_for
from tests.ports import free_port

from damero.infrastructure.postgres.connections import connect

A_WORKER = "INSERT INTO engine_worker VALUES ('one', 3, now() + interval '1 hour')"


def told(*arguments: str) -> dict[str, list[tuple[str, str]]]:
    """Level and sentence of what is found about each part of a cluster."""
    found: Any = damero("doctor", "--json", "--port", str(free_port()), *arguments).json
    parts: dict[str, list[tuple[str, str]]] = {"database": [], "bus": [], "workers": []}
    for finding in found:
        if finding["subject"] in parts:
            parts[finding["subject"]].append((finding["level"], finding["sentence"]))
    return parts


@pytest.fixture
def database(tmp_path: Path) -> str:
    return asyncio.run(database_for(tmp_path))


def execute(database: str, statement: str) -> None:
    async def run() -> None:
        connection = await connect(database)
        await connection.execute(statement.encode())
        await connection.close()

    asyncio.run(run())


def test_a_healthy_cluster(database: str) -> None:
    execute(database, A_WORKER)
    parts = told("--database", database, "--bus", shared_valkey().url)
    assert parts == {
        "database": [
            ("ok", "The database answers, can be written, keeps what it has acknowledged and has all tables.")
        ],
        "bus": [("ok", "The bus answers.")],
        "workers": [("ok", "Workers that are running: 1, with 3 engine processes.")],
    }


def test_a_cluster_can_do_without_bus_and_workers(database: str) -> None:
    parts = told("--database", database)
    assert [level for part in parts.values() for level, _ in part] == ["ok", "note", "note"]
    assert "damero worker" in parts["workers"][0][1]


def test_everything_that_hinders_a_server_is_told_at_once() -> None:
    options = "-csynchronous_commit%3Doff%20-cdefault_transaction_read_only%3Don"
    parts = told("--database", f"{shared_postgres().url()}?options={options}")
    assert [level for level, _ in parts["database"]] == ["error"] * 3
    lost, read_only, old = (sentence for _, sentence in parts["database"])
    assert ("synchronous_commit = off" in lost, "only be read" in read_only, "damero migrate" in old) == (True,) * 3
    assert parts["workers"] == []


def test_what_does_not_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMERO_DATABASE", f"postgresql://127.0.0.1:{free_port()}/nothing")
    monkeypatch.setenv("DAMERO_BUS", f"valkey://127.0.0.1:{free_port()}")
    parts = told()
    assert [(level, "refused" in sentence) for level, sentence in parts["database"]] == [("error", True)]
    assert [level for level, _ in parts["bus"]] == ["error"]
    assert parts["bus"][0][1].startswith("The bus does not answer: ")


@pytest.mark.parametrize("secret", ["correct-horse"])
def test_addresses_that_cannot_be_read_are_not_repeated(secret: str) -> None:
    ran = damero("doctor", "--database", f"mysql://damero:{secret}@db/damero", "--bus", f"http://:{secret}@bus")
    assert ran.code == 1
    assert secret not in ran.out + ran.err
    assert "error: The address of the database must look like" in ran.out
    assert "error: The address of the bus must look like" in ran.out


def test_a_bus_needs_a_database() -> None:
    assert [level for level, _ in told("--bus", shared_valkey().url)["database"]] == ["error"]
