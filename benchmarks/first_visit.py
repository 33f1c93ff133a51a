"""The first visit over a slow line, in a real Chromium against a real server: how many bytes, and when a board stands.

`python -m benchmarks.first_visit [--latency MS] [--rate KB_PER_SECOND] [--visits N]`
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.server_process import free_port, start_server, wait_for
from playwright.sync_api import Browser, Response
from tests.browser.chromium import a_browser

PAGES = {"start page": "/", "new game": "/play/international", "rules": "/rules/spanish"}
BOARD_STANDS = "() => document.querySelector('.board .piece') && performance.now()"
"""Milliseconds from the beginning of the navigation until the first piece is drawn."""


@dataclass(frozen=True, slots=True)
class Line:
    latency: float
    """Milliseconds for a round trip."""
    rate: float
    """Kilobytes a second in each direction."""


@dataclass(frozen=True, slots=True)
class Visit:
    board: float
    """Seconds until the board stands."""
    transferred: int
    """Bytes of all answers, compressed and with headers."""
    requests: int


@contextmanager
def a_server() -> Iterator[str]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        process = start_server(port, Path(folder))
        try:
            asyncio.run(wait_for(f"http://127.0.0.1:{port}"))
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def visit(browser: Browser, address: str, path: str, line: Line) -> Visit:
    """Open a page as somebody who has never been here."""
    context = browser.new_context(base_url=address, service_workers="block")
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    conditions = {"offline": False, "latency": line.latency}
    rates = {"downloadThroughput": line.rate * 1000, "uploadThroughput": line.rate * 1000}
    network.send("Network.emulateNetworkConditions", conditions | rates)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(path, wait_until="commit")
    board = page.wait_for_function(BOARD_STANDS, polling=20).json_value()
    page.wait_for_load_state("networkidle")
    sizes = [answer.request.sizes() for answer in answers]
    context.close()
    return Visit(
        board=board / 1000,
        transferred=sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes),
        requests=len(answers),
    )


def report(name: str, visits: list[Visit]) -> str:
    boards = sorted(seen.board for seen in visits)
    size = max(seen.transferred for seen in visits) / 1000
    requests = max(seen.requests for seen in visits)
    return (
        f"{name:12} board after {statistics.median(boards):.2f} s (from {boards[0]:.2f} to {boards[-1]:.2f}), "
        f"{size:.1f} kB in {requests} requests"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--latency", type=float, default=400, help="milliseconds for a round trip")
    parser.add_argument("--rate", type=float, default=50, help="kilobytes a second")
    parser.add_argument("--visits", type=int, default=5)
    options = parser.parse_args()
    line = Line(options.latency, options.rate)
    print(f"{line.latency:.0f} ms, {line.rate:.0f} kB/s, {options.visits} first visits each")
    with a_server() as address, a_browser() as browser:
        for name, path in PAGES.items():
            print(report(name, [visit(browser, address, path, line) for _ in range(options.visits)]), flush=True)


if __name__ == "__main__":
    main()
