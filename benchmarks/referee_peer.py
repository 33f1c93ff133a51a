"""Measures how long another library takes to list legal moves. The request and the answer are JSON on stdin and stdout.

Both libraries are imported as `draughts`, so each has its own environment. This script imports nothing from Damero.
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
    """Nanoseconds and number of moves for each position. Every board is created before its time starts."""
    board_of, count_moves = PEERS[peer]
    count_moves(board_of(variant, fens[0]))
    nanoseconds, counts = [], []
    for fen in fens:
        board = board_of(variant, fen)
        started = time.perf_counter_ns()
        counts.append(count_moves(board))
        nanoseconds.append(time.perf_counter_ns() - started)
    return {"nanoseconds": nanoseconds, "counts": counts}


if __name__ == "__main__":
    request = json.load(sys.stdin)
    answer = measure(request["peer"], request["variant"], request["fens"])
    json.dump({"version": metadata.version(request["peer"]), **answer}, sys.stdout)
