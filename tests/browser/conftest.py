"""A real server and a real browser for every test; each test has its own visitors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from tests.browser.chromium import a_browser
from tests.web.servers import a_server

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
TIMEOUT = 60_000
"""Milliseconds: long enough for a busy machine."""
LIGHT_PAGE = "/offline.html"
"""A page that loads quickly, for tests that open another page next."""
UNKNOWN_PAGE = "/no-such-page"
DEAD_SERVER = re.compile("net::ERR_(CONNECTION|EMPTY_RESPONSE|INTERNET_DISCONNECTED)")
KILLED_SERVER = re.compile("net::ERR_|Connection closed before receiving a handshake response|response code: 50[234]")
"""What a browser says of a test's own server, which may die at any moment of a request, a handshake or an answer.
The server that all tests share must not cause it."""
ON_PLAIN_HTTP = "The Cross-Origin-Opener-Policy header has been ignored"
"""What a browser says of a header that counts on secure pages only."""
REFUSED = ("/api/records", "/api/analysis/lines", "/api/analysis/pdn", "/api/analysis/trees")
Visit = Callable[..., Page]

expect.set_options(timeout=TIMEOUT)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed after each module, because asynchronous tests cannot run beside Playwright's event loop."""
    with a_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_server(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Open a page as a new visitor. Console errors and requests to other hosts fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(
        path: str = LIGHT_PAGE,
        *,
        phone: bool = False,
        dark: bool = False,
        base: str = address,
        locale: str | None = None,
    ) -> Page:
        context = browser.new_context(
            base_url=base,
            locale=locale,
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            service_workers="block",
        )
        contexts.append(context)
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        watch(page, base, errors, may_die=base != address)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture(params=[False, True], ids=["desktop", "phone"])
def both_sizes(visit: Visit, request: pytest.FixtureRequest) -> Visit:
    """Like `visit`, once on a desktop and once on a phone."""
    return partial(visit, phone=request.param)


def watch(page: Page, base: str, errors: list[str], *, may_die: bool = False) -> None:
    """Record every error of the page and every request to another host."""
    socket = base.replace("http:", "ws:")
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if is_error(message, may_die) else None)
    page.on("request", lambda request: None if is_own(request.url, base) else errors.append(request.url))
    page.on("websocket", lambda opened: None if is_own(opened.url, socket) else errors.append(opened.url))


def is_error(message: ConsoleMessage, may_die: bool) -> bool:
    """Whether a console message is an error; a dead server, the unknown page and what is refused cause some."""
    if message.type != "error" or message.location["url"].endswith((UNKNOWN_PAGE, *REFUSED)):
        return False
    if message.text.startswith(ON_PLAIN_HTTP):
        return False
    dead = DEAD_SERVER.search(message.text) or (may_die and KILLED_SERVER.search(message.text))
    return dead is None


def is_own(url: str, base: str) -> bool:
    return url.startswith((f"{base}/", "data:", "blob:"))


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"
