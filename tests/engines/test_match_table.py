"""Matches between engines and bots in this process."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import damero
from damero.domain.errors import DameroError
from damero.domain.game import Move, View
from damero.engines.bot import LocalBot, load_bot
from damero.engines.engine_spec import split_command


class RandomBot(LocalBot):
    def __init__(self) -> None:
        self.chance = Random(1)
        self.seen: list[View] = []

    def choose(self, view: View) -> Move:
        self.seen.append(view)
        return self.chance.choice(view.legal_moves())


class Cheat(LocalBot):
    name = "Cheat <1>"

    def choose(self, view: View) -> str:
        return "1-32"


@pytest.mark.parametrize("game", ["drafti", "banqi", "barrage"])
def test_a_bot_plays_against_a_level_without_a_server(game: str) -> None:
    result = damero.match(RandomBot(), 1, game=game, games=2)
    assert sum(result.wins_draws_losses) == 2


def test_a_bot_sees_only_views_of_its_own_turn() -> None:
    bot = RandomBot()
    damero.match(bot, 1, game="barrage", games=2)
    assert bot.seen
    assert all(view.seat == view.to_move for view in bot.seen)
    assert all("?" in view.text or "@" in view.text for view in bot.seen[:10])


def test_engines_and_texts_are_players_too() -> None:
    result = damero.match(damero.engine("drafti", 2), "nodes=100", game="drafti", games=2)
    assert sum(result.wins_draws_losses) == 2
    assert result.score.faults == 0


def test_the_table_has_a_row_for_each_player() -> None:
    result = damero.match(RandomBot(), 1, game="banqi", games=2)
    lines = str(result).splitlines()
    assert [line.split()[0] for line in lines] == ["Banqi", "RandomBot", "level"]
    assert len({len(line) for line in lines}) == 1
    assert result._repr_html_().count("<tr>") == 3


def test_an_illegal_choice_is_told() -> None:
    with pytest.raises(DameroError, match="Cheat <1> chose"):
        damero.match(Cheat(), 1, game="drafti", games=2)


@pytest.mark.parametrize(
    ("place", "code"),
    [("missing.py", "NO_SUCH_BOT"), (str(Path(__file__).with_name("__init__.py")), "NO_SUCH_BOT")],
)
def test_a_file_without_a_bot_is_refused(place: str, code: str) -> None:
    with pytest.raises(DameroError, match=code):
        load_bot(place)


def test_a_bot_is_loaded_by_file_and_class() -> None:
    place = f"{Path(__file__)}:RandomBot"
    assert str(load_bot(place)) == "RandomBot"
    assert str(load_bot(str(Path(__file__)))) == "Cheat <1>"


def test_a_file_with_a_drive_is_not_split_behind_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / r"C:\bots\b.py").write_text(Path(__file__).read_text())
    assert str(load_bot(r"C:\bots\b.py")) == "Cheat <1>"
    assert str(load_bot(r"C:\bots\b.py:RandomBot")) == "RandomBot"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\bots\scan.exe hub", [r"C:\bots\scan.exe", "hub"]),
        (r'"C:\Program Files\Scan\scan.exe" hub', [r"C:\Program Files\Scan\scan.exe", "hub"]),
        ("damero hub drafti", ["damero", "hub", "drafti"]),
    ],
)
def test_a_command_on_windows_keeps_its_backslashes(command: str, words: list[str]) -> None:
    assert split_command(command, is_windows=True) == words


def test_a_command_elsewhere_is_split_as_by_a_shell() -> None:
    assert split_command("'a b'/scan hub\\ x", is_windows=False) == ["a b/scan", "hub x"]


@pytest.mark.parametrize("game", ["drafti", "banqi", "barrage"])
def test_engines_show_their_level(game: str) -> None:
    assert repr(damero.engine(game, 5)).endswith("Player at level 5>")
    assert repr(damero.engine(game, 1)) == "<RandomEngine at level 1>"
    result = damero.match(damero.engine(game, 2), damero.engine(game, 1), game=game, games=2)
    assert (result.first, result.second) == ("level 2", "level 1")
