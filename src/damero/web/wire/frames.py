"""WebSocket frames, distinguished by their `type`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from damero.web.wire.base import FieldFault, Reply, Request, SeatName, TextValue, Version
from damero.web.wire.changes import StateChange
from damero.web.wire.lists import Challenges, Seek
from damero.web.wire.matches import (
    Accept,
    Ack,
    Act,
    Claim,
    Join,
    Offer,
    Opening,
    OpenNonce,
    Place,
    Play,
    Ply,
    Presence,
    Seal,
    Snapshot,
    State,
    Viewer,
)

LONGEST_FRAME = 8 * 1024
OfferId = Annotated[int, Meta(ge=0, le=2**31)]


class Hello(Request, tag="hello"):
    """The first frame, and again when updates were missed: the seat to look from, and the version already known."""

    version: Version | None = None
    seat: SeatName | None = None
    token: Annotated[str, Meta(max_length=200)] | None = None
    plies: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    """How many of the newest plies a snapshot should contain; None for all."""
    changes: bool = False
    """The client applies `Change` frames. Without this, every update contains the whole state."""


class Pong(Request, tag="pong"):
    id: Annotated[int, Meta(ge=0, le=2**53)]


class PlayFrame(Play, tag="play"):
    pass


class PlaceFrame(Place, tag="place"):
    pass


class OfferFrame(Offer, tag="offer"):
    pass


class JoinFrame(Join, tag="join"):
    pass


class NonceFrame(OpenNonce, tag="nonce"):
    pass


class AcceptFrame(Accept, tag="accept", kw_only=True):
    offer: OfferId


class DeclineFrame(Act, tag="decline", kw_only=True):
    offer: OfferId


class DeclineChallengeFrame(Act, tag="decline_challenge"):
    pass


class ResignFrame(Act, tag="resign"):
    pass


class AbortFrame(Act, tag="abort"):
    pass


class ClaimFrame(Claim, tag="claim"):
    pass


CommandFrame: TypeAlias = (
    NonceFrame
    | PlayFrame
    | PlaceFrame
    | OfferFrame
    | JoinFrame
    | AcceptFrame
    | DeclineFrame
    | DeclineChallengeFrame
    | ResignFrame
    | AbortFrame
    | ClaimFrame
)
ClientFrame: TypeAlias = Hello | Pong | CommandFrame


class Event(Reply):
    """Something that happened in a match, as everybody may see it."""

    seq: int
    at: int
    kind: str
    seat: str | None
    text: str
    offer: int | None
    winner: str | None
    count: int
    openings: tuple[Opening, ...]
    seals: tuple[Seal, ...]


class Update(Reply, tag="update"):
    """What happened since `from_version`, and how the match is now."""

    from_version: int
    version: int
    events: tuple[Event, ...]
    state: State
    record_from: int
    record: tuple[Ply, ...]
    viewer: Viewer
    presence: Presence
    head: str = ""


class Change(Reply, tag="change"):
    """An update for a viewer who has everything up to `from_version`: of the state only what differs."""

    from_version: int
    version: int
    events: tuple[Event, ...]
    state: StateChange
    record_from: int
    record: tuple[Ply, ...]
    head: str
    viewer: Viewer | UnsetType = UNSET
    presence: Presence | UnsetType = UNSET


class AckFrame(Ack, tag="ack"):
    pass


class PresenceFrame(Presence, tag="presence"):
    pass


class ErrorFrame(Reply, tag="error"):
    code: str
    detail: str
    command_id: str | None = None
    squares: tuple[str, ...] = ()
    key: str = ""
    values: dict[str, TextValue] = field(default_factory=dict)
    suggestions: tuple[str, ...] = ()
    retry_after: int | None = None
    fields: tuple[FieldFault, ...] = ()


class Ping(Reply, tag="ping"):
    id: int


class Lobby(Reply, tag="lobby"):
    seeks: tuple[Seek, ...]
    live: int
    """How many matches are being played."""


class ChallengesFrame(Challenges, tag="challenges"):
    """Sent on the lobby's socket to a player who has challenges, and whenever they change."""


ServerFrame: TypeAlias = (
    Snapshot | Update | Change | AckFrame | ErrorFrame | PresenceFrame | Ping | Lobby | ChallengesFrame
)

read_client_frame = msgspec.json.Decoder(ClientFrame).decode
read_pong = msgspec.json.Decoder(Pong).decode
read_server_frame = msgspec.json.Decoder(ServerFrame).decode
write_frame = msgspec.json.Encoder().encode
