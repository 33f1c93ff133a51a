from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import damero
from tests.records import (
    KEYS,
    STRANGER,
    PlayedMatch,
    record_of_random_game,
    signed,
    signed_record,
    write_version_1,
)
from tests.web.servers import a_server

from damero.bootstrap import Settings, signing_keys
from damero.domain.catalogue import GAMES, game
from damero.domain.game import Game
from damero.domain.record import write_record

OPEN_GAME = """\
[Event "Club evening"]
[White "Ana"]
[Black "Luis"]
[GameType "25"]

1. 22-18 {a comment} 9-14 2. 18x9 5x14 *
"""
PDN_PROVES_LITTLE = "not checked: who wrote this file (rules only, unsigned)."
FINISHED = '[GameType "25"]\n[FEN "W:W22:B18"]\n\n1. 22x15 {result} '


def verify(tmp_path: Path, content: str | bytes, *options: str) -> tuple[int, list[str], str]:
    file = tmp_path / "game"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    ran = damero("verify", str(file), *options)
    return ran.code, ran.lines, ran.err


def test_a_legal_pdn_game_is_verified(tmp_path: Path) -> None:
    code, facts, err = verify(tmp_path, OPEN_GAME)
    assert (code, err) == (0, "")
    assert facts == [
        "ok: game 1 (Ana – Luis): 4 legal moves of Russian draughts; the rules do not decide the result *.",
        PDN_PROVES_LITTLE,
    ]


def test_a_result_that_the_rules_decide_is_checked(tmp_path: Path) -> None:
    code, facts, _ = verify(tmp_path, f"{FINISHED}1-0")
    assert (code, facts) == (
        0,
        ["ok: game 1: 1 legal move of Russian draughts; the result 1-0 follows from the rules.", PDN_PROVES_LITTLE],
    )
    code, facts, err = verify(tmp_path, f"{FINISHED}0-1")
    assert (code, facts) == (1, [PDN_PROVES_LITTLE])
    assert err.startswith("error: WRONG_RESULT game 1: The record says 0-1, but by the rules White won")


def test_an_illegal_move_is_named_with_its_place(tmp_path: Path) -> None:
    code, facts, err = verify(tmp_path, OPEN_GAME.replace("18x9", "18-15"))
    assert (code, facts) == (1, [PDN_PROVES_LITTLE])
    assert err.startswith("error: CAPTURE_REQUIRED game 1 (Ana – Luis): line 6, column 30: 18-15 is refused:")


def test_every_game_of_a_file_is_reported(tmp_path: Path) -> None:
    code, facts, err = verify(tmp_path, f"{OPEN_GAME}\n{OPEN_GAME.replace('18x9', '18-15')}\n{OPEN_GAME}")
    assert code == 1
    assert [fact.split(" (")[0] for fact in facts[:-1]] == ["ok: game 1", "ok: game 3"]
    assert "game 2" in err


def test_a_syntax_error_is_reported_with_its_place(tmp_path: Path) -> None:
    code, _, err = verify(tmp_path, OPEN_GAME.replace("{a comment}", "{a comment"))
    assert code == 1
    assert err.startswith("error: BAD_TEXT game 1 (Ana – Luis): line 6, column 10: ")


def test_a_file_without_a_game_fails(tmp_path: Path) -> None:
    assert verify(tmp_path, "")[::2] == (1, "error: NO_GAME There is no game in this file.\n")


def test_old_files_in_latin_1_are_read(tmp_path: Path) -> None:
    code, facts, _ = verify(tmp_path, OPEN_GAME.replace("Ana", "Íñigo").encode("latin-1"))
    assert code == 0
    assert "Íñigo" in facts[0]


def test_the_rules_can_be_given_for_games_that_do_not_name_theirs(tmp_path: Path) -> None:
    nameless = "1. 11-15 22-18 *"
    code, facts, _ = verify(tmp_path, nameless, "--game", "pool")
    assert code == 0
    assert facts[0].endswith("2 legal moves of Pool checkers; the rules do not decide the result *.")


