"""Who took part in a deal, and that announced nonces are the ones that were told and used."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.matches import ANA, BEN, creation
from tests.records import FULL, KEYS, signed

from damero.application.export_record import signed_record_of
from damero.domain import judge
from damero.domain.events import Event, SeatTaken
from damero.domain.fairness import nonce_hash
from damero.domain.record import Record, read_history, verify
from damero.domain.record.canonical import Entry

NONCE = "a" * 64


def record(game_id: str = "banqi") -> Record:
    """Ben announced a nonce and told it; Ana did not, and resigned."""
    event = creation(game_id)
    seated = SeatTaken(0, "first", ANA, "drawn"), SeatTaken(0, "second", BEN, "", nonce_hash(NONCE))
    events: list[Event] = []
    progress = judge.create(event, seated)
    events += progress.events
    progress = judge.open_nonce(progress.after, BEN.id, NONCE, 0)
    events += progress.events
    events += judge.resign(progress.after, "first", 1).events
    return signed_record_of(events, KEYS)


def changed(kind: str, **fields: str) -> Record:
    """The record with other fields in the entries of this kind, signed again."""

    def change(entry: Entry) -> Entry:
        return {**entry, **fields} if entry["type"] == kind and entry.get("seat") == "second" else entry

    whole = record()
    return signed(read_history([change(entry) for entry in whole.history], whole.reveal))


def test_a_deal_with_one_player_is_told_as_such() -> None:
    report = verify(record(), FULL)
    assert report.holds
    assert [said for said in report.facts if "by the server and one player" in said]


@pytest.mark.parametrize(
    "forged",
    [
        changed("nonce_opened", nonce="b" * 64),
        changed("seat_taken", nonce_hash=nonce_hash("b" * 64)),
        changed("nonce_opened", seat="first"),
    ],
)
def test_a_nonce_that_was_not_announced_is_found(forged: Record) -> None:
    assert [failure.code for failure in verify(forged, FULL).failures] == ["OTHER_NONCE"]


def test_a_nonce_that_was_announced_must_be_told() -> None:
    whole = record()
    history = [entry for entry in whole.history if entry["type"] != "nonce_opened"]
    silent = signed(replace(read_history(history, whole.reveal)))
    assert [failure.code for failure in verify(silent, FULL).failures] == ["OTHER_NONCE"]
