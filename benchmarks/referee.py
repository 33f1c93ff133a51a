"""Measures `position.legal_moves()` in the middle game: the readable rules, the compiled kernel, pydraughts and
py-draughts, with the same positions in the same run.

    python benchmarks/referee.py [--positions 500] [--json]

The other libraries are not dependencies of Damero. They are installed in the user's cache folder at first use.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from peers import python_with

from damero.domain.catalogue import game
from damero.domain.draughts import Player, Position
from damero.engines.draughts.board import pieces_of
from damero.engines.draughts.kernel import Kernel

PEER_SCRIPT = Path(__file__).with_name("referee_peer.py")


def by_number(fen: str) -> str:
    return fen


def by_letters(fen: str) -> str:
    """Writes `W:W29:B1` as `W:Wa1:Bb8`."""

    def name(number: re.Match[str]) -> str:
        row, place = divmod(int(number[0]) - 1, 4)
        return f"{'abcdefgh'[2 * place + (row + 1) % 2]}{8 - row}"

    return re.sub(r"\d+", name, fen)


VARIANTS: Mapping[str, Mapping[str, tuple[str, Callable[[str], str]]]] = {
    "international": {"pydraughts": ("standard", by_number), "py-draughts": ("StandardBoard", by_number)},
    "russian": {"pydraughts": ("russian", by_letters), "py-draughts": ("RussianBoard", by_number)},
    "brazilian": {"pydraughts": ("brazilian", by_letters), "py-draughts": ("BrazilianBoard", by_number)},
}
"""The name that a library gives to a variant, and how it expects a position."""
PLIES = range(16, 41)


@dataclass(frozen=True, slots=True)
class Timing:
    game: str
    library: str
    median_microseconds: float
    moves: int
    """In all positions together. A library may list a capture once for each of its paths."""


def middle_game(game_id: str, count: int) -> list[str]:
    """Positions after 16 to 40 random plies; the same in every run."""
    rng, texts = random.Random(2), []
    while len(texts) < count:
        position = game(game_id).initial()
        for _ in range(rng.choice(PLIES)):
            if position.outcome:
                break
            position = position.play(rng.choice(position.legal_moves()))
        texts += [] if position.outcome else [position.text]
    return texts


def measure_referee(game_id: str, fens: list[str]) -> Timing:
    """Lists the moves of a new position object each time, because a position caches its moves."""

    def list_moves(position: Position) -> Callable[[], int]:
        return lambda: len(position.legal_moves())

    return _timing(game_id, "Damero's referee", fens, list_moves)


def measure_kernel(game_id: str, fens: list[str]) -> Timing:
    """Lists the kernel's moves as Python objects, from pieces that are already sorted by colour and kind."""
    kernel = Kernel(_position(game_id, fens[0]).rules)

    def list_moves(position: Position) -> Callable[[], int]:
        pieces, black = pieces_of(position.board), position.turn is Player.BLACK
        return lambda: len(kernel.moves(pieces, black=black))

    return _timing(game_id, "Damero's kernel, from Python", fens, list_moves)


def _timing(game_id: str, library: str, fens: list[str], list_moves: Callable[[Position], Callable[[], int]]) -> Timing:
    list_moves(_position(game_id, fens[0]))()
    nanoseconds, moves = [], 0
    for fen in fens:
        count = list_moves(_position(game_id, fen))
        started = time.perf_counter_ns()
        moves += count()
        nanoseconds.append(time.perf_counter_ns() - started)
    return Timing(game_id, library, statistics.median(nanoseconds) / 1000, moves)


def _position(game_id: str, fen: str) -> Position:
    position = game(game_id).read_position(fen)
    assert isinstance(position, Position)
    return position


def measure_peer(peer: str, game_id: str, fens: list[str]) -> Timing:
    variant, write = VARIANTS[game_id][peer]
    request = json.dumps({"peer": peer, "variant": variant, "fens": [write(fen) for fen in fens]})
    command = [str(python_with(peer)), str(PEER_SCRIPT)]
    answer = json.loads(subprocess.run(command, input=request, check=True, stdout=subprocess.PIPE, text=True).stdout)
    median = statistics.median(answer["nanoseconds"]) / 1000
    return Timing(game_id, f"{peer} {answer['version']}", median, sum(answer["counts"]))


def measure(game_id: str, positions: int) -> list[Timing]:
    fens = middle_game(game_id, positions)
    ours = [measure_referee(game_id, fens), measure_kernel(game_id, fens)]
    return [*ours, *(measure_peer(peer, game_id, fens) for peer in VARIANTS[game_id])]


def show(timings: list[Timing]) -> None:
    ours = timings[0].median_microseconds
    for timing in timings:
        ratio = timing.median_microseconds / ours
        microseconds = f"{timing.median_microseconds:9.1f} µs"
        print(
            f"{timing.game:14} {timing.library:30} {microseconds}   {ratio:7.2f} × the referee   {timing.moves} moves"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=500, help="positions for each variant (default: 500)")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    measured = [measure(game_id, arguments.positions) for game_id in VARIANTS]
    if arguments.json:
        print(json.dumps([asdict(timing) for timings in measured for timing in timings]))
        return
    for timings in measured:
        show(timings)


if __name__ == "__main__":
    main()
