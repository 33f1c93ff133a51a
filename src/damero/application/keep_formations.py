"""Keep armies for later games."""

from __future__ import annotations

from damero.application.names import checked_name
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.beginning import placed_game
from damero.domain.errors import MatchRefusal
from damero.domain.game import Seat

MOST_FORMATIONS = 50


async def list_formations(services: Services, player_id: str, game_id: str) -> dict[str, str]:
    """A player's saved armies by name."""
    return await services.players.formations(player_id, catalogue.game(game_id).info.id)


async def save_formation(services: Services, player_id: str, game_id: str, seat: Seat, name: str, army: str) -> None:
    game = placed_game(catalogue.game(game_id))
    game.check_army(seat, army)
    kept = await services.players.formations(player_id, game_id)
    if len(kept) >= MOST_FORMATIONS and name not in kept:
        raise MatchRefusal(f"You can keep {MOST_FORMATIONS} armies for a game.", code="TOO_MANY_FORMATIONS")
    await services.players.save_formation(player_id, game_id, checked_name(name), army)


async def delete_formation(services: Services, player_id: str, game_id: str, name: str) -> None:
    await services.players.delete_formation(player_id, game_id, name)
