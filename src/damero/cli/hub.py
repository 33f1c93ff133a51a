"""`damero hub`: a draughts engine that speaks the Hub protocol on stdin and stdout."""

from __future__ import annotations

import argparse
import sys

from damero.cli.arguments import add_game
from damero.domain.catalogue import game
from damero.domain.draughts import DraughtsGame
from damero.domain.errors import DameroError

EXAMPLES = """\
  damero hub international            then send hub, init, pos, level, go think, quit
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)


def run(arguments: argparse.Namespace) -> int:
    from damero.engines.draughts.hub import HubServer

    chosen = game(arguments.game)
    if not isinstance(chosen, DraughtsGame):
        raise DameroError("cli.no_hub_engine", code="NO_HUB_ENGINE", game=chosen.info.id)
    HubServer(chosen.rules, sys.stdin, sys.stdout).serve()
    return 0
