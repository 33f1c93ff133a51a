"""How a request can fail."""

from __future__ import annotations


class Refusal(Exception):
    """The server refused: a code for programs and a sentence for people."""

    def __init__(self, code: str, detail: str, squares: tuple[str, ...] = (), status: int | None = None) -> None:
        super().__init__(f"{code} {detail}")
        self.code = code
        self.detail = detail
        self.squares = squares
        self.status = status


class Disconnected(Exception):
    """The connection is lost. A command without an answer may have been carried out: send it again with the same id."""
