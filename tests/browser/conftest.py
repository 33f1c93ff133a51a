"""A real server and a real browser for every test here; each test has visitors of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from tests.browser.chromium import a_browser
from tests.web.servers import a_server

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
PATIENCE = 15_000
"""Milliseconds: a busy machine is no fault of the page."""
LIGHT = "/offline.html"
"""A page that loads next to nothing, for visitors on their way elsewhere."""
Visit = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one module only: while Playwright is there its event loop runs, and no asynchronous test can."""
    with a_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch, a_server(tmp_path_factory.mktemp("data")) as address:
        patch.setenv("DAMERO_TABLEBASES", str(tmp_path_factory.getbasetemp() / "tables"))
        yield address


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Opens a page as a new visitor; an error on its console, or a request to another host, fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(path: str = LIGHT, *, phone: bool = False, dark: bool = False, base: str = address) -> Page:
        context = browser.new_context(
            base_url=base,
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            service_workers="block",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        listen(page, base, faults)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, faults


def listen(page: Page, base: str, faults: list[str]) -> None:
    """Notes every fault of the page, as its owner would see it in the browser's console and network tools."""
    socket = base.replace("http:", "ws:")
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if is_fault(message) else None)
    page.on("request", lambda request: None if at_home(request.url, base) else faults.append(request.url))
    page.on("websocket", lambda line: None if at_home(line.url, socket) else faults.append(line.url))


def is_fault(message: ConsoleMessage) -> bool:
    """A server that the test itself kills is no fault of the page."""
    return message.type == "error" and "net::ERR_CONNECTION" not in message.text


def at_home(url: str, base: str) -> bool:
    return url.startswith((f"{base}/", "data:", "blob:"))


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"
