"""Let engines act where they hold a seat: place an army, move, answer offers.

An engine sees the view of its seat and nothing else. If it is late, crashes or gives an invalid answer, a move of the
lowest level or a ready-made army takes the place of its answer; the fault is logged and counted, and the game goes on.
"""

from __future__ import annotations

import asyncio
import logging

from damero.application.change_match import change
from damero.application.choose_move import choose_move, legal_moves, reason_of
from damero.application.live_match import LiveMatch
from damero.application.ports import (
    EVERY_MATCH,
    Announcement,
    EngineFault,
    MatchChanged,
    Requester,
    StoreUnavailable,
    ThinkingTime,
)
from damero.application.rematch import agreed_rematch, rematch_id
from damero.application.services import Services
from damero.domain import judge
from damero.domain.beginning import placed_game
from damero.domain.errors import DameroError, MatchRefusal
from damero.domain.events import OfferKind, OfferMade
from damero.domain.game import Seat
from damero.domain.match import Match, Progress, Status

SHORTEST_THINK, LONGEST_THINK = 10, 5_000
SHARE_OF_CLOCK = 30
"""The part of the time on its clock that an engine thinks."""
LATE_SHARE_OF_CLOCK = 8
"""The part of it that may pass, with waiting for a worker, before another move is played."""
LONGEST_WAIT = 15_000
ABOUT_ARMY = -1
"""What an engine thinks about while it places its army, instead of the version of a turn."""
LATE_AT_LEAST, LAST_MOMENT = 300, 100
"""With little time left on the clock, an engine may take up to 300 ms but must leave 100."""
RETRY, LONGEST_RETRY = 1.0, 10.0
"""Seconds before an engine tries again when its action failed or could not be stored; each pause doubles the last."""

log = logging.getLogger(__name__)


def run_engines(services: Services) -> None:
    """Lets engines act whenever a match that they play in changes."""

    def on_announcement(announcement: Announcement) -> None:
        if not isinstance(announcement, MatchChanged) or announcement.is_remote:
            return
        if engine_to_act(announcement.match) is not None:
            services.spawn(engine_turn(services, announcement.match.id))

    services.bus.subscribe(EVERY_MATCH, on_announcement)


def engine_to_act(match: Match) -> Seat | None:
    """The seat of an engine that has something to do now."""
    return next((seat for seat in match.engine_seats if _is_due(match, seat)), None)


async def engine_turn(services: Services, match_id: str) -> None:
    """Does the one thing that an engine has to do in this match. The announcement of it calls this again."""
    live, pause = await services.live_match(match_id), RETRY
    while (seat := engine_to_act(live.match)) is not None:
        try:
            await _act(services, live, seat)
            return
        except MatchRefusal as refusal:
            log.info("The engine could not act in %s: %s", match_id, refusal)
            return
        except StoreUnavailable as error:
            log.info("The engine's action in %s could not be stored: %s", match_id, error)
        except Exception as error:
            services.background.note_failure("engine turn", error)
        live.thinking_about = 0
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_RETRY)


async def _act(services: Services, live: LiveMatch, seat: Seat) -> None:
    match = live.match
    if match.status is Status.WAITING:
        await _place(services, live, seat)
    elif match.offer is not None:
        await _answer_offer(services, match, seat, match.offer)
    else:
        await _move(services, live, seat)


async def _place(services: Services, live: LiveMatch, seat: Seat) -> None:
    match = live.match
    if live.thinking_about == ABOUT_ARMY:
        return
    live.thinking_about = ABOUT_ARMY
    army = await _mustered(services, match, seat)
    command = f"machine/army/{seat}"
    await change(services, match.id, command, lambda current: judge.place(current, seat, army, services.clock.now()))


async def _mustered(services: Services, match: Match, seat: Seat) -> str:
    """The engine's army, or a ready-made one if the engine fails."""
    game = placed_game(match.game)
    try:
        army = await services.engines.place_army(game.info.id, game.info.version, seat, requester_of(services, match))
        game.check_army(seat, army)
        return army
    except (EngineFault, DameroError) as fault:
        reason = reason_of(fault) if isinstance(fault, EngineFault) else "invalid"
        services.engine_statistics.fallbacks[reason] += 1
        log.warning("A fallback army in %s (%s): %s", match.id, reason, fault)
        return services.randomness.pick(tuple(game.formations(seat).values()))


async def _answer_offer(services: Services, match: Match, seat: Seat, offer: OfferMade) -> None:
    """An engine accepts takebacks and rematches, and declines draws."""

    def answer(current: Match) -> Progress:
        if offer.kind is OfferKind.DRAW:
            return judge.decline(current, seat, offer.offer, services.clock.now())
        next_id = rematch_id(services, current, offer.offer)
        return judge.accept(current, seat, offer.offer, services.clock.now(), next_id=next_id)

    nonce = services.randomness.secret()
    command = f"machine/offer/{offer.offer}"
    await change(services, match.id, command, answer, and_create=lambda progress: agreed_rematch(progress, nonce))


async def _move(services: Services, live: LiveMatch, seat: Seat) -> None:
    match = live.match
    view, version = match.view(seat), match.turn_version
    if view is None or live.thinking_about == version:
        return
    live.thinking_about = version
    legal, time = await services.judge(match, lambda: legal_moves(view)), _thinking_time(services, match)
    move = str(await choose_move(services, view, legal, _level(match, seat), time, requester_of(services, match)))

    def play(current: Match) -> Progress:
        return judge.play(current, seat, move, services.clock.now(), version=version)

    await change(services, match.id, f"machine/move/{version}", play)


def requester_of(services: Services, match: Match) -> Requester:
    """An engine thinks for the person who plays against it, or for the match's creator."""
    players = [player for seat in match.seats if (player := match.player(seat)) and player.level is None]
    player = players[0] if players else match.created.creator
    return Requester(player.id, services.last_addresses.get(player.id), match.id)


def _thinking_time(services: Services, match: Match) -> ThinkingTime:
    """A share of the time left on the engine's clock."""
    if match.deadline is None:
        return ThinkingTime(LONGEST_THINK, LONGEST_WAIT)
    left = match.deadline - services.clock.now()
    limit = max(SHORTEST_THINK, min(LONGEST_THINK, left // SHARE_OF_CLOCK))
    too_late = max(left // LATE_SHARE_OF_CLOCK, min(LATE_AT_LEAST, left - LAST_MOMENT))
    return ThinkingTime(limit, min(LONGEST_WAIT, too_late))


def _level(match: Match, seat: Seat) -> int:
    """The level of the engine in this seat; 0 if a person holds it."""
    player = match.player(seat)
    return (player.level or 0) if player else 0


def _is_due(match: Match, seat: Seat) -> bool:
    if match.offer is not None:
        return match.offer.seat != seat
    if match.status is Status.WAITING:
        return not match.free_seats and match.awaits_army(seat)
    return match.to_move == seat
