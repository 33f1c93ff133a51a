"""`damero hub`: the draughts engine for other programs, by the Hub protocol on standard input and output."""

from __future__ import annotations

import argparse
import sys

from damero.cli.arguments import Subparsers, add_command, add_game
from damero.domain.catalogue import game
from damero.domain.draughts import DraughtsGame
from damero.domain.errors import DameroError

EXAMPLES = """\
  damero hub international            then speak Hub: hub, init, pos, level, go think, quit
"""


def register(subparsers: Subparsers) -> None:
    summary = "serve the draughts engine to programs that speak Hub"
    add_game(add_command(subparsers, "hub", run, summary=summary, examples=EXAMPLES))


def run(arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.hub import HubServer

    asked = game(arguments.game)
    if not isinstance(asked, DraughtsGame):
        raise DameroError(f"{asked.info.title} has no Hub engine: the protocol is for draughts.", code="NO_HUB_ENGINE")
    HubServer(asked.rules, sys.stdin, sys.stdout).serve()
    return 0
