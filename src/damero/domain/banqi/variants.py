"""Both Banqi variants as records. Sources: docs/rules has a page for each."""

from __future__ import annotations

from damero.domain.banqi.rules import Rules

BANQI = Rules(
    id="banqi",
    title="Banqi",
    summary="Chinese dark chess: who flips first plays that colour, and acts once more.",
    flipper_acts_again=True,
)

BANQI_TAIWAN = Rules(
    id="banqi-taiwan",
    title="Banqi (Taiwan)",
    summary="Chinese dark chess: the turn passes after the first flip, and a threefold repetition is a draw.",
    flipper_acts_again=False,
    repetition=3,
)

VARIANTS = (BANQI, BANQI_TAIWAN)
