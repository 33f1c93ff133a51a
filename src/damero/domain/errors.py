"""Everything that can be refused, in one tree.

DameroError                 a code, the key and values of a sentence for people, the squares involved
├── UnknownGame             no such game id; the nearest ids are suggested
├── UnknownVersion          no such version of a game's rules
├── BadText                 a text that cannot be read: where (line, column) and why
├── BadPosition             a position or army that cannot stand on a board
├── IllegalMove             a move, placement or action that the rules refuse
└── MatchRefusal            what a match refuses: not your seat, stale version, no such offer …
"""

from __future__ import annotations

from damero.texts import Text, Value, Values, plain, sentence


class DameroError(Exception):
    """A refusal of bad input, with a sentence that tells the reader what to do.

    The sentence is in the catalogue of texts under `key`; `values` fill its placeholders.

    >>> import damero
    >>> try:
    ...     damero.game("english").initial().play("11-19")
    ... except damero.DameroError as refusal:
    ...     print(refusal.code)
    ILLEGAL_MOVEMENT
    """

    code = "REFUSED"

    def __init__(
        self, key: str | Text, *, code: str | None = None, squares: tuple[str, ...] = (), **values: Value
    ) -> None:
        self.text = key if isinstance(key, Text) else Text(key, values) if values else plain(key)
        super().__init__(self.text.key)
        self.code = code or type(self).code
        self.squares = squares

    @property
    def key(self) -> str:
        return self.text.key

    @property
    def values(self) -> Values:
        return self.text.values

    @property
    def sentence(self) -> str:
        """In English."""
        return sentence(self.text)

    def __str__(self) -> str:
        return f"{self.code} {self.sentence}"


class UnknownGame(DameroError):
    code = "UNKNOWN_GAME"

    def __init__(self, key: str, *, suggestions: tuple[str, ...] = (), **values: Value) -> None:
        super().__init__(Text(key, values))
        self.suggestions = suggestions


class UnknownVersion(DameroError):
    code = "OTHER_RULESET"


class BadText(DameroError):
    """A text that cannot be read. Line and column count from 1."""

    code = "BAD_TEXT"

    def __init__(
        self, key: str | Text, *, line: int = 1, column: int = 1, code: str | None = None, **values: Value
    ) -> None:
        self.fault = key if isinstance(key, Text) else Text(key, values)
        super().__init__("text.at", code=code, line=line, column=column, fault=self.fault)
        self.line = line
        self.column = column

    @property
    def reason(self) -> str:
        """The sentence without the place, in English."""
        return sentence(self.fault)


class BadPosition(DameroError):
    code = "BAD_POSITION"


class IllegalMove(DameroError):
    code = "ILLEGAL_MOVEMENT"


class MatchRefusal(DameroError):
    code = "MATCH_REFUSED"
