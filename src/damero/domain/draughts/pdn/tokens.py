"""The words of a PDN text, one line after the other: tags, moves, comments, marks, variations and results."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from damero.domain.draughts.pdn.results import result_in_words

LONGEST_COMMENT = 50_000
"""Characters. A longer one was not closed."""

_DASH, _TAKES = "[-\u2010-\u2015\u2212]", "[x:\u00d7\u0445]"
_NUMBER = "[0-9]{1,3}"
_LETTERS = "[a-j](?:10|[1-9])"
_TAG_NAME = r"\[\s*(?P<{0}name>\w+)\s+"

_TOKEN = re.compile(
    rf"""
    (?P<skipped> \s+ | %.* | \.+ | \u2026 | {_DASH}(?=\s|$) )
  | ;(?P<remark> .*)
  | (?P<brace> \{{ )
  | {_TAG_NAME.format("")} "(?P<value>(?:\\.|[^"\\])*)"\s*\]
  | {_TAG_NAME.format("loose_")} "(?P<loose_value>.*)"\s*\]\s*$
  | (?P<strength> \([!?]+\) | [!?]+ | \(\*\) )
  | \$(?P<glyph> [0-9]{{1,3}} )
  | (?P<opened> \( )
  | (?P<closed> \) )
  | (?P<result> (?: 1/2\s?{_DASH}\s?1/2 | \u00bd{_DASH}\u00bd | 1/2 | \u00bd | [012]\s?{_DASH}\s?0 | 0\s?{_DASH}\s?[12]
        | 1\s?{_DASH}\s?1 | \* ) (?![0-9/x:-]) )
  | (?P<number> [0-9]+\s?(?:\u2026|\.+) )
  | (?P<move> (?:
          {_NUMBER}(?:\s*{_DASH}\s*{_NUMBER} | (?:\s*{_TAKES}\s*{_NUMBER})+ )
        | {_LETTERS}(?:\s*{_DASH}\s*{_LETTERS} | (?:\s*{_TAKES}\s*{_LETTERS})+ | (?:{_LETTERS})+ )
        | [a-j](?:{_DASH}|{_TAKES})?{_LETTERS}
      ) (?![-:\w]) ) (?P<forced> \*? )
  | (?P<setup> /[^/]*/ )
  | (?P<words> [^\W\d_]+ (?:[ ][^\W\d_]+){{0,3}} (?!\w) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BEGINS_WITH_TAG = re.compile(r'\s*\[\s*\w+\s+"')
_GLYPHS = {"!": "1", "?": "2", "!!": "3", "??": "4", "!?": "5", "?!": "6", "*": "7"}
_PLAIN = str.maketrans(
    {"\u00d7": "x", "\u0445": "x", ":": "x", **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")}
)


class Kind(StrEnum):
    TAG = "tag"
    MOVE = "move"
    COMMENT = "comment"
    GLYPH = "glyph"
    OPENED = "opened"
    CLOSED = "closed"
    SETUP = "setup"
    RESULT = "result"
    FAULT = "fault"


_KINDS = {
    "opened": Kind.OPENED,
    "closed": Kind.CLOSED,
    "setup": Kind.SETUP,
    "result": Kind.RESULT,
    "words": Kind.RESULT,
    "strength": Kind.GLYPH,
    "glyph": Kind.GLYPH,
    "remark": Kind.COMMENT,
}
"""By the group of the expression."""


@dataclass(frozen=True, slots=True)
class Token:
    kind: Kind
    text: str
    """The move, the comment, the number of the glyph, the name of the tag, or the key of the sentence about a fault."""
    line: int
    column: int
    value: str = ""
    """Of the tag, or the word that is a fault."""
    value_column: int = 1


def tokens(lines: Iterable[str]) -> Iterator[Token]:
    """Everything that a text says. What cannot be read is a token too, and reading goes on behind it."""
    comment: _Comment | None = None
    for number, line in enumerate(lines, start=1):
        text, offset = line.rstrip("\r\n"), 0
        if comment is not None and _BEGINS_WITH_TAG.match(text):
            yield comment.fault
            comment = None
        while comment is not None or offset < len(text):
            if comment is not None:
                offset = comment.add(text, offset)
                if not comment.is_closed:
                    break
                yield comment.token
                comment = None
                continue
            found = _TOKEN.match(text, offset)
            if found is not None and found["brace"]:
                comment, offset = _Comment(number, offset + 1), found.end()
                continue
            offset = yield from _read(text, offset, number, found)
    if comment is not None:
        yield comment.fault


class _Comment:
    """A comment in braces, which may have several lines."""

    def __init__(self, line: int, column: int) -> None:
        self._line, self._column = line, column
        self._parts: list[str] = []
        self._length = 0
        self.is_closed = False

    def add(self, text: str, offset: int) -> int:
        """Takes its part of a line, and tells where it ends."""
        end = text.find("}", offset)
        self.is_closed = end >= 0
        part = text[offset : end if self.is_closed else None].strip()
        self._length += len(part)
        if self._length <= LONGEST_COMMENT:
            self._parts.append(part)
        return end + 1 if self.is_closed else len(text)

    @property
    def token(self) -> Token:
        if self._length > LONGEST_COMMENT:
            return self.fault
        return Token(Kind.COMMENT, " ".join(" ".join(self._parts).split()), self._line, self._column)

    @property
    def fault(self) -> Token:
        return Token(Kind.FAULT, "pdn.open_comment", self._line, self._column)


def _read(text: str, offset: int, line: int, found: re.Match[str] | None) -> Generator[Token, None, int]:
    """Yields what begins at the offset and returns where it ends."""
    group = found.lastgroup if found else None
    result = result_in_words(found["words"]) if found and group == "words" else None
    if found is None or group is None or (group == "words" and result is None):
        return (yield from _fault(text, offset, line))
    if group in _KINDS:
        yield Token(_KINDS[group], _plain(group, result or found[group]), line, offset + 1)
    elif group.endswith("value"):
        yield _tag(found, line, group)
    elif group == "forced":
        yield Token(Kind.MOVE, _plain("move", found["move"]), line, offset + 1)
        if found["forced"]:
            yield Token(Kind.GLYPH, _GLYPHS["*"], line, found.end())
    return found.end()


def _plain(group: str, text: str) -> str:
    """The text of a token, without the ways in which people write the same thing differently."""
    match group:
        case "move" | "result":
            return "".join(text.lower().split()).translate(_PLAIN)
        case "strength":
            return _GLYPHS[text.strip("()")[:2]]
        case "remark":
            return " ".join(text.split())
    return text


def _tag(found: re.Match[str], line: int, group: str) -> Token:
    name, value = found[group.replace("value", "name")], re.sub(r'\\(["\\])', r"\1", found[group])
    return Token(Kind.TAG, name, line, found.start() + 1, value, found.start(group) + 1)


def _fault(text: str, offset: int, line: int) -> Generator[Token, None, int]:
    """What cannot be read: a tag up to the end of the line, or one word."""
    if text[offset] == "[":
        yield Token(Kind.FAULT, "pdn.bad_tag", line, offset + 1)
        closed = text.find("]", offset)
        return closed + 1 if closed >= 0 else len(text)
    word = text[offset:].split(maxsplit=1)[0]
    yield Token(Kind.FAULT, "pdn.bad_word", line, offset + 1, word[:20])
    return offset + len(word)
