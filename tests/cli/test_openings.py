"""`damero openings`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import damero


def test_a_table_is_made_and_the_shipped_one_shown(tmp_path: Path) -> None:
    out = tmp_path / "made.json"
    made = damero("openings", "make", "russian", "--games", "1", "--nodes", "5", "--out", str(out))
    assert made.lines == [f"{out}: 0 positions from 1 games"], "a position is kept if several games reached it"
    assert json.loads(out.read_text(encoding="utf-8"))["game"] == "russian"
    first, *_ = damero("openings", "show", "english").lines
    assert first.split()[0] in damero("moves", "english").lines
    [most, *_] = json.loads(damero("openings", "show", "english", "--json").out)
    assert most["move"] == first.split()[0]
    refused = damero("openings", "show", "english", "11-20")
    assert refused.code == 1
    assert "ILLEGAL_MOVEMENT" in refused.err
