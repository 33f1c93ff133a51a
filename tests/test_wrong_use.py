"""What a user of the library gets wrong is told in a sentence, and never answered with nonsense."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import damero
from damero import plot
from damero.engines.engine import Limits
from damero.rl.gymnasium import AgainstEngine
from damero.rl.vector import VectorEnv

GAMES: dict[str, Any] = {game.info.id: game for game in damero.GAMES}
START: Any = GAMES["drafti"].initial()
ENGINE: Any = damero.engine
BANQI = GAMES["banqi"].initial().view("first")


def refused(wrong: Callable[[], object]) -> damero.DameroError:
    with pytest.raises(damero.DameroError) as refusal:
        wrong()
    assert refusal.value.sentence.endswith((".", "?"))
    return refusal.value


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seat", ["White", "nobody", "", False])
def test_only_seats_of_the_game_have_views(game_id: str, seat: Any) -> None:
    refusal = refused(lambda: GAMES[game_id].initial().view(seat))
    assert refusal.code == "NO_SEAT"
    assert GAMES[game_id].info.seats[0] in refusal.sentence


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("move", [5, None, ("21", "17"), ["21-17"], b"21-17"])
def test_only_moves_can_be_played(game_id: str, move: Any) -> None:
    with pytest.raises((damero.BadText, damero.IllegalMove)):
        GAMES[game_id].initial().play(move)


def test_a_game_is_named_by_its_id() -> None:
    for wrong in (None, 5, GAMES["drafti"]):
        assert refused(lambda wrong=wrong: ENGINE(wrong)).code == "UNKNOWN_GAME"  # type: ignore[misc]


@pytest.mark.parametrize("game_id", ["drafti", "stratego", "banqi"])
@pytest.mark.parametrize("level", [1, 2, 8])
def test_an_engine_needs_a_view_of_a_game_that_it_plays(game_id: str, level: int) -> None:
    engine = ENGINE(game_id, level)
    position = GAMES[game_id].initial()
    other = BANQI if game_id != "banqi" else START.view("white")
    for given in (position, "W:W22:B18", None, *([other] if level > 1 else [])):
        assert "position.view(position.to_move)" in refused(lambda given=given: engine.choose(given)).sentence  # type: ignore[misc]
        assert refused(lambda given=given: next(engine.analyse(given))).code == "NO_VIEW"  # type: ignore[misc]


def test_endgame_tables_are_asked_about_positions() -> None:
    wrong: Any
    for wrong in (START.view("white"), "W:WK1:B5", BANQI):
        assert refused(lambda wrong=wrong: damero.probe(wrong)).code == "NO_POSITION"  # type: ignore[misc]


@pytest.mark.parametrize("lines", [0, -1, "3", None])
@pytest.mark.parametrize("level", [1, 3])
@pytest.mark.parametrize("game_id", ["drafti", "stratego", "banqi"])
def test_an_analysis_has_at_least_one_line(game_id: str, level: int, lines: Any) -> None:
    position = GAMES[game_id].initial()
    refusal = refused(lambda: next(ENGINE(game_id, level).analyse(position.view(position.to_move), lines=lines)))
    assert refusal.sentence == f"lines must be at least 1, not {lines!r}."


@pytest.mark.parametrize("games", [0, -2, "4"])
def test_a_match_has_at_least_one_game(games: Any) -> None:
    assert refused(lambda: damero.match(1, 1, game="drafti", games=games)).code == "TOO_SMALL"


@pytest.mark.parametrize("player", [None, 1.5, damero, START])
def test_a_match_has_players(player: Any) -> None:
    assert refused(lambda: damero.match(player, 1, game="drafti")).code == "NO_SUCH_PLAYER"


def test_a_match_does_not_look_for_an_opening_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damero.engines.tournament.MOST_OPENINGS", 10)
    refusal = refused(lambda: damero.match(1, 1, game="drafti", games=2, opening=1000))
    assert refusal.sentence == "No balanced position was found after 1000 random plies. Ask for fewer."


@pytest.mark.parametrize("opening", [-1, 1.5, "4"])
def test_an_opening_has_no_fewer_than_no_plies(opening: Any) -> None:
    refusal = refused(lambda: damero.match(1, 1, game="drafti", games=2, opening=opening))
    assert refusal.sentence == f"opening must be a whole number of at least 0, not {opening!r}."


@pytest.mark.parametrize("seconds", [0, -1, "1", float("nan")])
def test_a_moving_picture_takes_time(seconds: Any) -> None:
    for show in (damero.svg.game, damero.png.game):
        assert "seconds" in refused(lambda show=show: show([START], seconds=seconds)).sentence  # type: ignore[misc]


@pytest.mark.parametrize("level", [0, 9, "3", None])
def test_a_level_that_does_not_exist_is_named_as_it_was_given(level: Any) -> None:
    assert refused(lambda: ENGINE("drafti", level)).sentence == f"The levels are 1 to 8, not {level!r}."


@pytest.mark.parametrize("name", ["depth", "nodes", "threads"])
@pytest.mark.parametrize("value", [0, -5, "500"])
def test_limits_are_at_least_one(name: str, value: Any) -> None:
    options: Any = {name: value}
    assert refused(lambda: Limits(**options)).sentence == f"{name} must be at least 1, not {value!r}."


@pytest.mark.parametrize("name", ["seconds", "within"])
@pytest.mark.parametrize("value", ["1", (1,), float("nan"), 1j])
def test_times_of_limits_are_numbers(name: str, value: Any) -> None:
    options: Any = {name: value}
    assert refused(lambda: Limits(**options)).sentence == f"{name} must be a number, not {value!r}."
    assert Limits(seconds=cast(Any, np.float32(0.5))).seconds == 0.5


@pytest.mark.parametrize("course", ["abc", 5, None, ["0"], [0, None], [float("nan")], [(1, 2)]])
def test_a_plot_is_made_of_scores(course: Any) -> None:
    assert refused(lambda: plot.evaluation(course)).code == "NO_SCORES"


@pytest.mark.parametrize("game_id", ["drafti", "stratego", "banqi"])
def test_limits_are_named(game_id: str) -> None:
    position, wrong = GAMES[game_id].initial(), cast(Any, 500)
    refusal = refused(lambda: ENGINE(game_id, 2).choose(position.view(position.to_move), wrong))
    assert "Limits(nodes=500)" in refusal.sentence


@pytest.mark.parametrize("given", [None, 5, b"W:W22:B18", ["W:W22:B18"]])
def test_only_texts_are_read(given: Any) -> None:
    for game in GAMES.values():
        for read in (game.read_position, game.read_view):
            assert refused(lambda read=read: read(given)).sentence.endswith("is not a text.")  # type: ignore[misc]
    assert refused(lambda: damero.read_game(given)).sentence.endswith("is not a text.")


def test_a_moving_picture_shows_one_game() -> None:
    assert refused(lambda: damero.svg.game([START, GAMES["banqi"].initial()])).code == "WRONG_GAME"


def test_armies_belong_to_the_seats_of_the_game() -> None:
    game = GAMES["barrage"]
    army = game.library[0].army
    for ask in (game.check_army, game.read_army):
        assert refused(lambda ask=ask: ask("white", army)).code == "NO_SEAT"  # type: ignore[misc]
        assert refused(lambda ask=ask: ask("red", None)).sentence.endswith("None is not a text.")  # type: ignore[misc]
    assert refused(lambda: game.place({"white": army, "black": army})).code == "NO_SEAT"
    assert refused(lambda: game.place({"red": army})).sentence == "The army of the seat 'blue' is missing."


def test_a_tree_begins_with_a_position() -> None:
    wrong: Any
    for wrong in ("drafti", GAMES["drafti"], START.view("white"), None):
        assert refused(lambda wrong=wrong: damero.GameTree(wrong)).code == "NO_POSITION"  # type: ignore[misc]


@pytest.mark.parametrize("glyphs", [("!",), 1, "!", [1], (1000,), (-1,)])
def test_glyphs_are_numbers(glyphs: Any) -> None:
    tree = damero.GameTree(START).play("21-17")
    assert "glyphs=(1,)" in refused(lambda: tree.annotate(("21-17",), glyphs=glyphs)).sentence


def test_a_path_is_not_one_text() -> None:
    tree, path = damero.GameTree(START).play("21-17"), cast(Any, "21-17")
    for use in (tree.at, tree.add, tree.delete, tree.promote, tree.make_main, tree.annotate, tree.position):
        assert refused(lambda use=use: use(path)).code == "BAD_PATH"  # type: ignore[misc]
    for show in (tree.main_path, tree.continuations, lambda path: list(tree.positions(path))):
        assert refused(lambda show=show: show(path)).code == "BAD_PATH"  # type: ignore[misc]


@pytest.mark.parametrize("result", ["red", "White", "1-0", ""])
def test_only_seats_win_a_game(result: str) -> None:
    refusal = refused(lambda: damero.GameTree(START, result=result))
    assert refusal.sentence.startswith("The result of a game is one of white, black, draw")


def test_headers_may_be_numbers() -> None:
    assert damero.GameTree(START).with_headers(WhiteElo=1800).header("WhiteElo") == "1800"


def test_an_environment_is_reset_before_its_first_step() -> None:
    with pytest.raises(ResetNeeded):
        AgainstEngine("drafti").step(np.int64(0))


def test_an_environment_plays_at_least_one_ply() -> None:
    assert "max_plies" in refused(lambda: AgainstEngine("drafti", max_plies=0).reset()).sentence


def test_what_is_no_game_is_neither_written_nor_shown() -> None:
    wrong: Any
    for wrong in (START, None, 5):
        assert refused(lambda wrong=wrong: damero.write_pdn(wrong)).code == "NO_GAME"  # type: ignore[misc]
        assert refused(lambda wrong=wrong: damero.svg.game(wrong)).code == "NO_GAME"  # type: ignore[misc]


@pytest.mark.parametrize("address", ["not an address", "http://127.0.0.1:1", "http://[", ""])
def test_a_bot_without_a_server_is_told_where_it_looked(address: str) -> None:
    assert repr(address) in refused(lambda: damero.Bot().run(address)).sentence


def test_a_bot_plays_games_that_exist() -> None:
    assert refused(lambda: damero.Bot().run("http://127.0.0.1:1", seeks=["chess"])).code == "UNKNOWN_GAME"


def test_options_of_pictures_are_spelt_as_they_are() -> None:
    with pytest.raises(TypeError, match="arrow"):
        damero.svg.board(START, arrow=[("11", "15")])  # type: ignore[call-arg]


def test_what_cannot_be_drawn_is_told() -> None:
    wrong: Any
    for wrong in (damero.GameTree(START), GAMES["drafti"], "W:W22:B18", None):
        assert refused(lambda wrong=wrong: damero.svg.board(wrong)).code == "NO_VIEW"  # type: ignore[misc]


def test_squares_of_pictures_are_named_one_by_one() -> None:
    for options in ({"arrows": ["11-15"]}, {"last": "11-15"}, {"marks": "11"}, {"arrows": "11"}):
        refusal = refused(lambda options=options: damero.svg.board(START, **options))  # type: ignore[misc]
        assert '("11", "15")' in refusal.sentence


def test_moving_pictures_have_two_formats() -> None:
    refusal = refused(lambda: damero.png.game([START], format="mp4"))  # type: ignore[arg-type]
    assert refusal.sentence == "There is no picture format 'mp4'; there are gif and webp."


def test_only_draughts_can_be_written_as_pdn() -> None:
    assert refused(lambda: damero.write_pdn(damero.GameTree(GAMES["banqi"].initial()))).code == "NO_PDN"


def test_a_tree_plays_moves_as_a_position_does() -> None:
    move = START.legal_moves()[0]
    assert damero.GameTree(START).play(move) == damero.GameTree(START).play(str(move))


def test_an_empty_path_names_no_move() -> None:
    tree = damero.GameTree(START).play("21-17")
    for wrong in (tree.at, tree.delete):
        assert refused(lambda wrong=wrong: wrong(())).sentence == "A path names at least one move."  # type: ignore[misc]


def test_a_bot_is_an_object_with_a_choice() -> None:
    class Undecided(damero.Bot):
        pass

    wrong: Any = Undecided
    assert refused(lambda: damero.match(wrong, 1, game="drafti")).sentence == "Undecided is a class: write Undecided()."
    with pytest.raises(NotImplementedError, match="Undecided"):
        damero.match(Undecided(), 1, game="drafti")


@pytest.mark.parametrize("name", ["count", "threads", "max_plies"])
@pytest.mark.parametrize("game_id", ["drafti", "stratego", "banqi"])
def test_vector_environments_have_at_least_one_of_each(game_id: str, name: str) -> None:
    for value in (0, -1):
        options: Any = {"count": 2, name: value}
        assert name in refused(lambda options=options: VectorEnv(game_id, **options)).sentence  # type: ignore[misc]


@pytest.mark.parametrize("game_id", ["drafti", "stratego", "banqi"])
@pytest.mark.parametrize("seat", [-1, 2])
def test_vector_environments_have_two_seats(game_id: str, seat: int) -> None:
    assert refused(lambda: VectorEnv(game_id, 2).observe(seat)).code == "NO_SEAT"


@pytest.mark.parametrize("game_id", ["drafti", "stratego", "banqi"])
def test_actions_of_vector_environments_are_whole_numbers(game_id: str) -> None:
    games = VectorEnv(game_id, 2, seed=1)
    legal = games.random_actions().copy()
    before = games.masks.copy()
    texts, fractions, flags = legal.astype(str), legal + 0.9, legal.astype(bool)
    for wrong in (texts, fractions, fractions.tolist(), flags, [[1], [1, 2]], "no"):
        assert refused(lambda wrong=wrong: games.step(wrong)).code == "BAD_ACTIONS"  # type: ignore[misc]
    assert np.array_equal(games.masks, before)
    games.step(legal.astype(np.int32))  # type: ignore[arg-type]
    games.step(games.random_actions().tolist())  # type: ignore[arg-type]


def test_armies_and_agents_have_seats_of_the_game() -> None:
    assert refused(lambda: VectorEnv("barrage", 1, armies={"white": []})).code == "NO_SEAT"
    assert refused(lambda: AgainstEngine("drafti", seat="red")).code == "NO_SEAT"
