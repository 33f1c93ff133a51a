"""A language that is made of English: accented, four tenths longer, and in brackets, so that other texts stand out."""

from __future__ import annotations

import re

from damero.texts.message import Message, Number, Part, parse

OPENING, CLOSING = "⟦", "⟧"
ACCENTED = str.maketrans("aeiouyAEIOUYncsz", "áéíóúýÁÉÍÓÚÝñçšž")
LONGER = 0.4
WORD = re.compile(r"\w+")


def pseudo(source: str) -> str:
    """A message of the catalogue in this language."""
    return f"{OPENING}{_written(parse(source))}{CLOSING}"


def _written(message: Message) -> str:
    return "".join(map(_part, message))


def _part(part: Part) -> str:
    if isinstance(part, str):
        return WORD.sub(lambda word: f"{word[0].translate(ACCENTED)}{'~' * round(len(word[0]) * LONGER)}", part)
    if isinstance(part, Number):
        return "#"
    words = [part.name, *filter(None, [part.kind, part.prefix])]
    cases = " ".join(f"{name} {{{_written(case)}}}" for name, case in part.cases)
    return f"{{{', '.join([*words, cases] if cases else words)}}}"
