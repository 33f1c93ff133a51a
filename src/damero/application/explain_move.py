"""Explain whether squares name a legal move, and if not, which rule refuses it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from damero.application.check_position import read_any_position
from damero.application.play_move import chosen_move
from damero.application.services import Services
from damero.domain import catalogue, judge
from damero.domain.errors import DameroError
from damero.domain.game import Move, Seat


@dataclass(frozen=True, slots=True)
class Explanation:
    move: str | None
    """The legal move that the squares name …"""
    refusal: DameroError | None = None
    """… or why there is none."""


async def explain_in_match(
    services: Services, match_id: str, player_id: str, seat: Seat | None, squares: tuple[str, ...]
) -> Explanation:
    """For the seat that the player holds, in the current position."""
    live = await services.live_match(match_id)
    match, own = live.match, live.match.seat_of(player_id, seat)
    try:
        position = judge.position_to_play(match, own, services.clock.now(), squares=squares)
    except DameroError as refusal:
        return Explanation(None, refusal)
    hops = live.begun(own)
    return await services.judge(match, lambda: _explained(lambda: chosen_move(position, hops, squares)))


async def explain_in_position(
    services: Services, game_id: str, text: str | None, squares: tuple[str, ...], version: int | None = None
) -> Explanation:
    """In a position that belongs to no match; without a text, in the start position.

    `version` is that of the rules: the newest if none is given.
    """
    info = catalogue.game(game_id, version).info
    return await services.in_process(partial(_explained_in, info.id, info.version, text, squares))


def _explained_in(game_id: str, version: int, text: str | None, squares: tuple[str, ...]) -> Explanation:
    game = catalogue.game(game_id, version)
    return _explained(lambda: read_any_position(game, text).find(squares))


def _explained(choose: Callable[[], Move]) -> Explanation:
    try:
        return Explanation(str(choose()))
    except DameroError as refusal:
        return Explanation(None, refusal)
