from __future__ import annotations

import threading
from dataclasses import replace
from random import Random

import pytest
from tests.engines.stratego.play import BLUE, HOME, RED, best, index_of, positions, random_game, rules_of, view_with

from damero.domain.errors import IllegalMove
from damero.domain.stratego.board import NAMES
from damero.domain.stratego.moves import Ply
from damero.domain.stratego.notation import read_step
from damero.domain.stratego.rules import Rank
from damero.engines.engine import Limits
from damero.engines.levels import LEVELS, engine
from damero.engines.stratego.belief import NO_BELIEF, Belief, belief_of, counting_belief
from damero.engines.stratego.kernel_position import kernel_position
from damero.engines.stratego.material import evaluation_weights
from damero.engines.stratego.observations import observe
from damero.engines.stratego.player import StrategoPlayer, Strength, player_of, valuation_of
from damero.engines.stratego.search import Searcher

VARIANTS = ["stratego", "stratego-federation", "barrage"]


def test_it_captures_a_known_flag():
    assert best(view_with(HOME | {"j9": (RED, Rank.SCOUT), "e5": (BLUE, Rank.MARSHAL)})) == "j9xj10"


def test_it_captures_a_piece_that_it_certainly_beats():
    pieces = HOME | {"e4": (RED, Rank.COLONEL), "e5": (BLUE, Rank.MAJOR), "i9": (BLUE, Rank.BOMB)}
    assert best(view_with(pieces)) == "e4xe5"


def test_its_spy_captures_the_marshal():
    assert best(view_with(HOME | {"e4": (RED, Rank.SPY), "e5": (BLUE, Rank.MARSHAL)})) == "e4xe5"


def test_it_does_not_attack_a_known_bomb():
    pieces = HOME | {"j8": (RED, Rank.GENERAL), "j9": (BLUE, Rank.BOMB), "i10": (BLUE, Rank.BOMB)}
    assert not best(view_with(pieces)).endswith("xj9")


def test_its_miner_opens_a_ring_of_bombs():
    pieces = HOME | {"j8": (RED, Rank.MINER), "j9": (BLUE, Rank.BOMB), "i10": (BLUE, Rank.BOMB)}
    assert best(view_with(pieces | {"a10": (BLUE, Rank.SCOUT)})) == "j8xj9"


def test_it_saves_a_piece_from_a_stronger_one():
    ring = {"j9": (BLUE, Rank.BOMB), "i10": (BLUE, Rank.BOMB)}
    pieces = HOME | ring | {"e4": (RED, Rank.GENERAL), "e5": (BLUE, Rank.MARSHAL), "h2": (RED, Rank.SCOUT)}
    assert best(view_with(pieces)).startswith("e4-")


def test_it_trades_for_the_enemys_last_movable_piece():
    ring = {"j9": (BLUE, Rank.BOMB), "i10": (BLUE, Rank.BOMB)}
    pieces = HOME | ring | {"e4": (RED, Rank.GENERAL), "e5": (BLUE, Rank.GENERAL)}
    assert best(view_with(pieces | {"j4": (RED, Rank.SCOUT)})) == "e4xe5"
    assert best(view_with(pieces | {"j4": (RED, Rank.SCOUT), "a9": (BLUE, Rank.SCOUT)})) != "e4xe5"


POCKET = {"a1": (RED, Rank.FLAG), "b1": (RED, Rank.BOMB), "a2": (RED, Rank.BOMB), "b3": (RED, Rank.BOMB)}


def test_it_does_not_step_into_a_corner_where_its_last_piece_must_step_out_and_be_captured():
    pieces = POCKET | {"a4": (RED, Rank.SPY), "c4": (BLUE, Rank.MARSHAL), "j10": (BLUE, Rank.FLAG)}
    view = replace(view_with(pieces), revealed=(index_of("a4"), index_of("c4")))
    scores = _scores_by_counting(view, Strength(Limits(depth=5)))
    assert scores["a4-a3"] <= -5000
    assert scores["a4-a5"] > -5000
    assert best(view) != "a4-a3"


def test_it_takes_the_last_free_square_from_the_enemys_last_piece():
    mirrored = {"j10": (BLUE, Rank.FLAG), "i10": (BLUE, Rank.BOMB), "j9": (BLUE, Rank.BOMB), "i8": (BLUE, Rank.BOMB)}
    home = {square: piece for square, piece in HOME.items() if piece[0] is RED}
    pieces = home | mirrored | {"j8": (BLUE, Rank.SPY), "h7": (RED, Rank.MARSHAL)}
    assert best(view_with(pieces)) == "h7-i7"


