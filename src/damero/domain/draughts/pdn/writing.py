"""Games as canonical PDN 3.0, which the standard's grammar for writing accepts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from damero.domain.draughts import notation, position
from damero.domain.draughts.letters import letters_of
from damero.domain.draughts.moves import Move
from damero.domain.draughts.numbering import numbering_of
from damero.domain.draughts.pdn.annotations import comment_of
from damero.domain.draughts.pdn.results import written_result
from damero.domain.draughts.pdn.tags import DERIVED, ROSTER
from damero.domain.draughts.position import Position
from damero.domain.draughts.rules import Notation
from damero.domain.draughts.variants import VARIANTS
from damero.domain.game import Outcome
from damero.domain.game_tree import DRAW, AnnotatedMove, GameTree, Line, next_position

WIDTH = 80


def tree_of(start: Position, moves: Iterable[str], outcome: Outcome | None, tags: Mapping[str, str]) -> GameTree:
    """A game played here, for a file."""
    result = None if outcome is None else outcome.winner or DRAW
    headers = tuple((name, text) for name, text in tags.items() if name not in DERIVED)
    return GameTree(start, tuple(map(AnnotatedMove, moves)), result=result, headers=headers)


def write_game(tree: GameTree) -> str:
    """The canonical text: tags in a fixed order, short captures where they are clear, lines of about 80 characters."""
    tags = "".join(f'[{_tag_name(name)} "{_escaped(text)}"]\n' for name, text in _all_tags(tree))
    return f"{tags}\n" + "\n".join(_lines([*_Words().of_tree(tree), "*"])) + "\n"


def _all_tags(tree: GameTree) -> Iterator[tuple[str, str]]:
    start, given = _start(tree), dict(tree.headers)
    rules = start.rules
    yield from ((name, given.pop(name)) for name in ROSTER if name in given)
    yield "Result", written_result(tree.result, rules)
    yield ("Variant", rules.id) if rules.pdn_game_type is None else ("GameType", str(rules.pdn_game_type))
    if rules not in VARIANTS:
        yield "Ruleset", str(rules.version)
    if start != position.initial(rules):
        yield "SetUp", "1"
        yield "FEN", _fen(start)
    yield from ((name, text) for name, text in given.items() if name not in DERIVED)


def _start(tree: GameTree) -> Position:
    assert isinstance(tree.start, Position)
    return tree.start


def _fen(start: Position) -> str:
    if start.rules.notation is Notation.NUMBERS:
        return start.text
    return notation.write_position_in_letters(start.board, start.turn, letters_of(start.rules))


def _tag_name(name: str) -> str:
    """With the characters that the grammar allows."""
    plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
    return plain[:1].upper() + plain[1:] if plain[:1].isalpha() else f"X{plain}"


def _escaped(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(text.split()))


@dataclass(slots=True)
class _Words:
    """The words of a move text. A number is needed before the first player's moves and after an interruption."""

    needs_number: bool = True

    def of_tree(self, tree: GameTree) -> Iterator[str]:
        start = _start(tree)
        yield from _comment(tree.comment)
        yield from self._of_line(tree.moves, start, int(start.turn is not start.rules.first))

    def _of_line(self, line: Line, at: Position, ply: int) -> Iterator[str]:
        self.needs_number = True
        for item in line:
            after = next_position(at, item.move)
            assert isinstance(after, Position)
            yield from self._of_move(item, at, ply)
            for variation in item.variations:
                yield "("
                yield from self._of_line(variation, at, ply)
                yield ")"
                self.needs_number = True
            at, ply = after, ply + 1

    def _of_move(self, item: AnnotatedMove, at: Position, ply: int) -> Iterator[str]:
        if item.before:
            yield from _comment(item.before)
            self.needs_number = True
        if ply % 2 == 0 or self.needs_number:
            yield f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
        yield _written(at, item.move)
        yield from (f"${glyph}" for glyph in item.glyphs)
        comment = list(_comment(comment_of(item, at.rules.first)))
        yield from comment
        self.needs_number = bool(comment)


def _comment(text: str) -> Iterator[str]:
    words = text.replace("}", ")").split()
    if words:
        yield from ("{" + words[0] if len(words) > 1 else "{" + words[0] + "}", *words[1:-1])
    if len(words) > 1:
        yield words[-1] + "}"


def _written(at: Position, text: str) -> str:
    """The two ends of a move, or every landing of a capture if the ends could mean another one."""
    move = _continued(at).read_move(text)
    path = move.path if move.is_capture and not _is_meant_by_its_ends(at, move) else (move.origin, move.destination)
    letters = at.rules.notation is Notation.LETTERS
    name = letters_of(at.rules).names.__getitem__ if letters else numbering_of(at.rules).name
    return ("x" if move.is_capture else "-").join(map(name, path))


def _continued(at: Position) -> Position:
    return at.continued() if at.outcome else at


def _is_meant_by_its_ends(at: Position, move: Move) -> bool:
    meant = _continued(at).meant_by(notation.WrittenMove((move.origin, move.destination), says_capture=True))
    return len(meant) == 1 and meant[0].path == move.path


def _lines(words: Iterable[str]) -> Iterator[str]:
    """Lines of at most 80 characters. No line begins with a bracket in a comment, which would look like a tag."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH and not word.startswith("["):
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
