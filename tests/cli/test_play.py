from __future__ import annotations

from collections import Counter

import pytest
from tests.cli.running import Ran, damero

from damero.domain.catalogue import GAMES, game
from damero.domain.game import PlacedGame, Start

IDS = [each.info.id for each in GAMES]


def play(game_id: str, *typed: str, two: bool = False, options: tuple[str, ...] = ()) -> Ran:
    return damero("play", game_id, *(["--two"] if two else []), *options, typed="\n".join([*typed, ""]))


def board_rows(ran: Ran) -> list[str]:
    return [line for line in ran.lines if line.startswith("│")]


def test_the_board_shows_numbers_and_men() -> None:
    rows = board_rows(play("spanish", "quit"))
    assert rows[0] == "│░░░░░░│1   b │░░░░░░│2   b │░░░░░░│3   b │░░░░░░│4   b │"
    assert rows[3] == "│13    │░░░░░░│14    │░░░░░░│15    │░░░░░░│16    │░░░░░░│"
    assert rows[7] == "│29  w │░░░░░░│30  w │░░░░░░│31  w │░░░░░░│32  w │░░░░░░│"
    assert len(rows) == 8


def test_a_mirrored_board_is_drawn_mirrored() -> None:
    assert board_rows(play("italian", "quit"))[0] == "│1   b │░░░░░░│2   b │░░░░░░│3   b │░░░░░░│4   b │░░░░░░│"


def test_rotate_turns_the_board_around() -> None:
    assert (
        board_rows(play("spanish", "rotate", "quit"))[8] == "│░░░░░░│32  w │░░░░░░│31  w │░░░░░░│30  w │░░░░░░│29  w │"
    )


def test_a_player_sees_their_own_side_at_the_bottom() -> None:
    assert board_rows(play("english", "quit"))[0] == "│░░░░░░│32  w │░░░░░░│31  w │░░░░░░│30  w │░░░░░░│29  w │"
    assert board_rows(play("english", "quit", options=("--seat", "white")))[0].startswith("│░░░░░░│1 ")
    assert board_rows(play("english", "quit", two=True))[0].startswith("│░░░░░░│1 ")


@pytest.mark.parametrize("game_id", IDS)
def test_board_and_help_fit_a_terminal_of_eighty_columns(game_id: str) -> None:
    shown = play(game_id, "", "help", "quit").out.split("\n┌", 1)[1].replace("> ", "> \n")
    assert max(map(len, shown.splitlines())) <= 80


def test_output_to_a_pipe_has_no_colour() -> None:
    assert "\x1b" not in play("spanish", "22-18", "quit").out


def test_two_people_play_a_move_each() -> None:
    ran = play("spanish", "22-18", "9-14", "text", "quit", two=True)
    assert ran.code == 0
    assert "22-18 9-14\n" in ran.out
    assert "White> Black> " not in ran.out
    assert "│14 *b │" in ran.out


def test_a_move_can_be_typed_as_its_squares() -> None:
    assert "\n22-18 9-14 18x9\n" in play("spanish", "22 18", "9 14", "18 9", "text", "quit", two=True).out


def test_the_engine_answers_with_a_legal_move() -> None:
    ran = play("spanish", "22-18", "text", "quit", options=("--seed", "1"))
    answer = ran.out.split("Black plays ")[1].split(".")[0]
    assert answer in set(map(str, game("spanish").initial().play("22-18").legal_moves()))


def test_the_engine_begins_when_the_second_seat_is_taken() -> None:
    ran = play("english", "quit", options=("--seat", "white"))
    assert ran.out.index("Black plays ") < ran.out.index("White> ")


def test_a_refused_move_says_why_and_asks_again() -> None:
    ran = play("spanish", "22-18", "9-14", "23-19", "quit", two=True)
    assert "You must capture: 18 takes 14." in ran.out
    assert ran.code == 0


def test_text_that_is_not_a_move_is_refused_with_an_example() -> None:
    assert "is not a move: write 11-15" in play("spanish", "castle", "quit").out


def test_moves_lists_them_and_hint_names_one_of_them() -> None:
    out = play("spanish", "moves", "hint", "quit").out
    assert "21-17 22-17 22-18 23-18 23-19 24-19 24-20" in out
    assert out.split("Consider ")[1].split(".")[0] in set(map(str, game("spanish").initial().legal_moves()))


def test_undo_returns_to_the_players_last_turn() -> None:
    start = game("spanish").initial().text
    assert start in play("spanish", "22-18", "undo", "text", "quit").out
    assert start in play("spanish", "22-18", "undo", "text", "quit", two=True).out


def test_there_is_no_move_to_take_back_at_the_start() -> None:
    assert "There is no move to take back." in play("spanish", "undo", "quit").out
    assert "There is no move to take back." in play("english", "undo", "quit", options=("--seat", "white")).out


@pytest.mark.parametrize("game_id", [each.info.id for each in GAMES if each.info.hidden or each.info.chance])
def test_moves_cannot_be_taken_back_in_games_with_hidden_pieces(game_id: str) -> None:
    assert "Moves cannot be taken back in a game with hidden pieces." in play(game_id, "", "undo", "quit").out


def test_resigning_ends_the_game_with_its_result() -> None:
    assert play("spanish", "resign").lines[-1] == "Black wins: resignation."


