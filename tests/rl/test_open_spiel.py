"""OpenSpiel's own test of a game."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pyspiel
import pytest

from damero.domain import catalogue
from damero.rl.episode import Episode
from damero.rl.open_spiel import Observer, SpielState, load

RED, BLUE = "BCDEFGHIJKLM", "NOPQRSTUVWXY"
"""The letters of each side's pieces in a position of Stratego."""
IDS = [game.info.id for game in catalogue.GAMES]


@pytest.mark.parametrize("game_id", IDS)
def test_every_game_passes_a_random_simulation(game_id: str) -> None:
    pyspiel.random_sim_test(load(game_id, max_plies=30), num_sims=1, serialize=True, verbose=False)


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


def observer_of(game_id: str, private: pyspiel.PrivateInfoType, *, perfect_recall: bool = False) -> Observer:
    wanted = pyspiel.IIGObservationType(perfect_recall=perfect_recall, public_info=True, private_info=private)
    return load(game_id).make_py_observer(wanted)


def seen(observer: Observer, state: SpielState, player: int) -> tuple[str, bytes]:
    observer.set_from(state, player)
    return observer.string_from(state, player), observer.tensor.tobytes()


def exchanged(cells: str, side: str) -> str:
    """The cells of a position after the first two different pieces of a side have changed places."""
    at = [place for place, letter in enumerate(cells) if letter in side]
    first, second = at[0], next(place for place in at if cells[place] != cells[at[0]])
    changed = list(cells)
    changed[first], changed[second] = changed[second], changed[first]
    return "".join(changed)


@pytest.mark.parametrize("perfect_recall", [False, True])
@pytest.mark.parametrize("game_id", [game.info.id for game in catalogue.GAMES if game.info.hidden])
def test_what_is_public_depends_on_no_rank_and_on_no_player(game_id: str, perfect_recall: bool) -> None:
    game, state = catalogue.game(game_id), load(game_id).new_initial_state()
    observers = [
        observer_of(game_id, private, perfect_recall=perfect_recall)
        for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER)
    ]
    text = game.initial().text
    red, blue = exchanged(text[:100], RED), exchanged(text[:100], BLUE)
    found: tuple[set[object], set[object]] = (set(), set())
    for cells in (text[:100], red, blue, exchanged(red, BLUE)):
        state.episode = Episode(game, game.read_position(cells + text[100:]))
        for observer, all_seen in zip(observers, found, strict=True):
            all_seen |= {seen(observer, state, player) for player in range(2)}
    assert [len(all_seen) for all_seen in found] == [1, 4]


def test_what_is_public_says_whose_turn_it_is() -> None:
    observer = observer_of("drafti", pyspiel.PrivateInfoType.NONE)
    state = load("drafti").new_initial_state()
    before = seen(observer, state, 0)
    state.apply_action(state.legal_actions()[0])
    turn = observer.dict["observation"][-1].copy()
    assert seen(observer, state, 0) != before
    assert (observer.dict["observation"][-1] != turn).all()


@pytest.mark.parametrize(
    ("public", "private"),
    [(True, pyspiel.PrivateInfoType.ALL_PLAYERS), (False, pyspiel.PrivateInfoType.SINGLE_PLAYER)],
)
def test_an_observer_that_there_is_not_is_refused(public: bool, private: pyspiel.PrivateInfoType) -> None:
    wanted = pyspiel.IIGObservationType(perfect_recall=False, public_info=public, private_info=private)
    with pytest.raises(ValueError, match="observer"):
        load("barrage").make_py_observer(wanted)


FIGHTS = ("a4xa5", "j9-j8", "b4xb5")


class Recalled(NamedTuple):
    """An information state."""

    string: str
    observation: bytes
    plies: bytes


def recalled(game_id: str, text: str, *moves: str) -> Recalled:
    """What the first player knows after moves from a position."""
    state = load(game_id).new_initial_state()
    state.episode = Episode(catalogue.game(game_id), catalogue.game(game_id).read_position(text))
    for move in moves:
        state.episode.play_text(move)
    observer = observer_of(game_id, pyspiel.PrivateInfoType.SINGLE_PLAYER, perfect_recall=True)
    string, _ = seen(observer, state, 0)
    return Recalled(string, observer.dict["observation"].tobytes(), observer.dict["plies"].tobytes())


def stratego_text(pieces: dict[str, str]) -> str:
    """Red to move with these pieces."""
    squares = [f"{column}{row}" for row in range(10, 0, -1) for column in "abcdefghij"]
    lakes = dict.fromkeys(("c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"), "_")
    return "".join((lakes | pieces).get(square, "A") for square in squares) + " r"


def test_information_states_differ_if_the_pieces_differ_that_fights_revealed() -> None:
    """Marshal and general win on the same squares, but the miner and the sergeant that they take are exchanged."""
    others = {"a4": "L", "b4": "K", "a1": "M", "j10": "Y", "j9": "S"}
    games = [
        recalled("stratego", stratego_text(others | dict(zip(("a5", "b5"), taken, strict=True))), *FIGHTS)
        for taken in ("QR", "RQ")
    ]
    assert games[0].string != games[1].string
    assert games[0].observation == games[1].observation
    assert games[0].plies != games[1].plies


def test_information_states_differ_if_captures_took_different_ways() -> None:
    first, second = (recalled("english", "W:W26:B22,23,14,15,4", way) for way in ("26x17x10", "26x19x10"))
    assert first.string != second.string
    assert first.plies != second.plies
