"""The server's metrics in the Prometheus text format."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from damero.application.services import Services
from damero.web.engine_metrics import engine_metrics, histogram
from damero.web.limits import Gate
from damero.web.live.rooms import Rooms

MEDIA_TYPE = "text/plain; version=0.0.4"
COUNTED = {
    "bus_gaps": "How often messages between servers may have been lost.",
    "engine_jobs_taken_over": "Thoughts of workers that died, given to others by this one.",
    "bus_repairs": "Matches whose changes were found in the store because no message told of them.",
    "store_commits": "Commits that stored moves.",
    "store_lost_connections": "Connections to the database that were given up.",
}
"""What servers count, by the name of its metric."""
SHOWN = {"bus_reached": "1 if the bus between servers is reached."}
"""What only some servers show, by the name of its metric."""
_ZERO_FRACTION = re.compile(r"\.0$", re.MULTILINE)


class Metrics(Collector):
    """One server's metrics, in a registry of their own. All but the responses are read when they are collected."""

    def __init__(self, services: Services, rooms: Rooms, gate: Gate) -> None:
        self._services = services
        self._rooms = rooms
        self._gate = gate
        self._responses: Counter[str] = Counter()
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def count_response(self, status: int) -> None:
        self._responses[str(status)] += 1

    def text(self) -> str:
        """Whole numbers are written without a decimal point, for scripts that compare the text."""
        return _ZERO_FRACTION.sub("", generate_latest(self._registry).decode())

    def collect(self) -> Iterator[Metric]:
        store_ok = int(self._services.matches.failure() is None)
        cpu_seconds = round(time.process_time(), 3)
        yield GaugeMetricFamily("damero_sockets", "Open connections to matches.", self._rooms.watchers)
        yield GaugeMetricFamily("damero_matches_in_memory", "Matches in memory.", len(self._services.live_matches))
        yield GaugeMetricFamily("damero_store_ok", "1 if moves can be stored.", store_ok)
        yield CounterMetricFamily("damero_cpu_seconds_total", "Processor time used.", cpu_seconds)
        about = "From a player's command in a match to its acknowledgement."
        yield histogram("damero_ack_seconds", about, self._services.answered)
        for name, counted in sorted(self._services.counters.items()):
            yield CounterMetricFamily(f"damero_{name}_total", COUNTED[name], counted())
        for name, shown in sorted(self._services.gauges.items()):
            yield GaugeMetricFamily(f"damero_{name}", SHOWN[name], shown())
        unreadable = len(self._services.matches.unreadable)
        yield GaugeMetricFamily("damero_unreadable_matches", "Damaged matches that were set aside.", unreadable)
        failures = CounterMetricFamily(
            "damero_background_failures_total", "Failures of background tasks.", labels=["task"]
        )
        for task, count in sorted(self._services.background.failures.items()):
            failures.add_metric([task], count)
        yield failures
        refused = self._gate.refused_early
        yield CounterMetricFamily("damero_refused_early_total", "Requests refused before they were read.", refused)
        yield from engine_metrics(self._services.engine_statistics)
        responses = CounterMetricFamily("damero_responses_total", "Responses by status.", labels=["status"])
        for status, count in sorted(self._responses.items()):
            responses.add_metric([status], count)
        yield responses
