"""Finds texts that are left in English by the words of the catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from damero.texts import catalogue
from damero.texts.message import Message, Placeholder, parse

WORD = re.compile(r"[^\W\d_]{2,}")
NO_WORDS = {"damero", "stratego", "drafti", "banqi", "pdn"}


def words_of(texts: Iterable[str]) -> set[str]:
    return {word.casefold() for text in texts for word in WORD.findall(text)}


def written(message: Message) -> Iterable[str]:
    for part in message:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Placeholder):
            for _, case in part.cases:
                yield from written(case)


@cache
def vocabulary(code: str) -> frozenset[str]:
    return frozenset(words_of(part for text in catalogue(code).texts.values() for part in written(parse(text))))


def in_english(texts: Iterable[str], code: str) -> set[str]:
    """The texts with a word that the English catalogue has, and that of the language has not."""
    english = vocabulary("en") - vocabulary(code) - NO_WORDS
    return {text for text in texts if not english.isdisjoint(words_of([text]))}
