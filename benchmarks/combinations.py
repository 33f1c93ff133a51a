"""Combinations: positions in which a single move wins, by a sacrifice.

    python benchmarks/combinations.py solve
    python benchmarks/combinations.py find GAME [--number 6] [--seed 1] >> tests/engines/draughts/combinations.txt

`solve` asks the highest level for its move in each position, with its usual time, and counts the solutions it finds.
`find` searches for new combinations in games of the engine against itself. Each line holds a variant, a position and
the move. A move counts as a combination if the opponent must capture after it, if a shallow search does not see its
value, and if a deep search values it at least a man and a half above every other move.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from damero.domain.catalogue import game
from damero.domain.draughts import Move, Position
from damero.engines.draughts.player import Strength, searcher, think
from damero.engines.engine import Choice, Limits
from damero.engines.levels import LEVELS, engine

KNOWN = Path(__file__).parent.parent / "tests" / "engines" / "draughts" / "combinations.txt"
SHALLOW = Strength(Limits(depth=1), variety=0, knows_endings=False)
DEEP = Strength(Limits(nodes=15_000), variety=0, knows_endings=False)
SURE = replace(DEEP, limits=Limits(nodes=300_000))
PLAYING = Strength(Limits(nodes=800), variety=25, knows_endings=False)
GAIN = 150


def search(position: Position, strength: Strength, seed: int = 0) -> Choice:
    return think(searcher(position, strength), position, strength, seed)


def positions(game_id: str, rng: random.Random) -> Iterator[Position]:
    while True:
        position = game(game_id).initial()
        assert isinstance(position, Position)
        while not position.outcome and len(position.plies) < 60:
            if len(position.plies) > 8:
                yield position
            position = position.play(search(position, PLAYING, rng.randrange(1 << 30)).move)


def is_sacrifice(position: Position, move: Move) -> bool:
    return not move.is_capture and any(reply.is_capture for reply in position.play(move).legal_moves())


def is_only_win(position: Position, move: Move) -> bool:
    """Whether every other move is worse by `GAIN` in a deep search."""
    score = search(position, SURE).score
    others = [each for each in position.legal_moves() if each != move]
    return all(-_score_after(position, other) <= score - GAIN for other in others)


def _score_after(position: Position, move: Move) -> int:
    after = position.play(move)
    return search(after, DEEP).score if after.legal_moves() else 0


def is_combination(position: Position, move: Move, found: Choice) -> bool:
    if len(position.legal_moves()) < 4 or not is_sacrifice(position, move) or abs(found.score) > 10_000:
        return False
    if found.score < GAIN or search(position, SHALLOW).score > found.score - GAIN:
        return False
    return search(position, SURE).move == str(move) and is_only_win(position, move)


def combinations(game_id: str, seed: int) -> Iterator[str]:
    last = ""
    for position in positions(game_id, random.Random(seed)):
        if any(move.is_capture for move in position.legal_moves()):
            continue
        found = search(position, DEEP)
        if is_combination(position, position.read_move(found.move), found) and position.text != last:
            last = position.text
            yield f"{game_id} {position.text} {found.move}"


def find(game_id: str, number: int, seed: int) -> None:
    for found, line in enumerate(combinations(game_id, seed), start=1):
        print(line, flush=True)
        print(f"{found} of {number}", end="\r", file=sys.stderr)
        if found == number:
            break


def solve() -> None:
    """Prints the combinations that are missed, then the number found and the time per move."""
    lines = [line.split() for line in KNOWN.read_text(encoding="utf-8").splitlines()]
    found, longest, began = 0, 0.0, time.monotonic()
    for game_id, text, move in lines:
        asked = time.monotonic()
        choice = engine(game_id, LEVELS[-1]).choose(game(game_id).read_view(text))
        longest = max(longest, time.monotonic() - asked)
        found += choice.move == move
        if choice.move != move:
            print(f"{game_id} {text} {move}: {choice.move} score {choice.score:+d} depth {choice.depth}", flush=True)
    mean = (time.monotonic() - began) / len(lines)
    print(f"level {LEVELS[-1]} finds {found} of {len(lines)}: {mean:.2f} s per move, {longest:.2f} s at most")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    commands.add_parser("solve").set_defaults(run=solve)
    finder = commands.add_parser("find")
    finder.add_argument("game_id", metavar="GAME")
    finder.add_argument("--number", type=int, default=6)
    finder.add_argument("--seed", type=int, default=1)
    finder.set_defaults(run=find)
    arguments = vars(parser.parse_args())
    arguments.pop("run")(**arguments)


if __name__ == "__main__":
    main()
