"""Runs inside a peer's environment: leaves of the game tree from the start position, asked for as JSON.

Both peers are imported as `draughts`, so each lives in an environment of its own. Nothing of Damero is imported here.
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
    """By its fastest generator: the one of its `TurboEngine` where that plays the variant."""
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
    asked = json.load(sys.stdin)
    PEERS[asked["peer"]](asked["variant"], 1)
    began = time.process_time()
    leaves = PEERS[asked["peer"]](asked["variant"], asked["depth"])
    json.dump({"leaves": leaves, "seconds": time.process_time() - began}, sys.stdout)
