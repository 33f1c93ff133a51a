"""Find an opponent: join the oldest match in the lobby that fits, or create one there."""

from __future__ import annotations

from dataclasses import replace

from damero.application.commands import Answer, CreateMatch, JoinMatch, Listing, ListMatches, SeekGame
from damero.application.create_match import create_match
from damero.application.join_match import join_match
from damero.application.list_matches import LONGEST_LIST
from damero.application.match_quota import check_room
from damero.application.ports import Summary
from damero.application.services import Services
from damero.domain.errors import MatchRefusal
from damero.domain.events import Access

MOST_LOOKED_AT = 1_000
"""Listed matches of a game."""


async def seek_game(services: Services, command: SeekGame) -> Answer:
    await check_room(services, command.by.id)
    for summary in reversed(await _listed(services, command.game_id)):
        if _fits(summary, command) and (answer := await _joined(services, command, summary)):
            return answer
    return await create_match(services, _listing(command))


async def _listed(services: Services, game_id: str) -> list[Summary]:
    """The newest first."""
    found: list[Summary] = []
    wanted = ListMatches(listing=Listing.LOBBY, game_id=game_id, limit=LONGEST_LIST)
    while len(found) < MOST_LOOKED_AT:
        page = await services.matches.list(wanted)
        found += page
        if len(page) < LONGEST_LIST:
            break
        wanted = replace(wanted, before=page[-1].changed)
    return found


def _fits(summary: Summary, command: SeekGame) -> bool:
    return summary.control == command.control and summary.creator.id != command.by.id


async def _joined(services: Services, command: SeekGame, summary: Summary) -> Answer | None:
    """`None` if somebody else was faster."""
    join = JoinMatch(
        command_id=command.command_id,
        match_id=summary.id,
        by=command.by,
        nonce=command.nonce,
        nonce_hash=command.nonce_hash,
    )
    try:
        return await join_match(services, join)
    except MatchRefusal:
        return None


def _listing(command: SeekGame) -> CreateMatch:
    return CreateMatch(
        command_id=command.command_id,
        by=command.by,
        game_id=command.game_id,
        control=command.control,
        access=Access.LOBBY,
        nonce=command.nonce,
        nonce_hash=command.nonce_hash,
    )