def test_the_rules_are_guessed_for_games_that_do_not_name_theirs_and_the_report_says_so(tmp_path: Path) -> None:
    code, facts, _ = verify(tmp_path, "1. 11-15 22-18 *")
    assert code == 0
    assert facts[0].endswith("Nothing names the game; by its moves and board it was read as American checkers.")
    assert "no moves from which they could be guessed" in verify(tmp_path, '[White "Ana"] *')[2]


def test_the_report_on_a_faulty_game_also_says_that_its_rules_were_guessed(tmp_path: Path) -> None:
    code, _, err = verify(tmp_path, "1. 11-15 22-18 2. 1-32 *")
    assert code == 1
    assert err.endswith("Nothing names the game; by its moves and board it was read as American checkers.\n")


def test_the_number_of_faulty_games_is_told_at_the_end(tmp_path: Path) -> None:
    _, _, err = verify(tmp_path, f"{OPEN_GAME}\n{OPEN_GAME.replace('18x9', '18-15')}\n{OPEN_GAME}")
    assert err.splitlines()[-1] == "error: 1 game is faulty, of 3."


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "windows-1251"])
def test_other_encodings_are_recognised(tmp_path: Path, encoding: str) -> None:
    content = OPEN_GAME.replace("Ana", "Сергей").replace("Luis", "Борис").encode(encoding)
    code, facts, _ = verify(tmp_path, content)
    assert code == 0
    assert "(Сергей – Борис)" in facts[0]


def test_an_encoding_can_be_given(tmp_path: Path) -> None:
    content = OPEN_GAME.replace("Ana", "Сергей").encode("cp866")
    assert "(Сергей – Luis)" in verify(tmp_path, content, "--encoding", "cp866")[1][0]
    assert verify(tmp_path, content, "--encoding", "nonsense")[2].startswith("error: NO_SUCH_ENCODING")


def test_lines_may_end_as_on_any_system_and_be_of_any_length(tmp_path: Path) -> None:
    assert verify(tmp_path, OPEN_GAME.replace("\n", "\r"))[0] == 0
    assert verify(tmp_path, OPEN_GAME.replace("\n", "\r\n"))[0] == 0
    code, facts, _ = verify(tmp_path, (OPEN_GAME.replace("\n", " ") + "{" + "word " * 9_000 + "}") * 30)
    assert (code, len(facts)) == (0, 31)


def test_only_draughts_games_have_pdn_rules(tmp_path: Path) -> None:
    assert verify(tmp_path, "1. 11-15 *", "--game", "banqi")[::2] == (
        1,
        "error: NO_PDN Banqi has no PDN format.\n",
    )


@pytest.mark.parametrize("played", GAMES, ids=lambda played: played.info.id)
def test_a_record_of_any_game_is_verified(tmp_path: Path, played: Game) -> None:
    code, facts, err = verify(tmp_path, write_record(signed_record(played, 7, plies=6)))
    assert (code, err) == (0, "")
    assert facts[0] == "ok: The file is intact: every entry matches the hash chain."
    assert facts[1] == f"ok: All 6 moves are legal in {played.info.id}."
    assert all(fact.startswith(("ok: ", "not checked: ")) for fact in facts)
    assert "not checked: whose key that is. Compare it with the keys that the server publishes." in facts


def test_a_record_of_version_1_is_told_unsigned(tmp_path: Path) -> None:
    text = write_version_1(record_of_random_game(game("banqi"), 7, plies=6))
    code, _, err = verify(tmp_path, text)
    assert code == 1
    assert err == "error: UNSIGNED The record is not signed: anybody can have written it.\n"
    code, facts, err = verify(tmp_path, text, "--rules-only")
    assert (code, err) == (0, "")
    assert "not checked: The record is not signed: anybody can have written it." in facts


