"""How deep the Banqi search looks and how many nodes a second it does, by phase of the game.

    python benchmarks/banqi_search.py --nodes 1000000 --games 4

The positions are those of games that level 5 plays against itself, every twelfth ply: the same seed gives the same
positions, whatever the machine. The seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median

from damero.domain.banqi.board import FACE_DOWN
from damero.domain.banqi.view import View
from damero.domain.catalogue import game
from damero.domain.game import Item
from damero.engines.banqi.player import Strength, player_of, search
from damero.engines.banqi.search import Searcher
from damero.engines.engine import Limits

EVERY = 12
DECIDED = 15_000
PHASES = ((20, "20 or more face down"), (8, "8 to 19 face down"), (1, "1 to 7 face down"), (0, "all face up"))
FEW = 8
"""Pieces all face up: the search of these leans on solved endings, and is not counted."""


def views(seed: int) -> Iterator[View]:
    """The views of a game, every twelfth ply, as long as there are many pieces."""
    lots = Random(seed)

    def shuffle(items: Sequence[Item], /) -> Sequence[Item]:
        return lots.sample(items, len(items))

    position, player = game("banqi").initial(shuffle), player_of(5)
    while position.to_move is not None:
        view = position.view(position.to_move)
        assert isinstance(view, View)
        if sum(cell is not None for cell in view.cells) <= FEW:
            return
        if position.plies and len(position.plies) % EVERY == 0:
            yield view
        position = position.play(player.choose(view, Limits(seed=lots.getrandbits(30))).move)


def phase(view: View) -> str:
    face_down = sum(cell is FACE_DOWN for cell in view.cells)
    return next(name for fewest, name in PHASES if face_down >= fewest)


def measure(view: View, nodes: int) -> tuple[int, int, float] | None:
    """Depth, nodes and seconds; nothing where the end is in sight."""
    started = time.process_time()
    ranked, depth, searched = search(Searcher(), view, Strength(Limits(nodes=nodes)))
    return None if abs(ranked[0][0]) > DECIDED else (depth, searched, time.process_time() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=1_000_000, help="for each position")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = defaultdict[str, list[tuple[int, int, float]]](list)
    for seed in range(options.seed, options.seed + options.games):
        for view in views(seed):
            measured = measure(view, options.nodes)
            found[phase(view)] += [measured] if measured else []
    for _, name in PHASES:
        depths, nodes, seconds = zip(*found[name], strict=True)
        rate = sum(nodes) / sum(seconds) / 1e6
        print(f"{name}: {len(depths)} positions, depth {median(depths):g}, {rate:.1f} M nodes/s")


if __name__ == "__main__":
    main()
