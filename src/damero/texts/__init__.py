"""Every sentence that Damero says to people: a key with values, rendered from a catalogue of its language.

A catalogue is a JSON file beside this module, one for each language, read by Python and by the browser alike.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import resources

from damero.texts.message import Item, Language, Text, Value, Values, plain, translate

__all__ = [
    "ENGLISH",
    "Catalogue",
    "Item",
    "Text",
    "Value",
    "Values",
    "catalogue",
    "languages",
    "name_of",
    "plain",
    "sentence",
]

FORMAT = 2


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The file of a language."""

    language: str
    """Its code, such as `es` or `zh-Hant`: the name of the file."""
    name: str
    """What its speakers call it."""
    locale: str
    """The code by which CLDR knows how it writes lists, numbers and dates."""
    direction: str
    """`ltr` or `rtl`."""
    quotes: tuple[str, str]
    texts: Mapping[str, str]
    game: str = ""
    """The id of the game that its speakers know best, which a first visitor is offered."""


def sentence(text: Text) -> str:
    """The text in English."""
    return translate(text, ENGLISH)


def name_of(kind: str, identifier: str | int) -> str:
    """What something is called in English; its id where the catalogue has no name for it."""
    key = f"{kind}.{identifier}"
    return sentence(Text(key)) if key in catalogue("en").texts else str(identifier)


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages, in the order of the alphabet."""
    files = (file.name for file in resources.files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in files if name.endswith(".json")))


@cache
def catalogue(language: str) -> Catalogue:
    document = json.loads(resources.files(__name__).joinpath(f"{language}.json").read_text(encoding="utf-8"))
    if document.pop("format") != FORMAT or document["language"] != language:
        raise ValueError(f"{language}.json is not a catalogue of format {FORMAT}.")
    first, last = document.pop("quotes")
    return Catalogue(quotes=(first, last), **document)


def _joined(items: Sequence[str], word: str) -> str:
    *first, last = items
    return f"{', '.join(first)} {word} {last}" if first else last


def _date(milliseconds: int) -> str:
    day = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return f"{day.day} {day:%b %Y}"


ENGLISH = Language(
    plural=lambda count: "one" if count == 1 else "other",
    joined=_joined,
    number=lambda number: f"{number:,}",
    percent=lambda share: f"{share}%",
    decimal=str,
    date=_date,
    quotes=("'", "'"),
    text=lambda key: catalogue("en").texts.get(key),
)
