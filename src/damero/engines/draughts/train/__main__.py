"""Trains an evaluation by self-play: `python -m damero.engines.draughts.train GAME --out FOLDER`.

Each round plays games with the best weights so far, fits new weights to all games, and keeps them only if they win a
paired match against the old ones. Every round is saved: the same command continues where the last one ended. Nothing
depends on time, so that the same command gives the same weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_cache_path

from damero.domain.draughts.variants import VARIANTS
from damero.engines.draughts.train.training import Plan, publish, show, train
from damero.places import LOCAL

PROGRAM = "python -m damero.engines.draughts.train"


def read_arguments(arguments: Sequence[str]) -> Plan:
    parser = argparse.ArgumentParser(prog=PROGRAM, description=__doc__)
    parser.add_argument("game", choices=[rules.id for rules in VARIANTS], metavar="GAME")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=8000, help="of self-play, in each round")
    parser.add_argument("--nodes", type=int, default=2000, help="a move")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--on", default=LOCAL, help="where games are played: local, ray or ray://HOST:PORT")
    parser.add_argument("--pairs", type=int, default=400, help="of games in the match that each round must win")
    parser.add_argument(
        "--timed-pairs", type=int, default=200, help="of games against hand-made weights at equal time, at last"
    )
    parser.add_argument("--seconds", type=float, default=0.02, help="a move at equal time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where rounds are kept; by default in the cache folder")
    parser.add_argument("--out", type=Path, required=True, help="the folder where the weights are written")
    parser.add_argument("--start", type=Path, metavar="FILE", help="weights to begin with; by default hand-made ones")
    given = vars(parser.parse_args(arguments))
    chosen = given.pop("game")
    rules = next(rules for rules in VARIANTS if rules.id == chosen)
    folder = given.pop("folder") or user_cache_path("damero") / "training" / rules.id
    return Plan(rules=rules, folder=folder, **given)


def main(arguments: Sequence[str]) -> None:
    plan = read_arguments(arguments)
    weights = publish(plan, train(plan), " ".join([PROGRAM, *arguments]))
    show("\n".join(f"{limit}: {result}" for limit, result in weights.against_hand_made.items()), end="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
