"""Damero: rules, engines and a game server for draughts, Stratego and Banqi.

A position is an immutable value. `play` returns the next one, or raises a `DameroError` that says why the move is
illegal. Positions, views and games show themselves in notebooks.

>>> import damero
>>> position = damero.game("drafti").initial().after("21-17", "9-14")
>>> position.to_move
'white'
>>> print(position.diagram())
8   b   b   b   b
7 b   b   b   b
6   .   b   b   b
5 .   b   .   .
4   w   .   .   .
3 .   w   w   w
2   w   w   w   w
1 w   w   w   w
  a b c d e f g h
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from damero.domain.errors import DameroError, check_text, shorten
from damero.texts import sentence

if TYPE_CHECKING:
    from damero import client, plot, png, rl, svg
    from damero.bot import Bot
    from damero.domain.analysis import KnownResult
    from damero.domain.catalogue import GAMES, game
    from damero.domain.errors import BadPosition, BadText, IllegalMove, MatchRefusal, UnknownGame, UnknownVersion
    from damero.domain.game import Game, Move, Outcome, Position, View
    from damero.domain.game_tree import AnnotatedMove, GameTree
    from damero.engines.bot import LocalBot
    from damero.engines.engine import Engine
    from damero.engines.match_table import MatchTable

    __version__: str

_MODULES = ("client", "plot", "png", "rl", "svg")
_DEFINED_IN = {
    "Bot": "damero.bot",
    "GAMES": "damero.domain.catalogue",
    "game": "damero.domain.catalogue",
    "AnnotatedMove": "damero.domain.game_tree",
    "GameTree": "damero.domain.game_tree",
    **dict.fromkeys(("Game", "Move", "Outcome", "Position", "View"), "damero.domain.game"),
    **dict.fromkeys(("BadPosition", "BadText", "IllegalMove", "MatchRefusal"), "damero.domain.errors"),
    **dict.fromkeys(("UnknownGame", "UnknownVersion"), "damero.domain.errors"),
}
__all__ = [
    "GAMES",
    "AnnotatedMove",
    "BadPosition",
    "BadText",
    "Bot",
    "DameroError",
    "Game",
    "GameTree",
    "IllegalMove",
    "MatchRefusal",
    "Move",
    "Outcome",
    "Position",
    "UnknownGame",
    "UnknownVersion",
    "View",
    "client",
    "engine",
    "game",
    "match",
    "plot",
    "png",
    "probe",
    "read_game",
    "read_pdn",
    "rl",
    "svg",
    "write_pdn",
]


def __getattr__(name: str) -> object:
    """What is here is imported when it is first used, so that the command line starts quickly."""
    if name in _MODULES:
        return import_module(f"damero.{name}")
    if name in _DEFINED_IN:
        return getattr(import_module(_DEFINED_IN[name]), name)
    if name == "__version__":
        return import_module("importlib.metadata").version("damero")
    raise AttributeError(f"module 'damero' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def engine(game_id: str, level: int = 8) -> Engine:
    """The engine of a game at a level from 1 to 8.

    `choose` gives its move with a score; `analyse` gives the best moves, again and again as it looks deeper.

    >>> import damero
    >>> view = damero.game("drafti").initial().view("white")
    >>> choice = damero.engine("drafti", level=2).choose(view)
    >>> choice.move in map(str, view.legal_moves())
    True
    >>> from itertools import islice
    >>> for analysis in islice(damero.engine("drafti").analyse(view, lines=3), 4):
    ...     best = [line.move for line in analysis.lines]
    >>> len(best)
    3
    """
    from damero.engines import levels  # slow to import, and not needed for the rules alone

    return levels.engine(game_id, level)


def match(
    first: int | str | Engine | LocalBot,
    second: int | str | Engine | LocalBot,
    *,
    game: str,
    games: int = 10,
    opening: int | None = None,
    seed: int = 1,
) -> MatchTable:
    """Plays two engines or bots against each other, and gives the result as a table.

    Players are levels (`3`), texts as in `damero match` (`"nodes=20000"`), engines or bots. Games are played in pairs:
    each start, after `opening` random plies, twice with the seats swapped. An odd number is rounded up.

    >>> import damero
    >>> result = damero.match(1, 1, game="drafti", games=2)
    >>> sum(result.wins_draws_losses)
    2
    """
    from damero.engines.match_table import play_match

    return play_match(first, second, game_id=game, games=games, opening=opening, seed=seed)


def probe(position: Position) -> KnownResult | None:
    """The result of a position with perfect play, if endgame tables know it: draughts and Banqi with four pieces.

    The first answer of a game may take seconds, until its tables are built; they are kept.

    >>> import damero
    >>> damero.probe(damero.game("english").read_position("W:WK15,K10:BK1")).winner
    'white'
    >>> damero.probe(damero.game("english").initial()) is None
    True
    """
    from damero.domain.drawing import DrawnPosition
    from damero.engines import registry

    if not isinstance(position, DrawnPosition):
        raise DameroError("engine.needs_position", code="NO_POSITION", given=shorten(position))
    return registry.probe(position)


def read_game(text: str) -> GameTree:
    """A game with its variations and comments, from the text that its `repr` or a link contains.

    >>> import damero
    >>> tree = damero.read_game('{"game": "english", "moves": ["11-15 23-19 8-11"]}')
    >>> for position in tree.positions():
    ...     print(position.to_move)
    black
    white
    black
    white
    """
    from damero.domain.game_tree.text import read_link, read_tree

    text = check_text(text)
    return read_tree(text) if text.lstrip().startswith("{") else read_link(text)


def read_pdn(path: str | Path, *, game: str | None = None, encoding: str | None = None) -> Iterator[GameTree]:
    """The games of a PDN file one after the other, with their comments and variations.

    `game` is the id of games that do not name theirs; without it, they are guessed from the moves. A game with a
    mistake is read up to there, with a warning that says where it is. A warning also tells what was guessed or left
    out: once, with the first game that it is true of.

    >>> import damero, tempfile
    >>> file = tempfile.NamedTemporaryFile("w", suffix=".pdn")
    >>> file.write('[GameType "21"] 1. 11-15 {Old Faithful} 23-19 (22-18!) 2. 8-11 *')
    64
    >>> file.flush()
    >>> for tree in damero.read_pdn(file.name):
    ...     print(tree.start.info.title, tree.main_path(), tree.at(("11-15", "22-18")).symbols)
    American checkers ('11-15', '23-19', '8-11') !
    """
    from damero.cli.game_files import open_file, pdn_rules
    from damero.domain.draughts.pdn import games_in

    told = set()
    with open_file(str(path), encoding) as file:
        for found in games_in(file.lines(), pdn_rules(game)):
            for note in map(sentence, found.notes):
                if note not in told:
                    told.add(note)
                    warnings.warn(f"Game {found.number}: {note}", stacklevel=2)
            if found.problem is not None:
                warnings.warn(f"Game {found.number}: {found.problem.sentence}", stacklevel=2)
            yield found.tree


def write_pdn(tree: GameTree) -> str:
    """A game of draughts as PDN, with its comments and variations.

    >>> import damero
    >>> tree = damero.GameTree(damero.game("english").initial()).play("11-15", "23-19").with_headers(White="Ana")
    >>> print(damero.write_pdn(tree).splitlines()[0])
    [White "Ana"]
    """
    from damero.domain import draughts
    from damero.domain.draughts.pdn import write_game
    from damero.domain.game_tree import GameTree

    if not isinstance(tree, GameTree):
        raise DameroError("tree.needed", code="NO_GAME", given=shorten(tree))
    if not isinstance(tree.start, draughts.Position):
        raise DameroError("cli.no_pdn", code="NO_PDN", game=tree.start.info.id)
    return write_game(tree)
