"""Players that are written in Python: a class with a `choose` method."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType

from damero.domain.errors import DameroError
from damero.domain.game import Move, PlacedGame, Seat, View
from damero.engines.engine import Choice
from damero.engines.registry import FAMILIES, place_army


class LocalBot:
    """A player for matches in this process. `damero.Bot` also plays on servers."""

    name = ""
    """What it is called; by default, as its class."""

    def choose(self, view: View) -> Move | str:
        """The move to play, one of `view.legal_moves()` or the text of one."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose(self, view)")

    def place(self, game: PlacedGame, seat: Seat) -> str:
        """The text of the army to begin with, in games where armies are placed; by default the engine's choice."""
        family = FAMILIES.get(game.info.family)
        if family is None or family.place_army is None:
            return next(iter(game.formations(seat).values()))
        return place_army(game, seat, Random())

    def __str__(self) -> str:
        return self.name or type(self).__name__


class BotPlayer:
    """A bot as a player of a match between engines."""

    def __init__(self, bot: LocalBot) -> None:
        self.bot = bot

    def choose(self, view: View, seed: int) -> Choice:  # noqa: ARG002 (a bot has its own source of chance)
        return Choice(checked_choice(self.bot, view))

    def close(self) -> None:
        """Nothing is held open."""


def checked_choice(bot: LocalBot, view: View) -> str:
    """The text of the move that a bot chooses, which must be legal."""
    chosen, legal = bot.choose(view), {str(move) for move in view.legal_moves()}
    if str(chosen) not in legal:
        raise DameroError("bot.bad_move", code="ILLEGAL_MOVEMENT", bot=str(bot), move=str(chosen))
    return str(chosen)


def load_bot(place: str) -> LocalBot:
    """The bot in a file, `FILE.py` or `FILE.py:CLASS`. Without a class, the last one that the file defines."""
    file, name = _split(place)
    module = _load_file(Path(file))
    found = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, LocalBot) and kind.__module__ == module.__name__
    ]
    chosen = [kind for kind in found if kind.__name__ == name] if name else found
    if not chosen:
        raise DameroError("bot.not_in_file", code="NO_SUCH_BOT", file=file)
    return chosen[-1]()


def _split(place: str) -> tuple[str, str]:
    """The file and the class, if one is named. On Windows, there is a colon behind the drive too."""
    file, _, name = place.rpartition(":")
    return (file, name) if file and name.isidentifier() else (place, "")


def _load_file(path: Path) -> ModuleType:
    spec = spec_from_file_location(f"bot_in_{path.stem}", path) if path.is_file() else None
    if spec is None or spec.loader is None:
        raise DameroError("bot.no_such_file", code="NO_SUCH_BOT", file=str(path))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
