"""Finds and proves draughts puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from damero.domain import game
from damero.domain.draughts import DraughtsGame, Position, Rules
from damero.domain.errors import DameroError
from damero.domain.puzzle import Goal, Proof, Puzzle, Theme, play_solution
from damero.engines.draughts.player import STRENGTHS, new_search, think
from damero.engines.draughts.puzzles.candidates import LEAST_MOVES, Candidate, from_games, random_endings
from damero.engines.draughts.puzzles.endings import rank, wins_by_opposition
from damero.engines.draughts.puzzles.examiner import CLEAR, NOT_WON, Comparison, Examiner, examiner_of
from damero.engines.draughts.puzzles.solution import Solution, depth_at, enough, find_solution
from damero.engines.draughts.puzzles.themes import themes_of
from damero.engines.draughts.tablebase.tables import covers
from damero.engines.puzzles.exact import ExactSolution, exact_fault, find_exact_solution
from damero.engines.puzzles.maker import PuzzleMaker
from damero.engines.puzzles.rating import rating_of

SCREENING_NODES = 1_500
PROVING_NODES = 40_000
PER_GAME = 1
"""Puzzles from one game: the next positions of the same game are much alike."""
OPPOSITION_ENDINGS = 400
"""Random endings of a batch, where only those that the opposition wins are wanted."""


class DraughtsPuzzles(PuzzleMaker):
    """Puzzles of every variant: the rules come with the game."""

    def find(self, played: game.Game, seed: int, theme: Theme | None = None, /) -> Iterator[Puzzle]:
        assert isinstance(played, DraughtsGame)
        rules = played.rules
        if theme is Theme.OPPOSITION:
            yield from _oppositions(rules, seed)
            return
        for candidates in from_games(rules, seed):
            yield from _puzzles_of_game(rules, candidates)
        if covers(rules):
            for position in random_endings(rules, seed):
                yield from _exact(rules, position)

    def fault_of(self, puzzle: Puzzle, /) -> str | None:
        positions = play_solution(puzzle)
        if puzzle.proof.depth is None:
            return exact_fault(rank, puzzle, positions)
        return _search_fault(puzzle, _draughts_positions(positions), puzzle.proof.depth)


def _oppositions(rules: Rules, seed: int) -> Iterator[Puzzle]:
    if not covers(rules):
        raise DameroError("puzzles.none", code="NO_PUZZLES", game=rules.id)
    for position in filter(wins_by_opposition, random_endings(rules, seed, OPPOSITION_ENDINGS)):
        yield from _exact(rules, position)


def _exact(rules: Rules, position: Position) -> Iterator[Puzzle]:
    found = find_exact_solution(rank, position)
    if found is not None:
        yield _puzzle(rules, _of_draughts(found), Proof())


def _puzzles_of_game(rules: Rules, candidates: list[Candidate]) -> Iterator[Puzzle]:
    examiner = examiner_of(rules)
    promising = (each.position(rules) for each in candidates if is_promising(examiner, each))
    found = (_searched(examiner, position) for position in promising)
    yield from islice((puzzle for puzzle in found if puzzle is not None), PER_GAME)


def is_promising(examiner: Examiner, candidate: Candidate) -> bool:
    """Whether there is a choice, and a brief search finds one move much better than the others."""
    if examiner.count_moves(candidate) < LEAST_MOVES:
        return False
    best = examiner.glance(candidate, SCREENING_NODES)
    if best.score < CLEAR:
        return False
    other = examiner.glance(candidate, 2 * SCREENING_NODES, best.depth, best.best)
    return best.score - other.score >= CLEAR and other.score <= NOT_WON


def _searched(examiner: Examiner, position: Position) -> Puzzle | None:
    depth = examiner.think(position, nodes=PROVING_NODES).depth
    first = examiner.compare(position, depth)
    solution = find_solution(examiner, position, first) if first and first.goal else None
    return _puzzle(position.rules, solution, Proof(depth)) if solution else None


def _puzzle(rules: Rules, solution: Solution, proof: Proof) -> Puzzle:
    start, moves = solution.positions[0], (len(solution.steps) + 1) // 2
    first = solution.steps[0][0]
    return Puzzle(
        game=rules.id,
        start=start.text,
        solution=solution.steps,
        goal=solution.goal,
        themes=themes_of(examiner_of(rules), solution),
        proof=proof,
        rating=rating_of(lambda level, seed: _solves(start, first, level, seed), moves),
    )


def _solves(start: Position, first: str, level: int, seed: int) -> bool:
    """Whether a level finds the move, without endgame tables: not everybody has the same."""
    strength = replace(STRENGTHS[level], knows_endings=False)
    return think(new_search(start.rules, strength, None), start, strength, seed).move == first


def _of_draughts(found: ExactSolution) -> Solution:
    return Solution(found.goal, found.steps, _draughts_positions(found.positions))


def _draughts_positions(positions: tuple[game.Position, ...]) -> tuple[Position, ...]:
    return tuple(each for each in positions if isinstance(each, Position))


def _search_fault(puzzle: Puzzle, positions: tuple[Position, ...], depth: int) -> str | None:
    examiner = examiner_of(positions[0].rules)
    first = examiner.compare(positions[0], depth)
    if first is None:
        return "ply 1: the search takes too long"
    if (str(first.best),) != puzzle.solution[0] or first.goal is not puzzle.goal:
        return f"ply 1: {first.best} {first.score}, the next {first.next_score}"
    for ply in range(2, len(puzzle.solution), 2):
        fault = _step_fault(examiner, positions[ply], puzzle.solution[ply], first, ply)
        if fault:
            return f"ply {ply + 1}: {fault}"
    return None


def _step_fault(
    examiner: Examiner, position: Position, step: tuple[str, ...], first: Comparison, ply: int
) -> str | None:
    goal = first.goal or Goal.WIN
    if len(position.legal_moves()) <= len(step):
        return None
    scored = examiner.scores(position, depth_at(first.depth, ply), len(step) + 1)
    least = enough(goal, first.score)
    right = {str(move) for move, score in scored if score >= least}
    return None if right == set(step) else f"{', '.join(f'{move} {score}' for move, score in scored)}"
