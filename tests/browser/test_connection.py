"""After a lost connection, games continue without a reload and no move is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, status, touch, wait_for_turn
from tests.browser.processes import ServerProcess
from tests.browser.test_pages import friends
from tests.ports import free_port

pytestmark = pytest.mark.slow


@pytest.fixture
def server(data_dir: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(data_dir, free_port())
    server.start()
    yield server
    server.kill()


def test_a_game_continues_after_the_server_was_killed_and_restarted(visit: Visit, server: ServerProcess) -> None:
    page = visit("/", base=server.address)
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    touch(page, "22", "18")
    expect(page.locator(".ply")).to_have_text(["22-18"])
    server.kill()
    expect(status(page)).to_have_text("Connection lost. Reconnecting…")
    page.evaluate("() => { window.sameWindow = true; }")
    touch(page, "9", "13")
    expect(page.locator(".pending")).to_have_count(2)
    server.start()
    expect(page.locator(".ply")).to_have_text(["22-18", "9-13"], timeout=60_000)
    expect(status(page)).to_have_text("White to move")
    touch(page, "21", "17")
    expect(page.locator(".ply")).to_have_text(["22-18", "9-13", "21-17"])
    assert page.evaluate("() => window.sameWindow"), "The page was loaded again."


def test_a_game_against_the_computer_continues_after_a_restart(visit: Visit, server: ServerProcess) -> None:
    page = visit("/", base=server.address)
    choose(page, "drafti", seat="White")
    assert wait_for_turn(page)
    touch(page, "22", "18")
    expect(page.locator(".ply").first).to_have_text("22-18")
    server.kill()
    expect(status(page)).to_have_text("Connection lost. Reconnecting…")
    server.start()
    expect(page.locator(".ply")).to_have_count(2)
    assert wait_for_turn(page)


def test_a_frame_that_is_cut_off_is_sent_again_on_a_new_connection(visit: Visit) -> None:
    page = visit()
    connections: list[WebSocketRoute] = []

    def relay(client: WebSocketRoute) -> None:
        server = client.connect_to_server()
        first = not connections
        connections.append(client)

        def forward(frame: str | bytes) -> None:
            moved = first and '"22-18"' in str(frame)
            client.send(str(frame)[:9] if moved else frame)

        server.on_message(forward)

    page.route_web_socket("**/ws/matches/*", relay)
    page.goto("/")
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    touch(page, "22", "18")
    expect(page.locator(".ply")).to_have_text(["22-18"])
    assert len(connections) == 2


def test_a_device_that_goes_offline_says_so_at_once_and_catches_up(visit: Visit) -> None:
    white, black = friends(visit)
    black.context.set_offline(True)
    expect(status(black)).to_have_text("Connection lost. Reconnecting…", timeout=20_000)
    touch(white, "22", "18")
    expect(white.locator(".ply")).to_have_text(["22-18"])
    black.context.set_offline(False)
    expect(black.locator(".ply")).to_have_text(["22-18"])
    assert wait_for_turn(black)


def test_a_connection_that_has_gone_silent_is_replaced_when_a_move_waits(visit: Visit) -> None:
    page = visit()
    connections: list[WebSocketRoute] = []
    silent = False

    def relay(client: WebSocketRoute) -> None:
        server = client.connect_to_server()
        connections.append(client)
        dead = len(connections) == 1
        client.on_message(lambda frame: None if dead and silent else server.send(frame))
        server.on_message(lambda frame: None if dead and silent else client.send(frame))

    page.route_web_socket("**/ws/matches/*", relay)
    page.clock.install()
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    silent = True
    touch(page, "22", "18")
    expect(status(page)).to_have_text("Sending your move…")
    page.clock.run_for(12_000)
    expect(page.locator(".ply")).to_have_text(["22-18"])
    assert len(connections) == 2


def test_an_answer_that_is_cut_off_is_said_to_be_missing(visit: Visit) -> None:
    page = visit()
    page.route(
        "**/api/games", lambda route: route.fulfill(status=200, body='{"games":[', content_type="application/json")
    )
    page.goto("/play/drafti")
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()


def test_without_a_server_the_offline_page_is_shown(server: ServerProcess, browser) -> None:  # type: ignore[no-untyped-def]
    context = browser.new_context(base_url=server.address)
    page = context.new_page()
    page.goto("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    server.kill()
    page.goto("/lobby")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    context.close()
