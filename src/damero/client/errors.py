"""How a request can fail."""

from __future__ import annotations

TEMPORARY = frozenset(
    {"TOO_MANY_REQUESTS", "TOO_MANY_REVIEWS", "MATCH_QUOTA", "SERVER_BUSY", "STORE_UNAVAILABLE", "INTERNAL"}
)


class Refusal(Exception):
    """The server refused: a code for programs and a sentence for people.

    >>> from damero.client import Refusal
    >>> refusal = Refusal("TOO_MANY_REQUESTS", "Too many requests.", status=429, retry_after=2.5)
    >>> refusal.is_temporary, refusal.retry_after
    (True, 2.5)
    """

    def __init__(
        self,
        code: str,
        detail: str,
        squares: tuple[str, ...] = (),
        status: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{code} {detail}")
        self.code = code
        self.detail = detail
        self.squares = squares
        """The squares involved."""
        self.status = status
        """The status of the answer over HTTP; None if the refusal came over a WebSocket."""
        self.retry_after = retry_after
        """The seconds after which the server wants to be asked again, if it says so."""

    @property
    def is_temporary(self) -> bool:
        """Whether the same request may succeed later: the server is busy or restarting, or a limit is reached."""
        return self.code in TEMPORARY or (self.status or 0) >= 500


class Disconnected(Exception):
    """The connection is lost. A command without an answer may have been carried out: send it again with the same id.

    It is also raised if a proxy answers in the place of a server that is not reached.

    >>> from damero.client import Disconnected
    >>> try:
    ...     raise Disconnected("The connection is lost.", retry_after=2.0)
    ... except Disconnected as lost:
    ...     print(lost, lost.retry_after)
    The connection is lost. 2.0
    """

    def __init__(self, detail: str, retry_after: float | None = None) -> None:
        super().__init__(detail)
        self.retry_after = retry_after
        """The seconds after which whoever answered wants to be asked again, if they say so."""
