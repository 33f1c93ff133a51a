"""Finds and proves Banqi puzzles: endings that are solved exactly, and the only good move of an open fight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from damero.domain import game
from damero.domain.banqi import BanqiGame, Capture, Colour, Flip, Position
from damero.domain.banqi.board import ALL_KINDS, NAMES
from damero.domain.banqi.moves import Action
from damero.domain.banqi.view import View
from damero.domain.puzzle import Goal, Proof, Puzzle, Theme, play_solution
from damero.engines.banqi.encoding import encode, squares_of
from damero.engines.banqi.endings import verdict
from damero.engines.banqi.player import STRENGTHS, BanqiPlayer, Strength, search
from damero.engines.banqi.search import Searcher
from damero.engines.engine import Limits
from damero.engines.puzzles.exact import DRAW, LOSS, WIN, ExactSolution, Ranked, exact_fault, find_exact_solution
from damero.engines.puzzles.maker import PuzzleMaker
from damero.engines.puzzles.rating import rating_of

ENDINGS = 20
"""Random endings of a batch …"""
MANY_ENDINGS = 100
"""… and where only those are wanted that are won."""
SMALLEST, LARGEST = 3, 4
"""Pieces of an ending."""
PLAYING = Strength(Limits(nodes=300), variety=40, knows_endings=False)
LONGEST_GAME = 150
SCREENING_NODES = 4_000
PROVING_NODES = 60_000
CLEAR = 90
"""By how much the only right action is better than the next; a pawn is worth about 40."""
DEEPEST = 8
PER_GAME = 1
GAMES = 3
"""Of a batch."""
MOST_FACE_DOWN = 20
"""With more pieces face down, chance decides too much."""


class BanqiPuzzles(PuzzleMaker):
    def find(self, played: game.Game, seed: int, theme: Theme | None = None, /) -> Iterator[Puzzle]:
        assert isinstance(played, BanqiGame)
        random = Random(f"banqi {seed}")
        if theme is Theme.EXACT_ENDING:
            found = _solved_endings(played, random, MANY_ENDINGS)
            yield from (_exact_puzzle(each) for each in found if each.goal is Goal.WIN)
            return
        yield from map(_exact_puzzle, _solved_endings(played, random, ENDINGS))
        for _ in range(GAMES):
            yield from _fights(played, random)

    def fault_of(self, puzzle: Puzzle, /) -> str | None:
        positions = play_solution(puzzle)
        if puzzle.proof.depth is None:
            return exact_fault(rank, puzzle, positions)
        assert isinstance(positions[0], Position)
        compared = compare(_view_of(positions[0]), depth=puzzle.proof.depth)
        is_right = compared is not None and puzzle.solution == ((str(compared),),)
        return None if is_right else f"ply 1: {compared or 'no move is clearly the best'}"


def rank(position: game.Position) -> list[Ranked]:
    """Every move of a solved ending with its result, the best first."""
    assert isinstance(position, Position)
    return sorted((_ranked(position, move) for move in position.legal_moves()), key=_by_merit)


def _ranked(position: Position, move: Action) -> Ranked:
    after = position.play(move)
    if after.outcome is not None:
        return Ranked(move, DRAW if after.outcome.winner is None else WIN, 1)
    board = encode(_view_of(after))
    known = verdict(board.cells, board.captured, board.turn)
    assert known is not None
    result, plies = known
    return Ranked(move, -result, 1 if isinstance(move, Capture) else plies + 1)


def _by_merit(ranked: Ranked) -> tuple[int, int]:
    return -ranked.result, -ranked.plies if ranked.result == LOSS else ranked.plies


def _view_of(position: Position) -> View:
    return position.view(position.to_move)


def _solved_endings(played: BanqiGame, random: Random, count: int) -> Iterator[ExactSolution]:
    for _ in range(count):
        position = _random_ending(played, random)
        found = find_exact_solution(rank, position) if len(position.legal_moves()) > 2 else None
        if found is not None:
            yield found


def _random_ending(played: BanqiGame, random: Random) -> Position:
    while True:
        kinds = random.sample(ALL_KINDS, random.randint(SMALLEST, LARGEST))
        if len({kind.colour for kind in kinds}) == 2:
            break
    squares = random.sample(NAMES, len(kinds))
    pieces = {square: kind.id for square, kind in zip(squares, kinds, strict=True)}
    return played.read_position(played.write_pieces(pieces, random.choice(list(Colour))))


def _exact_puzzle(found: ExactSolution) -> Puzzle:
    start = found.positions[0]
    assert isinstance(start, Position)
    theme = Theme.HOLD_THE_DRAW if found.goal is Goal.DRAW else Theme.EXACT_ENDING
    return _puzzle(start, found.steps, found.goal, (theme,), Proof())


def _fights(played: BanqiGame, random: Random) -> Iterator[Puzzle]:
    """Puzzles from one quick game."""
    position, found = played.initial(lambda items: random.sample(items, len(items))), 0
    player = BanqiPlayer(PLAYING)
    while position.outcome is None and len(position.plies) < LONGEST_GAME and found < PER_GAME:
        puzzle = _fight(position)
        if puzzle is not None:
            found += 1
            yield puzzle
        view = _view_of(position)
        position = position.play(player.choose(view, Limits(seed=random.getrandbits(32))).move)


def _fight(position: Position) -> Puzzle | None:
    view = _view_of(position)
    fresh = _forgetful(position)
    if view.current_turn is None or not 0 < len(position.deal) <= MOST_FACE_DOWN or len(view.legal_moves()) < 4:
        return None
    if compare(_view_of(fresh), nodes=SCREENING_NODES) is None:
        return None
    _, depth, _ = search(
        Searcher(), _view_of(fresh), Strength(Limits(depth=DEEPEST, nodes=PROVING_NODES), variety=CLEAR)
    )
    best = compare(_view_of(fresh), depth=depth)
    if best is None:
        return None
    return _puzzle(fresh, ((str(best),),), Goal.ADVANTAGE, (_theme_of(view, best),), Proof(depth))


def _forgetful(position: Position) -> Position:
    """The same board as if the game began with it, which is what a puzzle's text says."""
    played = BanqiGame(position.rules)
    view = played.read_view(_view_of(position).text)
    return played.sample(view, lambda items: items)


