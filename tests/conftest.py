"""Settings for every test: properties may take any time, because a busy machine is no fault of the code."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("damero", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("damero")

TABLES = Path(__file__).parents[1] / "build" / "test-tablebases"
os.environ["DAMERO_TABLEBASE_PIECES"] = "0"  # no server of a test builds endgame tables in the background
os.environ.setdefault("DAMERO_TABLEBASES", str(TABLES))  # an engine knows the same tables on every machine


class FailuresAtOnce:
    """Names a failed test when it fails: a run that is cut short still tells what went wrong."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self._terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._terminal.ensure_newline()
            self._terminal.line(f"FAILED {report.nodeid} ({report.when})\n{report.longreprtext}")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if isinstance(terminal, pytest.TerminalReporter):
        config.pluginmanager.register(FailuresAtOnce(terminal))
