"""`damero tablebase`: endgames solved without error, built on this machine and asked."""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

from damero.cli.answers import Answer, respond, to_json
from damero.cli.arguments import Subparsers, add_command, add_json, add_position
from damero.domain.catalogue import game
from damero.domain.draughts import DraughtsGame
from damero.domain.draughts.rules import Rules
from damero.domain.draughts.variants import VARIANTS
from damero.domain.errors import BadPosition, DameroError
from damero.domain.game import Game

if TYPE_CHECKING:
    from damero.engines.draughts.tablebase import Verdict
    from damero.engines.draughts.tablebase_build import Progress

EXAMPLES = """\
  damero tablebase build russian --pieces 5                   under a minute on two cores
  damero tablebase list                                       what is there, of every game
  damero tablebase info russian                               slice by slice, and what was found
  damero tablebase check russian                              does every entry follow from those its moves lead to?
  damero tablebase ask russian --position W:WK1,K5,K9:BK32    the result, and every move's

A result is what perfect play makes of a position by the game's own draw rules; its distance is in plies to the next
conversion: a capture, a promotion or, where the draw count begins again with it, a man's move.
The tables of up to 4 pieces are built at first use. They are kept in the user's cache folder, or in the folder that
the environment variable DAMERO_TABLEBASES names; variants that move alike and are drawn alike share theirs.
"""


DRAW = "draw"
LINE = 100
"""So wide is a line of progress: what was longer before is covered."""
LOWEST_PRIORITY = 19
MOST_THREADS = 64


def register(subparsers: Subparsers) -> None:
    command = add_command(subparsers, "tablebase", run, summary="build and ask endgame tablebases", examples=EXAMPLES)
    command.add_argument("task", choices=(*TASKS, LIST), help="what to do")
    command.add_argument("game", metavar="GAME", nargs="?", help="the id of a game, as `damero games` lists them")
    command.add_argument("--pieces", type=int, default=5, metavar="N", help="how many pieces in all (default: 5)")
    command.add_argument("--threads", type=_threads, default=2, metavar="N", help="how many threads work (default: 2)")
    command.add_argument("--background", action="store_true", help="build at the lowest priority, unless another does")
    add_position(command)
    add_json(command)


def _threads(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_THREADS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {MOST_THREADS}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    if arguments.task == LIST:
        return show_list(arguments)
    if arguments.game is None:
        raise BadPosition(f"Which game? `damero tablebase {arguments.task} GAME`", code="NO_GAME")
    return TASKS[arguments.task](rules_of(game(arguments.game)), arguments)


def rules_of(asked: Game) -> Rules:
    if not isinstance(asked, DraughtsGame):
        raise BadPosition(f"{asked.info.title} has no tablebases: they belong to draughts.", code="NO_TABLEBASE")
    return asked.rules


def build(rules: Rules, arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.tablebase import check_covers, folder_of
    from damero.engines.draughts.tablebase_build import Builder

    check_covers(rules, arguments.pieces)
    if arguments.background:
        os.nice(LOWEST_PRIORITY)
    started = time.monotonic()

    def report(progress: Progress) -> None:
        print(f"\r{_told_progress(progress, time.monotonic() - started)}", end="", file=sys.stderr, flush=True)

    builder = Builder(rules, folder_of(rules), arguments.threads)
    builder.build(arguments.pieces, report, may_wait=not arguments.background)
    print(file=sys.stderr)
    print(f"{rules.title}: all endings of up to {arguments.pieces} pieces are in {folder_of(rules)}")
    return 0


def _told_progress(progress: Progress, seconds: float) -> str:
    share = progress.done / progress.total
    bar = f"[{'█' * round(30 * share):<30}]"
    solved, left = progress.done - progress.found, progress.total - progress.done
    to_go = f", about {seconds * left / solved:.0f} s left" if solved and left else ""
    return f"{bar} {progress.done:,} of {progress.total:,} positions, {seconds:.0f} s{to_go}".ljust(LINE)


def show_list(arguments: argparse.Namespace) -> int:
    """Every game that can have tables, and how many pieces they cover."""
    from damero.engines.draughts.tablebase import Stock, covers, stock_of

    stocks: list[Stock] = [stock_of(rules) for rules in VARIANTS if covers(rules)]
    if arguments.json:
        print(to_json([asdict(stock) | {"folder": str(stock.folder)} for stock in stocks]))
        return 0
    for stock in stocks:
        told = f"up to {stock.pieces} pieces" if stock.pieces else "none yet"
        print(f"{stock.game:<20} {told:<15} {stock.bytes / 1e6:>8,.1f} MB  {stock.folder}")
    return 0


def info(rules: Rules, arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.tablebase import tablebase
    from damero.engines.draughts.tablebase_file import name_of

    headers = tablebase(rules).headers()
    if arguments.json:
        print(to_json({name_of(each.shape): [each.wins, each.losses, each.draws, each.longest] for each in headers}))
        return 0
    for header in headers:
        own_men, own_kings, enemy_men, enemy_kings = header.shape
        real = header.wins + header.losses + header.draws
        shares = " ".join(f"{100 * count / real:5.1f}" for count in (header.wins, header.losses, header.draws))
        side, other = "M" * own_men + "K" * own_kings, "M" * enemy_men + "K" * enemy_kings
        print(f"{side:>5} v {other:<5} {real:>13,} positions, win loss draw {shares} %, longest {header.longest}")
    return 0


def check(rules: Rules, arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.tablebase import tablebase
    from damero.engines.draughts.tablebase_check import EVERY
    from damero.engines.draughts.tablebase_check import check as check_tables

    faults = 0
    for checked in check_tables(rules, tablebase(rules), arguments.threads):
        faults += checked.faults
        every = f"one in {EVERY[checked.pieces]}: " if checked.pieces in EVERY else ""
        print(f"{checked.pieces} pieces: {every}{checked.entries:,} entries, {checked.faults} faults", flush=True)
    if faults:
        raise DameroError(f"{faults} entries do not follow from those their moves lead to.", code="FAULTY_TABLEBASE")
    print(f"{rules.title}: the tables are as they were written, and follow from one another.")
    return 0


def ask(rules: Rules, arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.tablebase import tablebase

    tables = tablebase(rules)

    def answer(text: str | None) -> Answer:
        position = DraughtsGame(rules).initial() if text is None else DraughtsGame(rules).read_position(text)
        verdict = tables.ask(position)
        if verdict is None:
            raise BadPosition(f"The tables hold positions of up to {tables.pieces} pieces.", code="TOO_MANY_PIECES")
        told = _told(verdict)
        ranked = {str(move): _told(after) for move, after in tables.ranked(position)}
        lines = (told, *(f"  {move}: {after}" for move, after in ranked.items()))
        return Answer(lines, told, {"result": verdict.result, "plies": verdict.plies, "moves": ranked})

    return respond(arguments, answer)


def _told(verdict: Verdict) -> str:
    """`win 7`: a win, seven plies from the next conversion or the end; a draw has no distance."""
    return verdict.result if verdict.result == DRAW else f"{verdict.result} {verdict.plies}"


TASKS = {"build": build, "info": info, "check": check, "ask": ask}
LIST = "list"
