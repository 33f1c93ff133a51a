"""What an engine's worker process runs: one move from one view."""

from __future__ import annotations

from random import SystemRandom

from damero.domain.game import View
from damero.engines.basic import BasicEngine


def choose(view: View, level: int, limit: int) -> str:
    """The move of the engine at this level, thought of within so many milliseconds."""
    return str(BasicEngine(SystemRandom()).choose(view))
