"""Place an army before the game begins. The opponent learns only that it stands."""

from __future__ import annotations

from damero.application.change_match import act_as_seat
from damero.application.commands import Answer, PlaceArmy
from damero.application.services import Services
from damero.domain import judge
from damero.domain.beginning import placed_game
from damero.domain.errors import MatchRefusal
from damero.domain.game import Game, Seat
from damero.domain.match import Match, Progress


async def place_army(services: Services, command: PlaceArmy) -> Answer:
    def place(match: Match, seat: Seat) -> Progress:
        army = command.army if isinstance(command.army, str) else army_text(match.game, seat, command.army)
        return judge.place(match, seat, army, services.clock.now())

    return await act_as_seat(services, command, place)


def army_text(game: Game, seat: Seat, pieces: tuple[tuple[str, str], ...]) -> str:
    """The text of an army given as pairs of a square and the piece on it."""
    placed = dict(pieces)
    if len(placed) != len(pieces):
        raise MatchRefusal("army.square_taken_twice", code="OCCUPIED")
    return placed_game(game).write_army(seat, placed)
