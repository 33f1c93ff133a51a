"""Runs inside a peer's environment: the time of its list of legal moves, for positions given as JSON.

Both peers are imported as `draughts`, so each lives in an environment of its own. Nothing of Damero is imported here.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module, metadata


def pydraughts_board(variant: str, fen: str):
    return import_module("draughts").Board(variant=variant, fen=fen)


def py_draughts_board(variant: str, fen: str):
    return getattr(import_module("draughts"), variant).from_fen(fen)


def pydraughts_moves(board) -> int:
    return len(board.legal_moves())


def py_draughts_moves(board) -> int:
    return len(board.legal_moves)


PEERS = {
    "pydraughts": (pydraughts_board, pydraughts_moves),
    "py-draughts": (py_draughts_board, py_draughts_moves),
}


def measure(peer: str, variant: str, fens: list[str]) -> dict[str, list[int]]:
    """Nanoseconds and number of moves for each position, every board made anew before the clock starts."""
    board_of, count_moves = PEERS[peer]
    count_moves(board_of(variant, fens[0]))
    nanoseconds, counts = [], []
    for fen in fens:
        board = board_of(variant, fen)
        began = time.perf_counter_ns()
        counts.append(count_moves(board))
        nanoseconds.append(time.perf_counter_ns() - began)
    return {"nanoseconds": nanoseconds, "counts": counts}


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    answer = measure(asked["peer"], asked["variant"], asked["fens"])
    json.dump({"version": metadata.version(asked["peer"]), **answer}, sys.stdout)