def compare(view: View, *, depth: int = 0, nodes: int = 0) -> Action | None:
    """The only action that is clearly the best, unless it is a flip: then chance decides."""
    ranked, _, _ = search(Searcher(), view, Strength(Limits(depth=depth or None, nodes=nodes or None), variety=CLEAR))
    score, alike = ranked[0]
    others = ranked[1][0] if len(ranked) > 1 else score
    if len(alike) > 1 or score - others < CLEAR or score < 0:
        return None
    best = next(move for move in view.legal_moves() if move.squares == squares_of(*alike[0]))
    return None if isinstance(best, Flip) else best


def _theme_of(view: View, best: Action) -> Theme:
    captures = [move for move in view.legal_moves() if isinstance(move, Capture)]
    if isinstance(best, Capture):
        return Theme.SAFE_CAPTURE if len(captures) > 1 else Theme.WIN_MATERIAL
    return Theme.RESCUE


def _puzzle(
    start: Position, steps: tuple[tuple[str, ...], ...], goal: Goal, themes: tuple[Theme, ...], proof: Proof
) -> Puzzle:
    view = _view_of(start)
    return Puzzle(
        game=start.info.id,
        start=view.text,
        solution=steps,
        goal=goal,
        themes=themes,
        proof=proof,
        rating=rating_of(lambda level, seed: _solves(view, steps[0][0], level, seed), (len(steps) + 1) // 2),
    )


def _solves(view: View, first: str, level: int, seed: int) -> bool:
    """Whether a level finds the action, without knowing solved endings."""
    strength = replace(STRENGTHS[level], knows_endings=False)
    return BanqiPlayer(strength).choose(view, Limits(seed=seed)).move == first
