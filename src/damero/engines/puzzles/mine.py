"""Collects puzzles batch by batch into a file. The same seed gives the same file, however many processes work."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.puzzle import Puzzle, Theme
from damero.domain.puzzle_file import PuzzleFile, write_file
from damero.engines.bulk import Bulk
from damero.engines.data_file import LICENCE
from damero.engines.puzzles.quota import QUOTAS, Collection
from damero.engines.puzzles.shipped import read_path
from damero.engines.registry import puzzle_maker

SEEDS_APART = 1_000_000
"""Batches that a seed can have before it meets those of the next seed."""
SAVED_EVERY = 5
"""Batches."""

ShowProgress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class MiningPlan:
    game_id: str
    count: int
    seed: int
    out: Path
    theme: Theme | None = None
    """Of all puzzles that are wanted."""

    @property
    def command(self) -> str:
        """How to make the same file again."""
        wanted = f"--count {self.count} --seed {self.seed}"
        return f"damero puzzles mine {self.game_id} {wanted}{f' --theme {self.theme}' if self.theme else ''}"


def mine(plan: MiningPlan, bulk: Bulk, show: ShowProgress) -> PuzzleFile:
    """Mines until there are enough puzzles. An unfinished file is continued."""
    file = _begun(plan)
    quotas = QUOTAS if plan.theme is None else ()
    kept = Collection(plan.count, file.puzzles, quotas)
    batches = enumerate(_batches(plan, bulk, file.batches), start=file.batches)
    while not kept.is_complete:
        number, found = next(batches)
        for puzzle in found:
            if plan.theme is None or plan.theme in puzzle.themes:
                kept.add(puzzle)
        show(len(kept.puzzles), plan.count, f"{number + 1} batches")
        file = replace(file, batches=number + 1, puzzles=tuple(kept.puzzles))
        if len(kept.puzzles) == plan.count or number % SAVED_EVERY == 0:
            _save(plan.out, file)
    return file


def _begun(plan: MiningPlan) -> PuzzleFile:
    if not plan.out.exists():
        return PuzzleFile(plan.game_id, game(plan.game_id).info.version, plan.command, LICENCE, 0, ())
    file = read_path(plan.out)
    if file.source != plan.command:
        raise DameroError("puzzles.other_source", code="OTHER_SOURCE", file=plan.out.name, source=file.source)
    return file


def _save(path: Path, file: PuzzleFile) -> None:
    """Replaces the file at once, so that an interrupted write loses nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".part")
    draft.write_text(write_file(file), encoding="utf-8")
    draft.replace(path)


def _batches(plan: MiningPlan, bulk: Bulk, first: int) -> Iterable[list[Puzzle]]:
    """The batches in their order."""
    return bulk.map(partial(find_batch, plan.game_id, plan.seed, plan.theme), count(first))


def find_batch(game_id: str, seed: int, theme: Theme | None, number: int) -> list[Puzzle]:
    played = game(game_id)
    return list(puzzle_maker(played).find(played, SEEDS_APART * seed + number, theme))
