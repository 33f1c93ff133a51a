"""The files with which a cluster is run and watched name what there is."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import httpx
import pytest
from tests.cluster.processes import shared_valkey
from tests.infrastructure.implementations import database_for
from tests.web.servers import a_server

from damero.application.engine_statistics import EngineStatistics, waits
from damero.bootstrap import Settings
from damero.cli import serve, worker
from damero.web.engine_metrics import engine_metrics

ROOT = Path(__file__).parents[2]
OTHER_VARIABLES = {"TABLEBASES"}


@pytest.mark.asyncio
async def test_the_dashboard_shows_only_metrics_that_a_server_of_a_cluster_or_a_worker_has(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, database=await database_for(tmp_path), bus=shared_valkey().url)
    with a_server(tmp_path, settings=settings) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            text = (await client.get("/api/metrics")).text
    of_worker = engine_metrics(EngineStatistics(queued=0, queue_waits=waits()))
    there = {*re.findall(r"(?m)^# TYPE (\w+)", text), *(metric.name for metric in of_worker)}
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text())
    shown = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"damero_\w+", target["expr"])
    }
    assert {re.sub("_(bucket|count)$", "", name) for name in shown} <= there
    assert {"damero_ack_seconds", "damero_bus_repairs_total", "damero_store_commits_total"} <= there
    assert "damero_bus_reached" in shown


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml", "deploy/damero.service"])
def test_the_deployment_files_use_options_that_exist(file: str) -> None:
    parsers = {command: argparse.ArgumentParser() for command in (serve, worker)}
    for command, parser in parsers.items():
        command.add_arguments(parser)
    named = {action.dest.upper() for parser in parsers.values() for action in parser._actions}
    used = set(re.findall(r"DAMERO_([A-Z_]+)", (ROOT / file).read_text()))
    assert used
    assert used <= named | OTHER_VARIABLES


def test_the_image_is_built_of_what_is_named_and_of_nothing_that_was_compiled_here() -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copies = re.findall(r"(?m)^COPY (?!--from)(.+) \S+$", (ROOT / "Containerfile").read_text())
    sources = {source for copy in copies for source in copy.split()}
    assert sources == allowed
    assert all((ROOT / source).exists() for source in sources)
    assert {"*", "**/*.so"} <= set((ROOT / ".dockerignore").read_text().splitlines())
