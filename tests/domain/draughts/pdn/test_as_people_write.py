"""PDN as people and programs write it: every peculiarity that is read, in a small text of its own."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import MANY_ROUTES

from damero.domain import beginning
from damero.domain.draughts.pdn import PdnGame, games_in, read_games, verify_text
from damero.domain.draughts.variants import CZECH, ENGLISH, INTERNATIONAL, ITALIAN, POOL, RUSSIAN
from damero.domain.errors import BadText
from damero.texts import sentence


def only(text: str) -> PdnGame:
    (game,) = games_in(text.split("\n"))
    return game


def notes(game: PdnGame) -> list[str]:
    return [note.key for note in game.notes]


class TestRulesThatNothingNames:
    @pytest.mark.parametrize(
        ("moves", "rules"),
        [
            ("1. 32-28 19-23 2. 28x19 14x23", INTERNATIONAL),
            ("1. 11-15 24-20 2. 8-11 28-24", ENGLISH),
            ("1. 21-17 12-15 2. 23-20 8-12", ITALIAN),
            ("1. c3-d4 d6-c5 2. b2-c3", RUSSIAN),
            ("1.a3b4", RUSSIAN),
        ],
    )
    def test_the_game_is_guessed_from_its_moves_and_the_reader_is_told(self, moves: str, rules: object) -> None:
        game = only(moves)
        assert (game.start.rules, game.problem, notes(game)) == (rules, None, ["pdn.guessed"])

    def test_it_is_guessed_for_a_whole_file_from_the_games_that_are_telling(self) -> None:
        telling = "1. c3-d4 f6-e5 2. d4xf6 g7xe5 3. g3-f4 e5xg3 4. h2xf4 *"
        backward = '[FEN "W:Wd4:Bc3,h8"] 1. d4-e5 *'
        games = read_games(f"{telling}\n\n{backward}\n\n{telling}")
        assert [game.start.rules for game in games] == [CZECH] * 3

    def test_a_board_without_moves_is_guessed_by_its_squares(self) -> None:
        assert only('[FEN "W:W31,27,19:B17,12,5."] 1-0').start.rules is ENGLISH
        assert only('[FEN "W:W31-50:B1-20"] *').start.rules is INTERNATIONAL

    def test_one_game_of_other_rules_is_read_by_those(self) -> None:
        games = tuple(games_in(["1. 32-28 19-23 *"] * 30 + ["1. c3-d4 f6-e5 *"]))
        assert [game.problem for game in games] == [None] * 31
        assert games[-1].start.rules is RUSSIAN


class TestGameTypes:
    def test_the_flags_of_the_game_type_say_how_squares_are_numbered(self) -> None:
        usual = only('[GameType "20,W,10,10,N2,0"] 1. 32-28 *')
        from_below = only('[GameType "20,W,10,10,N1,0"] 1. 19-23 *')
        assert (from_below.final, notes(from_below)) == (usual.final, [])
        assert from_below.moves == ("32-28",)

    def test_flags_under_which_the_moves_are_illegal_give_way_to_the_players_custom(self) -> None:
        game = only('[GameType "20,W,10,10,N1,0"] 1. 32-28 18-23 2. 33-29 *')
        assert (game.problem, notes(game)) == (None, ["pdn.flags_ignored"])
        assert "'20,W,10,10,N1,0'" in sentence(game.notes[0])

    def test_russian_games_may_be_numbered_and_mirrored(self) -> None:
        assert only('[GameType "25,W,8,8,N2,0"] 1. 22-18 *').moves == ("22-18",)
        assert only('[GameType "25,W,8,8,N2,1"] 1. 23-19 *').moves == ("22-18",)

    def test_the_side_that_begins_may_be_the_other_one(self) -> None:
        game = only('[GameType "23,W,8,8,A0,0"] 1. c3-d4 d6-c5 *')
        assert (game.start.rules, game.problem, game.final.text[0]) == (POOL, None, "W")

    def test_numbers_of_the_flags_count_for_the_position_too(self) -> None:
        game = only('[GameType "20,W,10,10,N1,0"] [FEN "W:WK1:BK50"] 1. 1-6 *')
        assert (game.start.text, game.moves) == ("W:WK50:BK1", ("50-45",))


class TestMoves:
    @pytest.mark.parametrize(
        "text",
        [
            "1. 32-28 19-23 2. 28x19",
            "1.32-28 19-23 2.28x19",
            "1. 32 - 28 19- 23 2. 28x 19",
            "01. 32-28 19-23 02. 28:19",
            "1. 32\u201328 19\u201423 2. 28\u00d719",
            "1. 32-28! 19-23(?) 2. 28x19 !?",
            "1. 32-28 1. ... 19-23 2. 28x19",
            "1. 32-28 1... 19-23 2. 28x19 . .",
            "1. 32-28 {one} {two} 19-23 ; three\n% four\n2. 28x19 % five",
            "1. 32-28* 19-23 $7 2. 28X19 - -",
            "32-28 19-23\n\n\n28x19",
        ],
    )
    def test_the_same_moves_written_in_many_ways(self, text: str) -> None:
        assert read_games(f'[GameType "20"]\n{text}\n*')[0].moves == ("32-28", "19-23", "28x19")

    @pytest.mark.parametrize(
        "text",
        ["1. c3-d4 f6-e5 2. d4xf6", "1. c3d4 f6e5 2. d4f6", "1. C3-D4 F6 - E5 2. d4:f6", "1. cd4 fe5 2. d:f6"],
    )
    def test_the_same_moves_in_letters(self, text: str) -> None:
        assert read_games(f'[GameType "25"] {text} *')[0].moves == ("22-18", "11-15", "18x11")

    def test_some_of_the_landings_of_a_capture_are_enough(self) -> None:
        text = '[GameType "20"] [FEN "W:WK47:B38,29,19,8"] 1. {0} *'
        long = read_games(text.format("47x33x24x13x2"))[0]
        assert read_games(text.format("47x24x2"))[0].final.board == long.final.board

    def test_an_ambiguous_capture_is_the_one_after_which_the_game_can_go_on(self) -> None:
        text = '[GameType "21"] [FEN "B:W14,15,22,23,32:B10"] 1. 10x26 {0} *'
        through_17 = only(text.format("15-10"))
        through_19 = only(text.format("14-9"))
        assert (through_17.moves[0], through_19.moves[0]) == ("10x17x26", "10x19x26")
        assert notes(through_17) == ["pdn.ambiguous"]
        assert "10x26 in line 1, column" in sentence(through_17.notes[0])

    def test_a_game_that_went_on_after_a_draw_by_the_rules_is_read_with_a_note(self) -> None:
        shuffle = "50-45 1-6 45-50 6-1 "
        game = only(f'[GameType "20"] [FEN "W:WK50,36:BK1,15"] {shuffle * 3} 36-31 1/2-1/2')
        assert (game.problem, len(game.moves), notes(game)) == (None, 13, ["pdn.played_on"])
        assert "was drawn after 8 moves (repetition), but it went on" in sentence(game.notes[0])
        assert [position.text for position in game.tree.positions()][-1] == game.final.text

    @pytest.mark.parametrize("moves", ["*", "1. 1x12 *"])
    def test_a_position_with_an_explosion_of_captures_is_refused(
        self, moves: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(beginning, "MOST_ROUTES", 200)
        game = only(f'[GameType "20"] [FEN "{MANY_ROUTES}"] {moves}')
        assert game.problem is not None
        assert (game.problem.code, game.problem.column) == ("TOO_MANY_ROUTES", 23)

    def test_a_game_is_read_up_to_an_explosion_of_captures(self, monkeypatch: pytest.MonkeyPatch) -> None:
        before = only(f'[GameType "20"] [FEN "{MANY_ROUTES.replace("W:W", "B:W", 1)}"] *').start
        move = next(move for move in before.legal_moves() if before.play(move).has_more_routes(50))
        monkeypatch.setattr(beginning, "MOST_ROUTES", 50)
        game = only(f'[GameType "20"] [FEN "{before.text}"] 1... {move} 2. 1x12 *')
        assert game.problem is not None
        assert (game.problem.code, game.moves) == ("TOO_MANY_ROUTES", ())


class TestResults:
    @pytest.mark.parametrize(
        ("result", "meant"),
        [
            ("1-0", "white"),
            ("2-0", "white"),
            ("0-2", "black"),
            ("1 - 1", "draw"),
            ("1/2", "draw"),
            ("\u00bd-\u00bd", "draw"),
            ("0-0", "double forfeit"),
            ("Bianco vince", "white"),
            ("white resigns", "black"),
            ("remise", "draw"),
            ("ничья", "draw"),
            ("*", None),
        ],
    )
    def test_results_are_read_as_scores_and_in_words_in_the_text_and_in_the_tag(
        self, result: str, meant: str | None
    ) -> None:
        assert only(f'[GameType "20"] 1. 32-28 {result}').tree.result == meant
        assert only(f'[GameType "20"] [Result "{result}"] 1. 32-28 *').tree.result == meant

    def test_the_first_number_belongs_to_the_side_that_moves_first(self) -> None:
        assert only('[GameType "21"] 1. 11-15 1-0').tree.result == "black"
        assert only('[GameType "20"] 1. 32-28 1-0').tree.result == "white"

    @pytest.mark.parametrize("result", ["1-0", "0-1"])
    def test_files_that_count_white_first_are_not_called_wrong(self, result: str) -> None:
        (report,) = verify_text(f'[GameType "21"] [FEN "W:W22:B18"] 1. 22x15 {result}')
        assert report.problem is None

    def test_other_scores_are_kept_as_they_are(self) -> None:
        game = only('[GameType "20"]\n[Result "4-6"]\n1. 32-28 19-23 4-6\n')
        assert (game.result, game.tree.result, game.problem, len(game.moves)) == ("4-6", None, None, 2)

    def test_scores_that_mean_the_same_do_not_contradict_each_other(self) -> None:
        assert only('[GameType "20"] [Result "2-0"] 1. 32-28 1-0').problem is None
        assert only('[GameType "20"] [Result "White wins"] 1. 32-28 1-0').problem is None


class TestTags:
    def test_italian_tags_are_translated(self) -> None:
        game = only('[Dati "69° turno"] [Anno "2005"] [Bianco "Rossi"] [Nero "Verdi"] [Risultato "1-0"] 21-17 12-15 *')
        assert dict(game.tags) == {"Event": "69° turno", "Date": "2005", "White": "Rossi", "Black": "Verdi"}
        assert game.tree.result == "white"

    def test_they_come_in_the_order_in_which_they_are_written_without_needless_spaces(self) -> None:
        game = only('[ECO "A1"] [Black " Ben  B. "] [White "Ana"] 32-28 *')
        assert game.tags == (("White", "Ana"), ("Black", "Ben B."), ("ECO", "A1"))

    def test_spelling_and_quotes_are_forgiven(self) -> None:
        game = only('[GameType "20"]\n[Setup "1"]\n[Event "The "Dyke" and \\"more\\""]\n[FEN "W:WK1:BK50."]\n*')
        assert game.tags == (("Event", 'The "Dyke" and "more"'),)
        assert game.start.text == "W:WK1:BK50"

    def test_a_position_whose_side_to_move_is_unknown_is_read_for_the_first_player(self) -> None:
        assert only('[GameType "20"] [FEN "?:WK1:BK50"] *').start.text == "W:WK1:BK50"

    def test_names_in_every_script_are_kept(self) -> None:
        game = only('[White "Сергей Фадеев"] [Black "高文龙"] 1.32-28 19-23')
        assert game.tags == (("White", "Сергей Фадеев"), ("Black", "高文龙"))


class TestAnnotations:
    def test_comments_glyphs_and_variations_become_a_tree(self) -> None:
        tree = only(
            "{Start.} 1. 32-28! {good} 19-23 (18-23 {wild} 38-32 (37-32? 23-29! { Black  wins }) 12-18) {after}"
            " 28x19 $13 *"
        ).tree
        assert (tree.comment, [item.move for item in tree.moves]) == ("Start.", ["32-28", "19-23", "28x19"])
        assert (tree.moves[0].comment, tree.moves[0].glyphs) == ("good", (1,))
        assert (tree.moves[1].comment, tree.moves[2].glyphs) == ("after", (13,))
        ((wild, answer, last),) = tree.moves[1].variations
        assert (wild.move, wild.comment, answer.move, last.move) == ("18-23", "wild", "38-32", "12-18")
        ((mistake, punished),) = answer.variations
        assert (mistake.glyphs, punished.glyphs, punished.comment) == ((2,), (1,), "Black wins")

    def test_strange_marks_are_understood_as_far_as_possible(self) -> None:
        assert [item.glyphs for item in only("1.32-28!? 19-23(!?!!!) 2.28x19(*)").tree.moves] == [(5,), (5,), (7,)]

    def test_clocks_and_evaluations_are_read_from_comments(self) -> None:
        text = "1. {0} {{[%clk 1:55:21] slow [%eval -0.35][%emt 0:00:04.5]}} {1} {{[%eval 1.2][%depth 9]}} *"
        first, second = only(text.format("32-28", "19-23")).tree.moves
        assert (first.clock, first.elapsed, first.score, first.comment) == (6921.0, 4.5, -35, "slow")
        assert (second.score, second.comment) == (120, "[%depth 9]")
        assert only(text.format("11-15", "23-19")).tree.moves[0].score == 35

    def test_of_the_clocks_of_both_players_the_mover_s_is_read(self) -> None:
        text = "1. 32-28 {[%clock w1:55:21 B2:00:00]} 19-23 {[%clock W1:55:21 b1:58:00.5] quick} *"
        first, second = only(text).tree.moves
        assert (first.clock, first.comment) == (6921.0, "")
        assert (second.clock, second.comment) == (7080.5, "quick")
        first, _ = only("1. 11-15 {[%clock w1:55:21 b2:00:00]} 23-19 *").tree.moves
        assert first.clock == 7200

    def test_a_new_position_in_the_middle_ends_the_game_there_with_a_note(self) -> None:
        game = only('1. 32-28 19-23 2. 28x19\n/FEN "W:WK1:BK50"/ 1. 1-6 *')
        assert (game.problem, len(game.moves)) == (None, 3)
        assert "line 2 the game goes on from another position" in sentence(game.notes[-1])

    def test_a_comment_before_the_first_move_of_a_variation_is_kept(self) -> None:
        tree = only("1. 32-28 19-23 ( { Often } 1... 18-23 { is played. } ) 2. 28x19").tree
        ((item,),) = tree.moves[1].variations
        assert (item.before, item.comment) == ("Often", "is played.")

    def test_a_variation_may_continue_the_game_instead_of_replacing_a_move(self) -> None:
        tree = only("1. 32-28 (19-23 28x19) 18-23 2. 38-32").tree
        assert [line[0].move for line in tree.moves[1].variations] == ["19-23"]

    def test_a_slip_in_a_variation_cuts_it_and_leaves_the_game(self) -> None:
        game = only("1. 32-28 19-23\n(18-23 38-32 1-2 3-4) 2. 28x19 *")
        assert (game.problem, len(game.moves), len(game.tree.moves[1].variations[0])) == (None, 3, 2)
        assert "line 2, column 14: 1-2 is refused" in sentence(game.notes[-1])

    def test_a_remark_in_brackets_is_a_comment(self) -> None:
        assert only("1. 32-28 ({only words}) 19-23").tree.moves[0].comment == "only words"


class TestSlips:
    def test_a_faulty_game_is_reported_and_the_others_are_kept(self) -> None:
        good, bad = '[GameType "20"]\n1. 32-28 19-23 *\n\n', '[GameType "20"]\n1. 32-28 19-23\n2. 38-33 *\n\n'
        games = tuple(games_in((good + bad + good).split("\n")))
        assert [(game.number, game.line, len(game.moves)) for game in games] == [(1, 1, 2), (2, 4, 2), (3, 8, 2)]
        assert [game.problem is None for game in games] == [True, False, True]
        assert games[1].problem is not None
        assert "line 6, column 4: 38-33 is refused" in games[1].problem.sentence

    @pytest.mark.parametrize(
        "slip", ["1. 32-28 {never closed", "1. 32-28 (19-23", "1. 32-28 )", "1. 32-28 nonsense", '[Event "x]']
    )
    def test_a_slip_of_the_pen_does_not_reach_the_next_game(self, slip: str) -> None:
        games = tuple(games_in(f'[GameType "20"]\n{slip}\n\n[Event "b"]\n[GameType "20"]\n1. 32-28 *'.split("\n")))
        assert games[0].problem is not None
        assert games[0].problem.line == 2
        assert (games[-1].problem, games[-1].moves, games[-1].line) == (None, ("32-28",), 4)

    def test_games_without_a_result_are_parted_by_their_tags(self) -> None:
        games = read_games('[GameType "20"]\n[FEN "W:WK1:BK50"]\n\n[GameType "20"]\n[FEN "W:WK2:BK50"]\n')
        assert [game.start.text for game in games] == ["W:WK1:BK50", "W:WK2:BK50"]

    def test_results_that_contradict_each_other_are_told_and_the_moves_are_kept(self) -> None:
        game = only('[GameType "20"]\n[Result "0-1"]\n1. 32-28 1-0')
        assert game.problem is not None
        assert "line 3, column 10: the game ends with 1-0, but its tag says 0-1" in game.problem.sentence
        assert game.moves == ("32-28",)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("(" * 60 + ")" * 60, "nested at most 40 deep"),
            ("$1 " * 20_001, "more than 20000 moves"),
            ("{" + "x" * 50_001 + "}", "this comment is not closed"),
        ],
    )
    def test_what_would_cost_too_much_is_refused(self, text: str, words: str) -> None:
        with pytest.raises(BadText, match=words):
            read_games(f'[GameType "20"] 1. 32-28 {text} *')

    def test_a_long_file_is_read_game_by_game(self) -> None:
        games = games_in(line for _ in range(10**9) for line in ('[GameType "20"]', "1. 32-28 *"))
        assert [next(games).number for _ in range(3)] == [1, 2, 3]