def test_a_side_with_a_move_elsewhere_need_not_leave_its_corner():
    pieces = POCKET | {"a4": (RED, Rank.SPY), "c4": (BLUE, Rank.MARSHAL), "j10": (BLUE, Rank.FLAG)}
    view = replace(view_with(pieces | {"j1": (RED, Rank.SERGEANT)}), revealed=(index_of("a4"), index_of("c4")))
    scores = _scores_by_counting(view, Strength(Limits(depth=5)))
    assert scores["a4-a3"] > -5000


def test_every_piece_that_might_be_the_spy_is_a_danger_to_a_known_marshal():
    home = {square: piece for square, piece in HOME.items() if piece[0] is RED}
    crowd = [f"{file}{rank}" for file in "abcdefghij" for rank in (7, 8, 9, 10) if f"{file}{rank}" != "e7"]
    hidden = view_with(home | {"e6": (RED, Rank.MARSHAL), "c4": (RED, Rank.SERGEANT)}, unknown=crowd)
    view = replace(hidden, revealed=(*hidden.revealed, index_of("e6")))
    scores = _scores_by_counting(view, Strength(Limits(depth=1), plan_weight=0))
    assert counting_belief(view).at(index_of("e8"))[Rank.SPY] < 0.03
    assert scores["e6-e7"] < scores["e6-e5"] - 20


def test_a_likely_spy_stays_a_threat_whatever_certain_moves_the_enemy_has():
    home = {square: piece for square, piece in HOME.items() if piece[0] is RED}
    pieces = home | {"e5": (RED, Rank.MARSHAL), "c4": (RED, Rank.SERGEANT), "e7": (BLUE, Rank.MAJOR)}
    hidden = view_with(pieces, unknown=["f6", "i9", "i10", "j9", "j10"])
    view = replace(hidden, moved=(index_of("f6"),), revealed=(*hidden.revealed, index_of("e5")))
    spy, scout, either = (
        _scores(view, _believing(view, "f6", chances), Strength(Limits(depth=2), plan_weight=0))["e5-e6"]
        for chances in ({Rank.SPY: 1.0}, {Rank.SCOUT: 1.0}, {Rank.SPY: 0.5, Rank.SCOUT: 0.5})
    )
    assert spy < scout - 200
    assert either < (spy + scout) / 2 + 20


def test_one_piece_beside_two_of_ours_is_one_danger_not_two():
    home = {square: piece for square, piece in HOME.items() if piece[0] is RED}
    pieces = home | dict.fromkeys(("e5", "f6"), (RED, Rank.MAJOR)) | {"c4": (RED, Rank.SERGEANT)}
    hidden = view_with(pieces, unknown=["e6", "i9", "i10", "j9", "j10"])
    view = replace(hidden, moved=(index_of("e6"),), revealed=(*hidden.revealed, index_of("e5"), index_of("f6")))
    strong, weak, either = (
        _scores(view, _believing(view, "e6", chances), Strength(Limits(depth=1), plan_weight=0))["c4-b4"]
        for chances in ({Rank.COLONEL: 1.0}, {Rank.SCOUT: 1.0}, {Rank.COLONEL: 0.5, Rank.SCOUT: 0.5})
    )
    assert strong < weak - 20
    assert either > (strong + weak) / 2 - (weak - strong) / 10


def test_a_bomb_attacks_nobody():
    home = {square: piece for square, piece in HOME.items() if piece[0] is RED}
    pieces = home | {"e5": (RED, Rank.GENERAL), "c4": (RED, Rank.SERGEANT), "a9": (BLUE, Rank.SCOUT)}
    hidden = view_with(pieces, unknown=["e7", "i9", "i10", "j9", "j10"])
    view = replace(hidden, revealed=(*hidden.revealed, index_of("e5")))
    bomb, marshal, neither = (
        _scores(
            view, _believing(view, "e7", {rank: 0.5, Rank.SERGEANT: 0.5}), Strength(Limits(depth=2), plan_weight=0)
        )["e5-e6"]
        for rank in (Rank.BOMB, Rank.MARSHAL, Rank.SCOUT)
    )
    assert bomb == pytest.approx(neither, abs=10)
    assert marshal < bomb - 50


