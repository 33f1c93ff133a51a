"""How soon the analysis begins: from the click on the engine's switch to the first line, in a real Chromium, and on the
socket.

`python -m benchmarks.analysis_start [GAME…] [--times N]`
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
from collections.abc import Iterator, Sequence
from time import perf_counter

import httpx
from benchmarks.first_visit import a_server
from playwright.sync_api import Page
from tests.browser.chromium import a_browser
from websockets.asyncio.client import connect

GAMES = ("spanish", "international", "banqi")
GOAL = 300
"""Milliseconds."""
CLICK_TO_LINE = """() => new Promise((resolve) => {
  const lines = document.querySelector(".engine-lines");
  const found = new MutationObserver(() => {
    if (lines.children.length === 0) return;
    found.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - began));
  });
  found.observe(lines, { childList: true });
  const began = performance.now();
  document.querySelector(".engine-switch").click();
})"""


def in_browser(page: Page, game: str, times: int) -> Iterator[float]:
    """Milliseconds, each for another position. The pointer moves to the switch first, as a person's does."""
    page.goto(f"/analysis/{game}")
    switch = page.locator(".engine-switch")
    for _ in range(times):
        page.locator(".board .movable").first.wait_for()
        switch.hover()
        yield page.evaluate(CLICK_TO_LINE)
        switch.click()
        page.locator(".typed-move").fill(first_move(page))
        page.locator(".typed-move").press("Enter")
        page.wait_for_timeout(500)


def first_move(page: Page) -> str:
    """A legal move of the position that is shown."""
    shown = page.locator(".tree [data-path]").last
    path = (shown.get_attribute("data-path") or "").split() if shown.count() else []
    game = page.url.split("/analysis/")[1].split("#")[0]
    answer = page.request.post("/api/analysis/lines", data={"game": game, "moves": path, "since": len(path)})
    text: str = answer.json()["positions"][0]["moves"][0]["text"]
    return text


async def on_socket(address: str, game: str, times: int) -> list[float]:
    """Milliseconds from the question to the first line over a connection that stands."""
    async with httpx.AsyncClient(base_url=address) as client:
        token = (await client.post("/api/guests", json={})).json()["token"]
    taken = []
    headers = {"authorization": f"Bearer {token}"}
    async with connect(address.replace("http", "ws") + "/ws/analysis", additional_headers=headers) as socket:
        for number in range(1, times + 1):
            began = perf_counter()
            asked = {"type": "analyse", "id": number, "game": game, "lines": 3, "seconds": 1}
            await socket.send(json.dumps(asked))
            while (frame := json.loads(await socket.recv()))["type"] != "analysis":
                pass
            taken.append(1000 * (perf_counter() - began))
            while frame["type"] != "analysis_end":
                frame = json.loads(await socket.recv())
    return taken


def report(name: str, taken: Sequence[float]) -> str:
    first, *others = taken
    late = sum(one > GOAL for one in taken)
    median = statistics.median(others or taken)
    times = f"first {first:4.0f} ms, then {median:4.0f} (most {max(taken):.0f})"
    return f"{name:24} {times}; {late} of {len(taken)} above {GOAL}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--times", type=int, default=8)
    options = parser.parse_args()
    with a_server() as address:
        for game in options.games:
            print(report(f"{game}, socket", asyncio.run(on_socket(address, game, options.times))), flush=True)
        with a_browser() as browser:
            for game in options.games:
                page = browser.new_context(base_url=address, service_workers="block").new_page()
                print(report(f"{game}, browser", list(in_browser(page, game, options.times))), flush=True)
                page.context.close()


if __name__ == "__main__":
    main()
