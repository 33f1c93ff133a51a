"""Every sentence that Damero says to people: a key with values, rendered from a catalogue of its language.

The catalogues are JSON files beside this module, read by Python and by the browser alike.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

from damero.texts.message import Item, Language, Text, Value, Values, translate

__all__ = ["ENGLISH", "Item", "Text", "Value", "Values", "catalogue", "name_of", "sentence"]

FORMAT = 1


def sentence(text: Text) -> str:
    """The text in English."""
    return translate(text, ENGLISH)


def name_of(kind: str, identifier: str | int) -> str:
    """What something is called in English; its id where the catalogue has no name for it."""
    key = f"{kind}.{identifier}"
    return sentence(Text(key)) if key in catalogue("en") else str(identifier)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All messages of a language by their keys."""
    document = json.loads(resources.files(__name__).joinpath(f"{language}.json").read_text(encoding="utf-8"))
    if document.keys() != {"format", "language", "texts"} or document["format"] != FORMAT:
        raise ValueError(f"{language}.json is not a catalogue of format {FORMAT}.")
    texts: dict[str, str] = document["texts"]
    return texts


ENGLISH = Language(
    plural=lambda count: "one" if count == 1 else "other",
    conjunction=" and ",
    disjunction=" or ",
    text=lambda key: catalogue("en").get(key),
)
