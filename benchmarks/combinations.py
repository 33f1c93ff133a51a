"""Finds combinations in games of the engine against itself: positions where one move alone wins, by giving first.

    python benchmarks/combinations.py GAME [--number 6] [--seed 1] >> tests/engines/draughts/combinations.txt

Each line is a variant, a position and the move. A move counts when the opponent must capture after it, when a shallow
look thinks little of the position, and when a deep one finds at least a man and a half more than any other move brings.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import replace

from damero.domain.catalogue import game
from damero.domain.draughts import Move, Position
from damero.engines.draughts.player import Strength, searcher, think
from damero.engines.player import Choice

SHALLOW = Strength(depth=1, variety=0, knows_endings=False)
DEEP = Strength(nodes=15_000, variety=0, knows_endings=False)
SURE = replace(DEEP, nodes=300_000)
PLAYING = Strength(nodes=800, variety=25, knows_endings=False)
GAIN = 150


def look(position: Position, strength: Strength, seed: int = 0) -> Choice:
    return think(searcher(position, strength), position, strength, seed)


def positions(game_id: str, draw: random.Random) -> Iterator[Position]:
    while True:
        position = game(game_id).initial()
        assert isinstance(position, Position)
        while not position.outcome and len(position.record) < 60:
            if len(position.record) > 8:
                yield position
            position = position.play(look(position, PLAYING, draw.randrange(1 << 30)).move)


def is_offer(position: Position, move: Move) -> bool:
    return not move.is_capture and any(reply.is_capture for reply in position.play(move).legal_moves())


def wins_alone(position: Position, move: Move) -> bool:
    """Whether a deep look at every other move is worse by the gain."""
    score = look(position, SURE).score
    others = [each for each in position.legal_moves() if each != move]
    return all(-_score_after(position, other) <= score - GAIN for other in others)


def _score_after(position: Position, move: Move) -> int:
    after = position.play(move)
    return look(after, DEEP).score if after.legal_moves() else 0


def is_combination(position: Position, move: Move, found: Choice) -> bool:
    if len(position.legal_moves()) < 4 or not is_offer(position, move) or abs(found.score) > 10_000:
        return False
    if found.score < GAIN or look(position, SHALLOW).score > found.score - GAIN:
        return False
    return look(position, SURE).move == str(move) and wins_alone(position, move)


def combinations(game_id: str, seed: int) -> Iterator[str]:
    last = ""
    for position in positions(game_id, random.Random(seed)):
        if any(move.is_capture for move in position.legal_moves()):
            continue
        found = look(position, DEEP)
        if is_combination(position, position.read_move(found.move), found) and position.text != last:
            last = position.text
            yield f"{game_id} {position.text} {found.move}"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("game", metavar="GAME")
    reader.add_argument("--number", type=int, default=6)
    reader.add_argument("--seed", type=int, default=1)
    arguments = reader.parse_args()
    for number, line in enumerate(combinations(arguments.game, arguments.seed), start=1):
        print(line, flush=True)
        print(f"{number} of {arguments.number}", end="\r", file=sys.stderr)
        if number == arguments.number:
            break


if __name__ == "__main__":
    main()
