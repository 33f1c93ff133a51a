"""Trains the Banqi engine: `python -m damero.engines.banqi.train --games 4000 --out material.json`.

Nothing depends on time: the same command gives the same weights. New weights are worth keeping if they win a match.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random

from damero.engines.banqi.search import Searcher
from damero.engines.banqi.train.training import fit, play_itself
from damero.engines.data_file import write_data_file

MODULE = "python -m damero.engines.banqi.train"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=1200, help="for each move")
    parser.add_argument("--passes", type=int, default=10, help="over all samples")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    plan = parser.parse_args(arguments)
    command = f"{MODULE} --games {plan.games} --nodes {plan.nodes} --passes {plan.passes} --seed {plan.seed}"
    random, searcher = Random(plan.seed), Searcher()
    samples = [sample for _ in range(plan.games) for sample in play_itself(searcher, plan.nodes, random)]
    write_data_file(plan.out, fit(samples, plan.passes, plan.seed).network(command))
    print(f"{plan.games} games, {len(samples)} samples: {plan.out}")


if __name__ == "__main__":
    main()
