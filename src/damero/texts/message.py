"""Messages with placeholders, in the part of ICU MessageFormat that Damero's sentences need.

{name}                                        the value as it is
{count, plural, one {# man} other {# men}}    by the language's plural category; # is the number
{duty, select, side {…} other {…}}            by the value itself
{squares, list}                               several values: a, b and c
{games, or}                                   several values, of which one is meant: a, b or c
{count, number}                               a number as the language writes it: 1,000
{share, percent}                              a whole number of per cent: 45%
{minutes, decimal}                            a number in the text of a decimal, with the digits it has there: 0.50
{opened, date}                                a day, given in milliseconds since 1970: 18 Nov 2026
{move, quoted}                                in quotation marks, with control characters escaped: what somebody typed
{seat, text, seat}                            another text: its key is `seat.` and the value, which stands for itself if
                                              there is no such text

A value may itself be a `Text`, a key with its own values: it is rendered in the same language. Values never contain
markup: braces in them are printed as they are. The browser reads the same messages by `static/js/i18n/message.js`.
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

_NAME = re.compile(r"\s*([a-z_][a-zA-Z0-9_.-]*)\s*")
_PLAIN = re.compile(r"[^{}#]+")


class BadMessage(ValueError):
    """A message of a catalogue that cannot be read."""


@dataclass(frozen=True, slots=True)
class Language:
    """What a language brings to its messages."""

    plural: Callable[[int], str]
    """The plural category of a number: one, few, many, other …"""
    joined: Callable[[Sequence[str], str], str]
    """The items of a list with `and` or `or` before the last."""
    number: Callable[[int], str]
    percent: Callable[[int], str]
    decimal: Callable[[str], str]
    """A decimal number such as `+0.50`, with its sign and all of its digits."""
    date: Callable[[int], str]
    """The day of a time in milliseconds since 1970."""
    quotes: tuple[str, str]
    text: Callable[[str], str | None]
    """The message of a key."""


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or a part of one, in no language yet."""

    key: str
    values: Values = field(default_factory=dict)


@lru_cache(1_000)
def plain(key: str) -> Text:
    """A text without values, made once: refusals are also made to ask what is allowed."""
    return Text(key)


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


def prefixes(message: Message) -> frozenset[str]:
    """What the keys begin with of the texts that it looks up by a value."""
    parts = [part for part in message if isinstance(part, Placeholder)]
    inner = (case for part in parts for _, case in part.cases)
    return frozenset(part.prefix for part in parts if part.prefix).union(*map(prefixes, inner))


def _rendered(part: Part, values: Values, language: Language, number: int | None) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Number):
        return language.number(number or 0)
    return _RENDERERS[part.kind](part, values, language)


def _plain(part: Placeholder, values: Values, language: Language) -> str:
    value = values[part.name]
    return translate(value, language) if isinstance(value, Text) else str(value)


def _plural(part: Placeholder, values: Values, language: Language) -> str:
    count = _whole(part, values)
    return render(_case(part, language.plural(count)), values, language, count)


def _select(part: Placeholder, values: Values, language: Language) -> str:
    return render(_case(part, str(values[part.name])), values, language)


def _list(part: Placeholder, values: Values, language: Language) -> str:
    return language.joined(_items(values[part.name], language), "and")


def _or(part: Placeholder, values: Values, language: Language) -> str:
    return language.joined(_items(values[part.name], language), "or")


def _items(items: Value, language: Language) -> list[str]:
    several = [items] if isinstance(items, str | int | Text) else items
    return [translate(item, language) if isinstance(item, Text) else str(item) for item in several]


def _number(part: Placeholder, values: Values, language: Language) -> str:
    return language.number(_whole(part, values))


def _percent(part: Placeholder, values: Values, language: Language) -> str:
    return language.percent(_whole(part, values))


def _decimal(part: Placeholder, values: Values, language: Language) -> str:
    return language.decimal(str(values[part.name]))


def _date(part: Placeholder, values: Values, language: Language) -> str:
    return language.date(_whole(part, values))


def _whole(part: Placeholder, values: Values) -> int:
    number = values[part.name]
    if not isinstance(number, int):
        raise BadMessage(f"{part.name} is no number.")
    return number


def _quoted(part: Placeholder, values: Values, language: Language) -> str:
    return "".join(map(_escaped, _plain(part, values, language))).join(language.quotes)


def _escaped(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")


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
    "number": _number,
    "percent": _percent,
    "decimal": _decimal,
    "date": _date,
    "quoted": _quoted,
    "text": _text,
}


_BARE = frozenset(_RENDERERS) - {"text", "plural", "select"}
"""The kinds of which nothing more is said."""


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
    if kind in _BARE:
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
