"""Announce and tell a nonce: the player's part in the chance of a match.

A player announces the hash of a nonce before the server has drawn its seed, and tells the nonce when both seats are
taken. Neither side can then choose the chance alone.
"""

from __future__ import annotations

from damero.application.change_match import change, command_key
from damero.application.commands import Answer, OpenNonce
from damero.application.services import Services
from damero.domain import judge
from damero.domain.errors import MatchRefusal
from damero.domain.game import GameInfo

LONGEST_NONCE = 128


async def open_nonce(services: Services, command: OpenNonce) -> Answer:
    """Tells the nonce that the player announced."""
    return await change(
        services,
        command.match_id,
        command_key(command.by, command.command_id),
        lambda match: judge.open_nonce(match, command.by, checked_nonce(command.nonce), services.clock.now()),
    )


def nonce_and_hash(info: GameInfo, nonce: str, announced: str) -> tuple[str, str]:
    """What is stored of a player's nonce: the nonce, or only its hash if the game has chance or secrets."""
    if announced and (info.chance or info.hidden):
        return "", announced
    return checked_nonce(nonce), ""


def checked_nonce(nonce: str) -> str:
    if len(nonce) > LONGEST_NONCE:
        raise MatchRefusal("match.nonce_too_long", code="BAD_NONCE", most=LONGEST_NONCE)
    return nonce
