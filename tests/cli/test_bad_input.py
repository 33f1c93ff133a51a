"""Any input gives an answer or an error sentence, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cli.running import damero
from tests.records import signed_record

from damero.domain.catalogue import GAMES, game
from damero.domain.record import write_record

IDS = [each.info.id for each in GAMES]
TYPED = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"), max_size=40)
STARTS = {each.info.id: each.initial().text for each in GAMES}
PDN = '[White "Ana"]\n[GameType "25"]\n[FEN "W:W22,31:B9,18"]\n1. 22x15 {so} 9-14 (9-13) 2. 15-10 $1 *\n'

quickly = settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A valid text with a few characters removed, changed or inserted."""
    characters = list(text)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(characters)))
        characters[place : place + draw(st.integers(0, 2))] = draw(
            st.sampled_from(["", " ", ":", "K", "-", "9", "?", "é"])
        )
    return "".join(characters)


@pytest.mark.parametrize("game_id", IDS)
@quickly
@given(st.data())
def test_any_position_is_read_or_refused(game_id: str, data: st.DataObject) -> None:
    lines = data.draw(st.lists(TYPED | damaged(STARTS[game_id]), min_size=1, max_size=5))
    for command in (["moves", game_id], ["perft", game_id, "-d", "1", "--reference"]):
        ran = damero(*command, "--position", "-", typed="".join(f"{line}\n" for line in lines))
        assert len(ran.out.split("\n")) == len(lines) + 1
        assert ran.code == int("error: " in ran.out)


@pytest.mark.parametrize("game_id", IDS)
@quickly
@given(lines=st.lists(TYPED, max_size=8))
def test_any_text_can_be_typed_in_a_terminal_game(game_id: str, lines: list[str]) -> None:
    ran = damero("play", game_id, "--seed", "1", typed="\n".join(["", *lines]))
    assert (ran.code, ran.err) == (0, "")


@quickly
@given(st.data())
def test_any_file_is_verified_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    record = write_record(signed_record(game("banqi"), 1, plies=3))
    content = data.draw(TYPED | damaged(PDN) | damaged(record))
    file = tmp_path / "game"
    file.write_text(content, encoding="utf-8")
    ran = damero("verify", str(file))
    assert ran.code == int(bool(ran.err))
    assert all(line.startswith(("ok: ", "not checked: ", "error: ")) for line in ran.lines + ran.err.splitlines())


@quickly
@given(TYPED)
def test_any_game_id_is_known_or_refused(game_id: str) -> None:
    ran = damero("moves", "--", game_id)
    assert ran.code == (0 if game_id in IDS else 1)
