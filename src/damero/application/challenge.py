"""Challenge a named player to a match, and answer a challenge. It is accepted by joining the match."""

from __future__ import annotations

from damero.application.change_match import change, command_key, create
from damero.application.commands import Answer, DeclineChallenge, Listing, ListMatches
from damero.application.list_matches import LONGEST_LIST
from damero.application.names import tidy_name
from damero.application.ports import ChallengeLimits, TooManyChallenges
from damero.application.services import Services
from damero.domain import challenge, judge
from damero.domain.errors import MatchRefusal
from damero.domain.events import Player
from damero.domain.match import Progress

LIMITS = ChallengeLimits(sent=10, received=30, from_one=3)
TOO_MANY = {
    "sent": "challenge.too_many_sent",
    "received": "challenge.too_many_received",
    "from_one": "challenge.too_many_from_one",
}
"""What is said when there are too many."""


async def challenged_player(services: Services, by: Player, name: str) -> Player:
    """The player with this name, if that is somebody else who can accept a challenge."""
    found = await services.players.player_named(tidy_name(name))
    if found is None:
        raise MatchRefusal("challenge.unknown_player", code="NO_SUCH_PLAYER")
    if found.id == by.id:
        raise MatchRefusal("challenge.yourself", code="OWN_CHALLENGE")
    if await services.moderation.is_banned(found.id):
        raise MatchRefusal("challenge.banned", code="PLAYER_BANNED", name=found.name)
    return Player(found.id, found.name)


async def create_challenge(services: Services, command: str, progress: Progress) -> Answer:
    """Stores a match in which a player is invited."""
    try:
        return await create(services, command, progress, lambda entry: services.matches.append_challenge(entry, LIMITS))
    except TooManyChallenges as refusal:
        key, most = TOO_MANY[refusal.args[0]], getattr(LIMITS, refusal.args[0])
        raise MatchRefusal(key, code="TOO_MANY_CHALLENGES", most=most) from None


async def decline_challenge(services: Services, command: DeclineChallenge) -> Answer:
    key = command_key(command.by, command.command_id)
    return await change(
        services, command.match_id, key, lambda match: challenge.decline(match, command.by, services.clock.now())
    )


async def close_challenges(services: Services, player_id: str) -> None:
    """Ends all open challenges of a player who can no longer sign in."""
    wanted = ListMatches(listing=Listing.CHALLENGES, player_id=player_id, limit=LONGEST_LIST)
    for summary in await services.matches.list(wanted):
        try:
            await change(services, summary.id, "server/close", lambda match: judge.close(match, services.clock.now()))
        except MatchRefusal:
            continue
