from __future__ import annotations

import json

from tests.cli.running import damero


def test_the_bench_gives_the_same_signature_again() -> None:
    first, again = (json.loads(damero("bench", "english", "--nodes", "1000", "--json").out) for _ in range(2))
    assert first[0]["signature"] == again[0]["signature"]
    assert first[0]["nodes"] >= 1000
    assert "nodes per CPU second" in damero("bench", "banqi", "--nodes", "500").out
