"""Hub, the text protocol of draughts engines: our server and our client, through real pipes."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator

import pytest

from damero.domain.draughts.position import Position, initial
from damero.domain.draughts.position import read_position as read_fen
from damero.domain.draughts.rules import Player, Rules
from damero.domain.draughts.variants import INTERNATIONAL, RUSSIAN, VARIANTS
from damero.domain.errors import BadPosition, BadText
from damero.engines.draughts.hub import (
    HubServer,
    read_line,
    read_move,
    read_position,
    strength_of,
    write_line,
    write_move,
    write_position,
)
from damero.engines.draughts.hub_engine import HubEngine, HubFault
from damero.engines.draughts.tablebase.tables import tablebase
from damero.engines.engine import Limits

COMMAND = [sys.executable, "-m", "damero", "hub", "russian"]
START_OF_INTERNATIONAL = "W" + 20 * "b" + 10 * "e" + 20 * "w"


@pytest.fixture(scope="module")
def engine() -> Iterator[HubEngine]:
    with HubEngine(COMMAND) as started:
        yield started


def said_by_server(rules: Rules, *lines: str) -> list[tuple[str, dict[str, str]]]:
    output = io.StringIO()
    HubServer(rules, io.StringIO("\n".join(lines)), output).serve()
    return [read_line(line) for line in output.getvalue().splitlines()]


def test_our_client_and_our_server_play_a_game_through_pipes(engine: HubEngine) -> None:
    position: Position = initial(RUSSIAN)
    for _ in range(12):
        choice = engine.choose(position.view(position.to_move), Limits(nodes=500))
        assert 0 < choice.nodes <= 500
        assert choice.depth > 0
        position = position.play(choice.move)
    assert len(position.plies) == 12


def test_a_capture_of_several_pieces_comes_back_as_the_referee_writes_it(engine: HubEngine) -> None:
    position = read_fen(RUSSIAN, "W:WK29,21:B22,15,7")
    choice = engine.choose(position.view("white"), Limits(depth=3))
    assert choice.move in {str(move) for move in position.legal_moves()}


def test_what_stood_before_is_told_so_that_repetitions_are_known(engine: HubEngine) -> None:
    position = read_fen(RUSSIAN, "W:WK1,K4:BK32")
    for move in ("1-5", "32-28", "5-1", "28-32", "1-5"):
        position = position.play(move)
    assert engine.choose(position.view("black"), Limits(depth=4)).move


@pytest.mark.slow
def test_an_ending_that_the_tables_know_is_won(engine: HubEngine) -> None:
    """Against the longest defence; who only sees that a win is there walks about."""
    table, position = tablebase(RUSSIAN), read_fen(RUSSIAN, "W:WK4,K8,K11:BK21")
    while not position.outcome:
        asked = engine.choose(position.view(position.to_move), Limits(depth=1)).move
        position = position.play(asked if position.turn is Player.WHITE else table.ranked(position)[0][0])
    assert position.outcome.winner == "white"


def test_a_program_that_is_not_there_is_a_clear_refusal() -> None:
    with pytest.raises(HubFault, match="could not be started"):
        HubEngine(["/nowhere/engine"])


def test_a_program_that_leaves_is_a_clear_refusal() -> None:
    with pytest.raises(HubFault, match="has ended"):
        HubEngine([sys.executable, "-c", "pass"])


def test_the_server_introduces_itself_and_gets_ready() -> None:
    commands = [command for command, _ in said_by_server(RUSSIAN, "hub", "init", "ping", "quit")]
    assert commands == ["id", "param", "wait", "ready", "pong"]


def test_the_server_thinks_within_its_level_and_is_done() -> None:
    go = ["hub", "init", "new-game", f"pos pos={START_OF_INTERNATIONAL}", "level depth=4", "go think"]
    said = dict(said_by_server(INTERNATIONAL, *go))
    assert said["info"]["depth"] == "4"
    assert said["info"]["pv"].split()[0] == said["done"]["move"]


def test_analysis_goes_on_until_it_is_stopped() -> None:
    said = dict(said_by_server(INTERNATIONAL, f"pos pos={START_OF_INTERNATIONAL}", "go analyze", "stop", "ping"))
    assert "move" in said["done"]
    assert "pong" in said


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("pos pos=Wbb", "50 letters"),
        ("go think", "no position"),
        ("fly", "no command"),
        (f'pos pos={START_OF_INTERNATIONAL} moves="33-27"', "not a legal move"),
        (f'pos pos={START_OF_INTERNATIONAL} moves="king"', "written"),
        ('pos pos="W', "quotation"),
    ],
)
def test_what_the_server_cannot_do_it_says(line: str, word: str) -> None:
    [(command, arguments)] = said_by_server(INTERNATIONAL, line)
    assert command == "error"
    assert word in arguments["message"]


def test_a_level_that_is_no_number_is_refused() -> None:
    with pytest.raises(BadText, match="number"):
        strength_of({"depth": "deep"}, is_endless=False)


def test_a_clock_is_shared_out() -> None:
    seconds = strength_of({"time": "60", "inc": "1"}, is_endless=False).limits.seconds
    assert 1 < seconds < 6
    assert strength_of({"move-time": "0.5"}, is_endless=False).limits.seconds < 0.5


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)
def test_positions_survive_their_text(rules: Rules) -> None:
    position = initial(rules)
    assert read_position(rules, write_position(position)) == position


def test_a_position_that_cannot_stand_is_refused() -> None:
    with pytest.raises(BadPosition):
        read_position(RUSSIAN, "W" + "w" + 31 * "e")


def test_moves_survive_their_text() -> None:
    position = read_fen(RUSSIAN, "W:WK29,21:B22,15,7")
    for move in position.legal_moves():
        assert read_move(position, write_move(move)) == move


def test_a_line_survives_its_text() -> None:
    assert read_line(write_line("info", pv="1-5 2-6", mean_depth=3)) == ("info", {"pv": "1-5 2-6", "mean-depth": "3"})
