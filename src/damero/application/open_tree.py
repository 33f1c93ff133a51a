"""Open a game on the analysis board: a finished match, or a text with a game, a record, a tree or a position."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from damero.application.analysed_position import finished_match
from damero.application.import_record import MOST_ITEMS
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.beginning import read_start
from damero.domain.draughts import DraughtsGame, pdn
from damero.domain.errors import BadText, DameroError
from damero.domain.fairness import fair_shuffle
from damero.domain.game import Game, Position, Shuffle, Start
from damero.domain.game_tree import DRAW, GameTree
from damero.domain.game_tree.lines import plain_line
from damero.domain.game_tree.text import read_tree, write_tree
from damero.domain.match import Match
from damero.domain.record import read_record
from damero.texts import Text

BUDGET = 5_000
"""Milliseconds of processor time."""
RECORD = '"damero-record"'
MOVES = re.compile(r"[a-h0-9]\s*[-x:]\s*[a-h]?\d|\[\s*[A-Za-z]+\s+\"", re.ASCII)
"""A move of draughts, or a tag of PDN; no position has them."""


@dataclass(frozen=True, slots=True)
class OpenedTree:
    game_id: str
    version: int
    tree: str
    """As JSON. Of a game with hidden pieces without its start, which has secrets."""
    match_id: str | None = None
    notes: tuple[Text, ...] = ()
    """What somebody should know of how the text was read."""


async def open_match(services: Services, match_id: str) -> OpenedTree:
    """A match that was played to its end."""
    match = await finished_match(services, match_id)
    return await services.in_thread(lambda: _of_match(match))


async def open_text(services: Services, text: str, game_id: str | None) -> OpenedTree:
    """What a text contains; without one, a new game. A position needs to be told its game."""
    seed = services.randomness.secret()
    return await services.in_process(partial(_read, text, game_id, seed), BUDGET)


def _of_match(match: Match) -> OpenedTree:
    info, began = match.game.info, match.began
    assert began is not None
    winner = None if match.outcome is None else match.outcome.winner or DRAW
    headers = tuple((seat.capitalize(), player.name) for seat in match.seats if (player := match.player(seat)))
    start = match.game.initial() if info.hidden else match.game.read_position(began.position)
    moves = plain_line([str(played.move) for played in match.moves])
    tree = GameTree(start, moves, result=winner, headers=headers)
    return OpenedTree(info.id, info.version, write_tree(tree), match.id)


def _read(text: str, game_id: str | None, seed: str) -> OpenedTree:
    tree, notes = _tree_in(text.strip(), None if game_id is None else catalogue.game(game_id), seed)
    info = tree.start.info
    if info.hidden:
        raise DameroError("analysis.hidden_game", code="STILL_SECRET")
    return OpenedTree(info.id, info.version, write_tree(tree), notes=notes)


def _tree_in(text: str, game: Game | None, seed: str) -> tuple[GameTree, tuple[Text, ...]]:
    if text.startswith("{"):
        return (_of_record(text) if RECORD in text else read_tree(text)), ()
    if game is None or (isinstance(game, DraughtsGame) and MOVES.search(text)):
        return _of_pdn(text, game)
    return GameTree(_position_in(text, game, fair_shuffle(bytes.fromhex(seed), ()))), ()


def _position_in(text: str, game: Game, shuffle: Shuffle) -> Position:
    if not text:
        return game.initial(shuffle)
    return read_start(game, text, shuffle) if game.info.start is Start.DEALT else game.read_position(text)


def _of_record(text: str) -> GameTree:
    """Of a record that has been opened: the start of any other lacks what was hidden."""
    record = read_record(text)
    game = catalogue.game(record.game_id, record.ruleset)
    start = game.read_position(record.reveal.start if record.reveal else record.start)
    headers = tuple((seat.capitalize(), name) for seat, name in record.players.items())
    result = None if record.outcome is None else record.outcome.winner or DRAW
    tree = GameTree(start, plain_line([move.text for move in record.moves]), result=result, headers=headers)
    return tree if game.info.hidden else read_tree(write_tree(tree))


def _of_pdn(text: str, game: Game | None) -> tuple[GameTree, tuple[Text, ...]]:
    (length, *others) = pdn.game_lengths(text.split("\n")) or [0]
    if others:
        raise BadText("record.not_one_game", code="NOT_ONE_GAME", games=len(others) + 1)
    if length > MOST_ITEMS:
        raise BadText("pdn.too_long", code="TOO_LONG", most=MOST_ITEMS)
    found = pdn.read_games(text, game.rules if isinstance(game, DraughtsGame) else None)
    if not found:
        raise BadText("analysis.nothing_to_read", code="NOTHING_TO_READ")
    return found[0].tree, found[0].notes
