"""The draughts player behind its view."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from damero.domain.draughts.position import initial, read_position
from damero.domain.draughts.rules import Rules
from damero.domain.draughts.variants import RUSSIAN, SPANISH, VARIANTS
from damero.domain.errors import IllegalMove
from damero.engines.draughts import endings
from damero.engines.draughts.player import STRENGTHS, DraughtsPlayer, Strength, limited, player_of
from damero.engines.draughts.tablebase.tables import tablebase
from damero.engines.engine import Limits

every_variant = pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)
WITHOUT_TABLES = Strength(Limits(nodes=300), variety=10, knows_endings=False)


@every_variant
def test_every_move_chosen_is_one_that_the_referee_lists(rules: Rules) -> None:
    player, random, position = DraughtsPlayer(WITHOUT_TABLES), Random(2), initial(rules)
    while not position.outcome:
        view = position.view(position.to_move)
        choice = player.choose(view, Limits(seed=random.randrange(1000)))
        assert choice.move in {str(move) for move in view.legal_moves()}
        assert choice.line[0] == choice.move == str(choice)
        wild = random.choice([str(move) for move in view.legal_moves()])
        position = position.play(wild if random.random() < 0.3 else choice.move)


@pytest.mark.parametrize("level", [level for level in STRENGTHS if level < 8])
def test_a_level_answers_the_same_to_the_same_seed_and_not_always_the_same_otherwise(level: int) -> None:
    view = initial(SPANISH).view("white")
    player = player_of(level)
    assert player.choose(view, Limits(seed=4)) == player.choose(view, Limits(seed=4))
    assert len({player.choose(view, Limits(seed=seed)).move for seed in range(12)}) > 1


def test_a_count_of_nodes_is_kept_by_one_thread() -> None:
    assert limited(STRENGTHS[8], Limits(nodes=500)) == Strength(Limits(nodes=500, threads=1))
    assert limited(STRENGTHS[8], Limits(nodes=500, threads=2)).limits.threads == 2
    assert limited(STRENGTHS[8], Limits(depth=3)) == Strength(Limits(depth=3, threads=2))


def test_who_is_told_how_long_to_think_uses_the_time() -> None:
    assert limited(STRENGTHS[8], Limits(seconds=0.2)) == Strength(Limits(seconds=0.2, threads=2))
    assert limited(STRENGTHS[8], Limits(within=0.2)) == Strength(Limits(seconds=0.2, threads=2))
    assert limited(STRENGTHS[8], Limits(within=60)) == STRENGTHS[8]


def test_the_same_player_without_training_judges_otherwise() -> None:
    view, limits = initial(SPANISH).view("white"), Limits(nodes=2_000, seed=1)
    trained = player_of(7)
    assert trained.choose(view, limits).score != trained.with_weights("hand-made").choose(view, limits).score


def test_who_is_not_to_move_has_nothing_to_choose() -> None:
    with pytest.raises(IllegalMove):
        player_of(3).choose(initial(SPANISH).view("black"))


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Russian tables of four pieces in a folder of their own."""
    monkeypatch.setenv("DAMERO_TABLEBASES", str(tmp_path))
    monkeypatch.setattr(endings, "_open", {})
    tablebase.cache_clear()
    tablebase(RUSSIAN)


@pytest.mark.slow
@pytest.mark.usefixtures("tables")
def test_an_ending_that_the_tables_know_is_won_without_a_search() -> None:
    position = read_position(RUSSIAN, "W:WK4,K8,K11:BK21")
    while not position.outcome:
        choice = DraughtsPlayer(Strength(Limits(depth=2))).choose(position.view(position.to_move), Limits(seed=1))
        position = position.play(choice.move)
    assert position.outcome.winner == "white"
