"""Lists: seeks in the lobby, challenges, and matches."""

from __future__ import annotations

from damero.web.wire.base import Reply
from damero.web.wire.games import Outcome
from damero.web.wire.matches import Status, TimeControl
from damero.web.wire.players import Player


class Seek(Reply):
    """A match that waits for anyone in the lobby."""

    id: str
    game: str
    creator: Player
    seat: str | None
    """The seat that the joiner would get; None: assigned at random."""
    clock: TimeControl | None
    created_at: int


class Seeks(Reply):
    seeks: tuple[Seek, ...]


class Challenge(Reply):
    """A match that waits for the player who was challenged: `join` accepts it, `decline` declines it."""

    id: str
    game: str
    challenger: Player
    invited: Player
    seat: str | None
    """The seat that the challenged player would get; None: assigned at random."""
    clock: TimeControl | None
    created_at: int
    start: str | None = None
    """A made-up start position, as a spectator may know it."""


class Challenges(Reply):
    """My challenges that are not answered yet, newest first."""

    received: tuple[Challenge, ...]
    sent: tuple[Challenge, ...]


class SeatSummary(Reply):
    seat: str
    player: Player | None


class Summary(Reply):
    id: str
    game: str
    status: Status
    seats: tuple[SeatSummary, ...]
    clock: TimeControl | None
    outcome: Outcome | None
    created_at: int
    updated_at: int
    your_seats: tuple[str, ...]
    imported: bool = False
    verified: bool = True
    start: str | None = None
    """A made-up start position, as a spectator may know it."""
    to_move: str | None = None
    """The seat whose turn it is; None unless the game is being played."""
    your_turn: bool = False
    """The match waits for me: for a move, an answer to a challenge, or something else before the game can begin."""
    invited: Player | None = None
    """The player who was challenged."""


class Summaries(Reply):
    matches: tuple[Summary, ...]
    next: int | None = None
    """The value of `before` for the next page."""


class GameResults(Reply):
    game: str
    won: int
    drawn: int
    lost: int


class PlayerPage(Reply):
    player: Player
    results: tuple[GameResults, ...]
    """The game that was played most comes first. Private matches and games at one device are not counted."""
    matches: tuple[Summary, ...]
