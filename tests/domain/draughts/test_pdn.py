"""Whole games as PDN: what is read, what is written, what is verified, and what is said of broken files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.domain.draughts.boards import any_position, at, played_position
from tests.plies import move_texts

from damero.domain import reasons
from damero.domain.draughts import position
from damero.domain.draughts.pdn import PdnGame, WrittenMove, game_of, read_games, verify_text, write_game
from damero.domain.draughts.position import Position
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


def texts(game: PdnGame) -> list[str]:
    return [move.text for move in game.moves]


class TestReading:
    def test_tags_comments_marks_variations_and_results_are_read(self) -> None:
        (game,) = read_games(FULL)
        assert dict(game.tags) == {"Event": 'A "friendly" game', "Site": "C:\\club", "White": "Ana", "Black": "Ben"}
        assert texts(game) == ["22-18", "9-14", "18x9", "5x14", "24-19", "10-15", "19x10x17"]
        assert game.result == "1-0"
        assert game.start == position.initial(RUSSIAN)

    def test_each_move_knows_where_it_stands(self) -> None:
        (game,) = read_games(FULL)
        assert [(move.line, move.column) for move in game.moves[:3]] == [(9, 13), (9, 20), (9, 58)]
        assert (game.moves[-1].line, game.moves[-1].column) == (10, 69)

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
        assert game.note is not None
        (own,) = read_games('[GameType "24"] 1. 10-14 23-19 *')
        assert (own.start.rules, own.note) == (SPANISH_FEDERATION, None)
        (wrong,) = verify_text('[GameType "24"] 1. 1-2 *')
        assert wrong.game.start.rules is SPANISH_FEDERATION
        assert wrong.problem is not None

    def test_an_italian_game_is_read_in_the_federations_numbers(self) -> None:
        (game,) = read_games('[GameType "22"] 1. 21-17 12-15 2. 23-20 8-12 *')
        assert game.start.rules is ITALIAN
        assert game.final().text.startswith("W:W17,20,22,24,")

    def test_a_game_by_an_older_version_names_it_and_is_read_back(self) -> None:
        (old,) = (rules for rules in RETIRED_VARIANTS if rules.id == ITALIAN.id)
        game = game_of(position.initial(old), ["21-17", "9-14"], None, {})
        assert '[GameType "22"]\n[Ruleset "1"]' in write_game(game)
        (again,) = read_games(write_game(game))
        assert again.start.rules is old
        with pytest.raises(BadText, match="no version '9' of italian"):
            read_games('[GameType "22"] [Ruleset "9"] *')

    def test_a_game_that_names_no_rules_gets_the_default(self) -> None:
        assert read_games("1. 11-15 *", ENGLISH)[0].start.rules is ENGLISH
        with pytest.raises(BadText, match="line 1, column 4: this game has neither a GameType nor a Variant tag"):
            read_games("1. 11-15 *")

    def test_a_set_up_position_is_the_start(self) -> None:
        (game,) = read_games('[GameType "20"] [SetUp "1"] [FEN "B:W28:B23,K1"] 1... 23x32 *')
        assert game.start.text == "B:W28:BK1,23"
        assert game.final().outcome == Outcome("black", reasons.NO_PIECES)

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


class TestWriting:
    def test_a_game_is_written_in_its_canonical_form(self) -> None:
        (game,) = read_games(FULL)
        assert write_game(game) == (
            '[Event "A \\"friendly\\" game"]\n[Site "C:\\\\club"]\n[White "Ana"]\n[Black "Ben"]\n'
            '[Result "1-0"]\n[GameType "25"]\n\n'
            "1. 22-18 9-14 2. 18x9 5x14 3. 24-19 10-15 4. 19x10x17 1-0\n"
        )

    def test_a_short_capture_is_written_with_every_landing(self) -> None:
        (game,) = read_games('[Variant "spanish-federation"] [SetUp "1"] [FEN "W:W5:B10,19,29"] 1. 5x23 *')
        assert '[GameType "24"]' in write_game(game)
        assert write_game(game).endswith("1. 5x14x23 *\n")

    def test_a_start_with_the_second_player_to_move_is_numbered_with_dots(self) -> None:
        game = game_of(at("russian", "B:W32:B1"), ["1-5", "32-28"], None, {})
        assert write_game(game).endswith('[SetUp "1"]\n[FEN "B:W32:B1"]\n\n1... 1-5 2. 32-28 *\n')

    def test_black_moves_first_where_the_rules_say_so(self) -> None:
        game = game_of(position.initial(ENGLISH), ["11-15", "23-19"], None, {})
        assert write_game(game).endswith('[GameType "21"]\n\n1. 11-15 23-19 *\n')

    @pytest.mark.parametrize(("winner", "result"), [("white", "1-0"), ("black", "0-1"), (None, "1/2-1/2")])
    def test_the_outcome_becomes_the_result(self, winner: str | None, result: str) -> None:
        game = game_of(position.initial(RUSSIAN), [], Outcome(winner, reasons.RESIGNATION), {"White": "Ana"})
        assert (game.result, game.tags) == (result, (("White", "Ana"),))

    def test_what_a_caller_says_of_rules_start_and_result_does_not_count(self) -> None:
        tags = {"Result": "0-1", "GameType": "20", "Variant": "x", "SetUp": "1", "FEN": "y", "Round": "3"}
        assert game_of(position.initial(RUSSIAN), [], None, tags).tags == (("Round", "3"),)

    def test_a_line_break_in_a_tag_becomes_a_space(self) -> None:
        game = game_of(position.initial(RUSSIAN), [], None, {"White": 'A\n"B"'})
        assert '[White "A \\"B\\""]\n' in write_game(game)

    def test_lines_are_at_most_80_characters_long(self) -> None:
        walk = ["50-45", "1-6", "45-50", "6-1"]
        back = ["50-45", "6-1", "45-50", "1-6"]
        long = game_of(at("international", "W:WK50,36,46:BK1,15"), [*walk, *walk[:3], "15-20", *back], None, {})
        movetext = write_game(long).splitlines()[5:]
        assert len(movetext) > 1
        assert all(len(line) <= 80 for line in movetext)

    def test_an_illegal_game_cannot_be_written(self) -> None:
        with pytest.raises(BadText, match="ILLEGAL_MOVEMENT line 3, column 7: 21-9 is refused"):
            write_game(PdnGame(position.initial(RUSSIAN), (WrittenMove("21-9", 3, 7),)))


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


NAMES = st.sampled_from(["Event", "Site", "Date", "Round", "White", "Black", "Annotator", "ECO"])
VALUES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Z")), max_size=12)
OUTCOMES = st.sampled_from([None, Outcome("white", reasons.TIMEOUT), Outcome(None, reasons.AGREEMENT)])


@settings(deadline=None, max_examples=60)
@given(st.one_of(any_position(), played_position()), st.data(), st.dictionaries(NAMES, VALUES), OUTCOMES)
def test_a_game_comes_back_from_its_text(
    start: Position, data: st.DataObject, tags: dict[str, str], outcome: Outcome | None
) -> None:
    fresh = position.read_position(start.rules, start.text)
    current, count = fresh, data.draw(st.integers(0, 12))
    while len(current.plies) < count and current.legal_moves():
        current = current.play(data.draw(st.sampled_from(current.routes())))
    game = game_of(fresh, move_texts(current), outcome, tags)
    text = write_game(game)
    (again,) = read_games(text)
    assert (again.start, again.moves, again.result) == (game.start, game.moves, game.result)
    assert dict(again.tags) == dict(game.tags)
    assert write_game(again) == text
    assert again.final() == current


@settings(deadline=None, max_examples=150)
@given(st.text(alphabet='[]{}();"$*!?.0123456789-x:/ \nGameType\\%\x1f\xa0', max_size=40))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        games = read_games(text, RUSSIAN)
    except BadText as problem:
        place = (problem.line, problem.column)
    else:
        place = (1, 1)
        for report in verify_text(text, RUSSIAN):
            assert report.game == games[report.number - 1]
    assert 1 <= place[0] <= text.count("\n") + 1
    assert 1 <= place[1] <= len(text) + 1
