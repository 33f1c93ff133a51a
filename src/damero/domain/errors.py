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

from numbers import Integral, Real

from damero.texts import Text, Value, Values, plain, sentence

MOST_SHOWN = 60
"""Characters of what was given that a sentence repeats."""


def shorten(given: object) -> str:
    """What was given in the place of something else, as a sentence shows it."""
    shown = repr(given)
    return shown if len(shown) <= MOST_SHOWN else f"{shown[: MOST_SHOWN - 1]}…"


def check_text(given: object) -> str:
    """What was given as a text. `BadText` if it is none."""
    if not isinstance(given, str):
        raise BadText("value.not_text", given=shorten(given))
    return given


def check_positive(**numbers: object) -> None:
    """Refuses what is not a whole number of at least 1, by the name of the parameter."""
    for name, value in numbers.items():
        if not isinstance(value, Integral) or value < 1:
            raise DameroError("value.too_small", code="TOO_SMALL", name=name, value=shorten(value))


def check_not_negative(**numbers: object) -> None:
    """The same for numbers that may be 0."""
    for name, value in numbers.items():
        if not isinstance(value, Integral) or value < 0:
            raise DameroError("value.negative", code="TOO_SMALL", name=name, value=shorten(value))


def check_above_zero(**numbers: object) -> None:
    """The same for numbers that need not be whole, such as seconds."""
    for name, value in numbers.items():
        if not isinstance(value, int | float) or not value > 0:
            raise DameroError("value.not_positive", code="TOO_SMALL", name=name, value=shorten(value))


def check_number(**numbers: object) -> None:
    """Refuses what is not a number, such as a text or NaN."""
    for name, value in numbers.items():
        if not isinstance(value, Real) or value != value:
            raise DameroError("value.not_number", code="NO_NUMBER", name=name, value=shorten(value))


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
    """For programs. It stays the same when the sentence is worded anew."""

    def __init__(
        self, key: str | Text, *, code: str | None = None, squares: tuple[str, ...] = (), **values: Value
    ) -> None:
        self.text = key if isinstance(key, Text) else Text(key, values) if values else plain(key)
        super().__init__(self.text.key)
        self.code = code or type(self).code
        self.squares = squares
        """The squares involved."""

    @property
    def key(self) -> str:
        """The key of the sentence in the catalogue of texts."""
        return self.text.key

    @property
    def values(self) -> Values:
        """What fills the placeholders of the sentence."""
        return self.text.values

    @property
    def sentence(self) -> str:
        """In English."""
        return sentence(self.text)

    def __str__(self) -> str:
        return f"{self.code} {self.sentence}"


class UnknownGame(DameroError):
    """There is no game with this id.

    >>> import damero
    >>> try:
    ...     damero.game("spannish")
    ... except damero.UnknownGame as error:
    ...     print(error.suggestions)
    ('spanish', 'spanish-federation', 'english')
    """

    code = "UNKNOWN_GAME"

    def __init__(self, key: str, *, suggestions: tuple[str, ...] = (), **values: Value) -> None:
        super().__init__(Text(key, values))
        self.suggestions = suggestions
        """The nearest ids that there are."""


class UnknownVersion(DameroError):
    """There is no such version of a game's rules.

    >>> import damero
    >>> try:
    ...     damero.game("spanish", 99)
    ... except damero.UnknownVersion as error:
    ...     print(error.code)
    OTHER_RULESET
    """

    code = "OTHER_RULESET"


class BadText(DameroError):
    """A text that cannot be read. Line and column count from 1.

    >>> import damero
    >>> try:
    ...     damero.game("spanish").read_position("W:W22,99:B18")
    ... except damero.BadText as error:
    ...     print(error.line, error.column, error.reason)
    1 7 There is no square 99: the squares are 1 to 32.
    """

    code = "BAD_TEXT"

    def __init__(
        self, key: str | Text, *, line: int = 1, column: int = 1, code: str | None = None, **values: Value
    ) -> None:
        self.fault = key if isinstance(key, Text) else Text(key, values)
        super().__init__("text.at", code=code, line=line, column=column, fault=self.fault)
        self.line = line
        """The line of the fault, from 1."""
        self.column = column
        """The column of the fault, from 1."""

    @property
    def reason(self) -> str:
        """The sentence without the place, in English."""
        return sentence(self.fault)


class BadPosition(DameroError):
    """A position or an army that cannot stand on a board.

    >>> import damero
    >>> game = damero.game("stratego")
    >>> try:
    ...     game.check_army("red", next(iter(game.formations("red").values())).replace("L", "K"))
    ... except damero.BadPosition as error:
    ...     print(error.code, error.sentence)
    TOO_MANY An army has 1 of the rank general, and this has 2.
    """

    code = "BAD_POSITION"


class IllegalMove(DameroError):
    """A move, a placement or another action that the rules refuse.

    >>> import damero
    >>> try:
    ...     damero.game("spanish").read_position("W:W22,31:B18").play("31-27")
    ... except damero.IllegalMove as error:
    ...     print(error.code, error.squares, error.sentence)
    CAPTURE_REQUIRED ('22', '18') You must capture: 22 takes 18.
    """

    code = "ILLEGAL_MOVEMENT"


class MatchRefusal(DameroError):
    """What a match refuses: another's seat, an old version, an offer that is not there.

    >>> import damero
    >>> from damero.domain.clock import TimeControl
    >>> try:
    ...     TimeControl(base=0)
    ... except damero.MatchRefusal as error:
    ...     print(error.code)
    BAD_TIME_CONTROL
    """

    code = "MATCH_REFUSED"
