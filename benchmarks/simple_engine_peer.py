"""Runs py-draughts' SimpleEngine with the Hub protocol, in the environment of py-draughts. Imports nothing from Damero.

python simple_engine_peer.py RussianBoard 6
"""

from __future__ import annotations

import shlex
import sys
from importlib import import_module


def fen_of(position: str) -> str:
    """Converts `W` and one letter per square into `W:W…:B…`."""
    side, squares = position[0], position[1:]
    sides = {"W": [], "B": []}
    for number, letter in enumerate(squares, start=1):
        if letter != "e":
            sides[letter.upper()].append(f"K{number}" if letter.isupper() else str(number))
    return f"{side}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def hub_move(move) -> str:
    squares = [square + 1 for square in move.square_list]
    captured = sorted(square + 1 for square in move.captured_list)
    return f"{squares[0]}-{squares[-1]}" if not captured else "x".join(map(str, (squares[0], squares[-1], *captured)))


def serve(board_class, engine) -> None:
    board = None
    for line in sys.stdin:
        command, *words = shlex.split(line)
        arguments = dict(word.partition("=")[::2] for word in words)
        if command == "quit":
            return
        if command == "pos":
            board = board_class.from_fen(fen_of(arguments["pos"]))
            for text in arguments.get("moves", "").split():
                board.push(next(move for move in board.legal_moves if hub_move(move) == text))
        answer = {"hub": "wait", "init": "ready", "ping": "pong"}.get(command)
        if command == "go":
            answer = f"done move={hub_move(engine.get_best_move(board))}"
        if answer:
            print(answer, flush=True)


if __name__ == "__main__":
    draughts = import_module("draughts")
    serve(getattr(draughts, sys.argv[1]), draughts.SimpleEngine(depth_limit=int(sys.argv[2])))
