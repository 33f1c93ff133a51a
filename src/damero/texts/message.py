"""Messages with placeholders, in the part of ICU MessageFormat that Damero's sentences need.

{name}                                        the value as it is
{count, plural, one {# man} other {# men}}    by the language's plural category; # is the number
{duty, select, side {…} other {…}}            by the value itself
{squares, list}                               several values: a, b and c
{games, or}                                   several values, of which one is meant: a, b or c
{move, quoted}                                in quotation marks, with control characters escaped: what somebody typed
{seat, text, seat}                            another text: its key is `seat.` and the value, which stands for itself if
                                              there is no such text

A value may itself be a `Text`, a key with its own values: it is rendered in the same language. Values never contain
markup: braces in them are printed as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

Item: TypeAlias = "str | int | Text"
Value: TypeAlias = "Item | Sequence[Item]"
Values: TypeAlias = Mapping[str, Value]

_NAME = re.compile(r"\s*([a-z_][a-z0-9_.]*)\s*")
_PLAIN = re.compile(r"[^{}#]+")


class BadMessage(ValueError):
    """A message of a catalogue that cannot be read."""


@dataclass(frozen=True, slots=True)
class Language:
    """What a language brings to its messages."""

    plural: Callable[[int], str]
    """The plural category of a number: one, few, many, other …"""
    conjunction: str
    """Between the last two of a list, spaces included …"""
    disjunction: str
    """… and when one of them is meant."""
    text: Callable[[str], str | None]
    """The message of a key."""


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or a part of one, in no language yet."""

    key: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Placeholder:
    name: str
    kind: str = ""
    prefix: str = ""
    cases: tuple[tuple[str, Message], ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """The # inside a plural case."""


Part: TypeAlias = "str | Placeholder | Number"
Message: TypeAlias = "tuple[Part, ...]"


@lru_cache(maxsize=4096)
def parse(source: str) -> Message:
    message, end = _message(source, 0, in_case=False)
    if end != len(source):
        raise BadMessage(f"A closing brace too many at {end} in {source!r}.")
    return message


def render(message: Message, values: Values, language: Language, number: int | None = None) -> str:
    return "".join(_rendered(part, values, language, number) for part in message)


def translate(text: Text, language: Language) -> str:
    """The text in a language. A key without a message stands for itself."""
    source = language.text(text.key)
    return text.key if source is None else render(parse(source), text.values, language)


def placeholders(message: Message) -> frozenset[tuple[str, str]]:
    """The name and kind of every placeholder, those inside cases included."""
    own = {(part.name, part.kind) for part in message if isinstance(part, Placeholder)}
    inner = (case for part in message if isinstance(part, Placeholder) for _, case in part.cases)
    return frozenset(own).union(*(placeholders(case) for case in inner))


def _rendered(part: Part, values: Values, language: Language, number: int | None) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Number):
        return str(number)
    return _RENDERERS[part.kind](part, values, language)


def _plain(part: Placeholder, values: Values, language: Language) -> str:
    value = values[part.name]
    return translate(value, language) if isinstance(value, Text) else str(value)


def _plural(part: Placeholder, values: Values, language: Language) -> str:
    count = values[part.name]
    if not isinstance(count, int):
        raise BadMessage(f"{part.name} is no number.")
    return render(_case(part, language.plural(count)), values, language, count)


def _select(part: Placeholder, values: Values, language: Language) -> str:
    return render(_case(part, str(values[part.name])), values, language)


def _list(part: Placeholder, values: Values, language: Language) -> str:
    return _joined(values[part.name], language, language.conjunction)


def _or(part: Placeholder, values: Values, language: Language) -> str:
    return _joined(values[part.name], language, language.disjunction)


def _joined(items: Value, language: Language, last_joint: str) -> str:
    several = [items] if isinstance(items, str | int | Text) else items
    *first, last = [translate(item, language) if isinstance(item, Text) else str(item) for item in several]
    return f"{', '.join(first)}{last_joint}{last}" if first else last


def _quoted(part: Placeholder, values: Values, _language: Language) -> str:
    return repr(values[part.name])


def _text(part: Placeholder, values: Values, language: Language) -> str:
    value = str(values[part.name])
    source = language.text(f"{part.prefix}.{value}")
    return value if source is None else render(parse(source), values, language)


_RENDERERS: Mapping[str, Callable[[Placeholder, Values, Language], str]] = {
    "": _plain,
    "plural": _plural,
    "select": _select,
    "list": _list,
    "or": _or,
    "quoted": _quoted,
    "text": _text,
}


def _case(part: Placeholder, wanted: str) -> Message:
    cases = dict(part.cases)
    return cases.get(wanted, cases["other"])


def _message(source: str, at: int, *, in_case: bool) -> tuple[Message, int]:
    """The parts up to the brace that closes this message, or the end."""
    parts: list[Part] = []
    while at < len(source) and source[at] != "}":
        if source[at] == "{":
            part, at = _placeholder(source, at + 1)
            parts.append(part)
        elif source[at] == "#":
            parts.append(Number() if in_case else "#")
            at += 1
        else:
            found = _PLAIN.match(source, at)
            assert found is not None
            parts.append(found[0])
            at = found.end()
    return tuple(parts), at


def _placeholder(source: str, at: int) -> tuple[Placeholder, int]:
    name, at = _name(source, at)
    if source[at : at + 1] == "}":
        return Placeholder(name), at + 1
    kind, at = _name(source, _expect(source, at, ","))
    if kind not in _RENDERERS or not kind:
        raise BadMessage(f"There is no kind of placeholder {kind!r} in {source!r}.")
    if kind in ("list", "or", "quoted"):
        return Placeholder(name, kind), _expect(source, at, "}")
    at = _expect(source, at, ",")
    if kind == "text":
        prefix, at = _name(source, at)
        return Placeholder(name, kind, prefix=prefix), _expect(source, at, "}")
    cases, at = _cases(source, at)
    return Placeholder(name, kind, cases=cases), at


def _cases(source: str, at: int) -> tuple[tuple[tuple[str, Message], ...], int]:
    cases: dict[str, Message] = {}
    while source[at : at + 1] != "}":
        name, at = _name(source, at)
        cases[name], at = _message(source, _expect(source, at, "{"), in_case=True)
        at = _skip_space(source, _expect(source, at, "}"))
    if "other" not in cases:
        raise BadMessage(f"The case 'other' is missing in {source!r}.")
    return tuple(cases.items()), at + 1


def _name(source: str, at: int) -> tuple[str, int]:
    found = _NAME.match(source, at)
    if found is None:
        raise BadMessage(f"A name is missing at {at} in {source!r}.")
    return found[1], found.end()


def _expect(source: str, at: int, char: str) -> int:
    if source[at : at + 1] != char:
        raise BadMessage(f"{char!r} is missing at {at} in {source!r}.")
    return at + 1


def _skip_space(source: str, at: int) -> int:
    while source[at : at + 1].isspace():
        at += 1
    return at
