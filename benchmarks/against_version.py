"""Plays an engine against that of another checkout, for example the one before a change.

    git worktree add ../before COMMIT    (and build its compiled modules)
    python benchmarks/against_version.py banqi ../before level=8,nodes=4000 --games 60
    python benchmarks/against_version.py barrage ../before 8 --other level=8,seconds=0.02

Games come in pairs: the same deal or the same two armies, the seats exchanged. The other engine runs in a process of
its own, and only one of the two thinks at a time. It follows the game move by move and chooses from its own view.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

from external_program import ExternalProgram

from damero.domain.catalogue import game
from damero.domain.game import Position, Seat
from damero.domain.stratego import StrategoGame
from damero.engines.engine_spec import configured_engine
from damero.engines.registry import place_army
from damero.engines.tournament import GamePair, Score


def start_of(game_id: str, seed: int, armies: Mapping[Seat, str]) -> Position:
    rules, random = game(game_id), Random(seed)
    if isinstance(rules, StrategoGame):
        return rules.place(armies)
    return rules.initial(lambda items: random.sample(items, len(items)))


class ThisVersion:
    """The engine of this checkout, or of the one that serves."""

    def __init__(self, game_id: str, spec: str) -> None:
        self._game_id = game_id
        self._engine = configured_engine(game_id, spec)

    def begin(self, seed: int, armies: Mapping[Seat, str]) -> None:
        self._position = start_of(self._game_id, seed, armies)

    def play(self, move: str) -> None:
        self._position = self._position.play(move)

    def choose(self, seed: int) -> str:
        assert self._position.to_move is not None
        return self._engine.choose(self._position.view(self._position.to_move), seed).move


class OtherVersion:
    """The engine of another checkout, asked line by line."""

    def __init__(self, checkout: Path, game_id: str, spec: str) -> None:
        environment = ["env", f"PYTHONPATH={checkout.resolve() / 'src'}"]
        self._program = ExternalProgram([*environment, sys.executable, __file__, "serve", game_id, spec])

    def begin(self, seed: int, armies: Mapping[Seat, str]) -> None:
        self._send("begin", seed, armies)

    def play(self, move: str) -> None:
        self._send("play", move)

    def choose(self, seed: int) -> str:
        self._send("choose", seed)
        return self._program.receive().strip()

    def close(self) -> None:
        self._program.close()

    def _send(self, *request: object) -> None:
        self._program.send(json.dumps(request))


def serve(game_id: str, spec: str) -> None:
    """Answer the requests of `OtherVersion`."""
    player = ThisVersion(game_id, spec)
    for line in sys.stdin:
        name, *values = json.loads(line)
        answer = getattr(player, name)(*values)
        if answer is not None:
            print(answer, flush=True)


def play_pair(game_id: str, this: ThisVersion, other: OtherVersion, seed: int) -> GamePair:
    random, rules = Random(seed), game(game_id)
    has_armies = isinstance(rules, StrategoGame)
    armies = {seat: place_army(rules, seat, random) for seat in rules.info.seats} if has_armies else {}
    halves = [play_game(game_id, this, other, seat, seed, armies) for seat in rules.info.seats]
    return GamePair((halves[0], halves[1]), 0)


def play_game(
    game_id: str, this: ThisVersion, other: OtherVersion, seat: Seat, seed: int, armies: Mapping[Seat, str]
) -> int:
    """The half points of this version, which has this seat."""
    position, random = start_of(game_id, seed, armies), Random(f"{seed} {seat}")
    for player in (this, other):
        player.begin(seed, armies)
    while position.to_move is not None:
        mover = this if position.to_move == seat else other
        move = mover.choose(random.getrandbits(30))
        position = position.play(move)
        for player in (this, other):
            player.play(move)
    winner = position.outcome.winner if position.outcome else None
    return 1 if winner is None else 2 if winner == seat else 0


def report(score: Score) -> None:
    wins, draws, losses = score.wins_draws_losses
    print(
        f"{score.games} games: {wins} won, {draws} drawn, {losses} lost = {100 * score.share:.1f} % "
        f"± {100 * score.error:.1f}",
        flush=True,
    )


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        serve(*sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("checkout", type=Path, help="the folder of the other version")
    parser.add_argument("spec", help="a level or limits, as for `damero match`")
    parser.add_argument("--other", help="the other version's, if they differ")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    this = ThisVersion(options.game, options.spec)
    other = OtherVersion(options.checkout, options.game, options.other or options.spec)
    score = Score()
    try:
        for number in range(options.games // 2):
            score = score.with_pair(play_pair(options.game, this, other, options.seed + number))
            if number % 10 == 9 or number == options.games // 2 - 1:
                report(score)
    finally:
        other.close()


if __name__ == "__main__":
    main()
