"""International draughts against a program that speaks the first version of Hub, as Scan 2.0 does.

    cc -shared -fPIC -O2 -o processor_clock.so benchmarks/processor_clock.c
    python benchmarks/draughts_contest.py --games 120 --ms 50 -- \\
        env -C SCAN LD_PRELOAD=$PWD/processor_clock.so ./scan hub

Both sides have the same processor time for a move, so that a busy machine favours neither: the program reads a clock
that counts its processor time, and the engine searches as many nodes as it has searched in that time so far. Neither
thinks while the other does. Games come in pairs, from a random fair opening with the colours exchanged, and end when
the endgame tables of four pieces know the result.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path

from external_program import ExternalProgram

from damero.domain.catalogue import game
from damero.domain.draughts import Player, Position
from damero.domain.draughts import View as DraughtsView
from damero.domain.game import View
from damero.engines.draughts.board import pieces_of
from damero.engines.draughts.hub import read_move, write_move, write_position
from damero.engines.draughts.player import Strength, new_search
from damero.engines.draughts.referee_moves import referee_line
from damero.engines.engine import Choice
from damero.engines.tournament import Pairing, Score, play_between

GAME = "international"
LIKELY_SPEED = 5e6
"""Nodes per second of processor time, before any is measured."""


def position_of(view: View) -> Position:
    assert isinstance(view, DraughtsView)
    return view.position


class Budgeted:
    """The engine on one thread, which keeps its transposition table from move to move."""

    def __init__(self, milliseconds: int, megabytes: int, weights: str) -> None:
        self._seconds, self._megabytes, self._weights = milliseconds / 1000, megabytes, weights
        self._search = new_search(game(GAME).initial().rules, Strength(weights=weights), None)
        self.moves, self.nodes, self.used = 0, 0, 0.0

    def choose(self, view: View, seed: int) -> Choice:
        position, began = position_of(view), time.thread_time()
        speed = self.nodes / self.used if self.used > 1 else LIKELY_SPEED
        found = self._search.think(
            pieces_of(position.board),
            black=position.turn is Player.BLACK,
            nodes=int(self._seconds * speed),
            seed=seed,
            past=[(pieces_of(board), player is Player.BLACK) for board, player in position.seen],
            quiet_plies=position.quiet_plies,
            ending_count=position.ending_count,
            table_megabytes=self._megabytes,
            remembers=True,
        )
        self.moves, self.nodes = self.moves + 1, self.nodes + found.nodes
        self.used += time.thread_time() - began
        return Choice(referee_line(position, found.line)[0], found.score, found.depth, found.nodes)

    def close(self) -> None:
        """There is nothing to close."""


class Program(ExternalProgram):
    def __init__(self, command: Sequence[str], milliseconds: int) -> None:
        super().__init__(command)
        self._milliseconds, self.moves = milliseconds, 0
        for line, answer in (("hub", "wait"), ("set book false", None), ("init", "ready")):
            self.send(line)
            if answer is not None:
                self._hear(answer)
        self._started = self._processor_seconds()

    @property
    def used(self) -> float:
        """Seconds of processor time since it was ready."""
        return self._processor_seconds() - self._started

    def choose(self, view: View, seed: int) -> Choice:  # noqa: ARG002 (a program has no seed)
        position = position_of(view)
        for line in (*_told(position), f"time {self._milliseconds}", "go"):
            self.send(line)
        self.moves += 1
        return Choice(str(read_move(position, self._hear("move")[1])))

    def _hear(self, wanted: str) -> list[str]:
        """The words of the next line that begins with this one."""
        while (words := self.receive().split())[:1] != [wanted]:
            if words[:1] == ["error"]:
                raise SystemExit(f"The program says: {' '.join(words)}")
        return words

    def _processor_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _told(position: Position) -> list[str]:
    """The position before the reversible moves, and these moves, so that the program knows of repetitions."""
    if not position.seen or len(position.plies) < len(position.seen):
        return [f"pos {_written(position)}"]
    board, turn = position.seen[0]
    at = Position(position.rules, board, turn)
    lines = [f"pos {_written(at)}"]
    for ply in position.plies[-len(position.seen) :]:
        move = at.read_move(ply.text)
        lines.append(f"move {write_move(move)}")
        at = at.play(move)
    return lines


def _written(position: Position) -> str:
    text = write_position(position)
    return text[0].lower() + text[1:]


def report(score: Score, engine: Budgeted, program: Program) -> None:
    wins, draws, losses = score.wins_draws_losses
    used = (1000 * player.used / max(1, player.moves) for player in (engine, program))
    print(
        f"{score.games} games: +{wins} ={draws} -{losses}, {100 * score.share:.1f} % ± {100 * score.error:.1f}; "
        "processor time a move: {:.1f} and {:.1f} ms".format(*used),
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="+", help="the program, after --")
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--ms", type=int, default=50, help="of processor time a move")
    parser.add_argument("--megabytes", type=int, default=64, help="of the engine's transposition table")
    parser.add_argument("--weights", default="trained", help="of the engine: trained, hand-made, or a file")
    parser.add_argument("--opening", type=int, default=8, help="random plies")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    engine = Budgeted(options.ms, options.megabytes, options.weights)
    program = Program(options.command, options.ms)
    pairing, score = Pairing(GAME, "engine", "program", options.opening), Score()
    try:
        for pair in range(options.games // 2):
            score = score.with_pair(play_between(pairing, engine, program, options.seed + pair))
            report(score, engine, program)
    finally:
        program.close()


if __name__ == "__main__":
    main()
