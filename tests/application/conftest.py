from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from tests.application.halls import a_hall

from damero.application.hall import Hall


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with a_hall(tmp_path) as opened:
        yield opened
