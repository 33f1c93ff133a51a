"""Types that all messages share, and the form of a refusal."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

CommandId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[\w.:-]+$",
        description="Chosen by the sender; the same id again gets the first answer and has no second effect.",
        examples=["c-1"],
    ),
]
GameId = Annotated[str, Meta(min_length=1, max_length=40, examples=["drafti"])]
SeatName = Annotated[str, Meta(min_length=1, max_length=20, examples=["white"])]
SquareName = Annotated[str, Meta(min_length=1, max_length=4, examples=["22"])]
KindName = Annotated[str, Meta(min_length=1, max_length=40, examples=["white-man"])]
MoveText = Annotated[str, Meta(min_length=1, max_length=120, examples=["21-17"])]
PositionText = Annotated[str, Meta(max_length=2000, examples=["W:W22:B18"])]
PlayerName = Annotated[str, Meta(max_length=200, description="2 to 24 characters.", examples=["Ana"])]
Password = Annotated[str, Meta(max_length=1000, description="8 to 256 characters.", examples=["correct horse"])]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="The player's part of the match's randomness.")]
NonceHash = Annotated[
    str,
    Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 of a nonce that the player tells when both seats are taken."),
]
Code = Annotated[str, Meta(min_length=1, max_length=20)]
Version = Annotated[int, Meta(ge=0, le=2**31, description="The version of the match that the sender has seen.")]
Milliseconds = Annotated[int, Meta(ge=0, le=2**43)]


class Request(Struct, forbid_unknown_fields=True):
    """What a client sends."""


class Reply(Struct, gc=False):
    """What the server sends. Never part of a reference cycle, so the garbage collector need not look at it."""


class KeyedText(Reply):
    """A sentence, or a part of one, in no language: its key in the catalogue of texts and the values for it."""

    key: str
    values: dict[str, TextValue]


TextValue = Annotated[
    str | int | KeyedText | tuple[str | int | KeyedText, ...],
    Meta(description="An id, a number, a text of its own, or several of them."),
]


class FieldFault(Reply):
    """A field that cannot be read, for programs."""

    field: str
    fault: str


class Problem(Reply):
    """A refusal, as application/problem+json (RFC 9457)."""

    title: str
    status: int
    code: str
    detail: str
    """A sentence for people."""
    squares: tuple[str, ...] = ()
    """The squares involved."""
    key: str = ""
    """The sentence in the catalogue of texts, for other languages."""
    values: dict[str, TextValue] = field(default_factory=dict)
    suggestions: tuple[str, ...] = ()
    retry_after: int | None = None
    fields: tuple[FieldFault, ...] = ()
    """What is wrong with the request, in technical words."""
    type: str = "about:blank"
