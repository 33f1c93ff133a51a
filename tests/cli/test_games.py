from __future__ import annotations

from tests.cli.running import damero

from damero.domain.catalogue import GAMES


def test_every_game_of_the_catalogue_is_listed_by_its_id() -> None:
    ran = damero("games")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.lines[1:]] == [game.info.id for game in GAMES]


def test_the_list_shows_the_players_and_whether_pieces_are_hidden() -> None:
    line = next(line for line in damero("games").lines if line.startswith("stratego "))
    assert line.split() == ["stratego", "Stratego", "Stratego", "Red", "and", "Blue", "yes"]


def test_columns_are_aligned() -> None:
    header, *rows = damero("games").lines
    column = header.index("family")
    assert all(row[column - 1] == " " and row[column] != " " for row in rows)


def test_json_describes_every_game() -> None:
    listed = damero("games", "--json").json
    assert isinstance(listed, list)
    assert [facts["id"] for facts in listed] == [game.info.id for game in GAMES]
    assert listed[0] == {
        "id": "spanish",
        "version": 1,
        "title": "Spanish draughts",
        "family": "draughts",
        "summary": "Flying kings, free choice among captures.",
        "seats": ["white", "black"],
        "rows": 8,
        "columns": 8,
        "start": "fixed",
        "hidden": False,
        "chance": False,
        "weights": "spanish-federation (shared)",
    }
