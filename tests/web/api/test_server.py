"""Health and metrics."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import apsw
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.web.playing import a_match
from tests.web.servers import a_server, guests

from damero import bootstrap
from damero.application.services import ANSWER_BOUNDS, Services

pytestmark = pytest.mark.asyncio


async def test_health_is_told(server: str) -> None:
    async with httpx.AsyncClient(base_url=server, timeout=60) as client:
        answer = (await client.get("/api/health")).json()
        assert (answer["status"], answer["store"]) == ("ok", "ok")
        metrics = (await client.get("/api/metrics")).text
    assert "damero_store_ok 1\n" in metrics
    assert 'damero_responses_total{status="200"}' in metrics


async def test_the_metrics_have_the_names_and_the_form_that_dashboards_rely_on(tmp_path: Path) -> None:
    with a_server(tmp_path) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            for path in ("/api/health", "/api/health", "/api/nonsense"):
                await client.get(path)
            answer = await client.get("/api/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    text = re.sub(r"(?m)^# HELP .*\n", "", answer.text)
    text = re.sub(r"(?m)^(damero_store_commits_total) \d+$", r"\1 COMMITS", text)
    assert re.sub(r"(?m)^(damero_cpu_seconds_total) \d+\.\d+$", r"\1 SECONDS", text).splitlines() == [
        "# TYPE damero_sockets gauge",
        "damero_sockets 0",
        "# TYPE damero_matches_in_memory gauge",
        "damero_matches_in_memory 0",
        "# TYPE damero_store_ok gauge",
        "damero_store_ok 1",
        "# TYPE damero_cpu_seconds_total counter",
        "damero_cpu_seconds_total SECONDS",
        "# TYPE damero_ack_seconds histogram",
        *(f'damero_ack_seconds_bucket{{le="{bound}"}} 0' for bound in (*ANSWER_BOUNDS, "+Inf")),
        "damero_ack_seconds_count 0",
        "damero_ack_seconds_sum 0",
        "# TYPE damero_store_commits_total counter",
        "damero_store_commits_total COMMITS",
        "# TYPE damero_unreadable_matches gauge",
        "damero_unreadable_matches 0",
        "# TYPE damero_background_failures_total counter",
        "# TYPE damero_refused_early_total counter",
        "damero_refused_early_total 0",
        "# TYPE damero_engine_workers gauge",
        "damero_engine_workers 0",
        "# TYPE damero_engine_waiting gauge",
        "damero_engine_waiting 0",
        "# TYPE damero_engine_running gauge",
        "damero_engine_running 0",
        "# TYPE damero_engine_thoughts_total counter",
        "# TYPE damero_engine_shortened_total counter",
        "# TYPE damero_engine_fallbacks_total counter",
        "# TYPE damero_engine_restarts_total counter",
        "# TYPE damero_engine_wait_seconds histogram",
        'damero_engine_wait_seconds_bucket{le="0.01"} 0',
        'damero_engine_wait_seconds_bucket{le="0.03"} 0',
        'damero_engine_wait_seconds_bucket{le="0.1"} 0',
        'damero_engine_wait_seconds_bucket{le="0.3"} 0',
        'damero_engine_wait_seconds_bucket{le="1.0"} 0',
        'damero_engine_wait_seconds_bucket{le="3.0"} 0',
        'damero_engine_wait_seconds_bucket{le="10.0"} 0',
        'damero_engine_wait_seconds_bucket{le="30.0"} 0',
        'damero_engine_wait_seconds_bucket{le="+Inf"} 0',
        "damero_engine_wait_seconds_count 0",
        "damero_engine_wait_seconds_sum 0",
        "# TYPE damero_responses_total counter",
        'damero_responses_total{status="200"} 2',
        'damero_responses_total{status="404"} 1',
    ]
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    assert all(family.documentation for family in families.values())


async def test_a_damaged_match_is_named_and_everything_else_works(tmp_path: Path) -> None:
    with a_server(tmp_path) as address:
        async with guests(address, 2) as (ana, ben):
            damaged, sound = [await a_match(ana, ben, "drafti") for _ in range(2)]
    connection = apsw.Connection(str(tmp_path / "damero.sqlite"))
    connection.execute("UPDATE event SET body = x'ff' WHERE match = ? AND seq = 2", (damaged,))
    connection.close()
    with a_server(tmp_path) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            async with asyncio.timeout(60):
                while not (health := (await client.get("/api/health")).json())["unreadable_matches"]:
                    await asyncio.sleep(0.01)
            refusal = await client.get(f"/api/matches/{damaged}")
            assert (refusal.status_code, refusal.json()["code"]) == (503, "UNREADABLE_MATCH")
            assert (await client.get(f"/api/matches/{sound}")).is_success
            assert "damero_unreadable_matches 1\n" in (await client.get("/api/metrics")).text
    assert health == {
        "status": "ok",
        "store": "ok",
        "version": health["version"],
        "reads": "ok",
        "background": "ok",
        "failing_tasks": [],
        "unreadable_matches": [damaged],
    }


async def test_a_background_task_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_services: Services) -> None:
        raise ValueError("a defect")

    monkeypatch.setattr(bootstrap, "keep_expiring", fail)
    with a_server(tmp_path) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            answer = await client.get("/api/health")
            metrics = (await client.get("/api/metrics")).text
    assert answer.status_code == 503
    health = answer.json()
    assert (health["status"], health["background"], health["failing_tasks"]) == ("failing", "failing", ["expiry"])
    assert 'damero_background_failures_total{task="expiry"}' in metrics


def spoil_table(path: Path, table: str) -> None:
    """Overwrites the first page of a table, which must be one that no server reads when it starts."""
    with closing(sqlite3.connect(path)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchall()
        ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    content = path.read_bytes()
    path.write_bytes(content[: (page - 1) * size] + b"\xff" * size + content[page * size :])


async def test_damage_that_is_found_while_the_server_runs_is_told(tmp_path: Path) -> None:
    with a_server(tmp_path) as address:
        async with guests(address, 40):
            pass
    spoil_table(tmp_path / "damero.sqlite", "formation")
    with a_server(tmp_path) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client, asyncio.timeout(60):
            while (answer := await client.get("/api/health")).is_success:
                await asyncio.sleep(0.01)
    assert (answer.status_code, answer.json()["reads"]) == (503, "failing")


async def test_two_servers_in_one_process_count_apart(tmp_path: Path) -> None:
    with a_server(tmp_path / "one") as one, a_server(tmp_path / "other") as other:
        async with httpx.AsyncClient(timeout=60) as client:
            for _ in range(3):
                await client.get(f"{one}/api/health")
            counted = [(await client.get(f"{address}/api/metrics")).text for address in (one, other)]
    assert 'damero_responses_total{status="200"} 3\n' in counted[0]
    assert "damero_responses_total{" not in counted[1]
