"""Everything that can be refused, in one tree.

DameroError                 a code, a sentence for people, the squares involved
├── UnknownGame             no such game id; similar ids are suggested
├── BadText                 a text that cannot be read: where and why
├── BadPosition             a position or army that is not possible
├── IllegalMove             a move, placement or action that the rules refuse
└── MatchRefusal            an action that a match refuses: not your seat, stale version, no such offer …
"""

from __future__ import annotations


class DameroError(Exception):
    """A refusal of bad input, with a sentence that tells the reader what to do."""

    code = "REFUSED"

    def __init__(self, sentence: str, *, code: str | None = None, squares: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code or type(self).code
        self.squares = squares

    def __str__(self) -> str:
        return f"{self.code} {self.sentence}"


class UnknownGame(DameroError):
    code = "UNKNOWN_GAME"

    def __init__(self, sentence: str, *, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.suggestions = suggestions


class BadText(DameroError):
    """A text that cannot be read. Line and column count from 1."""

    code = "BAD_TEXT"

    def __init__(self, sentence: str, *, line: int = 1, column: int = 1, code: str | None = None) -> None:
        super().__init__(f"line {line}, column {column}: {sentence}", code=code)
        self.reason = sentence
        self.line = line
        self.column = column


class BadPosition(DameroError):
    code = "BAD_POSITION"


class IllegalMove(DameroError):
    code = "ILLEGAL_MOVEMENT"


class MatchRefusal(DameroError):
    code = "MATCH_REFUSED"