def test_a_piece_that_the_enemy_thinks_weak_is_in_more_danger_than_one_it_thinks_strong():
    pieces = HOME | {"e4": (RED, Rank.SPY), "e5": (BLUE, Rank.MAJOR), "c3": (RED, Rank.SERGEANT)}
    ring = {"j9": (BLUE, Rank.BOMB), "i10": (BLUE, Rank.BOMB), "a10": (BLUE, Rank.MARSHAL)}
    view = replace(view_with(pieces | ring), moved=(index_of("e4"), index_of("e5")))
    weak, strong = (
        _scores(view, counting_belief(view), Strength(Limits(depth=1), plan_weight=0), _enemy_believing("e4", rank))[
            "c3-c4"
        ]
        for rank in (Rank.SPY, Rank.GENERAL)
    )
    assert weak < strong - 30


@pytest.mark.parametrize(("stronger", "has_moved"), [(Rank.BOMB, False), (Rank.GENERAL, True)])
def test_a_known_colonel_spares_an_unmoved_piece_that_beats_it_one_time_in_four(stronger, has_moved):
    home = {square: piece for square, piece in HOME.items() if piece[0] is RED}
    crowd = [f"{file}{rank}" for file in "abcdefghij" for rank in (8, 9, 10)]
    pieces = home | {"e6": (RED, Rank.COLONEL), "c4": (RED, Rank.SERGEANT), "h4": (RED, Rank.MINER)}
    hidden = view_with(pieces, unknown=["e7", *crowd])
    moved = (index_of("e6"), index_of("e7")) if has_moved else (index_of("e6"),)
    view = replace(hidden, moved=moved, revealed=(*hidden.revealed, index_of("e6")))
    chances = {stronger: 0.2, Rank.MARSHAL: 0.05, Rank.SERGEANT: 0.3, Rank.MINER: 0.2, Rank.CAPTAIN: 0.25}
    scores = _scores(view, _believing(view, "e7", chances), Strength(Limits(depth=2), plan_weight=0))
    assert (max(scores, key=scores.get) == "e6xe7") is has_moved


def _enemy_believing(square, rank):
    """The enemy is certain of the rank of one of our pieces."""
    chances = tuple(float(other is rank) for other in Rank)
    return Belief((index_of(square),), (chances,), (chances,), ())


def _believing(view, square, chances):
    """A belief by counting, but for one piece."""
    belief = counting_belief(view)
    rows = dict(zip(belief.cells, belief.probabilities, strict=True))
    rows[index_of(square)] = tuple(chances.get(rank, 0.0) for rank in Rank)
    return replace(belief, probabilities=tuple(rows[cell] for cell in belief.cells))


def test_the_first_move_of_a_hidden_piece_has_a_cost():
    pieces = HOME | {"a10": (BLUE, Rank.SCOUT)} | dict.fromkeys(("b3", "e3", "j3"), (RED, Rank.SERGEANT))
    view = replace(view_with(pieces), moved=(index_of("e3"),), revealed=(index_of("j3"),))
    scores = _scores_by_counting(view, Strength(Limits(depth=1), plan_weight=0))
    assert scores["e3-e4"] == scores["j3-j4"] == scores["b3-b4"] + evaluation_weights(view.rules).first_move_cost


def _scores_by_counting(view, strength):
    return _scores(view, counting_belief(view), strength)


def _scores(view, belief, strength, enemy_belief=NO_BELIEF):
    legal = view.legal_moves()
    moves = [(move.origin.cell, move.target.cell, 0.0) for move in legal]
    position, values = kernel_position(view, belief, enemy_belief), valuation_of(view, observe(view))
    ranked, _, _ = Searcher().choose(
        position,
        values,
        moves,
        plan_weight=strength.plan_weight,
        depth=strength.limits.depth,
        nodes=None,
        seconds=9,
        margin=1000,
    )
    return {str(legal[number]): score for score, number in ranked}


@pytest.mark.parametrize("game_id", VARIANTS)
def test_every_level_plays_every_variant(game_id):
    for level in LEVELS:
        state = positions(game_id, 1, seed=level)[0]
        choice = engine(game_id, level).choose(state.view(state.side), Limits(seed=1, seconds=0.2))
        assert choice.move in map(str, state.legal_moves())


def test_the_same_seed_and_nodes_give_the_same_choice():
    for state in positions("stratego", 6, seed=12):
        view = state.view(state.side)
        assert len({player_of(6).choose(view, Limits(nodes=2_000, seed=3)) for _ in range(3)}) == 1


def test_it_searches_no_more_nodes_than_it_may():
    for state in positions("stratego", 6, seed=13):
        assert player_of(8).choose(state.view(state.side), Limits(nodes=777, seed=1)).nodes <= 777