def test_a_signature_is_checked_against_known_keys(tmp_path: Path) -> None:
    text = write_record(signed_record(game("banqi"), 7, plies=6))
    key, published, other = tmp_path / "key", tmp_path / "keys.json", tmp_path / "other"
    key.write_text(KEYS.public_key.hex() + "\n")
    published.write_text(json.dumps({"keys": [{"id": "x", "public_key": KEYS.public_key.hex(), "since": 0}]}))
    other.write_text(STRANGER.public_key.hex())
    for known in (key, published):
        code, facts, _ = verify(tmp_path, text, "--key", str(known))
        assert code == 0
        assert f"ok: The record is signed with the known key {KEYS.published()[0].id}." in facts
    code, _, err = verify(tmp_path, text, "--key", str(other))
    assert code == 1
    assert err.startswith("error: UNKNOWN_KEY ")
    other.write_text("no key")
    assert verify(tmp_path, text, "--key", str(other))[2].startswith("error: BAD_KEYS ")


def test_a_server_is_asked_for_its_keys(tmp_path: Path) -> None:
    with a_server(tmp_path / "data") as address:
        mine = signing_keys(Settings(data_dir=tmp_path / "data"))
        old = write_record(signed(signed_record(game("banqi"), plies=3), mine))
        assert damero("keys", "rotate", "--data", str(tmp_path / "data")).code == 0
        new = write_record(signed(signed_record(game("banqi"), plies=3), mine))
        assert [verify(tmp_path, text, "--server", address)[0] for text in (old, new)] == [0, 0]
        assert json.loads(old)["signature"] != json.loads(new)["signature"]
        foreign = write_record(signed_record(game("banqi"), plies=3))
        assert verify(tmp_path, foreign, "--server", address)[2].startswith("error: UNKNOWN_KEY ")
    assert verify(tmp_path, new, "--server", address)[2].startswith("error: NO_KEYS ")


def test_a_kept_head_must_be_in_the_record(tmp_path: Path) -> None:
    played = PlayedMatch(game("spanish")).play(4)
    head = played.match.head.hex()
    text = write_record(played.play(2).resign().record())
    assert verify(tmp_path, text, "--head", head)[0] == 0
    code, _, err = verify(tmp_path, text, "--head", "00" * 32)
    assert code == 1
    assert err.startswith("error: OTHER_HISTORY ")


def test_a_changed_record_fails(tmp_path: Path) -> None:
    text = write_record(signed_record(game("banqi"), 7, plies=6))
    code, _, err = verify(tmp_path, text.replace("resignation", "timeout", 1))
    assert code == 1
    assert err.startswith("error: ")


def test_json_lists_facts_and_failures(tmp_path: Path) -> None:
    file = tmp_path / "game.pdn"
    file.write_text(f"{FINISHED}0-1")
    ran = damero("verify", str(file), "--json")
    assert ran.code == 1
    assert isinstance(ran.json, dict)
    assert ran.json["holds"] is False
    assert [failure["code"] for failure in ran.json["failures"]] == ["WRONG_RESULT"]


def test_a_dash_reads_standard_input() -> None:
    assert damero("verify", "-", typed=OPEN_GAME).code == 0


def test_a_file_that_is_not_there_is_refused() -> None:
    ran = damero("verify", "nowhere.pdn")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "error: NO_SUCH_FILE Cannot read nowhere.pdn: No such file or directory.\n"


def test_the_findings_are_in_the_language_of_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "game.pdn"
    file.write_text('[GameType "25"]\n1. 22-17 *\n')
    ran = damero("--language", "es", "verify", str(file))
    assert ran.out.startswith("bien: partida 1: 1 jugada legal de Damas rusas; las reglas no deciden el resultado *.")
    record = tmp_path / "game.json"
    record.write_text(write_record(signed_record(game("spanish"), 3, plies=4)))
    said = damero("--language", "es", "verify", str(record))
    assert "El archivo está intacto" in said.out
