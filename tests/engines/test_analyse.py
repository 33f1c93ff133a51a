"""The best lines of a position, for every family."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from threading import Thread

import pytest
from tests.random_play import random_moves

import damero
from damero.domain.analysis import Analysis, KnownResult
from damero.domain.catalogue import GAMES, game
from damero.domain.errors import DameroError
from damero.domain.game import Game, Position, View
from damero.engines.engine import Limits
from damero.engines.levels import engine
from damero.engines.stop_signal import StopSignal

QUICK = Limits(nodes=2_000)


def some_position(chosen: Game, plies: int = 9) -> Position:
    return next(position for ply, (position, _) in enumerate(random_moves(chosen, 2)) if ply == plies)


def view_to_move(position: Position) -> View:
    assert position.to_move is not None
    return position.view(position.to_move)


def analysed(view: View, lines: int, limits: Limits) -> list[Analysis]:
    return list(engine(view.info.id).analyse(view, lines, limits))


@pytest.mark.parametrize("chosen", GAMES, ids=lambda chosen: chosen.info.id)
def test_every_game_tells_its_best_moves_in_order_and_ever_deeper(chosen: Game) -> None:
    view = view_to_move(some_position(chosen))
    found = analysed(view, 3, QUICK)
    legal = {str(move) for move in view.legal_moves()}
    assert found
    assert [analysis.depth for analysis in found] == sorted({analysis.depth for analysis in found})
    for analysis in found:
        moves, scores = [line.move for line in analysis.lines], [line.score for line in analysis.lines]
        assert set(moves) <= legal
        assert len(set(moves)) == len(moves) == min(3, len(legal))
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("game_id", ["russian", "international", "italian"])
def test_every_line_can_be_played(game_id: str) -> None:
    position = some_position(game(game_id), 14)
    for line in analysed(view_to_move(position), 5, Limits(depth=6))[-1].lines:
        after = position
        for move in line.moves:
            after = after.play(move)


def test_the_best_of_several_lines_is_the_one_that_a_single_line_finds() -> None:
    view = game("russian").initial().view("white")
    alone, beside = (analysed(view, lines, Limits(depth=7))[-1] for lines in (1, 3))
    assert alone.depth == beside.depth == 7
    assert abs(alone.lines[0].score - beside.lines[0].score) <= 10
    assert [line.score for line in beside.lines[1:]] <= [alone.lines[0].score] * 2


def test_an_analysis_without_limits_goes_on_until_nobody_asks() -> None:
    position = damero.game("drafti").initial()
    found = islice(damero.engine("drafti").analyse(position.view("white"), lines=2), 5)
    assert [analysis.depth for analysis in found] == [1, 2, 3, 4, 5]


@pytest.fixture
def tables_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMERO_TABLEBASES", str(tmp_path))


@pytest.mark.usefixtures("tables_of_their_own")
def test_endgame_tables_tell_the_result_and_the_distance_of_every_line() -> None:
    position = game("english").read_position("W:WK6,K9:BK1")
    (analysis,) = engine("english").analyse(position.view("white"), 5)
    assert analysis.is_final
    assert (analysis.lines[0].move, analysis.lines[0].known) == ("6-10", KnownResult("white", 15))
    known = [line.known for line in analysis.lines]
    assert KnownResult(None) in known, "a draw has no distance"
    assert [result.winner for result in known if result] == ["white", "white", None, None, "black"]
    assert len(analysis.lines[0].moves) > 5


@pytest.mark.parametrize("game_id", ["international", "banqi", "barrage"])
def test_a_signal_from_another_thread_ends_an_analysis(game_id: str) -> None:
    view, stop = view_to_move(some_position(game(game_id))), StopSignal()
    found: list[Analysis] = []
    analysing = Thread(target=lambda: found.extend(engine(game_id).analyse(view, 2, Limits(stop=stop))))
    analysing.start()
    stop.set()
    analysing.join()
    assert len(found) < 100


@pytest.mark.parametrize("game_id", ["international", "banqi", "barrage"])
def test_a_search_that_is_stopped_answers_with_a_legal_move_and_the_next_one_is_not_stopped(game_id: str) -> None:
    view, stop, player = view_to_move(some_position(game(game_id))), StopSignal(), engine(game_id)
    stop.set()
    legal = {str(move) for move in view.legal_moves()}
    assert player.choose(view, Limits(stop=stop)).move in legal
    after = player.choose(view, Limits(depth=3))
    assert after.move in legal
    assert after.depth >= 1


def test_rank_odds_are_what_the_seat_could_know() -> None:
    """Two positions that differ only in what the seat cannot know are analysed alike."""
    chosen = game("barrage")
    one = some_position(chosen)
    view = view_to_move(one)
    other = chosen.sample(view, lambda items: tuple(reversed(items)))
    assert other.text != one.text
    here, there = (analysed(view_to_move(position), 3, Limits(depth=2))[-1] for position in (one, other))
    assert here == there
    assert here.odds
    unknown = {piece.square for piece in view.pieces if piece.kind.endswith("-unknown")}
    assert {square for odds in here.odds for square in odds.squares} == unknown
    for odds in here.odds:
        assert sum(probability for _, probability in odds.kinds) == pytest.approx(1, abs=0.05)


def test_flip_odds_are_those_of_the_pieces_that_are_still_face_down() -> None:
    view = view_to_move(some_position(game("banqi"), 6))
    (odds,) = analysed(view, 1, Limits(depth=1))[-1].odds
    hidden = dict(view.hidden)
    assert dict(odds.kinds) == {
        kind: pytest.approx(count / sum(hidden.values()), abs=0.001) for kind, count in hidden.items()
    }


def test_there_is_nothing_to_analyse_when_the_game_is_over() -> None:
    over = game("russian").read_position("W:W:B1")
    with pytest.raises(DameroError):
        next(engine("russian").analyse(over.view("white")))


def test_level_one_gives_the_one_line_of_its_choice() -> None:
    view = game("drafti").initial().view("white")
    (analysis,) = engine("drafti", 1).analyse(view, 5)
    assert len(analysis.lines) == 1
