"""`damero tablebase`: builds, checks and queries endgame tables."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeAlias

from damero.cli.arguments import add_json, add_on, add_position, whole_number
from damero.cli.batch import Answer, answer_positions
from damero.cli.console import print_table, progress_bar, to_json
from damero.domain.catalogue import game
from damero.domain.draughts import DraughtsGame
from damero.domain.draughts.rules import Rules
from damero.domain.draughts.variants import VARIANTS
from damero.domain.errors import BadPosition, DameroError
from damero.domain.game import Game
from damero.operating_system import lower_priority
from damero.places import LOCAL

if TYPE_CHECKING:
    from damero.engines.draughts.tablebase.build import Progress
    from damero.engines.draughts.tablebase.slice_file import Header
    from damero.engines.draughts.tablebase.tables import Verdict

EXAMPLES = """\
  damero tablebase build russian --pieces 5                   less than a minute on two cores
  damero tablebase build russian --pieces 7 --on ray          on a Ray cluster; the same files
  damero tablebase list                                       the tables of all games
  damero tablebase info russian                               the tables of one game, with statistics
  damero tablebase check russian                              check every entry against the entries its moves lead to
  damero tablebase ask russian --position W:WK1,K5,K9:BK32    the result of a position and of each move

A result is the outcome of perfect play, with the draw rules of the game. Its distance is the number of plies to the
next conversion: a capture, a promotion or, if it restarts the draw count, the move of a man.
Tables of up to 4 pieces are built at first use; on 10×10 there are no larger ones. They are stored in the user's cache
folder, or in the folder named by the environment variable DAMERO_TABLEBASES. Variants with the same moves and draw
rules share their tables.
"""

DRAW = "draw"
LOWEST_PRIORITY = 19
MOST_THREADS = 64

Task: TypeAlias = Callable[[Rules, argparse.Namespace], int]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("task", choices=(*TASKS, LIST), help="what to do; see the examples")
    parser.add_argument("game", metavar="GAME", nargs="?", help="game id, as listed by `damero games`")
    parser.add_argument(
        "--pieces", type=int, default=5, metavar="N", help="build: largest number of pieces on the board (default: 5)"
    )
    parser.add_argument(
        "--threads",
        type=whole_number(1, MOST_THREADS),
        default=2,
        metavar="N",
        help="build and check: number of threads (default: 2)",
    )
    parser.add_argument(
        "--background",
        action="store_true",
        help="build: run at the lowest priority; do nothing if another process builds already",
    )
    add_on(parser)
    add_position(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.task == LIST:
        return show_list(arguments)
    if arguments.game is None:
        raise BadPosition("cli.tablebase_needs_game", code="NO_GAME", task=arguments.task)
    return TASKS[arguments.task](_rules(game(arguments.game)), arguments)


def _rules(chosen: Game) -> Rules:
    if not isinstance(chosen, DraughtsGame):
        raise BadPosition("cli.no_tablebase", code="NO_TABLEBASE", game=chosen.info.id)
    return chosen.rules


def build(rules: Rules, arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.tablebase.build import Builder
    from damero.engines.draughts.tablebase.tables import check_covers, folder_of

    check_covers(rules, arguments.pieces)
    if arguments.background:
        lower_priority(LOWEST_PRIORITY)
    with progress_bar("Solving positions") as show:

        def report(progress: Progress) -> None:
            show(progress.done - progress.found, progress.total - progress.found)

        if arguments.on == LOCAL:
            builder = Builder(rules, folder_of(rules), arguments.threads)
            builder.build(arguments.pieces, report, may_wait=not arguments.background)
        else:
            _build_in_bulk(rules, arguments, report)
    print(f"{_title(rules)}: the tables of up to {arguments.pieces} pieces are in {folder_of(rules)}")
    return 0


def _build_in_bulk(rules: Rules, arguments: argparse.Namespace, report: Callable[[Progress], None]) -> None:
    from damero.engines.bulk import open_bulk
    from damero.engines.draughts.tablebase.build_in_bulk import BulkBuilder
    from damero.engines.draughts.tablebase.tables import folder_of

    with open_bulk(arguments.on, arguments.threads) as bulk:
        BulkBuilder(rules, folder_of(rules), bulk).build(arguments.pieces, report)


def show_list(arguments: argparse.Namespace) -> int:
    """Lists the games that can have tables, and how many pieces they cover."""
    from damero.engines.draughts.tablebase.tables import covers, stock_of

    stocks = [stock_of(rules) for rules in VARIANTS if covers(rules)]
    if arguments.json:
        print(to_json([asdict(stock) | {"folder": str(stock.folder)} for stock in stocks]))
        return 0
    rows = [
        (
            stock.game,
            f"up to {stock.pieces} pieces" if stock.pieces else "none yet",
            f"{stock.bytes / 1e6:,.1f}",
            str(stock.folder),
        )
        for stock in stocks
    ]
    print_table(("game", "tables", "MB", "folder"), rows, right_aligned=("MB",))
    return 0


def info(rules: Rules, arguments: argparse.Namespace) -> int:
    """Shows the statistics of each table of a game."""
    from damero.engines.draughts.tablebase.slice_file import name_of
    from damero.engines.draughts.tablebase.tables import tablebase

    headers = tablebase(rules).headers()
    if arguments.json:
        print(to_json({name_of(each.shape): [each.wins, each.losses, each.draws, each.longest] for each in headers}))
        return 0
    columns = ("positions", "won %", "lost %", "drawn %", "longest")
    print_table(("pieces", *columns), [_row(header) for header in headers], right_aligned=columns)
    return 0


def _row(header: Header) -> tuple[str, ...]:
    """The pieces of the side to move and its opponent (M a man, K a king), and what is known of them."""
    own_men, own_kings, enemy_men, enemy_kings = header.shape
    total = header.wins + header.losses + header.draws
    shares = (f"{100 * count / total:.1f}" for count in (header.wins, header.losses, header.draws))
    own, enemy = "M" * own_men + "K" * own_kings, "M" * enemy_men + "K" * enemy_kings
    return f"{own} v {enemy}", f"{total:,}", *shares, str(header.longest)


def check(rules: Rules, arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.tablebase.check import EVERY
    from damero.engines.draughts.tablebase.check import check as check_tables
    from damero.engines.draughts.tablebase.tables import tablebase

    faults = 0
    for checked in check_tables(rules, tablebase(rules), arguments.threads):
        faults += checked.faults
        sample = f"one in {EVERY[checked.pieces]}: " if checked.pieces in EVERY else ""
        print(f"{checked.pieces} pieces: {sample}{checked.entries:,} entries, {checked.faults} faults", flush=True)
    if faults:
        raise DameroError("cli.faulty_tablebase", code="FAULTY_TABLEBASE", faults=faults)
    print(f"{_title(rules)}: the checksums match, and every entry checked follows from the others.")
    return 0


def ask(rules: Rules, arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.tablebase.tables import tablebase

    tables = tablebase(rules)

    def answer(text: str | None) -> Answer:
        position = DraughtsGame(rules).initial() if text is None else DraughtsGame(rules).read_position(text)
        verdict = tables.ask(position)
        if verdict is None:
            raise BadPosition("tablebase.not_covered", code="TOO_MANY_PIECES", most=tables.pieces)
        result = _format(verdict)
        moves = {str(move): _format(after) for move, after in tables.ranked(position)}
        lines = (result, *(f"  {move}: {after}" for move, after in moves.items()))
        return Answer(lines, result, {"result": verdict.result, "plies": verdict.plies, "moves": moves})

    return answer_positions(arguments, answer)


def _format(verdict: Verdict) -> str:
    """`win 7`: a win, seven plies from the next conversion or the end; a draw has no distance."""
    return verdict.result if verdict.result == DRAW else f"{verdict.result} {verdict.plies}"


TASKS: Mapping[str, Task] = {"build": build, "info": info, "check": check, "ask": ask}
LIST = "list"


def _title(rules: Rules) -> str:
    return DraughtsGame(rules).info.title
