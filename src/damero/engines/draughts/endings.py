"""The endgame tables that are at hand for a player. Missing ones are built aside: no move waits for them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress
from functools import lru_cache
from random import Random
from threading import Thread

from damero.domain.draughts import Move, Player, Position, Rules
from damero.domain.draughts.variants import VARIANTS
from damero.engines.draughts.probe import Probe
from damero.engines.draughts.tablebase import ALWAYS_THERE, Result, Tablebase, covers, folder_of, tablebase
from damero.engines.draughts.tablebase_build import Builder, CannotKeep
from damero.engines.draughts.tablebase_file import MOST, DamagedTablebase, pieces_in
from damero.engines.engine import Choice

NEAR = 10
"""With so many pieces left it is time to make the tables."""
UNASKED = "DAMERO_TABLEBASE_PIECES"
"""The environment variable that says up to how many pieces a server builds tables by itself."""
USUAL = 5
NOW_AND_THEN = 10.0
"""Seconds after which it is worth looking whether the tables on disk have grown."""
SCORES = {Result.WIN: 20_000, Result.DRAW: 0, Result.LOSS: -20_000}

_open: dict[Rules, Tablebase] = {}
_looked: dict[Rules, float] = {}
_builders: dict[Rules, subprocess.Popen[bytes]] = {}


def table_of(position: Position, *, may_wait: bool) -> Tablebase | None:
    """The tables of a position's variant, if there are any yet; who may not wait for them gets them another time."""
    rules, left = position.rules, _pieces(position)
    if not covers(rules):
        return None
    _look_again(rules)
    if rules not in _open and left <= ALWAYS_THERE and may_wait:
        with suppress(CannotKeep):
            _open[rules] = tablebase(rules)
    elif rules not in _open and left <= NEAR:
        _make_aside(rules)
    return _open.get(rules)


def _pieces(position: Position) -> int:
    return sum(position.board.force(player).pieces for player in Player)


def _look_again(rules: Rules) -> None:
    """Open what is on disk, or what has come since."""
    now = time.monotonic()
    if rules in _open and now - _looked[rules] < NOW_AND_THEN:
        return
    _looked[rules] = now
    known = _open[rules].pieces if rules in _open else ALWAYS_THERE - 1
    if pieces_in(folder_of(rules)) > known:
        with suppress(DamagedTablebase, OSError):
            _open[rules] = Tablebase(rules, folder_of(rules))


@lru_cache
def _make_aside(rules: Rules) -> None:
    Thread(target=_make, args=(rules,), daemon=True).start()


def _make(rules: Rules) -> None:
    # A process that ends meanwhile lets its pools go; what is finished is kept.
    with suppress(RuntimeError, CannotKeep):
        Builder(rules, folder_of(rules)).build(ALWAYS_THERE)


def build_in_background(rules: Rules) -> None:
    """Once in a process, and unless it is turned off: a process of the lowest priority that builds what is missing."""
    pieces = pieces_unasked()
    if rules in _builders or rules not in VARIANTS or not covers(rules) or pieces_in(folder_of(rules)) >= pieces:
        return
    command = [sys.executable, "-m", "damero", "tablebase", "build", rules.id, "--background"]
    _builders[rules] = subprocess.Popen(
        [*command, "--pieces", str(pieces), "--threads", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def pieces_unasked() -> int:
    """Up to how many pieces tables are built by themselves; 0 for none."""
    asked = os.environ.get(UNASKED, "")
    return min(int(asked), MOST) if asked.isascii() and asked.isdigit() else USUAL


def oracle_of(position: Position) -> Probe | None:
    """What a search may ask of the tables."""
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
        moves = _most_hopeful(table, position, [move for move, verdict in ranked if verdict.result is Result.DRAW])
    move = str(Random(seed).choice(moves))
    score = SCORES[best.result]
    nearer = -best.plies if score > 0 else best.plies if score < 0 else 0
    return Choice(move, score + nearer, best.plies, len(ranked), (move,))


def _most_hopeful(table: Tablebase, position: Position, moves: list[Move]) -> list[Move]:
    """Of moves that all draw, those that keep most pieces and leave the opponent most replies that lose."""
    hopes = [_hope(table, position.play(move), position.turn) for move in moves]
    return [move for move, hope in zip(moves, hopes, strict=True) if hope == max(hopes)]


def _hope(table: Tablebase, position: Position, player: Player) -> tuple[int, float]:
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
