"""Main journeys of visitors on a cluster: two servers over PostgreSQL and Valkey, behind a proxy."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, take_turn, wait_for_turn, whose_turn
from tests.browser.test_accounts import test_the_header_shows_the_name_after_sign_up_out_and_in
from tests.browser.test_games import (
    test_a_stratego_game_between_two_browsers,
    test_three_clicks_lead_from_the_start_page_to_the_first_move,
)
from tests.browser.test_people import test_a_player_page_leads_to_a_challenge, test_finished_games_are_searched
from tests.browser.test_verify import test_a_banqi_game_between_two_browsers_is_verified
from tests.cluster.processes import shared_valkey
from tests.cluster.topology import balanced
from tests.infrastructure.implementations import database_for
from tests.web.servers import NO_LIMITS, a_server

from damero.bootstrap import Settings

pytestmark = pytest.mark.slow

__all__ = [
    "test_a_banqi_game_between_two_browsers_is_verified",
    "test_a_player_page_leads_to_a_challenge",
    "test_a_stratego_game_between_two_browsers",
    "test_finished_games_are_searched",
    "test_the_header_shows_the_name_after_sign_up_out_and_in",
    "test_three_clicks_lead_from_the_start_page_to_the_first_move",
]


@pytest.fixture(scope="module")
def two_addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    folder = tmp_path_factory.mktemp("cluster")
    with ThreadPoolExecutor() as beside_playwright:
        database = beside_playwright.submit(lambda: asyncio.run(database_for(folder))).result()
    shared = Settings(folder, engine_workers=1, limits=NO_LIMITS, database=database, bus=shared_valkey().url)
    one, other = (replace(shared, data_dir=folder / name, name=name) for name in "ab")
    with a_server(folder, settings=one) as a, a_server(folder, settings=other) as b:
        yield a, b


@pytest.fixture(scope="module")
def address(two_addresses: tuple[str, str]) -> Iterator[str]:
    """Of the proxy. The journeys that are imported here use it instead of a single server."""
    with running_proxy(*(int(address.rpartition(":")[2]) for address in two_addresses)) as found:
        yield found


@contextmanager
def running_proxy(*ports: int) -> Iterator[str]:
    """In a thread of its own, beside Playwright's event loop."""
    found: Future[str] = Future()
    ended = threading.Event()

    async def run() -> None:
        async with balanced(ports) as proxied:
            found.set_result(proxied)
            await asyncio.to_thread(ended.wait)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    try:
        yield found.result()
    finally:
        ended.set()
        thread.join()


def test_a_game_is_played_to_its_end_through_two_servers(two_addresses: tuple[str, str], visit: Visit) -> None:
    ana, ben = (visit(base=address) for address in two_addresses)
    choose(ana, "drafti", against="Friend")
    ana.wait_for_url("**/match/*")
    ben.goto(two_addresses[1] + ana.url.removeprefix(two_addresses[0]))
    ben.get_by_role("button", name="Join game").click()
    chance = Random(1)
    for _ in range(12):
        take_turn(whose_turn([ana, ben]), chance)
    mover = whose_turn([ana, ben])
    assert wait_for_turn(mover)
    mover.get_by_role("button", name="Resign").click()
    mover.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for page in (ana, ben):
        expect(page.locator(".result")).to_be_visible()
    ben.goto("/games")
    expect(ben.locator(f'a[href*="{ana.url.rpartition("/")[2]}"]').first).to_be_visible()
