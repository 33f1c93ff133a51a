"""The games of a PDN text: each with its tree of moves, and with what was found wrong or strange."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from operator import itemgetter

from damero.domain.beginning import check_routes
from damero.domain.draughts import position
from damero.domain.draughts.pdn.drafts import Draft, drafts, fault_at
from damero.domain.draughts.pdn.move_text import PlayedText, play_text
from damero.domain.draughts.pdn.readings import (
    Reading,
    named_readings,
    possible_readings,
    uses_large_board,
    uses_letters,
)
from damero.domain.draughts.pdn.results import OPEN, plain_result, winner
from damero.domain.draughts.pdn.tags import DERIVED, ROSTER
from damero.domain.draughts.pdn.tokens import Kind, Token
from damero.domain.draughts.position import Position
from damero.domain.draughts.rules import Player, Rules
from damero.domain.errors import BadText, DameroError
from damero.domain.game import Outcome
from damero.domain.game_tree import DRAW, GameTree, tidy
from damero.texts import Text

WINDOW = 20
"""From how many games of a text their rules are guessed, if nothing names them."""


@dataclass(frozen=True, slots=True)
class PdnGame:
    """A game as it was read. If it has a problem, the moves before it are read."""

    tree: GameTree
    start: Position
    final: Position
    """After the last move of the main line that was read."""
    number: int
    """In its file, from 1."""
    line: int
    result: str = OPEN
    """As it is written."""
    places: tuple[tuple[int, int], ...] = ()
    """Line and column of each move of the main line."""
    notes: tuple[Text, ...] = ()
    """What a reader should know although it is no mistake of the file."""
    problem: BadText | None = None
    """The first mistake of the file in this game."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the main line."""
        return tuple(item.move for item in self.tree.moves)

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """The tags other than rules, start and result: Event, White, Black …"""
        return self.tree.headers


@dataclass(frozen=True, slots=True)
class GameReport:
    """The result of verifying one game. Without a problem, it agrees with the rules."""

    number: int
    game: PdnGame
    outcome: Outcome | None
    """The outcome of the final position by the rules."""
    problem: DameroError | None = None


def read_games(text: str, default: Rules | None = None) -> tuple[PdnGame, ...]:
    """The games in a text. `BadText` says where the first mistake is.

    `default` are the rules of games that name none; without it they are guessed from the moves.
    """
    games = tuple(games_in(text.split("\n"), default))
    for game in games:
        if game.problem is not None:
            raise game.problem
    return games


def games_in(lines: Iterable[str], default: Rules | None = None) -> Iterator[PdnGame]:
    """The games of a text that may be long, one after the other. Mistakes in one of them do not stop the others."""
    guess = _Guess(default)
    for draft in guess.watched(drafts(_without_mark(lines))):
        yield _game(draft, guess)


def game_lengths(lines: Iterable[str]) -> list[int]:
    """How many moves, comments and marks each game has. They are not played."""
    return [len(draft.items) for draft in drafts(_without_mark(lines))]


def verify_text(text: str, default: Rules | None = None) -> tuple[GameReport, ...]:
    """A report on each game: whether every move is legal and the result agrees with the rules."""
    return tuple(map(verify_game, games_in(text.split("\n"), default)))


def verify_game(game: PdnGame) -> GameReport:
    outcome = game.final.outcome
    if game.problem is not None:
        return GameReport(game.number, game, None, game.problem)
    if outcome is None or _agrees(game, outcome):
        return GameReport(game.number, game, outcome)
    wrong = DameroError(
        "pdn.wrong_result",
        code="WRONG_RESULT",
        result=game.result,
        winner=outcome.winner or "nobody",
        reason=outcome.reason,
    )
    return GameReport(game.number, game, outcome, wrong)


def _agrees(game: PdnGame, outcome: Outcome) -> bool:
    """Whether the written result can be the outcome. Some programs count White's points first in every variant."""
    rules = game.start.rules
    meant = {winner(game.result, rules), winner(game.result, replace(rules, first=Player.WHITE))}
    return (outcome.winner or DRAW) in meant or (meant == {None} and game.result != OPEN)


def _without_mark(lines: Iterable[str]) -> Iterator[str]:
    """Without the byte order mark with which some editors begin a text."""
    for number, line in enumerate(lines):
        yield line if number else line.removeprefix("\ufeff")


class _Guess:
    """The rules of the games of one text that name none, guessed from the first of them."""

    def __init__(self, default: Rules | None) -> None:
        self.default = default
        self._first: tuple[Reading, ...] = ()

    def watched(self, found: Iterator[Draft]) -> Iterator[Draft]:
        """The same games. A few are looked at in advance when one of them names no rules."""
        for draft in found:
            if self._first or not _is_nameless(draft, self.default):
                yield draft
                continue
            seen = [draft, *islice(found, WINDOW - 1)]
            self._first = _likeliest([one for one in seen if _is_nameless(one, self.default)])
            yield from seen

    def readings(self, draft: Draft) -> tuple[Reading, ...]:
        """The ways to read a game. Raises `BadText` if its rules are named, but unknown."""
        named = named_readings(draft, self.default)
        if named or not (draft.has_moves or "FEN" in draft.tags or self._first):
            return named
        others = possible_readings(letters=uses_letters([draft]), large=uses_large_board([draft]))
        return tuple(map(_guessed, dict.fromkeys((*self._first, *others))))


