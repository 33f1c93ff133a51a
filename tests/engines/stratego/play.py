"""Random games to look at."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from damero.domain.catalogue import game
from damero.domain.stratego import GameState, StrategoGame
from damero.engines.stratego.setup import army


def rules_of(game_id: str) -> StrategoGame:
    found = game(game_id)
    assert isinstance(found, StrategoGame)
    return found


def random_game(game_id: str, seed: int, most: int = 400) -> Iterator[GameState]:
    """Every position of a game between two armies, played at random, its end left out."""
    random, rules = Random(seed), rules_of(game_id)
    state = rules.place({seat: army(rules, seat, random) for seat in rules.info.seats})
    while state.outcome is None and state.turn_number < most:
        yield state
        state = state.play(random.choice(state.legal_moves()))


def positions(game_id: str, number: int, seed: int) -> list[GameState]:
    """Positions from all parts of several games."""
    random, found = Random(seed), []
    while len(found) < number:
        played = list(random_game(game_id, random.getrandbits(30), most=300))
        found += random.sample(played, min(24, len(played)))
    return found[:number]
