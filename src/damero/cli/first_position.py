"""How a game at the terminal begins: at the fixed start, dealt by chance, or with armies that the players choose."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from damero.cli.screen import Screen
from damero.cli.table import hand_over
from damero.domain.errors import DameroError
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
        armies = list(game.formations(seat).items())
        if seat in self.engines:
            return self.random.choice(armies)[1]
        if not self.engines:
            hand_over(self.screen, seat)
        self.screen.show("\n".join(f"  {number:>2}  {name}" for number, (name, _) in enumerate(armies, start=1)))
        while answer := self.screen.ask(f"Your formation (1 to {len(armies)}, an army as text, or Enter for any): "):
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(armies):
                return armies[int(answer) - 1][1]
            if self._can_stand(game, seat, answer):
                return answer
        return self.random.choice(armies)[1]

    def _can_stand(self, game: PlacedGame, seat: Seat, army: str) -> bool:
        try:
            game.check_army(seat, army)
        except DameroError as refusal:
            self.screen.show(refusal.sentence)
            return False
        return True
