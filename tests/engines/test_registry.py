"""Every family's engine, and what it can do."""

from __future__ import annotations

from random import Random

import pytest

from damero.domain.analysis import KnownResult
from damero.domain.catalogue import GAMES, game
from damero.domain.errors import DameroError
from damero.domain.game import Game, Start
from damero.engines import engine as abilities
from damero.engines.levels import LEVELS, engine, levels_of
from damero.engines.registry import FAMILIES, describe_weights, place_army, probe

every_game = pytest.mark.parametrize("played", GAMES, ids=lambda played: played.info.id)


@every_game
def test_every_game_has_an_engine_at_every_level(played: Game) -> None:
    assert levels_of(played.info) == tuple(LEVELS)


@every_game
def test_an_army_is_placed_exactly_where_a_game_begins_with_placing(played: Game) -> None:
    places_army = FAMILIES[played.info.family].place_army is not None
    assert places_army == (played.info.start is Start.PLACED)


def test_a_game_without_armies_is_refused() -> None:
    with pytest.raises(DameroError, match="has no armies to place"):
        place_army(game("spanish"), "white", Random(1))


@pytest.mark.parametrize(
    ("game_id", "ability", "has_it"),
    [
        ("russian", abilities.Prepares, True),
        ("russian", abilities.HasMemory, True),
        ("russian", abilities.TakesWeights, True),
        ("russian", abilities.RatesMoves, False),
        ("banqi", abilities.RatesMoves, True),
        ("banqi", abilities.TakesWeights, False),
        ("stratego", abilities.RatesMoves, True),
        ("stratego", abilities.ExplainsSecrets, True),
        ("banqi", abilities.ExplainsSecrets, False),
    ],
)
def test_an_engine_says_by_its_type_what_it_can_do(game_id: str, ability: type, has_it: bool) -> None:
    assert isinstance(engine(game_id, 8), ability) is has_it


@pytest.mark.parametrize(
    ("game_id", "weights"),
    [
        ("russian", "russian"),
        ("pool", "russian (shared)"),
        ("international", "international"),
        ("banqi", "banqi"),
        ("banqi-taiwan", "banqi (shared)"),
        ("stratego", None),
    ],
)
def test_the_weights_of_a_game_are_described(game_id: str, weights: str | None) -> None:
    assert describe_weights(game(game_id)) == weights


@pytest.mark.parametrize(
    ("game_id", "text", "winner", "plies"),
    [
        ("banqi", "8/K7/7G/6p1 r PPPPPppppCCccHHhhRRrrMMmmGggk", "first", 15),
        ("banqi", "8/K7/7g/8 r PPPPPpppppCCccHHhhRRrrMMmmGGgk", None, 0),
        ("banqi", "8/K7/7g/8 b PPPPPpppppCCccHHhhRRrrMMmmGGgk", "second", 16),
        ("banqi", "8/8/6k1/6P1 r PPPPpppppCCccHHhhRRrrMMmmGGggK", "first", 1),
        ("english", "W:WK15,K10:BK1", "white", 19),
        ("international", "W:WK46,K47:BK5", "white", 3),
    ],
)
def test_solved_endings_can_be_asked_for(game_id: str, text: str, winner: str | None, plies: int) -> None:
    assert probe(game(game_id).read_position(text)) == KnownResult(winner, plies)


@every_game
def test_a_start_is_no_solved_ending(played: Game) -> None:
    assert probe(played.initial()) is None


def test_a_finished_game_of_banqi_is_no_solved_ending() -> None:
    ended = game("banqi").read_position("8/8/6k1/6P1 r PPPPpppppCCccHHhhRRrrMMmmGGggK").play("g1xg2")
    assert ended.outcome is not None
    assert probe(ended) is None
