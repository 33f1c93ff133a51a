"""`damero tablebase`: endgames solved without error, built on this machine and asked."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from damero.cli.answers import Answer, respond
from damero.cli.arguments import Subparsers, add_command, add_game, add_json, add_position
from damero.domain.catalogue import game
from damero.domain.draughts import DraughtsGame
from damero.domain.draughts.rules import Rules
from damero.domain.errors import BadPosition
from damero.domain.game import Game

if TYPE_CHECKING:
    from damero.engines.draughts.tablebase import Verdict

EXAMPLES = """\
  damero tablebase build russian --pieces 5                   under two minutes on two cores
  damero tablebase info russian                               what is there, and what it found
  damero tablebase check russian                              is every byte as it was written?
  damero tablebase ask russian --position W:WK1,K5,K9:BK32    the result, and every move's

The tables of up to 4 pieces are built at first use. They are kept in the user's cache folder, or in the folder that
the environment variable DAMERO_TABLEBASES names; variants that move alike share theirs.
"""


DRAW = "draw"


def register(subparsers: Subparsers) -> None:
    command = add_command(subparsers, "tablebase", run, summary="build and ask endgame tablebases", examples=EXAMPLES)
    command.add_argument("task", choices=tuple(TASKS), help="what to do")
    add_game(command)
    command.add_argument("--pieces", type=int, default=5, metavar="N", help="how many pieces in all (default: 5)")
    command.add_argument("--threads", type=int, default=2, metavar="N", help="how many threads build (default: 2)")
    add_position(command)
    add_json(command)


def run(arguments: argparse.Namespace) -> int:
    return TASKS[arguments.task](rules_of(game(arguments.game)), arguments)


def rules_of(asked: Game) -> Rules:
    if not isinstance(asked, DraughtsGame):
        raise BadPosition(f"{asked.info.title} has no tablebases: they belong to draughts.", code="NO_TABLEBASE")
    return asked.rules


def build(rules: Rules, arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.kernel import flags_of
    from damero.engines.draughts.tablebase import check_covers, folder_of, key_of
    from damero.engines.draughts.tablebase_build import Builder, Built

    check_covers(rules, arguments.pieces)
    started = time.monotonic()

    def report(built: Built) -> None:
        line = f"{_bar(built.done / built.total)} {built.done:,} of {built.total:,} positions"
        print(f"\r{line}, {time.monotonic() - started:.0f} s", end="", file=sys.stderr, flush=True)

    Builder(flags_of(rules), key_of(rules), folder_of(rules), arguments.threads).build(arguments.pieces, report)
    print(file=sys.stderr)
    print(f"{rules.title}: all endings of up to {arguments.pieces} pieces are in {folder_of(rules)}")
    return 0


def _bar(share: float) -> str:
    return f"[{'█' * round(30 * share):<30}]"


def info(rules: Rules, _arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.tablebase import tablebase

    for header in tablebase(rules).headers():
        own_men, own_kings, enemy_men, enemy_kings = header.shape
        real = header.wins + header.losses + header.draws
        shares = " ".join(f"{100 * count / real:5.1f}" for count in (header.wins, header.losses, header.draws))
        side, other = "M" * own_men + "K" * own_kings, "M" * enemy_men + "K" * enemy_kings
        print(f"{side:>5} v {other:<5} {real:>13,} positions, win loss draw {shares} %, longest {header.longest}")
    return 0


def check(rules: Rules, _arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.tablebase import tablebase

    tables = tablebase(rules)
    tables.verify()
    print(f"{rules.title}: {len(tables.headers())} tables of up to {tables.pieces} pieces are as they were written.")
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
    """`win 7`: a win, seven plies from the next capture or promotion or the end; a draw has no distance."""
    return verdict.result if verdict.result == DRAW else f"{verdict.result} {verdict.plies}"


TASKS = {"build": build, "info": info, "check": check, "ask": ask}
