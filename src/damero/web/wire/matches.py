"""Matches: what players send, and what each viewer may know."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, field

from damero.domain.events import Access, OfferKind
from damero.web.wire.base import (
    Code,
    CommandId,
    GameId,
    KeyedText,
    Milliseconds,
    MoveText,
    Nonce,
    NonceHash,
    PlayerName,
    PositionText,
    Reply,
    Request,
    SeatName,
    SquareName,
    Version,
)
from damero.web.wire.games import Outcome, Placed, Route, Shown, View
from damero.web.wire.players import Player


class TimeControl(Request):
    base: Milliseconds
    increment: Milliseconds = 0
    delay: Milliseconds = 0
    cap: Milliseconds | None = None
    renewed: bool = False
    """The base is restored after each move: days per move."""


class OpponentKind(StrEnum):
    ENGINE = "engine"
    FRIEND = "friend"
    ANYONE = "anyone"
    HERE = "here"
    PLAYER = "player"


class CreateMatch(Request):
    game: GameId
    opponent: OpponentKind
    command_id: CommandId | None = None
    level: Annotated[int, Meta(ge=1, le=20)] | None = None
    private: bool = False
    seat: SeatName | None = None
    clock: TimeControl | None = None
    start: PositionText | None = None
    nonce: Nonce | None = None
    nonce_hash: NonceHash | None = None
    player: PlayerName | None = None
    """The name of the player to challenge; for the opponent `player`."""


class SeekGame(Request):
    """Play somebody who waits for the same game with the same clock, or wait in the lobby."""

    game: GameId
    command_id: CommandId | None = None
    clock: TimeControl | None = None
    nonce: Nonce | None = None
    nonce_hash: NonceHash | None = None


class Join(Request):
    command_id: CommandId
    code: Code | None = None
    nonce: Nonce | None = None
    nonce_hash: NonceHash | None = None


class Play(Request):
    """A move by the squares touched or by its text; with `hop`, a part of it."""

    command_id: CommandId
    version: Version | None = None
    squares: Annotated[tuple[SquareName, ...], Meta(min_length=1, max_length=40)] | None = None
    text: MoveText | None = None
    hop: bool = False
    seat: SeatName | None = None


class Place(Request):
    command_id: CommandId
    pieces: Annotated[tuple[Placed, ...], Meta(max_length=60)]
    seat: SeatName | None = None


class Offer(Request):
    command_id: CommandId
    kind: OfferKind
    seat: SeatName | None = None
    nonce: Nonce | None = None
    nonce_hash: NonceHash | None = None


class Act(Request):
    """Resign, abort, claim, or decline an offer or a challenge."""

    command_id: CommandId
    seat: SeatName | None = None


class Claim(Act):
    draw: bool = False
    """Claim a draw instead of a win."""


class Accept(Act):
    nonce_hash: NonceHash | None = None


class OpenNonce(Request):
    """The nonce whose hash was announced."""

    command_id: CommandId
    nonce: Nonce


class Pending(Reply):
    """A move that is not complete: the squares touched, and those that may come next."""

    squares: tuple[str, ...]
    next: tuple[str, ...]


class Ack(Reply):
    """The command's effect is durable; with `pending`, the move is not complete and nothing changed for others."""

    command_id: str
    match_id: str
    version: int
    pending: Pending | None = None
    rematch: str | None = None
    """The id of the next match, when a rematch was accepted."""
    head: str | None = None
    """Of the hash chain at this version. Keep it: it proves what happened before."""
    commitment: str | None = None
    """To the server's seed, when a match with chance or secrets was joined or a rematch was offered or accepted."""


class Clock(Reply):
    at: int
    running: str | None
    remaining: dict[str, int]
    delay_left: int
    deadline: int | None
    lag_credits: dict[str, int] = field(default_factory=dict)
    """Milliseconds that each seat was given back so far because its connection is slow."""


class SeatState(Reply):
    seat: str
    player: Player | None
    ready: bool
    colour: str | None = None
    """Of the pieces it plays; None while that is not decided."""
    hints: int = 0
    """In how many turns it was given a hint."""


class Hint(Reply):
    """A good move. It counts once for each turn, in `SeatState.hints`."""

    move: str
    squares: tuple[str, ...]
    hints: int


class OpenOffer(Reply):
    id: int
    kind: OfferKind
    seat: str
    commitment: str | None = None
    """For a rematch: to the seed of the next match."""


