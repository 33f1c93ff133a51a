"""Learn from games which traits of an army win.

    python -m damero.engines.stratego.muster play --game barrage --games 4000 --seed 1 > barrage.txt
    python -m damero.engines.stratego.muster play --game stratego --games 500 --seed 1 > stratego.txt
    python -m damero.engines.stratego.muster fit barrage.txt stratego.txt
    python -m damero.engines.stratego.muster places --game barrage --games 1500 --seed 1

Needs the packages of `damero[train]`. The first two play games of the engine against itself, half of the armies by lot,
half as is usual but for whims, without what was learnt before: a table never feeds on itself. Half of the players
judge by counting alone: what an army is worth should not hang on what the engine believes of usual places.
The third writes `likings.json`. The last sets up so many armies and writes to `own.json` where their ranks stand.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np

from damero.domain.catalogue import game
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.rules import Rules
from damero.domain.stratego.setup import fill, write_army
from damero.engines.player import Limits
from damero.engines.stratego.merits import army_traits, draft_of
from damero.engines.stratego.player import STRENGTHS, StrategoPlayer
from damero.engines.stratego.setup import Style, army, styled_army

SEARCH = replace(STRENGTHS[5], slips=0.0)
PLAYERS = (StrategoPlayer(SEARCH), StrategoPlayer(replace(SEARCH, judges_behaviour=False)))
PULL = 200.0
"""How strongly weights are drawn to zero, in games; measured by trying them on games left out."""
STEPS = 30
WHIM = 0.8
"""How strong whims are: two in five make a trait more than twice as likely, or less than half as likely."""
MEANING = (
    "What traits of an army (see merits.py) add to the logarithm of the odds to win, for armies of so many pieces; "
    "'usual' is how much the usual places of priors.json count. Written by python -m damero.engines.stratego.muster."
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


def play(rules: StrategoGame, random: Random) -> Played:
    """A game between armies to learn from."""
    armies = {seat: army_to_learn_from(rules.rules, random) for seat in rules.info.seats}
    players = {seat: random.choice(PLAYERS) for seat in rules.info.seats}
    state = rules.place(armies)
    while state.outcome is None:
        choice = players[state.side].choose(state.view(state.side), Limits(seed=random.getrandbits(30)))
        state = state.play(choice.move)
    first, second = rules.info.seats
    share = 0.5 if state.outcome.winner is None else float(state.outcome.winner == first)
    return Played(rules.info.id, armies[first], armies[second], share)


def army_to_learn_from(rules: Rules, random: Random) -> str:
    """By lot; or as is usual but for whims, so that games can tell which whims are good."""
    by_lot = army_by_lot(rules, random)
    if random.random() < 0.5:
        return by_lot
    whims = {trait: random.gauss(0.0, WHIM) for trait in sorted(army_traits(rules, draft_of(rules, by_lot)))}
    closed = dict.fromkeys(("bomb before the flag", "bomb beside the flag"), random.uniform(0.0, 4.0))
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
    tables = [_table(rules, [one for one in played if one.game_id == rules.info.id]) for rules in _games(played)]
    text = '{\n "meaning": ' + json.dumps(MEANING) + ',\n "armies": [\n' + ",\n".join(tables) + "\n ]\n}\n"
    Path(__file__).with_name("likings.json").write_text(text, encoding="utf-8")


def _games(played: Iterable[Played]) -> Iterator[StrategoGame]:
    for game_id in sorted({one.game_id for one in played}):
        yield _game(game_id)


def _game(game_id: str) -> StrategoGame:
    rules = game(game_id)
    assert isinstance(rules, StrategoGame)
    return rules


def _table(rules: StrategoGame, played: Sequence[Played]) -> str:
    size, squares = rules.rules.army_size, rules.rules.zone_rows * SIZE
    likings = learn(rules.rules, played)
    rows = ",\n".join(f"    {json.dumps(name)}: {liking}" for name, liking in likings.items())
    head = f'"pieces": {size}, "games": {len(played)}, "usual": {1.0 if size == squares else 0.0}'
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["play", "fit", "places"])
    parser.add_argument("files", nargs="*", help="games to fit to")
    parser.add_argument("--game", default="stratego")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.step == "play":
        for number in range(options.games):
            print(play(_game(options.game), Random(f"{options.seed} {number}")), flush=True)
        return
    if options.step == "places":
        write_places(_game(options.game), options.games, options.seed)
        return
    write([read_played(line) for name in options.files for line in Path(name).read_text("utf-8").splitlines()])


if __name__ == "__main__":
    main()
