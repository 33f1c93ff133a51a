"""The real server is killed while clients play on it; nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from benchmarks.crashes import GAMES, torment

KILLS = 30


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_sixty_kills_lose_double_and_disorder_nothing(tmp_path: Path, seed: int) -> None:
    findings = asyncio.run(torment(tmp_path, KILLS, GAMES[seed::2], seed))
    assert findings.kills == KILLS
    assert findings.acknowledged > KILLS
    assert (findings.lost, findings.doubled, findings.gaps) == (0, 0, 0)
