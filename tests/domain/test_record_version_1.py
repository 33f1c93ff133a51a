"""Records of version 1, which servers no longer write: what holds by the rules, since nobody signed them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.records import record_of_random_game, write_version_1

from damero.domain import catalogue, reasons
from damero.domain import record as records
from damero.domain.errors import BadText
from damero.domain.fairness import Commitment, seed_commitment
from damero.domain.game import Game, Outcome
from damero.domain.record import (
    RULES_ONLY,
    OpenedSecret,
    PlayedMove,
    Record,
    Reveal,
    read_record,
)

verify = partial(records.verify, policy=RULES_ONLY)
verify_text = partial(records.verify_text, policy=RULES_ONLY)

BANQI = catalogue.game("banqi")
SPANISH = catalogue.game("spanish")
SHORT = record_of_random_game(BANQI, plies=3)
LONG = record_of_random_game(BANQI, 1)
OPEN = record_of_random_game(SPANISH, 1)


def failure_of(record: Record) -> str:
    """The code of the one failure; the written file is judged as its record is."""
    report = verify(record)
    assert verify_text(write_version_1(record)).failures == report.failures
    assert not report.holds
    return report.failures[0].code


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.info.id)
@pytest.mark.parametrize("plies", [0, 5, None])
def test_a_true_record_holds(game: catalogue.Game, plies: int | None) -> None:
    record = record_of_random_game(game, 3, plies=plies)
    report = verify_text(write_version_1(record).encode())
    assert report.failures == ()
    assert len(report.facts) == 8
    assert read_record(write_version_1(record)) == record


def test_a_report_says_what_was_checked() -> None:
    assert verify_text(write_version_1(SHORT)).facts == (
        "The file is intact: every entry matches the hash chain.",
        "All 3 moves are legal in banqi.",
        "The result came from outside the board: First wins by resignation.",
        "Times never run backward, and no clock is below zero.",
        "The seed is the one that the server was bound to when the match was created.",
        "The deal is the one that the seed and the nonces give.",
        "What was sealed at the start is what the end opens: the deal.",
        "3 secrets that came out during play were sealed at the start.",
    )


def test_the_file_is_plain_json_with_one_hash_an_entry() -> None:
    document = json.loads(write_version_1(SHORT))
    assert [entry["type"] for entry in document["entries"]] == ["start", "move", "move", "move", "result", "reveal"]
    assert all(len(entry["hash"]) == 64 for entry in document["entries"])


@pytest.mark.parametrize("mask", [0x01, 0x20, 0x80])
def test_any_flipped_bit_of_a_small_record_is_detected(mask: int) -> None:
    data = write_version_1(SHORT).encode()
    assert verify_text(data).holds
    for place in range(len(data)):
        changed = data[:place] + bytes([data[place] ^ mask]) + data[place + 1 :]
        assert not verify_text(changed).holds, place


@settings(max_examples=150, deadline=None)
@given(place=st.integers(0, len(write_version_1(LONG)) - 1), byte=st.integers(0, 255))
def test_any_changed_byte_of_a_long_record_is_detected(place: int, byte: int) -> None:
    data = write_version_1(LONG).encode()
    changed = data[:place] + bytes([byte]) + data[place + 1 :]
    assert verify_text(changed).holds == (changed == data)


@pytest.mark.slow
def test_any_byte_of_a_small_record_changed_to_any_other_is_detected() -> None:
    data = write_version_1(record_of_random_game(SPANISH, plies=2)).encode()
    for place in range(len(data)):
        for byte in random.Random(place).sample(range(256), 64):
            changed = data[:place] + bytes([byte]) + data[place + 1 :]
            assert changed == data or not verify_text(changed).holds, (place, byte)


@pytest.mark.parametrize("cut", [0, 1, 10, 1000, -1])
def test_a_cut_file_is_detected(cut: int) -> None:
    assert not verify_text(write_version_1(SHORT).encode()[:cut]).holds


def rewritten(change: str, to: str) -> str:
    text = write_version_1(SHORT)
    assert change in text
    return text.replace(change, to, 1)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "BAD_JSON"),
        ("{", "BAD_JSON"),
        ("[" * 100_000, "BAD_JSON"),
        ("[]", "NOT_A_RECORD"),
        ("{}", "NOT_A_RECORD"),
        (rewritten('"version": 1', '"version": 2'), "NOT_A_RECORD"),
        (rewritten('"type": "reveal"', '"type": "secret"'), "NOT_A_RECORD"),
        (rewritten('"ruleset": 1', '"ruleset": true'), "NOT_A_RECORD"),
        (rewritten('"ruleset": 1', '"ruleset": 1.5'), "NOT_A_RECORD"),
        (rewritten('"size": 32', '"size": 99999999'), "NOT_A_RECORD"),
        (rewritten('"seed": "', '"seed": "zz'), "NOT_A_RECORD"),
        (rewritten('"reason": "resignation"', '"reason": "boredom"'), "NOT_A_RECORD"),
        (rewritten('"index": ', '"index": -'), "NOT_A_RECORD"),
        (rewritten('"entries": [', '"entries": {"a": ['), "BAD_JSON"),
        (rewritten('"at": 0,', '"at": 1,'), "CHAIN_BROKEN"),
        (rewritten('"game"', '"more": [], "game"'), "NOT_A_RECORD"),
        (rewritten('"players": {', '"players": [], "extra": {'), "NOT_A_RECORD"),
        (rewritten('"nonces": [', '"nonces": {}, "extra": ['), "NOT_A_RECORD"),
        (rewritten("\n", "\r\n"), "NOT_CANONICAL"),
        (rewritten("{\n", "{ \n"), "NOT_CANONICAL"),
        (rewritten('"at": 0,', '"at": 0, "at": 0,'), "NOT_CANONICAL"),
    ],
)
def test_a_text_that_is_no_record_is_told_why(text: str, code: str) -> None:
    report = verify_text(text)
    assert [failure.code for failure in report.failures] == [code]
    with pytest.raises(BadText) as refused:
        read_record(text)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (rewritten('"move": "', '"move":  "'), 32, 12),
        (rewritten('"at": 0,', '"at": 1,'), 31, 12),
        (rewritten('"at": 0,', '"at": ,'), 26, 10),
    ],
)
def test_a_refusal_says_where(text: str, line: int, column: int) -> None:
    with pytest.raises(BadText) as refused:
        read_record(text)
    assert (refused.value.line, refused.value.column) == (line, column)


def test_bytes_that_are_no_text_are_told_so() -> None:
    assert verify_text(b"\xff\xfe").failures[0].code == "BAD_JSON"


def with_move(record: Record, number: int, text: str) -> Record:
    moves = list(record.moves)
    moves[number] = replace(moves[number], text=text)
    return replace(record, moves=tuple(moves))


def test_an_illegal_move_is_found_with_its_code() -> None:
    assert failure_of(with_move(SHORT, 0, "a4-a3")) == "FIRST_ACTION_MUST_FLIP"
    assert failure_of(with_move(OPEN, 0, "1-2")) == "NOT_YOUR_PIECE"
    assert "Move 1" in verify(with_move(OPEN, 0, "1-2")).failures[0].sentence


def test_a_flip_with_another_result_is_found() -> None:
    told = SHORT.moves[0].text
    other = told[:-1] + ("K" if told[-1] != "K" else "G")
    assert failure_of(with_move(SHORT, 0, other)) == "MOVE_DIFFERS"


def test_moves_after_the_end_are_found() -> None:
    assert failure_of(replace(OPEN, moves=(*OPEN.moves, PlayedMove("21-17")))) == "GAME_NOT_ACTIVE"


@pytest.mark.parametrize(
    "outcome",
    [
        None,
        Outcome("first", reasons.RESIGNATION),
        Outcome("white", reasons.RESIGNATION),
        Outcome(None, reasons.AGREEMENT),
    ],
)
def test_a_game_that_the_rules_ended_has_their_result(outcome: Outcome | None) -> None:
    assert failure_of(replace(OPEN, outcome=outcome)) == "RESULT_DIFFERS"


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("first", reasons.ALL_CAPTURED),
        Outcome(None, reasons.NO_PROGRESS),
        Outcome("first", reasons.AGREEMENT),
        Outcome("nobody", reasons.RESIGNATION),
        Outcome(None, reasons.RESIGNATION),
        Outcome("first", reasons.ABORTED),
    ],
)
def test_a_result_that_cannot_be_is_found(outcome: Outcome) -> None:
    assert failure_of(replace(SHORT, outcome=outcome)) == "RESULT_DIFFERS"


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("second", reasons.RESIGNATION),
        Outcome("first", reasons.TIMEOUT),
        Outcome(None, reasons.TIMEOUT),
        Outcome(None, reasons.AGREEMENT),
        Outcome("second", reasons.ABANDONED),
        Outcome(None, reasons.ABORTED),
    ],
)
def test_a_game_may_end_outside_the_board(outcome: Outcome) -> None:
    assert verify(replace(SHORT, outcome=outcome)).holds


def test_another_seed_is_found() -> None:
    assert SHORT.reveal is not None
    codes = {failure.code for failure in verify(replace(SHORT, reveal=replace(SHORT.reveal, seed=bytes(32)))).failures}
    assert codes == {"OTHER_SEED", "OTHER_DEAL", "OTHER_SECRETS"}


def test_another_commitment_to_the_seed_is_found() -> None:
    assert failure_of(replace(SHORT, seed_commitment=seed_commitment(b"another"))) == "OTHER_SEED"


def test_other_nonces_are_found() -> None:
    assert failure_of(replace(SHORT, nonces=tuple(reversed(SHORT.nonces)))) == "OTHER_DEAL"


def test_a_deal_that_was_not_drawn_is_found() -> None:
    """Two face-down pieces that never came out, exchanged after the fact."""
    assert SHORT.reveal is not None
    start, deal = SHORT.reveal.start.rsplit(" ", 1)
    shown = {move.openings[0].opening.index for move in SHORT.moves}
    one = min(set(range(32)) - shown)
    other = next(place for place in range(32) if place not in shown and deal[place] != deal[one])
    letters = list(deal)
    letters[one], letters[other] = letters[other], letters[one]
    changed = Reveal(SHORT.reveal.seed, f"{start} {''.join(letters)}")
    codes = {failure.code for failure in verify(replace(SHORT, reveal=changed)).failures}
    assert codes == {"OTHER_DEAL", "OTHER_SECRETS"}


def test_another_root_is_found() -> None:
    assert failure_of(replace(SHORT, seals={"deal": Commitment(bytes(32), 32)})) == "OTHER_SECRETS"


def test_a_missing_seal_is_found_when_something_was_opened() -> None:
    assert failure_of(replace(SHORT, seals={})) == "WRONG_OPENING"


def test_a_flip_without_its_opening_is_found() -> None:
    bare = replace(SHORT.moves[0], openings=())
    assert failure_of(replace(SHORT, moves=(bare, *SHORT.moves[1:]))) == "OPENINGS_DIFFER"


def test_an_opening_that_does_not_fit_is_found() -> None:
    opened = SHORT.moves[0].openings[0]
    forged = OpenedSecret(opened.seal, replace(opened.opening, salt=bytes(32)))
    changed = replace(SHORT.moves[0], openings=(forged,))
    assert failure_of(replace(SHORT, moves=(changed, *SHORT.moves[1:]))) == "WRONG_OPENING"


def test_an_opening_of_something_that_did_not_come_out_is_found() -> None:
    early = replace(SHORT.moves[0], openings=(*SHORT.moves[0].openings, *SHORT.moves[1].openings))
    assert failure_of(replace(SHORT, moves=(early, *SHORT.moves[1:]))) == "OPENINGS_DIFFER"


def test_a_finished_game_opens_its_secrets() -> None:
    assert failure_of(replace(SHORT, reveal=None)) == "NOT_OPENED"


def test_another_first_position_is_found() -> None:
    assert SHORT.reveal is not None
    later = BANQI.read_position(SHORT.reveal.start).play("a4?").text
    assert failure_of(replace(SHORT, reveal=replace(SHORT.reveal, start=later))) == "OTHER_START"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game_id": "halma"}, "UNKNOWN_GAME"),
        ({"ruleset": 99}, "OTHER_RULESET"),
        ({"players": {"white": "A", "black": "B"}}, "WRONG_SEATS"),
        ({"reveal": Reveal(b"", "nonsense")}, "BAD_TEXT"),
    ],
)
def test_a_record_of_something_else_is_found(change: dict[str, object], code: str) -> None:
    assert failure_of(replace(SHORT, **change)) == code


def test_a_running_game_keeps_its_secrets_and_proves_what_came_out() -> None:
    running = replace(SHORT, outcome=None, reveal=None)
    report = verify_text(write_version_1(running))
    assert report.holds
    assert "3 secrets that came out during play were sealed at the start." in report.facts
    assert "The game is still running." in report.facts
    opened = running.moves[0].openings[0]
    forged = replace(running.moves[0], openings=(replace(opened, opening=replace(opened.opening, value="a4=K!")),))
    assert failure_of(replace(running, moves=(forged,))) == "WRONG_OPENING"


def test_a_running_game_without_secrets_is_replayed() -> None:
    running = replace(OPEN, moves=OPEN.moves[:4], outcome=None, reveal=None, seed_commitment=None)
    assert verify(running).holds
    assert failure_of(with_move(running, 2, "32-1")) == "ILLEGAL_MOVEMENT"


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.info.id)
def test_a_running_game_of_every_kind_can_be_checked(game: Game) -> None:
    resigned = record_of_random_game(game, 2, plies=12)
    report = verify_text(write_version_1(replace(resigned, outcome=None, reveal=None)))
    assert report.holds, report.failures
