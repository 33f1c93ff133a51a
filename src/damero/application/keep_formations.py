"""Armies for the beginning of a game: those that come with the game, and those that a player keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from damero.application.create_match import checked_seat
from damero.application.place_army import army_text
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.beginning import placed_game
from damero.domain.errors import MatchRefusal
from damero.domain.game import Seat

MOST_FORMATIONS = 50
LONGEST_FORMATION_NAME = 40


@dataclass(frozen=True, slots=True)
class ReadyArmies:
    seat: Seat
    zone: tuple[str, ...]
    """The squares on which this seat places its pieces."""
    counts: Mapping[str, int]
    """How many pieces of each kind it places."""
    formations: Mapping[str, Mapping[str, str]]
    """Ready-made armies by name: pieces by square."""


def ready_armies(game_id: str, seat: Seat) -> ReadyArmies:
    game = placed_game(catalogue.game(game_id))
    checked_seat(game.info, seat)
    formations = {name: game.read_army(seat, text) for name, text in game.formations(seat).items()}
    return ReadyArmies(seat, game.zone(seat), Counter(next(iter(formations.values())).values()), formations)


async def list_formations(services: Services, player_id: str, game_id: str) -> dict[str, str]:
    """A player's saved armies by name."""
    return await services.players.formations(player_id, catalogue.game(game_id).info.id)


async def save_formation(
    services: Services, player_id: str, game_id: str, seat: Seat, name: str, army: str | tuple[tuple[str, str], ...]
) -> None:
    """Saves an army under a name: its text, or pairs of a square and the piece on it."""
    game = placed_game(catalogue.game(game_id))
    checked_seat(game.info, seat)
    text = army if isinstance(army, str) else army_text(game, seat, army)
    game.check_army(seat, text)
    name, kept = checked_formation_name(name), await services.players.formations(player_id, game_id)
    if len(kept) >= MOST_FORMATIONS and name not in kept:
        raise MatchRefusal("formation.too_many", code="TOO_MANY_FORMATIONS", most=MOST_FORMATIONS)
    await services.players.save_formation(player_id, game_id, name, text)


def checked_formation_name(name: str) -> str:
    """The name without leading, trailing or repeated spaces."""
    tidy = " ".join(name.split())
    if not 1 <= len(tidy) <= LONGEST_FORMATION_NAME or not tidy.isprintable():
        raise MatchRefusal("formation.bad_name", code="BAD_NAME", most=LONGEST_FORMATION_NAME)
    return tidy


async def delete_formation(services: Services, player_id: str, game_id: str, name: str) -> None:
    await services.players.delete_formation(player_id, game_id, name)
