"""Whole games as PDN: what is read, what is written, what is verified, and what is said of broken files."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from damero.domain import reasons
from damero.domain.draughts import position
from damero.domain.draughts.pdn import games_in, read_games, tree_of, verify_text, write_game
from damero.domain.draughts.rules import Rules
from damero.domain.draughts.variants import (
    ENGLISH,
    ITALIAN,
    RETIRED_VARIANTS,
    RUSSIAN,
    SPANISH,
    SPANISH_FEDERATION,
    VARIANTS,
)
from damero.domain.errors import BadText
from damero.domain.game import Outcome

FULL = """\
% a line that begins with a per cent sign is for programs
[Event "A \\"friendly\\" game"]
[Site "C:\\\\club"]
[White "Ana"]
[Black "Ben"]
[Result "1-0"]
[GameType "25,W,8,8,A0,0"]

{before} 1. 22-18! 9-14?! {a comment (with a bracket} 2. 18x9 $3 5:14 ; to the end of the line 1-0
(2... 6x13 3. 24-19 (3. 24-20 {deep} *) 13-17) 3. 24-19(!) 10-15 4. 19X10x17* 1-0
"""


class TestReading:
    def test_tags_comments_marks_variations_and_results_are_read(self) -> None:
        (game,) = read_games(FULL)
        assert dict(game.tags) == {"Event": 'A "friendly" game', "Site": "C:\\club", "White": "Ana", "Black": "Ben"}
        assert list(game.moves) == ["22-18", "9-14", "18x9", "5x14", "24-19", "10-15", "19x10x17"]
        assert game.result == "1-0"
        assert game.start == position.initial(RUSSIAN)

    def test_each_move_knows_where_it_stands(self) -> None:
        (game,) = read_games(FULL)
        assert list(game.places[:3]) == [(9, 13), (9, 20), (9, 58)]
        assert game.places[-1] == (10, 69)

    def test_several_games_are_read_whether_ended_by_a_result_or_by_the_next_tags(self) -> None:
        games = read_games('[GameType "25"]\n1. 22-18 *\n[GameType "21"]\n1. 11-15\n[Variant "drafti"]\n0-1')
        assert [game.start.rules.id for game in games] == ["russian", "english", "drafti"]
        assert [game.result for game in games] == ["*", "*", "0-1"]

    @pytest.mark.parametrize("nothing", ["", "  \n", "\x1f", "\xa0\u2028", "{only a comment}", "*", "\ufeff"])
    def test_a_text_without_a_game_has_no_games(self, nothing: str) -> None:
        assert read_games(nothing) == ()

    @pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)
    def test_every_variant_is_named_by_its_game_type_or_its_id(self, rules: Rules) -> None:
        assert read_games(f'[Variant "{rules.id}"] *')[0].start.rules is rules
        if rules.pdn_game_type:
            assert read_games(f'[GameType "{rules.pdn_game_type}"] *')[0].start.rules is rules
            assert read_games(f'[GameType "{rules.pdn_game_type},W,8,8"] *')[0].start.rules is rules

    def test_the_variant_tag_goes_before_the_game_type_unless_it_is_unknown(self) -> None:
        assert read_games('[GameType "24"] [Variant "spanish-federation"] *')[0].start.rules.id == "spanish-federation"
        assert read_games('[GameType "24"] [Variant "spanish"] *')[0].start.rules is SPANISH
        assert read_games('[GameType "24"] [Variant "something else"] *')[0].start.rules is SPANISH_FEDERATION

    def test_a_spanish_game_that_the_federation_refuses_is_read_as_plain_spanish(self) -> None:
        (game,) = read_games('[GameType "24"] 1. 22-18 10-14 2. 18-15 *')
        assert game.start.rules is SPANISH
        assert [note.key for note in game.notes] == ["pdn.read_by_other_rules"]
        (own,) = read_games('[GameType "24"] 1. 10-14 23-19 *')
        assert (own.start.rules, own.notes) == (SPANISH_FEDERATION, ())
        (wrong,) = verify_text('[GameType "24"] 1. 1-2 *')
        assert wrong.game.start.rules is SPANISH_FEDERATION
        assert wrong.problem is not None

    def test_an_italian_game_is_read_in_the_federations_numbers(self) -> None:
        (game,) = read_games('[GameType "22"] 1. 21-17 12-15 2. 23-20 8-12 *')
        assert game.start.rules is ITALIAN
        assert game.final.text.startswith("W:W17,20,22,24,")

    def test_a_game_by_an_older_version_names_it_and_is_read_back(self) -> None:
        (old,) = (rules for rules in RETIRED_VARIANTS if rules.id == ITALIAN.id)
        game = tree_of(position.initial(old), ["21-17", "9-14"], None, {})
        assert '[GameType "22"]\n[Ruleset "1"]' in write_game(game)
        (again,) = read_games(write_game(game))
        assert again.start.rules is old
        with pytest.raises(BadText, match="no version '9' of italian"):
            read_games('[GameType "22"] [Ruleset "9"] *')

    def test_a_game_that_names_no_rules_gets_the_default(self) -> None:
        assert read_games("1. 11-15 *", ENGLISH)[0].start.rules is ENGLISH
        with pytest.raises(BadText, match="line 1, column 1: this game has neither a GameType nor a Variant tag"):
            read_games('[White "Ana"] *')

    def test_a_set_up_position_is_the_start(self) -> None:
        (game,) = read_games('[GameType "20"] [SetUp "1"] [FEN "B:W28:B23,K1"] 1... 23x32 *')
        assert game.start.text == "B:W28:BK1,23"
        assert game.final.outcome == Outcome("black", reasons.NO_PIECES)

    @pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"])
    def test_every_result_is_read(self, result: str) -> None:
        assert read_games(f'[GameType "20"] 1. 32-28 {result}')[0].result == result

    def test_the_tag_gives_the_result_where_the_text_leaves_it_open(self) -> None:
        assert read_games('[GameType "20"] [Result "2-0"] 1. 32-28 *')[0].result == "2-0"
        assert read_games('[GameType "20"] [Result "2-0"] 1. 32-28')[0].result == "2-0"

    @pytest.mark.parametrize(
        ("text", "line", "column", "words"),
        [
            ('[GameType "25"]\n1. 22-18 {never', 2, 10, "this comment is not closed"),
            ('[GameType "25"]\n1. 22-18 (9-14', 2, 10, "this variation is not closed"),
            ('[GameType "25"]\n1. 22-18 )', 2, 10, "closes a variation that was not opened"),
            ('[GameType "25"]\n1. 22-18 e5', 2, 10, "'e5' is not a move, a comment, a tag or a result"),
            ('[GameType "25"]\n1. 22-18-14', 2, 4, "'22-18-14' is not a move"),
            ('[GameType "25"]\n1. 22x1234', 2, 4, "'22x1234' is not a move"),
            ('[GameType "25"]\n1. ٢٢-18', 2, 4, "'٢٢-18' is not a move"),
            ("[GameType 25]\n*", 1, 1, "this is not a tag"),
            ('[GameType "25"]\n[Event "a]\n*', 2, 1, "this is not a tag"),
            ('[GameType "99"] *', 1, 12, "'99' is not a known GameType; known are 20, 21"),
            ('[GameType "9²"] *', 1, 12, "is not a known GameType"),
            ('[Variant "chess"] *', 1, 11, "'chess' is not a known Variant; known are spanish"),
            ('[Event "a"]\n[Event "b"]\n*', 2, 1, "the tag Event occurs twice"),
            ('[GameType "25"]\n[Result "win"] *', 2, 10, "'win' is not a result"),
            ('[GameType "25"]\n[Result "1-0"] 0-1', 2, 16, "ends with 0-1, but its tag says 1-0"),
            ('[GameType "25"]\n[FEN "W:W21:B99"] *', 2, 14, "cannot be set up: There is no square 99"),
            ('[GameType "25"]\n[FEN "nonsense"] *', 2, 7, "cannot be set up: a position begins with"),
        ],
    )
    def test_a_broken_text_says_what_is_wrong_and_where(self, text: str, line: int, column: int, words: str) -> None:
        with pytest.raises(BadText) as problem:
            read_games(text)
        assert words in problem.value.reason
        assert (problem.value.line, problem.value.column) == (line, column)


class TestVerifying:
    def test_a_good_file_has_no_problems(self) -> None:
        (report,) = verify_text(FULL)
        assert (report.number, report.problem, report.outcome) == (1, None, None)

    def test_an_illegal_move_is_told_with_its_place_and_its_code(self) -> None:
        first, second = verify_text('[GameType "25"]\n1. 22-18 9-14\n2. 24-20 *\n[GameType "25"] 1. 22-18 *')
        assert first.problem is not None
        assert first.problem.code == "CAPTURE_REQUIRED"
        assert "line 3, column 4: 24-20 is refused: You must capture" in first.problem.sentence
        assert (second.number, second.problem) == (2, None)

    @pytest.mark.parametrize(("result", "good"), [("1-0", True), ("2-0", True), ("0-1", False), ("1-1", False)])
    def test_the_result_must_be_what_the_rules_decide(self, result: str, good: bool) -> None:
        (report,) = verify_text(f'[GameType "25"] [FEN "W:W22:B18"] 1. 22x15 {result}')
        assert report.outcome == Outcome("white", reasons.NO_PIECES)
        assert (report.problem is None) is good

    def test_a_wrong_result_is_told_in_words(self) -> None:
        (report,) = verify_text('[GameType "25"] [FEN "W:W22:B18"] 1. 22x15 0-1')
        assert report.problem is not None
        assert report.problem.code == "WRONG_RESULT"
        assert report.problem.sentence == "The record says 0-1, but by the rules White won (no pieces)."

    @pytest.mark.parametrize("result", ["*", "0-0", "1-0"])
    def test_a_draw_by_the_rules_must_be_recorded_as_one(self, result: str) -> None:
        (report,) = verify_text(f'[Variant "drafti-federation"] [FEN "W:WK29:BK3"] {result}')
        assert report.problem is not None
        assert "it is a draw (material)" in report.problem.sentence

    @pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
    def test_an_undecided_game_may_have_ended_in_any_way(self, result: str) -> None:
        (report,) = verify_text(f'[GameType "25"] 1. 22-18 {result}')
        assert (report.problem, report.outcome) == (None, None)


def test_games_are_read_one_after_the_other_also_from_lines_that_never_end() -> None:
    lines = cycle(['[White "Ana"]', "1. 11-15 {quiet} 23-19 *", ""])
    games = list(islice(games_in(lines), 60))
    assert [game.number for game in games] == list(range(1, 61))
    assert {game.moves for game in games} == {("11-15", "23-19")}
