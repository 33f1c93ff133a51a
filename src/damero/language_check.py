"""What is wrong with the catalogue of a language, measured by the English one."""

from __future__ import annotations

from collections.abc import Iterator

from damero.languages import DEFAULT, language
from damero.texts import Text, catalogue
from damero.texts.message import BadMessage, Message, Placeholder, parse, placeholders

COUNTS = range(202)
"""Enough to meet every plural category of whole numbers."""


def faults(code: str) -> Iterator[Text]:
    """One for each key that is missing, unknown, unreadable or has other placeholders or plural cases."""
    english, texts = catalogue(DEFAULT).texts, catalogue(code).texts
    yield from (Text("cli.language.missing", {"key": key}) for key in english if key not in texts)
    yield from (Text("cli.language.unknown", {"key": key}) for key in texts if key not in english)
    for key in (key for key in texts if key in english):
        try:
            yield from _differences(key, parse(english[key]), parse(texts[key]), code)
        except BadMessage as fault:
            yield Text("cli.language.unreadable", {"key": key, "reason": str(fault)})


def untranslated(code: str) -> list[str]:
    """The keys whose text is the English one and has several words. Some names are the same in two languages."""
    english, texts = catalogue(DEFAULT).texts, catalogue(code).texts
    return [key for key, text in texts.items() if code != DEFAULT and text == english.get(key) and " " in text]


def categories(code: str) -> frozenset[str]:
    """The plural categories that the whole numbers of a language have."""
    return frozenset(map(language(code).plural, COUNTS)) | {"other"}


def _differences(key: str, english: Message, message: Message, code: str) -> Iterator[Text]:
    wanted, found = _names(english), _names(message)
    yield from (Text("cli.language.no_placeholder", {"key": key, "name": name}) for name in sorted(wanted - found))
    yield from (Text("cli.language.other_placeholder", {"key": key, "name": name}) for name in sorted(found - wanted))
    for cases in _plurals(message):
        if cases != categories(code):
            missing = {"key": key, "cases": sorted(categories(code))}
            yield Text("cli.language.plural_cases", missing)


def _names(message: Message) -> frozenset[str]:
    return frozenset(name for name, _ in placeholders(message))


def _plurals(message: Message) -> Iterator[frozenset[str]]:
    """The names of the cases of every plural, those inside other cases included."""
    for part in message:
        if isinstance(part, Placeholder):
            if part.kind == "plural":
                yield frozenset(name for name, _ in part.cases)
            for _, case in part.cases:
                yield from _plurals(case)
