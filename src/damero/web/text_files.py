"""The texts as the browser loads them: two files for each language, with English in place of what it lacks.

The first file has what the start page needs, so that a first visit stays small. The second has all other texts that a
browser can show; it is loaded with any other page, and before a refusal is shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from damero.texts import Catalogue, catalogue, languages
from damero.texts.message import parse, prefixes

FOLDER = "texts"
START, REST = "start", "rest"
NOT_SHOWN = frozenset(
    {"admin", "bot", "cli", "cluster", "data", "database", "drawing", "engine_spec", "extra", "file", "hub", "rl"}
)
"""What the keys begin with of texts for the command line and for programs."""
_WHOLE = re.compile(r'"(\w+(?:\.[\w-]+)+)"')
_TEMPLATE = re.compile(r"`(\w+\.[^`/]*)`")
_FILLED_IN = re.compile(r"\\\$\\\{.*?\\\}")


def text_files(start_source: str) -> dict[str, bytes]:
    """All files by their names. `start_source` is the code of the start page."""
    return {
        f"{FOLDER}/{language}/{part}.json": body
        for language in languages()
        for part, body in _parts(catalogue(language), keys_in(start_source))
    }


def keys_in(source: str) -> re.Pattern[str]:
    """What matches the keys in JavaScript code, whole ones and those with a part that is filled in."""
    whole = {re.escape(text) for text in _WHOLE.findall(source)}
    built = {_FILLED_IN.sub(r"[\\w-]+", re.escape(text)) for text in _TEMPLATE.findall(source)}
    return re.compile("|".join(sorted(whole | built)))


def _parts(chosen: Catalogue, first: re.Pattern[str]) -> Iterable[tuple[str, bytes]]:
    texts = _shown(catalogue("en").texts) | _shown(chosen.texts)
    names = tuple(
        f"{prefix}." for key, text in texts.items() if first.fullmatch(key) for prefix in prefixes(parse(text))
    )
    start = {key: text for key, text in texts.items() if first.fullmatch(key) or key.startswith(names)}
    head = {
        "language": chosen.language,
        "locale": chosen.locale,
        "quotes": chosen.quotes,
        "languages": [{"id": language, "name": catalogue(language).name} for language in languages()],
    }
    yield START, _json(head | {"texts": start})
    yield REST, _json({"texts": {key: text for key, text in texts.items() if key not in start}})


def _shown(texts: Mapping[str, str]) -> dict[str, str]:
    return {key: text for key, text in texts.items() if key.partition(".")[0] not in NOT_SHOWN}


def _json(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