def _guessed(reading: Reading) -> Reading:
    return replace(reading, note=Text("pdn.guessed", {"game": reading.rules.id}))


def _is_nameless(draft: Draft, default: Rules | None) -> bool:
    """Whether nothing names its rules, and there is something to guess them from."""
    if not (draft.has_moves or "FEN" in draft.tags):
        return False
    try:
        return not named_readings(draft, default)
    except BadText:
        return False


def _likeliest(seen: list[Draft]) -> tuple[Reading, ...]:
    """The reading by which most of the games, and then most of their moves, are legal."""
    best, most = None, (-1, -1)
    for reading in possible_readings(letters=uses_letters(seen), large=uses_large_board(seen)):
        plies = [_legal_plies(draft, reading) for draft in seen]
        legal = sum(complete for complete, _ in plies), sum(count for _, count in plies)
        if legal > most:
            best, most = reading, legal
        if legal[0] == len(seen):
            break
    return (best,) if best else ()


def _legal_plies(draft: Draft, reading: Reading) -> tuple[bool, int]:
    """Whether the main line is legal, and how many moves of it are."""
    try:
        played = play_text(draft.items, _start(draft, reading), reading, variations=False)
    except BadText:
        return False, -1
    return played.problem is None, len(played.moves)


def _game(draft: Draft, guess: _Guess) -> PdnGame:
    problems = list(draft.faults)
    readings: tuple[Reading, ...] = ()
    try:
        readings = guess.readings(draft)
    except BadText as unknown:
        problems.append(unknown)
    if not readings:
        if not problems:
            problems.append(fault_at(draft.first or _NOWHERE, Text("pdn.no_rules")))
        readings = possible_readings(letters=uses_letters([draft]), large=uses_large_board([draft]))[:1]
    return _read_by(readings, draft, problems)


_NOWHERE = Token(Kind.FAULT, "", 1, 1)


def _read_by(readings: tuple[Reading, ...], draft: Draft, problems: list[BadText]) -> PdnGame:
    """By the first reading under which it is legal, or by the one under which most of it is."""
    first, *others = readings
    reading = first
    start, played = _played(draft, first)
    if played.problem is not None and others and draft.has_moves:
        legal, best = max(((_legal_plies(draft, other), other) for other in others), key=itemgetter(0))
        if legal > (False, len(played.moves)):
            reading = best
            start, played = _played(draft, best)
    problems += [played.problem] if played.problem else []
    result, fault = _result(draft, reading.rules)
    problems += [fault] if fault else []
    return _as_game(draft, reading, start, played, result, problems)


def _as_game(
    draft: Draft, reading: Reading, start: Position, played: PlayedText, result: str, problems: list[BadText]
) -> PdnGame:
    tree = GameTree(start, tidy(played.moves), played.comment, winner(result, start.rules), _headers(draft))
    return PdnGame(
        tree,
        start,
        played.final,
        draft.number,
        draft.first.line if draft.first else 1,
        result,
        played.places,
        tuple(filter(None, (reading.note, *played.notes))),
        min(problems, key=lambda problem: (problem.line, problem.column), default=None),
    )


def _headers(draft: Draft) -> tuple[tuple[str, str], ...]:
    """The tags that tell of the game, in the order in which they are written."""
    told = {name: " ".join(tag.value.split()) for name, tag in draft.tags.items() if name not in DERIVED}
    first = {name: told.pop(name) for name in ROSTER if name in told}
    return (*first.items(), *told.items())


def _played(draft: Draft, reading: Reading) -> tuple[Position, PlayedText]:
    try:
        start = _start(draft, reading)
    except BadText as problem:
        start = position.initial(reading.rules)
        return start, replace(play_text((), start, reading), problem=problem)
    return start, play_text(draft.items, start, reading)


def _start(draft: Draft, reading: Reading) -> Position:
    fen = draft.value("FEN")
    if not fen:
        usual = position.initial(reading.rules)
        return usual if usual.turn is reading.first else replace(usual, turn=reading.first)
    if fen.startswith("?"):
        fen = reading.first[0].upper() + fen[1:]
    try:
        start = position.read_position(reading.rules, fen, naming=reading.naming)
        check_routes(start)
    except DameroError as problem:
        column, reason = (problem.column, problem.fault) if isinstance(problem, BadText) else (1, problem.text)
        token = draft.tags["FEN"]
        fault = Text("pdn.bad_fen", {"fault": reason})
        raise fault_at(token, fault, problem.code, column=token.value_column + column - 1) from problem
    return start


def _result(draft: Draft, rules: Rules) -> tuple[str, BadText | None]:
    """The tag's, the text's, or open; PDN 3 ends every text with * and leaves the result to the tag."""
    token, written = draft.tags.get("Result"), OPEN
    if draft.result is not None:
        written = plain_result(draft.result.text) or draft.result.text
    if token is None:
        return written, None
    tagged = plain_result(token.value)
    if tagged is None:
        fault = Text("pdn.bad_result", {"result": token.value})
        return written, fault_at(token, fault, column=token.value_column)
    if draft.result and OPEN not in (tagged, written) and winner(tagged, rules) != winner(written, rules):
        return tagged, fault_at(draft.result, Text("pdn.results_differ", {"written": written, "tagged": tagged}))
    return (tagged if written == OPEN else written), None
