"""Games judged move by move, and the picture of their course."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.random_play import random_moves

from damero.domain.analysis import Judgement, KnownResult, Mark
from damero.domain.catalogue import game
from damero.domain.game import View
from damero.domain.stratego.rules import Rank
from damero.engines.analysis import judge
from damero.engines.draughts.player import DraughtsPlayer
from damero.engines.engine import Choice, Limits
from damero.engines.graph import as_svg, as_text
from damero.engines.levels import engine
from damero.engines.stratego.player import StrategoPlayer

LIMITS = Limits(nodes=3_000, threads=1, seed=1)
GIVEN_AWAY = ("22-17", "11-16", "24-20", "16-19", "23x16", "12x19", "27-23", "8-12", "23x16", "12x19", "28-24", "19x28")

RANKS = {rank.name.lower() for rank in Rank}


def test_a_man_given_away_is_marked_and_a_better_move_named() -> None:
    judged = list(judge(game("russian").initial(), GIVEN_AWAY, engine("russian", 8), LIMITS))
    assert [judgement.move for judgement in judged] == list(GIVEN_AWAY)
    given = judged[10]
    assert given.mark is not Mark.NONE
    assert given.best != "28-24"
    assert given.for_first < -50
    assert judged[0].mark is Mark.NONE
    assert {judgement.luck for judgement in judged} == {0}


def test_a_line_goes_on_after_a_capture_without_a_choice_and_nothing_is_searched_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moves, searched, choose = ("22-17", "9-14", "17-13", "14-18", "23x14", "10x17", "13x22"), [], DraughtsPlayer.choose

    def choose_and_note(player: DraughtsPlayer, view: View, limits: Limits | None = None) -> Choice:
        searched.append(view.text)
        return choose(player, view, limits)

    monkeypatch.setattr(DraughtsPlayer, "choose", choose_and_note)
    judged = list(judge(game("russian").initial(), moves, engine("russian", 8), LIMITS))
    assert judged[3].reply[:2] == moves[4:6]
    assert len(judged[3].reply) > 2
    assert len(searched) == len(set(searched)) == len(moves) + 1


def test_a_game_of_chance_tells_luck_from_decision() -> None:
    start, texts = None, []
    for position, move in random_moves(game("banqi"), 5):
        start = start or position
        texts.append(str(move))
        if len(texts) == 12:
            break
    assert start is not None
    judged = list(judge(start, texts, engine("banqi", 8), Limits(nodes=500, seed=1)))
    assert len(judged) == 12
    assert any(judgement.luck for judgement in judged)
    assert {judgement.luck for judgement in judged if "=" not in judgement.move} == {0}, "only a flip has luck"
    assert all(judgement.cost >= 0 for judgement in judged)
    assert judged[0].move.startswith(texts[0][:2] + "=")


def test_a_game_with_secrets_tells_what_the_mover_could_think_of_what_it_attacked() -> None:
    start, texts = None, []
    for position, move in random_moves(game("barrage"), 3):
        start = start or position
        texts.append(str(move))
    assert start is not None
    judged = list(judge(start, texts[:80], engine("barrage", 8), Limits(nodes=200, seed=1)))
    attacks = [judgement for judgement in judged if judgement.guess]
    assert attacks
    for attack in attacks:
        assert attack.guess is not None
        assert "x" in attack.move
        assert attack.guess.actual.removeprefix("red-").removeprefix("blue-") in RANKS
        assert 0 <= attack.guess.wins + attack.guess.draws <= 1.001
        assert attack.guess.kinds == tuple(sorted(attack.guess.kinds, key=lambda kind: -kind[1]))
    assert all(judgement.luck == 0 for judgement in judged if not judgement.guess)
    assert all(0 <= (judgement.target_odds or 0.0) <= 1 for judgement in judged)
    assert any(judgement.target_odds for judgement in judged), "the flag is somewhere"


def test_moves_with_secrets_are_compared_at_one_depth() -> None:
    position, _ = next(iter(random_moves(game("barrage"), 4)))
    assert position.to_move is not None
    view, player = position.view(position.to_move), engine("barrage", 8)
    assert isinstance(player, StrategoPlayer)
    whole = [player.rate(view, Limits(depth=depth, seed=1)) for depth in range(1, 5)]
    assert player.rate(view, Limits(nodes=1_500, seed=1)) in whole


@pytest.fixture
def tables_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMERO_TABLEBASES", str(tmp_path))


@pytest.mark.usefixtures("tables_of_their_own")
def test_what_endgame_tables_know_is_told_and_a_result_let_go_is_a_blunder() -> None:
    start = game("english").read_position("W:WK6,K9:BK1")
    kept, let_go = (next(judge(start, [move], engine("english", 8), LIMITS)) for move in ("6-10", "9-13"))
    assert kept.known_before == KnownResult("white", 15)
    assert kept.known == KnownResult("white", 14)
    assert (kept.gives_away, kept.mark) == (False, Mark.NONE)
    assert let_go.known == KnownResult(None)
    assert (let_go.gives_away, let_go.mark, let_go.best) == (True, Mark.BLUNDER, "6-10")


def test_a_result_let_go_is_a_blunder_whatever_it_cost() -> None:
    judged = Judgement(1, "black", "9-13", "6-10", (), 0, 0, 0, 0, KnownResult(None), KnownResult("white", 3))
    assert (judged.cost, judged.mark) == (0, Mark.BLUNDER)
    slower = replace(judged, known_before=KnownResult("black", 3), known=KnownResult("black", 20))
    assert slower.mark is Mark.NONE


def test_the_text_graph_shows_who_is_ahead() -> None:
    rows = as_text([600, 0, -600]).split("\n")
    assert all(row[0] == "█" and row[1] == " " and row[2] == " " for row in rows[:4])
    assert all(row[0] == " " and row[1] == " " and row[2] == "█" for row in rows[5:])


def test_the_svg_graph_carries_its_title_safely() -> None:
    drawn = as_svg([0, 50, -50], "<Spanish & other>")
    assert "&lt;Spanish &amp; other&gt;" in drawn
    assert drawn.count("<polygon") == 2


def test_a_graph_of_no_moves_is_empty_but_whole() -> None:
    assert "<svg" in as_svg([], "nothing")
