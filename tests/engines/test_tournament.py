"""Engine against engine: pairs, scores, and what they say."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.engines.bulk import OneByOne
from damero.engines.engine import Limits
from damero.engines.engine_spec import ConfiguredEngine, configured_engine
from damero.engines.registry import is_fair
from damero.engines.tournament import GamePair, Pairing, Score, compete, elo, expected, play_pair


def test_a_number_is_a_level_and_settings_are_limits() -> None:
    assert configured_engine("russian", "3").limits == Limits(threads=1)
    assert configured_engine("russian", "level=8,nodes=2000").limits == Limits(nodes=2000, threads=1)
    assert configured_engine("russian", "seconds=0.5,threads=2").limits == Limits(seconds=0.5, threads=2)


def test_weights_are_trained_or_made_by_hand() -> None:
    view, limits = game("russian").initial().view("white"), "nodes=900"
    trained = configured_engine("russian", f"{limits},weights=trained")
    by_hand = configured_engine("russian", f"{limits},weights=hand-made")
    assert trained.choose(view, 1) == configured_engine("russian", limits).choose(view, 1)
    assert trained.choose(view, 1).score != by_hand.choose(view, 1).score
    assert configured_engine("russian", "weights=hand-made").limits == Limits(threads=1)


@pytest.mark.parametrize("game_id", ["russian", "banqi"])
@pytest.mark.parametrize("name", ["weights=good", "level=1,weights=hand-made", "weights=trained,weights=hand-made"])
def test_other_weights_are_refused(game_id: str, name: str) -> None:
    with pytest.raises(DameroError, match="the weights are trained or"):
        configured_engine(game_id, name)


@pytest.mark.parametrize("name", ["foo", "0", "9", "nodes=", "nodes=x", "size=3", "seconds=-1", "nodes=1e9", ""])
def test_a_name_that_is_none_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(DameroError, match=r"names no player|levels are"):
        configured_engine("russian", name)


def test_a_program_that_does_not_exist_is_refused() -> None:
    with pytest.raises(DameroError, match="could not be started"):
        configured_engine("russian", "hub:no-such-program-anywhere")


def test_a_pair_is_two_games_and_the_same_for_the_same_seed() -> None:
    pairing = Pairing("english", "depth=1", "1", opening_plies=4)
    first, again = play_pair(pairing, 5), play_pair(pairing, 5)
    assert first == again
    assert len(first.halves) == 2
    assert first.faults == 0


@pytest.mark.slow
def test_the_endgame_tables_end_a_game_they_know_unless_it_shall_be_played_out() -> None:
    def adjudicated(*, adjudicates: bool) -> int:
        pairing = Pairing("russian", "nodes=300", "nodes=300", opening_plies=4, adjudicates=adjudicates)
        return sum(play_pair(pairing, seed).adjudicated for seed in range(3))

    assert adjudicated(adjudicates=True) > 0
    assert adjudicated(adjudicates=False) == 0


def test_an_opening_in_which_a_man_is_lost_is_not_fair() -> None:
    russian = game("russian")
    assert is_fair(russian.initial())
    assert not is_fair(russian.read_position("W:W21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,13"))
    assert is_fair(game("banqi").initial())


@pytest.mark.parametrize("game_id", ["banqi", "barrage"])
def test_dealt_and_placed_games_are_played_in_pairs_too(game_id: str) -> None:
    assert play_pair(Pairing(game_id, "1", "1", opening_plies=0), 1).faults == 0


def test_the_stronger_engine_scores_more() -> None:
    pairing = Pairing("spanish", "nodes=2000", "1", opening_plies=4)
    *_, score = compete(pairing, 2, OneByOne(), seed=3, enough=lambda _score: False)
    assert score.games == 4
    assert score.share > 0.8


def test_a_match_stops_when_it_is_enough() -> None:
    pairing = Pairing("spanish", "1", "1", opening_plies=0)
    scores = list(compete(pairing, 50, OneByOne(), seed=3, enough=lambda score: score.games >= 4))
    assert scores[-1].games == 4


def test_a_score_adds_up() -> None:
    score = Score().with_pair(GamePair((2, 1), 0)).with_pair(GamePair((0, 1), 2))
    assert score.wins_draws_losses == (1, 2, 1)
    assert score.share == 0.5
    assert score.faults == 2
    assert score.elo[0] == pytest.approx(0)


def test_many_good_pairs_make_a_difference_likely() -> None:
    ahead = Score(tuple(GamePair((2, 1), 0) for _ in range(40)))
    level = Score(tuple(GamePair((2, 0), 0) for _ in range(40)))
    assert ahead.likelihood(0, 100) > 3
    assert level.likelihood(0, 100) < -3


@given(st.floats(-600, 600))
def test_elo_and_expected_score_are_inverse(difference: float) -> None:
    assert elo(expected(difference)) == pytest.approx(difference, abs=0.01)


@given(st.lists(st.tuples(st.sampled_from((0, 1, 2)), st.sampled_from((0, 1, 2))), min_size=1, max_size=60))
def test_the_interval_holds_the_score(halves: list[tuple[int, int]]) -> None:
    score = Score(tuple(GamePair(pair, 0) for pair in halves))
    assert score.error > 0
    assert score.elo[1] <= score.elo[0] <= score.elo[2]


@pytest.mark.parametrize(
    ("opponent", "limits"),
    [
        ("seconds=0.1", Limits(seconds=0.1, threads=1)),
        ("level=8,nodes=500", Limits(nodes=500, threads=1)),
        ("6", Limits(nodes=2_500, threads=1)),
        ("hub:other", Limits()),
    ],
)
def test_another_program_has_the_limits_of_its_opponent(opponent: str, limits: Limits) -> None:
    program = configured_engine("russian", f"hub:{sys.executable} -m damero hub russian", opponent)
    assert isinstance(program, ConfiguredEngine)
    program.close()
    assert program.limits == limits
