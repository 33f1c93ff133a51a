"""The endgame tables that a player can use now. Missing ones are built in the background: no move waits for them."""

from __future__ import annotations

import os
import subprocess
import time
from contextlib import suppress
from functools import lru_cache
from random import Random
from threading import Thread

from damero.domain.draughts import Move, Player, Position, Rules
from damero.engines.draughts.tablebase import background
from damero.engines.draughts.tablebase.build import Builder, CannotKeep
from damero.engines.draughts.tablebase.probe import Probe
from damero.engines.draughts.tablebase.slice_file import DamagedTablebase, most_pieces, pieces_in
from damero.engines.draughts.tablebase.tables import (
    ALWAYS_THERE,
    Result,
    Tablebase,
    Verdict,
    covers,
    folder_of,
    tablebase,
)
from damero.engines.engine import Choice

NEAR = 10
"""With this many pieces left, tables are built if there are none."""
PIECES_VARIABLE = "DAMERO_TABLEBASE_PIECES"
MOST_IN_BACKGROUND = 6
"""Seven pieces need hours and tens of gigabytes: they are built only by who asks for them."""
"""The environment variable that limits how many pieces the tables built in the background have; 0 for none."""
DEFAULT_PIECES = 5
RECHECK_SECONDS = 10.0
"""How often to look whether there are more tables on disk."""
SCORES = {Result.WIN: 20_000, Result.DRAW: 0, Result.LOSS: -20_000}

_open: dict[Rules, Tablebase] = {}
_looked: dict[Rules, float] = {}
_builders: dict[Rules, subprocess.Popen[bytes]] = {}


def table_of(position: Position, *, may_wait: bool) -> Tablebase | None:
    """The tables of a position's variant, if there are any; with `may_wait`, small ones are built first."""
    rules, left = position.rules, _pieces(position)
    if not covers(rules):
        return None
    _open_new_tables(rules)
    if rules not in _open and left <= ALWAYS_THERE and may_wait:
        with suppress(CannotKeep):
            _open[rules] = tablebase(rules)
    elif rules not in _open and left <= NEAR:
        _build_in_thread(rules)
    return _open.get(rules)


def _pieces(position: Position) -> int:
    return sum(position.board.force(player).pieces for player in Player)


def _open_new_tables(rules: Rules) -> None:
    """Open the tables on disk, again if there are more than before."""
    now = time.monotonic()
    if rules in _open and now - _looked[rules] < RECHECK_SECONDS:
        return
    _looked[rules] = now
    known = _open[rules].pieces if rules in _open else ALWAYS_THERE - 1
    if pieces_in(folder_of(rules)) > known:
        with suppress(DamagedTablebase, OSError):
            _open[rules] = Tablebase(rules, folder_of(rules))


@lru_cache
def _build_in_thread(rules: Rules) -> None:
    Thread(target=_build, args=(rules,), daemon=True).start()


def _build(rules: Rules) -> None:
    # The process may end meanwhile and close the pool; finished tables are kept.
    with suppress(RuntimeError, CannotKeep):
        Builder(rules, folder_of(rules)).build(ALWAYS_THERE)


def build_in_background(rules: Rules) -> None:
    """Start a process of the lowest priority that builds what is missing: one at a time, and once for each variant."""
    pieces = background_pieces(rules)
    if rules in _builders or not covers(rules) or pieces_in(folder_of(rules)) >= pieces:
        return
    if not any(map(_is_building, _builders.values())):
        _builders[rules] = background.start_build(rules, pieces)


def _is_building(builder: subprocess.Popen[bytes]) -> bool:
    if builder.poll() is None:
        return True
    if builder.stdin is not None:
        builder.stdin.close()
    return False


def background_pieces(rules: Rules) -> int:
    """How many pieces the tables built in the background have at most; 0 for none."""
    asked = os.environ.get(PIECES_VARIABLE, "")
    wanted = int(asked) if asked.isascii() and asked.isdigit() else DEFAULT_PIECES
    return min(wanted, MOST_IN_BACKGROUND, most_pieces(rules))


def oracle_of(position: Position) -> Probe | None:
    """What a search may look up in the tables."""
    table = table_of(position, may_wait=False)
    return table.for_search() if table else None


def perfect_choice(position: Position, seed: int, *, may_wait: bool) -> Choice | None:
    """One of the best moves, where the tables know the position."""
    table = table_of(position, may_wait=may_wait)
    ranked = table.ranked(position) if table else []
    if table is None or not ranked:
        return None
    best = ranked[0][1]
    moves = [move for move, verdict in ranked if verdict.result is best.result and verdict.plies == best.plies]
    if best.result is Result.DRAW:
        moves = _most_promising(table, position, [move for move, verdict in ranked if verdict.result is Result.DRAW])
    move = str(Random(seed).choice(moves))
    return Choice(move, score_of(best), best.plies, len(ranked), (move,))


def score_of(verdict: Verdict) -> int:
    """A certain result as a score: quicker wins and slower losses are better."""
    score = SCORES[verdict.result]
    return score - verdict.plies if score > 0 else score + verdict.plies if score < 0 else 0


def _most_promising(table: Tablebase, position: Position, moves: list[Move]) -> list[Move]:
    """Of moves that all draw, those that keep most pieces and leave the opponent most replies that lose."""
    promises = [_promise(table, position.play(move), position.turn) for move in moves]
    return [move for move, promise in zip(moves, promises, strict=True) if promise == max(promises)]


def _promise(table: Tablebase, position: Position, player: Player) -> tuple[int, float]:
    replies = table.ranked(position)
    if not replies:
        return _balance(position, player), 0.0
    errors = sum(verdict.result is Result.LOSS for _, verdict in replies)
    changing = [move for move, _ in replies if move.is_capture or move.promotes]
    quiet = [_balance(position, player)] if len(changing) < len(replies) else []
    return min([*quiet, *(_balance(position.play(move), player) for move in changing)]), errors / len(replies)


def _balance(position: Position, player: Player) -> int:
    """A king counts for three men."""
    own, enemy = position.board.force(player), position.board.force(player.opponent)
    return own.men - enemy.men + 3 * (own.kings - enemy.kings)