class Opening(Reply):
    """The proof that a revealed secret has not changed: a leaf of a seal with its path to the root."""

    seal: str
    index: int
    value: str
    salt: str
    path: tuple[str, ...]


class Seal(Reply):
    """A commitment to secrets: what it covers, its Merkle root and its number of leaves."""

    name: str
    root: str
    size: int


class PlayerNonce(Reply):
    """A nonce that a player announced."""

    seat: str
    hash: str
    nonce: str | None
    """None until the player has told it."""
    missed: bool = False
    """The player did not tell it in time, so that the match was aborted."""


class Fairness(Reply):
    commitment: str
    seals: tuple[Seal, ...]
    seed: str | None
    """Published once the game is finished."""
    nonces: tuple[PlayerNonce, ...] = ()


class Status(StrEnum):
    WAITING = "waiting"
    ACTIVE = "active"
    FINISHED = "finished"
    ABORTED = "aborted"


class State(Reply):
    """Everything about a match that can change, as one viewer may know it."""

    status: Status
    seats: tuple[SeatState, ...]
    clock: Clock | None
    view: View | None
    moves: tuple[Route, ...]
    pending: Pending | None
    army: tuple[Placed, ...] | None
    """The viewer's army, while armies are being placed."""
    offer: OpenOffer | None
    can: tuple[str, ...]
    outcome: Outcome | None
    rematch: str | None
    fairness: Fairness


class Fight(Reply):
    """A fight between two pieces, by their kinds. Without a winner both have fallen."""

    attacker: str
    defender: str
    winner: str | None


class Ply(Reply):
    seat: str
    text: str
    squares: tuple[str, ...]
    at: int
    taken: tuple[str, ...] = ()
    """The squares of the pieces that it took or attacked."""
    revealed: tuple[Shown, ...] = ()
    """The pieces that it made public, on the squares where they stood before it."""
    fight: Fight | None = None
    """The fight that it led to, in games with fights."""


class SeatPresence(Reply):
    seat: str
    connected: bool
    claim_in: int | None
    """Milliseconds until the other seat may claim the game because this one has left."""


class Presence(Reply):
    seats: tuple[SeatPresence, ...]
    spectators: int
    thinking: bool
    """An engine is thinking."""


class MatchFacts(Reply):
    """The facts of a match that never change."""

    id: str
    game: str
    access: Access
    code: str | None
    """Of a private match; shown to its creator while a seat is free."""
    control: TimeControl | None
    rematch_of: str | None
    creator: Player
    ruleset: int
    """The version of the game's rules that the match is played by."""
    imported: bool = False
    """Only the record of a game that was played elsewhere, or earlier."""
    verified: bool = True
    """This server vouches for the record: it was played here, or the imported record is signed by this server."""
    start: str | None = None
    """A made-up start position, as a spectator may know it; None if the match starts as the game does."""
    invited: Player | None = None
    """The only player who may take the free seat."""


class Viewer(Reply):
    seats: tuple[str, ...]
    seat: str | None


class Snapshot(Reply, tag="snapshot"):
    version: int
    match: MatchFacts
    viewer: Viewer
    state: State
    record: tuple[Ply, ...]
    presence: Presence
    head: str = ""
    """Of the hash chain at this version. Keep it: it proves what happened before."""
    record_from: int = 0
    """The ply with which `record` begins. The client asks for earlier ones when it needs them."""


class RecordPage(Reply):
    """Some of the plies of a match, from `start` on."""

    start: int
    total: int
    record: tuple[Ply, ...]


class LegalMoves(Reply):
    version: int
    moves: tuple[Route, ...]


class Replay(Reply):
    """The views after each ply from `start` on; the first of them is before the first of these plies."""

    game: str
    perspective: str
    total: int
    start: int
    record: tuple[Ply, ...]
    frames: tuple[View, ...]


class ImportRecord(Request):
    text: Annotated[str, Meta(min_length=1, max_length=200_000)]
    command_id: CommandId | None = None


class Imported(Reply):
    match_id: str
    notes: tuple[KeyedText, ...] = ()
    """What the player should know of how the file was read, such as a game that was guessed."""
    sentences: tuple[str, ...] = ()
    """The notes in English."""


class PublicKey(Reply):
    """An Ed25519 key with which this server signs records, or did. Times are milliseconds of the wall clock."""

    id: str
    public_key: str
    """32 bytes as hexadecimal digits."""
    since: int
    until: int | None


class PublicKeys(Reply):
    keys: tuple[PublicKey, ...]
    """The present key first."""
