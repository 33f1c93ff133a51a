"""Signed records: a forger who knows every formula, but not the server's key, is found out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.records import FULL, KEYS, STRANGER, PlayedMatch, signed, signed_record, write_version_1

from damero.domain import catalogue, judge, reasons
from damero.domain.errors import BadText
from damero.domain.events import OfferKind
from damero.domain.game import Game, Outcome
from damero.domain.record import (
    RULES_ONLY,
    Policy,
    Record,
    read_history,
    read_record,
    verify,
    verify_text,
    write_record,
)
from damero.domain.record.canonical import NO_HEAD, link
from damero.domain.record.consistency import OFFER_KINDS

BANQI = catalogue.game("banqi")
STRATEGO = catalogue.game("stratego")
SPANISH = catalogue.game("spanish")
SHORT = signed_record(BANQI, plies=3)
OPEN = signed_record(SPANISH, plies=6)
Entries = list[dict[str, Any]]


def codes(record: Record, policy: Policy = FULL) -> list[str]:
    report = verify(record, policy)
    assert verify_text(write_record(record), policy).failures == report.failures
    return [failure.code for failure in report.failures]


def forged(record: Record, change: Callable[[Entries], None]) -> Record:
    """The record with a changed history and all hashes computed again; the signature stays."""
    entries: Entries = json.loads(json.dumps(record.history))
    change(entries)
    return read_history(entries, record.reveal, record.signature)


def of_type(entries: Entries, kind: str) -> Entries:
    return [entry for entry in entries if entry["type"] == kind]


def flip_winner(entries: Entries) -> None:
    of_type(entries, "match_finished")[0].update(winner="second")


def rename(entries: Entries) -> None:
    of_type(entries, "seat_taken")[0].update(name="Somebody")


def run_back(entries: Entries) -> None:
    of_type(entries, "move_played")[-1].update(at=1)


def overdraw(entries: Entries) -> None:
    of_type(entries, "move_played")[-1].update(clocks={"first": -1, "second": 5})


def leave_out_clocks(entries: Entries) -> None:
    del of_type(entries, "move_played")[-1]["clocks"]


def stop_one_clock(entries: Entries) -> None:
    del of_type(entries, "move_played")[-1]["clocks"]["second"]


def show_a_third_clock(entries: Entries) -> None:
    of_type(entries, "move_played")[-1]["clocks"].update(third=5)


def take_the_control_away(entries: Entries) -> None:
    entries[0].update(control=None)


def offer(kind: str, *, by: str, what: str = "draw", number: int = 5) -> Callable[[Entries], None]:
    """Such an offer, or an answer to one, before the end."""

    def change(entries: Entries) -> None:
        entries.insert(-1, {"type": kind, "at": entries[-1]["at"], "seat": by, "kind": what, "offer": number})

    return change


def hint_for_nobody(entries: Entries) -> None:
    entries.insert(-1, {"type": "hint_taken", "at": entries[-1]["at"], "seat": "third"})


def answer_another_offer(entries: Entries) -> None:
    offer("offer_made", by="first", number=5)(entries)
    offer("offer_declined", by="second", number=6)(entries)


def pause(entries: Entries) -> None:
    """Time is given to somebody who played no engine."""
    of_type(entries, "move_played")[-1].update(pause=600)


def strip_seals(entries: Entries) -> None:
    of_type(entries, "match_began")[0].update(seals={})
    for move in of_type(entries, "move_played"):
        move.pop("openings", None)


def strip_commitment(entries: Entries) -> None:
    entries[0].update(seed_commitment=None)


def exchange_movers(entries: Entries) -> None:
    for move in of_type(entries, "move_played"):
        move.update(seat={"first": "second", "second": "first"}[move["seat"]])


FORGERIES = [flip_winner, rename, run_back, overdraw, pause, strip_seals, strip_commitment, exchange_movers]


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.info.id)
@pytest.mark.parametrize("plies", [0, 5, 400])
def test_a_record_of_the_server_holds(game: Game, plies: int) -> None:
    record = signed_record(game, 3, plies)
    report = verify_text(write_record(record).encode(), FULL)
    assert report.failures == ()
    assert f"The record is signed with the key {KEYS.published()[0].id}." in report.facts
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize("change", FORGERIES)
def test_a_changed_history_with_new_hashes_does_not_fit_its_signature(change: Callable[[Entries], None]) -> None:
    assert set(codes(forged(SHORT, change))) & {"BAD_SIGNATURE", "INVALID_TURN"}


@pytest.mark.parametrize("change", FORGERIES)
def test_a_forger_with_a_key_of_his_own_is_no_known_server(change: Callable[[Entries], None]) -> None:
    known = replace(FULL, known_keys=[KEYS.public_key])
    assert codes(signed(forged(SHORT, change), STRANGER), known)
    assert codes(signed(SHORT, STRANGER), known) == ["UNKNOWN_KEY"]
    assert codes(SHORT, known) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (run_back, "TIME_RUNS_BACK"),
        (overdraw, "BAD_CLOCK"),
        (pause, "BAD_CLOCK"),
        (leave_out_clocks, "BAD_CLOCK"),
        (stop_one_clock, "BAD_CLOCK"),
        (show_a_third_clock, "BAD_CLOCK"),
        (take_the_control_away, "BAD_CLOCK"),
        (offer("offer_made", by="third"), "WRONG_SEATS"),
        (hint_for_nobody, "WRONG_SEATS"),
        (offer("offer_made", by="first", what="bribe"), "NO_SUCH_OFFER"),
        (offer("offer_accepted", by="first"), "NO_SUCH_OFFER"),
        (answer_another_offer, "NO_SUCH_OFFER"),
        (strip_seals, "NOT_SEALED"),
        (strip_commitment, "NO_COMMITMENT"),
        (exchange_movers, "INVALID_TURN"),
    ],
)
def test_not_even_the_server_can_sign_what_contradicts_itself(change: Callable[[Entries], None], code: str) -> None:
    assert codes(signed(forged(SHORT, change))) == [code]


@pytest.mark.parametrize(("time", "failures"), [(600, []), (601, ["BAD_CLOCK"]), (60_000, ["BAD_CLOCK"])])
def test_time_stands_still_after_an_engines_move_as_long_as_the_rule_says(time: int, failures: list[str]) -> None:
    def played_by_an_engine(entries: Entries) -> None:
        move = of_type(entries, "move_played")[-1]
        move.update(pause=time)
        next(seat for seat in of_type(entries, "seat_taken") if seat["seat"] == move["seat"]).update(level=3)

    assert codes(signed(forged(SHORT, played_by_an_engine))) == failures


def test_every_kind_of_offer_can_be_recorded() -> None:
    assert set(OfferKind) == OFFER_KINDS


def test_stripped_seals_do_not_hide_exchanged_pieces() -> None:
    """The deal of pieces that never came out is exchanged, and everything that could prove it is taken away."""
    assert SHORT.reveal is not None
    start, deal = SHORT.reveal.start.rsplit(" ", 1)
    shown = {opened.opening.index for move in SHORT.moves for opened in move.openings}
    one, other = [place for place in range(32) if place not in shown][:2]
    letters = list(deal)
    letters[one], letters[other] = letters[other], letters[one]
    exchanged = replace(SHORT.reveal, start=f"{start} {''.join(letters)}")
    changed = replace(forged(SHORT, strip_seals), reveal=exchanged)
    assert {"NOT_SEALED", "BAD_SIGNATURE"} <= set(codes(changed))


@pytest.mark.parametrize("record", [SHORT, OPEN], ids=["banqi", "spanish"])
def test_an_unsigned_record_fails_unless_only_the_rules_are_asked_for(record: Record) -> None:
    unsigned = replace(record, signature=None)
    assert codes(unsigned) == ["UNSIGNED"]
    report = verify(unsigned, RULES_ONLY)
    assert report.holds
    assert "The record is not signed: anybody can have written it." in report.unchecked


def test_a_record_in_the_first_format_is_told_unsigned() -> None:
    first = write_version_1(SHORT)
    assert [failure.code for failure in verify_text(first, FULL).failures] == ["UNSIGNED"]
    assert verify_text(first, RULES_ONLY).holds


def test_a_signature_that_nobody_looked_at_counts_for_nothing() -> None:
    assert codes(SHORT, Policy()) == ["SIGNATURE_NOT_CHECKED"]


def test_without_known_keys_the_report_says_that_the_key_was_not_checked() -> None:
    assert "whose key that is. Compare it with the keys that the server publishes." in verify(SHORT, FULL).unchecked
    known = verify(SHORT, replace(FULL, known_keys=[KEYS.public_key]))
    assert not [gap for gap in known.unchecked if "key" in gap]


def test_a_kept_head_proves_that_history_was_not_rewritten() -> None:
    played = PlayedMatch(SPANISH).play(4)
    kept = replace(FULL, head=played.match.head.hex())
    record = played.play(4).resign().record()
    assert verify(record, kept).holds
    assert (
        "The head that was kept is the one after event 8: nothing before it was changed." in verify(record, kept).facts
    )
    rewritten = signed(forged(record, rename))
    assert codes(rewritten, kept) == ["OTHER_HISTORY"]


def test_the_head_of_a_match_is_the_last_hash_of_its_record() -> None:
    played = PlayedMatch(BANQI).play(5).resign()
    document = json.loads(write_record(played.record()))
    assert document["entries"][-1]["hash"] == played.match.head.hex()


def taken_back() -> PlayedMatch:
    """Four moves, of which the last two are taken back and played otherwise; a draw that is declined."""
    played = PlayedMatch(SPANISH).play(4)
    first, second = played.match.seats
    played.follow(judge.offer(played.match, first, OfferKind.DRAW, played.now))
    assert played.match.offer is not None
    played.follow(judge.decline(played.match, second, played.match.offer.offer, played.now))
    played.follow(judge.offer(played.match, first, OfferKind.TAKEBACK, played.now))
    assert played.match.offer is not None
    played.follow(judge.accept(played.match, second, played.match.offer.offer, played.now))
    return played.play(3).resign()


def test_a_record_tells_of_takebacks_and_declined_offers() -> None:
    record = taken_back().record()
    kinds = [entry["type"] for entry in record.history]
    assert {"offer_made", "offer_declined", "offer_accepted", "moves_taken_back"} <= set(kinds)
    assert kinds.count("move_played") == 7
    assert len(record.moves) == 5
    assert verify(record, FULL).holds


def test_a_move_that_was_taken_back_must_have_been_legal_too() -> None:
    def illegal(entries: Entries) -> None:
        of_type(entries, "move_played")[3].update(move="32-1")

    assert codes(signed(forged(taken_back().record(), illegal))) == ["NOT_YOUR_PIECE"]


@pytest.mark.parametrize("game", [BANQI, STRATEGO], ids=["banqi", "stratego"])
def test_an_aborted_game_opens_nothing_and_holds(game: Game) -> None:
    played = PlayedMatch(game).play(1)
    record = played.follow(judge.abort(played.match, "ana", played.now)).record()
    assert record.reveal is None
    assert record.outcome == Outcome(None, reasons.ABORTED)
    report = verify(record, FULL)
    assert report.failures == ()
    assert "what was sealed at the start, which is not opened." in report.unchecked
    text = write_record(record)
    assert played.match.created.seed not in text
    assert played.match.began is not None
    assert played.match.began.position not in text


@pytest.mark.parametrize("game", [BANQI, STRATEGO], ids=["banqi", "stratego"])
def test_a_running_game_needs_its_seals_already(game: Game) -> None:
    running = PlayedMatch(game).play(2).record()
    assert codes(running) == []
    assert "NOT_SEALED" in codes(signed(forged(running, strip_seals)))


@pytest.mark.parametrize("mask", [0x01, 0x20])
def test_every_flipped_bit_of_a_signed_record_is_detected(mask: int) -> None:
    data = write_record(OPEN).encode()
    for place in range(0, len(data), 3):
        changed = data[:place] + bytes([data[place] ^ mask]) + data[place + 1 :]
        assert not verify_text(changed, FULL).holds, place


@pytest.mark.parametrize("version", ["2.0", "true", "3", '"2"'])
def test_a_record_has_one_way_to_write_its_version(version: str) -> None:
    text = write_record(OPEN).replace('"version": 2', f'"version": {version}')
    assert [failure.code for failure in verify_text(text.encode(), FULL).failures] == ["NOT_A_RECORD"]


def without(entries: Entries, kind: str) -> None:
    entries[:] = [entry for entry in entries if entry["type"] != kind]


@pytest.mark.parametrize(
    "change",
    [
        lambda entries: entries.clear(),
        lambda entries: entries.reverse(),
        lambda entries: without(entries, "match_created"),
        lambda entries: without(entries, "match_began"),
        lambda entries: entries.append(dict(entries[-1])),
        lambda entries: entries.insert(1, dict(entries[1])),
        lambda entries: entries.append({"type": "move_played", "at": 9, "seat": "white", "move": "1-2"}),
        lambda entries: entries.insert(4, {"type": "moves_taken_back", "at": 0, "count": 1}),
        lambda entries: entries[0].update(control={"base": 1}),
        lambda entries: entries[0].update(control=1.5),
        lambda entries: entries[0].update(imported="yes"),
        lambda entries: entries[1].update(level="high"),
        lambda entries: entries[1].update(type="sat_down"),
        lambda entries: entries[1].pop("at"),
    ],
)
def test_a_history_that_cannot_be_is_no_record(change: Callable[[Entries], None]) -> None:
    with pytest.raises(BadText, match="NOT_A_RECORD"):
        forged(OPEN, change)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_nonsense_in_a_history_gets_a_report_and_never_a_crash(data: st.DataObject) -> None:
    document = json.loads(write_record(data.draw(st.sampled_from([SHORT, OPEN]))))
    target = data.draw(st.sampled_from([document, *document["entries"], document["reveal"], document["signature"]]))
    target[data.draw(st.sampled_from(sorted(target)))] = data.draw(JSON)
    _rehash(document)
    text = json.dumps(document, sort_keys=True, indent=1) + "\n"
    report = verify_text(text, FULL)
    assert all(failure.code.isupper() and failure.sentence for failure in report.failures)


def _rehash(document: dict[str, Any]) -> None:
    head = NO_HEAD
    for entry in document["entries"] if isinstance(document["entries"], list) else []:
        if isinstance(entry, dict):
            bare = {key: value for key, value in entry.items() if key != "hash"}
            try:
                head = link(head, bare)
            except ValueError:
                return
            entry["hash"] = head.hex()
