"""The example learner learns, saves its weights, draws its curve, and plays as a bot with what it saved."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.running import damero

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_banqi.py"


def test_the_learner_saves_weights_with_which_a_bot_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, str(EXAMPLE), "--updates", "2", "--games", "2", "--points", "1", "--curve", "curve.svg"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert [line.endswith("against level 2") for line in ran.stdout.splitlines()] == [True, True, False]
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<?xml")
    monkeypatch.chdir(tmp_path)  # where the bot looks for its weights
    played = damero("match", "banqi", f"bot:{EXAMPLE}", "1", "--games", "2")
    assert (played.code, played.err) == (0, "")
