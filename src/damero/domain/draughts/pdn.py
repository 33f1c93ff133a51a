"""Whole games as PDN: read with comments, marks and variations, written in a canonical form, verified by the rules.

Squares have the variant's own numbers; algebraic moves are not read. `1-0` says that White won. The tag `Ruleset` names
an older version of the rules.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import wrap

from damero.domain.draughts import position
from damero.domain.draughts.position import Position
from damero.domain.draughts.rules import Player, Rules
from damero.domain.draughts.variants import RETIRED_VARIANTS, VARIANTS
from damero.domain.errors import BadText, DameroError, IllegalMove
from damero.domain.game import Outcome, Seat
from damero.texts import Text, Value

_BY_ID = {rules.id: rules for rules in VARIANTS}
_BY_GAME_TYPE = {str(rules.pdn_game_type): rules for rules in VARIANTS if rules.pdn_game_type is not None}
_BY_VERSION = {(rules.id, str(rules.version)): rules for rules in (*VARIANTS, *RETIRED_VARIANTS)}
_OPEN = "*"
WINNERS: Mapping[str, Seat | None] = {
    "1-0": Player.WHITE.value,
    "2-0": Player.WHITE.value,
    "0-1": Player.BLACK.value,
    "0-2": Player.BLACK.value,
    "1/2-1/2": None,
    "1-1": None,
}
_RESULTS = {Player.WHITE.value: "1-0", Player.BLACK.value: "0-1", None: "1/2-1/2"}
_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
_DERIVED = frozenset({"Result", "GameType", "Variant", "Ruleset", "SetUp", "FEN"})

_TOKEN = re.compile(
    r"""
    (?P<skipped> \s+ | ^%[^\n]* | ;[^\n]* | \{[^}]*\} | \$[0-9]+ | \((?:[!?]{1,2}|\*)\) | [!?]{1,2} )
  | (?P<tag> \[\s* (?P<name>\w+) \s+ "(?P<value>(?:\\.|[^"\\\n])*)" \s*\] )
  | (?P<opened> \( )
  | (?P<closed> \) )
  | (?P<result> (?: 1/2-1/2 | 1-0 | 0-1 | 2-0 | 0-2 | 1-1 | 0-0 | \* ) (?![0-9/]) )
  | (?P<number> [0-9]+\.(?:\.\.)? )
  | (?P<move> [0-9]{1,3} (?: -[0-9]{1,3} | (?:[x:][0-9]{1,3})+ ) ) (?![-x:0-9]) \*?
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move in a text, and its place there."""

    text: str
    line: int = field(default=1, compare=False)
    column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class PdnGame:
    """A game as it was written. `positions` checks its moves."""

    start: Position
    moves: tuple[WrittenMove, ...] = ()
    result: str = _OPEN
    tags: tuple[tuple[str, str], ...] = ()
    """The tags other than rules, start and result: Event, White, Black …"""
    note: Text | None = field(default=None, compare=False)
    """Says that it is not legal by the rules that its tags name, and which ones it was read by instead."""

    def positions(self) -> Iterator[Position]:
        """The start and the position after each move. `BadText` says where the first illegal move is."""
        current = self.start
        yield current
        for move in self.moves:
            try:
                current = current.play(move.text)
            except IllegalMove as refusal:
                fault = Text("pdn.refused_move", {"move": move.text, "refusal": refusal.text})
                raise BadText(fault, line=move.line, column=move.column, code=refusal.code) from refusal
            yield current

    def final(self) -> Position:
        *_, last = self.positions()
        return last


@dataclass(frozen=True, slots=True)
class GameReport:
    """The result of verifying one game. Without a problem, it agrees with the rules."""

    number: int
    game: PdnGame
    outcome: Outcome | None
    """The outcome of the final position by the rules."""
    problem: DameroError | None = None


def game_of(start: Position, moves: Iterable[str], outcome: Outcome | None, tags: Mapping[str, str]) -> PdnGame:
    """A game played here as a PDN game."""
    result = _RESULTS[outcome.winner] if outcome else _OPEN
    written = tuple(WrittenMove(move) for move in moves)
    return PdnGame(start, written, result, tuple((name, text) for name, text in tags.items() if name not in _DERIVED))


def write_game(game: PdnGame) -> str:
    """The canonical text: tags in a fixed order, every landing of a capture, lines of at most 80 characters."""
    tags = "".join(f'[{name} "{_escaped(text)}"]\n' for name, text in _all_tags(game))
    return f"{tags}\n" + "\n".join(wrap(_movetext(game), 80, break_on_hyphens=False)) + "\n"


def read_games(text: str, default: Rules | None = None) -> tuple[PdnGame, ...]:
    """The games in a text. `BadText` says where it is wrong. `default` are the rules of a game that names none."""
    text = text.removeprefix("\ufeff")
    return tuple(_game(draft, default) for draft in _drafts(_main_line(_tokens(text)), _Lines(text)))


def verify_text(text: str, default: Rules | None = None) -> tuple[GameReport, ...]:
    """A report on each game: whether every move is legal and the result agrees with the rules."""
    return tuple(_report(number, game) for number, game in enumerate(read_games(text, default), start=1))


def _report(number: int, game: PdnGame) -> GameReport:
    try:
        outcome = game.final().outcome
    except BadText as problem:
        return GameReport(number, game, None, problem)
    if outcome is None or (game.result in WINNERS and WINNERS[game.result] == outcome.winner):
        return GameReport(number, game, outcome)
    winner = outcome.winner or "nobody"
    wrong = DameroError(
        "pdn.wrong_result", code="WRONG_RESULT", result=game.result, winner=winner, reason=outcome.reason
    )
    return GameReport(number, game, outcome, wrong)


def _all_tags(game: PdnGame) -> Iterator[tuple[str, str]]:
    rules, given = game.start.rules, dict(game.tags)
    yield from ((name, given.pop(name)) for name in _ROSTER if name in given)
    yield "Result", game.result
    yield ("Variant", rules.id) if rules.pdn_game_type is None else ("GameType", str(rules.pdn_game_type))
    if rules not in VARIANTS:
        yield "Ruleset", str(rules.version)
    if game.start != position.initial(rules):
        yield "SetUp", "1"
        yield "FEN", game.start.text
    yield from given.items()


def _movetext(game: PdnGame) -> str:
    words: list[str] = []
    rules, final = game.start.rules, game.final()
    skipped = int(game.start.turn is not rules.first)
    for number, ply in enumerate(final.plies[len(game.start.plies) :], start=skipped):
        if number % 2 == 0 or not words:
            words.append(f"{number // 2 + 1}{'.' if number % 2 == 0 else '...'}")
        words.append(ply.text)
    return " ".join([*words, game.result])


def _escaped(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(text.split()))


def _unescaped(text: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", text)


class _Lines:
    """Converts offsets in a text to lines and columns, which count from 1."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(end.end() for end in re.finditer("\n", text))]

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def fault(self, offset: int, key: str, code: str | None = None, **values: Value) -> BadText:
        line, column = self.place(offset)
        return BadText(Text(key, values), line=line, column=column, code=code)


