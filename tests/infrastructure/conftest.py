from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.infrastructure.implementations import BUSES, STORES, BusUnderTest, OpenStores, Stores

from damero.application.ports import MatchStore, PlayerStore


@pytest.fixture(params=STORES.values(), ids=STORES)
def open_stores(request: pytest.FixtureRequest) -> OpenStores:
    opened: OpenStores = request.param
    return opened


@pytest_asyncio.fixture
async def stores(open_stores: OpenStores, tmp_path: Path) -> AsyncIterator[Stores]:
    async with open_stores(tmp_path) as opened:
        yield opened


@pytest.fixture
def matches(stores: Stores) -> MatchStore:
    return stores.matches


@pytest.fixture
def players(stores: Stores) -> PlayerStore:
    return stores.players


@pytest_asyncio.fixture(params=BUSES.values(), ids=BUSES)
async def tested_bus(request: pytest.FixtureRequest) -> AsyncIterator[BusUnderTest]:
    async with request.param() as opened:
        yield opened
