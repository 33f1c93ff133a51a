"""Health and metrics."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.web.servers import a_server

pytestmark = pytest.mark.asyncio


async def test_health_is_told(server: str) -> None:
    async with httpx.AsyncClient(base_url=server) as client:
        answer = (await client.get("/api/health")).json()
        assert (answer["status"], answer["store"]) == ("ok", "ok")
        metrics = (await client.get("/api/metrics")).text
    assert "damero_store_ok 1\n" in metrics
    assert 'damero_responses_total{status="200"}' in metrics


async def test_the_metrics_have_the_names_and_the_form_that_dashboards_rely_on(tmp_path: Path) -> None:
    with a_server(tmp_path) as address:
        async with httpx.AsyncClient(base_url=address) as client:
            for path in ("/api/health", "/api/health", "/api/nonsense"):
                await client.get(path)
            answer = await client.get("/api/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    text = re.sub(r"(?m)^# HELP .*\n", "", answer.text)
    assert re.sub(r"(?m)^(damero_cpu_seconds_total) \d+\.\d+$", r"\1 SECONDS", text).splitlines() == [
        "# TYPE damero_sockets gauge",
        "damero_sockets 0",
        "# TYPE damero_matches_in_memory gauge",
        "damero_matches_in_memory 0",
        "# TYPE damero_store_ok gauge",
        "damero_store_ok 1",
        "# TYPE damero_cpu_seconds_total counter",
        "damero_cpu_seconds_total SECONDS",
        "# TYPE damero_responses_total counter",
        'damero_responses_total{status="200"} 2',
        'damero_responses_total{status="404"} 1',
    ]
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    assert all(family.documentation for family in families.values())


async def test_two_servers_in_one_process_count_apart(tmp_path: Path) -> None:
    with a_server(tmp_path / "one") as one, a_server(tmp_path / "other") as other:
        async with httpx.AsyncClient() as client:
            for _ in range(3):
                await client.get(f"{one}/api/health")
            counted = [(await client.get(f"{address}/api/metrics")).text for address in (one, other)]
    assert 'damero_responses_total{status="200"} 3\n' in counted[0]
    assert "damero_responses_total{" not in counted[1]
