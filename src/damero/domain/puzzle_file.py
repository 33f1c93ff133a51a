"""The text of a file of puzzles: a header that says what they are, and one puzzle a line.

    damero puzzles 1
    game: english
    rules: 1
    source: damero puzzles mine english --count 500 --seed 1
    licence: MIT
    batches: 40

    B:W22,30:B15,K3<TAB>15-19 22x15 3x10|3x11<TAB>win<TAB>shot,forced_chain<TAB>13<TAB>1420

The columns are the start, the solution with alternatives behind `|`, the goal, the themes, the depth of the search that
proved it (or `tables`), and the rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from damero.domain.errors import BadText
from damero.domain.puzzle import Goal, Proof, Puzzle, Theme

FIRST_LINE = "damero puzzles 1"
TABLES = "tables"
ALTERNATIVE = "|"
COLUMNS = 6


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    game: str
    rules: int
    """The version of the game's rules."""
    source: str
    """The command that made it."""
    licence: str
    batches: int
    """How many batches of games have been searched for puzzles."""
    puzzles: tuple[Puzzle, ...]


def write_file(file: PuzzleFile) -> str:
    header = (
        FIRST_LINE,
        f"game: {file.game}",
        f"rules: {file.rules}",
        f"source: {file.source}",
        f"licence: {file.licence}",
        f"batches: {file.batches}",
    )
    return "\n".join((*header, "", *map(_write, file.puzzles), ""))


def _write(puzzle: Puzzle) -> str:
    solution = " ".join(ALTERNATIVE.join(step) for step in puzzle.solution)
    proof = TABLES if puzzle.proof.depth is None else str(puzzle.proof.depth)
    return "\t".join((puzzle.start, solution, puzzle.goal, ",".join(puzzle.themes), proof, str(puzzle.rating)))


def read_file(text: str) -> PuzzleFile:
    """`BadText` says what is wrong, and in which line."""
    lines = text.splitlines()
    if not lines or lines[0] != FIRST_LINE:
        raise BadText("puzzles.other_format", expected=FIRST_LINE)
    end = lines.index("") if "" in lines else len(lines)
    fields = dict(_fields(lines[1:end]))
    try:
        game_id, rules, batches = fields["game"], int(fields["rules"]), int(fields["batches"])
        source, licence = fields["source"], fields["licence"]
    except (KeyError, ValueError) as problem:
        raise BadText("puzzles.bad_header", reason=str(problem)) from problem
    return PuzzleFile(game_id, rules, source, licence, batches, tuple(_puzzles(game_id, lines, end + 1)))


def _fields(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, _, value = line.partition(": ")
        yield name, value


def _puzzles(game_id: str, lines: Sequence[str], first: int) -> Iterator[Puzzle]:
    for number, line in enumerate(lines[first:], start=first + 1):
        try:
            yield read_puzzle(game_id, line)
        except ValueError as problem:
            raise BadText("puzzles.bad_line", line=number, reason=str(problem)) from problem


def read_puzzle(game_id: str, line: str) -> Puzzle:
    """`ValueError` if a column is missing or unknown. The moves are not judged here."""
    columns = line.split("\t")
    if len(columns) != COLUMNS:
        raise ValueError(f"{len(columns)} columns")
    start, solution, goal, themes, proof, rating = columns
    return Puzzle(
        game=game_id,
        start=start,
        solution=tuple(tuple(step.split(ALTERNATIVE)) for step in solution.split(" ")),
        goal=Goal(goal),
        themes=tuple(map(Theme, themes.split(","))),
        proof=Proof(None if proof == TABLES else int(proof)),
        rating=int(rating),
    )
