"""The opening tables that come with Damero: one file for each game that has one."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path

from damero.application.ports import MoveCount
from damero.engines.data_file import DataFile, read_data_file

FOLDER = Path(__file__).parent / "data"
FIRST, SECOND, DRAW = range(3)
"""Results of games: the winner in the order of play."""


class OpeningTable(DataFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: str
    games: int
    positions: dict[str, str]
    """By the key of a position: each move with the wins of the first side, the draws and the wins of the second."""


def hex_of(key: int) -> str:
    return key.to_bytes(8, signed=True).hex()


def written(found: Counter[tuple[str, int]]) -> str:
    """The counts of a position, the most frequent move first: `22-18 12 3 5 22-17 4 0 1`."""
    totals = Counter[str]()
    for (move, _), count in found.items():
        totals[move] += count
    ordered = sorted(totals, key=lambda move: (-totals[move], move))
    return " ".join(f"{move} {found[move, FIRST]} {found[move, DRAW]} {found[move, SECOND]}" for move in ordered)


def path_of(game_id: str) -> Path:
    return FOLDER / f"{game_id}.json"


@lru_cache(maxsize=32)
def table_of(game_id: str) -> OpeningTable | None:
    path = path_of(game_id)
    return read_data_file(path, OpeningTable) if path.is_file() else None


class ShippedOpenings:
    """Implements the port `OpeningBook`."""

    def moves(self, game_id: str, position: int, /) -> tuple[MoveCount, ...]:
        table = table_of(game_id)
        words = [] if table is None else table.positions.get(hex_of(position), "").split()
        return tuple(
            MoveCount(words[at], *(int(word) for word in words[at + 1 : at + 4])) for at in range(0, len(words), 4)
        )
