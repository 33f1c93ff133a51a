"""Learn from games which traits of an army win.

    python -m damero.engines.stratego.muster play --game barrage --games 4000 --seed 1 > barrage.txt
    python -m damero.engines.stratego.muster play --games 6000 --seed 1 --armies armies.txt > stratego.txt
    python -m damero.engines.stratego.muster fit barrage.txt stratego.txt
    python -m damero.engines.stratego.muster places --game barrage --games 1500 --seed 1

Needs the packages of `damero[train]`. The first two play games of the engine against itself in the `arena`, half of the
armies by lot, half as is usual but for whims, without what was learnt before: a table never feeds on itself. With a
file of armies, a line each as for `kinds`, three of four come from there. The third puts what these games teach into
`likings.json`. The last sets up so many armies and writes to `own.json` where their ranks stand.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import numpy as np

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.rules import Rules
from damero.domain.stratego.setup import fill, write_army
from damero.engines.stratego.arena import Arena
from damero.engines.stratego.kinds import checked_armies
from damero.engines.stratego.merits import army_traits, draft_of, lesson
from damero.engines.stratego.places import read_table
from damero.engines.stratego.setup import Style, army, styled_army
from damero.engines.stratego.tune import laid_out
from damero.engines.stratego.values import weights_of

NODES = 350
FROM_FILE = 0.75
"""How many armies come from a file, if there is one."""
PULL = 200.0
"""How strongly weights are drawn to zero, in games; measured by trying them on games left out."""
STEPS = 30
WHIM = 0.8
"""How strong whims are: two in five make a trait more than twice as likely, or less than half as likely."""
CLOSED = 4.0
"""How much bombs may like the flag at most."""
MEANING = (
    "What traits of an army (see merits.py) add to the logarithm of the odds to win, for armies of so many pieces. "
    "Written by python -m damero.engines.stratego.muster."
)
MEANING_OF_PLACES = (
    "How many of the engine's own armies, and of their mirror images, have each rank on each square; row 0 is the "
    "owner's back row."
)

Vector: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Played:
    """The armies of a game, and the first one's share of the point."""

    game_id: str
    first: str
    second: str
    share: float

    def __str__(self) -> str:
        return f"{self.game_id} {self.first} {self.second} {self.share}"


def read_played(line: str) -> Played:
    game_id, first, second, share = line.split()
    return Played(game_id, first, second, float(share))


def play(arena: Arena, rules: StrategoGame, random: Random, armies: Sequence[str] = ()) -> Played:
    """A game between armies to learn from."""
    first, second = (_any_army(rules, random, armies) for _ in range(2))
    weights = weights_of(rules.rules)
    halves = arena.play(laid_out(rules, first, second), (weights, weights), NODES)
    return Played(rules.info.id, first, second, halves / 2)


def _any_army(rules: StrategoGame, random: Random, armies: Sequence[str]) -> str:
    if not armies or random.random() >= FROM_FILE:
        return army_to_learn_from(rules.rules, random)
    army = random.choice(armies)
    return rules.mirror_army(army) if random.random() < 0.5 else army


def army_to_learn_from(rules: Rules, random: Random) -> str:
    """By lot; or as is usual but for whims, so that games can tell which whims are good."""
    by_lot = army_by_lot(rules, random)
    if random.random() < 0.5:
        return by_lot
    keenness = lesson(rules).keenness
    whims = {trait: random.gauss(0.0, WHIM) / keenness for trait in sorted(army_traits(rules, draft_of(rules, by_lot)))}
    closed = dict.fromkeys(("bomb before the flag", "bomb beside the flag"), random.uniform(0.0, CLOSED) / keenness)
    return styled_army(rules, Style("trial", wishes=whims | closed), random, learnt={})


def army_by_lot(rules: Rules, random: Random) -> str:
    nothing = write_army([None] * rules.zone_rows * SIZE)
    return fill(rules, nothing, lambda squares: random.sample(squares, len(squares)))


def learn(rules: Rules, played: Sequence[Played]) -> dict[str, float]:
    """What each trait adds to the logarithm of the odds to win (logistic regression)."""
    traits = [[army_traits(rules, draft_of(rules, text)) for text in (one.first, one.second)] for one in played]
    names = sorted({name for pair in traits for army in pair for name in army})
    more = np.array([[ours.get(name, 0.0) - theirs.get(name, 0.0) for name in names] for ours, theirs in traits])
    scale = more.std(axis=0) + 1e-9
    first_move = np.ones((len(played), 1))
    weights = _regression(np.hstack([more / scale, first_move]), np.array([one.share for one in played]))
    return {name: round(float(weights[number] / scale[number]), 2) for number, name in enumerate(names)}


