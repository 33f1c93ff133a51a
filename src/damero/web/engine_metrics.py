"""The metrics of the engines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from damero.application.durations import Durations
from damero.application.engine_statistics import EngineStatistics


def engine_metrics(statistics: EngineStatistics) -> Iterator[Metric]:
    yield GaugeMetricFamily("damero_engine_workers", "Engine processes that are ready.", statistics.workers)
    yield GaugeMetricFamily("damero_engine_waiting", "Requests that wait for an engine.", statistics.waiting)
    yield GaugeMetricFamily("damero_engine_running", "Thoughts in progress.", statistics.running)
    yield _counted("thoughts", "Finished thoughts.", "kind", statistics.thoughts)
    yield _counted("shortened", "Thoughts cut short because others waited.", "kind", statistics.shortened)
    yield _counted("fallbacks", "Moves and armies that replaced an engine's.", "reason", statistics.fallbacks)
    yield _counted("restarts", "Engine processes that were replaced.", "reason", statistics.restarts)
    yield histogram(
        "damero_engine_wait_seconds",
        "From asking for a move or an army to the beginning of the thought.",
        statistics.waits,
    )
    if statistics.queued is not None:
        about = "Work of all servers in the queue of the cluster that no worker has begun."
        yield GaugeMetricFamily("damero_engine_queued", about, statistics.queued)
    if statistics.queue_waits is not None:
        about = "From the queue of the cluster to the beginning of the thought, for moves and armies."
        yield histogram("damero_engine_queue_seconds", about, statistics.queue_waits)


def histogram(name: str, about: str, durations: Durations) -> HistogramMetricFamily:
    bounds = [*map(str, durations.bounds), "+Inf"]
    buckets = list(zip(bounds, map(float, accumulate(durations.counts)), strict=True))
    return HistogramMetricFamily(name, about, buckets=buckets, sum_value=round(durations.total, 3))


def _counted(name: str, about: str, label: str, counts: Mapping[str, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(f"damero_engine_{name}_total", about, labels=[label])
    for value, count in sorted(counts.items()):
        family.add_metric([value], count)
    return family
