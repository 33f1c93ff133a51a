"""The start position of a game in the terminal: fixed, dealt at random, or from the armies that the players choose."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from damero.cli.speech import name_of, said, say
from damero.cli.terminal import Terminal
from damero.cli.terminal_game import hand_over
from damero.domain.errors import DameroError
from damero.domain.game import Game, Item, PlacedGame, Position, Seat


@dataclass(frozen=True, slots=True)
class StartPosition:
    terminal: Terminal
    random: Random
    engine_seats: Collection[Seat]

    def choose(self, game: Game) -> Position:
        if isinstance(game, PlacedGame):
            return game.place({seat: self._army(game, seat) for seat in game.info.seats})
        return game.initial(self._shuffled)

    def _shuffled(self, items: Sequence[Item], /) -> Sequence[Item]:
        return self.random.sample(items, len(items))

    def _army(self, game: PlacedGame, seat: Seat) -> str:
        armies = list(game.formations(seat).items())
        if seat in self.engine_seats:
            return self.random.choice(armies)[1]
        if not self.engine_seats:
            hand_over(self.terminal, seat)
        self.terminal.show(
            "\n".join(f"  {number:>2}  {formation_name(name)}" for number, (name, _) in enumerate(armies, start=1))
        )
        prompt = f"{say('cli.play.formation', count=len(armies))} "
        while answer := self.terminal.ask(prompt):
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(armies):
                return armies[int(answer) - 1][1]
            if self._is_valid(game, seat, answer):
                return answer
        return self.random.choice(armies)[1]

    def _is_valid(self, game: PlacedGame, seat: Seat, army: str) -> bool:
        try:
            game.check_army(seat, army)
        except DameroError as error:
            self.terminal.show(said(error.text))
            return False
        return True


def formation_name(name: str) -> str:
    """A ready-made army's name in this language."""
    return name_of("formation_name", name.lower().replace(" ", "_"))
