"""Sort armies of people into kinds, to know from a few pieces what the others may be.

    python -m damero.engines.stratego.kinds armies.txt --kinds 128 --seed 1

Needs the packages of `damero[train]`. Each line of the file is an army as Damero writes it, front row first; rows may
be joined. Who has a bomb here has the flag there: one table of where ranks stand does not know that, a table for each
kind of army does. Kinds are found by expectation and maximisation: every army belongs to each kind, or to its mirror
image, as much as the kind's table makes it likely, and tables are made of the armies that belong to them. Writes
`people.json`, which has counts alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.notation import RANKS
from damero.domain.stratego.rules import Rank
from damero.engines.stratego.places import COMMON

ROUNDS = 60
TINY = 1e-9
MEANING = (
    "Kinds of armies: how many there are of each, and how many of them have each rank on each square; row 0 is the "
    "owner's back row. A mirror image belongs to the same kind. Written by python -m damero.engines.stratego.kinds."
)

Table: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Armies: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
"""By army, then by square from the back row on: the rank."""


@dataclass(frozen=True, slots=True)
class Kind:
    armies: float
    counts: Table
    """By square, then by rank."""


def read_armies(rules: StrategoGame, lines: Iterable[str]) -> Armies:
    texts = checked_armies(rules, lines)
    return np.array([[RANKS[letter] for row in reversed(text.split("/")) for letter in row] for text in texts])


def checked_armies(rules: StrategoGame, lines: Iterable[str]) -> list[str]:
    """The armies of a file, their rows apart; a line that is none is told by its number."""
    armies = []
    for number, line in enumerate(lines, 1):
        letters = line.strip().replace("/", "")
        army = "/".join(letters[first : first + SIZE] for first in range(0, len(letters), SIZE))
        try:
            rules.check_army(rules.info.seats[0], army)
        except DameroError as error:
            raise ValueError(f"line {number} is no army: {error}") from error
        armies.append(army)
    if not armies:
        raise ValueError("there is no army in it")
    return armies


def sorted_out(armies: Armies, number: int, seed: int) -> list[Kind]:
    """So many kinds of armies, the most common first."""
    if not 1 <= number <= len(armies):
        raise ValueError(f"{len(armies)} armies cannot be of {number} kinds")
    shown = _shown(np.concatenate([armies, mirrored(armies)]))
    common = shown.mean(axis=0)
    first = np.random.default_rng(seed).choice(len(armies), number, replace=False)
    likely, shares = (common + shown[first]) / 2, np.full(number, 1 / number)
    for _ in range(ROUNDS):
        belongs = _belonging(shown, likely, shares)
        counts, sizes = belongs.T @ shown, belongs.sum(axis=0)
        shares = (sizes + 1) / (sizes + 1).sum()
        likely = (counts + COMMON * common) / (sizes + COMMON)[:, None]
    squares = armies.shape[1]
    kinds = [Kind(float(size), table.reshape(squares, -1)) for size, table in zip(sizes, counts, strict=True)]
    return sorted(kinds, key=lambda kind: -kind.armies)


def mirrored(armies: Armies) -> Armies:
    rows = armies.reshape(len(armies), -1, SIZE)
    return rows[:, :, ::-1].reshape(armies.shape)


def _shown(armies: Armies) -> Table:
    """A one for each rank on its square."""
    shown: Table = np.eye(len(Rank))[armies].reshape(len(armies), -1)
    return shown


def _belonging(shown: Table, likely: Table, shares: Table) -> Table:
    """How much each army as it stands, and each mirror image, belongs to each kind; an army and its image make one."""
    logs = shown @ np.log(likely + TINY).T + np.log(shares)
    both = np.concatenate(np.split(logs, 2), axis=1)
    chances = np.exp(both - both.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return np.concatenate(np.split(chances, 2, axis=1))


def write(kinds: Sequence[Kind], source: str, path: Path) -> None:
    rows = ",\n".join(f"  {json.dumps(_told(kind), separators=(',', ':'))}" for kind in kinds)
    head = f' "source": {json.dumps(source)},\n "meaning": {json.dumps(MEANING)}'
    path.write_text(f'{{\n{head},\n "kinds": [\n{rows}\n ]\n}}\n', encoding="utf-8")


def _told(kind: Kind) -> dict[str, object]:
    tables = {rank.name.lower(): np.rint(kind.counts[:, rank]).astype(int).reshape(-1, SIZE) for rank in Rank}
    return {"armies": round(kind.armies), "counts": {name: table.tolist() for name, table in tables.items()}}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("armies", type=Path)
    parser.add_argument("--game", default="stratego")
    parser.add_argument("--kinds", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--source", default="", help="a sentence that tells where the armies come from")
    parser.add_argument("--to", type=Path, default=Path(__file__).with_name("people.json"))
    options = parser.parse_args(arguments)
    try:
        rules = game(options.game)
        if not isinstance(rules, StrategoGame):
            raise TypeError(f"{options.game} is no Stratego")
        armies = read_armies(rules, options.armies.read_text(encoding="utf-8").splitlines())
        write(sorted_out(armies, options.kinds, options.seed), options.source, options.to)
    except (OSError, TypeError, ValueError, DameroError) as error:
        parser.error(f"{options.armies}: {error}")


if __name__ == "__main__":
    main()