def _regression(more: Vector, share: Vector) -> Vector:
    """The weights that make the results most likely (Newton's method), drawn to zero."""
    weights = np.zeros(more.shape[1])
    pull = PULL * np.eye(len(weights))
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-more @ weights))
        slope = more.T @ (chances - share) + pull @ weights
        bend = (more * (chances * (1 - chances))[:, None]).T @ more + pull
        weights -= np.linalg.solve(bend, slope)
    return weights


def write(played: Sequence[Played]) -> None:
    """Put the tables of these games in the place of those for armies of the same size."""
    tables = {table["pieces"]: table for table in read_table("likings.json")["armies"]}
    for rules in _games(played):
        tables[rules.rules.army_size] = _table(rules, [one for one in played if one.game_id == rules.info.id])
    rows = ",\n".join(_told(tables[pieces]) for pieces in sorted(tables))
    text = f'{{\n "meaning": {json.dumps(MEANING)},\n "armies": [\n{rows}\n ]\n}}\n'
    Path(__file__).with_name("likings.json").write_text(text, encoding="utf-8")


def _games(played: Iterable[Played]) -> Iterator[StrategoGame]:
    for game_id in sorted({one.game_id for one in played}):
        yield _game(game_id)


def _game(game_id: str) -> StrategoGame:
    rules = game(game_id)
    if not isinstance(rules, StrategoGame):
        raise TypeError(f"{game_id} is no Stratego")
    return rules


def _table(rules: StrategoGame, played: Sequence[Played]) -> dict[str, Any]:
    """What these games teach, in place of what was learnt before; how keenly it is followed stays."""
    taught = {"pieces": rules.rules.army_size, "games": len(played), "likings": learn(rules.rules, played)}
    return asdict(lesson(rules.rules)) | taught


def _told(table: dict[str, Any]) -> str:
    head = ", ".join(f'"{name}": {value}' for name, value in table.items() if name != "likings")
    rows = ",\n".join(f"    {json.dumps(name)}: {liking}" for name, liking in table["likings"].items())
    return f'  {{{head}, "likings": {{\n{rows}\n  }}}}'


def write_places(rules: StrategoGame, number: int, seed: int) -> None:
    """Where the ranks of the engine's own armies stand, each army with its mirror image."""
    counts = own_places(rules, number, Random(seed))
    command = f"python -m damero.engines.stratego.muster places --game {rules.info.id} --games {number} --seed {seed}"
    rows = ",\n".join(
        f"  {json.dumps(rank)}: [\n" + ",\n".join(f"   {json.dumps(row)}" for row in places) + "\n  ]"
        for rank, places in counts.items()
    )
    text = f'{{\n "source": {json.dumps(command)},\n "meaning": {json.dumps(MEANING_OF_PLACES)},\n'
    Path(__file__).with_name("own.json").write_text(f'{text} "counts": {{\n{rows}\n }}\n}}\n', encoding="utf-8")


def own_places(rules: StrategoGame, number: int, random: Random) -> dict[str, list[list[int]]]:
    counts = {rank.name.lower(): [[0] * SIZE for _ in range(rules.rules.zone_rows)] for rank, _ in rules.rules.army}
    for _ in range(number):
        for square, rank in draft_of(rules.rules, army(rules, rules.info.seats[0], random)).items():
            row, column = divmod(square, SIZE)
            counts[rank.name.lower()][row][column] += 1
            counts[rank.name.lower()][row][SIZE - 1 - column] += 1
    return counts


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["play", "fit", "places"])
    parser.add_argument("files", nargs="*", help="games to fit to")
    parser.add_argument("--game", default="stratego")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--armies", type=Path, help="a file of armies to play with")
    options = parser.parse_args(arguments)
    try:
        _take(options)
    except (OSError, TypeError, ValueError, DameroError) as error:
        parser.error(str(error))


def _take(options: argparse.Namespace) -> None:
    """One of the three steps."""
    if options.step == "fit":
        write([read_played(line) for name in options.files for line in Path(name).read_text("utf-8").splitlines()])
        return
    rules, random = _game(options.game), Random(options.seed)
    if options.step == "places":
        write_places(rules, options.games, options.seed)
        return
    armies = checked_armies(rules, options.armies.read_text("utf-8").splitlines()) if options.armies else []
    arena = Arena(rules.rules, random)
    for _ in range(options.games):
        print(play(arena, rules, random, armies), flush=True)


if __name__ == "__main__":
    main()
