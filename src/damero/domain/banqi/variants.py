"""Both Banqi variants as records. Sources: docs/rules has a page for each."""

from __future__ import annotations

from damero.domain.banqi.rules import Rules

BANQI = Rules(
    id="banqi",
    title="Banqi",
    summary="Chinese dark chess. The first flip decides your colour, and you act a second time.",
    flipper_acts_again=True,
)

BANQI_TAIWAN = Rules(
    id="banqi-taiwan",
    title="Banqi (Taiwan)",
    summary="Chinese dark chess. The turn passes after the first flip; threefold repetition is a draw.",
    flipper_acts_again=False,
    repetition=3,
)

VARIANTS = (BANQI, BANQI_TAIWAN)
