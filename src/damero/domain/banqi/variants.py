"""Both Banqi variants as records. Sources: docs/rules has a page for each."""

from __future__ import annotations

from damero.domain.banqi.rules import Rules

BANQI = Rules(
    id="banqi",
    flipper_acts_again=True,
)

BANQI_TAIWAN = Rules(
    id="banqi-taiwan",
    flipper_acts_again=False,
    repetition=3,
)

VARIANTS = (BANQI, BANQI_TAIWAN)

RETIRED_VARIANTS: tuple[Rules, ...] = ()
"""Older versions of these rules."""
