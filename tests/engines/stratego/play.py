"""Games to look at, and views set up by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from damero.domain.catalogue import game
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.letters import LETTERS
from damero.domain.stratego.notation import UNKNOWN
from damero.domain.stratego.position import Position
from damero.domain.stratego.rules import Rank, Side
from damero.engines.engine import Limits
from damero.engines.stratego.player import player_of
from damero.engines.stratego.setup import army

RED, BLUE = Side.RED, Side.BLUE
HOME = {"a1": (RED, Rank.FLAG), "a2": (RED, Rank.BOMB), "b1": (RED, Rank.BOMB), "j10": (BLUE, Rank.FLAG)}


def rules_of(game_id: str) -> StrategoGame:
    found = game(game_id)
    assert isinstance(found, StrategoGame)
    return found


def random_game(game_id: str, seed: int, most: int = 400) -> Iterator[Position]:
    """Every position of a game between two armies, played at random, its end left out."""
    random, rules = Random(seed), rules_of(game_id)
    state = rules.place({seat: army(rules, seat, random) for seat in rules.info.seats})
    while state.outcome is None and state.turn_number < most:
        yield state
        state = state.play(random.choice(state.legal_moves()))


def positions(game_id: str, number: int, seed: int) -> list[Position]:
    """Positions from all parts of several games."""
    random, found = Random(seed), []
    while len(found) < number:
        played = list(random_game(game_id, random.getrandbits(30), most=300))
        found += random.sample(played, min(24, len(played)))
    return found[:number]


def view_with(pieces, *, unknown=()):
    """Red's view of these pieces: {"e4": (RED, Rank.MINER), …} and squares of unknown blue ones."""
    rules = rules_of("stratego")
    cells = ["A"] * 100
    for row, column in rules.rules.lakes:
        cells[row * 10 + column] = "_"
    for square, piece in pieces.items():
        cells[index_of(square)] = LETTERS[piece]
    for square in unknown:
        cells[index_of(square)] = UNKNOWN[BLUE]
    return rules.read_view("".join(cells) + " r")


def index_of(square):
    return (10 - int(square[1:])) * 10 + "abcdefghij".index(square[0])


def best(view, nodes=5_000):
    return player_of(8).choose(view, Limits(nodes=nodes, seed=1)).move
