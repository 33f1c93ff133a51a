"""`damero analyse`: a recorded game move by move with the cost of each move, or the best lines of a position."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from damero import plot
from damero.cli.analyse_position import MOST_LINES, analyse_position
from damero.cli.arguments import add_game_file, add_json, positive_seconds, whole_number
from damero.cli.console import columns_of, padded, print_note, progress_bar, to_json
from damero.cli.game_files import GameFile, open_file, pdn_rules
from damero.cli.scores import result_text, score_text
from damero.cli.speech import name_of, said, say
from damero.domain.analysis import Judgement, Mark
from damero.domain.catalogue import game
from damero.domain.draughts import Rules, pdn
from damero.domain.errors import DameroError
from damero.domain.game import GameInfo, Position
from damero.domain.record import read_record
from damero.domain.review import Review, ReviewedMove, SeatReview, reviewed_moves, summed_up
from damero.engines import graph
from damero.engines.analysis import judge
from damero.engines.engine import Limits
from damero.engines.levels import LEVELS, engine
from damero.texts import Text, sentence

COMMANDS = """\
  damero analyse game.pdn
  damero analyse tournament.pdn --number 3 --nodes 500000
  damero analyse game.json --svg graph.svg --png graph.png
  damero analyse --game russian --position W:W21,24,28:B9,10,11 --lines 3 --time 10
