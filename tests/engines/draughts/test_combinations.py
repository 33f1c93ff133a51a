"""Combinations: one move alone wins, by giving first. `benchmarks/combinations.py` found them, and asks for all."""

from __future__ import annotations

from pathlib import Path

import pytest

from damero.domain.catalogue import game
from damero.domain.draughts.variants import VARIANTS
from damero.engines.engine import Limits
from damero.engines.levels import LEVELS, engine

LINES = [line.split() for line in Path(__file__).with_name("combinations.txt").read_text(encoding="utf-8").splitlines()]
QUICKLY = Limits(nodes=1_000_000, threads=1, seed=1)
"""A small part of what the highest level looks at within its time."""


def test_there_are_sixty_combinations_of_the_variants() -> None:
    assert len(LINES) >= 60
    assert {game_id for game_id, _, _ in LINES} <= {rules.id for rules in VARIANTS}
    assert len({game_id for game_id, _, _ in LINES}) >= 12
    assert len({(game_id, text) for game_id, text, _ in LINES}) == len(LINES)


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "text", "move"), LINES[::4])
def test_the_highest_level_finds_it(game_id: str, text: str, move: str) -> None:
    view = game(game_id).read_view(text)
    choice = engine(game_id, LEVELS[-1]).choose(view, QUICKLY)
    assert choice.move == move
    assert choice.score >= 100


@pytest.mark.parametrize(("game_id", "text", "move"), LINES[::10])
def test_it_gives_before_it_takes(game_id: str, text: str, move: str) -> None:
    position = game(game_id).read_position(text)
    assert not any(each.taken for each in position.legal_moves())
    assert any(reply.taken for reply in position.play(move).legal_moves())
