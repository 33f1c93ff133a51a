"""Plays `damero match` at 100 ms per move against py-draughts' SimpleEngine at depth 6, in pairs with the same opening.

python benchmarks/against_simple_engine.py [--games 100]
"""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from peers import python_with

from damero.cli.main import main as damero

PEER_SCRIPT = Path(__file__).with_name("simple_engine_peer.py")
BOARDS = {"russian": "RussianBoard", "brazilian": "BrazilianBoard"}
OURS = "level=8,seconds=0.1"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="games for each variant (default: 100)")
    games = parser.parse_args().games
    for game_id, board in BOARDS.items():
        theirs = shlex.join([str(python_with("py-draughts")), str(PEER_SCRIPT), board, "6"])
        damero(["match", game_id, OURS, f"hub:{theirs}", "--games", str(games)])


if __name__ == "__main__":
    main()
