from __future__ import annotations

from tests.cli.pseudo_terminal import pseudo_terminal

CLEARED = "\x1b[2J"


def test_a_terminal_shows_the_board_in_colour_and_plays() -> None:
    with pseudo_terminal("play", "spanish", "--seed", "1", environment={"NO_COLOR": ""}) as screen:
        opening = screen.wait_for("White> ")
        assert "\x1b[1;38;5;16;48;5;255m w " in opening
        screen.type("22-18")
        answered = screen.wait_for("White> ")
        assert "Black plays " in answered
        screen.type("resign")
        screen.wait_for("Black wins: resignation.")
        assert screen.exit_code() == 0


def test_no_color_is_respected() -> None:
    with pseudo_terminal("play", "spanish", environment={"NO_COLOR": "1"}) as screen:
        assert "\x1b[1;38" not in screen.wait_for("White> ")
        screen.type("quit")
        assert screen.exit_code() == 0


def test_the_terminal_is_cleared_between_two_players() -> None:
    with pseudo_terminal("play", "barrage", "--two", environment={"NO_COLOR": "1"}) as screen:
        for seat in ("Red", "Blue"):
            assert CLEARED in screen.wait_for(f"{seat}, it is your turn.")
            screen.type("")
            screen.wait_for("Your formation")
            screen.type("1")
        assert CLEARED in screen.wait_for("Red, it is your turn.")
        screen.type("")
        assert CLEARED in screen.wait_for("Red> ")
        screen.type("quit")
        assert screen.exit_code() == 0


def test_an_interrupt_ends_the_game_without_a_traceback() -> None:
    with pseudo_terminal("play", "spanish", environment={}) as screen:
        screen.wait_for("> ")
        screen.interrupt()
        assert screen.exit_code() == 130
        assert "Traceback" not in screen.shown
