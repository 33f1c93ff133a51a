from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from tests.application.fixtures import opened_services

from damero.application.services import Services


@pytest_asyncio.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    async with opened_services(tmp_path) as opened:
        yield opened
