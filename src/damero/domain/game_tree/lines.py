"""Lines of annotated moves with variations, and how they are changed.

A variation hangs on the move that it replaces, as in PDN. Lines are flat, so a long game is not a deep structure. In
normal form no two alternatives begin with the same move, and the first move of a variation has no variations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from damero.domain.errors import DameroError, shorten

GLYPHS: Mapping[int, str] = {
    1: "!",
    2: "?",
    3: "!!",
    4: "??",
    5: "!?",
    6: "?!",
    7: "□",
    10: "=",
    13: "∞",
    14: "⩲",
    15: "⩱",
    16: "±",
    17: "∓",
    18: "+−",
    19: "−+",
    22: "⨀",
    32: "⟳",
    36: "→",
    40: "↑",
    132: "⇆",
    146: "N",
}
"""What stands for the numeric annotation glyphs (NAG) of PDN and PGN."""

Path: TypeAlias = tuple[str, ...]
"""The moves that lead from the start to a move in the tree."""


@dataclass(frozen=True, slots=True)
class AnnotatedMove:
    """A move in a game with what somebody noted about it.

    >>> AnnotatedMove("11-15", comment="The best start.", glyphs=(1,)).symbols
    '!'
    """

    move: str
    """Its text, which `Position.play` takes."""
    comment: str = ""
    """Written after the move."""
    before: str = ""
    """A comment before the move, as at the start of a variation."""
    glyphs: tuple[int, ...] = ()
    """Numeric annotation glyphs, such as 1 for a good move."""
    clock: float | None = None
    """The mover's remaining time after the move, in seconds."""
    elapsed: float | None = None
    """The time spent on the move, in seconds."""
    score: int | None = None
    """The evaluation after the move for the first seat, in hundredths of a man."""
    variations: tuple[Line, ...] = ()
    """Alternatives to this move. Each begins with a move that replaces it."""

    @property
    def symbols(self) -> str:
        """The glyphs as people write them; unknown ones as `$30`."""
        return " ".join(GLYPHS.get(glyph, f"${glyph}") for glyph in self.glyphs)

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing but the move."""
        return self == AnnotatedMove(self.move)


LARGEST_GLYPH = 999


def checked_path(path: Sequence[str]) -> Path:
    """A path as a tuple. A text would be taken for the sequence of its letters."""
    if isinstance(path, str):
        raise DameroError("tree.bad_path", code="BAD_PATH", given=shorten(path))
    return tuple(path)


def check_glyphs(glyphs: object) -> None:
    """Refuses anything but a tuple of numbers."""
    numbers = glyphs if isinstance(glyphs, tuple) else (None,)
    if not all(isinstance(number, int) and 0 <= number <= LARGEST_GLYPH for number in numbers):
        raise DameroError("tree.bad_glyphs", code="BAD_GLYPH", given=shorten(glyphs))


Line: TypeAlias = tuple[AnnotatedMove, ...]
"""Moves that follow each other."""


def plain_line(moves: Sequence[str]) -> Line:
    return tuple(map(AnnotatedMove, moves))


def tidy(line: Line) -> Line:
    """The line in normal form."""
    tidied: Line = tuple(replace(item, variations=()) for item in line)
    for at, item in enumerate(line):
        for variation in item.variations:
            tidied = (*tidied[:at], *merged(tidied[at:], tidy(variation)))
    return tidied


def merged(line: Line, other: Line) -> Line:
    """The line with another one added from where they part. What the line says of the shared moves is kept."""
    shared = shared_length(line, [item.move for item in other])
    common = tuple(_completed(*pair) for pair in zip(line[:shared], other[:shared], strict=True))
    rest, added = line[shared:], other[shared:]
    if not (rest and added):
        return _with_alternatives((*common, *(rest or added)), other[:shared])
    bare = (replace(added[0], variations=()), *added[1:])
    return _with_alternatives((*common, _with_variation(rest[0], bare), *rest[1:]), other[: shared + 1])


def _with_alternatives(line: Line, others: Line) -> Line:
    """The line with the variations that other moves have at the same places."""
    for at, other in enumerate(others):
        for variation in other.variations:
            line = (*line[:at], *merged(line[at:], variation))
    return line


def _completed(item: AnnotatedMove, other: AnnotatedMove) -> AnnotatedMove:
    """An item with the annotations that only the other one has."""
    return replace(
        item,
        comment=item.comment or other.comment,
        before=item.before or other.before,
        glyphs=item.glyphs or other.glyphs,
        clock=other.clock if item.clock is None else item.clock,
        elapsed=other.elapsed if item.elapsed is None else item.elapsed,
        score=other.score if item.score is None else item.score,
    )


def _with_variation(item: AnnotatedMove, added: Line) -> AnnotatedMove:
    number = _variation_number(item, added[0].move)
    if number is None:
        return replace(item, variations=(*item.variations, added))
    return _with_variation_at(item, number, merged(item.variations[number], added))


def _variation_number(item: AnnotatedMove, move: str) -> int | None:
    heads = [variation[0].move for variation in item.variations]
    return heads.index(move) if move in heads else None


def _with_variation_at(item: AnnotatedMove, number: int, variation: Line) -> AnnotatedMove:
    """An item with one of its variations exchanged; without it if nothing is left of it."""
    before, after = item.variations[:number], item.variations[number + 1 :]
    return replace(item, variations=(*before, *((variation,) if variation else ()), *after))


def shared_length(line: Line, moves: Sequence[str]) -> int:
    """How many moves at the start of a line are these."""
    length = 0
    for item, move in zip(line, moves, strict=False):
        if item.move != move:
            break
        length += 1
    return length


def parting(line: Line, path: Path) -> tuple[int, int]:
    """Where a path leaves a line: the index of the item, and the number of its variation that the path enters."""
    shared = shared_length(line, path)
    number = _variation_number(line[shared], path[shared]) if shared < len(line) else None
    if number is None:
        raise no_such_move(path)
    return shared, number


def no_such_move(path: Sequence[str]) -> DameroError:
    if not path:
        return DameroError("tree.empty_path", code="NO_SUCH_MOVE")
    return DameroError("tree.no_such_move", code="NO_SUCH_MOVE", moves=" ".join(path))


def following(line: Line, path: Path) -> Line:
    """The moves after a path, up to the end of the line or variation in which it ends."""
    while shared_length(line, path) < len(path):
        at, number = parting(line, path)
        line, path = line[at].variations[number], path[at:]
    return line[len(path) :]


def changed(line: Line, path: Path, change: Callable[[Line], Line]) -> Line:
    """The line with a change to the part that begins with the last move of the path."""
    if shared_length(line, path) == len(path):
        at = len(path) - 1
        return (*line[:at], *change(line[at:]))
    at, number = parting(line, path)
    inner = changed(line[at].variations[number], path[at:], change)
    return (*line[:at], _with_variation_at(line[at], number, inner), *line[at + 1 :])


def without_first(line: Line) -> Line:
    """What is left when the first move is deleted with all that follows it: its first variation, or nothing."""
    if not line[0].variations:
        return ()
    first, *others = line[0].variations
    return (replace(first[0], variations=tuple(others)), *first[1:])


def promoted(line: Line, path: Path) -> Line:
    """The line with the innermost variation of the path exchanged for the moves that it replaces."""
    if shared_length(line, path) == len(path):
        return line
    at, number = parting(line, path)
    variation = line[at].variations[number]
    if shared_length(variation, path[at:]) < len(path) - at:
        inner = promoted(variation, path[at:])
        return (*line[:at], _with_variation_at(line[at], number, inner), *line[at + 1 :])
    others = _with_variation_at(line[at], number, ()).variations
    replaced = (replace(line[at], variations=()), *line[at + 1 :])
    return (*line[:at], replace(variation[0], variations=(replaced, *others)), *variation[1:])


def walk(line: Line, prefix: Path = ()) -> Iterator[tuple[Path, AnnotatedMove]]:
    """Every move with its path; a move comes before its alternatives, and they before what follows it."""
    for item in line:
        path = (*prefix, item.move)
        yield path, item
        for variation in item.variations:
            yield from walk(variation, prefix)
        prefix = path