"""
EXAMPLES = Text("cli.example.analyse", {"commands": COMMANDS})
LINES = 3
SECONDS = 5
NODES = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_file(parser, is_optional=True)
    parser.add_argument("--position", metavar="TEXT", help=say("cli.option.analyse_position"))
    _add_search(parser)
    parser.add_argument("--svg", type=Path, metavar="PATH", help=say("cli.option.svg"))
    parser.add_argument("--png", type=Path, metavar="PATH", help=say("cli.option.png"))
    add_json(parser)


def _add_search(parser: argparse.ArgumentParser) -> None:
    lines = say("cli.option.lines", default=LINES)
    parser.add_argument("--lines", type=whole_number(1, MOST_LINES), default=LINES, metavar="N", help=lines)
    seconds = say("cli.option.position_time", default=SECONDS)
    parser.add_argument("--time", type=positive_seconds, default=float(SECONDS), metavar="S", help=seconds)
    parser.add_argument("--number", type=int, default=1, metavar="K", help=say("cli.option.number", default=1))
    nodes = say("cli.option.move_nodes", default=NODES)
    parser.add_argument("--nodes", type=int, default=NODES, metavar="N", help=nodes)


def run(arguments: argparse.Namespace) -> int:
    if arguments.png:
        plot.check_installed()
    if arguments.file is None:
        return analyse_position(arguments)
    start, moves = _read_game(arguments)
    limits = Limits(nodes=max(1, arguments.nodes), threads=1, seed=1)
    judgements = judge(start, moves, engine(start.info.id, LEVELS[-1]), limits)
    reviewed = []
    with progress_bar(say("cli.progress.analysing")) as show:
        show(0, len(moves))
        for move in reviewed_moves(start, moves, judgements):
            reviewed.append(move)
            show(move.judgement.ply, len(moves))
            if not arguments.json:
                print(_format(move, start.info), flush=True)
    _write_graphs(arguments, start, [move.judgement for move in reviewed])
    review = summed_up(start, reviewed)
    if arguments.json:
        print(_as_json(review))
    elif reviewed:
        print(_summary(review))
    return 0


def _as_json(review: Review) -> str:
    return to_json(
        {
            "moves": [_move_fields(move) for move in review.moves],
            "seats": [asdict(seat) for seat in review.seats],
            "moments": [{**asdict(moment), "text": sentence(moment.text)} for moment in review.moments],
        }
    )


def _move_fields(move: ReviewedMove) -> dict[str, object]:
    own = {"forced": move.forced, "chances": move.chances, "accuracy": move.accuracy}
    comments = [sentence(comment) for comment in move.comments]
    return {**asdict(move.judgement), "mark": move.judgement.mark, **own, "comments": comments}


def _read_game(arguments: argparse.Namespace) -> tuple[Position, Sequence[str]]:
    """The start position and the moves of the game in the file."""
    with open_file(arguments.file, arguments.encoding) as file:
        if file.is_record:
            record = read_record(file.content())
            start = record.reveal.start if record.reveal else record.start
            return game(record.game_id).read_position(start), [move.text for move in record.moves]
        chosen = _numbered(file, arguments.number, pdn_rules(arguments.game))
    for note in chosen.notes:
        print_note(said(note))
    if chosen.problem is not None:
        raise chosen.problem
    return chosen.start, chosen.moves


def _numbered(file: GameFile, number: int, default: Rules | None) -> pdn.PdnGame:
    """The game with this number. What comes after it is not read."""
    games = 0
    with progress_bar(say("cli.progress.reading")) as show:
        for chosen in pdn.games_in(file.lines(), default):
            games = chosen.number
            show(file.done >> 10, file.size >> 10, say("cli.progress.read", games=games))
            if games == number:
                return chosen
    raise DameroError("cli.no_game_in_file", code="NO_GAME", number=number, games=games)


def _format(move: ReviewedMove, info: GameInfo) -> str:
    """One line about a move, with all scores for the first seat."""
    judgement, first = move.judgement, info.seats[0]
    seat = padded(name_of("seat", judgement.seat), max(columns_of(name_of("seat", seat)) for seat in info.seats))
    number = f"{(judgement.ply + 1) // 2}{'.' if judgement.ply % 2 else '…'}"
    line = f"{number:>5} {seat} {judgement.move + judgement.mark:<14} {score_text(judgement.for_first):>7}"
    if judgement.known is not None:
        line += f"  {result_text(judgement.known)}"
    if judgement.luck:
        line += f"  {_luck(judgement.luck)}"
    if judgement.mark is not Mark.NONE:
        best = judgement.score if judgement.seat == first else -judgement.score
        line += f"  {say('cli.analyse.better', line=' '.join(judgement.line[:6]), score=score_text(best))}"
    return "  ".join([line, *map(said, move.comments)])


def _write_graphs(arguments: argparse.Namespace, start: Position, judgements: list[Judgement]) -> None:
    scores = [judgement.for_first for judgement in judgements]
    if arguments.svg:
        _write(
            arguments.svg,
            graph.as_svg(scores, say("cli.analyse.graph", game=start.info.id, moves=len(scores))).encode(),
        )
    if arguments.png:
        first, second = (name_of("seat", seat) for seat in start.info.seats)
        course = plot.evaluation(judgements, title=name_of("game_title", start.info.id), first=first, second=second)
        _write(arguments.png, course.png())


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise DameroError(
            "cli.cannot_write", code="CANNOT_WRITE", file=str(path), reason=error.strerror or ""
        ) from error


def _summary(review: Review) -> str:
    scores = [move.judgement.for_first for move in review.moves]
    moments = [f"{moment.ply:>4}  {said(moment.text)}" for moment in review.moments]
    seats = [say("cli.analyse.side", seat=seat.seat, facts=_seat_summary(seat)) for seat in review.seats]
    return "\n".join(["", graph.as_text(scores), "", *moments, *([""] if moments else []), *seats])


def _seat_summary(seat: SeatReview) -> str:
    facts = [] if seat.accuracy is None else [say("cli.analyse.accuracy", percent=round(seat.accuracy))]
    facts.append(say("cli.analyse.marks", blunders=seat.blunders, mistakes=seat.mistakes, dubious=seat.dubious))
    facts.append(say("cli.analyse.loss", loss=f"{seat.average_cost / 100:.2f}"))
    return "; ".join([*facts, *([_luck(seat.luck)] if seat.luck else [])])


def _luck(luck: int) -> str:
    return say("cli.analyse.luck", luck=f"{luck / 100:+.2f}")
