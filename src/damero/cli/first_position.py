"""How a game at the terminal begins: at the fixed start, dealt by chance, or with armies that the players choose."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from damero.cli.screen import Screen
from damero.cli.table import hand_over
from damero.domain.game import Game, Item, PlacedGame, Position, Seat


@dataclass(frozen=True, slots=True)
class Beginning:
    screen: Screen
    random: Random
    engines: Collection[Seat]
    """The seats where no person sits."""

    def position(self, game: Game) -> Position:
        if isinstance(game, PlacedGame):
            return game.place({seat: self._army(game, seat) for seat in game.info.seats})
        return game.initial(self._shuffled)

    def _shuffled(self, items: Sequence[Item], /) -> Sequence[Item]:
        return self.random.sample(items, len(items))

    def _army(self, game: PlacedGame, seat: Seat) -> str:
        armies = game.formations(seat)
        if seat in self.engines:
            return self.random.choice(list(armies.values()))
        if not self.engines:
            hand_over(self.screen, seat)
        return armies[self._choice(list(armies))]

    def _choice(self, names: list[str]) -> str:
        """The formation a person picks by number; Enter leaves it to chance."""
        self.screen.show("\n".join(f"  {number:>2}  {name}" for number, name in enumerate(names, start=1)))
        while answer := self.screen.ask(f"Your formation (1 to {len(names)}, Enter for any): "):
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(names):
                return names[int(answer) - 1]
            self.screen.show(f"{answer!r} is not a number from 1 to {len(names)}.")
        return self.random.choice(names)
