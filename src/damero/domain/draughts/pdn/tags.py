"""The names of tags: in the standard's spelling, and translated from the languages in which files have them."""

from __future__ import annotations

from collections.abc import Mapping

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
"""The order in which these tags are written, before all others."""
DERIVED = frozenset({"Result", "GameType", "Variant", "Ruleset", "SetUp", "FEN"})
"""They follow from the game itself."""

_TRANSLATED: Mapping[str, tuple[str, ...]] = {
    "Event": ("dati", "evento", "toernooi", "torneo", "turnaj"),
    "Site": ("luogo", "plaats", "lugar", "local", "místo"),
    "Date": ("anno", "data", "datum", "fecha"),
    "Round": ("turno", "ronde", "ronda", "rodada", "kolo"),
    "White": ("bianco", "wit", "blancas", "brancas", "blancs", "белые", "bílý"),
    "Black": ("nero", "zwart", "negras", "pretas", "noirs", "чёрные", "черные", "černý"),
    "Result": ("risultato", "uitslag", "resultado", "résultat", "результат", "výsledek"),
    "Opening": ("apertura", "abertura", "дебют"),
}
_BY_OTHER_NAME = {
    **{name.lower(): name for name in (*ROSTER, *DERIVED)},
    **{other: name for name, others in _TRANSLATED.items() for other in others},
}


def tag_name(written: str) -> str:
    """The standard's name for a tag, or the name as it is written if the standard has none."""
    return _BY_OTHER_NAME.get(written.lower(), written)
