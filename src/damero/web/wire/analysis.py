"""Frames of the analysis socket, distinguished by their `type`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from damero.web.wire.base import GameId, MoveText, PositionText, Reply, Request
from damero.web.wire.frames import ErrorFrame, Ping, Pong

AnalysisId = Annotated[int, Meta(ge=0, le=2**31, description="Chosen by the sender; every answer repeats it.")]
Lines = Annotated[int, Meta(ge=1, le=5)]
Seconds = Annotated[int, Meta(ge=1, le=60)]
EndReason: TypeAlias = Literal["done", "stopped"]
MatchId = Annotated[str, Meta(min_length=1, max_length=64)]


class AnalyseFrame(Request, tag="analyse", kw_only=True):
    """A position: of a game after some moves, or of a finished match after `ply` plies. It ends an earlier one."""

    id: AnalysisId
    game: GameId | None = None
    version: Annotated[int, Meta(ge=1, le=2**31)] | None = None
    position: PositionText | None = None
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=600)] = ()
    match: MatchId | None = None
    ply: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    lines: Lines = 1
    seconds: Seconds = 20
    threat: bool = False
    """What the side that is not to move would do if it were."""


class ReviewFrame(Request, tag="review", kw_only=True):
    """Every move of a finished match. It ends an earlier analysis."""

    id: AnalysisId
    match: MatchId


class StopFrame(Request, tag="stop"):
    pass


AnalysisRequest: TypeAlias = AnalyseFrame | ReviewFrame | StopFrame | Pong


class KnownResult(Reply):
    winner: str | None
    """The seat that wins with perfect play; None is a draw."""
    plies: int
    """To the next conversion."""


class AnalysisLine(Reply):
    moves: tuple[str, ...]
    score: int
    """For the side to move, in hundredths of a man or of the game's own unit."""
    known: KnownResult | None
    """The exact result, where endgame tables know it."""
    squares: tuple[str, ...] = ()
    """Of the first move."""


class KindOdds(Reply):
    kind: str
    probability: float


class Odds(Reply):
    """What the hidden pieces on these squares may be, the likeliest first."""

    squares: tuple[str, ...]
    kinds: tuple[KindOdds, ...]


class Guess(Reply):
    """What the mover could believe about a hidden piece that it attacked, and what it was."""

    kinds: tuple[KindOdds, ...]
    actual: str
    wins: float
    """The probability that the attack wins …"""
    draws: float
    """… and that both pieces fall."""


class AnalysisFrame(Reply, tag="analysis"):
    """What is known so far, the best line first."""

    id: int
    depth: int
    nodes: int
    lines: tuple[AnalysisLine, ...]
    odds: tuple[Odds, ...]
    final: bool


class JudgementFrame(Reply, tag="judgement"):
    """One move of a review."""

    id: int
    ply: int
    plies: int
    """Of the whole game."""
    seat: str
    move: str
    best: str
    line: tuple[str, ...]
    score: int
    """Before the move, for the mover, with best play."""
    score_first: int
    """After the move, for the first seat."""
    loss: int
    luck: int
    mark: str
    known: KnownResult | None
    expected: int | None
    """What the move could expect, for the mover, where chance decided its result."""
    guess: Guess | None


class AnalysisEnd(Reply, tag="analysis_end"):
    """No more will be found: there is nothing more to find, the time is over, or it was stopped."""

    id: int
    reason: EndReason


AnalysisReply: TypeAlias = AnalysisFrame | JudgementFrame | AnalysisEnd

read_analysis_reply = msgspec.json.Decoder(AnalysisReply | ErrorFrame | Ping).decode
read_analysis_request = msgspec.json.Decoder(AnalysisRequest).decode