def test_help_explains_the_commands_and_the_pieces() -> None:
    out = play("spanish", "help", "quit").out
    assert all(f"  {word} " in out for word in ("moves", "hint", "undo", "rotate", "text", "resign", "quit", "help"))
    assert "  W   White king" in out


def test_the_end_of_the_input_leaves_the_table() -> None:
    ran = damero("play", "spanish", typed="22-18\n")
    assert (ran.code, ran.err) == (0, "")


def test_an_empty_line_is_nothing() -> None:
    assert play("spanish", "", "", "quit").out.count("White> ") == 3


@pytest.mark.parametrize("game_id", IDS)
def test_every_game_can_be_played_against_the_engine(game_id: str) -> None:
    opening = [""] if game(game_id).info.start is Start.PLACED else []
    ran = play(game_id, *opening, "hint", "moves", "text", "resign", options=("--seed", "5"))
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[-1].endswith(" wins: resignation.")


def test_a_game_is_played_to_its_end() -> None:
    """Each run types the hint of the run before."""
    typed: list[str] = []
    ran = play("spanish", *typed, "hint", options=("--seed", "2"))
    while " wins: " not in ran.lines[-1] and "Draw: " not in ran.lines[-1]:
        typed += ["hint", ran.out.rsplit("Consider ", 1)[1].split(".")[0]]
        ran = play("spanish", *typed, "hint", options=("--seed", "2"))
        assert len(typed) < 500
    assert ran.code == 0
    assert len(typed) > 20
    assert "Captured: " in ran.out


def test_a_seat_that_the_game_does_not_have_is_refused() -> None:
    ran = play("spanish", options=("--seat", "red"))
    assert ran.code == 1
    assert ran.err == "error: NO_SUCH_SEAT Spanish draughts has no seat 'red'. The seats are white and black.\n"


def test_a_level_that_does_not_exist_is_wrong_usage() -> None:
    assert play("spanish", options=("--level", "99")).code == 2


def stratego() -> PlacedGame:
    found = game("stratego")
    assert isinstance(found, PlacedGame)
    return found


def test_a_player_picks_a_formation_by_its_number() -> None:
    name, army = list(stratego().formations("red").items())[1]
    ran = play("stratego", "2", "text", "quit", options=("--seed", "1"))
    expected = stratego().place(dict.fromkeys(("red", "blue"), army)).view("red").text
    assert f"   2  {name}" in ran.out
    assert ran.lines[-2].split("> ")[-1][60:] == expected[60:]


def test_a_formation_that_does_not_exist_is_asked_for_again() -> None:
    ran = play("stratego", "99", "nonsense", "1", "quit")
    assert ran.out.count("Your formation") == 3
    assert ran.code == 0


def test_an_army_can_be_typed_as_text() -> None:
    army = list(stratego().formations("red").values())[2]
    typed, picked = (
        play("stratego", choice, "text", "quit", options=("--seed", "1")).lines[-2] for choice in (army, "3")
    )
    assert typed.split("> ")[-1] == picked.split("> ")[-1]


def pieces_on(screen: str) -> Counter[str]:
    """The labels of the pieces on a printed board."""
    cells = [cell for line in screen.splitlines() if line.startswith("│") for cell in line.split("│")[1:-1]]
    return Counter(cell[3:].strip() for cell in cells if cell[3:].strip(" *░"))


def test_players_who_share_a_screen_do_not_see_each_others_army() -> None:
    ran = play("barrage", "", "1", "", "2", "", "moves", "quit", two=True)
    red_screen = ran.out.split("\n" * 60)[-1]
    assert "Red> " in red_screen
    assert pieces_on(red_screen) == Counter({"b?": 8, "r2": 2, "r10": 1, "r9": 1, "r3": 1, "rS": 1, "rB": 1, "rF": 1})


def test_the_screen_is_cleared_before_the_other_player_takes_over() -> None:
    first = damero("moves", "barrage").lines[0]
    ran = play("barrage", "", "1", "", "1", "", first, "", "", "quit", two=True)
    assert "Press Enter, then let the other player take over." in ran.out
    before, _, after = ran.out.rpartition("Blue, it is your turn.")
    assert before.endswith("\n" * 60)
    assert pieces_on(after) == Counter({"r?": 8, "b2": 2, "b10": 1, "b9": 1, "b3": 1, "bS": 1, "bB": 1, "bF": 1})


def test_a_game_whose_players_use_letters_is_shown_in_letters() -> None:
    ran = play("russian", "c3-d4", "f6 e5", "moves", "a3-b4", "text", "quit", two=True)
    assert board_rows(ran)[7] == "│a1  w │░░░░░░│c1  w │░░░░░░│e1  w │░░░░░░│g1  w │░░░░░░│"
    assert "Latest moves: c3-d4 f6-e5\n" in ran.out
    assert "\nWhite> d4xf6\n" in ran.out
    assert "You must capture: d4 takes e5." in ran.out
    assert "\nc3-d4 f6-e5\n" in ran.out


def test_the_notation_can_be_chosen() -> None:
    numbers = play("russian", "c3-d4", "22x15", "quit", two=True, options=("--notation", "numbers"))
    assert "Latest moves: 22-18\n" in numbers.out
    letters = play("english", "d6-e5", "quit", two=True, options=("--notation", "letters"))
    assert "Latest moves: d6-e5\n" in letters.out
    assert damero("play", "stratego", "--notation", "letters", typed="quit\n").code == 0
