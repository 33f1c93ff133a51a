"""The Stratego engine against any program that uses the protocol of the University Computer Club's contest of 2012.

    python benchmarks/stratego_contest.py --games 100 --nodes 4000 --seed 1 -- ./peternlewis
    python benchmarks/stratego_contest.py --games 40 --seconds 0.5 --keep games.jsonl -- python2 -u celsius.py

The program is started for each game. It is told its colour and answers with its army; then it reads the last move and
the board, and answers with its move. The contest had no rule against repetition: where our referee refuses a move, a
random one is played instead, and such moves are counted. A program that gives up has lost; a game that it leaves in any
other way does not count. With `--keep` the games are added to a file, one JSON object a line.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

from external_program import ExternalProgram, ProgramFailed
from stratego_strength import level_player, report

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import Seat
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.notation import RANK_LETTERS, Step, write_step
from damero.domain.stratego.position import Position
from damero.domain.stratego.rules import Rank
from damero.engines.engine import Limits
from damero.engines.stratego.kernel import fight_result
from damero.engines.stratego.setup import army

SIGNS = dict(zip(sorted(Rank, reverse=True), "B123456789sF", strict=True))
"""The contest's letters for ranks, the bomb first."""
WORDS = {1: "KILLS", 0: "BOTHDIE", -1: "DIES"}
STEPS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}
"""In the contest Red starts at the top and rows count from there."""
MOVE = re.compile(r"(\d) (\d) (UP|DOWN|LEFT|RIGHT)(?: (\d))?")
GIVE_UP, RESIGNS = ("SURRENDER", "NO_MOVE"), "resigns"


class Program(ExternalProgram):
    """A program that plays one seat in one game."""

    def __init__(self, command: Sequence[str], seat: Seat) -> None:
        super().__init__(command)
        self.seat = seat

    def army(self) -> str:
        self.send(f"{self.seat.upper()} opponent {SIZE} {SIZE}")
        return self._read_army([self.receive() for _ in range(4)])

    def choose(self, state: Position) -> str | None:
        """Its move, `RESIGNS`, or None if its move is not legal here."""
        self.send(outcome_of(state.plies[-1].step) if state.plies else "START")
        for row in reversed(range(SIZE)):
            self.send("".join(self._sign(state, row, column) for column in range(SIZE)))
        answer = self.receive()
        if answer in GIVE_UP:
            return RESIGNS
        parsed = MOVE.fullmatch(answer)
        if parsed is None:
            raise ProgramFailed(f"it answered {answer[:40]!r}")
        across, down, direction, far = parsed.groups()
        moves = {(move.origin.cell, move.target.cell): str(move) for move in state.legal_moves()}
        return moves.get(_squares(int(across), int(down), direction, int(far or 1)))

    def tell(self, state: Position) -> None:
        self.send(outcome_of(state.plies[-1].step))

    def _read_army(self, rows: list[str]) -> str:
        """An army's text lists rows from the front, as the owner sees them."""
        letters = {sign: RANK_LETTERS[rank] for rank, sign in SIGNS.items()}
        if any(sign not in letters for row in rows for sign in row):
            raise ProgramFailed(f"{rows} is not an army")
        seen = rows[::-1] if self.seat == "red" else [row[::-1] for row in rows]
        return "/".join("".join(letters[sign] for sign in row) for row in seen)

    def _sign(self, state: Position, row: int, column: int) -> str:
        piece = state.board.cells[row * SIZE + column]
        if piece is None:
            return "+" if (row, column) in state.rules.lakes else "."
        return SIGNS[piece.rank] if piece.side == self.seat else "#"


def _squares(across: int, down: int, direction: str, far: int) -> tuple[int, int]:
    """The squares of a move in the contest's coordinates."""
    lower, right = STEPS[direction]
    origin = (SIZE - 1 - down) * SIZE + across
    return origin, origin + far * (right - lower * SIZE)


def outcome_of(step: Step) -> str:
    """A move and its outcome in the contest's words."""
    (row, column), (to_row, to_column) = divmod(step.origin, SIZE), divmod(step.target, SIZE)
    far = abs(to_row - row) + abs(to_column - column)
    step_direction = ((row - to_row) // far, (to_column - column) // far)
    direction = next(name for name, one in STEPS.items() if one == step_direction)
    move = f"{column} {SIZE - 1 - row} {direction}" + (f" {far}" if far > 1 else "")
    if step.fight is None:
        return f"{move} OK"
    return f"{move} {WORDS[fight_result(*step.fight)]} {SIGNS[step.fight[0]]} {SIGNS[step.fight[1]]}"


def play(
    rules: StrategoGame, command: Sequence[str], seat: Seat, limits: Limits, random: Random
) -> tuple[Position, Seat | None, int, dict[Seat, str]]:
    """A game with the engine in a seat: its final state, the winner, how many moves were replaced, and the armies."""
    program = Program(command, next(other for other in rules.info.seats if other != seat))
    engine, replaced = level_player(8, limits), 0
    try:
        armies = {seat: army(rules, seat, random), program.seat: program.army()}
        state = rules.place(armies)
        while state.outcome is None:
            if state.side == seat:
                state = state.play(engine(state, random))
                continue
            move = program.choose(state)
            if move == RESIGNS:
                return state, seat, replaced, armies
            replaced += move is None
            state = state.play(move or str(random.choice(state.legal_moves())))
            if state.outcome is None:
                program.tell(state)
        return state, state.outcome.winner, replaced, armies
    finally:
        program.close()


def keep(path: Path, seat: Seat, armies: dict[Seat, str], state: Position) -> None:
    """Add a game to a file from which `train.fit_behaviour` can learn how the program in this seat behaves."""
    moves = [write_step(ply.step._replace(fight=None)) for ply in state.plies]
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"seat": seat, "armies": armies, "moves": moves}) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="stratego-federation")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="add the games to a file")
    parser.add_argument("command", nargs="+", help="how to start the program")
    options = parser.parse_args()
    rules, random = game(options.game), Random(options.seed)
    assert isinstance(rules, StrategoGame)
    points, plies, replaced = [], 0, 0
    for number in range(options.games):
        seat = rules.info.seats[number % 2]
        try:
            end, winner, more, armies = play(
                rules, options.command, seat, Limits(nodes=options.nodes, seconds=options.seconds), random
            )
        except (ProgramFailed, DameroError) as why:
            print(f"game {number + 1} does not count: {why}", flush=True)
            continue
        if options.keep:
            keep(options.keep, rules.info.seats[1 - number % 2], armies, end)
        points.append(0.5 if winner is None else float(winner == seat))
        plies, replaced = plies + end.turn_number, replaced + more
        print(f"game {number + 1}: {points[-1]}", flush=True)
    if points:
        report(points, plies)
        print(f"{replaced} moves of the program were not legal here")


if __name__ == "__main__":
    main()
