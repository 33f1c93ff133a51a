"""Counts the leaves of the game tree with another library. The request and the answer are JSON on stdin and stdout.

Both libraries are imported as `draughts`, so each has its own environment. This script imports nothing from Damero.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module


def pydraughts_leaves(variant: str, depth: int) -> int:
    def below(board, depth: int) -> int:
        moves = board.legal_moves()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += below(board, depth - 1)
            board.pop()
        return total

    return below(import_module("draughts").Board(variant=variant, fen="startpos"), depth)


def py_draughts_leaves(variant: str, depth: int) -> int:
    """Counts with its fastest generator: that of `TurboEngine`, if it supports the variant."""
    board = getattr(import_module("draughts"), variant)()
    if variant == "StandardBoard":
        return import_module("draughts.engines.turbo").perft_from_board(board, depth)

    def below(depth: int) -> int:
        moves = board.legal_moves
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += below(depth - 1)
            board.pop()
        return total

    return below(depth)


PEERS = {"pydraughts": pydraughts_leaves, "py-draughts": py_draughts_leaves}

if __name__ == "__main__":
    request = json.load(sys.stdin)
    PEERS[request["peer"]](request["variant"], 1)
    started = time.process_time()
    leaves = PEERS[request["peer"]](request["variant"], request["depth"])
    json.dump({"leaves": leaves, "seconds": time.process_time() - started}, sys.stdout)
