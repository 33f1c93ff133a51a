"""The terminal in which a game is played: shows text, asks for a line and clears the screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
SCROLL_AWAY = "\n" * 60

PIECE_STYLES: Mapping[str | None, str] = {
    "white": "1;38;5;16;48;5;255",
    "black": "1;38;5;255;48;5;16",
    "red": "1;38;5;255;48;5;160",
    "blue": "1;38;5;255;48;5;26",
    None: "1;38;5;16;48;5;179",
}
"""By the colour of a piece; None if its colour is unknown."""


@dataclass(frozen=True, slots=True)
class Terminal:
    has_colour: bool
    can_clear: bool

    @staticmethod
    def of_this_process() -> Terminal:
        is_terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        return Terminal(has_colour=is_terminal and not os.environ.get("NO_COLOR"), can_clear=is_terminal)

    def show(self, text: str) -> None:
        print(text)

    def ask(self, prompt: str) -> str:
        """A line that the player types; raises `EOFError` at the end of the input."""
        return input(prompt).strip()

    def clear(self) -> None:
        print(CLEAR if self.can_clear else SCROLL_AWAY, end="", flush=True)

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.has_colour else text
