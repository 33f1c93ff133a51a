"""OpenSpiel's own test of a game."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

from damero.domain import catalogue
from damero.rl.open_spiel import SpielState, load

IDS = [game.info.id for game in catalogue.GAMES]


@pytest.mark.parametrize("game_id", IDS)
def test_every_game_passes_a_random_simulation(game_id: str) -> None:
    pyspiel.random_sim_test(load(game_id, max_plies=100), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game_id", [game.info.id for game in catalogue.GAMES if game.info.chance])
def test_a_flip_shows_the_kind_that_chance_chose_for_every_kind_and_square(game_id: str) -> None:
    kinds = catalogue.game(game_id).info.pieces
    random = Random(2)
    state: SpielState = load(game_id).new_initial_state()
    for _ in range(40):
        state.apply_action(random.choice(state.legal_actions()))
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            outcome = random.choice(outcomes)[0]
            state.apply_action(outcome)
            assert state.episode is not None
            assert state.episode.position.plies[-1].revealed[0].kind == kinds[outcome].id


def test_the_information_state_of_a_hidden_game_does_not_depend_on_the_other_army() -> None:
    stratego = load("stratego")
    states = [stratego.new_initial_state() for _ in range(2)]
    for number, state in enumerate(states):
        state.apply_action(7)
        state.apply_action(100 + number)
    first, second = states
    assert first.information_state_string(0) == second.information_state_string(0)
    assert first.information_state_tensor(0) == second.information_state_tensor(0)
    assert first.information_state_string(1) != second.information_state_string(1)


def test_a_saved_state_can_be_read_again() -> None:
    banqi = load("banqi")
    state = banqi.new_initial_state()
    for _ in range(12):
        state.apply_action(state.legal_actions()[0])
    assert str(banqi.deserialize_state(state.serialize())) == str(state)
