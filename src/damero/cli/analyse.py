"""`damero analyse`: a recorded game move by move with the cost of each move, or the best lines of a position."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from damero import plot
from damero.cli.analyse_position import MOST_LINES, analyse_position
from damero.cli.arguments import add_game_file, add_json, positive_seconds, whole_number
from damero.cli.console import print_note, progress_bar, to_json
from damero.cli.game_files import GameFile, open_file, pdn_rules
from damero.domain.analysis import Judgement, Mark
from damero.domain.catalogue import game
from damero.domain.draughts import Rules, pdn
from damero.domain.errors import DameroError
from damero.domain.game import Position, Seat
from damero.domain.record import read_record
from damero.engines import graph
from damero.engines.analysis import judge, told, told_result
from damero.engines.engine import Limits
from damero.engines.levels import LEVELS, engine
from damero.texts import sentence

EXAMPLES = """\
  damero analyse game.pdn
  damero analyse tournament.pdn --number 3 --nodes 500000
  damero analyse game.json --svg graph.svg --png graph.png
  damero analyse --game russian --position W:W21,24,28:B9,10,11 --lines 3 --time 10

Marks: ?! dubious (loses half a man or more), ? mistake (1.2 men or more), ?? blunder (3 men or more, or a certain
result given away). Scores are for the side that moves first.
If the endgame tables know the result, it is shown with the number of plies to the next conversion: a capture or
another step that cannot be undone.
Each move is judged by what its player could know at the time. In games of chance, luck is shown separately.
"""
MARK_NAMES = {Mark.BLUNDER: "blunder", Mark.MISTAKE: "mistake", Mark.DUBIOUS: "dubious move"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_file(parser, is_optional=True)
    parser.add_argument(
        "--position", metavar="TEXT", help="analyse this position of --game instead of a file (default: the start)"
    )
    parser.add_argument(
        "--lines", type=whole_number(1, MOST_LINES), default=3, metavar="N", help="best moves to show (default: 3)"
    )
    parser.add_argument(
        "--time", type=positive_seconds, default=5.0, metavar="S", help="seconds for a position (default: 5)"
    )
    parser.add_argument(
        "--number", type=int, default=1, metavar="K", help="number of the game in a PDN file (default: 1)"
    )
    parser.add_argument(
        "--nodes", type=int, default=100_000, metavar="N", help="nodes to search for each move (default: 100000)"
    )
    parser.add_argument("--svg", type=Path, metavar="PATH", help="write a graph of the scores as SVG")
    parser.add_argument("--png", type=Path, metavar="PATH", help="write a graph of the scores as PNG (damero[plot])")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.png:
        plot.check_installed()
    if arguments.file is None:
        return analyse_position(arguments)
    start, moves = _read_game(arguments)
    limits = Limits(nodes=max(1, arguments.nodes), threads=1, seed=1)
    judgements = []
    with progress_bar("Analysing") as show:
        show(0, len(moves))
        for judgement in judge(start, moves, engine(start.info.id, LEVELS[-1]), limits):
            judgements.append(judgement)
            show(judgement.ply, len(moves))
            if not arguments.json:
                print(_format(judgement, start.info.seats[0]), flush=True)
    _write_graphs(arguments, start, judgements)
    if arguments.json:
        print(to_json([{**asdict(judgement), "mark": judgement.mark} for judgement in judgements]))
    elif judgements:
        print(_summary(start, judgements))
    return 0


def _read_game(arguments: argparse.Namespace) -> tuple[Position, Sequence[str]]:
    """The start position and the moves of the game in the file."""
    with open_file(arguments.file, arguments.encoding) as file:
        if file.is_record:
            record = read_record(file.content())
            start = record.reveal.start if record.reveal else record.start
            return game(record.game_id).read_position(start), [move.text for move in record.moves]
        chosen = _numbered(file, arguments.number, pdn_rules(arguments.game))
    for note in chosen.notes:
        print_note(sentence(note))
    if chosen.problem is not None:
        raise chosen.problem
    return chosen.start, chosen.moves


def _numbered(file: GameFile, number: int, default: Rules | None) -> pdn.PdnGame:
    """The game with this number. What comes after it is not read."""
    games = 0
    with progress_bar("Reading") as show:
        for chosen in pdn.games_in(file.lines(), default):
            games = chosen.number
            show(file.done, file.size, f"bytes, game {games}")
            if games == number:
                return chosen
    raise DameroError("cli.no_game_in_file", code="NO_GAME", number=number, games=games)


def _format(judgement: Judgement, first: Seat) -> str:
    """One line about a move, with all scores for the first seat."""
    number = f"{(judgement.ply + 1) // 2}{'.' if judgement.ply % 2 else '…'}"
    line = f"{number:>5} {judgement.seat:<6} {judgement.move + judgement.mark:<14} {told(judgement.for_first):>7}"
    if judgement.known is not None:
        line += f"  {told_result(judgement.known)}"
    if judgement.luck:
        line += f"  luck {judgement.luck / 100:+.2f}"
    if judgement.thought:
        line += f"  {judgement.thought}"
    if judgement.mark is not Mark.NONE:
        best = judgement.score if judgement.seat == first else -judgement.score
        line += f"  better {' '.join(judgement.line[:6])} ({told(best)})"
    return line


def _write_graphs(arguments: argparse.Namespace, start: Position, judgements: list[Judgement]) -> None:
    scores = [judgement.for_first for judgement in judgements]
    if arguments.svg:
        _write(arguments.svg, graph.as_svg(scores, f"{start.info.title}, {len(scores)} moves").encode())
    if arguments.png:
        first, second = start.info.seats
        course = plot.evaluation(judgements, title=start.info.title, first=first, second=second)
        _write(arguments.png, course.png())


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise DameroError(
            "cli.cannot_write", code="CANNOT_WRITE", file=str(path), reason=error.strerror or ""
        ) from error


def _summary(start: Position, judgements: list[Judgement]) -> str:
    seats = [
        f"{seat}: {_seat_summary([judgement for judgement in judgements if judgement.seat == seat])}"
        for seat in start.info.seats
    ]
    return "\n".join(["", graph.as_text([judgement.for_first for judgement in judgements]), "", *seats])


def _seat_summary(judgements: list[Judgement]) -> str:
    marks = [judgement.mark for judgement in judgements]
    counts = ", ".join(_counted(marks.count(mark), name) for mark, name in MARK_NAMES.items())
    average = sum(judgement.cost for judgement in judgements) / max(1, len(judgements))
    luck = sum(judgement.luck for judgement in judgements)
    return f"{counts}; average loss {average / 100:.2f} per move" + (f"; luck {luck / 100:+.2f}" if luck else "")


def _counted(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"
