"""The bench: what it measures is there, and its signature is a signature."""

from __future__ import annotations

import json

import pytest

from damero.cli.main import main
from damero.engines.bench import POSITIONS, search_speeds, signature


def test_two_runs_of_one_build_have_one_signature() -> None:
    once, again = (list(search_speeds(7)) for _ in range(2))
    assert signature(once) == signature(again) > 10_000
    assert [speed.nodes for speed in once] == [speed.nodes for speed in again]


@pytest.mark.slow
def test_the_command_tells_every_measure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--depth", "6", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["search"]) == len(POSITIONS)
    assert told["plies in a second"] > 8
    assert {speed["game"] for speed in told["leaves"]} == {"russian", "international"}


@pytest.mark.slow
def test_the_command_tells_it_to_people_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--depth", "5"]) == 0
    assert "signature:" in capsys.readouterr().out
