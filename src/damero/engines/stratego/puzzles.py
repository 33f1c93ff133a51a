"""Finds and proves Stratego puzzles: whether to fight an unknown piece, at the odds that counting gives.

A puzzle keeps what both sides have seen (which pieces have moved, are known, or have fallen) and forgets the moves. So
every unknown piece can be anything that is still missing, and its odds follow from counting alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from damero.domain import game
from damero.domain.analysis import FightOdds, Odds
from damero.domain.game import PlacedGame
from damero.domain.puzzle import Goal, Proof, Puzzle, Theme, play_solution, solver_of
from damero.domain.stratego import Rank, StrategoGame, View
from damero.domain.stratego.board import NAMES, Piece, kind_of
from damero.domain.stratego.moves import Move
from damero.domain.stratego.sample import write_view
from damero.engines.engine import Limits
from damero.engines.puzzles.maker import PuzzleMaker
from damero.engines.puzzles.rating import LADDER, rating_of
from damero.engines.stratego.belief import Belief, counting_belief, enemy_counting_belief
from damero.engines.stratego.judgement import Judgement
from damero.engines.stratego.kernel import fight_result
from damero.engines.stratego.observations import unobserved
from damero.engines.stratego.player import StrategoPlayer, Strength, ranked_moves
from damero.engines.stratego.rank_odds import LEAST
from damero.engines.stratego.setup import army

GAMES = 3
"""Of a batch."""
PLAYING = Strength(Limits(nodes=300), mistake_rate=0.3, mistake_size=150, judges_behaviour=False)
LONGEST_GAME = 500
APART = 15
"""Plies between two puzzles of a game."""
PER_GAME = 3
SCREENING_DEPTH = 3
PROVING_DEPTH = 6
DEPTHS = (PROVING_DEPTH - 2, PROVING_DEPTH - 1, PROVING_DEPTH)
"""The move must be the only right one however deep one looks: who moves last must not decide."""
CLEAR = 20.0
"""By how much the only right move is better than the next; about a scout."""
DISCERNMENT = 1.3
"""Each level of the ladder below the highest sees only differences this much greater, and one ply less."""
TEMPTING = 0.5
"""A fight that is refused must be won or drawn this often."""
CERTAIN = 0.97
"""A fight that is won this often is no question of odds."""
LEAST_MOVES = 4


class StrategoPuzzles(PuzzleMaker):
    def find(self, played: game.Game, seed: int, _theme: Theme | None = None, /) -> Iterator[Puzzle]:
        assert isinstance(played, StrategoGame)
        random = Random(f"stratego {seed}")
        for _ in range(GAMES):
            yield from _puzzles_of_game(played, random)

    def fault_of(self, puzzle: Puzzle, /) -> str | None:
        view = play_solution(puzzle)[0].view(solver_of(puzzle))
        assert isinstance(view, View)
        best = only_move(view) if puzzle.proof.depth == PROVING_DEPTH else None
        is_right = best is not None and puzzle.solution == ((str(best),),) and themes_of(view, best) == puzzle.themes
        return None if is_right else f"ply 1: {best or 'no move is clearly the best'}"

    def odds_of(self, view: game.View, /) -> tuple[Odds, ...]:
        assert isinstance(view, View)
        return counted_odds(view)

    def fights_of(self, view: game.View, /) -> tuple[FightOdds, ...]:
        assert isinstance(view, View)
        return tuple(fights(view).values())


def _puzzles_of_game(played: PlacedGame, random: Random) -> Iterator[Puzzle]:
    position = played.place({seat: army(played, seat, random) for seat in played.info.seats})
    player, found, latest = StrategoPlayer(PLAYING), 0, 0
    while position.outcome is None and len(position.plies) < LONGEST_GAME and found < PER_GAME:
        view = position.view(position.to_move)
        assert isinstance(view, View)
        puzzle = _puzzle(played, write_view(view)) if len(position.plies) >= latest + APART else None
        if puzzle is not None:
            found, latest = found + 1, len(position.plies)
            yield puzzle
        position = position.play(player.choose(view, Limits(seed=random.getrandbits(32))).move)


def _puzzle(played: game.Game, text: str) -> Puzzle | None:
    view = played.read_view(text)
    assert isinstance(view, View)
    if view.outcome is not None or len(view.legal_moves()) < LEAST_MOVES or not fights(view):
        return None
    if len(best_moves(view, SCREENING_DEPTH)) > 1:
        return None
    best = only_move(view)
    themes = themes_of(view, best) if best is not None else ()
    if best is None or not themes:
        return None
    return Puzzle(
        game=played.info.id,
        start=text,
        solution=((str(best),),),
        goal=Goal.ODDS,
        themes=themes,
        proof=Proof(PROVING_DEPTH),
        rating=rating_of(lambda level, _seed: _is_seen(view, best, level), 1),
    )


def _is_seen(view: View, best: Move, level: int) -> bool:
    below = LADDER[-1] - level
    return best_moves(view, PROVING_DEPTH - below, CLEAR * DISCERNMENT**below) == [best]


def only_move(view: View) -> Move | None:
    """The move that is clearly better than all others at each of the proving depths."""
    best: Move | None = None
    for depth in DEPTHS:
        found = best_moves(view, depth)
        if len(found) > 1 or (best is not None and found[0] != best):
            return None
        best = found[0]
    return best


def best_moves(view: View, depth: int, margin: float = CLEAR) -> list[Move]:
    """The best move, and those that are worse by less than a margin, judged by counting alone."""
    legal = view.legal_moves()
    judgement = Judgement(unobserved(view), counting_belief(view), enemy_counting_belief(view))
    ranked, _, _ = ranked_moves(view, legal, judgement, Strength(Limits(depth=depth)), margin)
    return [legal[number] for score, number in ranked if score > ranked[0][0] - margin]


def themes_of(view: View, best: Move) -> tuple[Theme, ...]:
    """Whether the right move fights at odds, or refuses to; none if it is about something else."""
    found = fights(view)
    fight = found.get(str(best))
    if fight is not None:
        return (Theme.FIGHT,) if fight.wins < CERTAIN else ()
    is_tempting = any(fight.wins + fight.draws >= TEMPTING for fight in found.values())
    return (Theme.NO_FIGHT,) if is_tempting and not best.attacks else ()


def fights(view: View) -> Mapping[str, FightOdds]:
    """The attacks on unknown pieces, by the texts of the moves."""
    belief = counting_belief(view)
    return {
        str(move): _fight(move, view, belief)
        for move in view.legal_moves()
        if move.attacks and move.target.cell in belief.cells
    }


def _fight(move: Move, view: View, belief: Belief) -> FightOdds:
    own = view.cells[move.origin.cell]
    assert isinstance(own, Piece)
    ranks = belief.at(move.target.cell)
    results = {rank: fight_result(own.rank, rank) for rank in ranks}
    wins = sum(share for rank, share in ranks.items() if results[rank] > 0)
    draws = sum(share for rank, share in ranks.items() if results[rank] == 0)
    return FightOdds(str(move), round(wins, 3), round(draws, 3))


def counted_odds(view: View) -> tuple[Odds, ...]:
    """What the unknown pieces may be: those that have moved, and those that have not."""
    belief = counting_belief(view)
    groups: dict[tuple[tuple[str, float], ...], list[str]] = {}
    for cell in belief.cells:
        groups.setdefault(_kinds(view, belief.at(cell)), []).append(NAMES[cell])
    return tuple(Odds(tuple(squares), kinds) for kinds, squares in groups.items())


def _kinds(view: View, ranks: Mapping[Rank, float]) -> tuple[tuple[str, float], ...]:
    assert view.seat is not None
    likely = sorted((rank for rank in ranks if ranks[rank] >= LEAST), key=lambda rank: -ranks[rank])
    return tuple((kind_of(view.seat.opponent, rank), round(ranks[rank], 3)) for rank in likely)