@dataclass(slots=True)
class _Draft:
    """A game while it is being read."""

    lines: _Lines
    offset: int | None = None
    tags: dict[str, re.Match[str]] = field(default_factory=dict)
    moves: list[WrittenMove] = field(default_factory=list)
    result: re.Match[str] | None = None

    def value(self, name: str) -> str | None:
        return _unescaped(self.tags[name]["value"]) if name in self.tags else None


def _tokens(text: str) -> Iterator[re.Match[str]]:
    offset = 0
    while offset < len(text):
        token = _TOKEN.match(text, offset)
        if token is None:
            raise _fault_of_token(text, offset)
        offset = token.end()
        yield token


def _fault_of_token(text: str, offset: int) -> BadText:
    lines, rest = _Lines(text), text[offset:]
    if rest.startswith("{"):
        return lines.fault(offset, "pdn.open_comment")
    if rest.startswith("["):
        return lines.fault(offset, "pdn.bad_tag")
    return lines.fault(offset, "pdn.bad_word", word=rest.split(maxsplit=1)[0][:20])


def _main_line(tokens: Iterable[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Tags, moves and results, without those in variations."""
    opened: list[re.Match[str]] = []
    for token in tokens:
        if token["opened"]:
            opened.append(token)
        elif token["closed"]:
            if not opened:
                raise _Lines(token.string).fault(token.start(), "pdn.variation_not_opened")
            opened.pop()
        elif not opened and (token["tag"] or token["move"] or token["result"]):
            yield token
    if opened:
        raise _Lines(opened[-1].string).fault(opened[-1].start(), "pdn.variation_not_closed")


def _drafts(tokens: Iterable[re.Match[str]], lines: _Lines) -> Iterator[_Draft]:
    """A game ends with its result, or where the tags of the next one begin. A result alone is not a game."""
    draft = _Draft(lines)
    for token in tokens:
        if token["tag"] and draft.moves:
            yield draft
            draft = _Draft(lines)
        _add(draft, token)
        if draft.result:
            if draft.tags or draft.moves:
                yield draft
            draft = _Draft(lines)
    if draft.tags or draft.moves:
        yield draft


def _add(draft: _Draft, token: re.Match[str]) -> None:
    draft.offset = token.start() if draft.offset is None else draft.offset
    if token["result"]:
        draft.result = token
    elif token["move"]:
        text = token["move"].lower().replace(":", "x")
        draft.moves.append(WrittenMove(text, *draft.lines.place(token.start())))
    elif token["name"] in draft.tags:
        raise draft.lines.fault(token.start(), "pdn.tag_twice", tag=token["name"])
    else:
        draft.tags[token["name"]] = token


def _game(draft: _Draft, default: Rules | None) -> PdnGame:
    """By the rules that the tags name or, if it is not legal by those, by others under which such files are found."""
    named = _rules(draft, default)
    others = _other_readings(draft, named)
    if others and not _is_legal(draft, named):
        for rules in (other for other in others if _is_legal(draft, other)):
            values: dict[str, Value] = {"named": named.id, "read": rules.id, "version": rules.version}
            return _game_by(rules, draft, Text("pdn.read_by_other_rules", values))
    return _game_by(named, draft)


def _game_by(rules: Rules, draft: _Draft, note: Text | None = None) -> PdnGame:
    tags = tuple((name, _unescaped(tag["value"])) for name, tag in draft.tags.items() if name not in _DERIVED)
    return PdnGame(_start(draft, rules), tuple(draft.moves), _result(draft), tags, note)


def _is_legal(draft: _Draft, rules: Rules) -> bool:
    try:
        _game_by(rules, draft).final()
    except DameroError:
        return False
    return True


def _other_readings(draft: _Draft, named: Rules) -> tuple[Rules, ...]:
    """Variants whose games are found under this game type, unless a variant is named; then older versions."""
    if "Ruleset" in draft.tags:
        return ()
    said = draft.value("Variant") in _BY_ID or "GameType" not in draft.tags
    found = [] if said else [rules for rules in VARIANTS if rules.pdn_found_as == named.pdn_game_type]
    return (*found, *(rules for rules in RETIRED_VARIANTS if rules.id == named.id))


def _rules(draft: _Draft, default: Rules | None) -> Rules:
    """The version in the Ruleset tag, or the newest, of the variant that is named."""
    named = _variant(draft, default)
    version = draft.value("Ruleset")
    if version is None:
        return named
    if (named.id, version) not in _BY_VERSION:
        offset = draft.tags["Ruleset"].start("value")
        raise draft.lines.fault(offset, "pdn.unknown_ruleset", version=version, game=named.id)
    return _BY_VERSION[named.id, version]


def _variant(draft: _Draft, default: Rules | None) -> Rules:
    """By the Variant tag, else by the number that begins the GameType ("25" or "25,W,8,8,…")."""
    number, _, _ = (draft.value("GameType") or "").partition(",")
    typed = _BY_GAME_TYPE.get(number.strip())
    rules = _BY_ID.get(draft.value("Variant") or "", typed)
    if rules is not None:
        return rules
    told = next((name for name in ("GameType", "Variant") if name in draft.tags), None)
    if told:
        known = tuple(_BY_ID) if told == "Variant" else tuple(sorted(_BY_GAME_TYPE))
        value = draft.value(told) or ""
        raise draft.lines.fault(
            draft.tags[told].start("value"), "pdn.unknown_rules", tag=told, value=value, known=known
        )
    if default is None:
        raise draft.lines.fault(draft.offset or 0, "pdn.no_rules")
    return default


def _start(draft: _Draft, rules: Rules) -> Position:
    fen = draft.value("FEN")
    if fen is None:
        return position.initial(rules)
    try:
        return position.read_position(rules, fen)
    except BadText as problem:
        offset = draft.tags["FEN"].start("value") + problem.column - 1
        raise draft.lines.fault(offset, "pdn.bad_fen", problem.code, fault=problem.fault) from problem


def _result(draft: _Draft) -> str:
    """The tag's, the text's, or open; PDN 3 ends every text with * and leaves the result to the tag."""
    tagged = draft.value("Result") or _OPEN
    written = draft.result["result"] if draft.result else _OPEN
    if draft.result and _OPEN not in (tagged, written) and tagged != written:
        raise draft.lines.fault(draft.result.start(), "pdn.results_differ", written=written, tagged=tagged)
    if tagged not in WINNERS and tagged not in (_OPEN, "0-0"):
        raise draft.lines.fault(draft.tags["Result"].start("value"), "pdn.bad_result", result=tagged)
    return tagged if written == _OPEN else written
