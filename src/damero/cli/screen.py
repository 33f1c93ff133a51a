"""The terminal: what it can show, and how it is asked and cleared."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
SCROLLED_AWAY = "\n" * 60

PIECE_STYLES: Mapping[str | None, str] = {
    "white": "1;38;5;16;48;5;255",
    "black": "1;38;5;255;48;5;16",
    "red": "1;38;5;255;48;5;160",
    "blue": "1;38;5;255;48;5;26",
    None: "1;38;5;16;48;5;179",
}
"""By a piece's colour; None for a piece whose colour is unknown."""


@dataclass(frozen=True, slots=True)
class Screen:
    coloured: bool
    clears: bool
    """It is a terminal: what was shown can be wiped off."""

    @staticmethod
    def of_this_process() -> Screen:
        terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        return Screen(coloured=terminal and not os.environ.get("NO_COLOR"), clears=terminal)

    def show(self, text: str) -> None:
        print(text)

    def ask(self, prompt: str) -> str:
        """A line from the player; `EOFError` when there will be no more."""
        return input(prompt).strip()

    def clear(self) -> None:
        print(CLEAR if self.clears else SCROLLED_AWAY, end="", flush=True)

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.coloured else text
