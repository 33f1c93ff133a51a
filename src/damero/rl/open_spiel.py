"""OpenSpiel: `load("banqi")` is a game that OpenSpiel's algorithms play.

Chance is explicit. In Banqi every flip is a chance node over the kinds that are still face down, weighted by their
number. In Stratego two chance nodes choose each side's army from `ARMIES` numbered random ones.
A game that is not over after `max_plies` moves is a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from damero.domain.catalogue import GAMES
from damero.domain.game import Game, Item, PlacedGame, Ply, Position, View, in_order
from damero.extras import needs
from damero.rl.encoding import encoding_of
from damero.rl.episode import LOSS, MAX_PLIES, WIN, Episode, find_game

with needs("rl"):
    import pyspiel

PREFIX = "damero_"
ARMIES = 1000
"""How many different armies chance may give a side."""
PLY_FIELDS = 5
"""A ply in the information state: its first and last square, the number of pieces taken, the two kinds revealed.

In games with captures of many pieces, the squares of those that were taken follow, `WORD` to a number: each is a bit,
the first square the lowest one. Squares and kinds count from 1.
"""
WORD = 16


def load(game: Game | str, max_plies: int = MAX_PLIES) -> pyspiel.Game:
    """The game under its name in OpenSpiel: `damero_` with the game's id, underscores for hyphens.

    >>> state = load("drafti").new_initial_state()
    >>> len(state.legal_actions()), state.current_player()
    (7, 0)
    """
    return pyspiel.load_game(_short_name(find_game(game)), {"max_plies": max_plies})


class SpielState(pyspiel.State):
    """A position, or a chance node before it is known."""

    def __init__(self, spiel_game: SpielGame) -> None:
        super().__init__(spiel_game)
        self._game = spiel_game.game
        self._max_plies = spiel_game.max_plies
        self._armies: list[str] = []
        self._flipped: str | None = None
        """The move whose result chance decides next."""
        placed = isinstance(self._game, PlacedGame)
        self.episode = None if placed else Episode(self._game, self._game.initial(in_order), self._max_plies)

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.episode is None or self._flipped is not None:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.episode.to_move is not None
        return self._game.info.seats.index(self.episode.to_move)

    def _legal_actions(self, _player: int) -> list[int]:
        return list(self._running.moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.episode is None:
            return [(number, 1 / ARMIES) for number in range(ARMIES)]
        kinds = encoding_of(self._game.info).kinds
        hidden = self.episode.position.view(None).hidden
        total = sum(count for _, count in hidden)
        return sorted((kinds[kind], count / total) for kind, count in hidden)

    def _apply_action(self, action: int) -> None:
        if self.episode is None:
            self._give_army(action)
        elif self._flipped is not None:
            self._reveal(self._flipped, self._game.info.pieces[action].id)
        else:
            self._play(str(self.episode.moves[action]))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self._running.moves[action])
        return f"army {action}" if self.episode is None else f"={self._game.info.pieces[action].symbol}"

    def is_terminal(self) -> bool:
        return self.episode is not None and (self.episode.is_over or self.episode.is_cut_off)

    def returns(self) -> list[float]:
        if self.episode is None or not self.is_terminal():
            return [0.0, 0.0]
        return [self.episode.reward(seat) for seat in self._game.info.seats]

    def __str__(self) -> str:
        if self.episode is None:
            return f"armies {len(self._armies)}"
        return f"{self.episode.position.text} {self._flipped or ''}".rstrip()

    def view(self, player: int) -> View | None:
        """What a player knows; None before the armies stand."""
        return None if self.episode is None else self.episode.view(self._game.info.seats[player])

    def public_view(self) -> View | None:
        """What everyone knows; None before the armies stand."""
        return None if self.episode is None else self.episode.position.view(None)

    @property
    def _running(self) -> Episode:
        assert self.episode is not None
        return self.episode

    def _give_army(self, number: int) -> None:
        assert isinstance(self._game, PlacedGame)
        seat = self._game.info.seats[len(self._armies)]
        self._armies.append(_random_army(self._game, seat, number))
        if len(self._armies) == len(self._game.info.seats):
            armies = dict(zip(self._game.info.seats, self._armies, strict=True))
            self.episode = Episode(self._game, self._game.place(armies), self._max_plies)

    def _play(self, move: str) -> None:
        after = self._running.position.play(move)
        if self._game.info.chance and after.plies[-1].revealed:
            self._flipped = move
        else:
            self._running.play_text(move)

    def _reveal(self, move: str, kind: str) -> None:
        """Play a flip from a deal in which this kind lies on its square."""
        position = self._running.position
        square = position.play(move).plies[-1].revealed[0].square
        self._running.position = with_kind(self._game, position, square, kind)
        self._running.play_text(move)
        self._flipped = None


class SpielGame(pyspiel.Game):
    """A game of the catalogue."""

    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.max_plies = int((params or {}).get("max_plies", MAX_PLIES))
        super().__init__(_game_type(self.game), _game_info(self.game, self.max_plies), params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Observer:
        """What a player knows, or only what everyone knows (`PrivateInfoType.NONE`)."""
        if params:
            raise ValueError(f"The observer has no parameters; given were {params}.")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("An observer sees what is public, alone or with what its own player knows.")
        is_public = wanted.private_info == pyspiel.PrivateInfoType.NONE
        return Observer(self.game, self.max_plies if wanted.perfect_recall else 0, is_public=is_public)


class Observer:
    """A view as a tensor. With perfect recall, every ply as everyone saw it comes after the planes."""

    def __init__(self, game: Game, plies: int, *, is_public: bool = False) -> None:
        self._encoding = encoding_of(game.info)
        self._is_public = is_public
        self._words = ceil(len(self._encoding.squares) / WORD) if self._encoding.routes > 1 else 0
        planes, fields = int(np.prod(self._encoding.shape)), PLY_FIELDS + self._words
        self.tensor = np.zeros(planes + plies * fields, np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {
            "observation": self.tensor[:planes].reshape(self._encoding.shape)
        }
        if plies:
            self.dict["plies"] = self.tensor[planes:].reshape(plies, fields)

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        view = self._view(state, player)
        if view is None:
            return
        self.dict["observation"][:] = self._encoding.observe(view)
        if "plies" in self.dict and view.plies:
            self.dict["plies"][: len(view.plies)] = [self._numbers(ply) for ply in view.plies]

    def string_from(self, state: SpielState, player: int) -> str:
        viewer, view = "public" if self._is_public else f"{player}", self._view(state, player)
        if view is None:
            return viewer
        plies = " ".join(ply.text for ply in view.plies) if "plies" in self.dict else ""
        return f"{viewer} {view.text} {plies}".rstrip()

    def _view(self, state: SpielState, player: int) -> View | None:
        return state.public_view() if self._is_public else state.view(player)

    def _numbers(self, ply: Ply) -> tuple[int, ...]:
        squares, kinds = self._encoding.squares, [self._encoding.kinds[piece.kind] + 1 for piece in ply.revealed]
        first, second, *_ = (*kinds, 0, 0)
        ends = squares[ply.squares[0]] + 1, squares[ply.squares[-1]] + 1
        return *ends, len(ply.taken), first, second, *self._taken(ply)

    def _taken(self, ply: Ply) -> list[int]:
        """The squares of the pieces taken, as bits."""
        bits = sum(1 << self._encoding.squares[square] for square in ply.taken)
        return [bits >> word * WORD & (1 << WORD) - 1 for word in range(self._words)]


def _random_army(game: PlacedGame, seat: str, number: int) -> str:
    random = Random(f"{seat} {number}")
    position = game.initial(lambda items: random.sample(items, len(items)))
    shown = {piece.square: piece.kind for piece in position.view(seat).pieces}
    return game.write_army(seat, {square: shown[square] for square in game.zone(seat) if square in shown})


def with_kind(game: Game, position: Position, square: str, kind: str) -> Position:
    """The same position with this kind face down on this square; the other face-down pieces are anywhere."""
    view = position.view(None)
    unseen = [name for name, count in view.hidden for _ in range(count)]
    covered = {each.id for each in view.info.pieces if each.colour is None}
    place = [piece.square for piece in view.pieces if piece.kind in covered].index(square)

    def bring(items: Sequence[Item], /) -> Sequence[Item]:
        """The items, which are in the order of `unseen`, with one of the wanted kind at the square's place."""
        ordered = list(items)
        ordered.insert(place, ordered.pop(unseen.index(kind)))
        return ordered

    return game.sample(view, bring)


def _game_type(game: Game) -> pyspiel.GameType:
    kinds, info = pyspiel.GameType, game.info
    by_chance = info.chance or isinstance(game, PlacedGame)
    return kinds(
        short_name=_short_name(game),
        long_name=f"Damero: {info.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if by_chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if info.hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=len(info.seats),
        min_num_players=len(info.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"max_plies": MAX_PLIES},
    )


def _game_info(game: Game, max_plies: int) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=encoding_of(game.info).action_count,
        max_chance_outcomes=ARMIES if isinstance(game, PlacedGame) else len(game.info.pieces) * game.info.chance,
        num_players=len(game.info.seats),
        min_utility=LOSS,
        max_utility=WIN,
        utility_sum=0.0,
        max_game_length=max_plies,
    )


def _short_name(game: Game) -> str:
    return PREFIX + game.info.id.replace("-", "_")


def _register(game: Game) -> None:
    registered = type("SpielGame", (SpielGame,), {"game": game})
    pyspiel.register_game(_game_type(game), registered)


for _game in GAMES:
    _register(_game)
