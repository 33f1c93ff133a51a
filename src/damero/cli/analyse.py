"""`damero analyse`: a game record, move by move, with what each choice cost and a graph of its course."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path

from damero.cli.answers import to_json
from damero.cli.arguments import Subparsers, add_command, add_json
from damero.cli.files import content_of, decoded, is_record, pdn_rules
from damero.domain.catalogue import game
from damero.domain.draughts import pdn
from damero.domain.errors import DameroError
from damero.domain.game import Position, Seat
from damero.domain.record import read_record
from damero.engines import graph
from damero.engines.analysis import Judgement, Mark, judge, told, told_result
from damero.engines.engine import Limits
from damero.engines.levels import LEVELS, engine

EXAMPLES = """\
  damero analyse game.pdn
  damero analyse tournament.pdn --number 3 --nodes 500000
  damero analyse game.json --svg course.svg --png course.png

Marks: ?! dubious (half a man lost), ? a mistake (more than one), ?? a blunder (three or more, or a sure result let go).
Scores are for the side that moves first.
Where endgame tables know how the game must end, it is said, with the plies to the next conversion: a capture, or what
else brings a win nearer for good.
Each move is judged by what its player could know then; in games of chance, luck is told apart from the decision.
"""


def register(subparsers: Subparsers) -> None:
    command = add_command(subparsers, "analyse", run, summary="judge a recorded game move by move", examples=EXAMPLES)
    command.add_argument("file", metavar="FILE", help="a record of Damero or a PDN file; - reads standard input")
    command.add_argument("--number", type=int, default=1, metavar="K", help="which game of a PDN file (default: 1)")
    command.add_argument("--game", metavar="GAME", help="the rules of PDN games that do not name theirs")
    command.add_argument("--nodes", type=int, default=100_000, metavar="N", help="how far to look at each move")
    command.add_argument("--svg", type=Path, metavar="PATH", help="draw the course of the game as SVG")
    command.add_argument("--png", type=Path, metavar="PATH", help="draw the course of the game as PNG")
    add_json(command)


def run(arguments: argparse.Namespace) -> int:
    start, moves = _recorded(arguments)
    limits = Limits(nodes=max(1, arguments.nodes), threads=1, seed=1)
    judged = []
    for judgement in judge(start, moves, engine(start.info.id, LEVELS[-1]), limits):
        judged.append(judgement)
        if not arguments.json:
            print(_told(judgement, start.info.seats[0]), flush=True)
        _show_progress(judgement.ply, len(moves))
    _draw(arguments, start, judged)
    if arguments.json:
        print(to_json([{**asdict(judgement), "mark": judgement.mark} for judgement in judged]))
    elif judged:
        print(_summary(start, judged))
    return 0


def _recorded(arguments: argparse.Namespace) -> tuple[Position, list[str]]:
    content = content_of(arguments.file)
    if is_record(content):
        record = read_record(content)
        asked = game(record.game_id)
        return asked.read_position(record.reveal.start if record.reveal else record.start), [
            m.text for m in record.moves
        ]
    games = pdn.read_games(decoded(content), pdn_rules(arguments.game))
    if not 1 <= arguments.number <= len(games):
        raise DameroError(f"The file has {len(games)} games; there is no number {arguments.number}.", code="NO_GAME")
    chosen = games[arguments.number - 1]
    chosen.final()
    return chosen.start, [move.text for move in chosen.moves]


def _told(judgement: Judgement, first: Seat) -> str:
    """A line on a move; all scores for the first seat."""
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


def _show_progress(ply: int, plies: int) -> None:
    if sys.stderr.isatty() and not sys.stdout.isatty():
        print(f"\r{ply} of {plies} moves", end="" if ply < plies else "\n", file=sys.stderr, flush=True)


def _draw(arguments: argparse.Namespace, start: Position, judged: list[Judgement]) -> None:
    scores = [judgement.for_first for judgement in judged]
    if arguments.svg:
        _write(arguments.svg, graph.as_svg(scores, f"{start.info.title}, {len(scores)} moves").encode())
    if arguments.png:
        _write(arguments.png, graph.as_png(scores))


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as problem:
        raise DameroError(f"{path} cannot be written: {problem.strerror}.", code="CANNOT_WRITE") from problem


def _summary(start: Position, judged: list[Judgement]) -> str:
    lines = ["", graph.as_text([judgement.for_first for judgement in judged]), ""]
    for seat in start.info.seats:
        own = [judgement for judgement in judged if judgement.seat == seat]
        marks = [judgement.mark for judgement in own]
        average = sum(judgement.cost for judgement in own) / max(1, len(own))
        counts = ", ".join(f"{marks.count(mark)} {name}" for mark, name in NAMES.items())
        luck = sum(judgement.luck for judgement in own)
        told_luck = f"; luck {luck / 100:+.2f} in all" if luck else ""
        lines.append(f"{seat}: {counts}; {average / 100:.2f} lost a move{told_luck}")
    return "\n".join(lines)


NAMES = {Mark.BLUNDER: "blunders", Mark.MISTAKE: "mistakes", Mark.DUBIOUS: "dubious moves"}