def test_it_searches_no_deeper_than_it_may():
    for state in positions("stratego", 6, seed=14):
        assert player_of(8).choose(state.view(state.side), Limits(depth=2, seed=1)).depth <= 2


def test_a_time_limit_ends_a_search_that_has_no_other_limit():
    state = positions("stratego", 1, seed=15)[0]
    view = state.view(state.side)
    legal = [(move.origin.cell, move.target.cell, 0.0) for move in view.legal_moves()]
    ranked, depth, _ = Searcher().choose(
        kernel_position(view, belief_of(view)),
        valuation_of(view, observe(view)),
        legal,
        plan_weight=0.3,
        depth=24,
        nodes=0,
        seconds=0.1,
        margin=0.0,
    )
    assert len(ranked) == len(legal)
    assert depth < 24


def test_with_hardly_any_time_it_still_chooses_a_legal_move():
    for state in positions("stratego", 6, seed=33):
        choice = player_of(8).choose(state.view(state.side), Limits(seconds=1e-6))
        assert choice.move in map(str, state.legal_moves())


def test_it_can_be_stopped():
    state = positions("stratego", 1, seed=16)[0]
    view = state.view(state.side)
    searcher = Searcher()
    legal = [(move.origin.cell, move.target.cell, 0.0) for move in view.legal_moves()]
    timer = threading.Timer(0.2, searcher.stop)
    timer.start()
    values = valuation_of(view, observe(view))
    ranked, _, _ = searcher.choose(
        kernel_position(view, belief_of(view)),
        values,
        legal,
        plan_weight=0.3,
        depth=24,
        nodes=0,
        seconds=3600.0,
        margin=0.0,
    )
    timer.join()
    assert len(ranked) == len(legal)


def test_a_stop_that_comes_before_the_search_begins_ends_that_search_alone():
    state = positions("stratego", 1, seed=16)[0]
    view, searcher = state.view(state.side), Searcher()
    legal = [(move.origin.cell, move.target.cell, 0.0) for move in view.legal_moves()]
    position, values = kernel_position(view, belief_of(view)), valuation_of(view, observe(view))
    limits = {"plan_weight": 0.3, "depth": 24, "nodes": 20_000, "seconds": 3600.0, "margin": 0.0}
    searcher.stop()
    assert searcher.choose(position, values, legal, **limits)[2] < 1_000
    assert searcher.choose(position, values, legal, **limits)[2] >= 20_000


def ply_of(text):
    step = read_step(text)
    return Ply("red", text, (NAMES[step.origin], NAMES[step.target]), (), (), step)


def test_it_explains_what_it_could_expect_of_a_piece_that_it_attacked():
    ring = {"j9": (BLUE, Rank.BOMB), "i10": (BLUE, Rank.BOMB)}
    view = view_with(HOME | ring | {"e4": (RED, Rank.MAJOR)}, unknown=["e5"])
    lost, won = (player_of(8).explain_secret(view, ply_of(f"e4xe5=I{letter}")) for letter in "JE")
    assert lost.guess.kinds == won.guess.kinds
    assert (lost.guess.actual, won.guess.actual) == ("blue-colonel", "blue-miner")
    assert 0 < lost.guess.wins < 1
    assert lost.luck < 0 < won.luck
    assert player_of(8).explain_secret(view, ply_of("e4-d4")) is None


def test_it_rates_every_legal_move_and_its_own_highest():
    for state in positions("barrage", 4, seed=19):
        view = state.view(state.side)
        rated = player_of(8).rate(view, Limits(nodes=2_000, seed=1))
        chosen = player_of(8).choose(view, Limits(nodes=2_000, seed=1))
        assert rated.keys() == {str(move) for move in view.legal_moves()}
        assert rated[chosen.move] >= max(rated.values()) - 60


def test_it_says_when_it_has_no_move():
    state = next(iter(random_game("barrage", seed=17)))
    with pytest.raises(IllegalMove):
        player_of(5).choose(state.view("blue"))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["stratego", "barrage"])
def test_it_beats_a_random_player(game_id):
    random, rules, won = Random(18), rules_of(game_id), 0
    player = StrategoPlayer(Strength(Limits(nodes=600)))
    for number in range(6):
        state, seat = next(iter(random_game(game_id, seed=number))), rules.info.seats[number % 2]
        while state.outcome is None:
            view = state.view(state.side)
            is_engine = state.side == seat
            seed = random.getrandbits(30)
            state = state.play(
                player.choose(view, Limits(seed=seed)).move if is_engine else random.choice(view.legal_moves())
            )
        won += state.outcome.winner == seat
    assert won >= 5
